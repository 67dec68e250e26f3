"""The places where pages of one template differ, and which words each page has there.

What is on all members (template.py) frames the slots. A member that has the frame in another order, or a part of it
twice, is laid along it as far as its order allows; where a slot lies between words that it has not got that way, it has
no value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .align import Side, aligned
from .engine import Ints
from .shingles import windows
from .template import KINDS, Template
from .words import Hashes

ALL = KINDS.index("all")
FRAME = 4  # words in a row by which a frame in another order is laid along the first one

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Slot:
    """Words `start` to before `stop` of the first member, which may be none; `values`: how many different ones the
    members are seen to have there, nothing being one. `spans` has the words of each member that was looked at, None
    where that cannot be told.
    """

    start: int
    stop: int
    values: int
    spans: tuple[Span | None, ...]


def slots(found: Template) -> list[Slot]:
    """The slots in the order of the first member."""
    ends = np.cumsum([words.all + words.some + words.own for words in found.words])
    members = [
        (found.hashes[end - n : end], np.flatnonzero(found.levels[end - n : end] == ALL))
        for end, n in zip(ends.tolist(), np.diff(ends, prepend=0).tolist(), strict=True)
    ]
    edges = np.array([_edges(members[0], member) for member in members])  # member, frame word, from and to
    gaps = edges[:, :, 1] - edges[:, :, 0]
    out = []
    for n in np.flatnonzero((gaps > 0).any(axis=0)).tolist():
        spans = [(int(start), int(stop)) if start >= 0 else None for start, stop in edges[:, n]]
        values = {
            words[span[0] : span[1]].tobytes()
            for (words, _), span in zip(members, spans, strict=True)
            if span is not None
        }
        if len(values) > 1 or (spans[0] is not None and spans[0][1] > spans[0][0]):
            out.append(Slot(*(spans[0] or (0, 0)), len(values), tuple(spans)))
    return out


def _edges(first: tuple[Hashes, Ints], member: tuple[Hashes, Ints]) -> Ints:
    """For the gap before each word of the frame and the one behind the last: from and to in the member, -1 for none."""
    places = _along(first, member)
    before = np.concatenate(([-1], places))  # the frame word before the gap; the beginning and end are always there
    after = np.concatenate((places, [len(member[0])]))
    known = (before >= 0) & (after >= 0)
    known[0], known[-1] = after[0] >= 0, len(before) == 1 or before[-1] >= 0
    return np.where(known[:, None], np.column_stack((before + 1, after)), -1)


def _along(first: tuple[Hashes, Ints], member: tuple[Hashes, Ints]) -> Ints:
    """Where the member has each word of the frame of the first, ascending; -1 where it has not."""
    a, b = first[0][first[1]], member[0][member[1]]
    if np.array_equal(a, b):
        return member[1]
    places = np.full(len(a), -1)
    for run in aligned(_side(a), _side(b), FRAME):
        places[run.a : run.a + run.length] = member[1][run.b : run.b + run.length]
    return places


def _side(words: Hashes) -> Side:
    return Side("", words, [], windows(words, np.array([len(words)]), FRAME)[0])
