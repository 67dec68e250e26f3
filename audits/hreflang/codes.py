"""What the codes of a site mean, as columns: one row for each code in its normal form.

Codes compare without regard to case (BCP 47, RFC 5646, section 2.1.1). A site has few of them, however many links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .values import X_DEFAULT, read

Ints = npt.NDArray[np.int32]
Bools = npt.NDArray[np.bool_]


class Meaning(NamedTuple):
    """A code in its normal form, its language (empty for x-default and for what engines pass over), whether it names a
    region, and the normal form of what it acts as: the same without a region that is ignored.
    """

    normal: str
    language: str
    region: bool
    acts: str


@lru_cache(maxsize=4096)
def meaning(code: str) -> Meaning:
    """What a code as written means."""
    value = read(code)
    first, *rest = code.strip().split("-")
    normal = "-".join([first.lower(), *(part.title() if len(part) == 4 else part.upper() for part in rest)])
    if value.language == X_DEFAULT:
        return Meaning(X_DEFAULT, "", False, X_DEFAULT)
    if value.ignored:
        return Meaning(normal, "", False, normal)
    reserved = any(fault.rule == "hreflang-region-reserved" for fault in value.faults)
    return Meaning(normal, value.language, bool(value.region), value.code if reserved else normal)


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
