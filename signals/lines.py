"""Lines of a text file of any usual encoding."""

from __future__ import annotations

import codecs
import io
from collections.abc import Generator

from .bundle import Bundle
from .records import Faults

LONGEST = 1_000_000  # characters of a line; addresses have at most some thousand


def lines(bundle: Bundle, name: str, faults: Faults) -> Generator[tuple[int, str]]:
    """(number, line with its end) of UTF-8, UTF-16 or windows-1251, told by byte order mark, zeros, or the line itself.

    What is no UTF-8 is windows-1251, line by line: exports glued together mix them. A line that is too long is a fault.
    """
    with bundle.open(name) as file:
        encoding, errors = _encoding(file.peek(64))  # type: ignore[attr-defined]
        text = io.TextIOWrapper(file, encoding, errors)
        number = 0
        while line := text.readline(LONGEST):
            number += 1
            if len(line) < LONGEST:
                yield number, line if errors == "replace" or line.isascii() else _as_1251(line)
                continue
            faults.add(f"line {number}", f"longer than {LONGEST:,} characters")
            while line and not line.endswith("\n"):
                line = text.readline(LONGEST)


def _encoding(start: bytes) -> tuple[str, str]:
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16", "replace"
    if start.count(0) * 3 > len(start):  # Latin letters in two bytes each
        return ("utf-16-be" if start[:1] == b"\0" else "utf-16-le"), "replace"
    return "utf-8-sig", "surrogateescape"


def _as_1251(line: str) -> str:
    try:
        line.encode()
    except UnicodeEncodeError:
        return line.encode("utf-8", "surrogateescape").decode("cp1251", "replace")
    return line
