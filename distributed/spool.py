"""Texts of some pages on the driver's disk, for what reads them one after the other."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from ..model import Texts
from ..similarity.text import TextFacts


class Spool:
    """`facts` by page and `read(pages)` of the rows of a table with page, path, facts and both texts."""

    def __init__(self, rows: Any) -> None:
        self.facts: dict[int, TextFacts] = {}
        self._places: dict[int, tuple[int, int, int]] = {}
        self._rows = rows

    def __enter__(self) -> Self:
        self._file = tempfile.TemporaryFile()
        for row in self._rows.toLocalIterator():
            main, body = ((row[name] or "").encode("utf-8", "surrogatepass") for name in ("main", "body"))
            self._places[row["page"]] = self._file.tell(), len(main), len(body)
            self._file.write(main + body)
            main_hash, body_hash = (bytes(row[name]) if row[name] else None for name in ("main_hash", "body_hash"))
            self.facts[row["page"]] = TextFacts(
                row["page"], row["path"], main_hash, body_hash, row["main_words"], row["body_words"]
            )
        return self

    def read(self, pages: Sequence[int]) -> Iterator[Texts]:
        """The texts of pages, in the order asked for."""
        for page in pages:
            place, main, body = self._places[page]
            self._file.seek(place)
            data = self._file.read(main + body)
            yield Texts(data[:main].decode("utf-8", "surrogatepass"), data[main:].decode("utf-8", "surrogatepass"))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._file.close()
