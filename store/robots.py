"""The robots.txt of each origin, as it was answered."""

from __future__ import annotations

import sqlite3
import zlib

from ..model import RobotsTxt
from .file import Store


def save_robots(db: sqlite3.Connection, crawl: int, text: RobotsTxt) -> None:
    """Keep a text; a second reading replaces the first. The caller holds the transaction."""
    row = (crawl, text.origin, text.url, text.status, text.outcome, text.content_type, zlib.compress(text.body))
    db.execute("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def read_robots(store: Store) -> dict[str, RobotsTxt]:
    """The texts of the latest crawl by origin."""
    rows = store.connection.execute(
        "SELECT origin, url, status, outcome, content_type, z FROM robots"
        " WHERE crawl = (SELECT max(id) FROM crawls) ORDER BY origin"
    )
    return {
        origin: RobotsTxt(origin, url, status, outcome, content_type, zlib.decompress(z))
        for origin, url, status, outcome, content_type, z in rows
    }
