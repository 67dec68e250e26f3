"""What the audit file knows of the crawl before: pages that may be used again, and pages that nobody names any more."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator

from ..config import CrawlSettings
from ..crawler import again
from ..model import Crawled, Known, Link
from . import annotations as store_annotations

_PAGE = "v.outcome IN ('ok', 'not_modified')"
# Asked in vain, but it may answer another time.
MAY_ANSWER = "(v.outcome IN ('timeout', 'error') AND v.status IS NULL OR v.status IN (429, 502, 503, 504))"

_KNOWN = f"""
SELECT v.id, v.status, v.etag, v.last_modified, v.content_hash, v.header_hash FROM versions v
WHERE v.crawl = ? AND v.address = ? AND {_PAGE} AND v.content_hash IS NOT NULL AND v.reader = ?
"""  # noqa: S608 (constants)

# An address that was asked for the same reason then and gave no answer is asked again; one that was gone is not.
_UNNAMED = f"""
SELECT v.address, a.url FROM crawls c JOIN crawls p ON p.id = c.previous AND p.source = c.source
JOIN versions v ON v.crawl = p.id JOIN addresses a ON a.id = v.address
JOIN frontier f ON f.crawl = p.id AND f.address = v.address
WHERE c.id = ?1 AND v.address > ?2 AND ({_PAGE} OR f.origin = 'known' AND {MAY_ANSWER})
AND f.reason <> 'target'
AND NOT EXISTS (SELECT 1 FROM frontier n WHERE n.crawl = ?1 AND n.address = v.address)
ORDER BY v.address LIMIT 1000
"""  # noqa: S608 (constants)

# The two sides of a page that was rendered hold for its repetition, too.
_RENDERS = (
    "SELECT ?, kind, outcome, title, canonicals, robots, main_hash, body_hash, words, seconds, requests, note, z"
    " FROM renders WHERE version = ?"
)

# What an answer without a body tells anew; all other columns of a version are copied, those of later layouts too.
_SAID = ("crawl", "address", "fetched", "outcome", "seconds", "etag", "last_modified")


class Before:
    """The crawl before `crawl`, if there was one. With `settings.refresh` nothing of it is used again."""

    def __init__(self, db: sqlite3.Connection, crawl: int, settings: CrawlSettings) -> None:
        self._db, self._crawl, self._refresh = db, crawl, settings.refresh
        self.reader = again.reader(settings)
        (self._previous,) = db.execute("SELECT previous FROM crawls WHERE id = ?", (crawl,)).fetchone()
        columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info('versions')")]
        copied = ", ".join(name for name in columns if name not in ("id", *_SAID))
        self._repeat = (
            f"INSERT OR REPLACE INTO versions ({', '.join(_SAID)}, {copied})"  # noqa: S608 (names from schema.sql)
            f" SELECT {', '.join('?' * len(_SAID))}, {copied} FROM versions WHERE id = ?"
        )

    def known(self, address: int) -> Known | None:
        """The page that was got from an address, when its facts may be used again."""
        if self._refresh or self._previous is None:
            return None
        row = self._db.execute(_KNOWN, (self._previous, address, self.reader)).fetchone()
        return Known(*row) if row else None

    def unnamed(self) -> Iterator[str]:
        """Its pages that nobody has named in this crawl, read in portions: they may be declared meanwhile."""
        after = 0
        while rows := self._db.execute(_UNNAMED, (self._crawl, after)).fetchall():
            after = rows[-1][0]
            yield from (url for _, url in rows)

    def links(self, version: int) -> tuple[Link, ...]:
        """The links of a page as it found them."""
        row = self._db.execute("SELECT z FROM links WHERE version = ?", (version,)).fetchone()
        found = json.loads(zlib.decompress(row[0])) if row else ()
        return tuple(Link(key, anchor, bool(nofollow)) for key, anchor, nofollow in found)

    def repeat(self, item: Crawled, stamp: str) -> int | None:
        """Store an answer that repeats an earlier version (Page.repeats); the id of the new one."""
        page = item.page
        said = (self._crawl, item.task.id, stamp, page.outcome, page.seconds, page.etag, page.last_modified)
        version = self._db.execute(self._repeat, (*said, page.repeats)).lastrowid
        self._db.execute(f"INSERT INTO renders {_RENDERS}", (version, page.repeats))
        store_annotations.repeat(self._db, version, page.repeats)
        return version
