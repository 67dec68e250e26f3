"""From rows of numbers to places of findings: one for each page, with the first row and how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ...model import PageState
from ..rule import Facts, Hit, Verdict
from .codes import Bools, Ints
from .graph import Longs

HEAD, BODY, HEADER, SITEMAP = 1, 2, 4, 8  # bits of Entries.sources, in the order of SOURCES


class Spot(NamedTuple):
    """A page, the first of its rows, and how many it has."""

    page: PageState
    row: int
    n: int


def url(facts: Facts, node: int) -> str:
    """The address of a node; the key where it was not crawled."""
    page = facts.pages.get(node)
    return page.url if page else facts.hreflang.unseen[node - facts.hreflang.pages]


def code(facts: Facts, entry: int) -> str:
    """The code of an entry in its normal form."""
    return facts.hreflang.codes.names[int(facts.hreflang.entries.code[entry])]


def listed(facts: Facts, entries: list[int]) -> str:
    """The codes of some entries, each once."""
    return ", ".join(dict.fromkeys(code(facts, entry) for entry in entries))


def hit(
    page: PageState, message: str, related: str = "", verdicts: tuple[Verdict, ...] = (), **values: str | int
) -> Hit:
    """A hit whose values are given by name."""
    return Hit(page, message, related, verdicts, values)


def by_page(facts: Facts, pages: Ints, rows: Ints) -> Iterator[Spot]:
    """A spot for each page in the column `pages`; `rows` are of the same length."""
    found, first, counts = np.unique(pages, return_index=True, return_counts=True)
    for page, row, n in zip(found.tolist(), rows[first].tolist(), counts.tolist(), strict=True):
        yield Spot(facts.pages[page], row, n)


class Pair(NamedTuple):
    """A page, the first of its rows of `Facts.edges` with the other address and its code, and how many rows it has."""

    page: PageState
    row: int
    n: int
    other: str
    code: str


def by_source(facts: Facts, pairs: Ints) -> Iterator[Pair]:
    """For each page that these rows of `Facts.edges` lead from: what the first of them leads to."""
    for spot in by_page(facts, facts.edges.page[pairs], pairs):
        other = url(facts, int(facts.edges.target[spot.row]))
        yield Pair(*spot, other, code(facts, int(facts.edges.first[spot.row])))


def by_target(facts: Facts, pairs: Ints) -> Iterator[Pair]:
    """For each page of the crawl that these rows of `Facts.edges` lead to: where the first of them comes from."""
    pairs = pairs[facts.edges.target[pairs] < facts.hreflang.pages]
    for spot in by_page(facts, facts.edges.target[pairs], pairs):
        other = url(facts, int(facts.edges.page[spot.row]))
        yield Pair(*spot, other, code(facts, int(facts.edges.first[spot.row])))


def varied(group: Longs | Ints, member: Longs | Ints, rows: Ints) -> Iterator[list[int]]:
    """For each group with two different members or more, in order: the first row of each of them."""
    order = np.lexsort((member, group))
    groups, members = group[order], member[order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (groups[1:] != groups[:-1]) | (members[1:] != members[:-1])
    kept, groups = rows[order[new]], groups[new]
    start = np.flatnonzero(np.r_[True, groups[1:] != groups[:-1]]) if len(groups) else np.zeros(0, np.int64)
    end = np.r_[start[1:], len(groups)]
    several = end - start > 1
    for one, last in zip(start[several].tolist(), end[several].tolist(), strict=True):
        yield kept[one:last].tolist()


def first_of_page(facts: Facts, groups: Iterator[list[int]]) -> Iterator[tuple[PageState, list[int], int]]:
    """For each page the first of its groups of entries, and how many it has."""
    for page, few in groupby(groups, key=lambda entries: int(facts.hreflang.entries.page[entries[0]])):
        found = list(few)
        yield facts.pages[page], found[0], len(found)


def counted(facts: Facts, chosen: Bools) -> tuple[Ints, Ints, Ints]:
    """Each page with a set, how many of its entries are chosen, and how many it has."""
    pages, start, counts = np.unique(facts.hreflang.entries.page, return_index=True, return_counts=True)
    if not len(pages):
        return pages, pages, pages
    return pages, np.add.reduceat(chosen.astype(np.int32), start), counts.astype(np.int32)
