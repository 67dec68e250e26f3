"""Pages by their set of shingles: equal sets are compared once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from ..config import CompareSettings, TextSettings
from ..model import Document, TextKind
from .engine import Ints
from .shingles import read
from .simhash import fingerprints
from .tally import NOBODY, Members
from .words import Hashes, word_hashes

BATCH = 100_000  # characters hashed at a time: the arrays stay in a processor's cache


@dataclass(frozen=True)
class Sets:
    """The distinct shingle sets of one kind of text, in the order of the lowest page id that has each.

    `pages` are page ids, set by set and ascending inside; `starts` is where each set begins in it, with the end.
    `words` has a number for each of `pages`: equal numbers, equal words in equal order. `judged` tells of each
    whether it is judged by this text. Pages without a word are in no set.
    """

    values: list[Hashes]
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


def collect(documents: Iterable[Document], text: TextKind, settings: CompareSettings, reading: TextSettings) -> Sets:
    """Read one kind of text of the documents; `main` only of those judged by it, `body` of all."""
    known: dict[bytes, int] = {}  # digest of a set -> its number in order of arrival
    sequences: dict[bytes, int] = {}
    values: list[Hashes] = []
    rows: list[tuple[int, int, int, bool]] = []
    for batch in _batches(documents, text):
        hashes, counts, found_sets = read([getattr(d, text) for d in batch], settings, reading)
        words = np.split(hashes, np.cumsum(counts)[:-1])
        for document, sequence, found in zip(batch, words, found_sets, strict=True):
            if not len(found):
                continue
            number = known.setdefault(xxh3_128_digest(found.data), len(values))
            if number == len(values):
                values.append(found)
            same = sequences.setdefault(xxh3_128_digest(sequence.data), len(sequences))
            rows.append((number, document.id, same, document.kind == text))
    return _sorted(values, rows)


def of_sets(documents: Iterable[Document], text: TextKind, sets: Sets, reading: TextSettings) -> Hashes:
    """The SimHash fingerprint of each set, by the words of the first page that has it; the documents are read again."""
    set_of = dict(zip(sets.pages[sets.starts[:-1]].tolist(), range(len(sets)), strict=True))
    prints = np.zeros(len(sets), np.uint64)
    for batch in _batches((document for document in documents if document.id in set_of), text):
        found = fingerprints(*word_hashes([getattr(d, text) for d in batch], reading))
        prints[[set_of[d.id] for d in batch]] = found
    return prints


def _batches(documents: Iterable[Document], text: TextKind) -> Iterator[list[Document]]:
    batch: list[Document] = []
    size = 0
    for document in documents:
        if text == "body" or document.kind == text:
            batch.append(document)
            size += len(getattr(document, text))
        if size > BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _sorted(values: list[Hashes], rows: list[tuple[int, int, int, bool]]) -> Sets:
    """Sets numbered by their lowest page id, so that nothing depends on the order in which pages came."""
    arrival, pages, words, judged = np.array(rows, np.int64).reshape(-1, 4).T
    first = np.full(len(values), NOBODY)
    np.minimum.at(first, arrival, pages)
    by_first = np.argsort(first)
    number = np.empty(len(values), np.int64)
    number[by_first] = np.arange(len(values))
    order = np.lexsort((pages, number[arrival]))
    starts = np.searchsorted(number[arrival][order], np.arange(len(values) + 1))
    return Sets([values[i] for i in by_first], pages[order], starts, words[order], judged[order].astype(bool))
