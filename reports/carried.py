"""What the report says of carried signals: what leaks on the whole site, what sits where in a group, and which pages
deserve the index."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .language import N_, Language

SIGNALS: dict[str, str] = {
    "clicks": N_("Clicks"), "shows": N_("Impressions"), "inlinks": N_("Links from other pages"),
}  # fmt: skip
TIERS: dict[str, tuple[str, str]] = {
    "strong": (N_("for the index"), N_("text of its own, links and visitors speak for it")),
    "fair": (N_("improve it first"), N_("something speaks for it, something is missing")),
    "weak": (N_("doubtful"), N_("little speaks for a place of its own")),
}
TERMS: dict[str, str] = {
    "unique_share": N_("text of its own"), "words": N_("words"), "inlinks": N_("links"), "clicks": N_("clicks"),
    "depth": N_("few links from the start"), "status": N_("open to search engines"),
}  # fmt: skip
_HOSTS = 20
_DATED = ("page_date", "first_seen", "last_changed")


@dataclass(frozen=True, slots=True)
class Leak:
    """A signal over the site (canonical.carry.Leak) with its name in words; `share` of it sits on duplicates."""

    signal: str
    name: str
    total: int
    elsewhere: int
    addresses: int
    settled: int

    @property
    def share(self) -> float:
        return self.elsewhere / self.total


@dataclass(frozen=True, slots=True)
class Held:
    """What sits on one address of a group. None and '' are not known; `in_search` is 1 or 0."""

    address: int
    clicks: int | None
    shows: int | None
    inlinks: int
    in_search: int | None
    page_date: str
    first_seen: str
    last_changed: str


def site(connection: sqlite3.Connection, language: Language) -> dict[str, Any]:
    """`leaks`: signals of which anything is known. `tiers`: (code, name, meaning, pages). `hosts`: (host, owner,
    addresses, pages, duplicates, clicks), empty for a site of one host."""
    row = connection.execute("SELECT value FROM results WHERE name = 'leak'").fetchone()
    found = json.loads(row[0]) if row else {}
    counts = dict(connection.execute("SELECT tier, count(*) FROM selection GROUP BY tier"))
    hosts = connection.execute(
        "SELECT host, owner, addresses, pages, duplicates, clicks FROM hosts ORDER BY addresses DESC, host LIMIT ?",
        (_HOSTS,),
    ).fetchall()
    names = {code: (language._(name), language._(meaning)) for code, (name, meaning) in TIERS.items()}
    return {
        "leaks": [Leak(code, language._(name), **found[code]) for code, name in SIGNALS.items() if code in found],
        "tiers": [(code, *said, counts.get(code, 0)) for code, said in names.items()] if counts else [],
        "hosts": hosts if len(hosts) > 1 else [],
    }


def group(connection: sqlite3.Connection, keeper: int, shown: Sequence[int], language: Language) -> dict[str, Any]:
    """`carried`: the group as one page (columns of that table), None where nothing was stored; then `held`: what sits
    on the addresses `shown`, in their order; `known`: fields of which anything is known; `gains`: what the keeper would
    get; `anchors` and `linking_hosts` with their pages; `selected`: (tier, score, terms with their values) in words."""
    row = _one(connection, "SELECT * FROM carried WHERE keeper = ?", keeper)
    if not row:
        return {"carried": None}
    found = connection.execute(_HELD.format(", ".join("?" * len(shown))), tuple(shown))
    rows = {held.address: held for held in (Held(*values) for values in found)}
    known = {name for name in ("clicks", "shows", "in_search") if row[name] is not None}
    known |= {name for name in _DATED if row[name]}
    return {
        "carried": row, "held": [rows[address] for address in shown if address in rows], "known": known,
        "gains": [
            (language._(name), row[f"{signal}_elsewhere"])
            for signal, name in SIGNALS.items() if row[f"{signal}_elsewhere"]
        ],
        "anchors": json.loads(row["anchors"]), "linking_hosts": json.loads(row["hosts"]),
        "selected": _selected(connection, keeper, language),
    }  # fmt: skip


_HELD = """
SELECT d.address, s.clicks, s.shows, coalesce(n.inlinks, 0), s.in_search, d.page_date, d.first_seen, d.last_changed
FROM page_dates d LEFT JOIN analysed n ON n.address = d.address LEFT JOIN page_signals s ON s.address = d.address
WHERE d.address IN ({})"""


def _selected(
    connection: sqlite3.Connection, page: int, language: Language
) -> tuple[str, float, list[tuple[str, float]]] | None:
    row = _one(connection, "SELECT * FROM selection WHERE address = ?", page)
    if not row:
        return None
    terms = [(language._(name), row[term]) for term, name in TERMS.items() if row[term] is not None]
    return language._(TIERS[row["tier"]][0]), row["score"], terms


def _one(connection: sqlite3.Connection, query: str, value: int) -> dict[str, Any]:
    """A row by the names of its columns; empty for none."""
    cursor = connection.execute(query, (value,))
    row = cursor.fetchone()
    return dict(zip((column[0] for column in cursor.description), row, strict=True)) if row else {}
