"""Shingles against plain sets of word tuples."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.similarity.shingles import shingle_sets, shingles
from pagetwin.similarity.words import Hashes, word_hashes

TEXTS = st.lists(st.text("abc ", max_size=40), max_size=8)


def of(text: str, w: int) -> Hashes:
    return shingles(word_hashes([text])[0], w)


@given(TEXTS, st.integers(1, 6))
def test_sets_are_as_large_and_share_as_much_as_sets_of_words(texts: list[str], w: int) -> None:
    hashes, counts = word_hashes(texts)
    sets = shingle_sets(hashes, counts, w)
    plain = []
    for text in texts:
        words = text.split()
        plain.append({tuple(words[i : i + w]) for i in range(max(len(words) - w + 1, 1))} if words else set())
    assert [len(found) for found in sets] == [len(found) for found in plain]
    for x, y in zip(sets, plain, strict=True):
        for u, v in zip(sets, plain, strict=True):
            assert len(np.intersect1d(x, u)) == len(y & v)
    for found, text in zip(sets, texts, strict=True):
        assert (found[1:] > found[:-1]).all()
        assert found.tolist() == of(text, w).tolist()


def test_a_short_text_equals_only_the_same_words() -> None:
    assert of("one two", 10).tolist() == of("One, two!", 10).tolist() != []
    for other in ("two one", "one", "one two three", "onetwo", "one two one two"):
        assert not np.intersect1d(of("one two", 10), of(other, 10)).size
    assert of("", 10).size == of("...", 10).size == 0


def test_ten_words_that_begin_with_a_short_text_do_not_hold_it() -> None:
    assert not np.intersect1d(of("a a a", 4), of("a a a a", 4)).size
