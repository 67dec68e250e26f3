"""Parquet, by pyarrow (the extra `parquet`): typed columns, written in row groups of bounded size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

from ..errors import UsageError
from .cells import Cell
from .export_columns import kind
from .tables import COLUMNS, Rows

# A row group is held in memory: that many rows, and fewer when their texts are long.
_ROWS = 50_000
_CHARACTERS = 32_000_000


def write(name: str, rows: Rows, sink: BinaryIO) -> None:
    """A table with whole numbers, doubles, booleans and texts; what is unknown is null. Raises UsageError without
    pyarrow."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            "Parquet is written by pyarrow, which is not installed; run: python -m pip install 'pagetwin[parquet]'"
        ) from None
    whole, text = pyarrow.int64(), pyarrow.string()
    types: dict[str, Any] = {
        "text": text, "address": text, "count": whole, "number": whole, "share": pyarrow.float64(),
        "flag": pyarrow.bool_(),
    }  # fmt: skip
    schema = pyarrow.schema([(column, types[kind(column)]) for column in COLUMNS[name]])
    with pyarrow.parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        for group in groups(rows):
            columns = zip(*group, strict=True)
            arrays = [pyarrow.array(c).cast(field.type) for c, field in zip(columns, schema, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def groups(
    rows: Iterable[Sequence[Cell]], most_rows: int = _ROWS, most_characters: int = _CHARACTERS
) -> Iterator[list[Sequence[Cell]]]:
    """Rows in lists, each ended by the row that reaches a limit."""
    group: list[Sequence[Cell]] = []
    characters = 0
    for row in rows:
        group.append(row)
        characters += sum(len(value) for value in row if type(value) is str)
        if len(group) >= most_rows or characters >= most_characters:
            yield group
            group, characters = [], 0
    if group:
        yield group
