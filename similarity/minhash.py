"""Candidates by MinHash and locality-sensitive hashing (Broder 1997; Indyk and Motwani 1998), made by datasketch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from datasketch import MinHash, MinHashLSH
from numpy.typing import NDArray

from .engine import Ints
from .words import Hashes

PERMUTATIONS = 126
RECALL = 0.99

Signatures = NDArray[np.uint32]


def bands(threshold: float, permutations: int = PERMUTATIONS, recall: float = RECALL) -> tuple[int, int]:
    """Bands and rows of each by which a pair at the threshold becomes a candidate with a chance of `recall` or more.

    The chance is 1 - (1 - J^r)^b (Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4.2). The longest rows
    that reach it are taken, as they let the fewest others in, and as many bands as permutations allow; 0.5 gives
    42 bands of 3 rows. Where none reaches it (thresholds below 0.036 with 126 permutations), rows of one come closest.
    """
    rows = max(
        (r for r in range(1, permutations // 2 + 1) if chance(threshold, permutations // r, r) >= recall), default=1
    )
    return permutations // rows, rows


def chance(jaccard: float, bands: int, rows: int) -> float:
    """How likely a pair of this Jaccard is to become a candidate."""
    return float(1 - (1 - jaccard**rows) ** bands)


def signatures(sets: Sequence[Hashes], seed: int) -> Iterator[MinHash]:
    """A MinHash of each set. Shingles are well mixed already: their upper 32 bits go in as they are."""
    numbers = ((values >> np.uint64(32)).tolist() for values in sets)
    found: Iterator[MinHash] = MinHash.generator(numbers, num_perm=PERMUTATIONS, seed=seed, hashfunc=int)
    return found


def keeping(hashed: Iterable[MinHash], matrix: Signatures) -> Iterator[MinHash]:
    """Pass MinHashes on and copy their values into the rows of a matrix."""
    for number, one in enumerate(hashed):
        matrix[number] = one.hashvalues
        yield one


def matrix_of(hashed: Iterable[MinHash], n: int) -> Signatures:
    """The values of `n` MinHashes as rows."""
    matrix = np.empty((n, PERMUTATIONS), np.uint32)
    for _ in keeping(hashed, matrix):
        pass
    return matrix


def candidates(hashed: Iterable[MinHash], shape: tuple[int, int]) -> Iterator[Ints]:
    """For each set in turn, the numbers of the sets before it that share a band with it.

    Memory: about 13 kB a set at 42 bands.
    """
    index = MinHashLSH(num_perm=PERMUTATIONS, params=shape)
    for number, one in enumerate(hashed):
        yield np.array(sorted(index.query(one)), np.int64)
        index.insert(number, one, check_duplication=False)


def proposed(matrix: Signatures, a: Ints, b: Ints, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Whether an index over these signatures would propose the pairs `a[i], b[i]`: some band is equal in all rows.

    This tells how good LSH is on known pairs without building the index.
    """
    count, rows = shape
    found = np.zeros(len(a), bool)
    for band in range(count):
        left = np.flatnonzero(~found)
        if not len(left):
            break
        of = slice(band * rows, (band + 1) * rows)
        found[left] = (matrix[a[left], of] == matrix[b[left], of]).all(axis=1)
    return found
