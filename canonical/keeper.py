"""The page to keep of each group, with the reasons: our own order, as no engine publishes its own.

The steps are compared one after the other; a later one speaks only where all before it are equal. What the owner
imported comes before our guesses: a page that is in search, then the one with most clicks. Of hosts with the same
pages the main one goes first (rating.py), so that a whole site is kept on one host. Redirects and canonicals come next
because Google calls them strong signals and the sitemap a weak one
(https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..model import Choice, PageState, Reason
from ..similarity.engine import Pairs
from ..urls import identity, variants
from .roles import is_open, is_resolved


@dataclass(frozen=True, slots=True)
class Member:
    """A page of a group, and how the others point to it.

    `redirects`: addresses of the group that end here by permanent redirects alone. `named_by`: other members whose
    canonical it is. `contains`: members whose text stands in its text while its own does not stand in theirs.
    """

    page: PageState
    redirects: int = 0
    named_by: int = 0
    contains: int = 0


def weigh(group: Sequence[PageState], permanent: Mapping[int, int | None], contains: Mapping[int, int]) -> list[Member]:
    """The members of one group from its pages, `state.permanent_ends` of the crawl, and `contains` of this module."""
    redirects = Counter(permanent.get(page.id) for page in group if permanent.get(page.id) != page.id)
    named_by = Counter(page.canonical for page in group if page.canonical != page.id)
    return [Member(p, redirects[p.id], named_by[p.id], contains.get(p.id, 0)) for p in group]


def contains(pairs: Pairs, group_of: Mapping[int, int], containment: float) -> Counter[int]:
    """For each page, how many pages of its group it contains one way: they stand in it, it does not stand in them.

    `containment` is the threshold, 0 to 1. `group_of` gives the group of an id; pages without one are left out.
    """
    a_in_b = pairs.shared / np.maximum(pairs.size_a, 1) >= containment
    b_in_a = pairs.shared / np.maximum(pairs.size_b, 1) >= containment
    one_way = a_in_b != b_in_a
    outer = np.where(a_in_b, pairs.b, pairs.a)[one_way]
    inner = np.where(a_in_b, pairs.a, pairs.b)[one_way]
    counts: Counter[int] = Counter()
    for inside, outside in zip(inner.tolist(), outer.tolist(), strict=True):
        group = group_of.get(outside)
        if group is not None and group_of.get(inside) == group:
            counts[outside] += 1
    return counts


def _closed(member: Member) -> int:
    if is_open(member.page):
        return 0
    return 1 if member.page.indexability in ("noindex", "canonicalised") else 2


def _is_version(member: Member) -> bool:
    return bool(_versions(member))


def _versions(member: Member) -> set[str]:
    """Which other version than the plain HTML page this is: `print`, `amp`, or neither."""
    kinds = variants.kinds(member.page.key) & {"print", "amp"}
    return {*kinds, "amp"} if member.page.amp else {*kinds}


# Each step gives a rank; the lowest wins. The last one never ties, so the choice is the same in any order of members.
STEPS: tuple[tuple[str, Callable[[Member], Any]], ...] = (
    ("answers_200", _closed),
    ("in_search", lambda m: not m.page.in_search),
    ("most_clicks", lambda m: -(m.page.clicks or 0)),
    ("most_shows", lambda m: -(m.page.shows or 0)),
    ("main_mirror", lambda m: m.page.off_main),
    ("redirect_target", lambda m: m.redirects == 0),
    ("canonical_target", lambda m: -m.named_by),
    ("https", lambda m: not m.page.key.startswith("https:")),
    ("html_not_print", _is_version),
    ("contains_others", lambda m: -m.contains),
    ("in_sitemap", lambda m: not m.page.in_sitemap),
    ("most_inlinks", lambda m: -m.page.inlinks),
    ("cleaner_url", lambda m: variants.untidiness(m.page.key)),
    ("shorter_url", lambda m: len(m.page.key)),
    ("first_by_address", lambda m: m.page.key),
)


def choose(group: Sequence[Member]) -> Choice:
    """The page to keep of a group, the facts that speak for it, and the signals that disagree.

    Reasons come in the order of the steps: those that hold for the keeper, and those that decided between it and
    others; `good` is false for what the owner should change. At least one member; their order changes nothing.
    """
    rivals = sorted(group, key=lambda member: member.page.key)
    decided = set()
    for step, rank in STEPS:
        if len(rivals) == 1:
            break
        ranks = [rank(member) for member in rivals]
        best = min(ranks)
        left = [member for member, its in zip(rivals, ranks, strict=True) if its == best]
        if len(left) < len(rivals):
            decided.add(step)
        rivals = left
    keeper = rivals[0]
    others = [member for member in group if member.page.id != keeper.page.id]
    stated = (*_by_state(keeper, others), *_by_engines(keeper, others), *_by_owner(keeper))
    reasons = (*stated, *_by_signals(keeper, others), *_by_address(decided))
    return Choice(keeper.page.id, reasons, tuple(_conflicts(group, keeper.page)))


def _by_state(keeper: Member, others: Sequence[Member]) -> Iterator[Reason]:
    page = keeper.page
    if not is_open(page):
        yield Reason(False, "not_indexable", {"why": page.indexability})
    else:
        yield Reason(True, "answers_200", {"status": page.status or 200})
        if others and not any(is_open(member.page) for member in others):
            yield Reason(True, "only_member_open")


def _by_engines(keeper: Member, others: Sequence[Member]) -> Iterator[Reason]:
    page = keeper.page
    if page.in_search:
        yield Reason(True, "in_search")
    elif any(member.page.in_search for member in others):
        yield Reason(False, "not_in_search")
    clicks, most = page.clicks or 0, max((member.page.clicks or 0 for member in others), default=0)
    if clicks > most:
        yield Reason(True, "most_clicks", {"n": clicks})
    elif clicks < most:
        yield Reason(False, "fewer_clicks", {"n": clicks, "most": most})
    elif (page.shows or 0) > max((member.page.shows or 0 for member in others), default=0):
        yield Reason(True, "most_shows", {"n": page.shows or 0})


def _by_owner(keeper: Member) -> Iterator[Reason]:
    page = keeper.page
    if keeper.redirects:
        yield Reason(True, "redirect_target", {"n": keeper.redirects})
    if keeper.named_by:
        yield Reason(True, "canonical_target", {"n": keeper.named_by})
    if page.canonical == page.id:
        yield Reason(True, "self_canonical")
    elif page.canonical_url:
        yield Reason(False, "canonical_elsewhere", {"url": page.canonical_url})


def _by_signals(keeper: Member, others: Sequence[Member]) -> Iterator[Reason]:
    page = keeper.page
    if any(member.page.off_main != page.off_main for member in others):
        yield Reason(not page.off_main, "main_mirror")
    if page.key.startswith("https:") and not all(member.page.key.startswith("https:") for member in others):
        yield Reason(True, "https")
    if not _is_version(keeper):
        for kind in sorted(set().union(*map(_versions, others))):
            yield Reason(True, "html_not_print", {"kind": kind})
    if keeper.contains:
        yield Reason(True, "contains_others", {"n": keeper.contains})
    if page.in_sitemap:
        yield Reason(True, "in_sitemap")
    elif any(member.page.in_sitemap for member in others):
        yield Reason(False, "not_in_sitemap")
    most = max((member.page.inlinks for member in others), default=page.inlinks)
    if page.inlinks > most:
        yield Reason(True, "most_inlinks", {"n": page.inlinks})
    elif page.inlinks < most:
        yield Reason(False, "fewer_inlinks", {"n": page.inlinks, "most": most})


def _by_address(decided: set[str]) -> Iterator[Reason]:
    for step in ("cleaner_url", "shorter_url", "first_by_address"):
        if step in decided:
            yield Reason(True, step)


def _conflicts(group: Sequence[Member], keeper: PageState) -> Iterator[Reason]:
    named = Counter(_target(member.page) for member in group if member.page.canonical_url)
    if len(named) > 1:
        yield Reason(False, "mixed_canonicals", {"n": len(named)})
    silent = sum(is_open(member.page) and not member.page.canonical_url for member in group)
    if silent and not is_resolved(member.page for member in group):
        yield Reason(False, "no_canonical", {"n": silent})
    searched = sum(bool(member.page.in_search) for member in group)
    if searched > 1:
        yield Reason(False, "several_in_search", {"n": searched})
    elsewhere = [member.page.clicks or 0 for member in group if member.page.id != keeper.id]
    if leaking := sum(elsewhere):
        of = leaking + (keeper.clicks or 0)
        yield Reason(False, "clicks_elsewhere", {"n": sum(map(bool, elsewhere)), "clicks": leaking, "of": of})
    # A canonical that leaves the group: the texts say one thing, the owner another. The one named most often stands
    # for all of them.
    away = {
        _target(m.page): m.page.canonical_url for m in sorted(group, key=lambda m: m.page.key) if m.page.canonical_url
    }
    for member in group:
        away.pop(member.page.id, None)
    if away:
        target = min(away, key=lambda t: (-named[t], away[t]))
        yield Reason(False, "canonical_elsewhere", {"url": away[target], "n": named[target]})


def _target(page: PageState) -> int | str:
    """The canonical of a page as its id, or as its identity key when it is no address of the crawl."""
    return page.canonical if page.canonical is not None else identity.key(page.canonical_url)
