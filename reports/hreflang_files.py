"""Corrected hreflang, ready to paste: `link` elements, `Link` headers, entries of a sitemap. One of them is enough."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from ..config import ReportSettings
from . import tables
from .atomic import replacing
from .language import Language
from .tables import Rows

LINKS, HEADERS, SITEMAP = "hreflang-links.csv", "hreflang-headers.csv", "hreflang-sitemap.xml"
URLS, BYTES = 50_000, 50_000_000  # of a sitemap (https://www.sitemaps.org/protocol.html)
_OPEN = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
_CLOSE = "</urlset>\n"
_SAFE = "!#$%&'()*+,/:;=?@[]~"  # of an address between < and > (RFC 8288, RFC 3986)
_CORRECTED = """
SELECT a.url, s.z FROM addresses a CROSS JOIN hreflang_corrected c ON c.address = a.id
JOIN hreflang_sets s ON s.id = c.versions ORDER BY a.key"""
_Entries = list[tuple[str, str]]


def write(connection: sqlite3.Connection, folder: Path, settings: ReportSettings) -> int:
    """Write the files, each whole or not at all, and remove those of an earlier report; how many pages they are for.

    Raises UsageError naming a file that cannot be written.
    """
    (pages,) = connection.execute("SELECT count(*) FROM hreflang_corrected").fetchone()
    written = set()
    if pages:
        for name, column, said in ((LINKS, "html", html), (HEADERS, "header", header)):
            with replacing(folder / name, "utf-8-sig") as file:
                tables.write_csv(file, ("url", column), _rows(connection, said), settings.delimiter)
        written = {LINKS, HEADERS, *_sitemaps(connection, folder)}
    for path in folder.glob("hreflang-*"):
        if path.name not in written and (path.name in (LINKS, HEADERS) or path.match("hreflang-sitemap*.xml")):
            path.unlink()
    return int(pages)


def shown(connection: sqlite3.Connection, to: str, language: Language) -> dict[str, Any] | None:
    """For the page of hreflang: where the folder is, `to`, and (file, what is in it); None where none was written."""
    (pages,) = connection.execute("SELECT count(*) FROM hreflang_corrected").fetchone()
    said = language.n_("%(n)s page", "%(n)s pages", pages)
    return {"to": to, "names": [(name, said) for name in (LINKS, HEADERS, SITEMAP)]} if pages else None


def html(entries: _Entries) -> str:
    """The elements for the head of a page."""
    return " ".join(f'<link rel="alternate" hreflang="{escape(code)}" href="{escape(url)}">' for code, url in entries)


def header(entries: _Entries) -> str:
    """The header line, for files that are no HTML."""
    return "Link: " + ", ".join(f'<{quote(url, _SAFE)}>; rel="alternate"; hreflang="{code}"' for code, url in entries)


def sitemap_entry(url: str, entries: _Entries) -> str:
    """The entry of a page in a sitemap."""
    links = "".join(
        f'    <xhtml:link rel="alternate" hreflang="{escape(code)}" href="{escape(target)}"/>\n'
        for code, target in entries
    )
    return f"  <url>\n    <loc>{escape(url)}</loc>\n{links}  </url>\n"


def _read(connection: sqlite3.Connection) -> Iterator[tuple[str, _Entries]]:
    for url, z in connection.execute(_CORRECTED):
        yield url, json.loads(zlib.decompress(z))


def _rows(connection: sqlite3.Connection, said: Any) -> Rows:
    return ((url, said(entries)) for url, entries in _read(connection))


def _sitemaps(connection: sqlite3.Connection, folder: Path) -> Iterator[str]:
    """The sitemaps by name, each closed before the next begins: hreflang-sitemap.xml, hreflang-sitemap-2.xml, ..."""
    entries = (sitemap_entry(*page) for page in _read(connection))
    entry, n = next(entries, ""), 0
    while entry:
        n += 1
        name = SITEMAP if n == 1 else f"hreflang-sitemap-{n}.xml"
        with replacing(folder / name, "utf-8") as file:
            entry = _fill(file, entry, entries)
        yield name


def _fill(file: TextIO, entry: str, entries: Iterator[str]) -> str:
    """One sitemap up to its limits, beginning with `entry`; the first entry that does not fit, '' at the end."""
    file.write(_OPEN)
    count, size = 0, len(_OPEN) + len(_CLOSE)
    while entry and count < URLS and (not count or size + len(entry.encode()) <= BYTES):
        file.write(entry)
        count, size = count + 1, size + len(entry.encode())
        entry = next(entries, "")
    file.write(_CLOSE)
    return entry
