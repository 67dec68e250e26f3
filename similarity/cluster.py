"""Groups of pages around a representative that each member was verified against: no chains.

The star algorithm (Aslam, Pelekhov and Rus 2004): the page with the most partners becomes a centre and takes its
partners that are still free; then the next. A page is in at most one group. Pages with equal texts have equal partners,
so they always come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..config import CompareSettings
from ..model import Cluster, PairKind
from .engine import PAIR_KINDS, TEXT_KINDS, Comparison, Ints
from .measure import containment, jaccard

Kinds = NDArray[np.int8]
Score = Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]

SCORED = 2_000_000  # pairs scored together
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
    found = list(_stars(n, comparison, settings))
    measured = inside([members for _, members, _ in found], comparison.score, settings.seed)
    clusters = [
        Cluster(kind, centre, tuple(members.tolist()), lowest, median, len(members) > ALL_PAIRS)
        for (centre, members, kind), (lowest, median) in zip(found, measured, strict=True)
    ]
    return sorted(clusters, key=lambda cluster: cluster.representative)


def _stars(n: int, comparison: Comparison, settings: CompareSettings) -> Iterator[tuple[int, Ints, PairKind]]:
    graph = _graph(n, comparison)
    near = comparison.pages.near_duplicates
    free = np.ones(n, bool)
    order = np.lexsort((np.arange(n), -near))[: np.count_nonzero(near)]
    ahead = _Ahead(graph, order, free, settings)

    def partners(place: int) -> tuple[Ints, Kinds]:
        centre = int(order[place])
        return graph.known(centre) if graph.is_known[centre] else ahead.partners(place)

    for centre, taken, kind in stars(order, free, partners):
        if len(taken):
            yield centre, np.sort(np.append(taken, centre)), PAIR_KINDS[kind]


def stars(
    order: Ints, free: NDArray[np.bool_], partners: Callable[[int], tuple[Ints, Kinds]]
) -> Iterator[tuple[int, Ints, int]]:
    """Each centre in its order, the partners that it takes, perhaps none, and the loosest of their kinds.

    `partners(place)` gives those of the one at a place of `order`; `free` is kept up to date.
    """
    for place, centre in enumerate(order.tolist()):
        if not free[centre]:
            continue
        to, kinds = partners(place)
        taken, kinds = to[free[to]], kinds[free[to]]
        free[taken] = False
        if len(taken):
            free[centre] = False
        yield centre, taken, int(kinds.max(initial=EXACT))


@dataclass(frozen=True)
class Graph:
    """Pairs by page: those of page p are `to[starts[p] : starts[p + 1]]`; `is_known` tells of each page whether that is
    all of them. `same` has a label by text and page: pages with the same label are exact copies on that text.
    """

    comparison: Comparison
    starts: Ints
    to: Ints
    kind: Kinds
    same: list[Ints]
    is_known: NDArray[np.bool_]

    def known(self, page: int) -> tuple[Ints, Kinds]:
        """The partners of a page and the kind of each relation."""
        rows = slice(self.starts[page], self.starts[page + 1])
        return self.to[rows], self.kind[rows]

    def scored(self, pages: Ints, to: Ints, settings: CompareSettings) -> Iterator[tuple[Ints, Kinds]]:
        """The same for some pages and those of their partners that are in `to`, by comparing all with all."""
        shared, size_a, size_b = self.comparison.score(np.repeat(pages, len(to)), np.tile(to, len(pages)))
        value = jaccard(shared, size_a, size_b)
        near = value >= settings.jaccard
        partner = near | (containment(shared, np.minimum(size_a, size_b)) >= settings.containment)
        rows = (column.reshape(len(pages), len(to)) for column in (value, near, partner))
        for page, value_of, near_of, partner_of in zip(pages.tolist(), *rows, strict=True):
            found = np.flatnonzero(partner_of & (to != page))
            kind = np.where(near_of[found], NEAR, CONTAINED).astype(np.int8)
            for label in self.same:
                kind[(value_of[found] == 1) & (label[to[found]] == label[page])] = EXACT
            yield to[found], kind


class _Ahead:
    """Partners of pages whose pairs were too many to be held. They are scored for some centres at a time: one by one
    while each star takes most of those that would have come next, ever more together when most stay alone.
    """

    def __init__(self, graph: Graph, order: Ints, free: NDArray[np.bool_], settings: CompareSettings) -> None:
        self._graph, self._order, self._free, self._settings = graph, order, free, settings
        self._found: dict[int, tuple[Ints, Kinds]] = {}
        self._size, self._used = 1, 1

    def partners(self, place: int) -> tuple[Ints, Kinds]:
        """Partners that were free not long ago, of the page at a place in the order."""
        page = int(self._order[place])
        if page not in self._found:
            self._score(place)
        self._used += 1
        return self._found.pop(page)

    def _score(self, place: int) -> None:
        to = np.flatnonzero(self._free & (self._graph.comparison.pages.near_duplicates > 0))
        self._size = self._size * 2 if self._used * 2 >= self._size else max(self._size // 2, 1)
        self._size, self._used = min(self._size, max(SCORED // len(to), 1)), 0
        coming = self._order[place:]
        pages = coming[self._free[coming] & ~self._graph.is_known[coming]][: self._size]
        self._found = dict(zip(pages.tolist(), self._graph.scored(pages, to, self._settings), strict=True))


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
    is_known = np.diff(starts) >= comparison.pages.near_duplicates
    return Graph(comparison, starts, to[order], np.tile(pairs.kind, 2)[order], same, is_known)


def inside(groups: Sequence[Ints], score: Score, seed: int) -> Iterator[tuple[float, float]]:
    """Lowest and median Jaccard of each group. Small groups are scored together, large ones alone as a square."""
    waiting: list[tuple[Ints, Ints]] = []
    for number, members in enumerate(groups):
        waiting.append(_pairs_inside(members, seed))
        following = len(groups[number + 1]) if number + 1 < len(groups) else ALL_PAIRS
        if max(len(members), following) >= ALONE or len(waiting) >= TOGETHER:
            a, b = (np.concatenate(side) for side in zip(*waiting, strict=True))
            values = jaccard(*score(a, b))
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
