"""What became of the addresses of a site over its crawls: rows for `pagetwin diff` and the table `history`."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..canonical.versions import CHANGES, Content, History, Version, history
from ..errors import UsageError
from .cells import Cell

DIFF = (
    "change", "url", "what", "status_before", "status", "words_before", "words", "title_before", "title",
    "redirect_to", "first_seen", "last_seen", "last_changed",
)  # fmt: skip
HISTORY = ("url", "change", "what", "status", "first_seen", "last_seen", "last_changed", "versions")
_NOTHING = Version(0, "", None, "error")
_SETTLED = ("unchanged", "no page", "unknown")

# CROSS JOIN keeps the order of loops: addresses by key, and of each its few versions by the index of (crawl, address).
_VERSIONS = """
SELECT a.url, v.crawl, substr(v.fetched, 1, 10), v.status, v.outcome, v.main_hash, v.body_hash, v.title, v.description,
       v.lang, v.canonicals, v.robots, CASE WHEN v.main_hash IS NULL THEN v.body_words ELSE v.main_words END,
       coalesce(t.url, '')
FROM addresses a CROSS JOIN crawls c CROSS JOIN versions v ON v.crawl = c.id AND v.address = a.id
LEFT JOIN addresses t ON t.id = v.redirect_to
WHERE c.finished IS NOT NULL AND (c.id <= ?1 OR c.id = ?2)
ORDER BY a.key, c.id"""


@dataclass(frozen=True, slots=True)
class CrawlDay:
    """A finished crawl: its number, and when it began (ISO 8601)."""

    number: int
    started: str

    @property
    def day(self) -> str:
        """The day it began."""
        return self.started[:10]


def crawls(connection: sqlite3.Connection) -> list[CrawlDay]:
    """The finished crawls, in order."""
    rows = connection.execute("SELECT id, started FROM crawls WHERE finished IS NOT NULL ORDER BY id")
    return [CrawlDay(*row) for row in rows]


def chosen(found: Sequence[CrawlDay], first: str, last: str) -> tuple[CrawlDay, CrawlDay]:
    """The two crawls to compare, named by number or day (the last one of or before that day); '' is the default.

    Raises UsageError when there are not two such crawls, or not in this order.
    """
    if len(found) < 2:
        raise UsageError("there is one finished crawl here; audit the site once more to have something to compare")
    after = _named(found, last, "--to") if last else found[-1]
    earlier = [c for c in found if c.number < after.number]
    before = _named(found, first, "--from") if first else earlier[-1] if earlier else after
    if before.number >= after.number:
        raise UsageError(f"crawl {before.number} is not before crawl {after.number}; crawls here: {_listed(found)}")
    return before, after


def _named(found: Sequence[CrawlDay], name: str, option: str) -> CrawlDay:
    fitting = [c for c in found if (c.number == int(name) if name.isdecimal() else c.day <= name)]
    if not fitting:
        raise UsageError(f"{option} {name}: no such crawl; crawls here: {_listed(found)}")
    return fitting[-1]


def _listed(found: Sequence[CrawlDay]) -> str:
    return ", ".join(f"{c.number} ({c.day})" for c in found)


def histories(connection: sqlite3.Connection, before: int, after: int) -> Iterator[tuple[str, History]]:
    """(address, its history at crawl `after`, as if there was none between `before` and it), by key."""
    rows = connection.execute(_VERSIONS, (before, after))
    for url, versions in itertools.groupby(rows, lambda row: row[0]):
        yield url, history([_version(*row[1:]) for row in versions], after)


def diff(connection: sqlite3.Connection, before: int, after: int, everything: bool, counts: Counter[str]) -> Iterator[
    Sequence[Cell]
]:  # fmt: skip
    """Rows with the columns of DIFF, by key; without what stayed as it was, unless `everything`. Counts all."""
    for url, found in histories(connection, before, after):
        counts[found.change] += 1
        if everything or found.change not in _SETTLED:
            yield _diff_row(url, found)


def _diff_row(url: str, found: History) -> Sequence[Cell]:
    was, now = found.before or _NOTHING, found.last or _NOTHING
    return (
        found.change, url, " ".join(found.what), was.status, now.status,
        was.words if was.is_page else None, now.words if now.is_page else None, was.content.title, now.content.title,
        now.redirect_to, found.first_seen, found.last_seen, found.last_changed,
    )  # fmt: skip


def over_crawls(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """Rows with the columns of HISTORY: each address that was ever a page, at the last finished crawl."""
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM crawls WHERE finished IS NOT NULL").fetchone()
    for url, found in histories(connection, last, last):
        if found.seen:
            days = (found.first_seen, found.last_seen, found.last_changed)
            yield url, found.change, " ".join(found.what), (found.last or _NOTHING).status, *days, found.seen


def told(before: CrawlDay, after: CrawlDay, counts: Counter[str]) -> str:
    """The counts in a line."""
    parts = ", ".join(f"{counts[change]:,} {change}" for change in CHANGES if counts[change])
    return f"crawl {after.number} ({after.day}) beside crawl {before.number} ({before.day}): {parts or 'no addresses'}"


def _version(*row: object) -> Version:
    crawl, dated, status, outcome, main, body, title, description, lang, canonicals, robots, words, redirect_to = row
    content = Content(main, body, title, description, lang, canonicals, robots)  # type: ignore[arg-type]
    return Version(crawl, dated, status, outcome, content, words, redirect_to)  # type: ignore[arg-type]
