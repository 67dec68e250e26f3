"""Workbooks for Excel and LibreOffice, by xlsxwriter (the extra `xlsx`), a row at a time.

Excel's limits (support.microsoft.com, "Excel specifications and limits"; those of links as xlsxwriter documents them)
are kept here, and what they take away is told.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from datetime import datetime
from typing import Any, BinaryIO
from urllib.parse import quote

from ..errors import UsageError
from .cells import Cell, is_formula, one_line
from .export_columns import Kind, kind
from .tables import COLUMNS, Rows

ROWS = 1_048_576  # of a sheet, the header among them
LINKS = 65_530  # of a sheet
_LINK = 2_079  # characters of an address that can be a link
_TEXT = 32_767  # UTF-16 units of a cell
_NUMBERS: dict[Kind, str] = {"count": "#,##0", "number": "0", "share": "0.0000", "flag": "0"}
_WIDTHS = {"title": 40, "description": 40, "text_note": 30, "note": 40, "message": 80, "advice": 44, "cause": 20}


def write(
    tables: Iterable[tuple[str, Rows]], sink: BinaryIO, created: datetime, rows: int = ROWS, links: int = LINKS
) -> list[str]:
    """Write tables as sheets; returns what the limits took away, in words. The same tables give the same bytes.

    `rows` and `links` are the most of a sheet; a longer table goes on in a sheet with a number. Raises UsageError
    without xlsxwriter.
    """
    try:
        import xlsxwriter
    except ImportError:
        raise UsageError(
            "workbooks are written by xlsxwriter, which is not installed; run: python -m pip install 'pagetwin[xlsx]'"
        ) from None
    # A folder of our own, as xlsxwriter leaves its files there when it cannot finish.
    with tempfile.TemporaryDirectory(prefix="pagetwin-", ignore_cleanup_errors=True) as folder:
        book = xlsxwriter.Workbook(sink, {"constant_memory": True, "tmpdir": folder})
        book.use_zip64()
        book.set_properties({"created": created})
        sheets = _Sheets(book, rows, links)
        for name, table in tables:
            sheets.add(name, table)
        book.close()
    return sheets.notes()


class _Sheets:
    """The sheets of a workbook, and what did not fit into their cells."""

    def __init__(self, book: Any, rows: int, links: int) -> None:
        self._book, self._rows, self._links = book, rows, links
        self._head = book.add_format({"bold": True, "bottom": 1})
        self._formats = {name: book.add_format({"num_format": shape}) for name, shape in _NUMBERS.items()}
        # Stays a text when somebody edits the cell, too.
        self._quoted = book.add_format({"quote_prefix": True})
        self._cut = self._unlinked = 0

    def add(self, name: str, rows: Rows) -> None:
        """One table in as many sheets as it needs, at least one."""
        columns, number = COLUMNS[name], 0
        kinds = [kind(column) for column in columns]
        row = next(rows, None)
        while row is not None or number == 0:
            number += 1
            sheet = self._sheet(name if number == 1 else f"{name} {number}", columns)
            line, links = 0, self._links
            while row is not None and line < self._rows - 1:
                line += 1
                for place, (what, value) in enumerate(zip(kinds, row, strict=True)):
                    links -= self._cell(sheet, line, place, what, value, links)
                row = next(rows, None)
            sheet.autofilter(0, 0, line, len(columns) - 1)

    def notes(self) -> list[str]:
        """What the limits took away."""
        cut = f"{self._cut:,} texts were cut, as a cell holds {_TEXT:,} characters" if self._cut else ""
        bare = (
            f"{self._unlinked:,} addresses are no links: Excel takes {self._links:,} a sheet, of {_LINK:,} characters"
        )
        return [*filter(None, [cut, bare if self._unlinked else ""])]

    def _sheet(self, name: str, columns: tuple[str, ...]) -> Any:
        sheet = self._book.add_worksheet(name)
        sheet.freeze_panes(1, 0)
        for place, column in enumerate(columns):
            fitting = len(column) + 4  # the filter's arrow stands beside the name
            sheet.set_column(place, place, 60 if kind(column) == "address" else max(fitting, _WIDTHS.get(column, 0)))
            sheet.write_string(0, place, column, self._head)
        return sheet

    def _cell(self, sheet: Any, line: int, place: int, what: Kind, value: Cell, links: int) -> bool:
        """Write a cell; returns whether it became a link. Text is always written as text, whatever it looks like."""
        if value is None:
            return False
        if not isinstance(value, str):
            sheet.write_number(line, place, value, self._formats[what])
            return False
        text = one_line(value)
        if what == "address" and text.startswith(("http://", "https://")):
            # Escaped, as xlsxwriter escapes brackets and others behind its own check of the length.
            if links and len(quote(text, safe="%/:=&?~#+!$,;'@()*")) <= _LINK:
                sheet.write_url(line, place, text, string=text)
                return True
            self._unlinked += 1
        if text:
            fitting = _fitting(text)
            self._cut += fitting is not text
            sheet.write_string(line, place, fitting, self._quoted if is_formula(text) else None)
        return False


def _fitting(text: str) -> str:
    """The text itself, or as much of it as a cell holds, with a word that it was cut."""
    if len(text) <= _TEXT and len(text.encode("utf-16-le")) // 2 <= _TEXT:
        return text
    mark = f" … [cut, {len(text):,} characters in all]"
    kept = text[:_TEXT].encode("utf-16-le")[: 2 * (_TEXT - len(mark))]
    return kept.decode("utf-16-le", "ignore") + mark  # ignore: the first half of a pair at the end
