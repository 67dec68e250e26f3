"""The verdict on each pair of pages: whether an alternate can count, as far as the crawl saw both.

Google processes the alternates that point to each other, pair by pair; one that is missing breaks no other
(https://developers.google.com/search/docs/specialty/international/localized-versions). So there is no verdict on sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from ...model import UNANSWERED, Engine, PageState
from ...urls import identity
from .codes import Bools, Ints
from .graph import Bytes, Graph, Longs

if TYPE_CHECKING:
    from ..rule import Facts

State = Literal[
    "self", "confirmed", "return-alias", "return-missing", "target-4xx", "target-5xx", "target-redirect",
    "target-noindex", "target-noncanonical", "target-blocked", "target-not-html", "unknown",
]  # fmt: skip
STATES: tuple[State, ...] = get_args(State)
_NUMBER = {name: n for n, name in enumerate(STATES)}
# A page that answers and may stand in search: whether its pairs count hangs on its own annotations alone.
OPEN = _NUMBER["confirmed"]
_UNKNOWN, _NOT_HTML = _NUMBER["unknown"], _NUMBER["target-not-html"]


@dataclass(frozen=True, eq=False)
class Verdicts:
    """A verdict on each annotation that engines read, in columns: places in Graph.written, SOURCES and STATES."""

    page: Ints
    target: Ints
    code: Ints
    source: Bytes
    state: Bytes


@dataclass(frozen=True, eq=False)
class Edges:
    """Each page with each other address of its effective set, once: columns sorted by page and target.

    `first` is the row of the pair's first entry in Graph.entries, `default` tells that x-default is its only code,
    `state` is a place in STATES, `back` that the target lists the page. By node: `node_state`, and `stands_for`: the
    page that an address leads to by redirects and canonicals, itself for most, `canonical`: the node that it names as
    canonical, -1 for none. `mobile` has the desktop page of each mobile page on an address of its own, `barred` the
    engines that robots.txt keeps from a target.
    """

    page: Ints
    target: Ints
    first: Ints
    default: Bools
    back: Bools
    state: Bytes
    key: Longs
    node_state: Bytes
    stands_for: Ints
    has_set: Bools
    canonical: Ints
    mobile: dict[int, int]
    barred: dict[int, tuple[Engine, ...]]

    def of(self, page: int) -> Ints:
        """The other nodes that a page lists."""
        start, end = np.searchsorted(self.page, np.array((page, page + 1), np.int32))
        return self.target[start:end]

    def where(self, *states: State) -> Ints:
        """The rows in one of these states."""
        return rows(np.isin(self.state, [_NUMBER[state] for state in states]))


def verdicts(graph: Graph, facts: Facts) -> Verdicts:
    """The verdict on each annotation that engines read."""
    edges = facts.edges
    read = np.flatnonzero(graph.effective)
    page, target = graph.page[read], graph.target[read]
    state = np.full(len(read), _NUMBER["self"], np.uint8)
    other = page != target
    state[other] = edges.state[np.searchsorted(edges.key, graph.key(page[other], target[other]))]
    return Verdicts(page, target, graph.code[read], graph.source[read], state)


def judged(graph: Graph, facts: Facts) -> Edges:
    """The pairs of a graph with their states."""
    nodes = max(graph.nodes, max(facts.pages, default=-1) + 1)  # without annotations there is no graph, but pages are
    entries = graph.entries
    others = rows(entries.page != entries.target)
    keys = graph.key(entries.page[others], entries.target[others])
    key, start = np.unique(keys, return_index=True)
    first = others[start]
    page, target = entries.page[first], entries.target[first]
    default = graph.codes.default[entries.code[others]]
    default = np.logical_and.reduceat(default, start) if len(start) else default
    has_set = np.zeros(nodes, np.bool_)
    has_set[entries.page] = True
    mobile = dict(_mobile(list(facts.pages.values())))
    barred = dict(_barred(graph, facts))
    node_state = _node_states(facts, has_set, mobile, barred)
    stands_for = _stands_for(graph, facts, mobile, nodes)
    back = contains(key, graph.key(target, page))
    alias = contains(np.unique(graph.key(page, stands_for[target])), graph.key(target, stands_for[page]))
    return Edges(
        page, target, first, default, back, _states(node_state, page, target, back, alias), key,
        node_state, stands_for, has_set, _canonicals(graph, facts, nodes), mobile, barred,
    )  # fmt: skip


def _states(node_state: Bytes, page: Ints, target: Ints, back: Bools, alias: Bools) -> Bytes:
    state = node_state[target]
    asked = np.isin(state, (OPEN, _UNKNOWN, _NOT_HTML))
    state[(state == OPEN) & ~back] = _NUMBER["return-missing"]
    state[asked & alias] = _NUMBER["return-alias"]
    state[asked & back] = OPEN
    # What does not answer with a page needs no link back; the rules on sitemaps and redirects speak of it.
    gone = np.isin(node_state[page], [_NUMBER[name] for name in ("target-4xx", "target-5xx", "target-redirect")])
    state[gone & (state == _NUMBER["return-missing"])] = _UNKNOWN
    return state


def _node_states(facts: Facts, has_set: Bools, mobile: dict[int, int], barred: dict[int, tuple[Engine, ...]]) -> Bytes:
    states = np.full(len(has_set), _UNKNOWN, np.uint8)
    for page in facts.pages.values():
        states[page.id] = _NUMBER[_node_state(page, bool(has_set[page.id]), page.id in mobile)]
    states[list(barred)] = _NUMBER["target-blocked"]
    return states


def _barred(graph: Graph, facts: Facts) -> Iterator[tuple[int, tuple[Engine, ...]]]:
    """The targets that robots.txt keeps from engines, with these engines. Where it was not kept it says to them what it
    says to this crawler.
    """
    for node in np.unique(graph.entries.target).tolist():
        page = facts.pages.get(node)
        engines = facts.barred(page.url if page else graph.unseen[node - graph.pages])
        blocked = page is not None and page.outcome == "blocked_by_robots"
        if engines or (blocked and page and identity.origin(page.url) not in facts.robots):
            yield node, engines or ("google", "yandex")


def _node_state(page: PageState, has_set: bool, is_mobile: bool) -> State:
    if page.outcome in UNANSWERED or page.status == 429:
        return "unknown"
    if page.outcome == "redirect" or (page.redirect_to is not None and page.refresh_delay == 0):
        return "target-redirect"
    if page.status and page.status >= 400:
        return "target-4xx" if page.status < 500 else "target-5xx"
    if page.outcome not in ("ok", "not_modified", "not_html"):
        return "unknown"
    if page.denied:
        return "target-noindex"
    if is_elsewhere(page) and not is_mobile:
        return "target-noncanonical"
    return "target-not-html" if page.outcome == "not_html" and not has_set else "confirmed"


def is_elsewhere(page: PageState) -> bool:
    """Whether a page names another address as its canonical."""
    return bool(page.canonical_url) and page.canonical != page.id


def _mobile(pages: list[PageState]) -> Iterator[tuple[int, int]]:
    """Each mobile page with its desktop page: the first names the second as canonical, which lists it for small
    screens. Google documents just that, with hreflang between mobile addresses (https://developers.google.com/search/
    docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing).
    """
    listed = {(page.id, identity.key(a.url)) for page in pages for a in page.alternates if a.media}
    if listed:
        for page in pages:
            if page.canonical is not None and (page.canonical, page.key) in listed and page.canonical != page.id:
                yield page.id, page.canonical


def _stands_for(graph: Graph, facts: Facts, mobile: dict[int, int], count: int) -> Ints:
    nodes = np.arange(count, dtype=np.int32)
    for page in facts.pages.values():
        end = facts.redirect_ends[page.id]
        if end is not None and end not in mobile:
            end = facts.canonical_ends.get(end, end)
        if end is not None:
            nodes[page.id] = end
    if graph.unseen:
        spelled = {_loosely(page.key): page.id for page in sorted(facts.pages.values(), key=lambda page: -page.id)}
        for n, key in enumerate(graph.unseen, graph.pages):
            page_id = spelled.get(_loosely(key))
            nodes[n] = n if page_id is None else nodes[page_id]
    return nodes[nodes]  # a canonical may name an address that redirects


def _canonicals(graph: Graph, facts: Facts, count: int) -> Ints:
    nodes = np.full(count, -1, np.int32)
    unseen = {key: node for node, key in enumerate(graph.unseen, graph.pages)}
    for page in facts.pages.values():
        if page.canonical is not None:
            nodes[page.id] = page.canonical
        elif page.canonical_url and unseen:
            nodes[page.id] = unseen.get(identity.key(page.canonical_url), -1)
    return nodes


def _loosely(key: str) -> str:
    """An address without what is often written in two ways: scheme, www, final slash and case."""
    return key.partition("://")[2].lower().removeprefix("www.").rstrip("/")


def contains(ordered: Longs, keys: Longs) -> Bools:
    """Which keys are among those in order."""
    if not len(ordered):
        return np.zeros(len(keys), np.bool_)
    return np.equal(ordered[np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)], keys)


def rows(chosen: Bools) -> Ints:
    """The places of what is chosen."""
    return np.flatnonzero(chosen).astype(np.int32)
