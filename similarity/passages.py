"""Passages of a page that other pages have too: runs of its shingles, with the pages that share them.

For a look at one page, on demand: nothing here is stored.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from ..config import TextSettings
from .align import Side
from .engine import Ints
from .shingled import batches
from .shingles import windows
from .words import Hashes, word_hashes

_DEFAULT = TextSettings()
MOST = 50


@dataclass(frozen=True, slots=True)
class Passage:
    """The words from `start` to before `stop` of a page; each of `pages` has all shingles of it."""

    start: int
    stop: int
    pages: tuple[int, ...]


@dataclass(frozen=True)
class Owners:
    """On which other pages the shingles of a page stand: page `pages[i]` has all of the shingles from place
    `starts[i]` to before `stops[i]`, and neither the one before nor the one behind. `w` are the words of a shingle,
    `words` those of the page.
    """

    starts: Ints
    stops: Ints
    pages: Ints
    w: int
    words: int


def owners(side: Side, w: int, shingles: Hashes, pages: Ints) -> Owners:
    """Look the shingles of a page up in an index: page `pages[i]` has `shingles[i]`, in any order, repeats and all.

    The page itself must not be in the index.
    """
    values, place_of = np.unique(side.windows, return_inverse=True)
    found, hit = _places(values, shingles)
    page, value = np.divmod(np.unique(pages[hit] * len(values) + found[hit]), max(len(values), 1))
    places = np.argsort(place_of, kind="stable")  # where each distinct shingle stands in the page
    counts = np.bincount(place_of)
    first, times = np.cumsum(counts) - counts, counts[value]
    nth = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
    owner, place = np.repeat(page, times), places[np.repeat(first[value], times) + nth]
    order = np.lexsort((place, owner))
    owner, place = owner[order], place[order]
    new = np.ones(len(owner), bool)
    new[1:] = (owner[1:] != owner[:-1]) | (place[1:] != place[:-1] + 1)
    last = np.append(new[1:], True) if len(new) else new
    return Owners(place[new], place[last] + 1, owner[new], w, len(side.words))


def owners_among(side: Side, w: int, others: Iterable[tuple[int, str]], reading: TextSettings = _DEFAULT) -> Owners:
    """`owners` among other pages given as (page, text), which are read in batches: they need not fit in memory."""
    shingles, pages = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    known = np.unique(side.windows)
    for batch in batches(others, lambda other: len(other[1])):
        values, sizes = windows(*word_hashes([text for _, text in batch], reading), w)
        hit = _places(known, values)[1]
        shingles.append(values[hit])
        pages.append(np.repeat(np.array([page for page, _ in batch], np.int64), sizes)[hit])
    return owners(side, w, np.concatenate(shingles), np.concatenate(pages))


def _places(known: Hashes, values: Hashes) -> tuple[Ints, NDArray[np.bool_]]:
    """Where the values stand among those known (ascending), and whether they do."""
    if not len(known):
        return np.zeros(len(values), np.int64), np.zeros(len(values), bool)
    place = np.minimum(np.searchsorted(known, values), len(known) - 1)
    return place, known[place] == values


def shared_by(found: Owners, least: int = 1, most: int = MOST) -> list[Passage]:
    """The longest passages that at least `least` pages have, `most` of them; longest first, then in reading order.

    Each is maximal: with a shingle more at either end, fewer pages have it. Passages that different pages share may
    overlap.
    """
    return _longest(found, _spans(found, least), most)


def alike(found: Owners, most: int = MOST) -> list[Passage]:
    """Runs of shingles that stand on the very same pages, longest first; together they hold all that is shared."""
    edges, place = np.unique(np.concatenate((found.starts, found.stops)), return_inverse=True)
    steps = np.repeat((1, -1), len(found.starts))
    covered = np.cumsum(np.bincount(place, steps, len(edges))) > 0
    return _longest(found, compress(pairwise(edges.tolist()), covered.tolist()), most)


def _longest(found: Owners, spans: Iterable[tuple[int, int]], most: int) -> list[Passage]:
    passages = []
    for start, stop in sorted(spans, key=lambda span: (span[0] - span[1], span[0]))[:most]:
        having = found.pages[(found.starts <= start) & (found.stops >= stop)]
        passages.append(Passage(start, min(stop + found.w - 1, found.words), tuple(np.unique(having).tolist())))
    return passages


def text_of(side: Side, passage: Passage) -> str:
    """A passage as the page writes it."""
    return side.piece(passage.start, passage.stop)


def _spans(found: Owners, least: int) -> Iterator[tuple[int, int]]:
    """Runs of shingles that `least` pages have and no longer run around them has.

    The runs of single pages are swept by their ends. Those open at an end, by their starts: what begins with the
    `least`-th of them is shared by so many; if after the end it no longer is, it can not be longer.
    """
    order = np.lexsort((found.starts, found.stops))
    by_stop = list(zip(found.stops[order].tolist(), found.starts[order].tolist(), strict=True))
    waiting = iter(sorted(found.starts.tolist()))
    following = next(waiting, None)
    active: list[int] = []
    for stop, ending in groupby(by_stop, key=lambda run: run[0]):
        while following is not None and following < stop:
            insort(active, following)
            following = next(waiting, None)
        start = active[least - 1] if len(active) >= least else None
        for _, begun in ending:
            del active[bisect_left(active, begun)]
        if start is not None and (len(active) < least or active[least - 1] != start):
            yield start, stop
