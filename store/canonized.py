"""The address of each page for each engine, and the hosts with their ratings, in the audit file."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from ..canonical.canonize import Canonized
from ..canonical.rating import Host
from .file import Store, as_json


def read_outside(store: Store) -> dict[int, str]:
    """{row id of a page: where it redirects}, of the latest crawl where that is none of its pages."""
    rows = store.connection.execute(
        "SELECT p.address, a.url FROM pages p JOIN addresses a ON a.id = p.redirect_to"
        " WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.crawl = p.crawl AND v.address = p.redirect_to)"
    )
    return dict(rows)


def write(
    db: sqlite3.Connection, canonized: Iterable[Canonized], hosts: Iterable[Host], address_of: Sequence[int]
) -> None:
    """Replace both tables; the caller holds the transaction. `address_of` gives the row ids of page ids."""
    db.execute("DELETE FROM canonized")
    db.execute("DELETE FROM mirrors")
    db.executemany("INSERT INTO canonized VALUES (?, ?, ?, ?, ?, ?, ?)", _canonized(canonized, address_of))
    db.executemany("INSERT INTO mirrors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", map(_host, hosts))


def _canonized(canonized: Iterable[Canonized], address_of: Sequence[int]) -> Iterator[tuple[object, ...]]:
    for c in canonized:
        kinds = dict.fromkeys(step.kind for step in c.path if step.honoured)
        path = as_json([dataclasses.asdict(step) for step in c.path]) if c.path else "[]"
        yield address_of[c.page], c.engine, c.url, c.main, c.owner, " ".join(kinds), path


def _host(host: Host) -> tuple[object, ...]:
    terms = as_json([dataclasses.asdict(term) for term in host.terms])
    return (
        host.host, host.main, host.pages, host.same, host.redirected, host.rating, host.fallback, terms, host.reason
    )  # fmt: skip
