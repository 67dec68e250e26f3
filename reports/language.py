"""How the report speaks: texts, plural forms and numbers of one language.

English stands in the code and in the templates, wrapped in `_()`, `n_()`, `m_()` or `mn_()`; tables of texts wrap
theirs in `N_()`, which does nothing but let them be collected. Other languages are gettext catalogues in
templates/locale/, kept by scripts/catalogues.py.
"""

from __future__ import annotations

import gettext
import math
from functools import cache
from importlib.resources import files
from typing import Literal

from markupsafe import Markup

Code = Literal["en", "ru"]
NAMES: dict[Code, str] = {"en": "English", "ru": "Русский"}

_NBSP = "\u00a0"
_MONTHS: dict[Code, tuple[str, ...]] = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"),
    "ru": ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября",
           "декабря"),
}  # fmt: skip


def N_(text: str) -> str:  # noqa: N802 the usual name of this marker
    """Mark a text that is translated where it is shown."""
    return text


@cache
def _catalogue(code: Code) -> gettext.NullTranslations:
    """The texts of a language; English ones stand for themselves."""
    if code == "en":
        return gettext.NullTranslations()
    with files("pagetwin.templates").joinpath("locale", code, "LC_MESSAGES", "pagetwin.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


class Language:
    """One language. Values given to a text are formatted before (`num`, `dec`, `pct`), except `n` of plural forms."""

    def __init__(self, code: Code) -> None:
        self.code: Code = code
        self._russian = code == "ru"
        self._texts = _catalogue(code)

    # Texts ------------------------------------------------------------------------------------------------------

    def _(self, text: str, /, **values: object) -> str:
        """A text with its values; page texts in them stay plain and are escaped by the template."""
        return self._texts.gettext(text) % values

    def plain(self, text: str) -> str:
        """A text without places; % and empty texts stand for themselves."""
        return self._texts.gettext(text) if text else ""

    def n_(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form that belongs to `n`, which the text shows as %(n)s."""
        return self._texts.ngettext(one, many, n) % {"n": self.num(n), **values}

    def m_(self, text: str, /, **values: object) -> Markup:
        """Like `_`, for texts that contain markup of ours: values are escaped, the text is not."""
        return Markup(self._texts.gettext(text)) % values  # noqa: S704 our own text; `%` escapes the values

    def mn_(self, one: str, many: str, n: int, /, **values: object) -> Markup:
        """Like `n_`, for texts that contain markup of ours."""
        return Markup(self._texts.ngettext(one, many, n)) % {"n": self.num(n), **values}  # noqa: S704 as above

    # Numbers ----------------------------------------------------------------------------------------------------

    def num(self, n: float) -> str:
        """A whole number with its thousands apart: 15,324 or 15 324."""
        text = f"{int(n):,}"
        return text.replace(",", _NBSP) if self._russian else text

    def dec(self, x: float, digits: int = 2) -> str:
        """A measure: 0.58 or 0,58. Cut, not rounded, below 1, so that 0.999 does not look like 1."""
        text = f"{x:.{digits}f}"
        if x < 1 and float(text) >= 1:
            text = f"{1 - 10**-digits:.{digits}f}"
        return text.replace(".", ",") if self._russian else text

    def pct(self, x: float, digits: int = 0) -> str:
        """A share of 1 in percent; never rounds up to all or down to nothing."""
        step = 10**-digits
        value = round(100 * x, digits)
        less = x > 0 and value <= 0
        value = step if less else min(value, 100 - step) if x < 1 else value
        text = ("<" if less else "") + f"{value:.{digits}f}"
        return text.replace(".", ",") + _NBSP + "%" if self._russian else text + "%"

    def short(self, n: int) -> str:
        """A count for a narrow place: 8.3 M, 10 k."""
        if n >= 1_000_000:
            text = f"{n / 1e6:.1f}".removesuffix(".0") if n < 20_000_000 else f"{n / 1e6:.0f}"
            return text.replace(".", ",") + _NBSP + "млн" if self._russian else text + _NBSP + "M"
        if n >= 10_000:
            return f"{math.floor(n / 1e3)}{_NBSP}" + ("тыс." if self._russian else "k")
        return self.num(n)

    def date(self, iso: str) -> str:
        """The day of an ISO 8601 time: 4 May 2026, 4 мая 2026 г."""
        year, month, day = iso[:10].split("-")
        name = _MONTHS[self.code][int(month) - 1]
        return f"{int(day)}{_NBSP}{name} {year}" + (f"{_NBSP}г." if self._russian else "")
