"""Books of a comparison: pairs above a threshold, exact counts, histograms, and the closest partner of each set.

Only distinct sets of shingles are compared, and all is counted in pages: a set stands for every page that has it. Pages
are of two sorts: those `judged` by the text in hand, and `others`, which only count as partners of the judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings
from .engine import Floats, Ints
from .measure import containment, jaccard
from .words import mixed

BINS = 50
SAMPLE = 200_000  # pairs kept to measure LSH on
FLOORS = {"jaccard": 0.25, "containment": 0.5}
WIDE_PAIRS = 5_000_000  # 12 bytes each
NOBODY = np.iinfo(np.int64).max


Values = dict[str, Floats]


@dataclass(frozen=True)
class Members:
    """By set: how many judged and other pages have it, and the lowest id of the judged and of all (NOBODY: none)."""

    judged: Ints
    others: Ints
    first_judged: Ints
    first: Ints


@dataclass(frozen=True)
class SetPairs:
    """Pairs of sets with their shared shingles, as columns."""

    a: Ints
    b: Ints
    shared: Ints

    def __len__(self) -> int:
        return len(self.a)

    def pick(self, which: NDArray[np.bool_] | Ints) -> SetPairs:
        return SetPairs(self.a[which], self.b[which], self.shared[which])


class Closest:
    """By set, the partner with the highest Jaccard; ties go to the lowest page id."""

    def __init__(self, n: int) -> None:
        self.jaccard = np.zeros(n)
        self.partner = np.full(n, NOBODY)

    def offer(self, to: Ints, partner: Ints, value: Floats) -> None:
        """Let sets `to` know of partners (page ids) at the Jaccard `value`."""
        good = np.flatnonzero(value >= self.jaccard[to])
        to, partner, value = to[good], partner[good], value[good]
        before = self.jaccard[to]
        np.maximum.at(self.jaccard, to, value)
        now = self.jaccard[to]
        self.partner[to[now > before]] = NOBODY
        best = value == now
        np.minimum.at(self.partner, to[best], partner[best])


class Wide:
    """Pairs that are well below the thresholds, too: another threshold above `floors` then needs no join.

    Where they are too many, the floors rise to the thresholds, and if that is not enough nothing is kept.
    """

    def __init__(self, settings: CompareSettings) -> None:
        self._asked = {name: float(getattr(settings, name)) for name in FLOORS}
        self.floors = {name: min(FLOORS[name], asked) for name, asked in self._asked.items()}
        self.is_whole = True  # whether all pairs above the floors are held
        self._kept: list[NDArray[np.int32]] = []
        self._length = 0

    def over(self, values: Values) -> NDArray[np.bool_]:
        """Which pairs are at or above a floor."""
        return np.asarray(
            (values["jaccard"] >= self.floors["jaccard"]) | (values["containment"] >= self.floors["containment"])
        )

    def keep(self, pairs: SetPairs, values: Callable[[Ints, Ints, Ints], Values]) -> None:
        """Hold pairs that are over a floor; `values` tells their measures."""
        if not self.is_whole:
            return
        self._kept.append(_small(pairs))
        self._length += len(pairs)
        while self._length > WIDE_PAIRS and self.is_whole:
            kept = self.pairs()
            self.is_whole = self.floors != self._asked
            steps = {name: (floor + self._asked[name]) / 2 for name, floor in self.floors.items()}
            close = max(self._asked[name] - step for name, step in steps.items()) < 0.02
            self.floors = self._asked if close else steps
            self._kept = [_small(kept.pick(self.over(values(kept.a, kept.b, kept.shared))))] if self.is_whole else []
            self._length = sum(part.shape[1] for part in self._kept)

    def pairs(self) -> SetPairs:
        """All that is held."""
        return SetPairs(*np.concatenate([np.empty((3, 0), np.int64), *self._kept], axis=1))


class Tally:
    """Takes each pair of sets once, in any order and in parts; see `add`."""

    def __init__(self, sizes: Ints, members: Members, settings: CompareSettings) -> None:
        self.sizes, self.members, self.settings = sizes, members, settings
        own = members.judged * members.others + members.judged * (members.judged - 1) // 2
        self.own = int(own.sum())  # pairs of pages with the same set
        self.counts = {"jaccard": self.own, "containment": self.own, "either": self.own}
        self.histograms = {name: np.zeros(BINS, np.int64) for name in ("jaccard", "containment")}
        for bins in self.histograms.values():
            bins[-1] = self.own
        self.near_judged = members.judged + members.others - 1
        self.near_others = members.judged.copy()
        self.closest_judged, self.closest_others = Closest(len(sizes)), Closest(len(sizes))
        self._kept: list[SetPairs] = []
        self._length = 0
        self._samples: list[SetPairs] = []
        self._zeros = 0
        self.wide = Wide(settings)
        self._plain = bool((members.judged == 1).all() and not members.others.any())

    def add(self, a: Ints, b: Ints, shared: Ints) -> None:
        """Count pairs of different sets that share `shared` (> 0) shingles."""
        values = self._values(a, b, shared)
        weights = None if self._plain else self.weights(a, b)
        for name, value in values.items():
            self.histograms[name] += histogram(value, weights)
        self._offer(a, b, values["jaccard"])
        over = np.flatnonzero(self.wide.over(values))
        if len(over):
            pairs = SetPairs(a[over], b[over], shared[over])
            self.wide.keep(pairs, self._values)
            self.add_over(pairs, {name: value[over] for name, value in values.items()})

    def add_over(self, pairs: SetPairs, values: Values | None = None) -> None:
        """Count pairs whose part in histograms and closest partners is known already: those over a threshold."""
        values = self._values(pairs.a, pairs.b, pairs.shared) if values is None else values
        over = {name: value >= getattr(self.settings, name) for name, value in values.items()}
        over["either"] = over["jaccard"] | over["containment"]
        weights = None if self._plain else self.weights(pairs.a, pairs.b)
        for name, which in over.items():
            self.counts[name] += int(which.sum() if weights is None else weights[which].sum())
        near = np.flatnonzero(over["either"])
        if len(near):
            self._keep(pairs.pick(near))

    def _values(self, a: Ints, b: Ints, shared: Ints) -> Values:
        size_a, size_b = self.sizes[a], self.sizes[b]
        return {
            "jaccard": jaccard(shared, size_a, size_b),
            "containment": containment(shared, np.minimum(size_a, size_b)),
        }

    def pairs(self) -> SetPairs:
        """The pairs at or above a threshold; only the closest of each set above `pair_limit` pairs of pages."""
        self._prune()
        return self._kept[0]

    def sample(self) -> SetPairs:
        """An even sample of the pairs at or above a threshold, all of them when they are few."""
        return _joined(self._samples)

    @property
    def complete(self) -> bool:
        """Whether all pairs of pages fit the limit."""
        return self.counts["either"] <= self.settings.pair_limit

    def weights(self, a: Ints, b: Ints) -> Ints:
        """Pairs of pages behind each pair of sets, one of them judged at least."""
        m = self.members
        return np.asarray(m.judged[a] * (m.judged[b] + m.others[b]) + m.others[a] * m.judged[b])

    def _offer(self, a: Ints, b: Ints, value: Floats) -> None:
        m = self.members
        for to, partner in ((a, b), (b, a)):
            if self._plain:
                self.closest_judged.offer(to, m.first[partner], value)
                continue
            judged = np.flatnonzero(m.judged[to])
            self.closest_judged.offer(to[judged], m.first[partner[judged]], value[judged])
            others = np.flatnonzero(m.others[to] * m.judged[partner])
            self.closest_others.offer(to[others], m.first_judged[partner[others]], value[others])

    def _keep(self, pairs: SetPairs) -> None:
        m = self.members
        for to, partner in ((pairs.a, pairs.b), (pairs.b, pairs.a)):
            np.add.at(self.near_judged, to, m.judged[partner] + m.others[partner])
            np.add.at(self.near_others, to, m.judged[partner])
        self._draw(pairs)
        self._kept.append(pairs)
        self._length += len(pairs)
        if self._length > 3 * max(self.settings.pair_limit, self.settings.closest * len(self.sizes)):
            self._prune()

    def _prune(self) -> None:
        kept = _joined(self._kept)
        if not self.complete:
            kept = kept.pick(self._among_closest(kept))
        self._kept, self._length = [kept], len(kept)

    def _among_closest(self, pairs: SetPairs) -> NDArray[np.bool_]:
        """Which pairs are among the `closest` of either set, for its judged pages or for its others."""
        m, n = self.members, len(pairs)
        to, partner = np.concatenate((pairs.a, pairs.b)), np.concatenate((pairs.b, pairs.a))
        value = np.tile(jaccard(pairs.shared, self.sizes[pairs.a], self.sizes[pairs.b]), 2)
        keep = np.zeros(n, bool)
        for able, first in (
            (m.judged[to] > 0, m.first),
            ((m.others[to] > 0) & (m.judged[partner] > 0), m.first_judged),
        ):
            rows = np.flatnonzero(able)
            best = leading(to[rows], (first[partner[rows]], -value[rows]), self.settings.closest)
            keep[rows[best] % n] = True
        return keep

    def _draw(self, pairs: SetPairs) -> None:
        """Keep a sample in which every pair has the same chance: those whose scattered number ends in enough zeros."""
        self._samples.append(pairs.pick(self._drawn(pairs)))
        while sum(map(len, self._samples)) > SAMPLE:
            self._zeros += 1
            sample = _joined(self._samples)
            self._samples = [sample.pick(self._drawn(sample))]

    def _drawn(self, pairs: SetPairs) -> NDArray[np.bool_]:
        low, high = np.minimum(pairs.a, pairs.b), np.maximum(pairs.a, pairs.b)
        numbers = mixed((high * len(self.sizes) + low).astype(np.uint64))
        return np.asarray(numbers & np.uint64((1 << self._zeros) - 1) == 0)


def histogram(values: Floats, weights: Ints | None = None) -> Ints:
    """Counts in 50 equal bins from 0 to 1; 1 is in the last one.

    Two values differ by far more than 1e-9, so a value on the edge of a bin is in the upper one whatever its rounding.
    """
    counts = np.bincount((values * BINS + 1e-9).astype(np.uint8), weights, BINS + 1).astype(np.int64)
    counts[BINS - 1] += counts[BINS]
    return counts[:BINS]


def leading(owner: Ints, keys: tuple[NDArray[np.generic], ...], k: int) -> Ints:
    """The rows that are among the first `k` of their owner, sorted by the last key first, as in np.lexsort."""
    order = np.lexsort((*keys, owner))
    owner = owner[order]
    return np.asarray(order[np.arange(len(owner)) - np.searchsorted(owner, owner) < k])


def _small(pairs: SetPairs) -> NDArray[np.int32]:
    return np.array((pairs.a, pairs.b, pairs.shared), np.int32)


def _joined(parts: list[SetPairs]) -> SetPairs:
    empty = np.empty(0, np.int64)
    return SetPairs(*(np.concatenate([empty, *(getattr(p, name) for p in parts)]) for name in ("a", "b", "shared")))
