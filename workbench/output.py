"""A table on the standard output: aligned text for people, CSV or JSON for programs."""

from __future__ import annotations

import io
import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal

from ..reports.cells import Cell
from ..reports.tables import write_csv

Format = Literal["text", "csv", "json"]
_SIGNS = {"\t": "\\t", "\xa0": " ", "\u3000": "  ", "\xad": ""}
FORMATS: tuple[Format, ...] = Format.__args__  # type: ignore[attr-defined]


def table(columns: Sequence[str], rows: Iterable[Sequence[Cell]], kind: Format) -> str:
    """The rows under their columns, with a newline at the end; in text, columns that are empty are left out."""
    rows = list(rows)
    if kind == "json":
        shares = ([round(cell, 4) if isinstance(cell, float) else cell for cell in row] for row in rows)
        records = [json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) for row in shares]
        return "[\n" + ",\n".join(records) + "\n]\n" if records else "[]\n"
    if kind == "csv":
        file = io.StringIO(newline="")
        write_csv(file, columns, rows, ",")
        return file.getvalue().replace("\r\n", "\n")
    return _aligned(columns, [["" if cell is None else str(cell) for cell in row] for row in rows])


def _aligned(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    used = [n for n in range(len(columns)) if any(row[n] for row in rows)]
    lines = [[columns[n] for n in used], *([row[n] for n in used] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    out = []
    for line in lines:
        cells = [cell + " " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)]
        out.append("  ".join(cells).rstrip() + "\n")
    return "".join(out)


def shown(text: str) -> str:
    """Text of others as a terminal may show it: no control character but the end of a line reaches it."""
    return "".join(char if char.isprintable() or char == "\n" else _SIGNS.get(char, "\ufffd") for char in text)


def _width(text: str) -> int:
    """Places that a text takes in a terminal."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
