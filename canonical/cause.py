"""Why a page says the same as the keeper of its group, from the two addresses and what was measured."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

Cause = Literal[
    "", "redirect", "address variant", "print version", "AMP version", "same text", "contained", "template",
    "similar text",
]  # fmt: skip

_INDEX = re.compile(r"/(?:index|default|home)(?:\.(?:html?|php|aspx?|jsp|shtml|xhtml|pl|cgi))?$")
_SESSION = re.compile(r";jsessionid=[^/]*$", re.I)
# Parameters that say where a visitor came from or who visits, never what is shown (help pages of Google and Yandex).
_TRACKING = re.compile(
    r"(?:(?:utm|mtm|pk)_\w+|(?:g|w|y|ys|fb|ms)clid|yrclid|[gw]braid|_openstat|phpsessid|jsessionid)(?:=|$)", re.I
)
_PRINT = re.compile(
    r"/print(?=/|\?|$)|(?<=[?&])print(?:able)?(?:=[^&]*)?(?=&|$)|(?<=[?&])(?:view|format)=print(?=&|$)", re.I
)
_AMP = re.compile(r"/amp(?=/|\?|$)|(?<=[?&])amp(?:=1)?(?=&|$)|\.amp(?=\.html(?:\?|$))", re.I)
_VERSIONS: tuple[tuple[Cause, re.Pattern[str]], ...] = (("print version", _PRINT), ("AMP version", _AMP))


@dataclass(frozen=True, slots=True)
class Likeness:
    """A member beside its keeper: Jaccard, containment of the member in the keeper and of the keeper in it; 0 to 1."""

    jaccard: float
    in_keeper: float
    keeper_in: float


def cause(url: str, keeper: str, likeness: Likeness | None, size: int, near: float, inside: float) -> Cause:
    """The plainest thing that explains why `url` repeats `keeper`; empty for the keeper itself.

    `likeness` is None for a page whose text was not compared (a redirect), `size` counts the members of the group,
    `near` and `inside` are the thresholds of Jaccard and containment. Other parameters with the same text make an
    address variant; with another text they make a page of its own.
    """
    if url == keeper:
        return ""
    page, kept = _bare(url), _bare(keeper)
    if page == kept:
        return "address variant"
    for version, mark in _VERSIONS:
        if mark.search(url) and _bare(mark.sub("", url)) == kept:
            return version
    if likeness is None:
        return "redirect"
    if likeness.jaccard == 1.0:
        return "address variant" if page[:2] == kept[:2] else "same text"
    if likeness.jaccard < near and max(likeness.in_keeper, likeness.keeper_in) >= inside:
        return "contained"
    return "template" if size > 2 else "similar text"


def _bare(url: str) -> tuple[str, str, tuple[str, ...]]:
    """Host, path and parameters without what seldom tells two pages apart: scheme, www, case of the path, doubled and
    last slashes, index file, session and campaign parameters, order of the others."""
    parts = urlsplit(url)
    path = re.sub("/{2,}", "/", _SESSION.sub("", parts.path).lower())
    parameters = (p for p in parts.query.split("&") if p and not _TRACKING.match(p))
    return parts.netloc.lower().removeprefix("www."), _INDEX.sub("", path).rstrip("/"), tuple(sorted(parameters))
