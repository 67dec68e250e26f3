"""A small group each with each, against plain sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.similarity.square import square, stars

from .oracle import shingle_set
from .test_cluster import groups_of, pages

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=14).map(" ".join)


@given(st.lists(TEXT, min_size=1, max_size=6), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_values_are_those_of_plain_sets(texts: list[str], w: int) -> None:
    sets = [shingle_set(text, w) for text in texts]
    found = square(texts, w, None, TextSettings())
    for i, a in enumerate(sets):
        for j, b in enumerate(sets):
            assert found[i, j] == pytest.approx(len(a & b) / len(a | b) if a | b else 0.0)


def test_a_chain_is_no_group() -> None:
    """The middle one takes both ends; at a higher threshold only two are left together."""
    values = np.array([[1, 0.6, 0.1], [0.6, 1, 0.5], [0.1, 0.5, 1]])
    assert [stars(values, cut) for cut in (0.1, 0.5, 0.55, 0.7)] == [[3], [3], [2, 1], [1, 1, 1]]
    values = np.eye(4) + 0.6 * (np.eye(4, k=1) + np.eye(4, k=-1))
    assert stars(values, 0.5) == [3, 1]


@given(st.lists(TEXT.filter(bool), min_size=2, max_size=7), st.sampled_from([0.2, 0.4, 0.6]))
@settings(max_examples=60, deadline=None)
def test_groups_are_those_of_the_comparison(texts: list[str], cut: float) -> None:
    texts = [f"{text} own{n}" for n, text in enumerate(texts)]  # none stands in another, which would join them too
    found = stars(square(texts, 1, None, TextSettings()), cut)
    expected = [
        len(c.members) for c in groups_of(pages(*texts), CompareSettings(shingle=1, jaccard=cut, containment=1.0))
    ]
    assert found == sorted(expected + [1] * (len(texts) - sum(expected)), reverse=True)
