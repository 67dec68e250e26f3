"""Groups of pages around a representative that each member was verified against: no chains.

The star algorithm (Aslam, Pelekhov and Rus 2004): the page with the most partners becomes a centre and takes its
partners that are still free; then the next. A page is in at most one group. Pages with equal texts have equal partners,
so they always come together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..config import CompareSettings
from ..model import Cluster, PairKind
from .engine import PAIR_KINDS, TEXT_KINDS, Comparison, Ints
from .measure import containment, jaccard

ALL_PAIRS = 2_000  # members up to which every pair inside is scored
SAMPLED_PAIRS = 200_000
ALONE, TOGETHER = 50, 1_000  # members of a group that is scored alone; small groups scored together
EXACT, NEAR, CONTAINED = range(len(PAIR_KINDS))


def group(n: int, comparison: Comparison, settings: CompareSettings) -> list[Cluster]:
    """The groups of `n` pages, by representative.

    Every member has J >= t or containment >= c with the representative (most partners, then lowest id). The kind is the
    loosest relation of a member to it; lowest and median are Jaccard values over all pairs inside, over a sample of
    them in groups above 2,000. Where `comparison` holds only the closest pairs, what is missing is scored.
    """
    stars = list(_stars(n, comparison, settings))
    inside = _inside([members for _, members, _ in stars], comparison, settings.seed)
    found = [
        Cluster(kind, centre, tuple(members.tolist()), lowest, median, len(members) > ALL_PAIRS)
        for (centre, members, kind), (lowest, median) in zip(stars, inside, strict=True)
    ]
    return sorted(found, key=lambda cluster: cluster.representative)


def _stars(n: int, comparison: Comparison, settings: CompareSettings) -> Iterator[tuple[int, Ints, PairKind]]:
    graph = _graph(n, comparison)
    near = comparison.pages.near_duplicates
    free = np.ones(n, bool)
    order = np.lexsort((np.arange(n), -near))
    for centre in order[: np.count_nonzero(near)].tolist():
        if not free[centre]:
            continue
        partners, kinds = graph.partners(centre, free, settings)
        if len(partners):
            members = np.sort(np.append(partners, centre))
            free[members] = False
            yield centre, members, PAIR_KINDS[int(kinds.max())]


@dataclass(frozen=True)
class Graph:
    """Pairs by page: those of page p are `to[starts[p] : starts[p + 1]]`. `same` has a label by text and page: pages
    with the same label are exact copies on that text.
    """

    comparison: Comparison
    starts: Ints
    to: Ints
    kind: NDArray[np.int8]
    same: list[Ints]

    def partners(self, page: int, free: NDArray[np.bool_], settings: CompareSettings) -> tuple[Ints, NDArray[np.int8]]:
        """The free partners of a page and the kind of each relation."""
        rows = slice(self.starts[page], self.starts[page + 1])
        to, kind = self.to[rows], self.kind[rows]
        if len(to) < self.comparison.pages.near_duplicates[page]:
            return self._scored(page, free, settings)
        return to[free[to]], kind[free[to]]

    def _scored(self, page: int, free: NDArray[np.bool_], settings: CompareSettings) -> tuple[Ints, NDArray[np.int8]]:
        to = np.flatnonzero(free & (self.comparison.pages.near_duplicates > 0))
        to = to[to != page]
        shared, size_a, size_b = self.comparison.score(np.full(len(to), page), to)
        value = jaccard(shared, size_a, size_b)
        near = value >= settings.jaccard
        kind = np.where(near, NEAR, CONTAINED).astype(np.int8)
        for label in self.same:
            kind[(value == 1) & (label[to] == label[page])] = EXACT
        partner = near | (containment(shared, np.minimum(size_a, size_b)) >= settings.containment)
        return to[partner], kind[partner]


def _graph(n: int, comparison: Comparison) -> Graph:
    pairs = comparison.pairs
    owner, to = np.concatenate((pairs.a, pairs.b)), np.concatenate((pairs.b, pairs.a))
    order = np.lexsort((to, owner))
    starts = np.searchsorted(owner[order], np.arange(n + 1))
    same = []
    for text in range(len(TEXT_KINDS)):
        copies = (pairs.kind == EXACT) & (pairs.text == text)
        links = coo_array((np.ones(int(copies.sum()), bool), (pairs.a[copies], pairs.b[copies])), shape=(n, n))
        same.append(connected_components(links, directed=False)[1].astype(np.int64))
    return Graph(comparison, starts, to[order], np.tile(pairs.kind, 2)[order], same)


def _inside(groups: Sequence[Ints], comparison: Comparison, seed: int) -> Iterator[tuple[float, float]]:
    """Lowest and median Jaccard of each group. Small groups are scored together, large ones alone as a square."""
    waiting: list[tuple[Ints, Ints]] = []
    for number, members in enumerate(groups):
        waiting.append(_pairs_inside(members, seed))
        following = len(groups[number + 1]) if number + 1 < len(groups) else ALL_PAIRS
        if max(len(members), following) >= ALONE or len(waiting) >= TOGETHER:
            a, b = (np.concatenate(side) for side in zip(*waiting, strict=True))
            values = jaccard(*comparison.score(a, b))
            for part in np.split(values, np.cumsum([len(a) for a, _ in waiting])[:-1]):
                yield float(part.min()), float(np.median(part))
            waiting = []


def _pairs_inside(members: Ints, seed: int) -> tuple[Ints, Ints]:
    if len(members) <= ALL_PAIRS:
        left, right = np.triu_indices(len(members), 1)
    else:
        rng = np.random.default_rng(seed)
        left = rng.integers(0, len(members), SAMPLED_PAIRS)
        right = (left + rng.integers(1, len(members), SAMPLED_PAIRS)) % len(members)
    return members[left], members[right]
