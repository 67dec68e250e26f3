"""The places where pages of one template differ."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.similarity.slots import slots
from pagetwin.similarity.template import template

W = 3


def values(texts: list[str]) -> list[list[str | None]]:
    """For each slot, what each member has there."""
    found = slots(template(texts, W))
    words = [text.split() for text in texts]
    out = []
    for slot in found:
        row = [None if s is None else " ".join(words[n][s[0] : s[1]]) for n, s in enumerate(slot.spans)]
        assert row[0] == " ".join(words[0][slot.start : slot.stop])
        assert slot.values == len({value for value in row if value is not None})
        assert slot.values > 1 or row[0]
        out.append(row)
    return out


def test_each_place_has_the_words_of_each_page() -> None:
    texts = [f"parcel to {town} one two three four {price} euros and no more" for town, price in
             (("Omsk", "5"), ("Tula", "5"), ("Nizhny Novgorod", "7"))]  # fmt: skip
    assert values(texts) == [
        ["parcel to Omsk", "parcel to Tula", "parcel to Nizhny Novgorod"],  # two words alone are no frame
        ["5", "5", "7"],
    ]


def test_a_page_may_have_nothing_there_the_first_one_too() -> None:
    assert values(["a b c d e f", "a b c x d e f"]) == [["", "x"]]
    assert values(["a b c x y d e f", "a b c d e f", "a b c x y d e f g"]) == [["x y", "", "x y"], ["", "", "g"]]


def test_pages_without_anything_in_common_are_one_slot() -> None:
    assert values(["a b c d", "e f g h"]) == [["a b c d", "e f g h"]]


def test_equal_pages_and_empty_ones_have_no_slots() -> None:
    assert values(["a b c d"] * 3) == []
    assert values(["", ""]) == []


def test_a_page_in_another_order_is_laid_along_the_first() -> None:
    first, second = "a b c d e f", "g h i j k l m n"
    found = values([f"{first} x {second}", f"{first} y {second}", f"{second} z {first}"])
    assert ["x", "y", None] in found


def test_what_only_the_first_page_has_is_no_frame_though_no_other_is_laid_along_it() -> None:
    found = values(["a b c d p q r e f g h", "e f g h a b c d"])
    covered = " ".join(value for row in found for value in row[:1] if value)
    assert "p q r" in covered


_FILL = st.sampled_from(["", "u", "v", "x1 x2", "y1 y2"])  # none begins or ends like another: that would be frame


@given(st.data(), st.integers(1, 4), st.integers(2, 5))
@settings(max_examples=150, deadline=None)
def test_filled_fields_are_found_again(data: st.DataObject, fields: int, members: int) -> None:
    """Frames of words that stand nowhere else, filled as a template would be."""
    frames = [" ".join(f"f{n}w{i}" for i in range(5)) for n in range(fields + 1)]
    filled = [data.draw(st.lists(_FILL, min_size=fields, max_size=fields)) for _ in range(members)]
    texts = [" ".join(" ".join(pair) for pair in zip(frames, [*row, ""], strict=True)) for row in filled]
    expected = [list(column) for column in zip(*filled, strict=True) if len(set(column)) > 1]
    assert values([" ".join(text.split()) for text in texts]) == expected
