"""The sites of an audit of several sources, and how much was seen of each."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from ..crawler.scope import which
from ..model import UNANSWERED

SEEN_SHARE = 0.8  # of the declared addresses must have answered, or the run judges nothing

_GIVEN = "SELECT sites FROM crawls ORDER BY id DESC LIMIT 1"
# As the addresses are counted for the whole (summary.counts): those that were named, and not left out on purpose.
_ASKED = """
SELECT a.url, v.outcome FROM frontier f JOIN addresses a ON a.id = f.address
LEFT JOIN versions v ON v.crawl = f.crawl AND v.address = f.address
WHERE f.crawl = (SELECT max(id) FROM crawls) AND f.state <> 'skipped'
AND f.origin NOT IN ('redirect', 'link', 'known') AND f.reason <> 'target'
"""


@dataclass(frozen=True, slots=True)
class SiteSeen:
    """One site of several: what the user gave for it, addresses that were asked and those that were answered."""

    site: str
    sources: tuple[str, ...]
    asked: int
    answered: int

    @property
    def complete(self) -> bool:
        """Whether enough of it was seen: of the others' pages nothing can be told about this one."""
        return self.answered >= SEEN_SHARE * self.asked


def given(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The sources of each site, in the order given; empty where the latest crawl had a single source."""
    row = connection.execute(_GIVEN).fetchone()
    found: dict[str, list[str]] = {}
    for source, site in json.loads(row[0]) if row else ():
        found.setdefault(site or source, []).append(source)
    return found


def seen(connection: sqlite3.Connection) -> list[SiteSeen]:
    """How much was seen of each site, in the order given; empty where the latest crawl had a single source."""
    sources = given(connection)
    if not sources:
        return []
    asked, answered = dict.fromkeys(sources, 0), dict.fromkeys(sources, 0)
    for url, outcome in connection.execute(_ASKED):
        site = which(tuple(sources), url)
        asked[site] += 1
        answered[site] += outcome is not None and outcome not in UNANSWERED
    return [SiteSeen(site, tuple(its), asked[site], answered[site]) for site, its in sources.items()]
