"""What the start page says of hosts that serve the same pages: the main one, and its rating term by term."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from .language import N_, Language

_MOST = 40  # hosts that are shown; the table `mirrors` has all
_NAMES = {
    "shows": N_("shows"), "clicks": N_("clicks"), "iks": N_("quality index (IKS)"), "citation": N_("citation index"),
    "redirects": N_("redirects to it"), "https": N_("https host"), "sitemap": N_("pages in the sitemap"),
    "inlinks": N_("internal links"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """A host of a group of mirrors. `terms` are those that give points: (name, value, share, weight, points)."""

    host: str
    is_main: bool
    pages: int
    redirected: int
    rating: float
    fallback: float
    terms: list[tuple[str, float, float, float, float]]


def lines(connection: sqlite3.Connection, language: Language) -> list[list[Line]]:
    """The groups of two or more, the main host of each first; none where every host stands alone."""
    groups: dict[str, list[Line]] = {}
    rows = connection.execute(
        "SELECT main, host, pages, redirected, rating, fallback, terms FROM mirrors WHERE terms <> '[]'"
        " ORDER BY main, host <> main, rating DESC, fallback DESC, host LIMIT ?",
        (_MOST,),
    )
    for main, host, pages, redirected, rating, fallback, terms in rows:
        told = [
            (language._(_NAMES[t["name"]]), t["value"], t["share"], t["weight"], t["points"])
            for t in json.loads(terms) if t["points"]
        ]  # fmt: skip
        groups.setdefault(main, []).append(Line(host, host == main, pages, redirected, rating, fallback, told))
    return list(groups.values())
