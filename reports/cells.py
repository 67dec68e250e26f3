"""Cells of a CSV table: values written so that Excel shows them and runs none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

Cell = str | int | float | None

# A cell that begins so is a formula to Excel and LibreOffice (OWASP, "CSV Injection"). Apostrophes before it count
# too, so that taking one apostrophe away always gives back the text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def cells(row: Iterable[Cell]) -> list[Cell]:
    """A row for csv.writer: shares (float) with four digits, text made safe. The writer itself makes whole numbers
    bare and None (unknown) empty."""
    return [safe(v) if type(v) is str else f"{v:.4f}" if type(v) is float else v for v in row]


def safe(text: str) -> str:
    """Text on one line; with an apostrophe before it when a spreadsheet would take it for a formula."""
    if text[:1].isalnum() and text.isprintable() and text[-1] != " ":  # nearly all of millions of cells
        return text
    text = one_line(text)
    return f"'{text}" if _FORMULA.match(text) else text


def one_line(text: str) -> str:
    """Text with each run of line breaks as one space, and no spaces or breaks around it."""
    return _BREAKS.sub(" ", text).strip(" ")
