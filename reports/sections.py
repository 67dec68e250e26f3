"""The facts of the start page: the verdict, the sections of the site, the map. The words stand in the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from ..urls import sections as urls
from .data import Site, counted
from .data_groups import Group
from .treemap import STATES

Case = Literal["unseen", "none", "settled", "one", "many"]
Line = tuple[str, int, float, float]  # address, its open group or 0, unique share, Jaccard with its closest match

_SECTIONS = 12  # rows of the table; what is smaller stands together
_AREAS = 6  # parts of the map
_BINS = 20
_AT_HOME = 0.8  # share of the pages of groups that lie in the section of their group, for sections to be shown
_MAP_FROM = 12  # open groups from which on a map says more than a table
_MAP_SHARE = 0.03  # and the share of the pages that they must hold


@dataclass(frozen=True, slots=True)
class Verdict:
    """How bad it is and how sure. `case` chooses the sentence; all counts are of open groups and compared pages.

    `seen` is `whole`, `part` or `not`; `share_seen` is the part of the declared addresses that gave an answer, None
    when it is not known. `states` counts (groups, pages) by canonical state; `worst` is the commonest of those that
    leave the choice to the search engine, empty when there is none.
    """

    case: Case
    seen: Literal["whole", "part", "not"]
    share_seen: float | None
    groups: int
    grouped: int
    foldable: int
    copies: int
    largest: int
    middle: int
    only_copies: bool
    settled: int
    settled_pages: int
    states: dict[str, tuple[int, int]]
    worst: str


@dataclass(frozen=True, slots=True)
class Section:
    """Pages whose addresses begin alike. `name` is empty for single pages, None for small sections together."""

    name: str | None
    pages: int
    grouped: int
    unique: float
    closest: tuple[int, ...]
    largest: Group | None


def verdict(site: Site, groups: Sequence[Group], unread: int = 0) -> Verdict:
    """What the start page says first. A crawl that did not see the site is never judged as if it had.

    `unread` sitemaps could not be read: nobody knows what they name.
    """
    live = [g for g in groups if not g.resolved]
    settled = [g for g in groups if g.resolved]
    share = min(site.answered / site.declared, 1.0) if site.declared else None
    sizes = sorted(g.size for g in live)
    states = dict.fromkeys(STATES, (0, 0))
    for group in live:
        count, pages = states[group.state]
        states[group.state] = count + 1, pages + group.compared
    undecided = [state for state in ("self", "none", "mixed") if states[state][0]]
    return Verdict(
        case=_case(site, len(live), len(settled)),
        seen="not" if not site.compared else "whole" if site.complete and not unread else "part", share_seen=share,
        groups=len(live), grouped=sum(g.compared for g in live), foldable=sum(g.foldable for g in live),
        copies=sum(g.copies for g in live), largest=sizes[-1] if sizes else 0,
        middle=sizes[len(sizes) // 2] if sizes else 0, only_copies=bool(live) and all(g.kind == "exact" for g in live),
        settled=len(settled), settled_pages=sum(g.size for g in settled), states=states,
        worst=max(undecided, key=lambda state: states[state], default=""),
    )  # fmt: skip


def _case(site: Site, live: int, settled: int) -> Case:
    if not site.compared:
        return "unseen"
    if not live:
        return "settled" if settled else "none"
    return "one" if live == 1 else "many"


def sections(lines: Iterable[Line], groups: Sequence[Group]) -> tuple[Section, ...]:
    """The site by the first folder of its addresses (the second, where the first holds nearly everything).

    Largest first; what is smaller than the largest dozen together, single pages last. Without groups for the map.
    """
    return tuple(_section(name, few, groups) for name, few in _parts(lines, _SECTIONS))


def names(lines: Iterable[Line]) -> dict[str, str | None]:
    """The section of each page by its address, as `sections` names it."""
    return {line[0]: name for name, few in _parts(lines, _SECTIONS) for line in few}


def areas(lines: Iterable[Line], groups: Sequence[Group]) -> tuple[tuple[str | None, int, int, tuple[Group, ...]], ...]:
    """The parts of the map: name, pages, pages in no open group, and the groups most of whose pages lie there.

    A group counts with all its pages where most of them are, so a part has as many pages as it shows. Where groups
    reach across the sections (languages, mirrors), the site is one part, `/`.
    """
    lines = list(lines)
    live = {g.id: g for g in groups if not g.resolved}
    parts = _parts(lines, _AREAS)
    inside = [Counter(group for _, group, _, _ in few if group) for _, few in parts]
    home = {group: max(range(len(parts)), key=lambda place: inside[place][group]) for group in live}
    there = sum(inside[place][group] for group, place in home.items())
    if there < _AT_HOME * sum(group.compared for group in live.values()):
        parts, home = [("/", lines)], dict.fromkeys(live, 0)
    out = []
    for place, (name, few) in enumerate(parts):
        here = tuple(live[group] for group, its in home.items() if its == place)
        single = sum(group == 0 for _, group, _, _ in few)
        if single or here:
            out.append((name, single + sum(group.compared for group in here), single, here))
    return tuple(out)


def worth_a_map(site: Site, found: Verdict) -> bool:
    """Few groups are read faster in a table."""
    return found.groups >= _MAP_FROM and found.grouped >= _MAP_SHARE * site.compared


def _parts(lines: Iterable[Line], most: int) -> list[tuple[str | None, list[Line]]]:
    """Lines by folder, the `most` largest apart, then the other folders (None), then single pages ("")."""
    lines = list(lines)
    by_name: dict[str, list[Line]] = {}
    for line, name in zip(lines, urls.sections(line[0] for line in lines), strict=True):
        by_name.setdefault(name, []).append(line)
    single = by_name.pop("", [])
    order = sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0]))
    keep = most if len(order) <= most else most - 1
    out: list[tuple[str | None, list[Line]]] = [(name, few) for name, few in order[:keep]]
    rest = [line for _, few in order[keep:] for line in few]
    return out + ([(None, rest)] if rest else []) + ([("", single)] if single else [])


def _section(name: str | None, lines: Sequence[Line], groups: Sequence[Group]) -> Section:
    by_id = {g.id: g for g in groups}
    here: dict[int, int] = {}
    for _, group, _, _ in lines:
        here[group] = here.get(group, 0) + 1
    inside = [by_id[g] for g in here if g]
    return Section(
        name, len(lines), len(lines) - here.get(0, 0), median(line[2] for line in lines),
        tuple(counted((line[3] for line in lines), _BINS)),
        max(inside, key=lambda g: (g.size, -g.id), default=None),
    )  # fmt: skip
