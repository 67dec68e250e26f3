"""Which pages deserve a place in the index: our suggestion, as no engine publishes its formula.

A score from 0 to 1 is the weighted mean of six terms, each from 0 to 1 and each shown. A term that is not known on the
site (clicks, depth) is left out of the mean.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import log1p
from typing import Literal

from ..config import SelectionSettings

Tier = Literal["strong", "fair", "weak"]
TIERS: tuple[Tier, ...] = Tier.__args__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Facts:
    """Of a page with all that its group carries to it. `clicks` are None where none are known on the site, `depth`
    (links from a declared address) where links were not followed; `open`: search engines may show the page."""

    unique_share: float
    words: int
    inlinks: int
    clicks: int | None
    depth: int | None
    open: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """What the score is made of, each 0 to 1, None where the fact is not known."""

    unique_share: float
    words: float
    inlinks: float
    clicks: float | None
    depth: float | None
    status: float


TERMS = tuple(field.name for field in fields(Terms))


@dataclass(frozen=True, slots=True)
class Selected:
    """The score of a page, its tier, and the terms of the score."""

    score: float
    tier: Tier
    terms: Terms


def select(facts: Facts, settings: SelectionSettings) -> Selected:
    """Score and tier by the weights and cuts of the settings.

    Words count up to `enough_words`; links and clicks by their logarithm up to `enough_inlinks` and `enough_clicks`,
    because the first ones say more than later ones; depth falls evenly to 0 at `far`; status is 1 for a page that
    search engines may show, else 0.
    """
    terms = Terms(
        facts.unique_share,
        min(facts.words / settings.enough_words, 1.0),
        _up_to(facts.inlinks, settings.enough_inlinks),
        None if facts.clicks is None else _up_to(facts.clicks, settings.enough_clicks),
        None if facts.depth is None else max(1 - facts.depth / settings.far, 0.0),
        float(facts.open),
    )
    known = [
        (float(getattr(settings, f"{name}_weight")), value)
        for name in TERMS
        if (value := getattr(terms, name)) is not None
    ]
    whole = sum(weight for weight, _ in known)
    score = sum(weight * value for weight, value in known) / whole if whole else 0.0
    tier: Tier = "strong" if score >= settings.strong else "fair" if score >= settings.fair else "weak"
    return Selected(score, tier, terms)


def _up_to(value: int, enough: int) -> float:
    return min(log1p(value) / log1p(enough), 1.0)
