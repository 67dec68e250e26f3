"""The pairs that a review may ask about, of all similarities.

Above the thresholds the audit file has every pair. Below them it has none, but it knows whom to look at: the closest
partner of each page (the next to join if the threshold falls), two members of one group that meet the threshold with
its representative only, and neighbours by address, which often share a template. Some of each are scored anew from
their texts: exact scores, though no even sample of all pairs that lie below. Comparing the whole site again with a
lower threshold would find all of them, and take as long as the analysis did.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np

from ..similarity.engine import Floats, Ints
from . import pages
from .choose import LOPSIDED, Candidate
from .pages import Scorer, candidate

BINS = 50
STORED = 20  # pairs of each bin and measure taken from those that are stored
CLOSEST = 12  # partners of each bin that are scored
FEW = 150  # neighbours, and pairs inside groups, that are scored
_ROWS = 50_000


def read(connection: sqlite3.Connection, scorer: Scorer, seed: int) -> list[Candidate]:
    """The pool, by keys; the same for the same audit and seed."""
    order = [a for (a,) in connection.execute(_BY_KEY)]
    rank = {address: n for n, address in enumerate(order)}
    stored = _stored(connection, rank, seed)
    others = [
        pair
        for pair in dict.fromkeys((*_closest(connection, rank, seed), *_inside(connection, rank, seed),
                                   *_neighbours(order, seed)))
        if pair[:2] not in stored and not _is_stored(connection, *pair)
    ]  # fmt: skip
    known = pages.read(connection, {address for pair in (*stored, *others) for address in pair})
    found = [candidate(known[a], known[b], *sizes) for (a, b), sizes in stored.items() if a in known and b in known]
    scored = (scorer.candidate(known[a], known[b]) for a, b in others if a in known and b in known)
    found += [pair for pair in scored if pair is not None and pair.shared]
    return sorted(found, key=lambda pair: pair.keys)


_BY_KEY = "SELECT n.address FROM analysed n JOIN addresses a ON a.id = n.address WHERE n.text <> '' ORDER BY a.key"

Addresses = tuple[int, int]


def _stored(connection: sqlite3.Connection, rank: dict[int, int], seed: int) -> dict[Addresses, tuple[int, int, int]]:
    """STORED pairs of each bin of each measure, drawn by lot, with their scores."""
    parts = [np.empty((0, 5), np.int64)]
    cursor = connection.execute("SELECT a, b, shared, size_a, size_b FROM pairs")
    while rows := cursor.fetchmany(_ROWS):
        parts.append(np.array(rows, np.int64))
    table = np.concatenate(parts)
    shared, size_a, size_b = table[:, 2:].T
    low, high = np.minimum(size_a, size_b), np.maximum(size_a, size_b)
    lopsided = low < LOPSIDED * high
    value = np.where(lopsided, shared / np.maximum(low, 1), shared / np.maximum(low + high - shared, 1))
    lots = _lots(np.array([rank.get(a, -1) for a in table[:, 0].tolist()], np.int64),
                 np.array([rank.get(b, -1) for b in table[:, 1].tolist()], np.int64), seed)  # fmt: skip
    drawn = _drawn(_bins(value) + BINS * lopsided, lots, STORED)
    return {(a, b): (s, m, n) for a, b, s, m, n in table[drawn].tolist()}


def _closest(connection: sqlite3.Connection, rank: dict[int, int], seed: int) -> Iterator[Addresses]:
    """CLOSEST pages of each bin with their closest partners."""
    rows = connection.execute(
        "SELECT address, closest, closest_jaccard FROM analysed WHERE closest IS NOT NULL AND closest_jaccard < 1"
    ).fetchall()
    rows = [row for row in rows if row[0] in rank and row[1] in rank]
    value = np.array([jaccard for *_, jaccard in rows])
    ends = np.array([(rank[a], rank[b]) for a, b, _ in rows], np.int64).reshape(-1, 2)
    lots = _lots(ends.min(axis=1, initial=2**40), ends.max(axis=1, initial=0), seed)
    for n in _drawn(_bins(value), lots, CLOSEST).tolist():
        yield _ordered(rows[n][0], rows[n][1], rank)


def _inside(connection: sqlite3.Connection, rank: dict[int, int], seed: int) -> Iterator[Addresses]:
    """Two members of each of some groups."""
    members: dict[int, list[int]] = {}
    for cluster, address in connection.execute("SELECT cluster, address FROM members"):
        if address in rank:
            members.setdefault(cluster, []).append(address)
    rng = np.random.default_rng(seed)
    groups = sorted(cluster for cluster, few in members.items() if len(few) > 2)
    for cluster in sorted(rng.choice(groups, min(FEW, len(groups)), replace=False).tolist()) if groups else ():
        a, b = rng.choice(sorted(rank[m] for m in members[cluster]), 2, replace=False).tolist()
        by_rank = {rank[m]: m for m in members[cluster]}
        yield by_rank[min(a, b)], by_rank[max(a, b)]


def _neighbours(order: list[int], seed: int) -> Iterator[Addresses]:
    """Some pages with the next one by address."""
    rng = np.random.default_rng(seed)
    for n in sorted(rng.choice(max(len(order) - 1, 0), min(FEW, max(len(order) - 1, 0)), replace=False).tolist()):
        yield order[n], order[n + 1]


def _is_stored(connection: sqlite3.Connection, a: int, b: int) -> bool:
    row = connection.execute("SELECT 1 FROM pairs WHERE (a, b) IN (VALUES (?1, ?2), (?2, ?1))", (a, b)).fetchone()
    return row is not None


def _ordered(a: int, b: int, rank: dict[int, int]) -> Addresses:
    return (a, b) if rank[a] < rank[b] else (b, a)


def _bins(values: Floats) -> Ints:
    return np.minimum((values * BINS).astype(np.int64), BINS - 1)


def _lots(a: Ints, b: Ints, seed: int) -> Ints:
    """A scattered number for each pair of ranks (splitmix64), so that no lot depends on the others."""
    with np.errstate(over="ignore"):
        x = a.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + b.astype(np.uint64) + np.uint64(seed)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
        return np.asarray(x >> np.uint64(1), np.int64)


def _drawn(bins: Ints, lots: Ints, most: int) -> Ints:
    """Places of the `most` lowest lots of each bin."""
    order = np.lexsort((lots, bins))
    first = np.searchsorted(bins[order], bins[order])
    return order[np.arange(len(order)) - first < most]
