"""Reads of the audit file for the report: the latest crawl as small frozen records, whole tables in one pass each."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..config import CompareSettings
from ..errors import AuditFileError
from ..model import UNANSWERED
from . import sites

BINS = 50
_EXAMPLES = 5

# Why an address f of the frontier, with its version v and its row n of `analysed`, was not compared; NULL if it was.
REASON = """CASE
  WHEN f.state = 'new' THEN 'not_asked'
  WHEN f.state = 'skipped' THEN f.reason
  WHEN v.outcome IS NULL THEN 'error'
  WHEN v.outcome NOT IN ('ok', 'not_modified') THEN v.outcome
  WHEN coalesce(n.text, '') = '' THEN 'no_text'
END"""


@dataclass(frozen=True, slots=True)
class Recall:
    """How many of the true pairs were found, by one measure (similarity.engine.Recall)."""

    method: str
    value: float
    low: float
    high: float
    lsh_alone: float | None


@dataclass(frozen=True, slots=True)
class Site:
    """The crawl and the comparison in numbers.

    `declared`: addresses that the source named (None while sitemaps are not all read); `answered`: those of them about
    which the server said something; `waiting`: addresses not asked yet; `fetched`: answers of any kind; `compared`:
    pages with a text; `by_body`: those judged by their body. `closest`: the highest Jaccard of two pages; `close`:
    pages with a match at or above the Jaccard threshold, `close_alone`: those of them in no group. Histograms have BINS
    equal bins from 0 to 1. `blocks`: lines of body texts that stand on the whole site (similarity.blocks). `adopted`:
    when the owner took these thresholds over from a review, empty when they come from elsewhere.
    """

    origin: str
    host: str
    source: str
    started: str
    finished: bool
    complete: bool
    declared: int | None
    answered: int
    waiting: int
    fetched: int
    compared: int
    by_body: int
    median_unique: float
    closest: float
    close: int
    close_alone: int
    shingle: int
    shingle_unspaced: int
    jaccard: float
    containment: float
    recall: dict[str, Recall | None]
    histograms: dict[str, list[int]]
    pair_count: int
    pairs_complete: bool
    pairs_left_out: int
    above_jaccard: int
    above_containment: int
    blocks: frozenset[int]
    adopted: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One address and what was noted about it."""

    url: str
    note: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Addresses that were not compared, by reason (keys of words.LEFT_OUT), with the first few by key."""

    reason: str
    count: int
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A robots.txt or sitemap as it was read."""

    url: str
    kind: str
    status: int | None
    entries: int
    note: str


def site(connection: sqlite3.Connection, defaults: CompareSettings) -> Site:
    """The latest crawl. `defaults` stand in where the file holds no comparison (nothing was there to compare)."""
    crawl = connection.execute(
        "SELECT id, source, site, started, finished IS NOT NULL, declared FROM crawls ORDER BY id DESC LIMIT 1"
    ).fetchone()
    if crawl is None:
        raise AuditFileError("the audit file holds no crawl yet; run `pagetwin audit SITE` first")
    number, source, address, started, finished, declared = crawl
    named = tuple(sites.given(connection)) or (address,)
    results = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM results")}
    compare = results.get("compare", {})
    jaccard = compare.get("jaccard", defaults.jaccard)
    containment = compare.get("containment", defaults.containment)
    unique = [u for (u,) in connection.execute("SELECT unique_share FROM analysed WHERE text != '' ORDER BY 1")]
    outcomes = connection.execute(
        """SELECT v.outcome, count(*) FROM frontier f JOIN versions v USING (crawl, address)
        WHERE crawl = ? AND f.depth = 0 AND f.origin NOT IN ('link', 'known') AND f.reason <> 'target' GROUP BY 1""",
        (number,),
    )
    above = connection.execute(
        """SELECT coalesce(sum(1.0 * shared / (size_a + size_b - shared) >= ?), 0),
          coalesce(sum(1.0 * shared / min(size_a, size_b) >= ?), 0) FROM pairs""",
        (jaccard, containment),
    ).fetchone()
    close, close_alone = connection.execute(
        """SELECT count(*), sum(address NOT IN (SELECT address FROM members)) FROM analysed
        WHERE text != '' AND closest_jaccard >= ?""",
        (jaccard,),
    ).fetchone()
    histograms = {k: results.get("histograms", {}).get(k, [0] * BINS) for k in ("jaccard", "containment", "closest")}
    if not results.get("pairs_complete", True):  # then not all pairs are stored, but all are in the bins
        cuts = (("jaccard", jaccard), ("containment", containment))
        above = [sum(histograms[key][round(cut * BINS) :]) for key, cut in cuts]
    return Site(
        origin=address, host=", ".join(site.partition("//")[2] or site for site in named), source=source,
        started=started, finished=bool(finished), complete=bool(finished) and bool(results.get("complete", False)),
        declared=declared, answered=sum(n for outcome, n in outcomes if outcome not in UNANSWERED),
        waiting=_one(connection, "SELECT count(*) FROM frontier WHERE crawl = ? AND state = 'new'", number),
        fetched=_one(connection, "SELECT count(*) FROM versions WHERE crawl = ? AND status IS NOT NULL", number),
        compared=len(unique), by_body=_one(connection, "SELECT count(*) FROM analysed WHERE text = 'body'"),
        median_unique=unique[len(unique) // 2] if unique else 0.0,
        closest=connection.execute("SELECT coalesce(max(closest_jaccard), 0) FROM analysed").fetchone()[0],
        close=close, close_alone=close_alone or 0,
        shingle=compare.get("shingle", defaults.shingle),
        shingle_unspaced=compare.get("shingle_unspaced", defaults.shingle_unspaced),
        jaccard=jaccard, containment=containment,
        recall={name: _recall(results.get("recall", {}).get(name)) for name in ("jaccard", "containment")},
        histograms=histograms,
        pair_count=results.get("pair_count", 0), pairs_complete=results.get("pairs_complete", True),
        pairs_left_out=results.get("pairs_left_out", 0),
        above_jaccard=above[0], above_containment=above[1], blocks=frozenset(results.get("site_blocks", ())),
        adopted=connection.execute(
            "SELECT coalesce(max(adopted), '') FROM adopted WHERE jaccard = ? AND containment = ?",
            (jaccard, containment),
        ).fetchone()[0],
    )  # fmt: skip


def left_out(connection: sqlite3.Connection) -> tuple[LeftOut, ...]:
    """Every address of the crawl that was not compared, most frequent reason first; what is unasked comes first."""
    rows = connection.execute(
        f"""
        WITH judged AS (
          SELECT a.key, a.url, coalesce(v.note, '') AS note, {REASON} AS reason
          FROM frontier f JOIN addresses a ON a.id = f.address
          LEFT JOIN versions v ON v.crawl = f.crawl AND v.address = f.address
          LEFT JOIN analysed n ON n.address = f.address
          WHERE f.crawl = (SELECT max(id) FROM crawls)
        ), ranked AS (
          SELECT reason, url, note, count(*) OVER (PARTITION BY reason) AS total,
            row_number() OVER (PARTITION BY reason ORDER BY key) AS place
          FROM judged WHERE reason IS NOT NULL
        )
        SELECT reason, url, note, total FROM ranked WHERE place <= ?
        ORDER BY reason != 'not_asked', total DESC, reason, place
        """,  # noqa: S608 our own text
        (_EXAMPLES,),
    )
    out = []
    for reason, few in groupby(rows, key=lambda row: row[0]):
        lines = list(few)
        out.append(LeftOut(reason, lines[0][3], tuple(Example(url, note) for _, url, note, _ in lines)))
    return tuple(out)


def sources(connection: sqlite3.Connection) -> tuple[Source, ...]:
    """What the crawl read to learn its addresses: those with something wrong first, then robots.txt and sitemaps."""
    rows = connection.execute(
        """SELECT url, kind, status, entries, note FROM sources WHERE crawl = (SELECT max(id) FROM crawls)
        ORDER BY note = '', kind != 'robots', url"""
    )
    return tuple(Source(*row) for row in rows)


def lines(connection: sqlite3.Connection) -> Iterator[tuple[str, int, float, float]]:
    """Every compared page: address, its open group (0 for none), unique share, Jaccard with its closest match."""
    return connection.execute(
        """SELECT a.url, coalesce(c.id, 0), n.unique_share, n.closest_jaccard
        FROM analysed n JOIN addresses a ON a.id = n.address
        LEFT JOIN members m ON m.address = n.address LEFT JOIN clusters c ON c.id = m.cluster AND NOT c.resolved
        WHERE n.text != ''"""
    )


def counted(values: Iterable[float], bins: int) -> list[int]:
    """How many of the values, 0 to 1, fall into each of equal bins; 0.58 opens a bin although 0.58 * 50 < 29."""
    out = [0] * bins
    for value in values:
        out[min(int(value * bins + 1e-9), bins - 1)] += 1
    return out


def _recall(values: dict[str, Any] | None) -> Recall | None:
    if not values:
        return None
    return Recall(values["method"], values["value"], values["low"], values["high"], values.get("lsh_alone"))


def _one(connection: sqlite3.Connection, query: str, *values: Any) -> int:
    return int(connection.execute(query, values).fetchone()[0])
