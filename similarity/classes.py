"""Shingles merged into weighted classes: what stands on the same pages counts as one column.

The shingles of a template page of 10,000 copies become a handful of columns, and shingles found on one page only need
none. The shared shingles of two sets are the summed weights of their common classes, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .engine import Ints
from .ragged import Ragged, ragged
from .words import Hashes, mixed

PART = 500_000  # shingles sorted at a time
_NONE, _NO_OWNERS, _NO_LISTS = np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.uint64)


@dataclass(frozen=True)
class Classes:
    """Sets of shingles as a sparse matrix: sets x classes, a one where the set has the class.

    `weights` are shingles in each class, `spread` sets that have it; `sizes` are distinct shingles of each set and
    `unique` those that no other set has.
    """

    matrix: sparse.csr_array
    weights: Ints
    spread: Ints
    sizes: Ints
    unique: Ints

    def __len__(self) -> int:
        return len(self.sizes)

    @cached_property
    def columns(self) -> sparse.csc_array:
        """The matrix by class."""
        return self.matrix.tocsc()

    def weighted(self, rows: Ints) -> sparse.csr_array:
        """Some rows of the matrix with the weights of their classes in place of ones."""
        found = sparse.csr_array(self.matrix[rows])
        found.data = self.weights[found.indices].astype(np.int32)
        return found


def classes(sets: Iterable[Hashes]) -> Classes:
    """Merge the shingles of many sets. Memory: about 12 bytes for each shingle, and 30 for each that is shared.

    Shingles belong together when their lists of sets are equal. Lists are compared by the sum of 64 mixed bits for
    each set: among ten million different lists, two meet with a probability below one in 100,000.
    """
    rows = ragged(sets)
    sizes = rows.sizes
    unique = np.zeros(len(rows), np.int64)
    salts = mixed(np.arange(1, len(rows) + 1, dtype=np.uint64))
    owners, spreads, lists = [_NO_OWNERS], [_NONE], [_NO_LISTS]
    for values, of in _parts(rows):
        order = np.argsort(values, kind="stable")  # made of ascending runs, which merge sort makes use of
        values, of = values[order], of[order]
        starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1])))
        spread = np.diff(starts, append=len(values))
        unique += np.bincount(of[starts[spread == 1]], minlength=len(rows))
        of, spread = of[np.repeat(spread > 1, spread)], spread[spread > 1]
        if len(spread):
            owners.append(of)
            spreads.append(spread)
            lists.append(np.add.reduceat(salts[of], np.cumsum(spread) - spread))
    return _merged(np.concatenate(owners), np.concatenate(spreads), np.concatenate(lists), sizes, unique)


def _parts(sets: Ragged) -> Iterator[tuple[Hashes, NDArray[np.int32]]]:
    """All shingles with the set that each is of, in parts by their highest bits that fit a processor's cache."""
    values = sets.values
    owners = np.repeat(np.arange(len(sets), dtype=np.int32), sets.sizes)
    bits = min(8, (len(values) // PART).bit_length())
    part = (values >> np.uint64(56)).astype(np.uint8) >> (8 - bits)
    for number in range(1 << bits):
        picked = np.flatnonzero(part == number)
        if len(picked):
            yield values[picked], owners[picked]


def _merged(owners: NDArray[np.int32], spread: Ints, lists: Hashes, sizes: Ints, unique: Ints) -> Classes:
    starts = np.cumsum(spread) - spread
    _, first, weights = np.unique(lists, return_index=True, return_counts=True)
    spread = spread[first]
    ends = np.cumsum(spread)
    cells = np.repeat(starts[first] - (ends - spread), spread) + np.arange(spread.sum())
    columns = sparse.csc_array(
        (np.ones(len(cells), np.int32), owners[cells], np.concatenate(([0], ends))), shape=(len(sizes), len(first))
    )
    return Classes(columns.tocsr(), weights, spread, sizes, unique)
