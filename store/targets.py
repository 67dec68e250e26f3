"""Targets of hreflang annotations that nobody named: added to a crawl, so many and no more, in the order of keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from ..urls import identity
from .annotations import unpacked
from .file import Store

_CHUNK = 1_000
_REMEMBERED = 100_000  # targets, most of which many pages name
_SAID = """
SELECT n.z FROM versions v JOIN annotations n ON n.version = v.id
JOIN frontier f ON f.crawl = v.crawl AND f.address = v.address
WHERE v.crawl = ?1 AND f.reason <> 'target' UNION ALL
SELECT z FROM sitemap_alternates WHERE crawl = ?1"""
# Those that nobody named before, and those that were passed over for a reason that does not speak against one look.
_OPEN = """
SELECT t.key, t.url FROM targets t
LEFT JOIN addresses a ON a.key = t.key
LEFT JOIN frontier f ON f.crawl = ? AND f.address = a.id
WHERE t.key > ? AND (f.address IS NULL OR (f.state = 'skipped'
  AND f.reason IN ('foreign_host', 'over_limit', 'too_deep', 'nofollow')))
ORDER BY t.key LIMIT ?"""
_ADD = """
INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason, level)
SELECT ?, id, 'hreflang', 0, '', 'new', 'target', 0 FROM addresses WHERE key = ?
ON CONFLICT (crawl, address) DO UPDATE SET state = 'new', reason = 'target'"""


def add(store: Store, crawl: int, most: int, may: Callable[[str], bool]) -> int:
    """Add targets that `may` allows, until the crawl has `most` of them; how many wait."""
    db = store.connection
    db.execute("CREATE TEMP TABLE IF NOT EXISTS targets (key TEXT PRIMARY KEY, url TEXT) WITHOUT ROWID")
    with store.writing():
        _gather(db, crawl)
        (had,) = db.execute("SELECT count(*) FROM frontier WHERE crawl = ? AND reason = 'target'", (crawl,)).fetchone()
        room, last, added = most - had, "", 0
        while room > added and (rows := db.execute(_OPEN, (crawl, last, _CHUNK)).fetchall()):
            last = rows[-1][0]
            chosen = [(key, url) for key, url in rows if may(url)][: room - added]
            db.executemany("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", chosen)
            db.executemany(_ADD, [(crawl, key) for key, _ in chosen])
            added += len(chosen)
        db.execute("DELETE FROM targets")
    return added


def _gather(db: sqlite3.Connection, crawl: int) -> None:
    """Fill the temporary table with the targets of all pages but those that are targets themselves."""
    known: set[str] = set()
    for (z,) in db.execute(_SAID, (crawl,)):
        found = {a.url for a in unpacked(z) if a.url} - known
        keyed = ((identity.key(url), url) for url in sorted(found))
        db.executemany("INSERT OR IGNORE INTO targets VALUES (?, ?)", [row for row in keyed if row[0]])
        known = found if len(known) > _REMEMBERED else known
        known |= found
