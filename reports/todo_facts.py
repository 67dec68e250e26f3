"""Reads of the facts that reports/todo.py orders into tasks."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from . import summary, tables
from .data import Site
from .data_groups import Group
from .todo import Facts, GroupFacts

THIN_WORDS, THIN_SHARE = 50, 0.2  # a page with fewer words, or less text of its own, has little to say

_FEW = 0.01
_PARAMETERS = ("unknown_parameter", "tracking")
# Notes on canonicals leave nothing to repair.
_FINDINGS = "SELECT DISTINCT rule, address FROM findings WHERE severity <> 'info' OR rule NOT LIKE 'canonical-%'"
_NO_PAGES = "SELECT outcome, address FROM pages WHERE outcome IN ('shell', 'soft_404', 'stub')"
_THIN = """
SELECT address FROM analysed WHERE text <> '' AND indexability = 'indexable' AND (words < ? OR unique_share < ?)
  AND address NOT IN (SELECT address FROM members)"""
_CLICKS = "SELECT address, clicks FROM page_signals WHERE clicks IS NOT NULL"
# A probe stands for its section: what the server does with one page there, it does with all.
_PROBED = """
SELECT p.kind, n.address FROM probes p JOIN addresses a ON a.key >= p.section AND a.key < p.section || char(1114111)
JOIN analysed n ON n.address = a.id AND n.text <> ''
WHERE p.crawl = (SELECT max(id) FROM crawls) AND p.same = 1 AND NOT p.settled AND p.kind <> 'missing'"""
_COMPARED = """
SELECT m.cluster, m.address FROM members m JOIN analysed n ON n.address = m.address WHERE n.text <> ''"""


def facts(
    connection: sqlite3.Connection, site: Site, groups: Iterable[Group], unread: int, sections: Mapping[str, str | None]
) -> Facts:
    """The facts of the latest crawl. `sections` names the section of each compared page by its address."""
    by_rule: defaultdict[str, set[int]] = defaultdict(set)
    for rule, address in connection.execute(_FINDINGS):
        by_rule[rule].add(address)
    outcomes: defaultdict[str, set[int]] = defaultdict(set)
    for outcome, address in connection.execute(_NO_PAGES):
        outcomes[outcome].add(address)
    probed: defaultdict[bool, set[int]] = defaultdict(set)
    for kind, address in connection.execute(_PROBED):
        probed[kind in _PARAMETERS].add(address)
    return Facts(
        unseen=_unseen(connection, site), unread=unread,
        groups=_groups(connection, [group for group in groups if not group.resolved], sections),
        findings=by_rule, spellings=probed[False], parameters=probed[True],
        shells=outcomes["shell"], missing=outcomes["soft_404"], stubs=outcomes["stub"],
        clicks=dict(connection.execute(_CLICKS)) or None,
        thin={address for (address,) in connection.execute(_THIN, (THIN_WORDS, THIN_SHARE))},
    )  # fmt: skip


def _unseen(connection: sqlite3.Connection, site: Site) -> int:
    """Addresses that gave no answer; a few of many are no reason to look at the crawl first."""
    pages = summary.counts(connection)
    unseen = max(site.waiting, pages.asked - pages.answered)
    return unseen if not site.complete or unseen > _FEW * pages.asked else 0


def _groups(
    connection: sqlite3.Connection, groups: Sequence[Group], sections: Mapping[str, str | None]
) -> list[GroupFacts]:
    pages: defaultdict[int, set[int]] = defaultdict(set)
    for cluster, address in connection.execute(_COMPARED):
        pages[cluster].add(address)
    ids = dict(connection.execute("SELECT url, id FROM addresses")) if groups else {}
    work: defaultdict[int, defaultdict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    wanted = {group.id for group in groups}
    for row in tables.rows(connection, "clusters", "en"):
        member = dict(zip(tables.COLUMNS["clusters"], row, strict=True))
        if member["cluster"] in wanted and not _done(str(member["advice"])):
            cause = _cause(str(member["cause"]), str(member["url"]), str(member["keeper"]))
            work[member["cluster"]][cause].add(ids[member["url"]])  # type: ignore[index]
    return [
        GroupFacts(
            group.id, group.state, sections.get(group.keeper_url), frozenset(pages[group.id]),
            {cause: frozenset(few) for cause, few in work[group.id].items()},
        )
        for group in groups
    ]  # fmt: skip


def _done(advice: str) -> bool:
    """Whether nothing is left to do for the group; that a page of a list names another is a matter of its rule."""
    return advice in ("keep", "canonical to itself") or advice.startswith("nothing")


def _cause(cause: str, url: str, keeper: str) -> str:
    """The cause, with address variants that differ by parameters alone apart."""
    if cause == "address variant" and url.partition("?")[0] == keeper.partition("?")[0]:
        return "parameters"
    return cause
