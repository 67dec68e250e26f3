"""hreflang as it was judged and as it should be: a row for each page."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..audits.hreflang.clusters import PageSet
from ..audits.hreflang.corrected import Set
from .file import as_json


@dataclass(frozen=True)
class Judged:
    """All that is stored of it, by page ids. `sets` may be read more than once."""

    sets: Iterable[PageSet] = ()
    corrected: Mapping[int, Set] = field(default_factory=dict)


def write(db: sqlite3.Connection, found: Judged, address_of: Sequence[int]) -> None:
    """Replace the tables, set by set; the caller holds the transaction. `address_of` has the row ids of page ids."""
    for table in ("hreflang", "hreflang_sets", "hreflang_corrected"):
        db.execute(f"DELETE FROM {table}")  # noqa: S608 (constants)
    db.executemany(
        "INSERT INTO hreflang VALUES (?, ?, ?, ?, ?)",
        ((address_of[s.page], s.cluster, s.own, s.broken, _packed(s.lines)) for s in found.sets),
    )
    numbers = {entries: n for n, entries in enumerate(dict.fromkeys(found.corrected.values()), 1)}
    db.executemany("INSERT INTO hreflang_sets VALUES (?, ?)", ((n, _packed(entries)) for entries, n in numbers.items()))
    db.executemany(
        "INSERT INTO hreflang_corrected VALUES (?, ?)",
        ((address_of[page], numbers[entries]) for page, entries in found.corrected.items()),
    )


def _packed(entries: Sequence[object]) -> bytes:
    return zlib.compress(as_json(entries).encode("utf-8", "replace"), 3)
