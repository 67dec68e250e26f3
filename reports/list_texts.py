"""The texts of pages that stand in pairs, as chunks from which a page of the report draws any pair.

Closest pages first, up to a limit of megabytes; a pair whose texts are not there is shown with its numbers alone.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence

from ..similarity.blocks import Blocks, without_blocks
from .chunks import Chunks, Row
from .list_rows import TEXTS
from .show import shorten
from .sides import TEXT_LIMIT

CHUNK = 400_000  # bytes of a file: two are read for a pair
_URL = 2_000  # characters of an address up to which it is a link

_QUERY = """
SELECT a.id, a.url, coalesce(v.title, ''), coalesce(v.lang, ''), z.z
FROM addresses a JOIN versions v ON v.address = a.id AND v.crawl = (SELECT max(id) FROM crawls)
JOIN texts z ON z.hash = {} WHERE a.id = ?"""


def write(
    connection: sqlite3.Connection, chunks: Chunks, pairs: Iterable[Row], ids: Sequence[int], blocks: Blocks, most: int
) -> tuple[list[list[int]], dict[str, dict[int, int]]]:
    """Write the texts for `pairs` (list_rows.pairs), some `most` bytes; `ids` are the addresses by row.

    For each of TEXTS comes back the row of a page with which each file begins; and by its name, the rows of the pages
    whose texts are there, by address.
    """
    wanted: list[set[int]] = [set() for _ in TEXTS]
    for a, b, *_, text, _, _ in pairs:
        wanted[text] |= {a, b}
    budget = _Budget(most)
    starts = []
    held = {}
    for number, kind in enumerate(TEXTS):
        rows = sorted(wanted[number])
        query = _QUERY.format(f"v.{kind}_hash")
        found = (
            _row(row, values, blocks if kind == "body" else frozenset())
            for row in rows
            for values in connection.execute(query, (ids[row],))
        )
        written: list[int] = []
        begins = chunks.write(f"texts-{kind}", _noted(budget.within(found), written), limit=CHUNK)
        starts.append([written[n] for n in begins])
        held[kind] = {ids[row]: row for row in written}
    return starts, held


class _Budget:
    """Lets rows through until their texts have used it up."""

    def __init__(self, most: int) -> None:
        self._left = most

    def within(self, rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            self._left -= len(row[5].encode("utf-8", "replace"))
            if self._left < 0:
                return
            yield row


def _noted(rows: Iterable[Row], numbers: list[int]) -> Iterator[Row]:
    for row in rows:
        numbers.append(row[0])
        yield row


def _row(row: int, values: tuple[int, str, str, str, bytes], blocks: Blocks) -> Row:
    """(row of the page, address or '' if it is no link, title, language, whether the text was cut, text)."""
    _, url, title, lang, z = values
    text = without_blocks(zlib.decompress(z).decode("utf-8", "replace"), blocks)
    link = url if len(url) < _URL else ""
    return row, link, shorten(title, 160), lang[:20], int(len(text) > TEXT_LIMIT), text[:TEXT_LIMIT]
