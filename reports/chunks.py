"""Rows for the lists of the report as small scripts: a page opened from disk may load scripts, and nothing else.

Each file is one call, PT.chunk("name", n, rows), which static/rows.js takes. Files hold codes and numbers, no words, so
that the report in each language reads the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = "data"
ROWS = 2_000
BYTES = 1_000_000  # of one file at most, one row more or less; no row is near that size but for long texts

Row = tuple[Any, ...]


class Chunks:
    """Writes chunks to the folder of a report; `names` are the files written, as paths in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.names: set[str] = set()
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)

    def write(self, name: str, rows: Iterable[Row], size: int = ROWS, limit: int = BYTES) -> list[int]:
        """Write rows, `size` and some `limit` bytes to a file; the number of the first row of each file comes back."""
        starts: list[int] = []
        lines: list[bytes] = []
        length = number = 0
        for number, row in enumerate(rows):
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
            if lines and (len(lines) == size or length + len(line) > limit):
                starts.append(number - len(lines))
                self._file(name, len(starts) - 1, lines)
                lines, length = [], 0
            length += len(line)
            lines.append(line)
        if lines:
            starts.append(number + 1 - len(lines))
            self._file(name, len(starts) - 1, lines)
        return starts

    def _file(self, name: str, n: int, lines: list[bytes]) -> None:
        path = f"{FOLDER}/{name}-{n}.js"
        (self._folder / path).write_bytes(f'PT.chunk("{name}",{n},[\n'.encode() + b",\n".join(lines) + b"\n]);\n")
        self.names.add(path)
