"""The pieces that passages are put together from, against the plainest way to do the same."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.similarity import align


@given(
    st.one_of(st.permutations(range(12)), st.lists(st.integers(0, 40), max_size=12), st.just([]), st.just([3, 5, 9]))
)
def test_a_longest_rising_subsequence(values: list[int]) -> None:
    chosen = align._rising(np.array(values, np.int64))
    assert chosen == sorted(set(chosen))
    assert all(values[a] < values[b] for a, b in pairwise(chosen))
    best: list[int] = []  # of those that end at each place
    for n, value in enumerate(values):
        best.append(1 + max((best[m] for m in range(n) if values[m] < value), default=0))
    assert len(chosen) == max(best, default=0)


@given(st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9))), st.integers(1, 4))
def test_anchors_one_after_another_make_a_run(anchors: set[tuple[int, int]], w: int) -> None:
    pairs = sorted(anchors)
    in_a, in_b = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    found = list(align._joined(in_a, in_b, range(len(pairs)), w))
    joined = [(run.a + n, run.b + n) for run in found for n in range(run.length - w + 1)]
    assert joined == pairs
    starts = {(run.a, run.b) for run in found}
    for before, after in pairwise(pairs):
        assert (after in starts) == (after != (before[0] + 1, before[1] + 1))
