"""hreflang as it was judged: the sets of the pages with the state of each entry."""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence

from ..audits.hreflang.clusters import PageSet
from .file import as_json


def write(db: sqlite3.Connection, sets: Iterable[PageSet], address_of: Sequence[int]) -> None:
    """Replace the table, set by set; the caller holds the transaction. `address_of` has the row ids of page ids."""
    db.execute("DELETE FROM hreflang")
    db.executemany(
        "INSERT INTO hreflang VALUES (?, ?, ?, ?, ?)",
        ((address_of[s.page], s.cluster, s.own, s.broken, _packed(s.lines)) for s in sets),
    )


def _packed(entries: Sequence[object]) -> bytes:
    return zlib.compress(as_json(entries).encode("utf-8", "replace"), 3)
