"""SimHash: fingerprints by a plain count of bits, close pairs by brute force, and what they add beyond the budget."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity import simhash as module
from pagetwin.similarity.local import compare
from pagetwin.similarity.minhash import bands
from pagetwin.similarity.sets import collect
from pagetwin.similarity.sets import fingerprints as of_sets
from pagetwin.similarity.shingles import windows
from pagetwin.similarity.simhash import close_between, close_pairs, fingerprints, near
from pagetwin.similarity.words import Hashes, word_hashes

from .oracle import judge

FULL = 2**64 - 1
WORDS = [f"word{n}" for n in range(40)]

ONE_WORD, READING = CompareSettings(shingle=1), TextSettings()


def prints_of(values: list[int]) -> Hashes:
    return np.array(values, np.uint64)


def plain_fingerprint(features: list[int]) -> int:
    ones = [sum(feature >> bit & 1 for feature in features) for bit in range(64)]
    return sum(1 << bit for bit in range(64) if ones[bit] * 2 > len(features))


def all_close(a: list[int], b: list[int] | None, distance: int) -> list[tuple[int, int]]:
    """By brute force; inside one list when `b` is None."""
    rows = [(x, y) for x in range(len(a)) for y in (range(x + 1, len(a)) if b is None else range(len(b)))]
    other = a if b is None else b
    return sorted((x, y) for x, y in rows if (a[x] ^ other[y]).bit_count() <= distance)


def listed(parts: object) -> list[tuple[int, int]]:
    return sorted(pair for a, b in parts for pair in zip(a.tolist(), b.tolist(), strict=True))  # type: ignore[attr-defined]


@st.composite
def fingerprint_lists(draw: st.DrawFn) -> list[int]:
    """Some far from one another, some made of others by up to 5 flipped bits, some equal."""
    values = draw(st.lists(st.integers(0, FULL), min_size=1, max_size=8))
    for _ in range(draw(st.integers(0, 24))):
        value = draw(st.sampled_from(values))
        for bit in draw(st.lists(st.integers(0, 63), max_size=5)):
            value ^= 1 << bit
        values.append(value)
    return values


@pytest.mark.parametrize("block", [1, 20, 20_000])
@given(texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=30), max_size=6), w=st.integers(1, 3))
@settings(max_examples=30, deadline=None)
def test_a_bit_is_set_where_more_than_half_of_the_features_have_it(texts: list[list[str]], w: int, block: int) -> None:
    hashes, counts = word_hashes([" ".join(words) for words in texts])
    values, sizes = windows(hashes, counts, w)
    features = [part.tolist() for part in np.split(values, np.cumsum(sizes))[: len(texts)]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        found = fingerprints(hashes, counts, w)
    assert found.tolist() == [plain_fingerprint(each) for each in features]


@given(fingerprint_lists(), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_close_pairs_are_those_of_brute_force_each_once(values: list[int], distance: int) -> None:
    assert listed(close_pairs(prints_of(values), distance)) == all_close(values, None, distance)


@given(fingerprint_lists(), fingerprint_lists(), st.data())
@settings(max_examples=40, deadline=None)
def test_close_between_two_audits_are_those_of_brute_force_each_once(
    a: list[int], b: list[int], data: st.DataObject
) -> None:
    b += data.draw(st.lists(st.sampled_from(a), max_size=5))
    assert listed(close_between(prints_of(a), prints_of(b))) == all_close(a, b, 3)


def crowd(n: int, flips: int, seed: int) -> list[int]:
    """Fingerprints around one: what the pages of a template have."""
    r = random.Random(seed)
    values = []
    for _ in range(n):
        value = 0x123456789ABCDEF0
        for bit in r.sample(range(64), r.randrange(flips + 1)):
            value ^= 1 << bit
        values.append(value)
    return values


@pytest.mark.parametrize(("flips", "tables"), [(2, 4), (5, 10), (10, 10)])
def test_a_crowd_takes_more_tables_where_that_helps_and_stays_exact_and_bounded(
    monkeypatch: pytest.MonkeyPatch, flips: int, tables: int
) -> None:
    monkeypatch.setattr(module, "STEP", 5_000)
    monkeypatch.setattr(module, "WORTH", 2)
    values = crowd(900, flips, flips)
    parts = list(close_pairs(prints_of(values)))
    assert listed(parts) == all_close(values, None, 3)
    assert max(len(a) for a, _ in parts) <= 5_000
    distinct = np.unique(prints_of(values))
    assert len(module._tables(distinct, distinct, 3, True)) >= tables


def test_equal_fingerprints_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 equal ones and one near them: two distinct fingerprints are one comparison, not half a million."""
    asked: list[int] = []
    real = module.near
    monkeypatch.setattr(module, "near", lambda a, b, d: asked.append(len(a)) or real(a, b, d))
    found = listed(close_pairs(prints_of([5] * 1000 + [4])))
    assert len(found) == 1000 * 999 // 2 + 1000
    assert sum(asked) <= 4


def test_no_fingerprints() -> None:
    none = prints_of([])
    assert listed(close_pairs(none)) == listed(close_between(none, prints_of([1]))) == []
    assert fingerprints(none, np.empty(0, np.int64)).tolist() == []
    assert near(none, none).tolist() == []


def edited(seed: int) -> list[Document]:
    """Long texts, each with a copy in which single words are changed: J near 0.9 at 5 words, and 3 short strangers."""
    r = random.Random(seed)
    texts = []
    for n in range(40):
        words = [f"t{n}w{r.randrange(150)}" for _ in range(800)]
        copy = list(words)
        for place in r.sample(range(800), 8):
            copy[place] = f"edit{r.getrandbits(40)}"
        texts += [" ".join(words), " ".join(copy)]
    return [Document(n, "main", text, "") for n, text in enumerate([*texts, "one", "two words", "three short words"])]


def test_fingerprints_of_sets_are_those_of_their_first_page_whatever_the_order() -> None:
    documents = [*edited(1)[:10], Document(10, "main", "two two two two", ""), Document(11, "main", "two two", "")]
    sets = collect(documents, "main", ONE_WORD, READING)
    want = fingerprints(*word_hashes([documents[page].main for page in sets.pages[sets.starts[:-1]].tolist()]))
    for order in (documents, documents[::-1]):
        assert of_sets(collect(order, "main", ONE_WORD, READING), READING).tolist() == want.tolist()


def test_beyond_the_budget_simhash_adds_what_lsh_lost_and_recall_is_measured_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With two bands of 60 rows LSH finds hardly any pair; SimHash finds most, and none twice."""
    documents = edited(2)
    asked = CompareSettings(shingle=5, jaccard=0.8, containment=1.0, join_budget=0)
    want = judge(documents, asked)
    assert len(want.pairs) == 40
    monkeypatch.setattr("pagetwin.similarity.local.bands", lambda threshold: (2, 60))
    got = compare(documents, asked, TextSettings(), Progress())
    assert set(got.pairs) <= set(want.pairs)
    assert got.pair_count == len(set(got.pairs)) >= 36
    assert sum(got.histograms["jaccard"]) == len(got.pairs)
    recall = got.recall["jaccard"]
    assert recall.method == "sample"
    assert recall.value == pytest.approx(len(got.pairs) / 40)
    assert recall.lsh_alone is not None
    assert recall.lsh_alone < 0.2
    by_lsh = compare(documents, CompareSettings(shingle=5, jaccard=0.8, candidates="lsh"), TextSettings(), Progress())
    assert by_lsh.pair_count == round(40 * recall.lsh_alone)
    assert bands(0.8) != (2, 60)
