"""The books: what is kept is bounded, and a sample is even."""

from __future__ import annotations

import numpy as np
import pytest
from pagetwin.config import CompareSettings
from pagetwin.similarity import tally as module
from pagetwin.similarity.tally import Members, SetPairs, Tally, histogram

N = 120


def members(n: int) -> Members:
    return Members(np.ones(n, np.int64), np.zeros(n, np.int64), np.arange(n), np.arange(n))


def filled(settings: CompareSettings, part: int = 100) -> Tally:
    """Every two of 120 sets of 200 shingles share 140 to 199 of them; handed over in parts."""
    tally = Tally(np.full(N, 200), members(N), settings)
    a, b = np.triu_indices(N, 1)
    shared = 140 + (a * 7 + b * 13) % 60
    for start in range(0, len(a), part):
        tally.add(a[start : start + part], b[start : start + part], shared[start : start + part])
    return tally


def rows(pairs: SetPairs) -> set[tuple[int, int, int]]:
    return set(zip(pairs.a.tolist(), pairs.b.tolist(), pairs.shared.tolist(), strict=True))


def test_above_the_limit_only_the_closest_of_each_set_are_held() -> None:
    everything = rows(filled(CompareSettings()).pairs())
    assert len(everything) == N * (N - 1) // 2
    want = set()
    for n in range(N):
        mine = sorted((p for p in everything if n in p[:2]), key=lambda p: (-p[2], p[0] + p[1] - n))
        want.update(mine[:3])
    tally = filled(CompareSettings(pair_limit=100, closest=3))
    assert rows(tally.pairs()) == want
    assert tally.counts["either"] == len(everything)
    assert not tally.complete


@pytest.mark.parametrize("part", [1000, 37])
def test_a_sample_is_small_the_same_for_any_parts_and_even(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setattr(module, "SAMPLE", 1000)
    sample = filled(CompareSettings(), part).sample()
    assert 500 < len(sample) <= 1000
    assert rows(sample) == rows(filled(CompareSettings(), 100).sample())
    assert np.mean(sample.shared) == pytest.approx(169.5, abs=2.5)
    assert len(np.unique(sample.a)) > 100


def test_values_on_the_edge_of_a_bin_are_in_the_upper_one() -> None:
    """29 / 50 * 50 is 28.999999999999996 in floating point."""
    values = np.array([n / 50 for n in range(51)])
    assert histogram(values).tolist() == [1] * 49 + [2]
    assert histogram(np.array([0.5]), np.array([7]))[25] == 7
