"""How many shingles given pairs of sets have in common, by whichever way is cheapest for the pairs asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .classes import Classes
from .engine import Ints
from .exact import dense_product, split

STEP = 4_000_000  # cells of the matrix looked at in one step; bounds memory to about 200 MB
SQUARE = 1_000  # pairs from which on it pays to look for a square
LEAST_HEAVY = 20
_NONE = np.empty(0, np.int32)


def shared(merged: Classes, a: Ints, b: Ints) -> Ints:
    """Shared shingles of the sets `a[i]` and `b[i]`: one with many, all of some with all of others, or any pairs."""
    if len(a) < SQUARE:
        return _of_pairs(merged, a, b)
    width = _width(a, b)
    if 1 < width < len(a):
        return _of_square(merged, a[::width], b[:width]).ravel()
    rows, row = np.unique(a, return_inverse=True)
    if len(rows) == 1:
        return _of_one(merged, int(rows[0]), b)
    columns, column = np.unique(b, return_inverse=True)
    if len(rows) * len(columns) <= 4 * len(a):
        return _of_square(merged, rows, columns)[row, column]
    return _of_pairs(merged, a, b)


def _width(a: Ints, b: Ints) -> int:
    """How many columns, if the pairs are all of some rows with all of some columns, row by row; else 0."""
    width = int(np.argmax(a != a[0])) or len(a)
    if len(a) % width:
        return 0
    rows, columns = a.reshape(-1, width), b.reshape(-1, width)
    return width if (rows == rows[:, :1]).all() and (columns == columns[0]).all() else 0


def _of_pairs(merged: Classes, a: Ints, b: Ints) -> Ints:
    cells = np.diff(merged.matrix.indptr).astype(np.int64)
    steps = np.cumsum(cells[a] + cells[b]) // STEP
    cuts = np.flatnonzero(np.diff(steps)) + 1
    found = np.empty(len(a), np.int64)
    for start, stop in zip([0, *cuts], [*cuts, len(a)], strict=True):
        common = merged.matrix[a[start:stop]].multiply(merged.matrix[b[start:stop]])
        found[start:stop] = common @ merged.weights
    same = a == b  # shingles that no other set has are in no class
    found[same] = merged.sizes[a[same]]
    return found


def _of_one(merged: Classes, a: int, others: Ints) -> Ints:
    matrix = merged.matrix
    of = matrix.indices[matrix.indptr[a] : matrix.indptr[a + 1]]
    if matrix.nnz / len(merged) * len(others) < 2 * int(merged.spread[of].sum()):
        weights = np.zeros(matrix.shape[1], np.int32)
        weights[of] = merged.weights[of]
        found = (matrix[others] @ weights).astype(np.int64)
    else:
        columns = merged.columns
        lists = [columns.indices[columns.indptr[c] : columns.indptr[c + 1]] for c in of.tolist()]
        each = np.repeat(merged.weights[of], merged.spread[of])
        found = np.bincount(np.concatenate([*lists, _NONE]), each, len(merged)).astype(np.int64)[others]
    found[others == a] = merged.sizes[a]
    return found


def _of_square(merged: Classes, rows: Ints, columns: Ints) -> Ints:
    left, right = merged.weighted(rows), merged.matrix[columns]
    counts = np.bincount(left.indices, minlength=left.shape[1])
    heavy = np.flatnonzero(counts > max(LEAST_HEAVY, len(rows) / 50))
    light, dense = split(left, heavy)
    found: NDArray[np.int64] = (light @ right.T).toarray().astype(np.int64)
    product = dense_product(dense, right[:, heavy], int(merged.sizes.max()))
    if product is not None:
        found += product.astype(np.int64)
    same = rows[:, None] == columns[None, :]
    found[same] = np.broadcast_to(merged.sizes[rows][:, None], found.shape)[same]
    return found
