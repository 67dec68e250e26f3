"""Pages of the audit file as a review needs them: their texts, and pairs of them scored as the analysis scores them."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np

from ..config import CompareSettings, TextSettings
from ..model import TextKind
from ..similarity import shingles
from ..similarity.blocks import Blocks, section, without_blocks
from ..similarity.words import Hashes
from .choose import Candidate

_CACHE = 2_000  # texts whose shingles are kept


@dataclass(frozen=True, slots=True)
class Page:
    """A compared page. `text` is the kind of text that it is judged by; `group` is 0 outside of groups."""

    address: int
    key: str
    url: str
    title: str
    lang: str
    text: TextKind
    words: int
    main_hash: bytes | None
    body_hash: bytes | None
    group: int

    def hash(self, kind: TextKind) -> bytes | None:
        """The hash of one of its texts."""
        return self.main_hash if kind == "main" else self.body_hash


def kind_of(a: Page, b: Page) -> TextKind:
    """The kind of text that a pair is scored on."""
    return "main" if a.text == b.text == "main" else "body"


def read(connection: sqlite3.Connection, addresses: Iterable[int]) -> dict[int, Page]:
    """Compared pages of the latest crawl by the row ids of their addresses."""
    return {page.address: page for page in _read(connection, "n.address", sorted(set(addresses)))}


def read_by_key(connection: sqlite3.Connection, keys: Iterable[str]) -> dict[str, Page]:
    """The same by identity key."""
    return {page.key: page for page in _read(connection, "a.key", sorted(set(keys)))}


def _read(connection: sqlite3.Connection, column: str, values: list[int] | list[str]) -> Iterable[Page]:
    for part in (values[n : n + 500] for n in range(0, len(values), 500)):
        rows = connection.execute(
            "SELECT n.address, a.key, a.url, p.title, p.lang, n.text, n.words, p.main_hash, p.body_hash,"  # noqa: S608
            " coalesce(m.cluster, 0) FROM addresses a JOIN analysed n ON n.address = a.id JOIN versions p"
            " ON p.address = a.id AND p.crawl = (SELECT max(id) FROM crawls) LEFT JOIN members m ON m.address = a.id"
            f" WHERE n.text <> '' AND {column} IN ({', '.join('?' * len(part))})",
            part,
        )
        yield from (Page(*row) for row in rows)


def text(connection: sqlite3.Connection, digest: bytes | None) -> str | None:
    """A stored text; None when it is not in the file (any more)."""
    row = connection.execute("SELECT z FROM texts WHERE hash = ?", (digest,)).fetchone()
    return zlib.decompress(row[0]).decode("utf-8", "replace") if row else None


class Scorer:
    """Scores pairs from their texts, with the analysis' own functions and settings."""

    def __init__(
        self, connection: sqlite3.Connection, compare: CompareSettings, reading: TextSettings, blocks: Blocks
    ) -> None:
        self._connection, self._compare, self._reading, self._blocks = connection, compare, reading, blocks
        self._known: dict[tuple[TextKind, bytes], Hashes | None] = {}

    def score(self, kind: TextKind, hash_a: bytes | None, hash_b: bytes | None) -> tuple[int, int, int] | None:
        """Shared shingles and those of each text; None when one of the texts is missing or without words."""
        a, b = self._shingles(kind, hash_a), self._shingles(kind, hash_b)
        if a is None or b is None:
            return None
        return len(np.intersect1d(a, b, assume_unique=True)), len(a), len(b)

    def candidate(self, a: Page, b: Page) -> Candidate | None:
        """A pair of pages, scored; None when they cannot be compared."""
        found = self.score(kind := kind_of(a, b), a.hash(kind), b.hash(kind))
        return candidate(a, b, *found) if found else None

    def _shingles(self, kind: TextKind, digest: bytes | None) -> Hashes | None:
        if digest is None:
            return None
        if (kind, digest) not in self._known:
            while len(self._known) >= _CACHE:
                del self._known[next(iter(self._known))]
            whole = text(self._connection, digest) or ""
            shown = without_blocks(whole, self._blocks) if kind == "body" else whole
            (found,) = shingles.read([shown], self._compare, self._reading)[2]
            self._known[kind, digest] = found if len(found) else None
        return self._known[kind, digest]


def candidate(a: Page, b: Page, shared: int, size_a: int, size_b: int) -> Candidate:
    """A scored pair, its pages in the order of their keys, with the places that they stand for."""
    if a.key > b.key:
        a, b, size_a, size_b = b, a, size_b, size_a
    places = {f"section {section(urlsplit(page.url).path)}" for page in (a, b)}
    places |= {f"group {page.group}" for page in (a, b) if page.group}
    return Candidate(a.key, b.key, shared, size_a, size_b, frozenset(places))
