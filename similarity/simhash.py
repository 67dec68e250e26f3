"""SimHash: 64-bit fingerprints of texts, and all pairs of them that differ in few bits.

A fingerprint has a one where more than half of a text's words have a one in their hash (Charikar 2002), so that texts
with nearly the same words differ in few bits. Those that differ in at most 3 are found through permuted tables (Manku,
Jain and Das Sarma 2007): the bits are cut into m parts, of which at least m - 3 are equal in such a pair, so it meets
in the table that is sorted by those m - 3 parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from .engine import Ints
from .shingles import windows
from .words import Hashes

BITS = 64
DISTANCE = 3
BLOCK = 20_000  # words whose bits are written out at a time: they stay in a processor's cache
STEP = 1_000_000  # pairs compared at a time; bounds memory to about 50 MB
WORTH = 64  # pairs to compare for each fingerprint up to which more tables do not pay
MOST_PARTS = 8


def fingerprints(hashes: Hashes, counts: Ints, w: int = 1) -> Hashes:
    """The fingerprint of each text; `hashes` holds the words of all in a row, `counts` how many words each has.

    Features are runs of `w` words, each counted as often as it stands there. Single words find by far the most (see
    docs/performance.md). A text without words has the fingerprint 0. Memory: 64 bytes for each of BLOCK words, or
    for each of the longest text.
    """
    values, sizes = windows(hashes, counts, w)
    ends = np.cumsum(sizes)
    prints = np.zeros(len(sizes), np.uint64)
    filled = np.flatnonzero(sizes)
    for rows in np.split(filled, np.flatnonzero(np.diff(ends[filled] // BLOCK)) + 1):
        if not len(rows):
            continue
        starts = ends[rows] - sizes[rows]
        part = values[starts[0] : ends[rows[-1]]].astype("<u8").view(np.uint8)
        ones = np.add.reduceat(np.unpackbits(part.reshape(-1, 8), axis=1), starts - starts[0], axis=0, dtype=np.int32)
        prints[rows] = np.packbits(ones * 2 > sizes[rows, None], axis=1).view("<u8").ravel()
    return prints


def near(a: Hashes, b: Hashes, distance: int = DISTANCE) -> NDArray[np.bool_]:
    """Which of the fingerprints `a[i]` and `b[i]` differ in at most `distance` bits."""
    return np.asarray(np.bitwise_count(a ^ b) <= distance)


def close_pairs(prints: Hashes, distance: int = DISTANCE) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of places (a < b) whose fingerprints differ in at most `distance` bits, each once, in parts."""
    same = _collapsed(prints)
    behind = np.repeat(same.starts + same.lengths, same.lengths) - np.arange(1, len(prints) + 1)
    for owner, offset in _steps(behind):
        yield same.places[owner], same.places[owner + 1 + offset]
    for left, right in _close(same.values, same.values, distance, inside=True):
        for a, b in _spelt_out(same, left, same, right):
            yield np.minimum(a, b), np.maximum(a, b)


def close_between(a: Hashes, b: Hashes, distance: int = DISTANCE) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of a place in `a` and one in `b` that differ in at most `distance` bits, each once, in parts.

    This is how the pages of one audit are looked up among those of another.
    """
    left, right = _collapsed(a), _collapsed(b)
    for x, y in _close(left.values, right.values, distance, inside=False):
        yield from _spelt_out(left, x, right, y)


@dataclass(frozen=True)
class _Same:
    """Distinct fingerprints, ascending. The places that have number n are `places[starts[n]:][:lengths[n]]`."""

    values: Hashes
    places: Ints
    starts: Ints
    lengths: Ints


def _collapsed(prints: Hashes) -> _Same:
    places = np.argsort(prints, kind="stable")
    values, starts, lengths = np.unique(prints[places], return_index=True, return_counts=True)
    return _Same(values, places, starts, lengths)


def _close(a: Hashes, b: Hashes, distance: int, inside: bool) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of distinct fingerprints by their numbers. With `inside`, `a` is `b`, and each pair comes once.

    A pair that meets in several tables is taken from the first of them.
    """
    masks = _tables(a, b, distance, inside)
    for number, mask in enumerate(masks):
        by_a, by_b, first, lengths = _meeting(a, b, mask, inside)
        for owner, offset in _steps(lengths):
            x, y = by_a[owner], by_b[first[owner] + offset]
            close = near(a[x], b[y], distance)
            x, y = x[close], y[close]
            differ = a[x] ^ b[y]
            new = np.ones(len(x), bool)
            for earlier in masks[:number]:
                new &= (differ & earlier) != 0
            yield x[new], y[new]


def _tables(a: Hashes, b: Hashes, distance: int, inside: bool) -> list[np.uint64]:
    """Masks of the bits by which each table is sorted.

    More parts make more tables with fewer pairs to compare. The fewest parts are taken with which the pairs are few;
    where they never are, those with the least work.
    """
    best: tuple[int, list[np.uint64]] | None = None
    for parts in range(distance + 1, max(MOST_PARTS, distance + 1) + 1):
        masks = table_masks(parts, distance)
        pairs = sum(int(_meeting(a, b, mask, inside)[3].sum()) for mask in masks)
        cost = pairs + len(masks) * WORTH * (len(a) + len(b))
        if best is None or cost < best[0]:
            best = cost, masks
        if pairs <= WORTH * len(masks) * (len(a) + len(b)):
            break
    assert best is not None
    return best[1]


def table_masks(parts: int, distance: int) -> list[np.uint64]:
    """Of `parts` parts of the bits, all choices of those that a pair at `distance` may leave equal."""
    edges = [BITS * n // parts for n in range(parts + 1)]
    masks = [((1 << stop) - 1) ^ ((1 << start) - 1) for start, stop in pairwise(edges)]
    return [np.uint64(sum(chosen)) for chosen in combinations(masks, parts - distance)]


def _meeting(a: Hashes, b: Hashes, mask: np.uint64, inside: bool) -> tuple[Ints, Ints, Ints, Ints]:
    """Both sides sorted by the masked bits: their numbers, and for each of `a` where its equals begin in `b`, and how
    many they are.
    """
    by_a = np.argsort(a & mask, kind="stable")
    keys = (a & mask)[by_a]
    if inside:
        first = np.arange(1, len(a) + 1)
        return by_a, by_a, first, np.searchsorted(keys, keys, side="right") - first
    by_b = np.argsort(b & mask, kind="stable")
    others = (b & mask)[by_b]
    first = np.searchsorted(others, keys)
    return by_a, by_b, first, np.searchsorted(others, keys, side="right") - first


def _spelt_out(left: _Same, x: Ints, right: _Same, y: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Every place that has fingerprint `x[i]` with every place that has `y[i]`, in parts."""
    wide = right.lengths[y]
    for owner, offset in _steps(left.lengths[x] * wide):
        row, column = np.divmod(offset, wide[owner])
        yield left.places[left.starts[x[owner]] + row], right.places[right.starts[y[owner]] + column]


def _steps(lengths: Ints) -> Iterator[tuple[Ints, Ints]]:
    """(i, n) for each i and each n below `lengths[i]`, as columns of at most STEP rows."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    for start in range(0, total, STEP):
        rows = np.arange(start, min(start + STEP, total))
        owner = np.searchsorted(ends, rows, side="right")
        yield owner, rows - (ends - lengths)[owner]
