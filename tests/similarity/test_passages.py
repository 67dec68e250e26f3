"""Passages against brute force over all runs of shingles."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.align import Side, prepare
from pagetwin.similarity.passages import Owners, Passage, alike, owners, owners_among, shared_by, text_of
from pagetwin.similarity.shingles import windows
from pagetwin.similarity.words import word_hashes

from .oracle import shingle_set

Plain = list[tuple[int, int, tuple[int, ...]]]
TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=14).map(" ".join)

READING = TextSettings()


def plain(text: str, others: dict[int, str], w: int) -> list[frozenset[int]]:
    """The pages that have each shingle of the text, in reading order."""
    words = text.split()
    having = {page: shingle_set(other, w) for page, other in others.items()}
    count = max(len(words) - w + 1, min(len(words), 1))
    return [frozenset(p for p, s in having.items() if tuple(words[n : n + w]) in s) for n in range(count)]


def plain_shared(pages: list[frozenset[int]], least: int, w: int, words: int) -> Plain:
    """All maximal runs, by looking at every run."""

    def having(start: int, stop: int) -> frozenset[int]:
        return frozenset.intersection(*pages[start:stop]) if start >= 0 and stop <= len(pages) else frozenset()

    runs = [(i, j) for i in range(len(pages)) for j in range(i + 1, len(pages) + 1) if len(having(i, j)) >= least]
    whole = [(i, j) for i, j in runs if (i - 1, j) not in runs and (i, j + 1) not in runs]
    return sorted_by_length((i, min(j + w - 1, words), tuple(sorted(having(i, j)))) for i, j in whole)


def plain_alike(pages: list[frozenset[int]], w: int, words: int) -> Plain:
    edges = [n for n in range(len(pages) + 1) if n in (0, len(pages)) or pages[n] != pages[n - 1]]
    spans = [(i, j) for i, j in pairwise(edges) if pages[i]]
    return sorted_by_length((i, min(j + w - 1, words), tuple(sorted(pages[i]))) for i, j in spans)


def sorted_by_length(spans: object) -> Plain:
    return sorted(spans, key=lambda s: (s[0] - s[1], s[0]))  # type: ignore[call-overload,no-any-return]


def rows(found: list[Passage]) -> Plain:
    return [(p.start, p.stop, p.pages) for p in found]


@given(TEXT, st.lists(TEXT, max_size=5), st.integers(1, 4), st.integers(1, 3))
@settings(max_examples=150, deadline=None)
def test_passages_are_those_of_brute_force(text: str, others: list[str], w: int, least: int) -> None:
    numbered = {n * 7 + 3: other for n, other in enumerate(others)}
    found = owners_among(prepare(text, w, READING), w, numbered.items())
    pages, words = plain(text, numbered, w), len(text.split())
    assert rows(shared_by(found, least, 1000)) == plain_shared(pages, least, w, words)
    assert rows(alike(found, 1000)) == plain_alike(pages, w, words)


def test_an_index_in_any_order_with_repeats_gives_the_same() -> None:
    text, others = "a b c d a b c x", {5: "a b c d", 2: "y a b c x", 9: "b c d a"}
    side = prepare(text, 2, READING)
    values, sizes = windows(*word_hashes(list(others.values())), 2)
    pages = np.repeat(np.array(list(others)), sizes)
    order = np.random.default_rng(1).permutation(np.tile(np.arange(len(pages)), 2))
    found = owners(side, 2, values[order], pages[order])
    assert rows(shared_by(found)) == rows(shared_by(owners_among(side, 2, others.items())))
    assert rows(shared_by(found)) == [(0, 4, (5,)), (1, 5, (9,)), (4, 8, (2,))]


def test_the_text_of_a_passage_is_written_as_on_the_page() -> None:
    text = "Intro! Free, returns; within 30 Days. Bye"
    side = prepare(text, 3, READING)
    found = owners_among(side, 3, [(1, "other free returns within 30 days other")])
    (passage,) = shared_by(found)
    assert text_of(side, passage) == "Free, returns; within 30 Days. "
    assert passage == Passage(1, 6, (1,))


def page_and_others(seed: int, n: int) -> tuple[Side, Owners]:
    r = random.Random(seed)
    words = [f"w{n}" for n in range(3000)]
    others = []
    for page in range(n):
        start = r.randrange(2900)
        others.append((page, " ".join([*words[start : start + r.randrange(20, 400)], *words[:100]])))
    side = prepare(" ".join(words), 10, READING)
    return side, owners_among(side, 10, others)


def test_only_the_longest_are_given_and_many_pages_cost_little() -> None:
    _, found = page_and_others(1, 400)
    everything = shared_by(found, 2, 10**6)
    assert len(everything) > 50
    assert shared_by(found, 2, 7) == everything[:7]
    assert [p.stop - p.start for p in everything] == sorted((p.stop - p.start for p in everything), reverse=True)
    assert all(len(p.pages) >= 2 for p in everything)
    (first,) = [p for p in shared_by(found, 400) if p.start == 0]
    assert (first.stop, len(first.pages)) == (100, 400)


def test_a_page_without_words_or_company() -> None:
    assert shared_by(owners_among(prepare("", 3, READING), 3, [(1, "a b c")])) == []
    assert alike(owners_among(prepare("a b c", 3, READING), 3, [])) == []
    assert rows(shared_by(owners_among(prepare("a b", 3, READING), 3, [(1, "a b"), (2, "a b c")]))) == [(0, 2, (1,))]
