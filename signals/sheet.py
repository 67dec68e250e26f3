"""A table in a text file: its delimiter, the line of headings, and its rows with their line numbers."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from ..errors import UsageError
from .bundle import Bundle
from .labels import Column, column, printable
from .lines import LONGEST, lines
from .records import Faults, Told

_DELIMITERS = ",;\t|"
_LINES = 50  # of one row: a title with line breaks may have some
_BEFORE = 30  # lines in which the headings are looked for; some exports tell about themselves first
_ADDRESS = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)


@dataclass(frozen=True)
class Sheet:
    """A table of a bundle. `headings` are empty when it has none; rows begin behind line `skip`."""

    bundle: Bundle
    name: str
    delimiter: str
    headings: tuple[str, ...]
    skip: int

    @property
    def place(self) -> str:
        """The file as it is named to the user."""
        return self.bundle.place(self.name)

    def find(self, wanted: Column) -> int | None:
        """The first column with a heading that means `wanted`."""
        return next((n for n, heading in enumerate(self.headings) if column(heading) == wanted), None)

    def rows(self, faults: Faults) -> Iterator[tuple[int, list[str]]]:
        """(number of its last line, cells) of each row that is not empty; what is no row of the table is a fault."""
        csv.field_size_limit(LONGEST)
        with closing(lines(self.bundle, self.name, faults)) as numbered:
            feed = _Feed((number, line) for number, line in numbered if number > self.skip)
            reader = csv.reader(feed, delimiter=self.delimiter, strict=True)
            while True:
                feed.taken.clear()
                try:
                    cells = next(reader, None)
                except (csv.Error, _OpenError):
                    cells = self._mended(feed, faults)
                    reader = csv.reader(feed, delimiter=self.delimiter, strict=True)
                if cells is None:
                    return
                if any(cells):
                    yield feed.number, cells

    def _mended(self, feed: _Feed, faults: Faults) -> list[str]:
        """The cells of a line with stray quotes; a quote that does not close is a fault of its line alone."""
        (number, line), *rest = feed.taken
        feed.again.extendleft(reversed(rest))
        feed.number = number
        cells = [] if rest else _cells(line, self.delimiter)
        if len(cells) < max(2, len(self.headings)):
            faults.add(f"line {number}", "a quote that does not close")
            return []
        return cells


class _OpenError(Exception):
    """A row goes on for too many lines."""


class _Feed:
    """Lines for csv.reader, which remembers those of the row at hand, so that they can be read again."""

    def __init__(self, numbered: Iterator[tuple[int, str]]) -> None:
        self._numbered = numbered
        self.taken: list[tuple[int, str]] = []
        self.again: deque[tuple[int, str]] = deque()
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if len(self.taken) > _LINES:
            raise _OpenError
        self.number, line = found = self.again.popleft() if self.again else next(self._numbered)
        self.taken.append(found)
        return line.replace("\0", "")


def sheet(bundle: Bundle, name: str, told: Told = Told()) -> Sheet | None:  # noqa: B008 (frozen)
    """The table in a member, None when it has no line of headings with an address column, and no addresses.

    A heading is known by its words, or by an address in the line below it; `told.url_column` goes before both. Raises
    UsageError when there is no such column.
    """
    with closing(lines(bundle, name, Faults())) as numbered:
        first = [line for _, line in islice(numbered, _BEFORE)]
    if any("\0" in line for line in first):
        return None
    if told.url_column:
        return _told(bundle, name, first, told.url_column)
    by_words = [found for found in _read(first) if _is_headed(*found, first)]
    if by_words:
        at, delimiter, cells = max(by_words, key=lambda found: (-found[0], len(found[2])))
        return Sheet(bundle, name, delimiter, tuple(cells), at)
    for at, delimiter, cells in _read(first):
        place = next((n for n, cell in enumerate(cells) if _ADDRESS.fullmatch(cell.strip())), None)
        above = _cells(first[at - 2], delimiter) if at > 1 else []
        if place is not None and len(cells) > 1 and len(above) == len(cells):
            headings = ["url" if n == place else h for n, h in enumerate(above)]
            return Sheet(bundle, name, delimiter, tuple(headings), at - 1)
    return None


def _is_headed(at: int, delimiter: str, cells: Sequence[str], first: Sequence[str]) -> bool:
    """Whether a line names a column of addresses: by its word, and not one below which there are numbers (`Pages`)."""
    place = next((n for n, cell in enumerate(cells) if column(cell) == "url"), None)
    if place is None:
        return False
    below = (_cells(line, delimiter) for line in first[at : at + 5])
    found = [row[place].strip() for row in below if len(row) > place]
    return not found or not all(re.fullmatch(r"[\d\s.,]*", cell) for cell in found)


def pairs(bundle: Bundle, name: str) -> list[list[str]]:
    """The rows of a small table without addresses (Filters.csv, Metadata.csv, Chart.csv), headings first."""
    with closing(lines(bundle, name, Faults())) as numbered:
        first = [line for _, line in islice(numbered, 1_000)]
    delimiter = max(_DELIMITERS, key=lambda d: len(_cells(first[0], d))) if first else ","
    return [cells for line in first if any(cells := _cells(line, delimiter))]


def place_of(sheet: Sheet, told: str, wanted: Column) -> int | None:
    """The column that the owner names by heading or number, else the one whose heading means `wanted`.

    Raises UsageError when there is none as told.
    """
    if not told:
        return sheet.find(wanted)
    names = [heading.strip().lower() for heading in sheet.headings]
    if told.strip().lower() in names:
        return names.index(told.strip().lower())
    if told.isdecimal() and 0 < int(told) <= max(len(names), 1_000 if not names else 0):
        return int(told) - 1
    has = printable(", ".join(name for name in sheet.headings if name)[:200])
    raise UsageError(
        f"{sheet.place}: no column '{told}'; it has: {has or 'no headings, so give the number of a column'}"
    )


def _told(bundle: Bundle, name: str, first: Sequence[str], wanted: str) -> Sheet:
    for at, delimiter, cells in _read(first):
        names = [cell.strip().lower() for cell in cells]
        if wanted.strip().lower() in names:
            return Sheet(bundle, name, delimiter, tuple(cells), at)
    if wanted.isdecimal():
        place = int(wanted) - 1
        for at, delimiter, cells in _read(first):
            if 0 <= place < len(cells) and (len(cells) > 1 or _ADDRESS.fullmatch(cells[place].strip())):
                no_headings = _ADDRESS.match(cells[place].strip())
                return Sheet(
                    bundle, name, delimiter, () if no_headings else tuple(cells), at - 1 if no_headings else at
                )
    raise UsageError(
        f"{bundle.place(name)}: no column '{wanted}' in its first {_BEFORE} lines; check the name or number"
    )


def _read(first: Sequence[str]) -> Iterator[tuple[int, str, list[str]]]:
    """(line number, delimiter, cells) by each delimiter that divides the line best, or each when none does."""
    for at, line in enumerate(first, 1):
        read = {d: _cells(line, d) for d in _DELIMITERS}
        most = max(map(len, read.values()))
        yield from ((at, d, cells) for d, cells in read.items() if len(cells) == most)


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line.replace("\0", "")], delimiter=delimiter), [])
    except csv.Error:
        return []
