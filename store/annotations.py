"""hreflang as pages and their headers say it: kept page by page, read as one stream in the order of pages."""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from ..model import Annotation, HeadEnd, LinkFault, Page
from .file import Store, as_json


def keep(db: sqlite3.Connection, version: int | None, page: Page) -> None:
    """Store what a page that was read says; the caller holds the transaction."""
    if page.hreflang or page.head_end or page.link_faults:
        end = as_json(page.head_end) if page.head_end else ""
        row = (version, packed(page.hreflang), end, as_json(page.link_faults))
        db.execute("INSERT OR REPLACE INTO annotations VALUES (?, ?, ?, ?)", row)
    else:  # the number of a version that was replaced may be given again
        db.execute("DELETE FROM annotations WHERE version = ?", (version,))


def repeat(db: sqlite3.Connection, version: int | None, before: int | None) -> None:
    """Copy what an earlier version of a page said."""
    columns = "z, head_end, faults"
    db.execute(
        f"INSERT OR REPLACE INTO annotations SELECT ?, {columns} FROM annotations WHERE version = ?",  # noqa: S608
        (version, before),
    )


def annotations(store: Store, page_of: Mapping[int, int]) -> Iterator[Annotation]:
    """Every annotation of the latest crawl, page by page in the order of page ids, never more than one page in memory.

    `page_of` gives the page id of each address id. Those of a page: of its HTML and headers in their order.
    """
    for page, (z,) in _rows(store, page_of, "n.z"):
        yield from (annotation._replace(page=page) for annotation in unpacked(z))


def head_ends(store: Store, page_of: Mapping[int, int]) -> Iterator[tuple[int, HeadEnd]]:
    """(page id, what ended its head) of every page that loses links by it, by page id."""
    for page, (text,) in _rows(store, page_of, "n.head_end", "n.head_end <> ''"):
        yield page, HeadEnd(*json.loads(text))


def link_faults(store: Store, page_of: Mapping[int, int]) -> Iterator[tuple[int, LinkFault]]:
    """(page id, fault) of every fault of a Link header, by page id."""
    for page, (text,) in _rows(store, page_of, "n.faults", "n.faults <> '[]'"):
        yield from ((page, LinkFault(*fault)) for fault in json.loads(text))


def packed(said: tuple[Annotation, ...]) -> bytes:
    """Annotations of one page as they are stored, without its id and the file."""
    return zlib.compress(as_json([a[1:7] for a in said]).encode("utf-8", "replace"), 3)


def unpacked(z: bytes) -> Iterator[Annotation]:
    """The same again."""
    return (Annotation(-1, *fields) for fields in json.loads(zlib.decompress(z)))


def _rows(
    store: Store, page_of: Mapping[int, int], column: str, where: str = "true"
) -> Iterator[tuple[int, tuple[Any]]]:
    """(page id, what is asked for), one lookup a page: a sort of all rows would have to hold them."""
    sql = (
        f"SELECT {column} FROM versions v JOIN annotations n ON n.version = v.id"  # noqa: S608 (constants)
        f" WHERE v.crawl = (SELECT max(id) FROM crawls) AND v.address = ? AND {where}"
    )
    for address in sorted(page_of, key=page_of.__getitem__):
        if row := store.connection.execute(sql, (address,)).fetchone():
            yield page_of[address], row
