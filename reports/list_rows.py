"""The rows of the report's lists, read from the audit file: pages, groups, pairs, findings.

Rows of pages come closest match first, so that what is looked at first is loaded first; the other lists name a page by
the number of its row. Codes are places in the tuples below, which the pages of the report put into words.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..model import Engine, Severity
from . import carried, data, words
from .chunks import Row
from .data_groups import Group
from .show import address, shorten

STATES = (*words.STATES, "settled")
STATUS = (*words.INDEXABILITY, *words.LEFT_OUT)
KINDS = tuple(words.KINDS)
TEXTS = ("main", "body")
ENGINES: tuple[str, ...] = Engine.__args__  # type: ignore[attr-defined]
SEVERITIES: tuple[str, ...] = Severity.__args__  # type: ignore[attr-defined]
TIERS = tuple(carried.TIERS)
GROUPED, ALONE, LEFT = range(3)  # where a page stands: in a group, in none, not compared
MOST = 200_000  # pairs or findings that are listed: some 7 MB of scripts
_TITLE, _RELATED = 120, 300
_MESSAGES = 2_000  # different sentences of findings that are kept apart from the rows

# A pair is stored under the page with the smaller key, so the closest match is looked up both ways.
_PAGES = f"""
SELECT a.id, a.url, coalesce(v.title, ''), coalesce(m.cluster, 0), n.closest, n.closest_jaccard, n.near_duplicates,
  n.unique_share, n.words, coalesce(n.indexability, ''), {data.REASON}, coalesce(s.section, ''), coalesce(n.text, ''),
  coalesce(p.text, q.text), coalesce(x.tier, '')
FROM addresses a LEFT JOIN frontier f ON f.address = a.id AND f.crawl = (SELECT max(id) FROM crawls)
LEFT JOIN versions v ON v.crawl = f.crawl AND v.address = a.id
LEFT JOIN analysed n ON n.address = a.id LEFT JOIN members m ON m.address = a.id LEFT JOIN spread s ON s.address = a.id
LEFT JOIN pairs p ON p.a = a.id AND p.b = n.closest LEFT JOIN pairs q ON q.a = n.closest AND q.b = a.id
LEFT JOIN selection x ON x.address = a.id
WHERE f.address IS NOT NULL OR n.address IS NOT NULL OR m.address IS NOT NULL
ORDER BY coalesce(n.text, '') = '', n.closest_jaccard DESC, a.key"""  # noqa: S608 our own text

_SCORE = "1.0 * shared / (size_a + size_b - shared)"
_PAIRS = f"""
SELECT p.a, p.b, p.shared, p.size_a, p.size_b, p.text, p.kind, CASE WHEN m.cluster = o.cluster THEN m.cluster ELSE 0 END
FROM pairs p LEFT JOIN members m ON m.address = p.a LEFT JOIN members o ON o.address = p.b WHERE {_SCORE} >= ?"""  # noqa: S608 as above

_FINDINGS = """
SELECT f.address, f.related, f.rule, f.engine, f.severity, f.message, f.details
FROM findings f JOIN addresses a ON a.id = f.address
ORDER BY instr(?, f.severity), f.rule, a.key, f.engine, f.related, f.message LIMIT ?"""


@dataclass(frozen=True)
class PageRows:
    """Rows of pages, (shown, title, group, state, closest, text, jaccard, near, unique, words, status, where, section,
    tier).

    `shown` is the address as people read it, `state` of its group in STATES, `closest` the row of its closest match or
    -1, `text` of the pair with it in TEXTS (-1: the pair is not stored), `status` in STATUS, `where` one of GROUPED,
    ALONE, LEFT, `section` in `sections` (-1: not known), `tier` in TIERS (-1: not scored). Measures of pages not
    compared are None. `places` are rows by address id.
    """

    rows: list[Row]
    places: dict[int, int]
    sections: list[str]


@dataclass(frozen=True)
class FindingRows:
    """Rows of findings, (page, related, rule, engine, severity, message, values), with codes in `rules`, ENGINES,
    SEVERITIES and `messages`; a message beyond those is given itself. `values` is 0 where there are none."""

    rows: list[Row]
    rules: list[str]
    messages: list[str]


def pages(connection: sqlite3.Connection, origin: str, groups: Sequence[Group]) -> PageRows:
    """All addresses of the latest crawl and all members of groups."""
    states = {group.id: STATES.index("settled" if group.resolved else group.state) for group in groups}
    read = connection.execute(_PAGES).fetchall()
    places = {row[0]: place for place, row in enumerate(read)}
    counts: dict[str, int] = {}
    for row in read:
        if row[-3]:
            counts[row[11]] = counts.get(row[11], 0) + 1
    sections = sorted(counts, key=lambda name: (-counts[name], name))
    numbers = {name: number for number, name in enumerate(sections)}
    status = {code: place for place, code in enumerate(STATUS)}
    none, rows = len(words.STATES) - 1, []
    for _, url, title, group, closest, *measures, indexability, reason, section, text, pair, tier in read:
        shown = "".join(address(url, origin))
        if text:
            jaccard, near, unique, count = measures
            where = GROUPED if group else ALONE
            found: Row = (round(jaccard, 4), near, round(unique, 4), count,
                          status.get(indexability, -1), where, numbers[section])  # fmt: skip
        else:
            found = (None, None, None, None, status.get(reason or indexability, -1), LEFT, -1)
        rows.append((
            shown, shorten(title, _TITLE), group, states.get(group, none), places.get(closest, -1),
            TEXTS.index(pair) if pair else -1, *found, TIERS.index(tier) if tier else -1,
        ))  # fmt: skip
    return PageRows(rows, places, sections)


def group_rows(groups: Sequence[Group], origin: str) -> list[Row]:
    """(keeper as shown, number, pages, kind, state, lowest, median) of each group, in the order given."""
    return [
        ("".join(address(g.keeper_url, origin)), g.id, g.size, KINDS.index(g.kind),
         STATES.index("settled" if g.resolved else g.state), round(g.lowest, 4), round(g.median, 4))
        for g in groups
    ]  # fmt: skip


def pairs(connection: sqlite3.Connection, places: dict[int, int]) -> list[Row]:
    """(page, page, Jaccard, a in b, b in a, shared, text, kind, group both are in or 0), highest Jaccard first."""
    # The limit is laid on the score, so that which pairs are listed does not depend on the order of arrival.
    query = f"SELECT {_SCORE} FROM pairs ORDER BY 1 DESC LIMIT 1 OFFSET ?"  # noqa: S608 as above
    (least,) = connection.execute(query, (MOST - 1,)).fetchone() or (0.0,)
    rows: list[Row] = [
        (
            places[a], places[b], shared / (size_a + size_b - shared), round(shared / size_a, 4),
            round(shared / size_b, 4), shared, TEXTS.index(text), KINDS.index(kind), group,
        )
        for a, b, shared, size_a, size_b, text, kind, group in connection.execute(_PAIRS, (least,))
        if a in places and b in places
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row[2], row[0], row[1]))
    return [(*row[:2], round(row[2], 4), *row[3:]) for row in rows[:MOST]]


def findings(connection: sqlite3.Connection, places: dict[int, int], origin: str) -> FindingRows:
    """Errors first, then by rule and address."""
    out = FindingRows([], [], [])
    rules: dict[str, int] = {}
    messages: dict[str, int] = {}
    for page, related, rule, engine, severity, message, details in connection.execute(
        _FINDINGS, (" ".join(SEVERITIES), MOST)
    ):
        if len(messages) < _MESSAGES:
            messages.setdefault(message, len(messages))
        values: dict[str, Any] = json.loads(details)
        out.rows.append((
            places.get(page, -1), "".join(address(related, origin)) if related else "",
            rules.setdefault(rule, len(rules)), ENGINES.index(engine), SEVERITIES.index(severity),
            messages.get(message, message),
            {k: shorten(v, _RELATED) if isinstance(v, str) else v for k, v in values.items()} or 0,
        ))  # fmt: skip
    out.rules.extend(rules)
    out.messages.extend(messages)
    return out
