"""Exact candidates for containment by prefix filtering (Chaudhuri, Ganti and Kaushik 2006).

If B has at least k of A's n shingles, then B has one of any n - k + 1 of them: so the rarest will do.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from .classes import Classes
from .engine import Ints
from .exact import cells, products
from .measure import least_shared


def contained(merged: Classes, threshold: float, limit: int | None = None) -> Iterator[tuple[Ints, Ints]] | None:
    """All pairs of sets of which the smaller may be contained in the larger at the threshold, each once, in that order.

    Of two sets of one size the lower number counts as the smaller. None if looking at them takes more than `limit`
    steps: the pairs inside one template grow with the square of its pages.
    """
    prefix = _prefixes(merged, threshold)
    if limit is not None and int(merged.spread[prefix.indices].sum()) > limit:
        return None
    return _pairs(merged, prefix)


def _pairs(merged: Classes, prefix: sparse.csr_array) -> Iterator[tuple[Ints, Ints]]:
    rank = np.empty(len(merged), np.int64)
    rank[np.lexsort((np.arange(len(merged)), merged.sizes))] = np.arange(len(merged))
    for start, _, product in products(prefix, merged.matrix.T.tocsr(), merged.spread):
        a, b, _ = cells(product)
        upwards = rank[a + start] < rank[b]
        yield a[upwards] + start, b[upwards]


def _prefixes(merged: Classes, threshold: float) -> sparse.csr_array:
    """The rarest classes of each set, as many as hold n - k + 1 shingles together with those no other set has."""
    matrix = merged.matrix
    rows = np.repeat(np.arange(len(merged)), np.diff(matrix.indptr))
    order = np.lexsort((matrix.indices, merged.spread[matrix.indices], rows))
    columns = matrix.indices[order]
    weights = merged.weights[columns]
    before = np.cumsum(weights) - weights
    filled = np.diff(matrix.indptr) > 0
    at_start = np.zeros(len(merged), np.int64)
    at_start[filled] = before[matrix.indptr[:-1][filled]]
    needed = np.array([n - least_shared(n, threshold) + 1 for n in merged.sizes.tolist()], np.int64)
    taken = before - at_start[rows] + merged.unique[rows] < needed[rows]
    cells = (np.ones(int(taken.sum()), np.int32), (rows[taken], columns[taken]))
    return sparse.csr_array(cells, shape=matrix.shape)
