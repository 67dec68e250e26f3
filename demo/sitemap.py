"""robots.txt and the sitemaps of the sample site: an index with a plain part and a gzipped one."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape

from .pages import Page, pages

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
ROBOTS = """User-agent: *
Disallow: /en/cart/
Disallow: /search

Sitemap: {origin}/sitemap.xml
"""


@dataclass(frozen=True)
class File:
    """A file that is made at request time."""

    content_type: str
    body: bytes


def files(origin: str) -> dict[str, File]:
    """robots.txt, the index and its parts by path, with absolute addresses at `origin`."""
    site = pages().values()
    english = [page for page in site if page.address.startswith("/en/")]
    others = [page for page in site if not page.address.startswith("/en/")]
    parts = {"/sitemap-en.xml.gz": english, "/sitemap-ru.xml": others}
    newest = [(origin + path, max(page.changed for page in part)) for path, part in parts.items()]
    return {
        "/robots.txt": File("text/plain; charset=utf-8", ROBOTS.format(origin=origin).encode()),
        "/sitemap.xml": File("application/xml", _xml("sitemapindex", "sitemap", newest)),
        "/sitemap-en.xml.gz": File("application/gzip", gzip.compress(_urls(origin, english), mtime=0)),
        "/sitemap-ru.xml": File("application/xml", _urls(origin, others)),
    }


def day(page: Page) -> datetime:
    """When a page was changed last; early in that day, UTC."""
    return datetime.fromisoformat(page.changed).replace(hour=6, tzinfo=UTC)


def _urls(origin: str, part: Iterable[Page]) -> bytes:
    return _xml("urlset", "url", ((origin + page.address, page.changed) for page in part))


def _xml(root: str, entry: str, rows: Iterable[tuple[str, str]]) -> bytes:
    lines = "\n".join(
        f"<{entry}><loc>{escape(address)}</loc><lastmod>{changed}</lastmod></{entry}>" for address, changed in rows
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{NAMESPACE}">\n{lines}\n</{root}>\n'.encode()
