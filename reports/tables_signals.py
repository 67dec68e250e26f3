"""Tables of signals: groups as one page, links with the keepers of their targets, hosts, pages for the index."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from .cells import Cell

LINKS = ("from", "to", "anchor", "nofollow", "keeper")
HOSTS = (
    "host", "owner", "addresses", "pages", "duplicates", "clicks", "shows", "in_search", "inlinks", "owner_addresses",
    "owner_pages",
)  # fmt: skip
CARRIED = (
    "cluster", "keeper", "size", "clicks", "clicks_elsewhere", "shows", "shows_elsewhere", "inlinks",
    "inlinks_elsewhere", "inside", "hosts", "owners", "anchors", "page_date", "first_seen", "last_changed",
    "members_in_search", "members_in_sitemap", "words",
)  # fmt: skip
SELECTION = (
    "url", "score", "tier", "unique_share", "words", "inlinks", "clicks", "level", "indexability", "unique_share_term",
    "words_term", "inlinks_term", "clicks_term", "depth_term", "status_term",
)  # fmt: skip
_REMEMBERED = 50_000  # targets of links, most of which stand on every page

# Addresses in the order of their keys, and the one version of each: nothing is sorted, so links of any number stream.
_LINKS = """
SELECT a.url, l.z FROM addresses a
CROSS JOIN versions v ON v.crawl = (SELECT max(id) FROM crawls) AND v.address = a.id
CROSS JOIN links l ON l.version = v.id ORDER BY a.key"""
_TARGET = """
SELECT a.url, coalesce(k.url, '') FROM addresses a LEFT JOIN members m ON m.address = a.id
LEFT JOIN clusters c ON c.id = m.cluster LEFT JOIN addresses k ON k.id = c.keeper WHERE a.key = ?"""
_HOSTS = """
SELECT host, owner, addresses, pages, duplicates, clicks, shows, in_search, inlinks,
  sum(addresses) OVER of_owner, sum(pages) OVER of_owner
FROM hosts WINDOW of_owner AS (PARTITION BY owner) ORDER BY owner, host"""
_CARRIED = """
SELECT c.id, a.url, c.size, r.clicks, r.clicks_elsewhere, r.shows, r.shows_elsewhere, r.inlinks, r.inlinks_elsewhere,
  r.inside, r.hosts, r.owners, r.anchors, r.page_date, r.first_seen, r.last_changed, r.in_search, r.in_sitemap, r.words
FROM clusters c JOIN carried r ON r.keeper = c.keeper JOIN addresses a ON a.id = c.keeper ORDER BY c.id"""
# Of a keeper, inlinks and clicks are those of its group: by these it is scored.
_SELECTION = """
SELECT a.url, s.score, s.tier, n.unique_share, n.words, coalesce(c.inlinks, n.inlinks),
  CASE WHEN c.keeper IS NULL THEN p.clicks ELSE c.clicks END, f.level, n.indexability,
  s.unique_share, s.words, s.inlinks, s.clicks, s.depth, s.status
FROM addresses a CROSS JOIN selection s ON s.address = a.id JOIN analysed n ON n.address = a.id
JOIN frontier f ON f.address = a.id AND f.crawl = (SELECT max(id) FROM crawls)
LEFT JOIN carried c ON c.keeper = a.id LEFT JOIN page_signals p ON p.address = a.id
ORDER BY a.key"""


def links(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """Every link of the latest crawl, by the key of its page and as it stands there; `keeper` is the page to keep of
    the group of its target, empty where that is in no group."""

    @lru_cache(_REMEMBERED)
    def target(key: str) -> tuple[str, str]:
        return connection.execute(_TARGET, (key,)).fetchone() or (key, "")

    for url, z in connection.execute(_LINKS):
        for key, anchor, nofollow in json.loads(zlib.decompress(z)):
            to, keeper = target(key)
            yield url, to, anchor, int(nofollow), keeper


def hosts(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """Every host by owner and name, with addresses and pages without duplicates of all hosts of its owner."""
    return connection.execute(_HOSTS)


def carried(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """Every group as one page, by number: signals of all members, and what of them sits on others than the keeper.
    Hosts, owners and anchors come as `name (pages); name (pages)`."""
    first = CARRIED.index("hosts")
    for row in connection.execute(_CARRIED):
        named = ("; ".join(f"{name} ({n})" for name, n in json.loads(text)) for text in row[first : first + 3])
        yield *row[:first], *named, *row[first + 3 :]


def selection(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """Every page that is its group's keeper or in no group, by key: score, tier, the facts and the terms they make."""
    return connection.execute(_SELECTION)
