"""What is known of the sitemaps of a crawl, and which of them list an address twice."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter

from ..model import ListedTwice, SitemapFile
from ..urls import identity
from .file import Store, as_json

_NOTE = """
UPDATE frontier SET
  again = CASE WHEN sitemap <> ?1 THEN coalesce(again, ?1) ELSE again END,
  sitemap = coalesce(sitemap, ?1)
WHERE crawl = ?2 AND address = (SELECT id FROM addresses WHERE key = ?3)
"""
_TWICE = """
SELECT s.url, t.url, count(*), min(a.url) FROM frontier f
JOIN addresses a ON a.id = f.address JOIN addresses s ON s.id = f.sitemap JOIN addresses t ON t.id = f.again
WHERE f.crawl = (SELECT max(id) FROM crawls) GROUP BY f.sitemap, f.again ORDER BY s.url, t.url
"""


def save_sitemap(db: sqlite3.Connection, crawl: int, file: SitemapFile) -> None:
    """Keep what a sitemap is like; a second reading replaces the first. The caller holds the transaction."""
    plain = dataclasses.asdict(SitemapFile(file.url, "unknown"))
    facts = {name: value for name, value in dataclasses.asdict(file).items() if value != plain[name]}
    db.execute("INSERT OR REPLACE INTO sitemaps VALUES (?, ?, ?)", (crawl, file.url, as_json(facts)))


def note_files(db: sqlite3.Connection, crawl: int, found: Iterable[tuple[str, str]]) -> None:
    """Note for (key of an address, sitemap that lists it) the first two sitemaps; the caller holds the transaction.

    Said once more, in the same order, it changes nothing.
    """
    for sitemap, rows in groupby(found, itemgetter(1)):
        db.execute("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", (identity.key(sitemap), sitemap))
        (file,) = db.execute("SELECT id FROM addresses WHERE key = ?", (identity.key(sitemap),)).fetchone()
        db.executemany(_NOTE, ((file, crawl, key) for key, _ in rows))


def read_sitemaps(store: Store) -> tuple[SitemapFile, ...]:
    """Those of the latest crawl by address."""
    rows = store.connection.execute(
        "SELECT url, facts FROM sitemaps WHERE crawl = (SELECT max(id) FROM crawls) ORDER BY url"
    )
    return tuple(_file(url, json.loads(facts)) for url, facts in rows)


def read_twice(store: Store) -> tuple[ListedTwice, ...]:
    """Pairs of sitemaps of the latest crawl that list the same addresses; the pair that an address met first."""
    return tuple(ListedTwice(*row) for row in store.connection.execute(_TWICE))


def _file(url: str, facts: dict[str, object]) -> SitemapFile:
    counted = {
        name: {key: (n, first) for key, (n, first) in facts.get(name, {}).items()}  # type: ignore[attr-defined]
        for name in ("faults", "hosts")
    }
    return SitemapFile(**{"url": url, "kind": "unknown", **facts, **counted})  # type: ignore[arg-type]
