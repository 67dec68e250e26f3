"""Columns of Arrow as arrays, and back. Shingles are bytes in tables: 64 bits each, little-endian."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..minhash import STEP
from ..ragged import Ragged, ragged
from ..words import Hashes

Table = Any  # a pyarrow.Table or pyarrow.RecordBatch


def ints(table: Table, name: str) -> NDArray[np.int64]:
    """A column of whole numbers without nulls."""
    return np.array(table.column(name).to_numpy(zero_copy_only=False), np.int64)


def flags(table: Table, name: str) -> NDArray[np.bool_]:
    """A column of yes and no without nulls."""
    return np.array(table.column(name).to_pylist(), bool)


def shingles(table: Table, name: str) -> Ragged:
    """A column of shingles; null is none."""
    return ragged([np.frombuffer(cell or b"", "<u8") for cell in table.column(name).to_pylist()])


def packed(sets: Iterable[Hashes]) -> list[bytes]:
    """Shingles as bytes."""
    return [values.astype("<u8", copy=False).tobytes() for values in sets]


def signed(values: Hashes) -> NDArray[np.int64]:
    """64 bits as Spark has them."""
    return np.ascontiguousarray(values).view(np.int64)


def lists(table: Table, name: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """A column of lists of whole numbers: all of them in a row, and how many each list has."""
    import pyarrow

    column = table.column(name)
    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
    sizes = np.diff(column.offsets.to_numpy())
    return np.array(column.flatten().to_numpy(zero_copy_only=False), np.int64), np.asarray(sizes, np.int64)


def pairs_inside(sizes: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Places of the two of each pair inside lists that stand in a row, in parts of about STEP pairs."""
    total = int(sizes.sum())
    behind = np.repeat(np.cumsum(sizes), sizes) - np.arange(1, total + 1)
    for rows in np.split(np.arange(total), np.flatnonzero(np.diff(np.cumsum(behind) // STEP)) + 1):
        counts = behind[rows]
        one = np.repeat(rows, counts)
        yield one, one + 1 + np.arange(len(one)) - np.repeat(np.cumsum(counts) - counts, counts)


def batch(columns: Mapping[str, Sequence[Any] | NDArray[Any]]) -> Any:
    """A batch of Arrow."""
    import pyarrow

    return pyarrow.RecordBatch.from_pydict({name: pyarrow.array(values) for name, values in columns.items()})
