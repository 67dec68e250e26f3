"""Numbers and dates as exports in English and Russian write them."""

from __future__ import annotations

import re
from datetime import date

_SPACES = re.compile(r"[\s\u00a0\u202f\u2009']+")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[.,]\d{3})+")
_NOTHING = frozenset(("", "-", "–", "—", "null", "none", "nan", "n/a"))
_MOST = 2**63 - 1  # what the audit file can hold


def number(text: str, *, whole: bool = True) -> float | None:
    """A number with decimal point or comma, thousands set apart by space, comma or point, perhaps a percent sign.

    None for an empty cell or a dash; raises ValueError for anything else. One mark with three digits behind it
    (`1,234`) sets thousands apart where `whole` numbers are counted, and is a decimal mark where they are measured.
    """
    text = _SPACES.sub("", text).replace("−", "-")
    if text.lower() in _NOTHING:
        return None
    factor = 0.01 if text.endswith("%") else 1.0
    text = text.rstrip("%")
    if len(text) > 40:
        raise ValueError("too long for a number")
    if "," in text and "." in text:  # the last mark is the decimal one, unless it stands there twice
        mark = max(",.", key=text.rfind)
        if text.count(mark) > 1:
            raise ValueError(f"'{text}' is no number")
        other = "." if mark == "," else ","
        text = text.replace(other, "").replace(mark, ".")
    elif _GROUPED.fullmatch(text) and (whole or len(re.findall("[.,]", text)) > 1):
        text = re.sub("[.,]", "", text)
    else:
        text = text.replace(",", ".")
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"'{text}' is no number")
    return float(text) * factor


def count(text: str) -> int | None:
    """A number of clicks, shows or visits; raises ValueError for what is none."""
    if text.isascii() and text.isdigit() and len(text) < 16:  # nearly all of a million cells
        return int(text)
    value = number(text)
    if value is None:
        return None
    if not 0 <= value <= _MOST or value != int(value):
        raise ValueError(f"'{text.strip()[:40]}' is no number of clicks, shows or visits")
    return int(value)


_NAMES = (
    "jan янв", "feb фев", "mar мар", "apr апр", "may май мая", "jun июн",
    "jul июл", "aug авг", "sep сен", "oct окт", "nov ноя", "dec дек",
)  # fmt: skip
_MONTHS = {name: n for n, names in enumerate(_NAMES, 1) for name in names.split()}
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DIGITS = re.compile(r"\b(\d{4})(\d{2})(\d{2})\b")
_POINTS = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})\b")
_SLASHES = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4}|\d{2})\b")
_DAY_FIRST = re.compile(r"\b(\d{1,2})\s+([^\W\d]{3})[^\W\d]*\.?,?\s+(\d{4})\b")
_MONTH_FIRST = re.compile(r"\b([^\W\d]{3})[^\W\d]*\.?\s+(\d{1,2}),?\s+(\d{4})\b")


def dates(text: str) -> list[str]:
    """All dates in a text, ISO 8601, in its order. `3/4/26` is read as month/day (Search Console in English) unless one
    of the numbers of the text leaves day/month alone."""
    text = text.lower()[:300]
    found = [_date(*match) for match in _ISO.findall(text)]
    found = found or [_date(y, m, d) for d, m, y in _POINTS.findall(text)]
    if not found and (slashes := _SLASHES.findall(text)):
        month_first = all(int(m) <= 12 for m, _, _ in slashes)
        found = [_date(y, a, b) if month_first else _date(y, b, a) for a, b, y in slashes]
    found = found or [_date(y, str(_MONTHS.get(m, 0)), d) for d, m, y in _DAY_FIRST.findall(text)]
    found = found or [_date(y, str(_MONTHS.get(m, 0)), d) for m, d, y in _MONTH_FIRST.findall(text)]
    return [day for day in found or [_date(*match) for match in _DIGITS.findall(text)] if day]


def day(text: str) -> str:
    """The first date in a text; empty for none."""
    return next(iter(dates(text)), "") if text else ""


def moment(text: str) -> str:
    """A date with its time where both are ISO 8601 (so that they sort), else the date alone; empty for none."""
    text = text.strip()
    if match := re.match(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)", text):
        return f"{match[1]}T{match[2]}" if day(match[1]) else ""
    return day(text)


def _date(year: str, month: str, day_: str) -> str:
    full = int(year) + (2000 if len(year) == 2 else 0)
    try:
        return date(full, int(month), int(day_)).isoformat()
    except ValueError:
        return ""
