"""What another Jaccard threshold would give: pairs and pages from the histograms, groups from the stored pairs."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .data import BINS, Site
from .data_groups import Group

PAIRS = 200_000  # stored pairs up to which groups are formed for the table, in some 0.1 s a threshold
_TENTHS = range(3, 10)
_NEAR = (0, 1, 3)  # edges of bins beside the current threshold, counted from the next one

_PAGES = "SELECT n.address FROM analysed n JOIN addresses a ON a.id = n.address WHERE n.text <> '' ORDER BY a.key"
_PAIRS = "SELECT a, b, 1.0 * shared / (size_a + size_b - shared), 1.0 * shared / min(size_a, size_b) FROM pairs"


@dataclass(frozen=True, slots=True)
class Other:
    """One threshold: `pairs` by Jaccard and `pages` with a closest match at or above it; its `groups`, the pages in
    them (`grouped`) and the size of the largest. None where it is not known without comparing anew."""

    cut: float
    now: bool
    pairs: int | None
    pages: int | None
    groups: int | None = None
    grouped: int | None = None
    largest: int | None = None


def others(connection: sqlite3.Connection, site: Site, groups: Sequence[Group]) -> tuple[Other, ...]:
    """Thresholds around the current one and at each tenth, lowest first; pairs by containment stay as they are."""
    recall = site.recall["jaccard"]
    exact = recall is None or recall.method == "exact"
    known = site.pairs_complete and site.pair_count <= PAIRS
    a, b, jaccard, containment = _pairs(connection) if known else [np.empty(0)] * 4
    sizes = [group.compared for group in groups if group.compared > 1]
    out = []
    for cut in cuts(site.jaccard):
        now = cut == site.jaccard
        pairs, pages = (site.above_jaccard, site.close) if now else _above(site, cut)
        if cut < site.jaccard and not exact:
            pairs = pages = None  # most pairs down there were never looked at
        if known and cut > site.jaccard:
            left = (jaccard >= cut) | (containment >= site.containment)
            found: list[int] | None = stars(site.compared, a[left].astype(int), b[left].astype(int))
        else:
            found = sizes if now else None
        out.append(Other(cut, now, pairs, pages, *_sums(found)))
    return tuple(out)


def cuts(current: float) -> list[float]:
    """The thresholds of the table. All but the current one are edges of bins, so that bins count them exactly."""
    below, above = math.ceil(current * BINS - 1e-9) - 1, math.floor(current * BINS + 1e-9) + 1
    edges = {tenth * BINS // 10 for tenth in _TENTHS} | {below - n for n in _NEAR} | {above + n for n in _NEAR}
    return sorted({edge / BINS for edge in edges if 0 < edge < BINS and edge / BINS != current} | {current})


def steep(rows: Sequence[Other]) -> tuple[Other, Other] | None:
    """The two thresholds next to the current one, when the pairs at the lower are half as many again as at the upper:
    the threshold then stands on a slope."""
    at = next((n for n, row in enumerate(rows) if row.now), 0)
    if not 0 < at < len(rows) - 1:
        return None
    low, high = rows[at - 1], rows[at + 1]
    return (low, high) if low.pairs and high.pairs is not None and low.pairs > 1.5 * high.pairs else None


def stars(n: int, a: NDArray[np.int64], b: NDArray[np.int64]) -> list[int]:
    """Sizes of the groups of pages 0 to n - 1 from their pairs, as similarity/cluster.py forms them: the page with the
    most partners (then the lowest) takes those that are still free."""
    owner, to = np.concatenate((a, b)), np.concatenate((b, a))
    to = to[np.argsort(owner, kind="stable")]
    count = np.bincount(owner, minlength=n)
    starts = np.concatenate(([0], np.cumsum(count)))
    free = np.ones(n, bool)
    sizes = []
    for centre in np.argsort(-count, kind="stable")[: np.count_nonzero(count)].tolist():
        if free[centre]:
            partners = to[starts[centre] : starts[centre + 1]]
            partners = partners[free[partners]]
            if len(partners):
                free[partners] = free[centre] = False
                sizes.append(len(partners) + 1)
    return sizes


def _above(site: Site, cut: float) -> tuple[int | None, int | None]:
    first = round(cut * BINS)
    return sum(site.histograms["jaccard"][first:]), sum(site.histograms["closest"][first:])


def _sums(sizes: Sequence[int] | None) -> Iterator[int | None]:
    yield from (None,) * 3 if sizes is None else (len(sizes), sum(sizes), max(sizes, default=0))


def _pairs(connection: sqlite3.Connection) -> list[NDArray[np.float64]]:
    """Places of both pages in the order of keys, Jaccard, containment of each stored pair."""
    pages = np.array(connection.execute(_PAGES).fetchall(), dtype=float).ravel()
    a, b, *measures = np.array(connection.execute(_PAIRS).fetchall(), dtype=float).reshape(-1, 4).T
    by_id = np.argsort(pages)
    return [*(by_id[np.searchsorted(pages, side, sorter=by_id)] for side in (a, b)), *measures]
