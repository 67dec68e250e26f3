"""Pages by their set of shingles: equal sets are compared once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from ..model import Document, TextKind
from . import simhash
from .engine import Ints
from .ragged import Ragged, starts_of
from .shingled import Cutting, Shingled, batches, labelled, same_sets, same_words, shingled
from .tally import NOBODY, Members
from .words import Hashes, word_hashes

Read = Callable[[Ints], Iterable[str]]


@dataclass(frozen=True)
class Sets:
    """The distinct shingle sets of one kind of text, in the order of the lowest page id that has each.

    `pages` are page ids, set by set and ascending inside; `starts` is where each set begins in it, with the end.
    `words` has a number for each of `pages`: equal numbers, equal words in equal order. `judged` tells of each
    whether it is judged by this text. Pages without a word are in no set. `source` is the text that each set was
    taken from, `read(numbers)` gives those texts, ascending, and `values` the shingles of the sets.
    """

    values: Callable[[], Ragged]
    read: Read
    source: Ints
    pages: Ints
    starts: Ints
    words: Ints
    judged: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def set_of(self) -> Ints:
        """The set of each of `pages`."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def members(self) -> Members:
        """How many pages have each set, and the first of them."""
        sets, n = self.set_of, len(self)
        first_judged = np.full(n, NOBODY)
        np.minimum.at(first_judged, sets[self.judged], self.pages[self.judged])
        judged = np.bincount(sets[self.judged], minlength=n)
        return Members(judged, np.diff(self.starts) - judged, first_judged, self.pages[self.starts[:-1]])


def collect(documents: Iterable[Document], text: TextKind, compare: CompareSettings, words: TextSettings) -> Sets:
    """Read one kind of text of the documents; `main` only of those judged by it, `body` of all.

    Where digests propose that texts are equal, `documents` is read a second time to see whether they are.
    """
    pages: list[int] = []
    judged: list[bool] = []
    for_first, cutting = True, Cutting(compare, words)

    def texts() -> Iterable[str]:
        for document in documents:
            if text == "body" or document.kind == text:
                if for_first:
                    pages.append(document.id)
                    judged.append(document.kind == text)
                yield getattr(document, text)

    found = shingled(texts(), cutting)
    for_first = False

    def read(numbers: Ints) -> Iterable[str]:
        wanted = set(numbers.tolist())
        return (one for number, one in enumerate(texts()) if number in wanted) if wanted else ()

    every = np.arange(len(pages))
    same = equal(found, read, cutting)
    return grouped(np.array(pages, np.int64), every, np.array(judged, bool), found.sets, same, read)


def fingerprints(sets: Sets, reading: TextSettings) -> Hashes:
    """The SimHash fingerprint of each set, by the words of the text that it was taken from, which is read once more."""
    order = np.argsort(sets.source)
    found = [simhash.fingerprints(*word_hashes(some, reading)) for some in batches(sets.read(sets.source[order]), len)]
    prints = np.empty(len(sets), np.uint64)
    prints[order] = np.concatenate([np.empty(0, np.uint64), *found])
    return prints


@dataclass(frozen=True)
class Equal:
    """For each text the first one with the same set of shingles, and with the same words in the same order."""

    alike: Ints
    words: Ints


def equal(found: Shingled, read: Read, cutting: Cutting) -> Equal:
    """Which of the texts are equal. `read(numbers)` gives the texts once more where digests propose it, ascending."""
    alike, words = np.arange(len(found)), np.arange(len(found))
    filled = np.flatnonzero(found.sets.sizes)
    found = found.take(filled)
    alike[filled] = filled[labelled(found.alike, same_sets(found.sets, found.alike))]
    same = same_words(lambda numbers: read(filled[numbers]), found.words, cutting)
    words[filled] = filled[labelled(found.words, same)]
    return Equal(alike, words)


def grouped(pages: Ints, texts: Ints, judged: NDArray[np.bool_], values: Ragged, same: Equal, read: Read) -> Sets:
    """The sets of pages whose text is number `texts[i]` of `values`.

    They are numbered by their lowest page id and taken from its text, so that nothing depends on the order in which
    pages came.
    """
    worded = values.sizes[texts] > 0
    pages, texts, judged = pages[worded], texts[worded], judged[worded]
    alike, words = same.alike[texts], same.words[texts]
    lowest = np.full(len(values), NOBODY)
    np.minimum.at(lowest, alike, pages)
    by_lowest = np.argsort(lowest)[: np.count_nonzero(lowest < NOBODY)]
    number = np.empty(len(values), np.int64)
    number[by_lowest] = np.arange(len(by_lowest))
    order = np.lexsort((pages, number[alike]))
    starts = starts_of(np.bincount(number[alike], minlength=len(by_lowest)))
    source = texts[order][starts[:-1]]
    return Sets(partial(values.take, source), read, source, pages[order], starts, words[order], judged[order])
