"""The exact join: how many shingles any two sets share, for all pairs that share one, in blocks of bounded memory.

Sets that have common classes are put side by side first, so that a template of many pages stands in few blocks. Then
the matrix is multiplied with its transpose, block of rows by block of rows, each pair once. Columns that stand on many
of a block's sets (a template with random edits has hundreds) go through dense products, which are some hundred times
cheaper a step than sparse ones; the rest stays sparse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from threadpoolctl import ThreadpoolController

from .classes import Classes
from .engine import Ints

BLOCK = 1024  # rows planned together
TILE = 1024  # columns of one dense product with a block
CELLS = 1_000_000  # cells of one sparse product
HEAVY = 0.02  # share of a block's rows from which on a column is heavy
SUFFIXES = 16  # how often the transposed rest of the matrix is made anew
EXACT_IN_FLOAT32 = 2**24
DENSE_GAIN, CELL_COST = 64, 4  # a dense step against a sparse one, and looking at a cell of a tile, in sparse steps

Add = Callable[[Ints, Ints, Ints], None]
Cells = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


@dataclass(frozen=True)
class Plan:
    """A join that could be run. `order` lists the sets, those that must stand in each pair first (`rows` of them);
    `heavy` has the heavy columns of each block. `cost` is in multiplications of the sparse kind: the sum of squared
    spreads of the classes, less what dense products save.
    """

    order: Ints
    rows: int
    matrix: sparse.csr_array
    columns: sparse.csc_array
    heavy: tuple[Ints, ...]
    cost: int


def plan(merged: Classes, wanted: NDArray[np.bool_] | None = None) -> Plan:
    """Prepare the join of all pairs of sets of which at least one is `wanted` (all are when it is None)."""
    wanted = np.ones(len(merged), bool) if wanted is None else wanted
    order = np.lexsort((_side_by_side(merged), ~wanted))
    matrix = sparse.csr_array(merged.matrix[order])
    columns = matrix.tocsc()
    rows = int(wanted.sum())
    heavy = []
    cost = 0
    for start in range(0, rows, BLOCK):
        stop = min(start + BLOCK, rows)
        cells = matrix.indices[matrix.indptr[start] : matrix.indptr[stop]]
        present, counts = np.unique(cells, return_counts=True)
        is_heavy = counts > BLOCK * HEAVY
        found = present[is_heavy].astype(np.int64)
        cost += int(merged.spread[present[~is_heavy]] @ counts[~is_heavy])
        if len(found):
            on_heavy = int(np.count_nonzero(np.bincount(columns[:, found].indices)))
            cost += (stop - start) * on_heavy * (len(found) // DENSE_GAIN + CELL_COST)
        heavy.append(found)
    return Plan(order, rows, matrix, columns, tuple(heavy), cost)


def join(merged: Classes, planned: Plan, add: Add, done: Callable[[int], None] | None = None) -> None:
    """Hand all pairs that share a shingle to `add(a, b, shared)`, each pair once, in parts; tell `done` of rows."""
    matrix, order = planned.matrix, planned.order
    base, suffix = 0, matrix.T.tocsr()
    most = int(merged.sizes.max(initial=0))
    for number, heavy in enumerate(planned.heavy):
        begin, end = number * BLOCK, min((number + 1) * BLOCK, planned.rows)
        if begin - base >= max(len(merged) // SUFFIXES, BLOCK):
            base, suffix = begin, matrix[begin:].T.tocsr()
        light, dense = split(merged.weighted(order[begin:end]), heavy)
        wide = sparse.csr_array(planned.columns[:, heavy].tocsr()[begin:])
        for start, stop, product in products(light, suffix, merged.spread):
            parts = (
                _with_dense(product, dense[start:stop], wide, begin - base, most) if len(heavy) else [cells(product)]
            )
            for row, column, shared in parts:
                a, b = row + (begin + start), column + base
                if len(b) and b.min() <= end:
                    later = b > a
                    a, b, shared = a[later], b[later], shared[later]
                add(order[a], order[b], shared)
        if done is not None:
            done(end - begin)


def products(
    left: sparse.csr_array, right: sparse.csr_array, spread: Ints, most: int = BLOCK
) -> Iterator[tuple[int, int, sparse.csr_array]]:
    """`left[start:stop] @ right` in runs of at most `most` rows and CELLS cells (or one row), with start and stop.

    `spread` bounds the cells in each row of `right`.
    """
    steps = np.concatenate(([0], np.cumsum(spread[left.indices])))[left.indptr]
    start = 0
    while start < left.shape[0]:
        stop = int(np.searchsorted(steps, steps[start] + CELLS, side="right")) - 1
        stop = min(max(stop, start + 1), start + most, left.shape[0])
        yield start, stop, sparse.csr_array(left[start:stop] @ right)
        start = stop


def cells(product: sparse.csr_array) -> Cells:
    """Row, column and value of each cell of a sparse matrix."""
    rows = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
    return rows, product.indices, product.data


def _side_by_side(merged: Classes) -> Ints:
    """A key by which to sort sets: the least of the scattered numbers of their common classes (a MinHash of them)."""
    matrix = merged.matrix
    common = merged.spread >= BLOCK * HEAVY
    scattered = np.random.default_rng(1).permutation(len(common)).astype(np.int64)
    scattered[~common] = len(common)
    keys = np.full(len(merged), len(common), np.int64)
    filled = np.flatnonzero(np.diff(matrix.indptr))
    if len(filled):
        keys[filled] = np.minimum.reduceat(scattered[matrix.indices], matrix.indptr[filled])
    return keys


def split(weighted: sparse.csr_array, heavy: Ints) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Weighted rows as light columns (at their places) and heavy columns (alone, ascending)."""
    if not len(heavy):
        return weighted, sparse.csr_array((weighted.shape[0], 0), dtype=weighted.dtype)
    place = np.minimum(np.searchsorted(heavy, weighted.indices), len(heavy) - 1)
    is_heavy = heavy[place] == weighted.indices
    starts = np.concatenate(([0], np.cumsum(is_heavy)))[weighted.indptr]
    dense = (weighted.data[is_heavy], place[is_heavy], starts)
    light = (weighted.data[~is_heavy], weighted.indices[~is_heavy], weighted.indptr - starts)
    return sparse.csr_array(light, weighted.shape), sparse.csr_array(dense, (weighted.shape[0], len(heavy)))


def _with_dense(
    product: sparse.csr_array, dense: sparse.csr_array, wide: sparse.csr_array, skip: int, most: int
) -> Iterator[Cells]:
    """Cells of the sparse product plus those of the heavy columns, by tile; the first `skip` columns are left out."""
    rows, columns, shared = cells(product)
    tile = (columns - skip) // TILE
    by_tile = np.argsort(tile, kind="stable")
    edges = np.searchsorted(tile, np.arange(-(-wide.shape[0] // TILE) + 1), sorter=by_tile)
    for number, (start, stop) in enumerate(pairwise(edges)):
        of, first = by_tile[start:stop], skip + number * TILE
        both = dense_product(dense, wide[first - skip : first - skip + TILE], most)
        if both is None:
            yield rows[of], columns[of], shared[of]
            continue
        both[rows[of], columns[of] - first] += shared[of]
        row, flat = _nonzero(both)
        yield row, flat - row * both.shape[1] + first, both.ravel()[flat].astype(np.int64)


def _nonzero(full: NDArray[Any]) -> tuple[Ints, Ints]:
    """Row and flat place of all cells that are not zero; faster than dividing the places."""
    flat = np.flatnonzero(full)
    return np.repeat(np.arange(len(full)), np.count_nonzero(full, axis=1)), flat


def dense_product(weighted: sparse.csr_array, other: sparse.csr_array, most: int) -> NDArray[Any] | None:
    """Product of weighted rows with other rows over the columns that both have; None when there are none.

    `most` is the size of the largest set: float32 counts exactly below 2^24, float64 is used above.
    """
    both = np.flatnonzero(
        (np.bincount(weighted.indices, minlength=weighted.shape[1]) > 0)
        & (np.bincount(other.indices, minlength=other.shape[1]) > 0)
    )
    if not len(both):
        return None
    kind = np.float32 if most < EXACT_IN_FLOAT32 else np.float64
    left, right = _filled(weighted, both, kind), _filled(other, both, kind)
    with _blas().limit(limits=1, user_api="blas"):
        product: NDArray[Any] = left @ right.T
    return product


@cache
def _blas() -> ThreadpoolController:
    """Holds BLAS to one thread: a second one doubles the processor time of products this small, and gains little."""
    return ThreadpoolController()


def _filled(matrix: sparse.csr_array, columns: Ints, kind: type[np.float32 | np.float64]) -> NDArray[Any]:
    """Some columns of a sparse matrix, written out."""
    place = np.full(matrix.shape[1], -1, np.int32)
    place[columns] = np.arange(len(columns))
    where = place[matrix.indices]
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    inside = where >= 0
    full = np.zeros((matrix.shape[0], len(columns)), kind)
    full[rows[inside], where[inside]] = matrix.data[inside]
    return full
