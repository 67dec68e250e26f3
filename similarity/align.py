"""Where two texts have the same words: shared passages in the order of both texts, and those in another order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..config import TextSettings
from .engine import Ints
from .shingles import windows
from .words import Hashes, token_starts, word_hashes

DEPTH = 4  # how often a gap is searched again for passages that are rare within it


@dataclass(frozen=True, slots=True)
class Run:
    """`length` equal words, from word `a` of one text and word `b` of the other."""

    a: int
    b: int
    length: int


@dataclass(frozen=True)
class Side:
    """A text with its words: `words` are their hashes, `bounds` where the piece of text of each begins, and the end.
    `windows` are shingles in reading order.
    """

    text: str
    words: Hashes
    bounds: list[int]
    windows: Hashes

    def piece(self, start: int, stop: int) -> str:
        """The text of the words from `start` to before `stop`."""
        return self.text[self.bounds[start] : self.bounds[stop]] if stop > start else ""


def prepare(text: str, w: int, settings: TextSettings) -> Side:
    """Read a text."""
    words, counts = word_hashes([text], settings)
    return Side(text, words, bounds(text), windows(words, counts, w)[0])


def bounds(text: str) -> list[int]:
    """Where the piece of text of each word begins, and the end."""
    return [0, *token_starts(text)[1:], len(text)]


def covered(side: Side, common: Hashes, w: int) -> NDArray[np.bool_]:
    """Which words stand in a shingle that both texts have."""
    steps = np.zeros(len(side.words) + 1, np.int64)
    starts = np.flatnonzero(np.isin(side.windows, common))
    np.add.at(steps, starts, 1)
    np.add.at(steps, np.minimum(starts + w, len(side.words)), -1)
    return np.cumsum(steps)[:-1] > 0


def aligned(a: Side, b: Side, w: int) -> list[Run]:
    """Passages of `w` words or more that both texts have, as many words as can keep their order in both."""
    if min(len(a.words), len(b.words)) >= w:
        return _within(a, b, w, (0, len(a.words), 0, len(b.words)), DEPTH)
    return [Run(0, 0, len(a.words))] if len(a.words) and np.array_equal(a.words, b.words) else []


def _within(a: Side, b: Side, w: int, within: tuple[int, int, int, int], depth: int) -> list[Run]:
    """Shared passages in the order of both texts within a range of words of each, and within the gaps between them."""
    a0, a1, b0, b1 = within
    if min(a1 - a0, b1 - b0) < w or not depth:
        return []
    in_a, in_b = _anchors(a.windows[a0 : a1 - w + 1], b.windows[b0 : b1 - w + 1])
    runs: list[Run] = []
    end_a, end_b = a0, b0
    for run in _joined(in_a + a0, in_b + b0, _rising(in_b), w):
        late = max(end_a - run.a, end_b - run.b, 0)
        if run.length - late < w:
            continue
        first, last = _grown(a, b, Run(run.a + late, run.b + late, run.length - late), (end_a, a1, end_b, b1))
        runs += _within(a, b, w, (end_a, first.a, end_b, first.b), depth - 1)
        runs.append(first)
        end_a, end_b = last
    return runs + _within(a, b, w, (end_a, a1, end_b, b1), depth - 1) if runs else []


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
    if np.all(values[1:] > values[:-1]):  # as in most pairs of pages made from one template
        return list(range(len(values)))
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


def _joined(in_a: Ints, in_b: Ints, chosen: Sequence[int], w: int) -> Iterator[Run]:
    """Runs of words from anchors that follow one another in both texts."""
    picked_a, picked_b = in_a[chosen], in_b[chosen]
    breaks = np.flatnonzero((np.diff(picked_a) != 1) | (np.diff(picked_b) != 1)) + 1
    for start, stop in pairwise([0, *breaks.tolist(), len(picked_a)]):
        if stop > start:
            yield Run(int(picked_a[start]), int(picked_b[start]), stop - start + w - 1)


def _grown(a: Side, b: Side, run: Run, within: tuple[int, int, int, int]) -> tuple[Run, tuple[int, int]]:
    """The run with the equal words before and after it, and where it ends in both texts."""
    a0, a1, b0, b1 = within
    back = equal(a.words[a0 : run.a][::-1], b.words[b0 : run.b][::-1])
    end_a, end_b = run.a + run.length, run.b + run.length
    ahead = equal(a.words[end_a:a1], b.words[end_b:b1])
    return Run(run.a - back, run.b - back, back + run.length + ahead), (end_a + ahead, end_b + ahead)


def equal(x: Hashes, y: Hashes) -> int:
    """How many words are equal from the beginning on."""
    n = min(len(x), len(y))
    different = np.flatnonzero(x[:n] != y[:n])
    return int(different[0]) if len(different) else n


def moved(a: Side, b: Side, w: int, runs: Sequence[Run]) -> Iterator[Run]:
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
