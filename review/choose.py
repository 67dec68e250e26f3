"""Which pair to ask about next: pure, and the same for the same pool, answers and seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from .fit import Point, likely

Measure = Literal["jaccard", "containment"]
MEASURES: tuple[Measure, ...] = ("jaccard", "containment")

SPREAD = 0.2  # how far around the threshold the first half is spread
# Pages of which the shorter has less than this of the other's shingles say something about containment; with more, a
# containment of 0.8 means a Jaccard of 0.47 or more, which is the Jaccard threshold's to judge.
LOPSIDED = 2 / 3
_AGAIN = 0.004  # how much nearer a pair must lie to be asked although its group or section was asked about already
_AGAIN_MOST = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair that may be asked about. `key_a` < `key_b`; `places`: the groups and sections that its pages are in."""

    key_a: str
    key_b: str
    shared: int
    size_a: int
    size_b: int
    places: frozenset[str] = frozenset()

    @property
    def keys(self) -> tuple[str, str]:
        """What the pair is known by."""
        return self.key_a, self.key_b

    @property
    def jaccard(self) -> float:
        """Shared of all shingles."""
        return self.shared / max(self.size_a + self.size_b - self.shared, 1)

    @property
    def containment(self) -> float:
        """The larger of the two containments."""
        return self.shared / max(min(self.size_a, self.size_b), 1)

    @property
    def measure(self) -> Measure:
        """The measure that the pair is asked for."""
        return "containment" if min(self.size_a, self.size_b) < LOPSIDED * max(self.size_a, self.size_b) else "jaccard"

    @property
    def value(self) -> float:
        """The pair's similarity by that measure."""
        return self.jaccard if self.measure == "jaccard" else self.containment


@dataclass(frozen=True, slots=True)
class Asked:
    """A pair that was asked about; `same` is None when the owner was not sure."""

    pair: Candidate
    same: bool | None


@dataclass(frozen=True, slots=True)
class Plan:
    """How many pairs to ask about in all, a third of them for containment; the thresholds now; the seed."""

    pairs: int
    jaccard: float
    containment: float
    seed: int

    def wanted(self, measure: Measure) -> int:
        """Pairs to ask about for a measure."""
        return self.pairs // 3 if measure == "containment" else self.pairs - self.pairs // 3


def points(asked: Iterable[Asked], measure: Measure) -> list[Point]:
    """The clear answers about a measure."""
    return [(a.pair.value, a.same) for a in asked if a.same is not None and a.pair.measure == measure]


def following(pool: Sequence[Candidate], asked: Sequence[Asked], plan: Plan) -> Candidate | None:
    """The pair to ask about after `asked`; None when all are asked, or the pool has no more.

    Every third pair is one for containment. The first half of each measure is spread over its threshold +-SPREAD in
    random order, the second half lies where the answers so far say that the threshold is. Where the pool has too few
    pairs of one measure, those of the other take their place.
    """
    if len(asked) >= plan.pairs:
        return None
    known = {a.pair.keys for a in asked}
    free: dict[Measure, list[Candidate]] = {"jaccard": [], "containment": []}
    for pair in pool:
        if pair.keys not in known:
            free[pair.measure].append(pair)
    count = Counter(a.pair.measure for a in asked)
    turn: Measure = "containment" if len(asked) % 3 == 2 else "jaccard"
    other: Measure = "jaccard" if turn == "containment" else "containment"
    first, second = (other, turn) if count[turn] >= plan.wanted(turn) > 0 else (turn, other)
    measure = first if free[first] else second
    if not free[measure]:
        return None
    return _nearest(free[measure], _target(asked, plan, measure, count[measure]), asked)


def _target(asked: Sequence[Asked], plan: Plan, measure: Measure, number: int) -> float:
    """The similarity that the pair with this number (from 0) of a measure should have."""
    half = plan.wanted(measure) // 2
    if number >= half:
        return likely(points(asked, measure))
    cut = plan.jaccard if measure == "jaccard" else plan.containment
    places = [cut - SPREAD + 2 * SPREAD * (n + 0.5) / half for n in range(half)]
    random.Random(f"{plan.seed} {measure}").shuffle(places)  # noqa: S311 no secret
    return min(max(places[number], 0.0), 1.0)


def _nearest(pairs: Iterable[Candidate], target: float, asked: Iterable[Asked]) -> Candidate:
    """The pair nearest to the target, rather from a group and section that were not asked about yet."""
    times = Counter(place for a in asked for place in a.pair.places)
    far = [(abs(pair.value - target), pair) for pair in pairs]
    limit = min(distance for distance, _ in far) + _AGAIN * _AGAIN_MOST

    def cost(item: tuple[float, Candidate]) -> tuple[float, tuple[str, str]]:
        distance, pair = item
        again = min(max((times[place] for place in pair.places), default=0), _AGAIN_MOST)
        return distance + _AGAIN * again, pair.keys

    return min((item for item in far if item[0] <= limit), key=cost)[1]
