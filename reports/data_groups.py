"""Reads of the groups: what the report shows of each, read group by group."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from ..model import Indexability, Reason


@dataclass(frozen=True, slots=True)
class Group:
    """A group. `open`: members that search engines may index; `compared`: members with a text; `copies`: exact copies
    of the keeper; `foldable`: open members beside the keeper. `state`: what its canonicals say (words.STATES)."""

    id: int
    kind: str
    size: int
    lowest: float
    median: float
    sampled: bool
    resolved: bool
    keeper: int
    keeper_url: str
    representative: int
    open: int
    compared: int
    copies: int
    foldable: int
    state: str


@dataclass(frozen=True, slots=True)
class Member:
    """A page of a group and how it stands to the keeper. Without a text (`text` is empty) the measures mean nothing.
    `canonical` and `redirect_to` are addresses, `annotations` the column `z` of that table.
    """

    address: int
    url: str
    title: str
    lang: str
    role: str
    jaccard: float
    in_keeper: float
    keeper_in: float
    unique: float
    words: int
    inlinks: int
    in_sitemap: int
    text: str
    main_hash: bytes | None = field(repr=False)
    body_hash: bytes | None = field(repr=False)
    indexability: Indexability = "indexable"
    canonical: int | None = None
    redirect_to: int | None = None
    amp: int = 0
    annotations: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Scored:
    """A pair as it was scored: shingles shared and of each page, and the kind of text."""

    shared: int
    size_a: int
    size_b: int
    text: str


def groups(connection: sqlite3.Connection) -> tuple[Group, ...]:
    """All groups: open ones first, then by size and the keeper's key."""
    rows = connection.execute(
        """SELECT m.cluster, m.address, m.role, coalesce(n.indexability, ''), coalesce(n.text, ''),
          CASE WHEN n.canonical IS NOT NULL THEN n.canonical WHEN n.canonical_url != '' THEN n.canonical_url END
        FROM members m LEFT JOIN analysed n ON n.address = m.address ORDER BY m.cluster"""
    )
    inside = {cluster: [row[1:] for row in few] for cluster, few in groupby(rows, key=lambda row: row[0])}
    clusters = connection.execute(
        """SELECT c.id, c.kind, c.size, c.lowest, c.median, c.sampled, c.resolved, c.keeper, a.url, c.representative
        FROM clusters c JOIN addresses a ON a.id = c.keeper ORDER BY c.resolved, c.size DESC, a.key"""
    )
    out = []
    for number, kind, size, lowest, median, sampled, resolved, keeper, url, representative in clusters:
        members = inside.get(number, [])
        is_open = {address for address, _, indexability, *_ in members if indexability == "indexable"}
        out.append(Group(
            number, kind, size, lowest, median, bool(sampled), bool(resolved), keeper, url, representative,
            open=len(is_open), compared=sum(text != "" for _, _, _, text, _ in members),
            copies=sum(role == "copy" for _, role, *_ in members), foldable=len(is_open - {keeper}),
            state=canonical_state([(address, target) for address, role, _, _, target in members if role != "redirect"]),
        ))  # fmt: skip
    return tuple(out)


def canonical_state(members: list[tuple[int, int | str | None]]) -> str:
    """What the canonicals of a group say together, from (address, the one it names): none, self, agreed or mixed.

    A page that all others name agrees with them even when it names none.
    """
    named = {canonical for _, canonical in members if canonical is not None}
    if not named:
        return "none"
    if len(named) == 1:
        (target,) = named
        return "agreed" if all(c == target or (c is None and a == target) for a, c in members) else "mixed"
    return "self" if all(a == c for a, c in members) else "mixed"


def reasons(connection: sqlite3.Connection, group: int) -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
    """Why the keeper was chosen, and which signals contradict it."""
    row = connection.execute("SELECT reasons, conflicts FROM clusters WHERE id = ?", (group,)).fetchone()
    chosen, against = (tuple(Reason(r["good"], r["code"], r["values"]) for r in json.loads(text)) for text in row)
    return chosen, against


def members(connection: sqlite3.Connection, group: int) -> list[Member]:
    """The members of a group: keeper first, then the closest to it; those without a text last."""
    rows = connection.execute(
        """SELECT m.address, a.url, coalesce(p.title, ''), coalesce(p.lang, ''), m.role, m.jaccard_to_keeper,
          m.in_keeper, m.keeper_in, coalesce(n.unique_share, 0), coalesce(n.words, 0), coalesce(n.inlinks, 0),
          coalesce(f.origin = 'sitemap', 0), coalesce(n.text, ''), p.main_hash, p.body_hash,
          coalesce(n.indexability, 'not_a_page'), n.canonical, p.redirect_to, coalesce(p.amp, 0),
          (SELECT z FROM annotations WHERE version = p.id)
        FROM members m JOIN addresses a ON a.id = m.address JOIN clusters c ON c.id = m.cluster
        LEFT JOIN versions p ON p.address = m.address AND p.crawl = (SELECT max(id) FROM crawls)
        LEFT JOIN frontier f ON f.address = m.address AND f.crawl = p.crawl
        LEFT JOIN analysed n ON n.address = m.address
        WHERE m.cluster = ?
        ORDER BY m.address != c.keeper, coalesce(n.text, '') = '', m.jaccard_to_keeper DESC,
          max(m.in_keeper, m.keeper_in) DESC, a.key""",
        (group,),
    )
    return [Member(*row) for row in rows]


def compared(connection: sqlite3.Connection, addresses: Iterable[int]) -> dict[int, Member]:
    """Pages that have a text, in a group or not, as members that stand in no relation to a keeper."""
    wanted = sorted(set(addresses))
    rows = connection.execute(
        f"""SELECT n.address, a.url, p.title, p.lang, '', 0.0, 0.0, 0.0, n.unique_share, n.words, n.inlinks,
          coalesce(f.origin = 'sitemap', 0), n.text, p.main_hash, p.body_hash
        FROM analysed n JOIN addresses a ON a.id = n.address
        JOIN versions p ON p.address = n.address AND p.crawl = (SELECT max(id) FROM crawls)
        LEFT JOIN frontier f ON f.address = n.address AND f.crawl = p.crawl
        WHERE n.text != '' AND n.address IN ({", ".join("?" * len(wanted))})""",  # noqa: S608 marks alone
        wanted,
    )
    return {row[0]: Member(*row) for row in rows}


def inside(connection: sqlite3.Connection, addresses: Sequence[int]) -> dict[tuple[int, int], Scored]:
    """The stored pairs among a few addresses, as (a, b) and seen from a."""
    marks = ", ".join("?" * len(addresses))
    query = f"SELECT a, b, shared, size_a, size_b, text FROM pairs WHERE a IN ({marks}) AND b IN ({marks})"  # noqa: S608
    return {(a, b): Scored(*row) for a, b, *row in connection.execute(query, (*addresses, *addresses))}


def spread(connection: sqlite3.Connection, addresses: Sequence[int]) -> tuple[float, ...]:
    """Mean shares of the text of some pages that stand on no other page, on 1, on 2 to 5, on 6 to 20, on more; empty
    where that was not counted."""
    marks = ", ".join("?" * len(addresses))
    row = connection.execute(
        f"""SELECT avg(n.unique_share), avg(s.on_1), avg(s.on_2_5), avg(s.on_6_20), avg(s.on_more)
        FROM spread s JOIN analysed n USING (address) WHERE address IN ({marks})""",  # noqa: S608 marks alone
        tuple(addresses),
    ).fetchone()
    return tuple(row) if row[0] is not None else ()


def scored(connection: sqlite3.Connection, a: int, b: int) -> Scored | None:
    """The pair (a, b) as stored, seen from `a`; None when it lies below the thresholds."""
    query = "SELECT shared, size_a, size_b, text FROM pairs WHERE a = ? AND b = ?"
    row = connection.execute(query, (a, b)).fetchone()
    if row is not None:
        return Scored(*row)
    row = connection.execute(query, (b, a)).fetchone()
    return Scored(row[0], row[2], row[1], row[3]) if row is not None else None


def text(connection: sqlite3.Connection, member: Member, kind: str) -> str:
    """The main or body text of a page; empty when it has none."""
    key = member.main_hash if kind == "main" else member.body_hash
    row = connection.execute("SELECT z FROM texts WHERE hash = ?", (key,)).fetchone()
    return zlib.decompress(row[0]).decode("utf-8", "replace") if row else ""
