"""Two texts side by side: what they share, in reading order, and what stands in one of them only."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from .engine import Ints
from .shingles import windows
from .words import Hashes, token_spans, word_hashes

GAP_PRODUCT = 250_000  # words times words of a gap up to which single words are matched by difflib
TOTAL_PRODUCT = 20 * GAP_PRODUCT  # and all gaps together, in reading order
DEPTH = 4  # how often a gap is searched again for passages that are rare within it

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
    """A passage that both texts have, in another order. Its text is also in the parts of a `Differ`, not as own."""

    text_a: str
    text_b: str
    words: int


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


@dataclass(frozen=True, slots=True)
class _Run:
    """`length` equal words, from word `a` of one text and word `b` of the other."""

    a: int
    b: int
    length: int


@dataclass(frozen=True)
class _Side:
    """A text with its words: `words` are their hashes, `bounds` where the piece of text of each begins, and the end.
    `windows` are shingles in reading order.
    """

    text: str
    words: Hashes
    bounds: list[int]
    windows: Hashes

    def piece(self, start: int, stop: int) -> str:
        return self.text[self.bounds[start] : self.bounds[stop]] if stop > start else ""


def side_by_side(text_a: str, text_b: str, w: int, yo_is_e: bool = True) -> SideBySide:
    """Compare two texts by shingles of `w` words.

    Passages of w words or more that both texts have are aligned so that as many as possible keep their order; what does
    not is `moved`. Between them single words are matched, but for gaps of more than some 500 by 500 words.
    """
    a, b = _side(text_a, w, yo_is_e), _side(text_b, w, yo_is_e)
    shingles_a, shingles_b = np.unique(a.windows), np.unique(b.windows)
    common = np.intersect1d(shingles_a, shingles_b, assume_unique=True)
    if min(len(a.words), len(b.words)) < w:
        runs = [_Run(0, 0, len(a.words))] if len(common) else []
    else:
        runs = _aligned(a, b, w, (0, len(a.words), 0, len(b.words)), DEPTH)
    rows = tuple(_rows(a, b, runs, _covered(a, common, w), _covered(b, common, w)))
    moved = tuple(
        Moved(a.piece(r.a, r.a + r.length), b.piece(r.b, r.b + r.length), r.length) for r in _moved(a, b, w, runs)
    )
    return SideBySide(len(common), len(shingles_a), len(shingles_b), rows, moved)


def _side(text: str, w: int, yo_is_e: bool) -> _Side:
    starts = [start for _, start, _ in token_spans(text, yo_is_e)]
    words, counts = word_hashes([text], yo_is_e)
    return _Side(text, words, [0, *starts[1:], len(text)], windows(words, counts, w)[0])


def _aligned(a: _Side, b: _Side, w: int, within: tuple[int, int, int, int], depth: int) -> list[_Run]:
    """Shared passages in the order of both texts within a range of words of each, and within the gaps between them."""
    a0, a1, b0, b1 = within
    if min(a1 - a0, b1 - b0) < w or not depth:
        return []
    in_a, in_b = _anchors(a.windows[a0 : a1 - w + 1], b.windows[b0 : b1 - w + 1])
    runs: list[_Run] = []
    end_a, end_b = a0, b0
    for run in _joined(in_a + a0, in_b + b0, _rising(in_b), w):
        late = max(end_a - run.a, end_b - run.b, 0)
        if run.length - late < w:
            continue
        first, last = _grown(a, b, _Run(run.a + late, run.b + late, run.length - late), (end_a, a1, end_b, b1))
        runs += _aligned(a, b, w, (end_a, first.a, end_b, first.b), depth - 1)
        runs.append(first)
        end_a, end_b = last
    return runs + _aligned(a, b, w, (end_a, a1, end_b, b1), depth - 1) if runs else []


def _anchors(x: Hashes, y: Hashes) -> tuple[Ints, Ints]:
    """Places of equal windows, the n-th in one text with the n-th in the other, ascending in the first."""
    by_x, by_y = np.argsort(x, kind="stable"), np.argsort(y, kind="stable")
    sorted_x, sorted_y = x[by_x], y[by_y]
    common = np.intersect1d(x, y)
    at_x, at_y = np.searchsorted(sorted_x, common), np.searchsorted(sorted_y, common)
    counts = np.minimum(
        np.searchsorted(sorted_x, common, side="right") - at_x, np.searchsorted(sorted_y, common, side="right") - at_y
    )
    nth = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    in_x, in_y = by_x[np.repeat(at_x, counts) + nth], by_y[np.repeat(at_y, counts) + nth]
    order = np.argsort(in_x)
    return in_x[order], in_y[order]


def _rising(values: Ints) -> list[int]:
    """Places of a longest rising subsequence (patience sorting; Fredman 1975)."""
    tops: list[int] = []  # the least value that ends a sequence of each length
    ends: list[int] = []  # and where it stands
    before: list[int] = []
    for place, value in enumerate(values.tolist()):
        length = bisect_left(tops, value)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [value]
        ends[length : length + 1] = [place]
    chain = []
    place = ends[-1] if ends else -1
    while place >= 0:
        chain.append(place)
        place = before[place]
    return chain[::-1]


def _joined(in_a: Ints, in_b: Ints, chosen: Sequence[int], w: int) -> Iterator[_Run]:
    """Runs of words from anchors that follow one another in both texts."""
    picked_a, picked_b = in_a[chosen].tolist(), in_b[chosen].tolist()
    start = 0
    for n in range(1, len(picked_a) + 1):
        if n == len(picked_a) or (picked_a[n], picked_b[n]) != (picked_a[n - 1] + 1, picked_b[n - 1] + 1):
            yield _Run(picked_a[start], picked_b[start], n - start + w - 1)
            start = n


def _grown(a: _Side, b: _Side, run: _Run, within: tuple[int, int, int, int]) -> tuple[_Run, tuple[int, int]]:
    """The run with the equal words before and after it, and where it ends in both texts."""
    a0, a1, b0, b1 = within
    back = _equal(a.words[a0 : run.a][::-1], b.words[b0 : run.b][::-1])
    end_a, end_b = run.a + run.length, run.b + run.length
    ahead = _equal(a.words[end_a:a1], b.words[end_b:b1])
    return _Run(run.a - back, run.b - back, back + run.length + ahead), (end_a + ahead, end_b + ahead)


def _equal(x: Hashes, y: Hashes) -> int:
    """How many words are equal from the beginning on."""
    n = min(len(x), len(y))
    different = np.flatnonzero(x[:n] != y[:n])
    return int(different[0]) if len(different) else n


def _covered(side: _Side, common: Hashes, w: int) -> NDArray[np.bool_]:
    """Which words stand in a shingle that both texts have."""
    steps = np.zeros(len(side.words) + 1, np.int64)
    starts = np.flatnonzero(np.isin(side.windows, common))
    np.add.at(steps, starts, 1)
    np.add.at(steps, np.minimum(starts + w, len(side.words)), -1)
    return np.cumsum(steps)[:-1] > 0


def _rows(
    a: _Side, b: _Side, runs: Sequence[_Run], covered_a: NDArray[np.bool_], covered_b: NDArray[np.bool_]
) -> Iterator[Same | Differ]:
    left = TOTAL_PRODUCT
    at_a = at_b = 0
    for run in (*runs, _Run(len(a.words), len(b.words), 0)):
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


def _parts(side: _Side, start: int, common: NDArray[np.bool_]) -> Parts:
    if not len(side.words):
        return ((True, side.text),) if side.text else ()
    parts = []
    for shared, group in groupby(common.tolist()):
        stop = start + len(list(group))
        parts.append((not shared, side.piece(start, stop)))
        start = stop
    return tuple(parts)


def _moved(a: _Side, b: _Side, w: int, runs: Sequence[_Run]) -> Iterator[_Run]:
    """Passages of both texts that are in no run, in the order of the first text."""
    if min(len(a.words), len(b.words)) < w:
        return
    used_a, used_b = np.zeros(len(a.words) + 1, np.int64), np.zeros(len(b.words) + 1, np.int64)
    for run in runs:
        used_a[run.a + 1 : run.a + run.length + 1] = 1
        used_b[run.b + 1 : run.b + run.length + 1] = 1
    used_a, used_b = np.cumsum(used_a), np.cumsum(used_b)
    in_a, in_b = _anchors(a.windows, b.windows)
    free = (used_a[in_a + w] == used_a[in_a]) & (used_b[in_b + w] == used_b[in_b])
    yield from _joined(in_a, in_b, np.flatnonzero(free).tolist(), w)
