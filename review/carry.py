"""Answers of earlier reviews: which still hold for the pages as they are now."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, fields
from typing import Literal

from ..model import Label
from . import pages
from .choose import Asked, Candidate
from .pages import Page, Scorer

ALIKE = 0.95  # Jaccard with the text that was judged, down to which an answer holds
Stale = Literal["gone", "changed", "lost"]
_SAME: dict[str, bool | None] = {"same": True, "different": False, "unsure": None}
_ALL = f"SELECT {', '.join(f.name for f in fields(Label))} FROM labels ORDER BY labelled, key_a, key_b"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored answer. `pair` is the pair as it scores now, None when the answer holds no longer; `stale` says why:
    a page is `gone` from the comparison, it has `changed`, or the text that was judged is `lost` from the file.
    """

    label: Label
    pair: Candidate | None
    stale: Stale | None = None


def asked(label: Label, pair: Candidate) -> Asked:
    """An answer as the choice of pairs and the fit take it."""
    return Asked(pair, _SAME[label.label])


def read(connection: sqlite3.Connection, scorer: Scorer) -> list[Kept]:
    """All stored answers, oldest first, judged against the latest crawl."""
    labels = [Label(*row) for row in connection.execute(_ALL)]
    known = pages.read_by_key(connection, {key for label in labels for key in (label.key_a, label.key_b)})
    return [_judged(connection, scorer, label, known) for label in labels]


def _judged(connection: sqlite3.Connection, scorer: Scorer, label: Label, known: dict[str, Page]) -> Kept:
    a, b = known.get(label.key_a), known.get(label.key_b)
    if a is None or b is None:
        return Kept(label, None, "gone")
    for page, judged in ((a, label.hash_a), (b, label.hash_b)):
        now = page.hash(label.text)
        if now == judged:
            continue
        found = scorer.score(label.text, judged, now)
        if found is None:
            held = pages.text(connection, judged) is not None
            return Kept(label, None, "changed" if held else "lost")
        shared, size, other = found
        if shared < ALIKE * (size + other - shared):
            return Kept(label, None, "changed")
    pair = scorer.candidate(a, b)
    return Kept(label, pair, None if pair else "changed")
