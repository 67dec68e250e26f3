"""The fit against brute force, and what it says of answers that say nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.review.fit import WEAK, Point, bands, fit, gaps, likely, rising

VALUES = st.one_of(st.floats(0, 1), st.integers(0, 20).map(lambda n: n / 20))
POINTS = st.lists(st.tuples(VALUES, st.booleans()), max_size=30)


def against(points: list[Point], threshold: float) -> int:
    return sum((x >= threshold) != same for x, same in points)


@given(POINTS, st.floats(0, 1, exclude_min=True))
def test_gaps_count_the_answers_against_every_threshold(points: list[Point], threshold: float) -> None:
    found = gaps(points)
    assert (found[0].low, found[-1].high) == (0, 1)
    assert all(a.high == b.low and a.against != b.against for a, b in pairwise(found))
    (here,) = (gap for gap in found if gap.low < threshold <= gap.high)
    assert here.against == against(points, threshold)


@given(POINTS, st.floats(0.01, 1))
def test_no_threshold_contradicts_fewer_answers(points: list[Point], now: float) -> None:
    found = fit(points, now)
    if found is None:
        assert len(points) < 5 or len({same for _, same in points}) == 1
        return
    fewest = min(against(points, n / 100) for n in range(1, 101))
    assert against(points, found.threshold) == fewest == found.answers - found.agree
    assert found.threshold in (now, round(found.threshold, 2))
    tries = [n / 100 for n in range(1, 101) if found.low <= n / 100 <= found.high]
    assert {against(points, t) for t in tries} == {fewest}
    for outside in (found.low - 0.01, found.high + 0.01):
        assert not 0 < round(outside, 2) <= 1 or against(points, round(outside, 2)) > fewest
    if now in tries:
        assert found.threshold == now  # nothing speaks for a change
    same = sum(same for _, same in points)
    assert found.weak == (found.agree < WEAK * found.answers or found.agree <= max(same, found.answers - same))
    assert (found.above, found.same) == (
        sum(x >= found.threshold for x, _ in points),
        sum(same for x, same in points if x >= found.threshold),
    )
    low, high = found.interval
    assert 0 <= low <= high <= 1


@given(POINTS)
def test_the_rising_fit_is_that_of_the_min_max_formula(points: list[Point]) -> None:
    """Robertson, Wright and Dykstra 1988: the fit at i is the max over s <= i of the min over t >= i of mean(s..t)."""
    steps = rising(points)
    values = sorted({x for x, _ in points})
    sums = [sum(same for x, same in points if x == value) for value in values]
    sizes = [sum(x == value for x, _ in points) for value in values]
    for i, value in enumerate(values):
        best = max(
            min(Fraction(sum(sums[s : t + 1]), sum(sizes[s : t + 1])) for t in range(i, len(values)))
            for s in range(i + 1)
        )
        (step,) = (step for step in steps if step.first <= value <= step.last)
        assert step.share == pytest.approx(float(best))
    assert all(a.share < b.share for a, b in pairwise(steps))
    assert sum(step.count for step in steps) == len(points)


@given(POINTS)
def test_bands_hold_every_answer_once(points: list[Point]) -> None:
    found = bands(points)
    assert sum(band.asked for band in found) == len(points)
    assert sum(band.same for band in found) == sum(same for _, same in points)
    assert all(band.interval[0] <= band.same / band.asked <= band.interval[1] for band in found)


@given(POINTS)
def test_the_likely_place_moves_towards_an_answer(points: list[Point]) -> None:
    middle = likely(points)
    assert 0 <= middle <= 1
    assert likely([*points, (middle, True)]) <= middle + 1e-9
    assert likely([*points, (middle, False)]) >= middle - 1e-9


def test_a_review_by_hand() -> None:
    answers = [(0.4, False), (0.45, False), (0.5, True), (0.55, False), (0.6, False), (0.66, True), (0.7, True)]
    found = fit(answers, 0.5)
    assert found is not None
    assert (found.low, found.high, found.agree, found.answers) == (0.61, 0.66, 6, 7)
    assert (found.above, found.same, found.weak) == (2, 2, False)
    assert found.interval == pytest.approx((0.3424, 1.0), abs=1e-4)  # Wilson, 2 of 2
    assert [(s.first, s.last, round(s.share, 3)) for s in rising(answers)] == [
        (0.4, 0.45, 0.0), (0.5, 0.6, 0.333), (0.66, 0.7, 1.0),
    ]  # fmt: skip


def test_answers_that_do_not_depend_on_similarity_are_told() -> None:
    found = fit([(n / 20, n % 2 == 0) for n in range(4, 18)], 0.5)
    assert found is not None
    assert found.weak


@pytest.mark.parametrize("same", [True, False])
def test_answers_all_alike_give_no_threshold(same: bool) -> None:
    assert fit([(n / 10, same) for n in range(1, 10)], 0.5) is None
