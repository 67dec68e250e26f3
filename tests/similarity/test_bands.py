"""LSH bands are chosen by the formula, which holds for real signatures. Prefixes miss nothing that is contained."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.similarity.classes import classes
from pagetwin.similarity.measure import wilson
from pagetwin.similarity.minhash import RECALL, bands, chance, proposed, signatures
from pagetwin.similarity.prefix import contained
from pagetwin.similarity.ragged import ragged
from pagetwin.similarity.words import Hashes, mixed


def let_in(threshold: float, count: int, rows: int) -> float:
    """The chance to become a candidate, summed over pairs below the threshold: what has to be scored in vain."""
    values = np.linspace(0, threshold, 200, endpoint=False)
    return float((1 - (1 - values**rows) ** count).sum())


@given(st.floats(0.01, 1), st.integers(2, 256), st.sampled_from([0.9, 0.99, 0.999]))
@settings(max_examples=100, deadline=None)
def test_bands_reach_the_recall_with_the_least_to_score(threshold: float, permutations: int, recall: float) -> None:
    """Of all lengths of rows, with as many bands as fit. Where none reaches the recall, the best is taken."""
    count, rows = bands(threshold, permutations, recall)
    assert count >= 2
    assert count * rows <= permutations
    shapes = [(permutations // r, r) for r in range(1, permutations // 2 + 1)]
    good = [shape for shape in shapes if chance(threshold, *shape) >= recall]
    if good:
        assert (count, rows) in good
        assert let_in(threshold, count, rows) == pytest.approx(min(let_in(threshold, *shape) for shape in good))
    else:
        assert chance(threshold, count, rows) == max(chance(threshold, *shape) for shape in shapes)


def at(jaccard: float, pairs: int, union: int = 100) -> list[Hashes]:
    """Pairs of sets one after the other, each with exactly this Jaccard, all numbers different from pair to pair."""
    common = round(jaccard * union)
    sets = []
    for n in range(pairs):
        values = mixed(np.arange(n * union, (n + 1) * union, dtype=np.uint64))
        half = common + (union - common) // 2
        sets += [np.sort(values[:half]), np.sort(np.concatenate((values[:common], values[half:])))]
    return sets


@pytest.mark.parametrize("jaccard", [0.1, 0.3, 0.5, 0.8, 0.9])
def test_computed_recall_is_what_is_measured(jaccard: float) -> None:
    """At the threshold, with the shape chosen for it and with weaker ones where the formula says much less.

    The interval is one of 99.99 %; the seed is fixed, so the test does not vary.
    """
    pairs = 1500
    signed = signatures(ragged(at(jaccard, pairs)), 1)
    first = np.arange(0, 2 * pairs, 2)
    count, rows = bands(jaccard)
    for shape in ((count, rows), (max(count // 4, 1), rows), (126 // (rows + 2), rows + 2)):
        found = int(proposed(signed, first, first + 1, shape).sum())
        low, high = wilson(found, pairs, z=3.89)
        assert low <= chance(jaccard, *shape) <= high
    assert chance(jaccard, count, rows) >= RECALL


@st.composite
def skewed_sets(draw: st.DrawFn) -> list[Hashes]:
    """Small sets, some equal, nested or alone, beside one that holds most of all."""
    small = draw(st.lists(st.frozensets(st.integers(0, 30), min_size=1, max_size=12), min_size=1, max_size=12))
    small += draw(st.lists(st.sampled_from(small), max_size=3))
    large = frozenset().union(*small) - draw(st.frozensets(st.integers(0, 30), max_size=6)) | {99}
    order = draw(st.permutations([*small, large, frozenset(range(200, 240))]))
    return [np.array(sorted(values), np.uint64) for values in order]


@given(skewed_sets(), st.one_of(st.floats(0.01, 1), st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 2 / 3, 0.7, 0.9, 1.0])))
@settings(max_examples=150, deadline=None)
def test_no_contained_pair_is_missed_at_any_threshold_however_the_sizes_differ(
    sets: list[Hashes], threshold: float
) -> None:
    found = [pair for a, b in contained(classes(sets), threshold) for pair in zip(a.tolist(), b.tolist(), strict=True)]
    assert len(set(found)) == len(found)
    for a, x in enumerate(sets):
        for b, y in enumerate(sets):
            if a != b and (len(x), a) < (len(y), b):
                common = len(np.intersect1d(x, y))
                assert (b, a) not in found
                assert (a, b) in found or not common or common / len(x) < threshold
