"""What the codes of a site mean, as columns: one row for each code in its normal form.

Codes compare without regard to case (BCP 47, RFC 5646, section 2.1.1). A site has few of them, however many links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]

X_DEFAULT = "x-default"
_SUBTAGS = re.compile(r"[-_]+")
# Reserved in ISO 3166-1 but not assigned to a country; Google ignores that part of a value and reads the language
# (https://developers.google.com/search/docs/specialty/international/localized-versions).
_RESERVED = frozenset(("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "FX", "IC", "SU", "TA", "UK", "UN"))


class Meaning(NamedTuple):
    """A code in its normal form, its language (empty for x-default and for what is none), whether it names a region,
    and the normal form of what it acts as: the same without a region that is ignored.
    """

    normal: str
    language: str
    region: bool
    acts: str


@lru_cache(maxsize=4096)
def meaning(code: str) -> Meaning:
    """What a code as written means."""
    parts = [part for part in _SUBTAGS.split(code.strip().lower()) if part]
    if parts == ["x", "default"]:
        return Meaning(X_DEFAULT, "", False, X_DEFAULT)
    parts = parts[:1] + [part.title() if len(part) == 4 else part.upper() for part in parts[1:]]
    language = parts[0] if parts and re.fullmatch("[a-z]{2,3}", parts[0]) else ""
    kept = [part for part in parts[1:] if part not in _RESERVED]
    region = any(re.fullmatch("[A-Z]{2}|[0-9]{3}", part) for part in parts[1:])
    return Meaning("-".join(parts), language, region, "-".join(parts[:1] + kept))


@dataclass(frozen=True, eq=False)
class Codes:
    """The distinct normal forms, sorted, with their meaning in columns of the same length.

    `of` gives the row of each code as written. `language` numbers the languages, -1 where there is none; `acts` is the
    row of what a code acts as.
    """

    of: Ints
    names: tuple[str, ...]
    languages: tuple[str, ...]
    language: Ints
    region: Bools
    default: Bools
    acts: Ints


def table(written: Sequence[str]) -> Codes:
    """The columns for these codes as written."""
    found = [meaning(code) for code in written]
    rows = {each.normal: each for each in found}
    for each in found:
        rows.setdefault(each.acts, meaning(each.acts))
    names = sorted(rows)
    place = {name: n for n, name in enumerate(names)}
    languages = sorted({each.language for each in rows.values()} - {""})
    number = {"": -1, **{name: n for n, name in enumerate(languages)}}
    return Codes(
        np.array([place[each.normal] for each in found], np.int32),
        tuple(names),
        tuple(languages),
        np.array([number[rows[name].language] for name in names], np.int32),
        np.array([rows[name].region for name in names], np.bool_),
        np.array([name == X_DEFAULT for name in names], np.bool_),
        np.array([place[rows[name].acts] for name in names], np.int32),
    )
