"""Whether two answers say the same: for probes, which compare one page with its own spellings or with an error page.

Pure. Both texts were read in the same way and at nearly the same time, so only small things may differ between them.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from ..model import Texts
from ..words import UNSPACED

_WORD = re.compile(rf"[{UNSPACED}]|[^\W_]+")
_WINDOW = 4  # words of a shingle
SHARE = 0.9  # from which on two answers are one page
_MOST = 20_000  # words that are looked at


class Likeness(NamedTuple):
    """How alike two texts are by shingles of four words, each 0 to 1; all are 1 when no word differs."""

    jaccard: float
    a_in_b: float
    b_in_a: float


def likeness(a: Texts, b: Texts) -> Likeness | None:
    """Measures of two texts; None when one of them has no words."""
    one, other = _words(a), _words(b)
    if not one or not other:
        return None
    if one == other:
        return Likeness(1.0, 1.0, 1.0)
    x, y = _shingles(one), _shingles(other)
    shared = len(x & y)
    return Likeness(shared / len(x | y), shared / len(x), shared / len(y))


def same_text(a: Texts, b: Texts) -> bool | None:
    """Whether two texts say the same; None when one of them has no words."""
    one, other = _words(a), _words(b)
    if not one or not other:
        return None
    return one == other or _is_near(one, other)


def same_error(error: Texts, error_title: str, page: Texts, title: str) -> bool:
    """Whether a page is what the site shows for an address that does not exist.

    In doubt it is not: pages of one template may differ in few words, so a text that is not quite the same counts only
    under the same title.
    """
    one, other = _words(error), _words(page)
    if not one or title.split() != error_title.split():
        return False
    return one == other or (bool(title.strip()) and _is_near(one, other))


def _is_near(one: list[str], other: list[str]) -> bool:
    a, b = _shingles(one), _shingles(other)
    return len(a & b) >= SHARE * len(a | b)


def _shingles(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[at : at + _WINDOW]) for at in range(max(1, len(words) - _WINDOW + 1))}


def _words(texts: Texts) -> list[str]:
    """The words of the body, of the main text where there is none."""
    text = (texts.body or texts.main).casefold()
    return [match[0] for match in islice(_WORD.finditer(text), _MOST)]
