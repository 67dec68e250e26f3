"""What the start page is given: the facts of sections.py with figures and names in the language of the report."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from . import (
    beside,
    carried,
    content,
    data,
    discovery,
    draw,
    hosts,
    rule_files,
    section_facts,
    sections,
    thresholds,
    todo,
    todo_facts,
    todo_words,
    words,
)
from .data import Site
from .data_groups import Group
from .language import Language
from .show import address, shorten
from .summary import robots_obeyed
from .summary import sources as sources_of
from .treemap import Area, Tile, treemap

_TOP, _ALL = 12, 20  # groups on the start page: all up to _ALL, else the _TOP largest
_SOURCES = 40
_DRAWN = re.compile(r'data-g="(\d+)"')  # groups with a tile of their own, of which a tip tells more


@dataclass(frozen=True, slots=True)
class Facts:
    """What costs a pass over all pages or pairs, and is the same in both languages."""

    lines: list[sections.Line]
    parts: tuple[sections.Section, ...]
    elsewhere: dict[str, section_facts.SectionFacts]
    tasks: tuple[todo.Task, ...]
    thresholds: tuple[thresholds.Other, ...]


def facts(connection: sqlite3.Connection, site: Site, groups: Sequence[Group]) -> Facts:
    """Read them."""
    lines = list(data.lines(connection))
    names = sections.names(lines)
    unread = sources_of(connection)["failed"]
    return Facts(
        lines, sections.sections(lines, groups), {s.name: s for s in section_facts.section_facts(connection)},
        todo.tasks(todo_facts.facts(connection, site, groups, unread, names)),
        thresholds.others(connection, site, groups),
    )  # fmt: skip


def values(
    connection: sqlite3.Connection, site: Site, groups: Sequence[Group], paged: Sequence[Group], language: Language,
    known: Facts, lists: Set[str] = frozenset(), rules: str = "../rules/",
) -> dict[str, Any]:  # fmt: skip
    """All that index.html.j2 names. `paged` are the groups that have a page of their own, `lists` the list pages,
    `rules` where the folder of rules is."""
    unread = sources_of(connection)
    found = sections.verdict(site, groups, unread["failed"])
    left, sources, probes = data.left_out(connection), data.sources(connection), list(discovery.probed(connection))
    live = [group for group in groups if not group.resolved]
    with_page = {group.id for group in paged}
    anchors = {name for name, there in (("left", left), ("sources", True), ("probes", probes)) if there}
    names = {name: section_name(name, language) for name in (None, *(part.name for part in known.parts))}
    _ = language._
    funnel = [
        (_("Listed by the source"), site.declared, "plain"), (_("Fetched"), site.fetched, "plain"),
        (_("Texts compared"), site.compared, "plain"), (_("In an open group"), found.grouped, ""),
    ]  # fmt: skip
    return {
        "v": found, "funnel": funnel, "funnel_whole": max(1, *(n or 0 for _, n, _ in funnel)),
        "unused": content.unused(connection), "beside": beside.values(connection),
        "hosts": hosts.lines(connection, language),
        "carried": carried.site(connection, language),
        "unread": unread["failed"], "sitemaps": sum(unread.values()), "robots_obeyed": robots_obeyed(connection),
        "left": left, "left_total": sum(item.count for item in left),
        "overlapping": sum(site.histograms["jaccard"]), "close_outside": site.close_alone,
        "groups": (live if len(live) <= _ALL else live[:_TOP]) or groups[:_TOP], "total_groups": len(groups),
        "listed_groups": len(paged), "unlisted": len(groups) - len(paged),
        "rules": rule_files.shown(connection, rules, language),
        "tasks": list(todo_words.lines(known.tasks, language, names, with_page, anchors, lists)),
        "by_clicks": any(task.clicks is not None for task in known.tasks),
        "map": _map(site, known.lines, groups, paged, language) if sections.worth_a_map(site, found) else None,
        "sections": [
            (s, draw.spark(s.closest, site.jaccard), known.elsewhere.get(s.name or "") if s.name is not None else None)
            for s in known.parts
        ] if len(known.parts) > 1 and groups else [],
        "thresholds": known.thresholds if site.compared else (), "steep": thresholds.steep(known.thresholds),
        "figures": list(_figures(site, language)) if site.compared else [],
        "found_by": _found_by(connection, language), "traps": discovery.trapped(connection),
        "probes": probes,
        "sources": sources[:_SOURCES], "more_sources": len(sources) - _SOURCES if len(sources) > _SOURCES else 0,
    }  # fmt: skip


def _found_by(connection: sqlite3.Connection, language: Language) -> list[tuple[str, int]]:
    """Names and numbers of the ways in which pages were found; empty when no page was read."""
    counts = discovery.facts(connection)
    rows = [(name, counts[way]) for way, name in words.FOUND_BY.items()]
    return [(language._(name), n) for name, n in rows] if any(n for _, n in rows) else []


@dataclass(frozen=True, slots=True)
class _Figure:
    title: str
    about: str
    log: bool
    svg: str


def _figures(site: Site, language: Language) -> Iterator[_Figure]:
    _, num, bins = language._, language.num, site.histograms
    overlapping = sum(bins["jaccard"])
    counts = {"n": num(site.close), "all": num(site.compared)}
    label = _("%(n)s of %(all)s pages have a match at or above the threshold", **counts)
    yield _Figure(
        _("Pages, by their closest match"), _("Jaccard with the most similar page"),
        draw.is_log(bins["closest"], site.jaccard),
        draw.histogram(bins["closest"], site.jaccard, language, label=label,
                       below=num(site.compared - site.close), above=num(site.close)),
    )  # fmt: skip
    for key, title, about, cut, above in (
        ("jaccard", _("Pairs, by Jaccard"), _("shared of all shingles"), site.jaccard, site.above_jaccard),
        ("containment", _("Pairs, by containment"), _("shared of the shorter page's shingles"), site.containment,
         site.above_containment),
    ):  # fmt: skip
        label = language.n_("%(n)s pair at or above the threshold", "%(n)s pairs at or above the threshold", above)
        yield _Figure(title, about, draw.is_log(bins[key], cut), draw.histogram(
            bins[key], cut, language, label=label, above=num(above),
            below=language.short(max(overlapping - above, 0)),
        ))  # fmt: skip


def _map(
    site: Site, lines: list[sections.Line], groups: Sequence[Group], paged: Sequence[Group], language: Language
) -> dict[str, Any]:
    with_page = {group.id for group in paged}
    _, n_ = language._, language.n_

    def tile(group: Group) -> Tile:
        about = ", ".join((_("Group %(n)s", n=group.id), n_("%(n)s page", "%(n)s pages", group.size),
                           words.name(words.STATES, group.state, language)))  # fmt: skip
        href = f"groups/{group.id}.html" if group.id in with_page else ""
        return Tile(group.id, group.compared, group.state, address(group.keeper_url, "")[1], about, href)

    parts = []
    for name, pages, single, here in sections.areas(lines, groups):
        share = language.pct((pages - single) / pages if pages else 0)
        note = f"{n_('%(n)s page', '%(n)s pages', pages)}, {_('%(p)s in groups', p=share)}"
        parts.append(Area(section_name(name, language), note, pages, single, tuple(tile(g) for g in here)))
    maps = {"wide": treemap(parts, 1152, 480, "wide", language), "narrow": treemap(parts, 388, 640, "narrow", language)}
    drawn = {int(number) for svg in maps.values() for number in _DRAWN.findall(svg)}
    tips = {
        group.id: "\n".join((
            shorten("".join(address(group.keeper_url, site.origin)), 120), n_("%(n)s page", "%(n)s pages", group.size),
            words.name(words.STATES, group.state, language),
            _("Jaccard: lowest %(lo)s, median %(med)s", lo=language.dec(group.lowest), med=language.dec(group.median)),
        ))
        for group in groups if group.id in drawn
    }  # fmt: skip
    return {**maps, "tips": tips}


def section_name(name: str | None, language: Language) -> str:
    """The name of a section, with words for the two that are no folder."""
    if name is None:
        return language._("other sections")
    return name or language._("single pages")
