"""summary.json: the run in numbers, for scripts and for the closing lines on the terminal."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..model import UNANSWERED
from . import content, discovery, sites
from .atomic import replacing

Group = tuple[str, int, str, float]  # address of the keeper, size, kind, lowest Jaccard

_STAGES = "crawl text compare canonical audit report"

# Every address of the latest crawl once: it was compared, it still waits, or there is a word for why not.
_ADDRESSES = """
SELECT f.origin IN ('redirect', 'link', 'known') OR f.reason = 'target', f.state, f.reason,
       v.outcome, v.status IS NOT NULL, n.text <> '', count(*)
FROM frontier f
LEFT JOIN versions v ON v.crawl = f.crawl AND v.address = f.address
LEFT JOIN analysed n ON n.address = f.address
WHERE f.crawl = (SELECT max(id) FROM crawls)
GROUP BY 1, 2, 3, 4, 5, 6"""

_FATES = ("not_modified", "unchanged", "changed", "new", "gone")
_CRAWLS = "SELECT c.id, p.id FROM crawls c JOIN crawls p ON p.id = c.previous WHERE c.id = (SELECT max(id) FROM crawls)"
_AGAIN = """
SELECT CASE
  WHEN n.outcome = 'not_modified' THEN 'not_modified'
  WHEN n.outcome = 'ok' AND o.id IS NULL THEN 'new'
  WHEN n.outcome = 'ok' AND n.content_hash = o.content_hash AND n.header_hash = o.header_hash THEN 'unchanged'
  WHEN n.outcome = 'ok' THEN 'changed'
  WHEN n.status IN (404, 410) AND o.id IS NOT NULL THEN 'gone'
END AS fate, count(*)
FROM versions n
LEFT JOIN versions o ON o.crawl = ?2 AND o.address = n.address AND o.outcome IN ('ok', 'not_modified')
WHERE n.crawl = ?1
GROUP BY fate HAVING fate IS NOT NULL"""

_CONFLICTS = """
SELECT json_extract(j.value, '$.code'), count(DISTINCT c.id) FROM clusters c, json_each(c.conflicts) j
WHERE NOT c.resolved GROUP BY 1 ORDER BY 2 DESC, 1"""


@dataclass(frozen=True)
class Counts:
    """Addresses of the latest crawl: `declared + found == analysed + skipped.total() + waiting`.

    `declared` were named by a source or by the user, `found` are targets of redirects and links, and pages that only
    the crawl before knew. `fetched` gave an
    HTTP status. `asked` counts the declared addresses that were within the limits and scope of the crawl, `answered`
    those of them about which the server said something, good or bad (model.UNANSWERED). `skipped` counts the addresses
    that were not compared, by outcome or reason. `unseen` are those of several sites of which too little was seen.
    """

    declared: int
    found: int
    fetched: int
    analysed: int
    waiting: int
    asked: int
    answered: int
    skipped: Counter[str]
    unseen: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether enough of the site was seen to judge it."""
        return seen(self.asked, self.answered, self.analysed) and not self.unseen

    @property
    def answered_enough(self) -> bool:
        """The same where texts are not looked at."""
        return seen(self.asked, self.answered, self.answered)


def seen(declared: int, answered: int, analysed: int) -> bool:
    """Whether enough of a site was seen to judge it: four of five addresses answered and one could be compared."""
    return analysed > 0 and answered >= sites.SEEN_SHARE * declared


def counts(connection: sqlite3.Connection) -> Counts:
    """What became of each address of the latest crawl."""
    numbers: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for found, state, reason, outcome, status, compared, n in connection.execute(_ADDRESSES):
        numbers["found" if found else "declared"] += n
        numbers["fetched"] += n * status
        if not found and state != "skipped":
            numbers["asked"] += n
            numbers["answered"] += n * (outcome is not None and outcome not in UNANSWERED)
        if outcome is None and state == "new":
            numbers["waiting"] += n
        elif outcome is not None and compared:
            numbers["analysed"] += n
        else:
            skipped[_why(outcome, reason)] += n
    names = ("declared", "found", "fetched", "analysed", "waiting", "asked", "answered")
    unseen = tuple(each.site for each in sites.seen(connection) if not each.complete)
    return Counts(**{name: numbers[name] for name in names}, skipped=skipped, unseen=unseen)


def _why(outcome: str | None, reason: str) -> str:
    if outcome is None:
        return reason or "error"
    return "no_text" if outcome in ("ok", "not_modified") else outcome


def build(connection: sqlite3.Connection) -> dict[str, Any]:
    """The summary of the latest crawl and its analysis, in the keys and order of summary.json.

    `pages` has a key `waiting` only for a crawl that was cut short, `selectors` is there only where the owner gave
    some, `sites` only where there were several sources, `again` only from the second crawl on, `engines` and `update`
    only where signals were imported. `conflicts` counts open groups by what contradicts in them, `leak` has only
    signals that are known. What was not measured is None.
    """
    results = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM results")}
    pages = counts(connection)
    pair_count = results.get("pair_count")
    if pair_count is None:
        (pair_count,) = connection.execute("SELECT count(*) FROM pairs").fetchone()
    compare = results.get("compare", {})
    of_sites = [dataclasses.asdict(each) | {"complete": each.complete} for each in sites.seen(connection)]
    selectors = {s.css: {"matched": s.matched, "pages": s.pages} for s in content.selectors(connection)}
    return (
        {
            "pages": _pages(pages),
            "similarity": {name: compare.get(name) for name in ("shingle", "jaccard", "containment", "candidates")}
            | {"recall": results.get("recall", {}), "pairs_left_out": results.get("pairs_left_out", 0)},
            "clusters": _clusters(connection),
            "pairs": pair_count,
            "pairs_complete": bool(results.get("pairs_complete", False)),
            "findings": dict(connection.execute("SELECT rule, count(*) FROM findings GROUP BY rule ORDER BY rule")),
            "seconds": _seconds(connection),
            "peak_rss_mb": results.get("peak_rss_mb"),
            # The run may know a reason of its own against it, but cannot call complete what was not seen.
            "complete": pages.complete and bool(results.get("complete", True)),
            "sources": sources(connection),
            "robots_obeyed": robots_obeyed(connection),
            "discovery": discovery.facts(connection),
            "conflicts": dict(connection.execute(_CONFLICTS)),
        }
        | ({"sites": of_sites} if of_sites else {})
        | ({"selectors": selectors} if selectors else {})
        | again(connection)
        | {name: results[name] for name in ("leak", "engines", "update") if name in results}  # what was imported
    )


def sources(connection: sqlite3.Connection) -> dict[str, int]:
    """Sitemaps of the latest crawl that were read, and those that gave nothing: what they name was not seen."""
    read, failed = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE entries = 0 AND note <> '') FROM sources"
        " WHERE kind <> 'robots' AND crawl = (SELECT max(id) FROM crawls)"
    ).fetchone()
    return {"read": read - failed, "failed": failed}


def robots_obeyed(connection: sqlite3.Connection) -> bool:
    """Whether the latest crawl kept to robots.txt."""
    query = "SELECT coalesce(json_extract(settings, '$.obey_robots'), 1) FROM crawls ORDER BY id DESC LIMIT 1"
    row = connection.execute(query).fetchone()
    return row is None or bool(row[0])


def again(connection: sqlite3.Connection) -> dict[str, dict[str, int]]:
    """What has become of the pages of the crawl before; empty for a first crawl.

    `not_modified` by the word of the server, `unchanged` to the byte, `new` are pages that were none then, `gone`
    answer 404 or 410.
    """
    crawls = connection.execute(_CRAWLS).fetchone()
    if crawls is None:
        return {}
    return {"again": dict.fromkeys(_FATES, 0) | dict(connection.execute(_AGAIN, crawls))}


def write(summary: dict[str, Any], path: Path) -> None:
    """Write the summary as JSON. Raises UsageError when the file cannot be written."""
    with replacing(path) as file:
        json.dump(summary, file, ensure_ascii=False, indent=2)
        file.write("\n")


def largest(connection: sqlite3.Connection, limit: int = 5) -> list[Group]:
    """The open groups to look at first."""
    query = (
        "SELECT a.url, c.size, c.kind, c.lowest FROM clusters c JOIN addresses a ON a.id = c.keeper"
        " WHERE NOT c.resolved ORDER BY c.size DESC, a.key LIMIT ?"
    )
    return [(url, size, kind, lowest) for url, size, kind, lowest in connection.execute(query, (limit,))]


def _pages(pages: Counts) -> dict[str, Any]:
    skipped = dict(sorted(pages.skipped.items(), key=lambda item: (-item[1], item[0])))
    waiting = {"waiting": pages.waiting} if pages.waiting else {}
    return {
        "declared": pages.declared,
        "fetched": pages.fetched,
        "analysed": pages.analysed,
        "skipped": skipped,
    } | waiting


def _clusters(connection: sqlite3.Connection) -> dict[str, int]:
    groups = {"exact": 0, "near": 0, "contained": 0, "resolved": 0}
    query = "SELECT CASE WHEN resolved THEN 'resolved' ELSE kind END, count(*) FROM clusters GROUP BY 1"
    groups |= dict(connection.execute(query))
    joined = "members m JOIN clusters c ON c.id = m.cluster"
    query = f"SELECT count(*) FROM {joined} WHERE NOT c.resolved AND m.role <> 'redirect'"  # noqa: S608 (constants)
    (members,) = connection.execute(query).fetchone()
    return groups | {"pages_in_clusters": members}


def _seconds(connection: sqlite3.Connection) -> dict[str, float]:
    query = "SELECT stage, seconds FROM stages WHERE crawl = (SELECT max(id) FROM crawls) ORDER BY instr(?, stage)"
    return {stage: round(seconds, 3) for stage, seconds in connection.execute(query, (_STAGES,))}
