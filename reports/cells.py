"""One cell of a CSV table: how values are written so that Excel shows them and runs none of them."""

from __future__ import annotations

import re

Cell = str | int | float | None

# A cell that begins so is a formula to Excel and LibreOffice (OWASP, "CSV Injection"). Apostrophes before it count
# too, so that taking one apostrophe away always gives back the text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")


def cell(value: Cell) -> str:
    """A value as a cell: shares (float) with four digits, whole numbers bare, None (unknown) empty, text made safe."""
    if value is None:
        return ""
    if isinstance(value, str):
        return safe(value)
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def safe(text: str) -> str:
    """Text on one line; with an apostrophe before it when a spreadsheet would take it for a formula."""
    text = one_line(text)
    return f"'{text}" if _FORMULA.match(text) else text


def one_line(text: str) -> str:
    """Text with each run of line breaks as one space, and no spaces or breaks around it."""
    return _BREAKS.sub(" ", text).strip(" ")
