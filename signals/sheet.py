"""A table in a text file: its delimiter, the line of headings, and its rows with their line numbers."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from ..errors import UsageError
from .bundle import Bundle
from .labels import Column, column
from .lines import LONGEST, lines
from .records import Faults, Told

_DELIMITERS = ",;\t|"
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
            at = self.skip

            def kept() -> Iterator[str]:
                nonlocal at
                for at, line in numbered:
                    if at > self.skip:
                        yield line.replace("\0", "")

            reader = csv.reader(kept(), delimiter=self.delimiter)
            while True:
                try:
                    cells = next(reader, None)
                except csv.Error as error:
                    faults.add(f"line {at}", f"not CSV ({error})")
                    continue
                if cells is None:
                    return
                if any(cells):
                    yield at, cells


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
    by_words = [(at, d, cells) for at, d, cells in _read(first) if "url" in map(column, cells)]
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


def pairs(bundle: Bundle, name: str) -> list[list[str]]:
    """The rows of a small table without addresses (Filters.csv, Metadata.csv, Chart.csv), headings first."""
    with closing(lines(bundle, name, Faults())) as numbered:
        first = [line for _, line in islice(numbered, 1_000)]
    delimiter = max(_DELIMITERS, key=lambda d: len(_cells(first[0], d))) if first else ","
    return [cells for cells in csv.reader(first, delimiter=delimiter) if any(cells)]


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
    has = ", ".join(name for name in sheet.headings if name)[:200]
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
