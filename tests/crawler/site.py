"""Helpers of the crawler's tests: a real HTTP server on loopback, a frontier in memory, a reader without processes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from pagetwin.crawler.frontier import Counts
from pagetwin.model import UNANSWERED, Crawled, Declared, Fetch, Link, Page, SourceSeen, Task, Texts
from pagetwin.urls import identity


@dataclass(frozen=True)
class Answer:
    """What a path answers. `length` is a Content-Length that lies; `raw` replaces the whole answer, status line too."""

    body: bytes | str = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    delay: float = 0.0
    length: int | None = None
    raw: bytes | None = None


@dataclass(frozen=True)
class Asked:
    """One request that the server got; `connection` tells which requests came by one connection."""

    path: str
    headers: Mapping[str, str]
    connection: int = 0


Page_ = Answer | bytes | str | Callable[[Asked], Answer]


def to(location: str, status: int = 301) -> Answer:
    """A redirect."""
    return Answer(status=status, headers=(("Location", location),))


def xml(body: bytes | str) -> Answer:
    """A sitemap as a server would send it."""
    return Answer(body, headers=(("Content-Type", "application/xml"),))


def urlset(*locs: str) -> Answer:
    """A sitemap of these addresses."""
    rows = "".join(f"<url><loc>{loc.replace('&', '&amp;')}</loc></url>" for loc in locs)
    return xml(f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>')


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A crawler that hangs up is no news."""


class Site:
    """A server on 127.0.0.1 with the pages given by path (`/a?x=1`). `asked` and `most_at_once` tell what came."""

    def __init__(self, pages: Mapping[str, Page_] | None = None, missing: Answer | None = None) -> None:
        self.pages: dict[str, Page_] = dict(pages or {})
        self.missing = missing or Answer("not here", 404)
        self.asked: list[Asked] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = 65_536

            def log_message(self, *args: object) -> None: ...

            def do_GET(self) -> None:
                site._answer(self)

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self.port: int = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [asked.path for asked in self.asked]

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        headers = {name.lower(): value for name, value in handler.headers.items()}
        asked = Asked(handler.path, headers, handler.client_address[1])
        with self._lock:
            self.asked.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            page = self.pages.get(handler.path, self.missing)
            page = page(asked) if callable(page) else page
            self._send(handler, page if isinstance(page, Answer) else Answer(page))
        except ConnectionError:
            pass  # the crawler hung up
        finally:
            with self._lock:
                self._at_once -= 1

    def _send(self, handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        time.sleep(answer.delay)
        if answer.raw is not None:
            handler.wfile.write(answer.raw)
            handler.close_connection = True
            return
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        handler.send_response(answer.status)
        for name, value in answer.headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body) if answer.length is None else answer.length))
        handler.end_headers()
        handler.wfile.write(body)
        if answer.length is not None:
            handler.close_connection = True


@dataclass
class _Row:
    declared: Declared
    state: str
    reason: str = ""


@dataclass
class MemoryFrontier:
    """crawler.frontier.Frontier in memory; ids are given in order of arrival, or by `ids` (key: id) if set."""

    ids: dict[str, int] = field(default_factory=dict)
    rows: dict[str, _Row] = field(default_factory=dict)
    sources: dict[str, SourceSeen] = field(default_factory=dict)
    pages: dict[str, Crawled] = field(default_factory=dict)
    batches: list[int] = field(default_factory=list)
    is_declared: bool = False
    before: list[str] = field(default_factory=list)  # pages of an earlier crawl

    def saw_source(self, seen: SourceSeen) -> None:
        self.sources[seen.url] = seen

    def declare(self, found: Iterable[Declared]) -> int:
        return self._add(found, "new", "")

    def skip(self, found: Iterable[Declared], reason: str) -> int:
        return self._add(found, "skipped", reason)

    def all_declared(self) -> None:
        self.is_declared = True

    def take(self, after: int, limit: int) -> list[Task]:
        waiting = ((self.ids[key], row) for key, row in self.rows.items() if row.state == "new")
        tasks = [Task(i, row.declared.url, row.declared.depth) for i, row in waiting if i > after]
        return sorted(tasks, key=lambda task: task.id)[:limit]

    def waiting(self, url: str) -> Task | None:
        key = identity.key(url)
        row = self.rows.get(key)
        return Task(self.ids[key], row.declared.url, row.declared.depth) if row and row.state == "new" else None

    def unanswered(self, after: int, limit: int) -> list[Task]:
        silent = ((self.ids[key], item.task) for key, item in self.pages.items() if self._may_answer(item.page))
        return sorted((task for i, task in silent if i > after), key=lambda task: task.id)[:limit]

    def known(self) -> Iterator[str]:
        return iter([url for url in self.before if identity.key(url) not in self.rows])

    def targets(self, most: int, may: Callable[[str], bool]) -> int:
        return 0

    def links(self, version: int) -> tuple[Link, ...]:
        return ()

    def save(self, batch: Sequence[Crawled]) -> None:
        self.batches.append(len(batch))
        for item in batch:
            key = identity.key(item.task.url)
            assert key not in self.pages or self._may_answer(self.pages[key].page), f"{key} saved twice"
            self.pages[key] = item
            self.rows[key].state = "failed" if item.page.outcome in UNANSWERED else "done"
            self._add(item.found, "new", "")

    def counts(self) -> Counts:
        states = [row.state for row in self.rows.values()]
        declared = sum(row.declared.origin not in ("redirect", "link", "known") for row in self.rows.values())
        return Counts(declared, *(states.count(state) for state in ("new", "done", "failed", "skipped")))

    @staticmethod
    def _may_answer(page: Page) -> bool:
        return page.status in (429, 502, 503, 504) or (page.status is None and page.outcome in ("timeout", "error"))

    def page(self, url: str) -> Page:
        """What was saved for an address."""
        return self.pages[identity.key(url)].page

    def urls(self, state: str = "new", reason: str = "") -> set[str]:
        """Addresses by state, and by reason if one is given."""
        rows = self.rows.values()
        return {row.declared.url for row in rows if row.state == state and reason in ("", row.reason)}

    def _add(self, found: Iterable[Declared], state: str, reason: str) -> int:
        new = 0
        for declared in found:
            key = identity.key(declared.url)
            assert key, f"{declared.url} has no key"
            self.ids.setdefault(key, max(self.ids.values(), default=0) + 1)
            if key not in self.rows:
                self.rows[key] = _Row(declared, state, reason)
                new += 1
        return new


class PlainReader:
    """Stands in for the worker processes: reads nothing, keeps what it was handed."""

    def __init__(self) -> None:
        self.fetches: list[Fetch] = []

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        self.fetches.append(fetch)
        page = Page(fetch.url, fetch.status, fetch.outcome, fetch.note, fetch.redirect_to, size=len(fetch.body))
        return page, Texts(body=fetch.body.decode("utf-8", "replace"))
