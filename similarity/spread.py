"""On how many other pages the text of each page stands, and whether inside its section or outside.

All is counted from the classes: the shingles of a class stand on the same pages, so a page costs as many steps as it
has classes. Pages with equal sets count each.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .classes import Classes
from .engine import Ints, Spread
from .sets import Sets

EDGES = (1, 2, 6, 21)  # other pages: none, 1, 2 to 5, 6 to 20, more


def nothing(n: int) -> Spread:
    """The spread of `n` pages without text."""
    return Spread(np.zeros((n, len(EDGES) + 1), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))


def fill(spread: Spread, merged: Classes, sets: Sets, sections: Ints) -> None:
    """Set the rows of the pages that are judged by the text of `sets`; `sections` has a number for each document."""
    owners = np.diff(sets.starts)  # pages that have each set
    pages_of = _pages_of(merged, owners)
    on = _by_others(merged, owners, pages_of)
    set_of, section = sets.set_of, sections[sets.pages]
    order = np.lexsort((set_of, section))
    edges = np.flatnonzero(np.diff(section[order], prepend=-1, append=-1))
    spread.on[sets.pages[sets.judged]] = on[set_of[sets.judged]]
    for start, stop in pairwise(edges.tolist()):
        rows = order[start:stop]
        few, place, here = np.unique(set_of[rows], return_inverse=True, return_counts=True)
        inside, outside = _in_section(merged, few, here, owners[few], pages_of)
        judged = sets.judged[rows]
        pages = sets.pages[rows[judged]]
        spread.inside[pages], spread.outside[pages] = inside[place[judged]], outside[place[judged]]


def _pages_of(merged: Classes, owners: Ints) -> Ints:
    """How many pages have each class."""
    each = np.repeat(owners, np.diff(merged.matrix.indptr))
    return np.bincount(merged.matrix.indices, each, len(merged.weights)).astype(np.int64)


def _by_others(merged: Classes, owners: Ints, pages_of: Ints) -> Ints:
    """Shingles of each set by the range of EDGES in which the number of other pages lies."""
    column = np.searchsorted(EDGES, pages_of - 1, side="right")
    weights = np.zeros((len(column), len(EDGES) + 1), np.int64)
    weights[np.arange(len(column)), column] = merged.weights
    on = np.asarray(merged.matrix @ weights)
    on[np.arange(len(owners)), np.searchsorted(EDGES, owners - 1, side="right")] += merged.unique
    return on


def _in_section(merged: Classes, few: Ints, here: Ints, owners: Ints, pages_of: Ints) -> tuple[Ints, Ints]:
    """For the sets `few`, which `here` pages of one section have and `owners` pages at all: shingles that another page
    of the section has, and those that a page outside has.
    """
    rows = merged.matrix[few]
    cells = np.diff(rows.indptr)
    _, column = np.unique(rows.indices, return_inverse=True)
    in_section = np.bincount(column, np.repeat(here, cells)).astype(np.int64)[column]
    weights, row = merged.weights[rows.indices], np.repeat(np.arange(len(few)), cells)

    def summed(which: NDArray[np.bool_]) -> Ints:
        return np.bincount(row, weights * which, len(few)).astype(np.int64)

    inside = summed(in_section > 1) + merged.unique[few] * (here > 1)
    outside = summed(pages_of[rows.indices] > in_section) + merged.unique[few] * (owners > here)
    return inside, outside
