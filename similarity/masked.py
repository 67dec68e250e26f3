"""A second score for a pair: how alike two texts are but for numbers and for the words in the slots of a template.

Pages made from one template differ in a name, a place, a number here and there, and each such word costs up to ten
shingles. With the slots masked the score tells those pages, near 1, from pages that differ in what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from ..config import TextSettings
from .align import Run, Side, aligned, equal
from .measure import jaccard
from .shingles import shingles, windows
from .words import Hashes, unspaced, word_hashes

FRAME = 4  # equal words in a row at least, on either side of a slot, and not fewer than stand in the slot
SLOT, SLOT_LETTERS = 6, 10  # words in a slot at most; the same in letters of a script written without spaces
_PLACEHOLDER = word_hashes(["slot"])[0] ^ np.uint64(1 << 63)  # no word's


@dataclass(frozen=True, slots=True)
class Masked:
    """Jaccard from 0 to 1 with every run of digits as one 0 (`digits`), and also with each of the `filled` slots, one
    after another in the order of the first text, as one placeholder (`slots`).
    """

    digits: float
    slots: float
    filled: int


def masked(text_a: str, text_b: str, w: int, settings: TextSettings, letters: int | None = None) -> Masked:
    """Both scores of two texts, by shingles of `w` words, or `letters` of scripts written without spaces.

    A slot is a short run of words in which the texts differ, with at least one word in each, between longer runs of
    equal words; at the beginning or end of both texts one such run is enough.
    """
    a, b = _side(text_a, settings), _side(text_b, settings)
    runs = aligned(a, b, FRAME)
    slots = _slots(a.words, b.words, runs)
    with_a = _masked(a.words, [(start, stop) for start, stop, _, _ in slots])
    with_b = _masked(b.words, [(start, stop) for _, _, start, stop in slots])
    return Masked(_score(a.words, b.words, w, letters), _score(with_a, with_b, w, letters), len(slots))


def _side(text: str, settings: TextSettings) -> Side:
    words, counts = word_hashes([text], replace(settings, mask_digits=True))
    return Side(text, words, [], windows(words, counts, FRAME)[0])


def _slots(a: Hashes, b: Hashes, runs: Sequence[Run]) -> list[tuple[int, int, int, int]]:
    """Where the slots are: from and to in the first text, from and to in the second."""
    found = []
    for before, after in pairwise([None, *runs, None]):
        frames = [run.length for run in (before, after) if run]
        if not frames:
            continue
        from_a, from_b = (before.a + before.length, before.b + before.length) if before else (0, 0)
        to_a, to_b = (after.a, after.b) if after else (len(a), len(b))
        if before is None:  # equal words too few to be a run stand at the beginning or end of both texts alone
            same = equal(a[:to_a], b[:to_b])
            from_a, from_b = same, same
        elif after is None:
            same = equal(a[from_a:][::-1], b[from_b:][::-1])
            to_a, to_b = to_a - same, to_b - same
        lengths = to_a - from_a, to_b - from_b
        if min(lengths) > 0 and max(lengths) <= min(frames) and _short(a[from_a:to_a]) and _short(b[from_b:to_b]):
            found.append((from_a, to_a, from_b, to_b))
    return found


def _short(words: Hashes) -> bool:
    letters = int(unspaced(words).sum())
    return (len(words) - letters) / SLOT + letters / SLOT_LETTERS <= 1


def _masked(words: Hashes, slots: Sequence[tuple[int, int]]) -> Hashes:
    """The words with a placeholder for each slot."""
    parts = []
    done = 0
    for start, stop in slots:
        parts += [words[done:start], _PLACEHOLDER]
        done = stop
    return np.concatenate([*parts, words[done:]])


def _score(a: Hashes, b: Hashes, w: int, letters: int | None) -> float:
    one, other = shingles(a, w, letters), shingles(b, w, letters)
    return float(jaccard(len(np.intersect1d(one, other, assume_unique=True)), len(one), len(other)))
