"""Measures by hand, and the published examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.similarity.measure import containment, jaccard, least_shared, wilson


def test_examples() -> None:
    assert round(float(jaccard(45, 55, 55)), 2) == 0.69
    assert round(float(jaccard(45, 55, 87)), 2) == 0.46
    assert [round(float(containment(45, n)), 2) for n in (55, 87)] == [0.82, 0.52]
    assert round(float(jaccard(8, 10, 10)), 2) == 0.67
    assert float(jaccard(0, 0, 0)) == float(containment(0, 0)) == 0


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_jaccard_is_symmetric_and_below_both_containments(shared: int, own_a: int, own_b: int) -> None:
    a, b = shared + own_a, shared + own_b
    value = float(jaccard(shared, a, b))
    assert value == float(jaccard(shared, b, a))
    assert 0 <= value <= min(float(containment(shared, a)), float(containment(shared, b))) <= 1
    assert (value == 1) == (own_a == own_b == 0 < shared)


@given(st.integers(1, 3000), st.floats(0.001, 1))
def test_least_shared_is_the_edge_of_the_division(size: int, threshold: float) -> None:
    least = least_shared(size, threshold)
    assert least / size >= threshold
    assert least == 1 or (least - 1) / size < threshold


def test_wilson_interval_of_textbook_values() -> None:
    """81 of 263: Newcombe (1998), table I, method 3."""
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert 0.72 < wilson(10, 10)[0] < 0.73
