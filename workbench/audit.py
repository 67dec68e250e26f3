"""The query parameters of an audit, read from its file; nothing is written."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

from ..crawler import alike
from ..errors import UsageError
from ..model import Texts
from ..store.file import reading
from .evidence import Address, Parameter, parameters_of

# Addresses of the site's other spellings are no pages of it; a text counts only where a page was read.
_ADDRESSES = """
SELECT a.key, CASE WHEN v.outcome IN ('ok', 'not_modified') THEN hex(coalesce(v.body_hash, v.main_hash)) END
FROM frontier f JOIN addresses a ON a.id = f.address
LEFT JOIN versions v ON v.crawl = f.crawl AND v.address = f.address
WHERE f.crawl = ? AND f.reason NOT IN ('foreign_host', 'target') ORDER BY a.key"""


def parameters(out: Path) -> list[Parameter]:
    """Every parameter of the latest crawl, by name.

    Raises AuditFileError when there is no audit, UsageError when nothing was crawled yet.
    """
    with reading(out) as connection:
        row = connection.execute("SELECT max(id) FROM crawls").fetchone()
        if row[0] is None:
            raise UsageError(f"{out}: nothing was crawled yet; run 'pagetwin crawl' with -o {out} first")
        return parameters_of(_addresses(connection, row[0]), _Texts(connection).same)


def _addresses(connection: sqlite3.Connection, crawl: int) -> Iterator[Address]:
    """All of them whose path some address has with a query."""
    with_query = set()
    for key, _ in connection.execute(_ADDRESSES, (crawl,)):
        before, mark, _ = key.partition("?")
        if mark:
            with_query.add(before)
    for key, text in connection.execute(_ADDRESSES, (crawl,)):
        if key.partition("?")[0] in with_query:
            yield Address(key, text or "")


class _Texts:
    """Texts by their hash."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def same(self, a: str, b: str) -> bool | None:
        """Whether two texts have the same words; None for nearly."""
        like = alike.likeness(self._text(a), self._text(b))
        if like is None:
            return False
        return True if like.jaccard == 1 else None if like.jaccard >= alike.SHARE else False

    def _text(self, hash_: str) -> Texts:
        row = self._connection.execute("SELECT z FROM texts WHERE hash = ?", (bytes.fromhex(hash_),)).fetchone()
        return Texts(body=zlib.decompress(row[0]).decode("utf-8"))
