"""Two texts side by side: what they share, in reading order, and what stands in one of them only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from ..config import TextSettings
from .align import Run, Side, aligned, covered, moved, prepare
from .shingles import shingles
from .words import Hashes

GAP_PRODUCT = 250_000  # words times words of a gap up to which single words are matched by difflib
MARKED = 100  # passages in another order that are marked on a page
TOTAL_PRODUCT = 20 * GAP_PRODUCT  # and all gaps together, in reading order

_DEFAULT = TextSettings()

Parts = tuple[tuple[bool, str], ...]


@dataclass(frozen=True, slots=True)
class Same:
    """A shared passage as each text writes it, and its words."""

    text_a: str
    text_b: str
    words: int


@dataclass(frozen=True, slots=True)
class Differ:
    """What stands between two shared passages in each text, as (own, text): `own` marks words of this text only."""

    parts_a: Parts
    parts_b: Parts


@dataclass(frozen=True, slots=True)
class Moved:
    """A passage that both texts have, in another order. Its text is also in the parts of a `Differ`, not as own;
    `start_a` and `start_b` say where, in characters of the two texts.
    """

    text_a: str
    text_b: str
    words: int
    start_a: int
    start_b: int


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Shared and distinct shingles of two texts, and the rows that show them. The pieces of `rows` put together are
    the two texts, character for character.
    """

    shared: int
    size_a: int
    size_b: int
    rows: tuple[Same | Differ, ...]
    moved: tuple[Moved, ...]


def side_by_side(
    text_a: str, text_b: str, w: int, settings: TextSettings = _DEFAULT, letters: int | None = None
) -> SideBySide:
    """Compare two texts by shingles of `w` words, or `letters` of scripts written without spaces (see shingles.py).

    Passages of w words or more that both texts have are aligned so that as many as possible keep their order; what does
    not is `moved`. Between them single words are matched, but for gaps of more than some 500 by 500 words.
    """
    a, b = prepare(text_a, w, settings), prepare(text_b, w, settings)
    shingles_a, shingles_b = shingles(a.words, w, letters), shingles(b.words, w, letters)
    shared = len(np.intersect1d(shingles_a, shingles_b, assume_unique=True))
    common = np.intersect1d(a.windows, b.windows)
    runs = aligned(a, b, w)
    rows = tuple(_rows(a, b, runs, covered(a, common, w), covered(b, common, w)))
    others = tuple(_moved(a, b, run) for run in moved(a, b, w, runs))
    return SideBySide(shared, len(shingles_a), len(shingles_b), rows, others)


def apart(side: SideBySide) -> list[Moved]:
    """The passages in another order that can be marked: none overlaps another, longer ones first; in the order of A."""
    chosen: list[Moved] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for found in sorted(side.moved, key=lambda m: (-m.words, m.start_a))[:MARKED]:
        places = ((found.start_a, found.text_a), (found.start_b, found.text_b))
        spans = [range(start, start + len(text)) for start, text in places]
        if all(known.isdisjoint(span) for known, span in zip(taken, spans, strict=True)):
            chosen.append(found)
            for known, span in zip(taken, spans, strict=True):
                known.update(span)
    return sorted(chosen, key=lambda m: m.start_a)


def _moved(a: Side, b: Side, run: Run) -> Moved:
    pieces = a.piece(run.a, run.a + run.length), b.piece(run.b, run.b + run.length)
    return Moved(*pieces, run.length, a.bounds[run.a], b.bounds[run.b])


def _rows(
    a: Side, b: Side, runs: Sequence[Run], covered_a: NDArray[np.bool_], covered_b: NDArray[np.bool_]
) -> Iterator[Same | Differ]:
    left = TOTAL_PRODUCT
    at_a = at_b = 0
    for run in (*runs, Run(len(a.words), len(b.words), 0)):
        gap_a, gap_b = slice(at_a, run.a), slice(at_b, run.b)
        common_a, common_b = covered_a[gap_a].copy(), covered_b[gap_b].copy()
        product = (run.a - at_a) * (run.b - at_b)
        if 0 < product <= min(GAP_PRODUCT, left):
            left -= product
            for m in _matches(a.words[gap_a], b.words[gap_b]):
                common_a[m.a : m.a + m.size] = common_b[m.b : m.b + m.size] = True
        parts_a, parts_b = _parts(a, at_a, common_a), _parts(b, at_b, common_b)
        if parts_a or parts_b:
            yield Differ(parts_a, parts_b)
        at_a, at_b = run.a + run.length, run.b + run.length
        if run.length:
            yield Same(a.piece(run.a, at_a), b.piece(run.b, at_b), run.length)


def _matches(x: Hashes, y: Hashes) -> list[Match]:
    return SequenceMatcher(None, x.tolist(), y.tolist(), autojunk=False).get_matching_blocks()


def _parts(side: Side, start: int, common: NDArray[np.bool_]) -> Parts:
    if not len(side.words):
        return ((True, side.text),) if side.text else ()
    parts = []
    for shared, group in groupby(common.tolist()):
        stop = start + len(list(group))
        parts.append((not shared, side.piece(start, stop)))
        start = stop
    return tuple(parts)
