"""Two texts side by side: nothing lost, nothing invented, order kept."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.compare import Differ, Same, SideBySide, side_by_side
from pagetwin.similarity.shingles import shingles
from pagetwin.similarity.words import tokens, word_hashes


def texts(found: SideBySide) -> tuple[str, str]:
    a = b = ""
    for row in found.rows:
        if isinstance(row, Same):
            a, b = a + row.text_a, b + row.text_b
        else:
            a, b = a + "".join(text for _, text in row.parts_a), b + "".join(text for _, text in row.parts_b)
    return a, b


def own(found: SideBySide) -> tuple[list[str], list[str]]:
    """The words marked as standing on one side only."""
    differ = [row for row in found.rows if isinstance(row, Differ)]
    a = [word for row in differ for mine, text in row.parts_a if mine for word in tokens(text)]
    return a, [word for row in differ for mine, text in row.parts_b if mine for word in tokens(text)]


def test_a_changed_word_between_two_passages() -> None:
    found = side_by_side("We deliver to Omsk, within one day!", "We deliver to Tomsk: within one day.", 2)
    assert found.rows == (
        Same("We deliver to ", "We deliver to ", 3),
        Differ(((True, "Omsk, "),), ((True, "Tomsk: "),)),
        Same("within one day!", "within one day.", 3),
    )
    assert (found.shared, found.size_a, found.size_b, found.moved) == (4, 6, 6, ())


def test_single_words_that_both_have_are_not_marked() -> None:
    found = side_by_side("one two three x 5 y four five six", "one two three z 5 u four five six", 3)
    assert found.rows[1] == Differ(
        ((True, "x "), (False, "5 "), (True, "y ")), ((True, "z "), (False, "5 "), (True, "u "))
    )


def test_a_passage_in_another_order_is_shared_and_listed_as_moved() -> None:
    first, second = "the quick brown fox jumps ", "over one very lazy dog and sleeps "
    found = side_by_side(first + second, second + first, 4)
    assert [row.words for row in found.rows if isinstance(row, Same)] == [7]
    assert [(m.text_a, m.text_b, m.words) for m in found.moved] == [(first, first, 5)]
    assert (found.moved[0].start_a, found.moved[0].start_b) == (0, len(second))
    assert own(found) == ([], [])


def test_a_passage_that_stands_twice_is_shared_both_times() -> None:
    passage = "one two three four "
    found = side_by_side(passage + "x y z " + passage, passage, 4)
    assert own(found) == (["x", "y", "z"], [])
    assert found.moved == ()


def test_writing_does_not_matter_and_is_kept() -> None:
    found = side_by_side("ЁЛКА, до\u00adставка", "елка доставка", 2)
    assert found.rows == (Same("ЁЛКА, до\u00adставка", "елка доставка", 2),)
    assert side_by_side("ёлка", "елка", 2, TextSettings(yo_is_e=False)).shared == 0


def test_texts_without_words_or_shorter_than_a_shingle() -> None:
    assert side_by_side("", "", 4).rows == ()
    assert side_by_side("", "a b", 4).rows == (Differ((), ((True, "a b"),)),)
    assert side_by_side("…", "a", 4).rows == (Differ(((True, "…"),), ((True, "a"),)),)
    assert side_by_side("a b", "A b.", 4).rows == (Same("a b", "A b.", 2),)
    assert side_by_side("a b", "a b c d e", 4).shared == 0


WORDS = st.lists(st.sampled_from(["a", "b", "c", "D,", "é", "中", "½", "ё\u00ad"]), max_size=50).map(" ".join)


@given(WORDS, WORDS, st.integers(1, 5))
def test_pieces_are_the_texts_and_counts_those_of_shingles(a: str, b: str, w: int) -> None:
    found = side_by_side(a, b, w)
    assert texts(found) == (a, b)
    sets = [set(shingles(word_hashes([text])[0], w).tolist()) for text in (a, b)]
    assert (found.shared, found.size_a, found.size_b) == (len(sets[0] & sets[1]), *map(len, sets))
    for row in found.rows:
        if isinstance(row, Same):
            assert row.words >= min(w, len(tokens(a)))
            assert _inside(tokens(row.text_a), tokens(row.text_b))
    for moved in found.moved:
        assert _inside(tokens(moved.text_a), tokens(moved.text_b))


def _inside(x: list[str], y: list[str]) -> bool:
    return x == y


@given(WORDS, st.integers(1, 5))
def test_a_text_beside_itself_is_one_passage(text: str, w: int) -> None:
    found = side_by_side(text, text, w)
    assert all(isinstance(row, Same) for row in found.rows) == bool(tokens(text) or not text)
    assert len(found.rows) <= 1


@given(WORDS, WORDS, st.integers(1, 5))
def test_words_marked_as_own_stand_in_no_shared_shingle(a: str, b: str, w: int) -> None:
    found = side_by_side(a, b, w)
    words_a, words_b = tokens(a), tokens(b)
    if len(words_a) < w or len(words_b) < w:
        return
    grams_b = {tuple(words_b[i : i + w]) for i in range(len(words_b) - w + 1)}
    covered = set()
    for i in range(len(words_a) - w + 1):
        if tuple(words_a[i : i + w]) in grams_b:
            covered.update(range(i, i + w))
    assert len(own(found)[0]) <= len(words_a) - len(covered)


def test_long_texts_are_aligned_passage_by_passage() -> None:
    """20,000 words, 400 of them changed, a fifth of the text moved to the front."""
    r = random.Random(1)
    words = [f"w{r.randrange(3000)}" for _ in range(20_000)]
    changed = list(words)
    for place in r.sample(range(20_000), 400):
        changed[place] = "changed"
    other = changed[16_000:] + changed[:16_000]
    found = side_by_side(" ".join(words), ", ".join(other), 4)
    assert texts(found) == (" ".join(words), ", ".join(other))
    assert sum(row.words for row in found.rows if isinstance(row, Same)) > 15_000
    assert sum(moved.words for moved in found.moved) > 3_500
    others = [word for word in own(found)[1] if word != "changed"]
    assert len(own(found)[1]) - len(others) == 400
    assert len(others) < 60  # between two changes of the moved part that stand too close for a passage
