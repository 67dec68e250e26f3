"""What the owner decides in a review, in the audit file: answers, each at once, and the thresholds taken over."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ..model import Label
from .file import FILE, Store, now, translated

_SAVE = "INSERT OR REPLACE INTO labels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PATIENCE = 60.0  # seconds that an answer waits while an analysis is written


class Labels:
    """Writes answers from any one thread, through a connection of its own: an analysis may run meanwhile."""

    def __init__(self, store: Store, connection: sqlite3.Connection) -> None:
        self._path, self._connection = store.path, connection

    def save(self, labels: Iterable[Label]) -> None:
        """Store answers in one transaction; they are on the disk when this returns."""
        with translated(self._path), self._connection:
            self._connection.executemany(_SAVE, (dataclasses.astuple(label) for label in labels))


@contextmanager
def labels(store: Store) -> Iterator[Labels]:
    """The writer of answers, while the store is open."""
    with closing(sqlite3.connect(store.path, timeout=_PATIENCE, check_same_thread=False)) as connection:
        connection.execute("PRAGMA synchronous = FULL")  # an answer is a person's work: a power cut must not lose it
        yield Labels(store, connection)


def adopt(store: Store, jaccard: float, containment: float, answers: int) -> None:
    """Note the thresholds that hold from now on."""
    with store.writing() as db:
        db.execute("INSERT OR REPLACE INTO adopted VALUES (1, ?, ?, ?, ?)", (jaccard, containment, answers, now()))


def adopted(folder: Path) -> dict[str, float]:
    """The adopted thresholds by the names of their settings; empty when there are none, or no audit to read."""
    path = folder / FILE
    if not path.is_file():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            row = connection.execute("SELECT jaccard, containment FROM adopted").fetchone()
    except sqlite3.Error:  # whoever opens the file for work says what is wrong with it
        return {}
    return dict(zip(("jaccard", "containment"), row, strict=True)) if row else {}
