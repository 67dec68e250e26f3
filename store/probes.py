"""crawler.probes.ProbeBook on the audit file."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from ..model import Probe, Texts
from .file import Store

_SOFT_404 = "answers 200 with the text that the site shows for an address that does not exist ({})"
_PAGES = """
SELECT a.key, CASE WHEN v.body_words THEN v.body_words ELSE v.main_words END, v.outcome <> 'soft_404'
FROM versions v JOIN addresses a ON a.id = v.address
WHERE v.crawl = ? AND v.outcome IN ('ok', 'not_modified', 'soft_404') AND a.key > ? AND a.key < ?
ORDER BY a.key LIMIT ?"""
_CHUNK = 10_000


class StoredProbes:
    """The probes of one crawl and the pages that they are compared with."""

    def __init__(self, store: Store, crawl: int) -> None:
        self._store, self._crawl, self._db = store, crawl, store.connection

    def pages(self, under: str = "") -> Iterator[tuple[str, int, bool]]:
        """(key, words, False for a soft 404) of every page, by key; of those alone whose key goes on after `under`."""
        last = under
        while rows := self._db.execute(_PAGES, (self._crawl, last, under + "\x7f", _CHUNK)).fetchall():
            yield from ((key, size, bool(is_page)) for key, size, is_page in rows)
            last = rows[-1][0]

    def read(self, key: str) -> tuple[str, Texts]:
        """Title and texts of a page."""
        title, main, body = self._db.execute(
            "SELECT v.title, m.z, b.z FROM addresses a JOIN versions v ON v.address = a.id AND v.crawl = ?"
            " LEFT JOIN texts m ON m.hash = v.main_hash LEFT JOIN texts b ON b.hash = v.body_hash WHERE a.key = ?",
            (self._crawl, key),
        ).fetchone()
        return title, Texts(*(zlib.decompress(z).decode("utf-8") if z else "" for z in (main, body)))

    def probed(self) -> set[tuple[str, str]]:
        """(section, kind) of what is stored."""
        return set(self._db.execute("SELECT section, kind FROM probes WHERE crawl = ?", (self._crawl,)))

    def save(self, probe: Probe, soft_404: Iterable[str] = ()) -> None:
        """A probe and what it tells of pages, in one transaction."""
        p = probe
        same = None if p.same is None else int(p.same)
        with self._store.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO probes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    self._crawl,
                    p.section,
                    p.kind,
                    p.page,
                    p.asked,
                    p.status,
                    p.redirect_to,
                    same,
                    int(p.settled),
                    p.note,
                ),
            )
            db.executemany(
                "UPDATE versions SET outcome = 'soft_404', note = ?"
                " WHERE crawl = ? AND address = (SELECT id FROM addresses WHERE key = ?)",
                [(_SOFT_404.format(p.asked), self._crawl, key) for key in soft_404],
            )


def read_probes(store: Store) -> tuple[Probe, ...]:
    """The probes of the latest crawl, in the order of sections."""
    rows = store.connection.execute(
        "SELECT section, kind, page, asked, status, redirect_to, same, settled, note FROM probes"
        " WHERE crawl = (SELECT max(id) FROM crawls) ORDER BY section, kind"
    )
    return tuple(
        Probe(section, kind, page, asked, status, to, None if same is None else bool(same), bool(settled), note)
        for section, kind, page, asked, status, to, same, settled, note in rows
    )
