"""The crawl's books in the audit file: crawls, addresses, what waits and what was answered."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import words
from .config import CrawlSettings
from .crawler import again
from .crawler.frontier import Counts
from .errors import UsageError
from .model import UNANSWERED, Crawled, Declared, Link, Page, SourceSeen, Task
from .store import Store, as_json, now
from .store_again import MAY_ANSWER, Before
from .urls import identity

_PAGE_COLUMNS = (
    "crawl, address, fetched, status, outcome, note, redirect_to, seconds, size, content_type, charset, etag,"
    " last_modified, title, description, h1, lang, amp, canonicals, robots, alternates, main_hash, body_hash,"
    " main_words, body_words, content_hash, header_hash, reader"
)
_SAVE_PAGE = f"INSERT OR REPLACE INTO versions ({_PAGE_COLUMNS}) VALUES ({', '.join('?' * 28)})"  # noqa: S608 (constant)
_DECLARED = "origin NOT IN ('redirect', 'known')"
_UNANSWERED = f"""
SELECT a.id, a.url, f.depth FROM versions v JOIN addresses a ON a.id = v.address
JOIN frontier f ON f.crawl = v.crawl AND f.address = v.address
WHERE v.crawl = ? AND v.address > ? AND {MAY_ANSWER} ORDER BY v.address LIMIT ?
"""  # noqa: S608 (constants)


@dataclass(frozen=True, slots=True)
class Crawl:
    """A crawl as the audit file knows it; `finished` and `audited` are empty until they are."""

    id: int
    source: str
    site: str
    finished: str
    audited: str


def latest(store: Store) -> Crawl | None:
    """The newest crawl in the file."""
    row = store.connection.execute(
        "SELECT id, source, site, coalesce(finished, ''), coalesce(audited, '') FROM crawls ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return Crawl(*row) if row else None


def begin(store: Store, source: str, settings: CrawlSettings) -> Crawl:
    """The crawl to go on with: the newest one of this source when it was not brought to its end, else a new one.

    Raises UsageError when the file holds another site's audit.
    """
    source = identity.without_credentials(source)
    last = latest(store)
    if last is not None and not _same_site(last.source, source):
        raise UsageError(f"{store.folder} holds an audit of {last.source}, not of {source}; choose another with -o")
    if last is not None and last.source == source and not last.audited:
        return last
    with store.writing() as db:
        db.execute(
            "INSERT INTO crawls (source, site, started, settings, previous)"
            " SELECT ?, '', ?, ?, max(id) FROM crawls WHERE finished IS NOT NULL",
            (source, now(), as_json(dataclasses.asdict(settings))),
        )
    crawl = latest(store)
    assert crawl is not None
    return crawl


def _same_site(stored: str, given: str) -> bool:
    hosts = [identity.host(s if "//" in s else f"https://{s}").removeprefix("www.") for s in (stored, given)]
    return hosts[0] == hosts[1]


class StoredFrontier:
    """crawler.frontier.Frontier on the audit file. Every method is one transaction.

    With `refresh` nothing that an earlier crawl got is used again.
    """

    def __init__(self, store: Store, crawl: int, *, refresh: bool = False) -> None:
        self._store = store
        self._crawl = crawl
        self._db = store.connection
        self._before = Before(self._db, crawl, refresh)

    def saw_source(self, seen: SourceSeen) -> None:
        """Note a robots.txt or sitemap that was read; a second reading replaces the first."""
        with self._store.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?)",
                (self._crawl, seen.url, seen.kind, seen.status, seen.entries, seen.note),
            )

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
            "SELECT a.id, a.url, f.depth FROM frontier f JOIN addresses a ON a.id = f.address"
            " WHERE f.crawl = ? AND f.state = 'new' AND f.address > ? ORDER BY f.address LIMIT ?",
            (self._crawl, after, limit),
        )
        return self._tasks(rows)

    def unanswered(self, after: int, limit: int) -> list[Task]:
        """Addresses above `after` that were asked in vain, but may answer another time."""
        return self._tasks(self._db.execute(_UNANSWERED, (self._crawl, after, limit)))

    def _tasks(self, rows: Iterable[tuple[int, str, int]]) -> list[Task]:
        return [Task(*row, self._before.known(row[0])) for row in rows]

    def known(self) -> Iterator[str]:
        """Pages of the crawl before, of the same source, that nobody has named in this one."""
        return self._before.unnamed()

    def links(self, version: int) -> tuple[Link, ...]:
        """The links of a page as an earlier crawl found them."""
        return self._before.links(version)

    def save(self, batch: Sequence[Crawled]) -> None:
        """Store answered addresses with their texts and links."""
        stamp = now()
        with self._store.writing() as db:
            for item in batch:
                self._insert(item.found, "new", "")
                version = self._before.repeat(item, stamp) if item.page.repeats else self._save_read(item, stamp)
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
            again.reader(),
        )  # fmt: skip
        return self._db.execute(_SAVE_PAGE, row).lastrowid

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

    def finish(self, site: str) -> None:
        """The crawl is complete; `site` is the origin that it was about."""
        with self._store.writing() as db:
            db.execute("UPDATE crawls SET finished = ?, site = ? WHERE id = ?", (now(), site, self._crawl))

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
            "INSERT INTO frontier SELECT ?, id, ?, ?, ?, ?, ? FROM addresses WHERE key = ?"
            " ON CONFLICT DO UPDATE SET origin = excluded.origin, depth = excluded.depth, lastmod = excluded.lastmod"
            " WHERE excluded.origin = 'sitemap' AND origin <> 'sitemap'",
            [(self._crawl, d.origin, d.depth, d.lastmod, state, reason, key) for key, d in keyed],
        )
        return self._db.total_changes - before - new_addresses

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
        page.status, page.outcome, page.note, redirect_to, page.seconds, page.size, page.content_type, page.charset,
        page.etag, page.last_modified, page.title, page.description, page.h1, page.lang, int(page.amp),
        *(as_json(items) for items in lists),
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
