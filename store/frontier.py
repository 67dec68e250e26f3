"""The crawl's books in the audit file: addresses, what waits and what was answered."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from .. import words
from ..config import CrawlSettings
from ..crawler.frontier import Counts
from ..model import UNANSWERED, Crawled, Declared, Link, Page, Render, SourceSeen, Task
from ..urls import identity
from . import annotations as store_annotations
from . import links as store_links
from . import targets
from .again import MAY_ANSWER, Before
from .file import Store, as_json, now
from .robots import save_robots
from .sitemaps import note_files, save_sitemap

_PAGE_COLUMNS = (
    "crawl, address, fetched, status, outcome, note, redirect_to, refresh_delay, seconds, size, content_type, charset,"
    " charset_conflict, content, etag, last_modified, title, description, h1, lang, amp, canonicals, robots,"
    " alternates, og_url, prev_url, next_url, insecure, insecure_url, tls_fault, main_hash, body_hash,"
    " main_words, body_words, content_hash, header_hash, reader"
)
_SAVE_PAGE = f"INSERT OR REPLACE INTO versions ({_PAGE_COLUMNS}) VALUES ({', '.join('?' * 37)})"  # noqa: S608 (constant)
_DECLARED = "origin NOT IN ('redirect', 'link', 'known', 'hreflang')"
_UNANSWERED = f"""
SELECT a.id, a.url, f.depth, f.level FROM versions v JOIN addresses a ON a.id = v.address
JOIN frontier f ON f.crawl = v.crawl AND f.address = v.address
WHERE v.crawl = ? AND v.address > ? AND {MAY_ANSWER} ORDER BY v.address LIMIT ?
"""  # noqa: S608 (constants)


class StoredFrontier:
    """crawler.frontier.Frontier on the audit file. Every method is one transaction.

    `settings` say whether what an earlier crawl got may be used again, and how pages are read.
    """

    def __init__(self, store: Store, crawl: int, settings: CrawlSettings | None = None) -> None:
        self._store = store
        self._crawl = crawl
        self._db = store.connection
        self._before = Before(self._db, crawl, settings or CrawlSettings())

    def saw_source(self, seen: SourceSeen) -> None:
        """Note a robots.txt or sitemap that was read; a second reading replaces the first."""
        with self._store.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?)",
                (self._crawl, seen.url, seen.kind, seen.status, seen.entries, seen.note),
            )
            if seen.robots is not None:
                save_robots(db, self._crawl, seen.robots)
            if seen.file is not None:
                save_sitemap(db, self._crawl, seen.file)

    def declare(self, found: Iterable[Declared]) -> int:
        """Add addresses to fetch; how many were new to this crawl."""
        return self._add(found, "new", "")

    def skip(self, found: Iterable[Declared], reason: str) -> int:
        """Add addresses that will not be fetched."""
        return self._add(found, "skipped", reason)

    def all_declared(self) -> None:
        """The sources were read to their end."""
        with self._store.writing() as db:
            db.execute(
                f"UPDATE crawls SET declared = (SELECT count(*) FROM frontier WHERE crawl = ?1 AND {_DECLARED})"  # noqa: S608 (constant)
                " WHERE id = ?1",
                (self._crawl,),
            )

    @property
    def is_declared(self) -> bool:
        """Whether the sources were read to their end, in this run or an earlier one."""
        row = self._db.execute("SELECT declared FROM crawls WHERE id = ?", (self._crawl,)).fetchone()
        return row[0] is not None

    def take(self, after: int, limit: int) -> list[Task]:
        """Waiting addresses above `after`, in the order of their ids."""
        rows = self._db.execute(
            "SELECT a.id, a.url, f.depth, f.level FROM frontier f JOIN addresses a ON a.id = f.address"
            " WHERE f.crawl = ? AND f.state = 'new' AND f.address > ? ORDER BY f.address LIMIT ?",
            (self._crawl, after, limit),
        )
        return self._tasks(rows)

    def unanswered(self, after: int, limit: int) -> list[Task]:
        """Addresses above `after` that were asked in vain, but may answer another time."""
        return self._tasks(self._db.execute(_UNANSWERED, (self._crawl, after, limit)))

    def _tasks(self, rows: Iterable[tuple[int, str, int, int]]) -> list[Task]:
        return [Task(*row, self._before.known(row[0])) for row in rows]

    def known(self) -> Iterator[str]:
        """Pages of the crawl before, of the same source, that nobody has named in this one."""
        return self._before.unnamed()

    def links(self, version: int) -> tuple[Link, ...]:
        """The links of a page as an earlier crawl found them."""
        return self._before.links(version)

    def waiting(self, url: str) -> Task | None:
        """The task of an address if it waits."""
        row = self._db.execute(
            "SELECT a.id, a.url, f.depth FROM addresses a JOIN frontier f ON f.address = a.id"
            " WHERE a.key = ? AND f.crawl = ? AND f.state = 'new'",
            (identity.key(url), self._crawl),
        ).fetchone()
        return Task(*row) if row else None

    def save(self, batch: Sequence[Crawled]) -> None:
        """Store answered addresses with their texts and links."""
        stamp = now()
        with self._store.writing() as db:
            for item in batch:
                self._insert(item.found, "new", "")
                version = self._before.repeat(item, stamp) if item.page.repeats else self._save_read(item, stamp)
                if item.render:
                    self._keep_render(version, item.render)
                if item.page.links:
                    db.execute("INSERT OR REPLACE INTO links VALUES (?, ?)", (version, _links_blob(item.page)))
            db.executemany(
                "UPDATE frontier SET state = ? WHERE crawl = ? AND address = ?",
                [("failed" if i.page.outcome in UNANSWERED else "done", self._crawl, i.task.id) for i in batch],
            )

    def _save_read(self, item: Crawled, stamp: str) -> int | None:
        """Store an answer with its texts; the id of its version."""
        page, texts = item.page, item.texts
        target = self._address_of(page.redirect_to)
        main, body = _text_row(texts.main), _text_row(texts.body)
        self._db.executemany("INSERT OR IGNORE INTO texts VALUES (?, ?)", [t for t in (main, body) if t])
        row = (
            self._crawl, item.task.id, stamp, *_page_row(page, target), main and main[0], body and body[0],
            words.count(texts.main), words.count(texts.body), page.content_hash or None, page.header_hash,
            self._before.reader,
        )  # fmt: skip
        version = self._db.execute(_SAVE_PAGE, row).lastrowid
        store_annotations.keep(self._db, version, page)
        return version

    def _keep_render(self, version: int | None, render: Render) -> None:
        """Both sides of a rendered page."""
        sides = (
            ("raw", render.raw, render.raw_texts, 0.0, 0, ""),
            ("rendered", render.page, render.texts, render.seconds, render.requests, render.note),
        )
        for kind, page, texts, *how in sides:
            main, body = _text_row(texts.main), _text_row(texts.body)
            self._db.executemany("INSERT OR IGNORE INTO texts VALUES (?, ?)", [t for t in (main, body) if t])
            lists = (as_json([dataclasses.asdict(x) for x in items]) for items in (page.canonicals, page.robots))
            hashes = (main and main[0], body and body[0], words.count(texts.body))
            said = store_annotations.packed(page.hreflang)
            row = (version, kind, page.outcome, page.title, *lists, *hashes, *how, said)
            self._db.execute(f"INSERT OR REPLACE INTO renders VALUES ({', '.join('?' * 13)})", row)  # noqa: S608

    def counts(self) -> Counts:
        """Addresses by state."""
        states = dict(
            self._db.execute("SELECT state, count(*) FROM frontier WHERE crawl = ? GROUP BY state", (self._crawl,))
        )
        (declared,) = self._db.execute(
            f"SELECT count(*) FROM frontier WHERE crawl = ? AND {_DECLARED}",  # noqa: S608 (constant)
            (self._crawl,),
        ).fetchone()
        return Counts(
            declared, states.get("new", 0), states.get("done", 0), states.get("failed", 0), states.get("skipped", 0)
        )

    def deepest(self) -> int:
        """The highest level of an address that was not skipped."""
        row = self._db.execute(
            "SELECT coalesce(max(level), 0) FROM frontier WHERE crawl = ? AND level > 0 AND state <> 'skipped'",
            (self._crawl,),
        ).fetchone()
        return int(row[0])

    def linked(self) -> Iterator[str]:
        """Keys of the addresses that links alone led to."""
        return store_links.linked(self._store, self._crawl)

    def targets(self, most: int, may: Callable[[str], bool]) -> int:
        """Add targets of hreflang annotations; how many wait."""
        return targets.add(self._store, self._crawl, most, may)

    def follow(self, level: int, judge: Callable[[str, bool], str | None]) -> int:
        """Add what pages of `level` link to; how many addresses wait."""
        return store_links.follow(self._store, self._crawl, level, judge)

    def finish(self, site: str, sites: Sequence[tuple[str, str]] = ()) -> None:
        """The crawl is complete; `site` is the origin that it was about, `sites` (source, origin) of several."""
        with self._store.writing() as db:
            db.execute(
                "UPDATE crawls SET finished = ?, site = ?, sites = ? WHERE id = ?",
                (now(), site, as_json(sites), self._crawl),
            )

    def _add(self, found: Iterable[Declared], state: str, reason: str) -> int:
        with self._store.writing():
            return self._insert(found, state, reason)

    def _insert(self, found: Iterable[Declared], state: str, reason: str) -> int:
        keyed = [(identity.key(d.url), d) for d in found]
        keyed = [(key, d) for key, d in keyed if key]
        before = self._db.total_changes
        self._db.executemany(
            "INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", [(key, d.url) for key, d in keyed]
        )
        new_addresses = self._db.total_changes - before
        self._db.executemany(
            # A sitemap that gave no answer at first may name what others have led to meanwhile.
            "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason, level)"
            " SELECT ?, id, ?, ?, ?, ?, ?, ? FROM addresses WHERE key = ?"
            " ON CONFLICT DO UPDATE SET origin = excluded.origin, depth = excluded.depth, lastmod = excluded.lastmod"
            " WHERE excluded.origin = 'sitemap' AND origin <> 'sitemap'",
            [(self._crawl, d.origin, d.depth, d.lastmod, state, reason, d.level, key) for key, d in keyed],
        )
        new = self._db.total_changes - before - new_addresses
        note_files(self._db, self._crawl, ((key, d.file) for key, d in keyed if d.file))
        store_annotations.keep_listed(self._db, self._crawl, ((key, d.listed) for key, d in keyed if d.listed))
        return new

    def _address_of(self, url: str) -> int | None:
        """The id of an address, added when it is new (a redirect may lead where nobody will go)."""
        key = identity.key(url) if url else ""
        if not key:
            return None
        self._db.execute("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", (key, url))
        row = self._db.execute("SELECT id FROM addresses WHERE key = ?", (key,)).fetchone()
        return int(row[0])


def _page_row(page: Page, redirect_to: int | None) -> tuple[object, ...]:
    lists = ([dataclasses.asdict(x) for x in items] for items in (page.canonicals, page.robots, page.alternates))
    return (
        page.status, page.outcome, page.note, redirect_to, page.refresh_delay, page.seconds, page.size,
        page.content_type, page.charset, page.charset_conflict, as_json(page.content), page.etag,
        page.last_modified, page.title, page.description, page.h1, page.lang, int(page.amp),
        *(as_json(items) for items in lists), page.og_url, page.prev_url, page.next_url, page.insecure,
        page.insecure_url, page.tls_fault,
    )  # fmt: skip


def _text_row(text: str) -> tuple[bytes, bytes] | None:
    """(hash, compressed); surrogates that no encoding holds are replaced."""
    if not text:
        return None
    data = text.encode("utf-8", "replace")
    return hashlib.sha256(data).digest()[:16], zlib.compress(data, 3)


def _links_blob(page: Page) -> bytes:
    return zlib.compress(
        json.dumps([(x.key, x.anchor, int(x.nofollow)) for x in page.links], separators=(",", ":")).encode(), 3
    )
