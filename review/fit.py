"""From answers to a threshold. A point is (similarity from 0 to 1, whether the owner called the two pages the same)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..similarity.measure import wilson

Point = tuple[float, bool]

# The share of answers that may be slips. More than people make: with less, a slip near the cut draws all later pairs to
# the wrong place (benchmarks/review.py).
SLIPS = 0.25
LEAST = 5  # clear answers below which nothing is proposed
WEAK = 0.75  # agreement below which the answers say nothing about similarity
BANDS = 10


@dataclass(frozen=True, slots=True)
class Gap:
    """Every threshold t with low < t <= high parts the points alike and contradicts `against` of them."""

    low: float
    high: float
    against: int


@dataclass(frozen=True, slots=True)
class Step:
    """A stretch of the rising fit, from the similarity of its first point to that of its last: the share of "same"."""

    first: float
    last: float
    share: float
    count: int


@dataclass(frozen=True, slots=True)
class Band:
    """The answers between two similarities (the lower one inside): how many, how many "same", 95 % interval."""

    low: float
    high: float
    asked: int
    same: int
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Fit:
    """The threshold that contradicts the fewest answers. `low` to `high`: the hundredths around it that do as well.

    `agree` of `answers` agree with it; of the `above` at or above it, `same` were called the same (`interval`: 95 %,
    Wilson). `weak`: the answers hardly depend on similarity: fewer than WEAK agree, or no more than if all pairs were
    called alike. (As pairs are asked where the threshold seems to be, answers without sense may agree in many.)
    """

    threshold: float
    low: float
    high: float
    answers: int
    agree: int
    above: int
    same: int
    interval: tuple[float, float]
    weak: bool


def gaps(points: Sequence[Point]) -> list[Gap]:
    """All ways in which a threshold can part the points, ascending; neighbours that contradict as many are one."""
    values = sorted({x for x, _ in points})
    ends = [0.0, *(x for x in values if x > 0), *([1.0] if not values or values[-1] < 1 else [])]
    found: list[Gap] = []
    for low, high in pairwise(ends):
        against = sum((x >= high if high in values else False) != same for x, same in points)
        if found and found[-1].against == against:
            low = found.pop().low
        found.append(Gap(low, high, against))
    return found


def likely(points: Sequence[Point]) -> float:
    """The median of where the threshold may lie, all values being equally likely before the first answer.

    Each answer is taken to be a slip with probability SLIPS; asking there next halves what is not known (probabilistic
    bisection: Horstein 1963; Waeber, Frazier and Henderson 2013).
    """
    found = gaps(points)
    weights = [(gap.high - gap.low) * (SLIPS / (1 - SLIPS)) ** gap.against for gap in found]
    left = sum(weights) / 2
    for gap, weight in zip(found, weights, strict=True):
        if weight >= left:
            return gap.low + (gap.high - gap.low) * left / weight
        left -= weight
    return 1.0


def fit(points: Sequence[Point], now: float) -> Fit | None:
    """The threshold with the fewest disagreements: `now` if it is one, else the nearest such to the likely place.

    Thresholds are whole hundredths: answers of a person tell no more. None when the points are too few or all alike:
    then they say on which side the threshold lies, and not where.
    """
    alike = [sum(same is answer for _, same in points) for answer in (True, False)]
    if len(points) < LEAST or 0 in alike:
        return None
    tried = [n / 100 for n in range(1, 101)]
    counts = [_against(points, t) for t in tried]
    fewest = min(counts)
    best = [t for t, count in zip(tried, counts, strict=True) if count == fewest]
    middle = likely(points)
    threshold = min(best, key=lambda t: (abs(t - middle), t))
    if best[0] <= now <= best[-1] and _against(points, now) == fewest:
        threshold = now
    nearest = min(best, key=lambda t: abs(t - threshold))
    low, high = (_end(best, nearest, step) for step in (-1, 1))
    above = [same for x, same in points if x >= threshold]
    agree = len(points) - fewest
    return Fit(
        threshold, low, high, len(points), agree, len(above), sum(above), wilson(sum(above), len(above)),
        weak=agree < WEAK * len(points) or agree <= max(alike),
    )  # fmt: skip


def _against(points: Sequence[Point], threshold: float) -> int:
    return sum((x >= threshold) != same for x, same in points)


def _end(best: Sequence[float], start: float, step: int) -> float:
    """The last of the best thresholds that follow one another from `start` on."""
    place = best.index(start)
    while 0 <= place + step < len(best) and round(100 * (best[place + step] - best[place])) == step:
        place += step
    return best[place]


def rising(points: Sequence[Point]) -> list[Step]:
    """The monotone fit of least squares: pool adjacent violators (Ayer et al. 1955). Equal values stay together."""
    steps: list[Step] = []
    for step in _levels(points):
        steps.append(step)
        while len(steps) > 1 and steps[-2].share >= steps[-1].share:
            after, before = steps.pop(), steps.pop()
            count = before.count + after.count
            share = (before.share * before.count + after.share * after.count) / count
            steps.append(Step(before.first, after.last, share, count))
    return steps


def _levels(points: Sequence[Point]) -> Iterator[Step]:
    by_value: dict[float, list[bool]] = {}
    for x, same in sorted(points):
        by_value.setdefault(x, []).append(same)
    for x, answers in by_value.items():
        yield Step(x, x, sum(answers) / len(answers), len(answers))


def bands(points: Sequence[Point]) -> list[Band]:
    """The answers by tenths of similarity, without the empty ones."""
    found = []
    for n in range(BANDS):
        low, high = n / BANDS, (n + 1) / BANDS
        inside = [same for x, same in points if low <= x < high or x == high == 1]
        if inside:
            found.append(Band(low, high, len(inside), sum(inside), wilson(sum(inside), len(inside))))
    return found
