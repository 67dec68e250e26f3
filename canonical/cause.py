"""Why a page says the same as the keeper of its group, from the two addresses and what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..urls.variants import kinds, spelling

Cause = Literal[
    "", "redirect", "address variant", "print version", "AMP version", "same text", "contained", "template",
    "similar text",
]  # fmt: skip


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
    if spelling(url) == spelling(keeper):
        return "address variant"
    version = _version(url, keeper)
    if likeness is None:
        return version or "redirect"
    stands_inside = max(likeness.in_keeper, likeness.keeper_in) >= inside
    if version and stands_inside:  # one text in the other, which pages about printing would not be
        return version
    if likeness.jaccard == 1.0:
        return "address variant" if _path(url) == _path(keeper) else "same text"
    if stands_inside and likeness.jaccard < near:
        return "contained"
    return "template" if size > 2 else "similar text"


def _version(url: str, keeper: str) -> Cause:
    own = kinds(url) - kinds(keeper)
    return "print version" if "print" in own else "AMP version" if "amp" in own else ""


def _path(url: str) -> str:
    return spelling(url).partition("?")[0]
