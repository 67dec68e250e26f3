"""Shingles: runs of w words as 64-bit hashes (Broder et al. 1997)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .words import Hashes, mixed, polynomial_powers


def shingles(hashes: Hashes, w: int) -> Hashes:
    """The distinct shingles of one text from the hashes of its words, ascending.

    A text of fewer than `w` words is one shingle of its own words, which equals no other but that of the same words.
    A text without words has no shingles.
    """
    return shingle_sets(hashes, np.array([len(hashes)], np.int64), w)[0]


def shingle_sets(hashes: Hashes, counts: NDArray[np.int64], w: int) -> list[Hashes]:
    """`shingles` of many texts at once; `hashes` holds their words in a row, `counts` how many words each has."""
    values, sizes = windows(hashes, counts, w)
    ends = np.cumsum(sizes)
    for start, end in zip((ends - sizes).tolist(), ends.tolist(), strict=True):
        values[start:end].sort()
    new = np.ones(len(values), bool)
    new[1:] = values[1:] != values[:-1]
    new[(ends - sizes)[sizes > 0]] = True
    places = np.concatenate(([0], np.cumsum(new)))
    values = values[new]
    stops = places[ends].tolist()
    return [values[start:stop] for start, stop in zip([0, *stops], stops, strict=False)]


def windows(hashes: Hashes, counts: NDArray[np.int64], w: int) -> tuple[Hashes, NDArray[np.int64]]:
    """The shingles of each text in reading order, repeats and all, in a row; and how many each text has.

    All windows come from one running sum of a polynomial: the sum up to their end less the sum up to their start,
    divided by the power at their start.
    """
    sizes = np.maximum(counts - w + 1, np.minimum(counts, 1))
    begins, ends = np.cumsum(counts) - counts, np.cumsum(sizes)
    starts = np.repeat(begins - (ends - sizes), sizes) + np.arange(sizes.sum())
    lengths = np.repeat(np.minimum(counts, w), sizes)
    powers, inverse = polynomial_powers(len(hashes) + 1)
    sums = np.zeros(len(hashes) + 1, np.uint64)
    np.cumsum(hashes * powers[:-1], out=sums[1:])
    values = (sums[starts + lengths] - sums[starts]) * inverse[starts]
    return mixed(values), sizes
