"""Cells of a CSV table: values written so that Excel shows them and runs none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

Cell = str | int | float | None

# A cell that begins so is a formula to Excel and LibreOffice (OWASP, "CSV Injection"). Apostrophes before it count
# too, so that taking one apostrophe away always gives back the text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
# What XML forbids: a workbook cannot hold it, and Excel cuts a CSV cell at NUL.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def cells(row: Iterable[Cell], decimal: str = ".") -> list[Cell]:
    """A row for csv.writer: shares (float) with four digits, text made safe. The writer itself makes whole numbers
    bare and None (unknown) empty."""
    return [safe(v) if type(v) is str else _share(v, decimal) if type(v) is float else v for v in row]


def _share(value: float, decimal: str) -> str:
    return f"{value:.4f}".replace(".", decimal)


def safe(text: str) -> str:
    """Text on one line; with an apostrophe before it when a spreadsheet would take it for a formula."""
    if text[:1].isalnum() and text.isprintable() and text[-1] != " ":  # nearly all of millions of cells
        return text
    text = one_line(text)
    return f"'{text}" if is_formula(text) else text


def is_formula(text: str) -> bool:
    """Whether a spreadsheet that reads this as a cell's input would calculate."""
    return _FORMULA.match(text) is not None


def one_line(text: str) -> str:
    """Text with each run of line breaks as one space, no spaces or breaks around it, and U+FFFD for what
    XML forbids: one sees that something stood there."""
    return _FORBIDDEN.sub("\ufffd", _BREAKS.sub(" ", text)).strip(" ")
