"""How pages were found (sitemap, links, neither), which patterns were traps, and what the probes told."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..model import PROBES
from ..urls import traps

_ROWS = 10  # patterns that are named

_FOUND = """
SELECT in_sitemap, inlinks > 0, count(*) FROM pages p JOIN analysed n ON n.address = p.address
WHERE outcome IN ('ok', 'not_modified') GROUP BY 1, 2"""
_TRAPPED = """
SELECT a.key FROM frontier f JOIN addresses a ON a.id = f.address
WHERE f.reason = 'trap' AND f.crawl = (SELECT max(id) FROM crawls)"""
_PROBES = """
SELECT kind, count(*) FILTER (WHERE status IS NOT NULL), count(*) FILTER (WHERE redirect_to <> ''),
       count(*) FILTER (WHERE status >= 400), count(*) FILTER (WHERE same = 1),
       count(*) FILTER (WHERE same = 1 AND settled), count(*) FILTER (WHERE status = 200 AND same IS NOT 1),
       min(CASE WHEN (same = 1 AND NOT settled) OR (kind = 'missing' AND status = 200) THEN asked END)
FROM probes WHERE crawl = (SELECT max(id) FROM crawls) GROUP BY 1"""


@dataclass(frozen=True, slots=True)
class Probed:
    """What the sections answered to one kind of spelling: numbers of sections, and an example to mend.

    `same` counts those that showed the page itself (`settled` of them with its canonical), `other` another text.
    """

    kind: str
    answered: int
    redirected: int
    refused: int
    same: int
    settled: int
    other: int
    example: str


def facts(connection: sqlite3.Connection) -> dict[str, Any]:
    """Pages by how they were found, and the addresses left out as traps, by pattern: for summary.json."""
    found = {(bool(listed), bool(linked)): n for listed, linked, n in connection.execute(_FOUND)}
    return {
        "sitemap_and_links": found.get((True, True), 0),
        "only_sitemap": found.get((True, False), 0),
        "only_links": found.get((False, True), 0),
        "neither": found.get((False, False), 0),
        "traps": dict(trapped(connection)),
    }


def trapped(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """(pattern, addresses left out as traps), the largest first; those that are not named are summed up as `*`."""
    families = Counter(traps.family(key).pattern for (key,) in connection.execute(_TRAPPED))
    ordered = sorted(families.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(n for _, n in ordered[_ROWS:])
    return ordered[:_ROWS] + ([("*", rest)] if rest else [])


def probed(connection: sqlite3.Connection) -> Iterator[Probed]:
    """The probes by kind."""
    rows: dict[str, Probed] = {}
    for kind, answered, redirected, refused, same, settled, other, example in connection.execute(_PROBES):
        rows[kind] = Probed(kind, answered, redirected, refused, same, settled, other, example or "")
    return (rows[kind] for kind in PROBES if kind in rows)
