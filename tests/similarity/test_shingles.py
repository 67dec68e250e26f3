"""Shingles against plain sets of word tuples."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.similarity.shingles import shingle_sets, shingles
from pagetwin.similarity.words import Hashes, tokens, unspaced, word_hashes

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


def plain(text: str, w: int, letters: int) -> set[tuple[str, ...]]:
    """The definition: from each word on as many as make up a whole, and the last shingle reaches to the end."""
    words = tokens(text)
    share = [Fraction(1, letters if unspaced(word_hashes([word])[0])[0] else w) for word in words]
    found = []
    for start in range(len(words)):
        stops = [stop for stop in range(start + 1, len(words) + 1) if sum(share[start:stop]) >= 1]
        if stops:
            found.append((start, stops[0]))
    if not found:
        return {tuple(words)} if words else set()
    found[-1] = (found[-1][0], len(words))
    return {tuple(words[start:stop]) for start, stop in found}


@given(st.lists(st.text("ab 中の ก", max_size=30), max_size=6), st.integers(1, 5), st.integers(1, 7))
def test_words_and_letters_in_one_text(texts: list[str], w: int, letters: int) -> None:
    hashes, counts = word_hashes(texts)
    sets = shingle_sets(hashes, counts, w, letters)
    wanted = [plain(text, w, letters) for text in texts]
    assert [len(found) for found in sets] == [len(want) for want in wanted]
    for x, y in zip(sets, wanted, strict=True):
        for u, v in zip(sets, wanted, strict=True):
            assert len(np.intersect1d(x, u)) == len(y & v)


def test_sizes_of_each_script() -> None:
    def sizes(text: str) -> int:
        return len(shingles(word_hashes([text])[0], 10, 16))

    assert sizes("one two three four five six seven eight nine ten eleven twelve") == 3
    assert sizes("中文网页没有空格所以每个字是一个词儿") == 18 - 16 + 1
    assert sizes("five words and eight letters 中文网页没有空格") == 1  # 5/10 + 8/16 make a whole
    assert sizes("five words and eight letters 中文网页没有空格所") == 1  # one more is in the last shingle
    assert sizes("six words and then eight letters 中文网页没有空格") == 2
