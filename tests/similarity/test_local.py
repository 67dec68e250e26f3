"""The engine against the plain comparison of all pairs, on corpora of every awkward shape."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity import classes, exact, score, shingled
from pagetwin.similarity.engine import Comparison
from pagetwin.similarity.local import compare
from pagetwin.similarity.measure import wilson
from pagetwin.similarity.sets import collect

from .oracle import judge

WORDS = ["alpha", "beta", "gamma", "delta", "omega", "pi", "rho", "tau"]


def run(documents: list[Document], asked: CompareSettings) -> Comparison:
    return compare(documents, asked, TextSettings(), Progress())


def assert_equals_oracle(documents: list[Document], asked: CompareSettings) -> Comparison:
    want, got = judge(documents, asked), run(documents, asked)
    assert list(got.pairs) == want.pairs
    assert got.pair_count == len(want.pairs)
    assert got.complete
    assert got.pages.shingles.tolist() == want.shingles
    assert got.pages.unique.tolist() == want.unique
    assert got.pages.closest.tolist() == want.closest
    assert got.pages.closest_jaccard.tolist() == want.closest_jaccard
    assert got.pages.near_duplicates.tolist() == want.near
    assert {name: got.histograms[name] for name in want.histograms} == want.histograms
    return got


def texts_of(seed: int, pages: int) -> list[str]:
    """Random texts, some empty, short, equal, cut, nested, edited or repeated versions of others."""
    r = random.Random(seed)
    texts: list[str] = []
    for _ in range(pages):
        old = r.choice(texts).split() if texts else []
        how = r.randrange(8)
        if how == 0 or not old:
            words = [r.choice(WORDS) for _ in range(r.choice([0, 1, 2, 3, 9, 30]))]
        elif how == 1:
            words = old
        elif how == 2:
            words = old[: r.randrange(len(old) + 1)]
        elif how == 3:
            words = old + [r.choice(WORDS) for _ in range(r.randrange(20))]
        elif how == 4:
            words = old + old
        elif how == 5:
            words = r.choice(texts).split() + old
        else:
            words = [r.choice(WORDS) if r.random() < 0.1 else word for word in old]
        texts.append(" ".join(words))
    return texts


def documents_of(seed: int, pages: int, body_share: float) -> list[Document]:
    r = random.Random(seed)
    mains, bodies = texts_of(seed, pages), texts_of(seed + 1, pages)
    return [
        Document(n, "body" if r.random() < body_share else "main", main, body)
        for n, (main, body) in enumerate(zip(mains, bodies, strict=True))
    ]


@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from([0, 0, 0.3, 1]), st.integers(1, 6))
@settings(max_examples=60, deadline=None)
def test_pairs_measures_and_histograms_equal_those_of_all_pairs(seed: int, pages: int, body: float, w: int) -> None:
    r = random.Random(seed)
    asked = CompareSettings(shingle=w, jaccard=r.choice([0.3, 0.5, 0.8, 1.0]), containment=r.choice([0.6, 0.8, 1.0]))
    assert_equals_oracle(documents_of(seed, pages, body), asked)


@given(st.integers(0, 10**6), st.sampled_from([0, 0.3]), st.data())
@settings(max_examples=15, deadline=None)
def test_order_of_documents_changes_nothing(seed: int, body: float, data: st.DataObject) -> None:
    documents = documents_of(seed, 15, body)
    shuffled = data.draw(st.permutations(documents))
    for candidates in ("auto", "lsh"):
        asked = CompareSettings(shingle=2, candidates=candidates)
        one, other = run(documents, asked), run(shuffled, asked)
        for field in dataclasses.fields(one.pairs):
            assert getattr(one.pairs, field.name).tolist() == getattr(other.pairs, field.name).tolist()
        for field in dataclasses.fields(one.pages):
            assert getattr(one.pages, field.name).tolist() == getattr(other.pages, field.name).tolist()
        assert (one.histograms, one.recall) == (other.histograms, other.recall)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that a few pages make many of them, with heavy columns and light ones in each."""
    monkeypatch.setattr(exact, "BLOCK", 8)
    monkeypatch.setattr(exact, "HEAVY", 0.3)
    monkeypatch.setattr(exact, "TILE", 5)
    monkeypatch.setattr(exact, "CELLS", 40)
    monkeypatch.setattr(classes, "PART", 16)
    monkeypatch.setattr(score, "SQUARE", 2)
    monkeypatch.setattr(score, "STEP", 30)
    monkeypatch.setattr(score, "LEAST_HEAVY", 2)


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("body", [0, 0.3])
@pytest.mark.parametrize("seed", range(6))
def test_many_small_blocks_give_the_same(seed: int, body: float) -> None:
    assert_equals_oracle(documents_of(seed, 70, body), CompareSettings(shingle=2, jaccard=0.4))


def template_pages(pages: int, seed: int, templates: int = 1, edits: int = 1) -> list[str]:
    """Pages of templates of 60 words, each with some words changed at random."""
    r = random.Random(seed)
    sources = [[f"t{t}w{n}" for n in range(60)] for t in range(templates)]
    texts = []
    for page in range(pages):
        words = list(sources[page % templates])
        for _ in range(edits):
            words[r.randrange(len(words))] = f"edit{r.randrange(30)}"
        texts.append(" ".join(words))
    return texts


def test_a_template_with_random_edits_takes_dense_products_and_stays_exact() -> None:
    documents = [Document(n, "main", text, "") for n, text in enumerate(template_pages(260, 1, templates=3))]
    sets = collect(documents, "main", CompareSettings(shingle=5), TextSettings())
    assert any(len(heavy) for heavy in exact.plan(classes.classes(sets.values())).heavy)
    assert_equals_oracle(documents, CompareSettings(shingle=5))


def test_recall_of_lsh_alone_is_measured_in_auto_and_not_asked_in_exact() -> None:
    documents = [Document(n, "main", text, "") for n, text in enumerate(template_pages(120, 2, edits=2))]
    auto, exact_only = (run(documents, CompareSettings(shingle=5, candidates=c)) for c in ("auto", "exact"))
    assert list(auto.pairs) == list(exact_only.pairs)
    for measure in ("jaccard", "containment"):
        assert exact_only.recall[measure].lsh_alone is None
        assert (auto.recall[measure].method, auto.recall[measure].value) == ("exact", 1.0)
    by_lsh = {(p.a, p.b) for p in run(documents, CompareSettings(shingle=5, candidates="lsh")).pairs}
    known = [p for p in auto.pairs if p.jaccard >= 0.5]
    alone = sum((p.a, p.b) in by_lsh for p in known) / len(known)
    assert auto.recall["jaccard"].lsh_alone == pytest.approx(alone)
    assert alone >= 0.99


def nested(seed: int, pages: int = 40) -> list[Document]:
    """Short pages that stand inside one long one, as the parts of a manual stand in its one-page version."""
    r = random.Random(seed)
    parts = [" ".join(f"p{n}w{r.randrange(1000)}" for _ in range(30)) for n in range(pages)]
    return [Document(n, "main", text, "") for n, text in enumerate([*parts, " ".join(parts)])]


def test_containment_that_lsh_does_not_see_is_found_beyond_the_budget_and_its_loss_is_told_by_lsh() -> None:
    documents = nested(3)
    want = judge(documents, CompareSettings()).pairs
    assert len(want) == 40
    beyond = run(documents, CompareSettings(join_budget=0))
    assert list(beyond.pairs) == want
    assert beyond.recall["containment"].value == 1.0
    assert beyond.recall["containment"].lsh_alone < 0.3
    lsh = run(documents, CompareSettings(candidates="lsh"))
    assert lsh.recall["containment"].method == "sample"
    assert lsh.recall["containment"].value == pytest.approx(lsh.pair_count / 40)
    assert lsh.recall["containment"].lsh_alone == lsh.recall["containment"].value
    interval = (lsh.recall["containment"].low, lsh.recall["containment"].high)
    assert interval == wilson(lsh.pair_count, 40)  # each of the 40 pairs is drawn once


@pytest.mark.parametrize("body", [0, 0.4])
@pytest.mark.parametrize("seed", range(4))
def test_candidates_only_find_true_pairs_and_sampling_all_pages_gives_the_true_recall(seed: int, body: float) -> None:
    documents = documents_of(seed, 60, body)
    asked = CompareSettings(shingle=2, candidates="lsh", recall_sample=1000)
    want, got = judge(documents, asked), run(documents, asked)
    found = list(got.pairs)
    assert set(found) <= set(want.pairs)
    assert got.pair_count == len(found)
    assert len([p for p in found if p.jaccard >= 0.5]) >= 0.97 * len([p for p in want.pairs if p.jaccard >= 0.5])


def test_beyond_the_budget_each_pair_is_counted_once() -> None:
    documents = documents_of(11, 60, 0.3)
    asked = CompareSettings(shingle=2, join_budget=0, containment=0.6)
    want, got = judge(documents, asked), run(documents, asked)
    assert set(got.pairs) <= set(want.pairs)
    contained = [p for p in want.pairs if max(p.a_in_b, p.b_in_a) >= 0.6]
    assert set(contained) <= set(got.pairs)
    assert sum(got.pages.near_duplicates) == 2 * got.pair_count == 2 * len(set(got.pairs))


@pytest.mark.parametrize("body", [0, 0.4])
@pytest.mark.parametrize("seed", range(5))
def test_above_the_limit_the_closest_pairs_stay_and_the_counts_are_exact(seed: int, body: float) -> None:
    documents = documents_of(seed, 60, body)
    asked = CompareSettings(shingle=2, pair_limit=20, closest=3, jaccard=0.3)
    want, got = judge(documents, asked), run(documents, asked)
    assert not got.complete
    assert got.pair_count == len(want.pairs)
    assert got.pages.near_duplicates.tolist() == want.near
    keep = set()
    for page in range(60):
        mine = [p for p in want.pairs if page in (p.a, p.b)]
        mine.sort(key=lambda p: (p.kind != "exact", -p.jaccard, p.a + p.b - page))
        keep.update(mine[:3])
    assert set(got.pairs) == keep
    assert list(got.pairs) == sorted(keep, key=lambda p: (p.a, p.b))


def test_score_gives_the_counts_of_any_pair_on_its_text() -> None:
    documents = documents_of(5, 30, 0.3)
    comparison = run(documents, CompareSettings(shingle=2))
    everything = judge(documents, CompareSettings(shingle=2, jaccard=1e-9))
    known = {(p.a, p.b): (p.shared, p.size_a, p.size_b) for p in everything.pairs}
    left, right = (side.ravel() for side in np.meshgrid(np.arange(30), np.arange(30)))
    for a, b, *counts in zip(
        left.tolist(), right.tolist(), *(c.tolist() for c in comparison.score(left, right)), strict=True
    ):
        if (a, b) in known:
            assert tuple(counts) == known[a, b]
        elif (b, a) in known:
            assert tuple(counts) == (known[b, a][0], known[b, a][2], known[b, a][1])
        else:
            assert counts[0] == (counts[1] if a == b else 0)


def test_a_one_time_iterator_is_enough() -> None:
    documents = documents_of(6, 20, 0.3)
    asked = CompareSettings(shingle=2)
    assert list(run(iter(documents), asked).pairs) == list(run(documents, asked).pairs)  # type: ignore[arg-type]


def test_short_texts_and_empty_ones_do_not_fall_together() -> None:
    texts = ["", "", "one two", "one two", "one three", "one two three"]
    comparison = run([Document(n, "main", text, "") for n, text in enumerate(texts)], CompareSettings())
    assert [(p.a, p.b, p.kind) for p in comparison.pairs] == [(2, 3, "exact")]


def test_equal_sets_of_other_words_are_near_and_not_exact() -> None:
    """The repeated half adds no new shingle."""
    words = [f"w{n}" for n in range(20)]
    twice = " ".join(words + words)
    thrice = " ".join(words + words + words)
    comparison = run([Document(0, "main", twice, ""), Document(1, "main", thrice, "")], CompareSettings(shingle=3))
    (pair,) = comparison.pairs
    assert (pair.jaccard, pair.kind) == (1.0, "near")


def test_published_example_of_city_pages() -> None:
    """55 shingles; a copy with one word changed in the middle; that copy with one sentence more (87 shingles)."""
    words = [f"w{n}" for n in range(64)]
    changed = [*words[:32], "other", *words[33:]]
    longer = [*changed, *(f"more{n}" for n in range(32))]
    texts = [" ".join(text) for text in (words, changed, longer)]
    comparison = run([Document(n, "main", text, "") for n, text in enumerate(texts)], CompareSettings())
    assert comparison.pages.shingles.tolist() == [55, 55, 87]
    found = {(p.a, p.b): tuple(round(v, 2) for v in (p.jaccard, p.a_in_b, p.b_in_a)) for p in comparison.pairs}
    assert found[0, 1] == (0.69, 0.82, 0.82)
    assert found[0, 2] == (0.46, 0.82, 0.52)
    assert [p.kind for p in comparison.pairs] == ["near", "contained", "near"]


def test_cyrillic_windows_do_not_all_look_alike() -> None:
    """The fault of a word pattern of Latin letters only: each of these pages would be one empty shingle."""
    texts = [
        "Доставка посылок по Омску за один день",
        "Ремонт холодильников на дому с гарантией",
        "Ёлка и ёж",
        "Елка и еж",
    ]
    comparison = run([Document(n, "main", text, "") for n, text in enumerate(texts)], CompareSettings(shingle=3))
    assert [(p.a, p.b, p.kind) for p in comparison.pairs] == [(2, 3, "exact")]


def test_no_documents() -> None:
    comparison = run([], CompareSettings())
    assert (len(comparison.pairs), comparison.pair_count, comparison.complete) == (0, 0, True)


@pytest.mark.parametrize("body", [0, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_texts_whose_digests_collide_are_told_apart(monkeypatch: pytest.MonkeyPatch, seed: int, body: float) -> None:
    monkeypatch.setattr(shingled, "xxh3_128_digest", lambda _: b"all the same 16!")
    assert_equals_oracle(documents_of(seed, 40, body), CompareSettings(shingle=2))
