"""What a rule is: a plain function over finished facts, with its verdict for each engine and its help beside it.

To add a rule, copy the shortest neighbour in a module of this package and add its name to RULES in __init__.py.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Protocol

import numpy as np

from ..model import (
    CanonicalLink,
    Engine,
    Finding,
    HeadEnd,
    LinkFault,
    ListedTwice,
    PageState,
    Probe,
    RobotsTxt,
    SearchEngine,
    Severity,
    SitemapFile,
)
from ..urls import identity
from ..urls.robotstxt import Policy, of_engines
from ..urls.targets import chains
from .hreflang.codes import Bools, Ints
from .hreflang.detect import Detected
from .hreflang.edges import Edges, judged
from .hreflang.graph import EMPTY, Graph

Verdict = tuple[Engine, Severity]
PARTS = ("Why", "Fix", "Source", "Fires", "Silent")


@dataclass(frozen=True, slots=True)
class Membership:
    """The group of a page: its number, the id of the page to keep, and whether fewer than two members are open."""

    group: int
    keeper: int
    resolved: bool


def _none_alike(first: Ints, _: Ints) -> Bools:
    return np.zeros(len(first), np.bool_)


@dataclass(frozen=True)
class Facts:
    """All that rules may look at. Ids are page ids; a page that is not here was not seen, so nothing is said of it.

    `groups` holds the pages that are in a group. `alike` tells, for a page whose text and whose canonical's text were
    both compared, whether they meet a threshold; pages not compared are left out. `followed`: the crawl walked links,
    not only sitemaps. `sitemaps_whole`: no sitemap failed. `probes` are what other spellings of addresses answered.
    `robots` are the robots.txt of the origins that were asked, `sitemaps` the sitemaps that were read, by address;
    `listed_twice` which of them list the same. `rendered`: the canonicals of a page as the server sent
    them and as its scripts left them, where they differ. `now` is the time of judging, with a time zone.
    `hreflang` are the annotations of pages and sitemaps, `head_ends` what ended a head too early, `link_faults` what is
    wrong with Link headers, `scripted` how many annotations of a page its scripts alone write; `nearly_same` tells of
    two columns of page ids which pairs have nearly the same text (False where one was not compared); `detected` is the
    language of the texts of pages that are listed under one.
    """

    pages: Mapping[int, PageState]
    groups: Mapping[int, Membership] = field(default_factory=dict)
    alike: Mapping[int, bool] = field(default_factory=dict)
    followed: bool = False
    sitemaps_whole: bool = True
    probes: tuple[Probe, ...] = ()
    robots: Mapping[str, RobotsTxt] = field(default_factory=dict)
    sitemaps: tuple[SitemapFile, ...] = ()
    listed_twice: tuple[ListedTwice, ...] = ()
    now: datetime | None = None
    rendered: Mapping[int, Sequence[tuple[CanonicalLink, ...]]] = field(default_factory=dict)
    hreflang: Graph = EMPTY
    head_ends: Mapping[int, HeadEnd] = field(default_factory=dict)
    link_faults: Mapping[int, Sequence[LinkFault]] = field(default_factory=dict)
    scripted: Mapping[int, int] = field(default_factory=dict)
    nearly_same: Callable[[Ints, Ints], Bools] = _none_alike
    detected: Mapping[int, Detected] = field(default_factory=dict)

    @cached_property
    def edges(self) -> Edges:
        """Each page with each alternate, and the verdict on the pair."""
        return judged(self.hreflang, self)

    @cached_property
    def read(self) -> tuple[PageState, ...]:
        """The pages whose head and headers can be judged: those that gave what was asked for."""
        return tuple(p for p in self.pages.values() if p.outcome in ("ok", "not_modified", "not_html"))

    @cached_property
    def canonicalised(self) -> tuple[tuple[PageState, PageState | None], ...]:
        """Each page read that names another address as its canonical, with that page, None when it was not seen."""
        elsewhere = (p for p in self.read if p.canonical_url and p.canonical != p.id)
        return tuple((p, None if p.canonical is None else self.pages.get(p.canonical)) for p in elsewhere)

    @cached_property
    def targets(self) -> tuple[tuple[PageState, PageState], ...]:
        """The same, where the other page was seen."""
        return tuple((page, target) for page, target in self.canonicalised if target is not None)

    @cached_property
    def canonical_ends(self) -> dict[int, int | None]:
        """Where the canonicals from a page end (urls/targets.py): itself without one, None in a circle."""
        return chains({p.id: p.canonical if p.canonical != p.id else None for p in self.pages.values()})

    @cached_property
    def redirect_ends(self) -> dict[int, int | None]:
        """Where the redirects from a page end: itself without one, None in a circle."""
        return chains({p.id: p.redirect_to for p in self.pages.values()})

    @cached_property
    def _policies(self) -> dict[str, dict[SearchEngine, Policy]]:
        """What the robots.txt of each origin says to each engine, where that is known."""
        return of_engines(self.robots)

    def barred(self, url: str) -> tuple[SearchEngine, ...]:
        """The engines whose robot may not ask an address; none where the robots.txt of its origin was not seen."""
        policies = self._policies.get(identity.origin(url), {}) if self.robots else {}
        return tuple(engine for engine, policy in policies.items() if not policy.allowed(url))

    def redirects_back(self, page: PageState, target: PageState) -> bool:
        """Whether the redirects of `target` end at `page`."""
        return target.id != page.id and self.redirect_ends[target.id] == page.id

    def redirects_to(self, page: PageState) -> PageState | None:
        """The page where the redirects of this one end; None without any, in a circle, or when it was not seen."""
        end = self.redirect_ends[page.id]
        return None if end is None or end == page.id else self.pages.get(end)


class Place(Protocol):
    """What a finding can stand at: a page, a robots.txt, a sitemap."""

    @property
    def url(self) -> str:
        """Its address."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where a rule fires: a message with places as in model.Finding, and what fills them.

    `verdicts` stands instead of the rule's own where this case is judged otherwise.
    """

    page: Place
    message: str
    related: str = ""
    verdicts: tuple[Verdict, ...] = ()
    values: dict[str, str | int] = field(default_factory=dict)


def N_(text: str) -> str:  # noqa: N802 the usual name of this marker
    """Mark a message, so that it is gathered for translation: one constant sentence, its values in named places."""
    return text


@dataclass(frozen=True)
class Rule:
    """A check with its id, its severity for each engine (one entry for `any` where they agree), and its help."""

    id: str
    verdicts: tuple[Verdict, ...]
    check: Callable[[Facts], Iterable[Hit]]
    help: str

    @property
    def parts(self) -> dict[str, str]:
        """The help taken apart: `What`, then each of PARTS that it has."""
        found = {"What": ""}
        part = "What"
        for line in self.help.splitlines():
            head, colon, rest = line.partition(": ")
            if colon and head in PARTS:
                part, line = head, rest
            found[part] = f"{found.get(part, '')} {line.strip()}".strip()
        return found


def rule(name: str, *verdicts: Verdict) -> Callable[[Callable[[Facts], Iterable[Hit]]], Rule]:
    """Make a rule of a function that yields its hits. The docstring is the help; its parts are named as in PARTS."""

    def made(check: Callable[[Facts], Iterable[Hit]]) -> Rule:
        return Rule(name, verdicts, check, inspect.getdoc(check) or "")

    return made


def answers_all_alike(page: PageState) -> bool:
    """Whether an answer is one that engines get too, and not one to the pace or the name of this crawler."""
    return page.status != 429 and page.outcome != "challenge"


def told(engines: Sequence[Engine], severity: Severity) -> tuple[Verdict, ...]:
    """A verdict for each of the engines; one for `any` when it is all of them."""
    return (("any", severity),) if len(engines) > 1 else tuple((engine, severity) for engine in engines)


def denied(page: PageState) -> tuple[Verdict, ...]:
    """An error for each engine that is told not to index the page."""
    return told(page.denied, "error")


def lists_mobile(desktop: PageState, mobile: PageState) -> bool:
    """Whether a page lists another one as its mobile address (link rel=alternate with media)."""
    return any(a.media and identity.key(a.url) == mobile.key for a in desktop.alternates)


def run(rules: Iterable[Rule], facts: Facts) -> list[Finding]:
    """The findings of all rules, sorted. A rule that crashes becomes a finding; the others still speak."""
    found: list[Finding] = []
    for each in rules:
        try:
            found.extend(_findings(each, facts))
        except Exception as error:  # whatever a rule trips over must not cost the user the rest of the audit
            found.append(_crashed(each, facts, error))
    return sorted(found, key=lambda f: (f.rule, f.url, f.engine, f.related, f.message))


def _findings(each: Rule, facts: Facts) -> Iterator[Finding]:
    for hit in each.check(facts):
        for engine, severity in hit.verdicts or each.verdicts:
            yield Finding(each.id, engine, severity, hit.page.url, hit.related, hit.message, hit.values)


def _crashed(each: Rule, facts: Facts, error: Exception) -> Finding:
    """A crash has no page of its own, so it is noted at the first one: every finding stands at an address."""
    first = min((page.url for page in facts.pages.values()), default="")
    message = N_("The rule %(rule)s failed on this site and may have missed pages (%(error)s)")
    values: dict[str, str | int] = {"rule": each.id, "error": f"{type(error).__name__}: {error}"}
    return Finding("rule-crashed", "any", "error", first, "", message, values)
