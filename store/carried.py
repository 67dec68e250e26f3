"""What carrying and selection read from the audit file, and the tables that hold what they found."""

from __future__ import annotations

import dataclasses
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..canonical.carry import Carried, Dates, HostRow, day
from ..canonical.selection import Selected
from .file import Store, as_json

TABLES = ("carried", "page_dates", "hosts", "selection")
_FIRST = "SELECT address, min(substr(fetched, 1, 10)) FROM versions WHERE status IS NOT NULL GROUP BY address"
# The main text counts where both versions have one, else the body (as in canonical/versions.py).
_CHANGED = """
SELECT address, max(substr(fetched, 1, 10)) FROM (
  SELECT address, fetched, main_hash, body_hash, lag(main_hash) OVER page AS main, lag(body_hash) OVER page AS body
  FROM versions WHERE outcome IN ('ok', 'not_modified') WINDOW page AS (PARTITION BY address ORDER BY crawl))
WHERE CASE WHEN main_hash IS NULL OR main IS NULL THEN body_hash <> body ELSE main_hash <> main END
GROUP BY address"""


@dataclass(frozen=True)
class Carrying:
    """All that is stored of it; ids are row ids of the file."""

    carried: Sequence[Carried] = ()
    dates: Mapping[int, Dates] = field(default_factory=dict)
    hosts: Sequence[HostRow] = ()
    selected: Mapping[int, Selected] = field(default_factory=dict)


def read_links(store: Store) -> Iterator[tuple[int, list[tuple[str, str, int]]]]:
    """(row id of the page, its links as key, anchor, nofollow) for every page of the latest crawl that has links."""
    rows = store.connection.execute("SELECT p.address, l.z FROM pages p JOIN links l ON l.version = p.id")
    for address, z in rows:
        yield address, json.loads(zlib.decompress(z))


def read_levels(store: Store) -> dict[int, int]:
    """Links between a declared address and each address of the latest crawl."""
    return dict(
        store.connection.execute("SELECT address, level FROM frontier WHERE crawl = (SELECT max(id) FROM crawls)")
    )


def read_dates(store: Store) -> dict[int, Dates]:
    """Dates of every address of the latest crawl, by row id."""
    db = store.connection
    (several,) = db.execute("SELECT count(*) > 1 FROM crawls").fetchone()
    first, changed = dict(db.execute(_FIRST)), dict(db.execute(_CHANGED)) if several else {}
    return {
        address: Dates(day(lastmod) or day(modified), first.get(address, ""), changed.get(address, ""))
        for address, lastmod, modified in db.execute("SELECT address, lastmod, last_modified FROM pages")
    }


def write(store: Store, found: Carrying) -> None:
    """Fill the tables, which are empty; the caller holds the transaction."""
    _insert(store, "carried", map(_row, found.carried))
    _insert(store, "page_dates", ((address, *dataclasses.astuple(dates)) for address, dates in found.dates.items()))
    _insert(store, "hosts", map(dataclasses.astuple, found.hosts))
    _insert(
        store, "selection",
        ((address, s.score, s.tier, *dataclasses.astuple(s.terms)) for address, s in found.selected.items()),
    )  # fmt: skip


def _row(c: Carried) -> tuple[object, ...]:
    amounts = (n for amount in (c.clicks, c.shows, c.inlinks) for n in dataclasses.astuple(amount))
    return (
        c.keeper, *amounts, c.links.inside, *map(as_json, (c.links.hosts, c.links.owners, c.links.anchors)),
        *dataclasses.astuple(c.dates), c.in_search, c.in_sitemap, c.words,
    )  # fmt: skip


def _insert(store: Store, table: str, rows: Iterable[Sequence[object]]) -> None:
    width = len(store.connection.execute(f"SELECT * FROM {table} LIMIT 0").description)  # noqa: S608 (constants)
    store.connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)  # noqa: S608 (constants)
