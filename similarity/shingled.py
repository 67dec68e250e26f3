"""What a comparison keeps of texts: their shingles, and digests by which equal ones are found.

Worker processes import this module, so it loads nothing that they do not need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_128_digest

from ..config import CompareSettings, TextSettings
from .ragged import Ragged, joined, ragged
from .shingles import read
from .words import Hashes

BATCH = 100_000  # characters hashed at a time: the arrays stay in a processor's cache
T = TypeVar("T")
Digests = NDArray[np.uint64]  # a row of two numbers for each text
# Settings that change what is done with shingles, and not the shingles.
_LATER = ("jaccard", "containment", "candidates", "seed", "join_budget", "recall_sample", "pair_limit", "closest")


@dataclass(frozen=True)
class Cutting:
    """Whole records of settings, of which what cuts texts into shingles matters."""

    compare: CompareSettings
    text: TextSettings

    def key(self) -> dict[str, Any]:
        """All settings that may change shingles, as plain values: whatever is not known to change nothing."""
        compare = {name: value for name, value in asdict(self.compare).items() if name not in _LATER}
        return {"compare": compare, "text": asdict(self.text)}


@dataclass(frozen=True, eq=False)
class Shingled:
    """By text: the shingles, ascending, and digests of them (`alike`) and of the words in their order (`words`)."""

    sets: Ragged
    alike: Digests
    words: Digests

    def __len__(self) -> int:
        return len(self.sets)

    def take(self, rows: NDArray[np.int64]) -> Shingled:
        """Some texts, in the order asked for."""
        return Shingled(self.sets.take(rows), self.alike[rows], self.words[rows])


def cut(texts: Sequence[str], cutting: Cutting) -> tuple[Hashes, NDArray[np.int64], list[Hashes]]:
    """The words of texts in a row as hashes, how many each has, and the shingles of each. The one place that cuts."""
    return read(texts, cutting.compare, cutting.text)


def shingled(texts: Iterable[str], cutting: Cutting) -> Shingled:
    """Cut many texts, some at a time."""
    return put_together([_shingled(batch, cutting) for batch in batches(texts, len)])


def put_together(parts: Sequence[Shingled]) -> Shingled:
    """The texts of several, one after the other."""
    none = np.empty((0, 2), np.uint64)
    alike, words = (np.concatenate([none, *(getattr(part, name) for part in parts)]) for name in ("alike", "words"))
    return Shingled(joined([part.sets for part in parts]), alike, words)


def labelled(digests: Digests, same: Callable[[NDArray[np.int64]], Iterable[tuple[int, int]]]) -> NDArray[np.int64]:
    """For each text the number of the first that equals it.

    Equal digests only propose: `same` is given all texts that share one with another, ascending, and gives for each the
    first text that it equals indeed.
    """
    order = np.lexsort((digests[:, 1], digests[:, 0]))  # stable: ascending where digests are equal
    new = np.ones(len(order), bool)
    new[1:] = (digests[order[1:]] != digests[order[:-1]]).any(axis=1)
    run = np.cumsum(new) - 1
    several = np.sort(order[np.bincount(run)[run] > 1]) if len(order) else order
    label = np.arange(len(digests))
    for number, first in same(several):
        label[number] = first
    return label


def same_sets(sets: Ragged, digests: Digests) -> Callable[[NDArray[np.int64]], Iterator[tuple[int, int]]]:
    """`same` of `labelled` for shingles: all of them are compared."""

    def same(numbers: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        yield from _first_equals(((n, sets[n]) for n in numbers.tolist()), digests, np.array_equal)

    return same


def same_words(
    read: Callable[[NDArray[np.int64]], Iterable[str]], digests: Digests, cutting: Cutting
) -> Callable[[NDArray[np.int64]], Iterator[tuple[int, int]]]:
    """`same` of `labelled` for texts, which are read once more: all their words are compared."""

    def equal(one: str, other: str) -> bool:
        if one == other:
            return True
        hashes, counts, _ = cut([one, other], cutting)
        return bool(counts[0] == counts[1]) and np.array_equal(hashes[: counts[0]], hashes[counts[0] :])

    def same(numbers: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
        yield from _first_equals(zip(numbers.tolist(), read(numbers), strict=True), digests, equal)

    return same


def _first_equals(
    items: Iterable[tuple[int, Any]], digests: Digests, equal: Callable[[Any, Any], bool]
) -> Iterator[tuple[int, int]]:
    firsts: dict[bytes, list[tuple[int, Any]]] = {}
    for number, item in items:
        candidates = firsts.setdefault(digests[number].tobytes(), [])
        found = next((first for first, other in candidates if equal(other, item)), None)
        if found is None:
            candidates.append((number, item))
            found = number
        yield number, found


def _shingled(texts: Sequence[str], cutting: Cutting) -> Shingled:
    hashes, counts, sets = cut(texts, cutting)
    words = np.split(hashes, np.cumsum(counts)[:-1])
    return Shingled(ragged(sets), _digests(sets), _digests(words))


def _digests(rows: Sequence[Hashes]) -> Digests:
    return np.frombuffer(b"".join(xxh3_128_digest(row.data) for row in rows), np.uint64).reshape(-1, 2)


def batches(items: Iterable[T], length: Callable[[T], int]) -> Iterator[list[T]]:
    """Some texts, or what holds them, at a time: about BATCH characters by `length`."""
    batch: list[T] = []
    size = 0
    for item in items:
        batch.append(item)
        size += length(item)
        if size > BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
