"""A small group each with each, against plain sets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.square import square

from .oracle import shingle_set

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=14).map(" ".join)


@given(st.lists(TEXT, min_size=1, max_size=6), st.integers(1, 4))
@settings(max_examples=100, deadline=None)
def test_values_are_those_of_plain_sets(texts: list[str], w: int) -> None:
    sets = [shingle_set(text, w) for text in texts]
    found = square(texts, w, None, TextSettings())
    for i, a in enumerate(sets):
        for j, b in enumerate(sets):
            assert found[i, j] == pytest.approx(len(a & b) / len(a | b) if a | b else 0.0)
