"""Imported signals in the audit file: writing them, and what they say of each address all together."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from ..signals.beside import EngineState
from ..signals.records import NOBODY, Faults, Import
from ..signals.update import Period
from ..urls import identity
from .file import Store, now

# Rows about one address are added up, or the newest stands (records.Import.merge).
_SUM = """
DO UPDATE SET
  clicks = CASE WHEN clicks IS NULL THEN excluded.clicks ELSE clicks + coalesce(excluded.clicks, 0) END,
  position = coalesce((position * shows + excluded.position * excluded.shows) / nullif(shows + excluded.shows, 0),
                      position, excluded.position),
  shows = CASE WHEN shows IS NULL THEN excluded.shows ELSE shows + coalesce(excluded.shows, 0) END,
  visits = CASE WHEN visits IS NULL THEN excluded.visits ELSE visits + coalesce(excluded.visits, 0) END,
  status = CASE WHEN excluded.seen >= seen THEN excluded.status ELSE status END,
  seen = max(seen, excluded.seen)"""
_REPLACE = """
DO UPDATE SET url = excluded.url, status = excluded.status, in_search = excluded.in_search, target = excluded.target,
  declared = excluded.declared, dated = excluded.dated, seen = excluded.seen
WHERE excluded.dated {} dated"""
_MERGE = {"sum": _SUM, "newest": _REPLACE.format(">"), "last": _REPLACE.format(">=")}
_INSERT = "INSERT INTO signals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (import, key, bot)"

_CRAWLED = (
    "EXISTS (SELECT 1 FROM addresses a JOIN versions v ON v.address = a.id AND v.crawl = (SELECT max(id) FROM crawls)"
    " WHERE a.key = s.key)"
)
_ORDER = "coalesce(nullif(i.ends, ''), substr(i.imported, 1, 10))"
# The newest word of each engine on each address. SQLite takes the other columns from the row of the maximum.
_STATES = f"""
SELECT s.key, i.engine, s.status, s.in_search, s.target, s.declared, s.seen,
       max(s.dated || '|' || {_ORDER} || '|' || printf('%09d', i.id))
FROM imports i CROSS JOIN signals s ON s.import = i.id
WHERE i.kind IN ('indexing', 'inspection', 'yandex') GROUP BY i.engine, s.key"""  # noqa: S608 (constants)
_UNMATCHED = f"""
SELECT i.file, i.kind, coalesce(s.url, s.key), s.clicks, s.shows, s.visits, s.status
FROM signals s JOIN imports i ON i.id = s.import WHERE s.import = ? AND NOT {_CRAWLED}
ORDER BY s.clicks DESC, s.key, s.bot"""  # noqa: S608 (constants)
_TRAFFIC = """
SELECT p.address, s.clicks, s.shows FROM pages p CROSS JOIN signals s ON s.import = ? AND s.key = p.key AND s.bot = ''
WHERE s.clicks IS NOT NULL OR s.shows IS NOT NULL"""


@dataclass(frozen=True, slots=True)
class Account:
    """What became of the rows of one import: `read == joined + unmatched + repeated + faulty + aside`.

    `joined` and `unmatched` count addresses that the latest crawl asked for, and others. `shown` tells the first
    faults.
    """

    id: int
    read: int
    joined: int
    unmatched: int
    repeated: int
    faulty: int
    aside: int
    shown: tuple[str, ...] = ()


def add(store: Store, found: Import, file: str, digest: str, told: str, site: str) -> Account | None:
    """Store one import, whole or not at all; None when it is there already.

    One of the same `digest` that was told otherwise is replaced; `told` is empty when nothing was. `site` completes
    paths (`/a`) of a file.
    """
    faults, accepted = Faults(), 0
    with store.writing() as db:
        if earlier := db.execute("SELECT id, told FROM imports WHERE digest = ?", (digest,)).fetchone():
            if told in ("", earlier[1]):
                return None
            db.execute("DELETE FROM signals WHERE import = ?", earlier[:1])
            db.execute("DELETE FROM imports WHERE id = ?", earlier[:1])
        db.execute("PRAGMA cache_size = -65536")
        cursor = db.execute(
            "INSERT INTO imports (digest, told, file, kind, engine, scope, begins, ends, phase, imported, rows,"
            " repeated, faulty, aside) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0)",
            (digest, told, file, found.kind, found.engine, found.scope, found.begins, found.ends, found.phase, now()),
        )
        number = cursor.lastrowid
        assert number is not None
        for row in _rows(number, found, faults, site):
            accepted += 1
            cursor.execute(_INSERT + _MERGE[found.merge], row)
        joined, distinct = _joined(db, number)
        account = Account(
            number, accepted + faults.count + faults.aside, joined, distinct - joined, accepted - distinct,
            faults.count, faults.aside, tuple(faults.shown),
        )  # fmt: skip
        db.execute(
            "UPDATE imports SET rows = ?, repeated = ?, faulty = ?, aside = ? WHERE id = ?",
            (account.read, account.repeated, account.faulty, account.aside, number),
        )
        db.execute("PRAGMA cache_size = -16000")
    return account


def _rows(number: int, found: Import, faults: Faults, site: str) -> Iterator[tuple[object, ...]]:
    for s in found.rows(faults):
        key = key_of(s.url, site)
        if not key:
            faults.add(f"{found.unit} {s.at}", f"'{identity.without_credentials(s.url)[:60]}' is no web address")
            continue
        url = None if s.url == key else identity.without_credentials(s.url)
        target, declared = key_of(s.target, site), key_of(s.declared, site)
        in_search = None if s.in_search is None else int(s.in_search)
        yield (
            number, key, s.bot, url, s.clicks, s.shows, s.position, s.visits, s.status, in_search, target, declared,
            s.dated, s.seen,
        )  # fmt: skip


def key_of(url: str, site: str) -> str:
    """The identity key of an address as files write it: whole, as a path, or without its scheme; empty for none."""
    if not url:
        return ""
    if key := identity.key(url):
        return key
    if url.startswith("//"):
        return identity.key(site.partition("//")[0] + url)
    if url.startswith("/"):
        return identity.key(site.rstrip("/") + url) if site else ""
    bare = identity.host(site).removeprefix("www.")
    if (bare and url.lower().removeprefix("www.").startswith((f"{bare}/", f"{bare}:"))) or url.lower() == bare:
        return identity.key(f"{site.partition('//')[0]}//{url}")
    return ""


def _joined(db: sqlite3.Connection, number: int) -> tuple[int, int]:
    """(addresses of an import that the latest crawl asked for, all of them)."""
    row = db.execute(f"SELECT coalesce(sum({_CRAWLED}), 0), count(*) FROM signals s WHERE import = ?", (number,))  # noqa: S608
    joined, distinct = row.fetchone()
    return joined, distinct


def unmatched(db: sqlite3.Connection, numbers: list[int]) -> Iterator[tuple[str | int | None, ...]]:
    """(file, kind, address, clicks, shows, visits, status) of what the latest crawl did not ask for."""
    for number in numbers:
        yield from db.execute(_UNMATCHED, (number,))


def note_update(store: Store, begins: str, ends: str) -> None:
    """Keep the days of an update that the owner named."""
    with store.writing() as db:
        db.execute("INSERT OR IGNORE INTO updates VALUES (?, ?)", (begins, ends))


def last_update(db: sqlite3.Connection) -> tuple[str, str]:
    """First and last day of the latest update named; empty for none."""
    row = db.execute("SELECT begins, ends FROM updates ORDER BY begins DESC, ends DESC LIMIT 1").fetchone()
    return row or ("", "")


def fingerprint(db: sqlite3.Connection) -> list[object]:
    """What a stage must be done anew for; empty when nothing was imported."""
    digests = [digest for (digest,) in db.execute("SELECT digest || told FROM imports ORDER BY id")]
    return [digests, *last_update(db)] if digests else []


def listed(db: sqlite3.Connection) -> list[tuple[str, str, str, str, str, str, str, int, int]]:
    """(file, kind, engine, scope, begins, ends, phase, addresses, those of the latest crawl) of each import."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'imports'").fetchone():
        return []
    rows = db.execute("SELECT id, file, kind, engine, scope, begins, ends, phase FROM imports ORDER BY id").fetchall()
    found = []
    for number, *words in rows:
        joined, distinct = _joined(db, number)
        found.append((*words, distinct, joined))
    return found


def periods(db: sqlite3.Connection) -> list[Period]:
    """The imports with clicks or shows, as periods of their engine."""
    rows = db.execute(
        f"SELECT id, engine, begins, ends, phase, {_ORDER} FROM imports i WHERE kind IN ('performance', 'table')"  # noqa: S608
        " ORDER BY id"
    )
    return [Period(*row) for row in rows]


def traffic(db: sqlite3.Connection, chosen: list[list[int]]) -> dict[int, tuple[int | None, int | None]]:
    """{row id of an address of the latest crawl: (clicks, shows)}. `chosen` holds, for each engine, the imports that
    complete one another, oldest first: of two that name a page the newer counts. Engines are added up, but a table of
    which nobody said whose numbers it holds counts only for pages that no engine names: it may hold the same ones."""
    found: dict[int, tuple[int | None, int | None]] = {}
    unnamed = {number for (number,) in db.execute("SELECT id FROM imports WHERE engine = ?", (NOBODY,))}
    for imports in sorted(chosen, key=lambda imports: not unnamed.isdisjoint(imports)):
        named = set(found) if not unnamed.isdisjoint(imports) else set()
        of_engine = {a: (c, s) for number in imports for a, c, s in db.execute(_TRAFFIC, (number,))}
        for address, (clicks, shows) in of_engine.items():
            if address in named:
                continue
            before = found.get(address, (None, None))
            found[address] = (_plus(before[0], clicks), _plus(before[1], shows))
    return found


def states(db: sqlite3.Connection) -> Iterator[tuple[int, EngineState]]:
    """(row id, newest word of an engine) for the addresses of the latest crawl."""
    query = f"SELECT p.address, n.* FROM ({_STATES}) n JOIN pages p ON p.key = n.key"  # noqa: S608
    for address, key, engine, status, in_search, target, declared, seen, _ in db.execute(query):
        known = None if in_search is None else bool(in_search)
        yield address, EngineState(key, engine, status, known, target, declared, seen)


def statuses(db: sqlite3.Connection, engine: str) -> list[tuple[str, int]]:
    """(status, addresses) of all that an engine knows, crawled or not; those in search count under ''."""
    query = (
        f"SELECT CASE WHEN in_search = 1 THEN '' ELSE status END, count(*) FROM ({_STATES}) WHERE engine = ?"  # noqa: S608
        " GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    return db.execute(query, (engine,)).fetchall()


def _plus(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else a + b
