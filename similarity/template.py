"""What the pages of a group have in common: the text that stands on all of them, and what each has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np

from ..config import TextSettings
from .align import prepare
from .engine import Ints
from .shingled import batches
from .shingles import windows
from .words import Hashes, word_hashes

_DEFAULT = TextSettings()
MOST = 2_000  # members that are looked at; of a larger group an even sample

Kind = Literal["all", "some", "own"]
KINDS: tuple[Kind, ...] = ("own", "some", "all")


@dataclass(frozen=True, slots=True)
class Words:
    """Words of a member: `all` stand in a shingle that all members have, `some` in one that some others have, `own` in
    none that another has.
    """

    all: int
    some: int
    own: int


@dataclass(frozen=True)
class Template:
    """The shingles of the members that were looked at, ascending, and how many members have each.

    `used` are the places of these members, with their `words`; they are a sample of `size` members when there are more
    than MOST. What "all" and "others" mean is then meant of the sample. `hashes` are their words in a row, `levels` the
    place of the kind of each in KINDS.
    """

    shingles: Hashes
    counts: Ints
    used: range
    words: tuple[Words, ...]
    size: int
    w: int
    reading: TextSettings
    hashes: Hashes
    levels: Ints

    @property
    def sampled(self) -> bool:
        """Whether some members were not looked at."""
        return len(self.used) < self.size

    def marked(self, place: int, text: str) -> list[tuple[Kind, str]]:
        """The text of the member at `place` in pieces that, put together, are the text. For a look at one page."""
        side = prepare(text, self.w, self.reading)
        if not len(side.words):
            return [("own", text)] if text else []
        place_of = np.minimum(np.searchsorted(self.shingles, side.windows), max(len(self.shingles) - 1, 0))
        known = np.zeros(len(side.windows), np.int64)
        if len(self.shingles):
            known = np.where(self.shingles[place_of] == side.windows, self.counts[place_of], 0)
        needed = (1 + (place in self.used), len(self.used))  # one that was not looked at is no part of the counts
        level = _levels(known, needed, np.array([len(side.words)]), np.array([len(side.windows)]), self.w)
        parts: list[tuple[Kind, str]] = []
        start = 0
        for kind, run in groupby(level.tolist()):
            stop = start + len(list(run))
            parts.append((KINDS[kind], side.piece(start, stop)))
            start = stop
        return parts


def template(texts: Sequence[str], w: int, reading: TextSettings = _DEFAULT) -> Template:
    """Compare all members of a group at once by shingles of `w` words; of more than MOST every n-th is taken.

    Memory: about 100 bytes for each word of the members looked at.
    """
    used = range(0, len(texts), max(1, -(-len(texts) // MOST)))
    hashes, counts = _words([texts[place] for place in used], reading)
    values, sizes = windows(hashes, counts, w)
    member = np.repeat(np.arange(len(used)), sizes)
    order = np.argsort(values, kind="stable")  # of equal shingles, those of one member stand together
    values, member = values[order], member[order]
    new = np.ones(len(values), bool)
    new[1:] = values[1:] != values[:-1]
    first = new.copy()
    first[1:] |= member[1:] != member[:-1]
    starts = np.flatnonzero(new)
    having = np.add.reduceat(first, starts, dtype=np.int64) if len(starts) else np.empty(0, np.int64)
    known = np.empty(len(values), np.int64)
    known[order] = np.repeat(having, np.diff(starts, append=len(values)))
    level = _levels(known, (2, len(used)), counts, sizes, w)
    words = np.bincount(np.repeat(np.arange(len(used)), counts) * 3 + level, minlength=3 * len(used)).reshape(-1, 3)
    of_each = tuple(Words(*row[::-1]) for row in words.tolist())
    return Template(values[starts], having, used, of_each, len(texts), w, reading, hashes, level)


def _words(texts: Sequence[str], reading: TextSettings) -> tuple[Hashes, Ints]:
    """`word_hashes` of many texts, a few at a time, which is several times faster."""
    hashes, counts = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    for batch in batches(texts, len):
        few, sizes = word_hashes(batch, reading)
        hashes.append(few)
        counts.append(sizes)
    return np.concatenate(hashes), np.concatenate(counts)


def _levels(having: Ints, needed: tuple[int, int], counts: Ints, sizes: Ints, w: int) -> Ints:
    """For each word of texts in a row: 2 if a shingle around it is on all members (the second of the numbers `needed`),
    1 if one is on some others (the first), else 0. `having` is of each window, `counts` and `sizes` are those of
    `windows`.
    """
    ends = np.repeat(np.cumsum(counts), sizes)
    starts = np.arange(len(having)) + np.repeat(np.cumsum(counts) - counts - np.cumsum(sizes) + sizes, sizes)
    stops, edges = np.minimum(starts + w, ends), int(counts.sum()) + 1
    level = np.zeros(edges - 1, np.int64)
    for value, least in enumerate(needed, 1):
        which = having >= least
        steps = np.bincount(starts[which], minlength=edges) - np.bincount(stops[which], minlength=edges)
        level[np.cumsum(steps)[:-1] > 0] = value
    return level
