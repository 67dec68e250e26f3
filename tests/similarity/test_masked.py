"""The score with numbers and slots masked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.masked import Masked, masked

from .trap_sites import prose

SETTINGS = TextSettings()


def of(a: str, b: str, w: int = 10, letters: int | None = 16) -> Masked:
    return masked(a, b, w, SETTINGS, letters)


def filled(parts: list[str], names: list[str], script: str) -> str:
    """A template with a name after each part."""
    return ("" if script in ("zh", "th") else " ").join(
        piece for pair in zip(parts, names, strict=True) for piece in pair
    )


@pytest.mark.parametrize("script", ["en", "ru", "zh", "th"])
def test_pages_of_one_template_are_the_same_but_for_their_slots(script: str) -> None:
    parts = [prose(f"part {n}", 12, script) for n in range(8)]
    one, other = ([prose((who, n), 1 + n % 3, script) for n in range(8)] for who in ("Omsk", "Tomsk"))
    found = of(filled(parts, one, script), filled(parts, other, script))
    assert found.digits < 0.35
    assert (found.slots, found.filled) == (1.0, 8)


def test_numbers_alone() -> None:
    a, b = ("Delivery in {0} days costs {1}.50 €, call +7 ({2}) {3}-{3} before {4}:00 or write to us".format(*numbers)
            for numbers in ((1, 99, 3812, 55, 9), (14, 1250, 495, 777, 18)))  # fmt: skip
    assert of(a, b, 4).digits == 1.0
    assert of(a, b, 4).filled == 0
    assert of("room ३४ on floor ٥", "room 7 on floor 12", 4).digits == 1.0


def test_a_hand_computation() -> None:
    """Twelve words, the seventh differs: of nine shingles of four words four hold it; masked, none differs."""
    words = prose("ours", 12).split()
    a, b = " ".join(words), " ".join([*words[:6], "from", *words[7:]])
    assert of(a, b, 4) == Masked(5 / 13, 1.0, 1)


def test_what_differs_in_more_than_slots_stays_different() -> None:
    shared = prose("shared", 60)
    a, b = (f"{shared} {prose(who, 60)}" for who in "ab")
    found = of(a, b)
    assert found.filled == 0
    assert found.slots == found.digits < 0.4
    assert of(prose("a", 90), prose("b", 90)) == Masked(0.0, 0.0, 0)


def test_a_slot_is_no_longer_than_what_frames_it() -> None:
    five = [prose(n, 5) for n in range(6)]
    a, b = ("".join(f"{part} {prose((who, n), 6)} " for n, part in enumerate(five)) for who in "ab")
    assert of(a, b, 4).filled == 0


def test_a_word_on_one_page_only_is_no_slot() -> None:
    before, after = prose("before", 20), prose("after", 20)
    found = of(f"{before} new {after}", f"{before} {after}")
    assert (found.filled, found.slots) == (0, found.digits)


def test_settings_are_kept() -> None:
    assert masked("ёлка", "елка", 4, TextSettings(yo_is_e=False)).digits == 0.0
    assert masked("ёлка", "елка", 4, SETTINGS).digits == 1.0


@given(st.text("ab1中 ", max_size=60), st.text("ab2中 ", max_size=60), st.integers(1, 6))
def test_any_texts(a: str, b: str, w: int) -> None:
    found = of(a, b, w, 2 * w)
    assert 0 <= found.digits <= 1
    assert 0 <= found.slots <= 1
    if not found.filled:
        assert found.slots == found.digits


@given(st.integers(0, 999), st.integers(0, 6))
def test_any_words_of_a_text_replaced_far_from_one_another(seed: int, slots: int) -> None:
    r = random.Random(seed)
    words = prose(seed, 120).split()
    other = list(words)
    for at in range(0, 20 * slots, 20):
        at += r.randint(6, 12)
        other[at : at + r.randint(1, 4)] = prose((seed, at), r.randint(1, 6)).split()
    found = of(" ".join(words), " ".join(other))
    assert found == Masked(found.digits, 1.0, slots)
