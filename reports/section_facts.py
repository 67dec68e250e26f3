"""Facts about the sections of the site: how much of each stands in groups, and how much of its text elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from statistics import median
from typing import Any

_QUERY = """
SELECT s.section, coalesce(c.id, 0), coalesce(c.size, 0), n.shingles, n.unique_share,
  s.on_1, s.on_2_5, s.on_6_20, s.on_more, s.inside, s.outside
FROM spread s JOIN analysed n ON n.address = s.address
LEFT JOIN members m ON m.address = s.address LEFT JOIN clusters c ON c.id = m.cluster AND NOT c.resolved
ORDER BY s.section"""
_Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SectionFacts:
    """The compared pages whose addresses begin with the folder `name` (empty: right under the root).

    `grouped` of the `pages` are in open groups, the `largest` of which is given by number (None: none; of equal
    ones the lowest). `unique` is the median share of a page's shingles found on no other page. `text` are shares of all
    shingles of its pages: on no other page, on 1, 2 to 5, 6 to 20, more; `inside` and `outside` of those found on
    another page of the section, and on a page of another one. Some are both.
    """

    name: str
    pages: int
    grouped: int
    unique: float
    text: tuple[float, float, float, float, float]
    inside: float
    outside: float
    largest: int | None

    @property
    def share(self) -> float:
        """The share of its pages that stand in open groups."""
        return self.grouped / self.pages


def section_facts(connection: sqlite3.Connection) -> tuple[SectionFacts, ...]:
    """The sections of the latest analysis, most pages first, then by name. One pass over the pages."""
    found = [_facts(name, list(rows)) for name, rows in groupby(connection.execute(_QUERY), key=itemgetter(0))]
    return tuple(sorted(found, key=lambda s: (-s.pages, s.name)))


def _facts(name: str, rows: Sequence[_Row]) -> SectionFacts:
    sizes = {group: size for _, group, size, *_ in rows if group}
    none, one, few, some, more, inside, outside = _shares(rows)
    return SectionFacts(
        name, len(rows), sum(row[1] != 0 for row in rows), median(row[4] for row in rows),
        (none, one, few, some, more), inside, outside,
        min(sizes, key=lambda group: (-sizes[group], group), default=None),
    )  # fmt: skip


def _shares(rows: Sequence[_Row]) -> Iterator[float]:
    """Means over all shingles: a long page counts more."""
    total = sum(row[3] for row in rows)
    for column in range(4, 11):
        yield sum(row[3] * row[column] for row in rows) / total if total else 0.0
