"""CSV, gzip or not, with a line of column names: `url` and `text` or `html`, and perhaps `title`.

Comma, semicolon or tab between them: the one by which the first line has a column `url`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

from ...config import CrawlSettings
from ...errors import UsageError
from .common import LONGEST, NOT_UTF8, Faults, Item, is_clean, lines, row_item

KIND = "csv"
_SUFFIXES = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
_DELIMITERS = ",;\t"
_LONGEST_NAMES = 10_000  # characters of a line of column names


def knows(path: Path, head: bytes) -> bool:
    """By its name, or since its first line has the columns."""
    return path.name.lower().endswith(_SUFFIXES) or not _lacking(_columns(head.decode("utf-8-sig", "replace"))[1])


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
    """Its pages; a row that is none is a fault. Raises UsageError when columns are missing or it cannot be read on."""
    numbered = lines(path, faults)
    number, first = next(numbered, (0, ""))
    delimiter, columns = _columns(first)
    if lacking := _lacking(columns):
        if not number:
            return
        has = ", ".join(name for name in columns if name)[:200]
        raise UsageError(
            f"{path}: line 1: no column {lacking}; a table needs 'url' and 'text' or 'html', this one has: {has}"
        )
    csv.field_size_limit(LONGEST)
    rows = csv.reader((line for _, line in numbered), delimiter=delimiter, strict=True)
    while True:
        place = f"line {number + rows.line_num + 1}"
        try:
            cells = next(rows, None)
        except csv.Error as error:
            faults.add(place, f"not CSV ({error})")
            continue
        if cells is None:
            return
        if cells and (item := _item(cells, columns, place, settings, faults)):
            yield item


def _item(cells: list[str], columns: list[str], place: str, settings: CrawlSettings, faults: Faults) -> Item | None:
    if len(cells) > len(columns):
        faults.add(place, f"{len(cells)} cells where there are {len(columns)} columns")
        return None
    if not all(map(is_clean, cells)):
        faults.add(place, NOT_UTF8)
        return None
    return row_item(dict(zip(columns, cells, strict=False)), place, settings, faults)


def _columns(text: str) -> tuple[str, list[str]]:
    """The delimiter, and the names of the columns in lower case, by the first line of a text."""
    first = re.split("[\r\n]", text[:_LONGEST_NAMES], maxsplit=1)[0]
    read = {d: [n.strip().lower() for n in next(csv.reader([first], delimiter=d), [])] for d in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda d: ("url" in read[d], len(read[d])))
    return best, read[best]


def _lacking(columns: list[str]) -> str:
    """The column that a table of pages needs and this one has not."""
    if "url" not in columns:
        return "'url'"
    return "" if {"text", "html"} & set(columns) else "'text' or 'html'"
