"""How alike the texts of a small group are, each with each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..config import TextSettings
from .measure import jaccard
from .shingles import shingle_sets
from .words import word_hashes


def square(texts: Sequence[str], w: int, letters: int | None, reading: TextSettings) -> NDArray[np.float64]:
    """Jaccard of every text with every other by shingles of `w` words, or `letters` of scripts without spaces."""
    sets = shingle_sets(*word_hashes(texts, reading), w, letters)
    sizes = np.array([len(values) for values in sets])
    _, place = np.unique(np.concatenate(sets), return_inverse=True)
    has = np.zeros((len(texts), place.max(initial=-1) + 1), np.float32)
    has[np.repeat(np.arange(len(texts)), sizes), place] = 1
    shared = np.rint(has @ has.T).astype(np.int64)
    return np.asarray(jaccard(shared, sizes[:, None], sizes[None, :]))


def stars(values: NDArray[np.float64], cut: float) -> list[int]:
    """The sizes of the groups that these pages alone would make with the threshold `cut` of Jaccard (cluster.py says
    how), largest first; a page without a group counts 1. `values` is a square as above.
    """
    near = values >= cut
    np.fill_diagonal(near, False)
    free = np.ones(len(values), bool)
    sizes = []
    for centre in np.argsort(-near.sum(axis=1), kind="stable").tolist():
        if free[centre]:
            members = near[centre] & free
            members[centre] = True
            free &= ~members
            sizes.append(int(members.sum()))
    return sorted(sizes, reverse=True)
