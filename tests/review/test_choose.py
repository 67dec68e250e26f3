"""Which pairs are asked about: from both measures, near the threshold, then where the answers lead, never twice."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.review.choose import SPREAD, Asked, Candidate, Plan, following, points
from pagetwin.review.fit import likely

from .simulate import pool, review

PLAN = Plan(24, 0.5, 0.8, 1)
POOL = pool(0, 300)


@st.composite
def pools(draw: st.DrawFn) -> list[Candidate]:
    sizes = st.integers(1, 40)
    found = []
    for n in range(draw(st.integers(0, 40))):
        a, b = draw(sizes), draw(sizes)
        found.append(Candidate(f"a{n:02}", f"b{n:02}", draw(st.integers(0, min(a, b))), a, b))
    return found


@given(pools(), st.integers(1, 30), st.floats(0.05, 1), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_each_pair_once_until_all_or_as_many_as_wished(
    pairs: list[Candidate], wished: int, cut: float, rng: random.Random
) -> None:
    plan = Plan(wished, cut, cut, 7)
    asked: list[Asked] = []
    while (pair := following(pairs, asked, plan)) is not None:
        asked.append(Asked(pair, rng.choice([True, False, None])))
    assert len(asked) == min(wished, len(pairs))
    assert len({a.pair.keys for a in asked}) == len(asked)


def test_sixteen_for_jaccard_and_eight_for_containment() -> None:
    asked = review(POOL, PLAN, 0.62, 0.0, 1)
    assert Counter(a.pair.measure for a in asked) == {"jaccard": 16, "containment": 8}


def test_the_first_half_is_spread_around_the_thresholds_and_the_second_follows_the_answers() -> None:
    asked = review(POOL, PLAN, 0.62, 0.0, 1)
    for measure, cut, wanted in (("jaccard", 0.5, 16), ("containment", 0.8, 8)):
        values = [a.pair.value for a in asked if a.pair.measure == measure]
        step = 2 * SPREAD / (wanted // 2)
        places = [cut - SPREAD + step * (n + 0.5) for n in range(wanted // 2)]
        near = [min(abs(value - place) for value in values[: wanted // 2]) for place in places]
        assert max(near) < step / 2
        assert values[: wanted // 2] != sorted(values[: wanted // 2])  # the order gives nothing away
        for n, one in enumerate(asked):
            before = points(asked[:n], measure)
            if one.pair.measure == measure and len(before) >= wanted // 2:
                assert abs(one.pair.value - likely(before)) < 0.05
    late = [a.pair.value for a in asked if a.pair.measure == "jaccard"][-4:]
    assert all(abs(value - 0.62) < 0.05 for value in late)


def test_order_of_the_pool_and_a_new_start_change_nothing() -> None:
    asked = review(POOL, PLAN, 0.62, 0.1, 3)
    mixed = random.Random(5).sample(POOL, len(POOL))
    for n in range(len(asked)):
        assert following(mixed, asked[:n], PLAN) == asked[n].pair
    other = review(POOL, Plan(24, 0.5, 0.8, 2), 0.62, 0.1, 3)
    assert [a.pair for a in other] != [a.pair for a in asked]  # the seed does


def test_groups_and_sections_take_turns() -> None:
    one, two = frozenset({"group 1"}), frozenset({"group 2"})
    pairs = [Candidate(f"a{n}", f"b{n}", 5000 + n, 7500 + n, 7500, one if n < 8 else two) for n in range(16)]
    asked = review(pairs, Plan(2, 0.5, 0.8, 1), 0.5, 0.0, 1)
    assert {place for a in asked for place in a.pair.places} == {"group 1", "group 2"}


def test_a_pool_of_one_measure_gives_all_pairs() -> None:
    alike = [pair for pair in POOL if pair.measure == "jaccard"]
    assert len(review(alike, PLAN, 0.62, 0.0, 1)) == 24


def test_measures_by_hand() -> None:
    pair = Candidate("a", "b", 8, 10, 10)
    assert (pair.measure, round(pair.value, 2)) == ("jaccard", 0.67)
    pair = Candidate("a", "b", 45, 55, 87)
    assert (pair.measure, round(pair.value, 2), round(pair.jaccard, 2)) == ("containment", 0.82, 0.46)


def test_unsure_pairs_are_asked_but_not_counted() -> None:
    pair = Candidate("a", "b", 8, 10, 10)
    assert points([Asked(pair, None), Asked(pair, True)], "jaccard") == [(pair.jaccard, True)]
