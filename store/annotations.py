"""hreflang as pages and their headers say it: kept page by page, read as one stream in the order of pages."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model import Annotation, HeadEnd, LinkFault, Listed, Page
from .file import Store, as_json

_OF_PAGE = "FROM versions v JOIN annotations n ON n.version = v.id WHERE v.crawl = ?1 AND v.address = ?2"
_SAID = f"""
SELECT '', n.z {_OF_PAGE} UNION ALL
SELECT * FROM (
  SELECT sitemap, z FROM sitemap_alternates WHERE crawl = ?1 AND address = ?2 ORDER BY sitemap, entry
)"""  # noqa: S608 (constants)


def keep(db: sqlite3.Connection, version: int | None, page: Page) -> None:
    """Store what a page that was read says; the caller holds the transaction."""
    if page.hreflang or page.head_end or page.link_faults:
        end = as_json(page.head_end) if page.head_end else ""
        row = (version, packed(page.hreflang), end, as_json(page.link_faults))
        db.execute("INSERT OR REPLACE INTO annotations VALUES (?, ?, ?, ?)", row)
    else:  # the number of a version that was replaced may be given again
        db.execute("DELETE FROM annotations WHERE version = ?", (version,))


def keep_listed(db: sqlite3.Connection, crawl: int, found: Iterable[tuple[str, Listed]]) -> None:
    """Store what sitemaps say beside the addresses with these keys; the caller holds the transaction."""
    db.executemany(
        "INSERT OR REPLACE INTO sitemap_alternates SELECT ?, id, ?, ?, ? FROM addresses WHERE key = ?",
        ((crawl, listed.sitemap, listed.entry, packed(listed.links), key) for key, listed in found),
    )


def repeat(db: sqlite3.Connection, version: int | None, before: int | None) -> None:
    """Copy what an earlier version of a page said."""
    columns = "z, head_end, faults"
    db.execute(
        f"INSERT OR REPLACE INTO annotations SELECT ?, {columns} FROM annotations WHERE version = ?",  # noqa: S608
        (version, before),
    )


def annotations(store: Store, page_of: Mapping[int, int]) -> Iterator[Annotation]:
    """Every annotation of the latest crawl, page by page in the order of page ids, never more than one page in memory.

    `page_of` gives the page id of each address id. Those of a page: of its HTML and headers in their order, then of
    sitemaps.
    """
    for page, file, z in _rows(store, page_of, _SAID):
        yield from (annotation._replace(page=page, file=file) for annotation in unpacked(z))


def head_ends(store: Store, page_of: Mapping[int, int]) -> Iterator[tuple[int, HeadEnd]]:
    """(page id, what ended its head) of every page that loses links by it, by page id."""
    for page, text in _rows(store, page_of, f"SELECT n.head_end {_OF_PAGE} AND n.head_end <> ''"):
        yield page, HeadEnd(*json.loads(text))


def link_faults(store: Store, page_of: Mapping[int, int]) -> Iterator[tuple[int, tuple[LinkFault, ...]]]:
    """(page id, what is wrong with its Link headers) of every page where something is, by page id."""
    for page, text in _rows(store, page_of, f"SELECT n.faults {_OF_PAGE} AND n.faults <> '[]'"):
        yield page, tuple(LinkFault(*fault) for fault in json.loads(text))


def packed(said: tuple[Annotation, ...]) -> bytes:
    """Annotations of one page as they are stored, without its id and the file."""
    return zlib.compress(as_json([a[1:7] for a in said]).encode("utf-8", "replace"), 3)


def unpacked(z: bytes) -> Iterator[Annotation]:
    """The same again."""
    return (Annotation(-1, *fields) for fields in json.loads(zlib.decompress(z)))


def _rows(store: Store, page_of: Mapping[int, int], query: str) -> Iterator[tuple[Any, ...]]:
    """(page id, what is asked for), one lookup a page: a sort of all rows would have to hold them."""
    (crawl,) = store.connection.execute("SELECT max(id) FROM crawls").fetchone()
    for address in sorted(page_of, key=page_of.__getitem__):
        for row in store.connection.execute(query, (crawl, address)).fetchall():
            yield page_of[address], *row
