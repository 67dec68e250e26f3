"""Many arrays of shingles as one: a Python object for each of 500,000 pages would cost more than it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .words import Hashes


@dataclass(frozen=True, eq=False)
class Ragged:
    """Row n is `values[starts[n] : starts[n + 1]]`, a view."""

    values: Hashes
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, n: int) -> Hashes:
        return self.values[self.starts[n] : self.starts[n + 1]]

    def __iter__(self) -> Iterator[Hashes]:
        return (self.values[start:stop] for start, stop in pairwise(self.starts.tolist()))

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The length of each row."""
        return np.diff(self.starts)

    def take(self, rows: NDArray[np.int64]) -> Ragged:
        """Some rows, in the order asked for; no copy if that is all of them as they stand."""
        if len(rows) == len(self) and (rows == np.arange(len(rows))).all():
            return self
        sizes = self.sizes[rows]
        starts = starts_of(sizes)
        if (
            len(rows) and (np.diff(rows) > 0).all()
        ):  # rows that only leave some out: faster, and without a row of places
            kept = np.zeros(len(self), bool)
            kept[rows] = True
            return Ragged(self.values[np.repeat(kept, self.sizes)], starts)
        places = np.repeat(self.starts[rows] - starts[:-1], sizes) + np.arange(starts[-1])
        return Ragged(self.values[places], starts)


def starts_of(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where rows of these lengths start, and the end."""
    return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))


def ragged(rows: Iterable[Hashes]) -> Ragged:
    """Arrays as rows of one."""
    if isinstance(rows, Ragged):
        return rows
    found: Sequence[Hashes] = list(rows)
    return Ragged(
        np.concatenate([np.empty(0, np.uint64), *found]), starts_of(np.array([len(r) for r in found], np.int64))
    )


def joined(parts: Sequence[Ragged]) -> Ragged:
    """The rows of several, one after the other."""
    sizes = np.concatenate([np.empty(0, np.int64), *(part.sizes for part in parts)])
    return Ragged(np.concatenate([np.empty(0, np.uint64), *(part.values for part in parts)]), starts_of(sizes))
