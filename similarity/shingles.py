"""Shingles: runs of w words as 64-bit hashes (Broder et al. 1997)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from .words import Hashes, mixed, polynomial_powers, unspaced, word_hashes

Ints = NDArray[np.int64]


def read(texts: Sequence[str], settings: CompareSettings, words: TextSettings) -> tuple[Hashes, Ints, list[Hashes]]:
    """The words of many texts in a row, how many each text has, and the distinct shingles of each, by the settings."""
    hashes, counts = word_hashes(texts, words)
    return hashes, counts, shingle_sets(hashes, counts, settings.shingle, settings.shingle_unspaced)


def shingles(hashes: Hashes, w: int, letters: int | None = None) -> Hashes:
    """The distinct shingles of one text from the hashes of its words, ascending.

    A shingle is `w` words, or `letters` (`w` if not given) where the text is in a script written without spaces. In
    one that spans both kinds each word counts as 1/w and each letter as 1/letters, and it ends where they make up a
    whole; the last one reaches to the end of the text. A text shorter than that is one shingle of its own words, which
    equals no other but that of the same words. A text without words has no shingles.
    """
    return shingle_sets(hashes, np.array([len(hashes)], np.int64), w, letters)[0]


def shingle_sets(hashes: Hashes, counts: Ints, w: int, letters: int | None = None) -> list[Hashes]:
    """`shingles` of many texts at once; `hashes` holds their words in a row, `counts` how many words each has."""
    values, sizes = windows(hashes, counts, w, letters)
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


def windows(hashes: Hashes, counts: Ints, w: int, letters: int | None = None) -> tuple[Hashes, Ints]:
    """The shingles of each text in reading order, repeats and all, in a row; and how many each text has.

    All windows come from one running sum of a polynomial: the sum up to their end less the sum up to their start,
    divided by the power at their start.
    """
    letter = unspaced(hashes) if letters and letters != w else None
    if letter is None or not letters or not letter.any():
        sizes = np.maximum(counts - w + 1, np.minimum(counts, 1))
        starts = _starts(counts, sizes)
        lengths = np.repeat(np.minimum(counts, w), sizes)
    else:
        starts, lengths, sizes = _weighted(np.where(letter, w, letters), counts, w * letters)
    powers, inverse = polynomial_powers(len(hashes) + 1)
    sums = np.zeros(len(hashes) + 1, np.uint64)
    np.cumsum(hashes * powers[:-1], out=sums[1:])
    values = (sums[starts + lengths] - sums[starts]) * inverse[starts]
    return mixed(values), sizes


def _starts(counts: Ints, sizes: Ints) -> Ints:
    """Where the windows of each text start, `sizes` of them, one at each word from its first on."""
    begins, ends = np.cumsum(counts) - counts, np.cumsum(sizes)
    return np.asarray(np.repeat(begins - (ends - sizes), sizes) + np.arange(sizes.sum()))


def _weighted(weights: Ints, counts: Ints, whole: int) -> tuple[Ints, Ints, Ints]:
    """Starts and lengths of the shortest windows whose words weigh `whole` or more, and how many each text has."""
    total = np.concatenate(([0], np.cumsum(weights)))
    ends = np.cumsum(counts)
    fitting = np.searchsorted(total, total[ends] - whole, side="right") - (ends - counts)
    sizes = np.maximum(fitting, np.minimum(counts, 1))
    starts = _starts(counts, sizes)
    stops = np.searchsorted(total, total[starts] + whole)
    last = np.cumsum(sizes)[counts > 0] - 1
    stops[last] = ends[counts > 0]
    return starts, stops - starts, sizes
