"""What the analysis reads from the audit file and writes back, in one transaction."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..canonical.canonize import Canonized
from ..canonical.rating import Host
from ..canonical.superdups import Superdup
from ..model import (
    Alternate,
    CanonicalLink,
    Choice,
    Cluster,
    Counts,
    Finding,
    Indexability,
    Outcome,
    Reason,
    RobotsDirective,
    Role,
    Texts,
)
from ..similarity.engine import PAIR_KINDS, TEXT_KINDS, Pairs
from ..urls import identity
from . import canonized, carried, hreflang
from .file import Store, as_json
from .groups import numbered


@dataclass(frozen=True, slots=True)
class PageRow:
    """One address of the latest crawl. `address` and `redirect_to` are row ids of the file."""

    address: int
    key: str
    url: str
    status: int | None
    outcome: Outcome
    redirect_to: int | None
    refresh_delay: int | None
    charset_conflict: str
    title: str
    description: str
    lang: str
    og_url: str
    prev_url: str
    insecure: int
    insecure_url: str
    tls_fault: str
    amp: bool
    in_sitemap: bool
    canonicals: tuple[CanonicalLink, ...]
    robots: tuple[RobotsDirective, ...]
    alternates: tuple[Alternate, ...]
    main_hash: bytes | None
    body_hash: bytes | None
    main_words: int
    body_words: int


@dataclass(frozen=True, slots=True)
class AnalysedRow:
    """A row of the table `analysed`; ids are row ids of the file."""

    address: int
    indexability: Indexability
    canonical: int | None
    canonical_url: str
    inlinks: int
    text: str = ""
    text_note: str = ""
    words: int = 0
    shingles: int = 0
    closest: int | None = None
    closest_jaccard: float = 0.0
    closest_containment: float = 0.0
    near_duplicates: int = 0
    unique_share: float = 0.0


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """A row of the table `spread`."""

    address: int
    section: str
    on_1: float
    on_2_5: float
    on_6_20: float
    on_more: float
    inside: float
    outside: float


@dataclass(frozen=True, slots=True)
class PageSignals:
    """A row of the table `page_signals`."""

    address: int
    clicks: int | None
    shows: int | None
    in_search: int | None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A row of the table `members`."""

    address: int
    role: Role
    jaccard_to_representative: float
    jaccard_to_keeper: float
    in_keeper: float
    keeper_in: float


@dataclass(frozen=True)
class Group:
    """A group ready to be stored; ids are row ids of the file."""

    cluster: Cluster
    choice: Choice
    resolved: bool
    members: tuple[MemberRow, ...]


@dataclass(frozen=True)
class Analysis:
    """All that one analysis found. `pairs` hold document ids; `address_of` turns them into row ids of the file."""

    rows: Sequence[AnalysedRow]
    pairs: Pairs
    address_of: Sequence[int]
    groups: Sequence[Group]
    findings: Sequence[Finding]
    spread: Sequence[SpreadRow] = ()
    signals: Sequence[PageSignals] = ()
    canonized: Sequence[Canonized] = ()  # by page ids, as `address_of` knows them
    hosts: Sequence[Host] = ()
    superdups: Sequence[Superdup] = ()
    hreflang: hreflang.Judged = field(default_factory=hreflang.Judged)
    carried: carried.Carrying = field(default_factory=carried.Carrying)
    results: dict[str, Any] = field(default_factory=dict)


def read_pages(store: Store) -> list[PageRow]:
    """Every address of the latest crawl, in key order."""
    rows = store.connection.execute(
        "SELECT address, key, url, status, outcome, redirect_to, refresh_delay, charset_conflict,"
        " title, description, lang, og_url, prev_url, insecure, insecure_url, tls_fault, amp, in_sitemap,"
        " canonicals, robots, alternates, main_hash, body_hash, main_words, body_words"
        " FROM pages ORDER BY key"
    )
    return [_page(*row) for row in rows]


def read_texts(store: Store, rows: Iterable[PageRow]) -> Iterator[Texts]:
    """Both texts of each row, in the order of the rows."""
    for row in rows:
        yield Texts(_text(store, row.main_hash), _text(store, row.body_hash))


def counts(analysis: Analysis) -> Counts:
    """How much it groups."""
    sizes = [len(group.members) for group in analysis.groups]
    return Counts(analysis.results["pair_count"], len(sizes), sum(sizes), max(sizes, default=0))


def write(store: Store, analysis: Analysis) -> None:
    """Replace the results of the analysis before."""
    with store.writing() as db:
        tables = ("results", "analysed", "spread", "page_signals", "pairs", "members", "clusters")
        for table in (*tables, "superdups", "findings", *carried.TABLES):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 (constants)
        db.executemany(
            "INSERT INTO analysed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (dataclasses.astuple(row) for row in analysis.rows),
        )
        db.executemany(
            "INSERT INTO spread VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (dataclasses.astuple(row) for row in analysis.spread)
        )
        db.executemany(
            "INSERT INTO page_signals VALUES (?, ?, ?, ?)", (dataclasses.astuple(row) for row in analysis.signals)
        )
        db.executemany(
            "INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?)", _pair_rows(analysis.pairs, analysis.address_of)
        )
        order = {address: place for place, address in enumerate(analysis.address_of)}
        found = numbered(store, [[m.address for m in group.members] for group in analysis.groups], order)
        for number, group in zip(found, analysis.groups, strict=True):
            _write_group(store, number, group)
        canonized.write(db, analysis.canonized, analysis.hosts, analysis.address_of)
        hreflang.write(db, analysis.hreflang, analysis.address_of)
        addresses = dict(db.execute("SELECT url, address FROM pages"))
        addresses |= _beside(db, {f.url for f in analysis.findings} - addresses.keys())
        db.executemany(
            "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (f.rule, f.engine, f.severity, addresses.get(f.url), f.related, f.message, as_json(f.values))
                for f in analysis.findings
                if f.url in addresses
            ),
        )
        write_superdups(store, analysis.superdups)
        carried.write(store, analysis.carried)
        write_results(store, analysis.results)


def write_superdups(store: Store, found: Iterable[Superdup]) -> None:
    """Add superdups by row ids; the caller holds the transaction."""
    audit = store.folder.resolve().name
    store.connection.executemany(
        "INSERT INTO superdups SELECT d.key, d.url, m.key, m.url, ?, ?, ?, ? FROM addresses d, addresses m"
        " WHERE d.id = ? AND m.id = ?",
        ((s.score, s.how, s.why, audit, s.duplicate, s.main) for s in found),
    )


def _beside(db: sqlite3.Connection, urls: Iterable[str]) -> dict[str, int]:
    """Row ids of what findings stand at beside pages: a robots.txt or sitemap gets a row where it has none."""
    found = {}
    for url in sorted(urls):
        key = identity.key(url)
        if key:
            db.execute("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", (key, url))
            (found[url],) = db.execute("SELECT id FROM addresses WHERE key = ?", (key,)).fetchone()
    return found


def write_results(store: Store, results: dict[str, Any]) -> None:
    """Set site-wide results by name; the caller holds the transaction."""
    store.connection.executemany(
        "INSERT OR REPLACE INTO results VALUES (?, ?)", [(name, as_json(v)) for name, v in results.items()]
    )


def _write_group(store: Store, number: int, group: Group) -> None:
    cluster, choice = group.cluster, group.choice
    store.connection.execute(
        "INSERT INTO clusters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number, cluster.kind, len(group.members), cluster.lowest, cluster.median, int(cluster.sampled),
            cluster.representative, choice.keeper, int(group.resolved),
            _reasons(choice.reasons), _reasons(choice.conflicts),
        ),
    )  # fmt: skip
    store.connection.executemany(
        "INSERT INTO members VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((number, *dataclasses.astuple(member)) for member in group.members),
    )


def _pair_rows(pairs: Pairs, address_of: Sequence[int]) -> Iterator[tuple[object, ...]]:
    columns = [c.tolist() for c in (pairs.a, pairs.b, pairs.shared, pairs.size_a, pairs.size_b, pairs.text, pairs.kind)]
    for a, b, shared, size_a, size_b, text, kind in zip(*columns, strict=True):
        yield address_of[a], address_of[b], shared, size_a, size_b, TEXT_KINDS[text], PAIR_KINDS[kind]


def _reasons(reasons: Iterable[Reason]) -> str:
    return as_json([dataclasses.asdict(reason) for reason in reasons])


def _page(*row: Any) -> PageRow:
    *head, amp, in_sitemap, canonicals, robots, alternates, main_hash, body_hash, main_words, body_words = row
    links, directives = _records(CanonicalLink, canonicals), _records(RobotsDirective, robots)
    tail = (links, directives, _records(Alternate, alternates), main_hash, body_hash, main_words, body_words)
    return PageRow(*head, bool(amp), bool(in_sitemap), *tail)  # type: ignore[call-arg]


def _records(kind: Any, text: str) -> tuple[Any, ...]:
    return tuple(kind(**item) for item in json.loads(text)) if text != "[]" else ()


def _text(store: Store, digest: bytes | None) -> str:
    if digest is None:
        return ""
    row = store.connection.execute("SELECT z FROM texts WHERE hash = ?", (digest,)).fetchone()
    return zlib.decompress(row[0]).decode("utf-8") if row else ""
