"""What the owner looks at: the pages that belong together, and what became of each of their entries.

Pages belong together that confirm each other; one that nobody confirms stands with the first page that it lists. So a
page that everybody lists by mistake does not melt all sets of a site into one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from ..rule import Facts
from .codes import Bools, Ints
from .edges import STATES, State, rows
from .graph import Bytes
from .spots import url
from .values import read

# What a line may say: the verdict on the pair, or that the code itself is none that engines take.
LINE_STATES: tuple[str, ...] = (*get_args(State), "code-invalid")
INVALID = LINE_STATES.index("code-invalid")
SOUND = ("self", "confirmed", "unknown")


class Line(NamedTuple):
    """An entry of a page: `sources` has bit n for SOURCES[n], `state` is a place in LINE_STATES."""

    code: str
    target: str
    sources: int
    state: int


@dataclass(frozen=True, slots=True)
class PageSet:
    """The entries of a page. `cluster` numbers what belongs together, from 1, most broken entries first; `own` are the
    codes that it has for itself, `broken` counts the entries that cannot count.
    """

    page: int
    cluster: int
    own: str
    broken: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Sets:
    """The sets of all pages that have one, by page id; made one by one, each time anew."""

    facts: Facts

    def __iter__(self) -> Iterator[PageSet]:
        graph = self.facts.hreflang
        entries, names = graph.entries, graph.codes.names
        pages, start = np.unique(entries.page, return_index=True)
        if not len(pages):
            return
        state = _states(self.facts)
        broken = np.add.reduceat(is_broken(self.facts, state).astype(np.int32), start)
        numbers = _numbers(_labels(self.facts)[pages], broken)
        own = graph.own & ~graph.codes.default[entries.code]
        addresses = _Addresses(self.facts)
        ends = np.r_[start[1:], len(entries.page)]
        for page, first, end, n, number in zip(
            *(c.tolist() for c in (pages, start, ends, broken, numbers)), strict=True
        ):
            few = [column[first:end].tolist() for column in (entries.code, entries.target, entries.sources, state)]
            lines = tuple(Line(names[c], addresses[t], s, v) for c, t, s, v in zip(*few, strict=True))
            mine = ", ".join(names[c] for c in entries.code[first:end][own[first:end]].tolist())
            yield PageSet(page, number, mine, n, lines)


class _Addresses(dict[int, str]):
    """Addresses of nodes, each looked up once."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, node: int) -> str:
        self[node] = found = url(self._facts, node)
        return found


def _states(facts: Facts) -> Bytes:
    """The state of each entry."""
    graph, edges = facts.hreflang, facts.edges
    entries = graph.entries
    state = np.full(len(entries.page), STATES.index("self"), np.uint8)
    other = rows(~graph.own)
    state[other] = edges.state[np.searchsorted(edges.key, graph.key(entries.page[other], entries.target[other]))]
    ignored = np.array([read(name).ignored for name in graph.codes.names], np.bool_)
    state[ignored[entries.code]] = INVALID
    return state


def is_broken(facts: Facts, state: Bytes) -> Bools:
    """Which entries cannot count as they are. That nobody links back to x-default is no fault."""
    broken = ~np.isin(state, [LINE_STATES.index(name) for name in SOUND])
    default = facts.hreflang.codes.default[facts.hreflang.entries.code]
    return np.asarray(broken & ~(default & (state == LINE_STATES.index("return-missing"))), np.bool_)


def _labels(facts: Facts) -> Ints:
    """One number for each node: the same for those that belong together."""
    edges, nodes = facts.edges, len(facts.edges.node_state)
    sure = edges.where("confirmed", "return-alias")
    sure = sure[~edges.default[sure]]
    linked = np.zeros(nodes, np.bool_)
    linked[edges.page[sure]] = linked[edges.target[sure]] = True
    alone = rows(~linked[edges.page] & ~edges.default)
    _, first = np.unique(edges.page[alone], return_index=True)
    kept = np.r_[sure, alone[first]]
    ends = (edges.page[kept], edges.target[kept])
    _, labels = connected_components(coo_matrix((np.ones(len(kept), np.bool_), ends), (nodes, nodes)), directed=False)
    return labels.astype(np.int32)


def _numbers(labels: Ints, broken: Ints) -> Ints:
    """The number of each page's cluster: most broken entries first, then most pages, then the first page."""
    _, first, place, sizes = np.unique(labels, return_index=True, return_inverse=True, return_counts=True)
    faults = np.bincount(place, broken)
    number = np.empty(len(sizes), np.int32)
    number[np.lexsort((first, -sizes, -faults))] = np.arange(1, len(sizes) + 1)
    return number[place]
