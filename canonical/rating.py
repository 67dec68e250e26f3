"""The main one of several mirrors: a composite rating, of which every term is shown. The weights are our suggestion.

What searchers and engines say comes first: shows, clicks, quality index (IKS), citation index. Only where that leaves
hosts equal does the fallback decide: where redirects lead, https
(https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls names these two, the sitemap and
links as signals), the sitemap, internal links. A host without a page of its own, since all redirect, is never the main
one beside one that serves pages. The last word has the name of the host.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..config import CanonicalSettings
from ..model import PageState
from ..urls import identity
from .mirrors import Evidence, Reason, together
from .steps import READ, origin

Name = Literal["shows", "clicks", "iks", "citation", "redirects", "https", "sitemap", "inlinks"]
SIGNALS: tuple[Name, ...] = ("shows", "clicks", "iks", "citation")
FALLBACKS: tuple[Name, ...] = ("redirects", "https", "sitemap", "inlinks")


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a rating: `points` = `weight` x `share`, where `share` is the part of `value` in the sum over all
    mirrors of the group, 0 to 1; of https it is the value, 1 or 0.
    """

    name: Name
    value: float
    share: float
    weight: float
    points: float


@dataclass(frozen=True, slots=True)
class Host:
    """A host of the crawl. `main` is the main one of its mirrors, itself where it has none.

    `pages` it serves itself; `same` counts addresses that say the same on the mirror that shares most, `redirected`
    those that lead to a mirror. `rating` sums the points of the signals, `fallback` those of the fallbacks; without
    mirrors there are no terms. `reason`: why it is no mirror of a host that it shares pages with.
    """

    host: str
    main: str
    pages: int
    same: int = 0
    redirected: int = 0
    rating: float = 0.0
    fallback: float = 0.0
    terms: tuple[Term, ...] = field(default=())
    reason: Reason = ""


def hosts(found: Evidence, pages: Iterable[PageState], settings: CanonicalSettings) -> list[Host]:
    """Every host, by name, with its main one."""
    groups, reasons = together(found, settings.mirror_share)
    values = _values(found, pages, settings, {host: group for group in groups for host in group})
    rated = []
    for group in groups:
        if len(group) == 1:
            rated.append(Host(group[0], group[0], found.served[group[0]], reason=reasons.get(group[0], "")))
        else:
            rated += _rated(group, found, values, settings)
    return sorted(rated, key=lambda host: host.host)


def main_of(rated: Iterable[Host]) -> dict[str, str]:
    """The main host of each that has another one."""
    return {host.host: host.main for host in rated if host.host != host.main}


def marked(pages: Iterable[PageState], rated: Iterable[Host]) -> list[PageState]:
    """The pages, those of hosts that have another main one with `off_main`."""
    others = main_of(rated)
    return [replace(page, off_main=True) if origin(page.key) in others else page for page in pages]


def _rated(
    group: Sequence[str], found: Evidence, values: Mapping[str, Mapping[Name, float]], settings: CanonicalSettings
) -> list[Host]:
    sums = {name: sum(values[host][name] for host in group) for name in (*SIGNALS, *FALLBACKS)}
    rated = []
    for host in group:
        terms = []
        for name, whole in sums.items():
            value, weight = values[host][name], getattr(settings, f"mirror_{name}")
            share = value if name == "https" else value / whole if whole else 0.0
            terms.append(Term(name, value, share, weight, weight * share))
        rated.append(
            Host(
                host, "", found.served[host],
                same=max((counts["same"] for pair, counts in found.verdicts.items() if host in pair), default=0),
                redirected=sum(n for (source, to), n in found.redirects.items() if source == host and to in group),
                rating=_sum(terms, SIGNALS), fallback=_sum(terms, FALLBACKS), terms=tuple(terms),
            )
        )  # fmt: skip
    best = min(rated, key=lambda h: (h.pages == 0, -h.rating, -h.fallback, h.host)).host
    return [Host(h.host, best, h.pages, h.same, h.redirected, h.rating, h.fallback, h.terms) for h in rated]


def _sum(terms: Iterable[Term], names: Sequence[Name]) -> float:
    return round(sum(term.points for term in terms if term.name in names), 9)  # equal sums shall tie


def _values(
    found: Evidence, pages: Iterable[PageState], settings: CanonicalSettings, group_of: Mapping[str, Sequence[str]]
) -> dict[str, dict[Name, float]]:
    """The values of each host. Quality and citation index are those of its name, whatever the scheme."""
    values: dict[str, dict[Name, float]] = {}
    figures = {entry.host: entry for entry in settings.hosts}
    for host in group_of:
        given = figures.get(identity.host(host))
        values[host] = {
            "shows": 0, "clicks": 0, "iks": given.iks if given else 0, "citation": given.citation if given else 0,
            "redirects": 0, "https": float(host.startswith("https:")), "sitemap": 0, "inlinks": 0,
        }  # fmt: skip
    for (source, to), n in found.redirects.items():
        if to in group_of[source]:
            values[to]["redirects"] += n
    for page in pages:
        of_host = values[origin(page.key)]
        of_host["shows"] += page.shows or 0
        of_host["clicks"] += page.clicks or 0
        if page.outcome in READ:
            of_host["sitemap"] += page.in_sitemap
            of_host["inlinks"] += page.inlinks
    return values
