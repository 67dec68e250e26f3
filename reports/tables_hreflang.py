"""hreflang as it was judged, read page by page: for the table of all entries and for the views."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence

from ..audits.hreflang import SOURCES
from ..audits.hreflang.clusters import LINE_STATES, Line
from .cells import Cell

HREFLANG = ("url", "code", "target", "sources", "state")

_BY_KEY = "SELECT a.url, h.z FROM addresses a CROSS JOIN hreflang h ON h.address = a.id ORDER BY a.key"


def hreflang(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """One row for each entry that engines read, by page; never more than one page in memory."""
    for url, z in connection.execute(_BY_KEY):
        for line in lines(z):
            sources = " ".join(name for n, name in enumerate(SOURCES) if line.sources & 1 << n)
            yield url, line.code, line.target, sources, LINE_STATES[line.state]


def lines(z: bytes) -> Iterator[Line]:
    """The entries of a page as they are stored."""
    return (Line(*fields) for fields in json.loads(zlib.decompress(z)))
