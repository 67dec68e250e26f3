"""From rows of numbers to places of findings: one for each page, with the first row and how many there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ...model import PageState
from ..rule import Facts
from .codes import Ints
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
    return facts.hreflang.codes.names[facts.hreflang.entries.code[entry]]


def listed(facts: Facts, entries: list[int]) -> str:
    """The codes of some entries, each once."""
    return ", ".join(dict.fromkeys(code(facts, entry) for entry in entries))


def by_page(facts: Facts, pages: Ints, rows: Ints) -> Iterator[Spot]:
    """A spot for each page in the column `pages`; `rows` are of the same length."""
    found, first, counts = np.unique(pages, return_index=True, return_counts=True)
    for page, row, n in zip(found.tolist(), rows[first].tolist(), counts.tolist(), strict=True):
        yield Spot(facts.pages[page], row, n)


def by_source(facts: Facts, pairs: Ints) -> Iterator[Spot]:
    """A spot for each page that these rows of `Facts.edges` lead from."""
    return by_page(facts, facts.edges.page[pairs], pairs)


def by_target(facts: Facts, pairs: Ints) -> Iterator[Spot]:
    """A spot for each page that these rows of `Facts.edges` lead to; targets that were not crawled are left out."""
    pairs = pairs[facts.edges.target[pairs] < facts.hreflang.pages]
    return by_page(facts, facts.edges.target[pairs], pairs)


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
