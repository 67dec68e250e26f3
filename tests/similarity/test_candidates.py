"""LSH and prefixes: they propose what they must."""

from __future__ import annotations

import random

import numpy as np
import pytest
from datasketch import MinHash, MinHashLSH
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.similarity import minhash as module
from pagetwin.similarity.classes import classes
from pagetwin.similarity.exact import dense_product, join, plan
from pagetwin.similarity.minhash import bands, chance, index, proposed, signatures
from pagetwin.similarity.prefix import contained
from pagetwin.similarity.ragged import ragged
from pagetwin.similarity.score import shared
from pagetwin.similarity.words import Hashes
from scipy import sparse


def sets_of(seed: int, n: int) -> list[Hashes]:
    """Non-empty sets of random numbers; some cut from others, with a few of their own."""
    rng = np.random.default_rng(seed)
    found: list[Hashes] = []
    for _ in range(n):
        base = (
            found[rng.integers(len(found))] if found and rng.random() < 0.7 else rng.integers(0, 2**64, 20, np.uint64)
        )
        kept = base[rng.random(len(base)) < rng.choice([0.3, 0.8, 0.95, 1])]
        found.append(np.unique(np.concatenate((kept, rng.integers(0, 2**64, rng.integers(1, 12), np.uint64)))))
    return found


@pytest.mark.parametrize(
    ("threshold", "want"),
    [(0.5, (42, 3)), (0.3, (63, 2)), (0.8, (21, 6)), (0.1, (126, 1)), (0.9, (12, 10)), (1.0, (2, 63))],
)
def test_bands(threshold: float, want: tuple[int, int]) -> None:
    assert bands(threshold) == want
    assert chance(threshold, *want) >= 0.99


def test_the_index_finds_nearly_all_pairs_at_the_threshold() -> None:
    r = random.Random(1)
    pairs = []
    for n in range(300):
        shared_part = {r.getrandbits(64) for _ in range(100)}
        pairs += [shared_part | {r.getrandbits(64) for _ in range(50 if n % 2 else 25)} for _ in range(2)]
    sets = [np.array(sorted(s), np.uint64) for s in pairs]
    found = pairs_of(sets, 1)
    assert sum((2 * n + 1, 2 * n) in found for n in range(300)) >= 297
    assert len(found) < 310


def pairs_of(sets: list[Hashes], seed: int) -> list[tuple[int, int]]:
    found = index(signatures(ragged(sets), seed), bands(0.5)).candidates()
    return [pair for a, b in found for pair in zip(a.tolist(), b.tolist(), strict=True)]


def hashed(sets: list[Hashes], seed: int) -> list[MinHash]:
    numbers = ((values >> np.uint64(32)).tolist() for values in sets)
    return list(MinHash.generator(numbers, num_perm=module.PERMUTATIONS, seed=seed, hashfunc=int))


@pytest.mark.parametrize("seed", range(5))
def test_signatures_and_candidates_are_those_of_datasketch(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(module, "COLUMNS", 7)
    monkeypatch.setattr(module, "STEP", 5)
    sets, shape = sets_of(seed, 60), bands(0.5)
    signed = signatures(ragged(sets), seed)
    theirs = hashed(sets, seed)
    assert (signed == np.array([one.hashvalues for one in theirs])).all()
    lsh = MinHashLSH(num_perm=module.PERMUTATIONS, params=shape)
    want = []
    for number, one in enumerate(theirs):
        want += [(number, other) for other in lsh.query(one)]
        lsh.insert(number, one)
    found = pairs_of(sets, seed)
    assert sorted(found) == sorted(want) != []
    a, b = np.triu_indices(60, 1)
    for says in (proposed(signed, a, b, shape), index(signed, shape).proposed(a, b)):
        assert {(y, x) for x, y, yes in zip(a.tolist(), b.tolist(), says.tolist(), strict=True) if yes} == set(want)


def test_a_crowded_bucket_is_cut_short_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty sets with one signature and a crowd of 5: all meet the first two, and 38 * 37 / 2 pairs a band are not."""
    monkeypatch.setattr(module, "CROWD", 5)
    monkeypatch.setattr(module, "HUBS", 2)
    monkeypatch.setattr(module, "PAIRS", 2 * (40 * 39 + 5 * 4) // 2 - 1)
    signed = np.concatenate((np.full((40, 6), 7, np.uint32), np.full((5, 6), 8, np.uint32)))
    found = index(signed, (2, 3))
    pairs = [pair for a, b in found.candidates() for pair in zip(a.tolist(), b.tolist(), strict=True)]
    want = {(a, b) for a in range(40) for b in range(2) if b < a} | {
        (a, b) for a in range(40, 45) for b in range(40, a)
    }
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == want
    assert (found.crowded, found.left_out) == (2, 2 * 38 * 37 // 2)
    a, b = np.triu_indices(45, 1)
    says = found.proposed(a, b)
    assert {(y, x) for x, y, yes in zip(a.tolist(), b.tolist(), says.tolist(), strict=True) if yes} == want


def test_a_crowd_that_all_buckets_can_afford_is_not_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CROWD", 5)
    monkeypatch.setattr(module, "HUBS", 2)
    monkeypatch.setattr(module, "PAIRS", 2 * (40 * 39 + 5 * 4) // 2)
    signed = np.concatenate((np.full((40, 6), 7, np.uint32), np.full((5, 6), 8, np.uint32)))
    found = index(signed, (2, 3))
    assert (found.crowded, found.left_out) == (0, 0)
    assert sum(len(a) for a, _ in found.candidates()) == 40 * 39 // 2 + 5 * 4 // 2


def test_the_seed_decides() -> None:
    sets = sets_of(1, 5)
    one, same, other = (signatures(ragged(sets), seed) for seed in (1, 1, 2))
    assert (one == same).all()
    assert (one != other).any()


@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from([0.5, 0.6, 0.8, 0.9, 1.0]))
@settings(max_examples=40, deadline=None)
def test_prefixes_hold_every_contained_pair_once(seed: int, n: int, threshold: float) -> None:
    sets = sets_of(seed, n)
    found = [pair for a, b in contained(classes(sets), threshold) for pair in zip(a.tolist(), b.tolist(), strict=True)]
    assert len({frozenset(pair) for pair in found}) == len(found)
    assert all(len(sets[a]) <= len(sets[b]) and a != b for a, b in found)
    for a in range(n):
        for b in range(a):
            common = len(np.intersect1d(sets[a], sets[b]))
            if common and common / min(len(sets[a]), len(sets[b])) >= threshold:
                assert (a, b) in found or (b, a) in found


def test_prefixes_leave_most_pairs_out() -> None:
    """Pages that share a tenth only are not candidates for a containment of 0.8."""
    rng = np.random.default_rng(1)
    common = rng.integers(0, 2**64, 10, np.uint64)
    sets = [np.unique(np.concatenate((common, rng.integers(0, 2**64, 90, np.uint64)))) for _ in range(30)]
    assert not any(len(a) for a, _ in contained(classes(sets), 0.8))


@given(st.integers(0, 10**6), st.integers(0, 30), st.data())
@settings(max_examples=30, deadline=None)
def test_join_gives_each_pair_with_a_wanted_set_once(seed: int, n: int, data: st.DataObject) -> None:
    sets = sets_of(seed, n)
    wanted = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)
    found: list[tuple[int, int, int]] = []
    merged = classes(sets)
    join(
        merged, plan(merged, wanted), lambda a, b, s: found.extend(zip(a.tolist(), b.tolist(), s.tolist(), strict=True))
    )
    want = set()
    for a in range(n):
        for b in range(a):
            common = len(np.intersect1d(sets[a], sets[b]))
            if common and (wanted[a] or wanted[b]):
                want.add((b, a, common))
    assert sorted((min(a, b), max(a, b), s) for a, b, s in found) == sorted(want)


def test_cost_is_the_sum_of_squared_spreads_of_what_is_shared() -> None:
    """Two classes: one of 3 shingles on 3 sets, one of 1 shingle on 2 sets; own shingles cost nothing."""
    sets = [np.array(s, np.uint64) for s in ([1, 2, 3, 4, 10], [1, 2, 3, 4, 20, 21], [1, 2, 3])]
    merged = classes(sets)
    assert sorted(zip(merged.weights.tolist(), merged.spread.tolist(), strict=True)) == [(1, 2), (3, 3)]
    assert plan(merged).cost == 3 * 3 + 2 * 2
    assert merged.unique.tolist() == [1, 2, 0]
    assert merged.sizes.tolist() == [5, 6, 3]


def test_counts_above_the_exact_range_of_float32_stay_exact() -> None:
    weights = np.array([[2**24, 1]], np.int32)
    both = sparse.csr_array(np.ones((1, 2), np.int32))
    product = dense_product(sparse.csr_array(weights), both, 2**24 + 1)
    assert product is not None
    assert int(product[0, 0]) == 2**24 + 1


def test_a_set_without_company_shares_nothing_with_many() -> None:
    sets = [np.array([n], np.uint64) for n in (1, 2, 2)] + [np.array([2, 100 + n], np.uint64) for n in range(1500)]
    merged = classes(sets)
    every = np.arange(len(sets))
    assert shared(merged, np.zeros(len(sets), np.int64), every).tolist() == [1] + [0] * (len(sets) - 1)
    assert shared(merged, np.full(len(sets), 3), every).tolist() == [0, 1, 1, 2] + [1] * (len(sets) - 4)
