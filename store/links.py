"""From the links of a level of pages to the level below it, in the order of keys and in one transaction.

The order in which pages were answered plays no part, and a kill leaves the whole level or none of it. Links are
gathered in a temporary table: those of one level of a large site need not fit in memory.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator

from .file import Store

Judge = Callable[[str, bool], str | None]

_CHUNK = 1_000
_REMEMBERED = 100_000  # links, most of which stand on every page
# `level > 0` lets the index be used; level 0, the declared addresses, is read once.
_PAGES = """
SELECT v.robots, l.z FROM frontier f
JOIN versions v ON v.crawl = f.crawl AND v.address = f.address
JOIN links l ON l.version = v.id
WHERE f.crawl = ? AND {} f.level = ? AND f.reason <> 'target'
AND v.outcome IN ('ok', 'not_modified', 'empty', 'shell')"""
_GATHER = (
    "INSERT INTO linked VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET nofollow = 0"
    " WHERE excluded.nofollow = 0 AND linked.nofollow = 1"
)
# Those that nobody named before, and those that only nofollow links named so far.
_OPEN = """
SELECT n.key, n.nofollow FROM linked n
LEFT JOIN addresses a ON a.key = n.key
LEFT JOIN frontier f ON f.crawl = ? AND f.address = a.id
WHERE n.key > ? AND (f.address IS NULL OR (f.reason = 'nofollow' AND NOT n.nofollow))
ORDER BY n.key LIMIT ?"""
_ADD = """
INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason, level)
SELECT ?, id, 'link', 0, '', ?, ?, ? FROM addresses WHERE key = ?
ON CONFLICT (crawl, address) DO UPDATE SET state = excluded.state, reason = excluded.reason, level = excluded.level"""


def follow(store: Store, crawl: int, level: int, judge: Judge) -> int:
    """Add what the pages of `level` link to, as crawler.frontier.Frontier.follow says."""
    db = store.connection
    db.execute("CREATE TEMP TABLE IF NOT EXISTS linked (key TEXT PRIMARY KEY, nofollow INTEGER) WITHOUT ROWID")
    waiting = 0
    with store.writing():
        _gather(db, crawl, level)
        last = ""
        while rows := db.execute(_OPEN, (crawl, last, _CHUNK)).fetchall():
            last = rows[-1][0]
            judged = [(key, reason) for key, nofollow in rows if (reason := judge(key, bool(nofollow))) is not None]
            db.executemany("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", [(k, k) for k, _ in judged])
            states = [("skipped" if reason else "new", reason) for _, reason in judged]
            db.executemany(
                _ADD, [(crawl, *state, level + 1, key) for (key, _), state in zip(judged, states, strict=True)]
            )
            waiting += sum(not reason for _, reason in judged)
    return waiting


def _gather(db: sqlite3.Connection, crawl: int, level: int) -> None:
    """Fill the temporary table with the links of a level."""
    db.execute("DELETE FROM linked")
    known: set[tuple[str, int]] = set()
    for robots, z in db.execute(_PAGES.format("f.level > 0 AND" if level else ""), (crawl, level)):
        shut = _is_nofollow(robots)
        found = {(key, int(shut or nofollow)) for key, _, nofollow in _links(z)}
        db.executemany(_GATHER, found - known)
        known = found if len(known) > _REMEMBERED else known
        known |= found


def linked(store: Store, crawl: int) -> Iterator[str]:
    """Keys of the addresses that links alone led to and that were not skipped."""
    rows = store.connection.execute(
        "SELECT a.key FROM frontier f JOIN addresses a ON a.id = f.address"
        " WHERE f.crawl = ? AND f.origin = 'link' AND f.state <> 'skipped'",
        (crawl,),
    )
    return (key for (key,) in rows)


def read_discovery(store: Store) -> tuple[bool, bool]:
    """Of the latest crawl: whether it walked links, and whether no sitemap failed."""
    settings, failed = store.connection.execute(
        "SELECT settings, (SELECT count(*) FROM sources s WHERE s.crawl = c.id AND kind <> 'robots' AND entries = 0"
        " AND note <> '') FROM crawls c ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return bool(json.loads(settings).get("follow", False)), not failed


def _links(z: bytes) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = json.loads(zlib.decompress(z))
    return found


def _is_nofollow(robots: str) -> bool:
    """Whether a page tells every bot to follow none of its links (JSON list of model.RobotsDirective)."""
    said = (d["content"].lower() for d in json.loads(robots) if d["bot"] == "robots") if robots != "[]" else ()
    return any(word.strip() in ("nofollow", "none") for content in said for word in content.split(","))
