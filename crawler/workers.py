"""Worker processes that read pages (extract.read_page), so that a page that hangs or crashes costs that page only.

A pool of our own: concurrent.futures fails all tasks when one worker dies, and cannot stop one that hangs. Each worker
has a pipe and, while it reads a page, one thread of this process that waits for its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import copyreg
import dataclasses
import faulthandler
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from operator import attrgetter
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self

import psutil

from ..errors import PagetwinError
from ..model import Alternate, CanonicalLink, Fetch, Link, Page, RobotsDirective, Texts
from . import again
from .extract import main_text, needs_reading, read_page, unread

Reader = Callable[[Fetch], tuple[Page, Texts]]

_CANNOT_START = (
    "the processes that read pages end before they begin; to see what is wrong with the installation, run: "
    "python -c 'import pagetwin.crawler.workers, trafilatura'"
)
_START_SECONDS = 120.0  # a worker that has not imported its libraries by then never will
_MAX_PAGES = 2_000  # where memory cannot be told, a worker is replaced after that many pages
_MAX_MEMORY = 600 * 2**20  # bytes in memory above which a worker is replaced
_PAGE_MEMORY = 2_000  # MB that a worker may hold while it reads one page
_LOOK_EVERY = 0.25  # seconds between two looks at that; ordinary pages are done before the first
_SPARE_SECONDS = 5.0  # a worker ends itself that long after the limit: this process may be gone by then

# Headers that read_page looks at; cookies and policies need not travel.
_READ = again.FACTS | frozenset((again.POLICY, "content-type", "etag", "last-modified"))


class Workers:
    """A pool of `count` reading processes (0 = one per CPU). An async context manager; `read` may be called at will.

    A page that takes longer than `page_seconds`, or more memory than `page_memory` (MB), is given up. `reader` must be
    importable by name in a new process. Raises PagetwinError from `read` when processes cannot be started at all.
    """

    def __init__(
        self, count: int, page_seconds: float, reader: Reader = read_page, page_memory: int = _PAGE_MEMORY
    ) -> None:
        self._count = count or os.cpu_count() or 1
        self._page_seconds, self._page_memory = page_seconds, page_memory
        self._reader = reader
        self._threads = ThreadPoolExecutor(self._count, thread_name_prefix="pagetwin-reading")
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._alive: set[_Worker] = set()
        self._lock = threading.Lock()
        self._closed = False

    async def __aenter__(self) -> Self:
        for _ in range(self._count):
            self._idle.put(self._new())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            for worker in self._alive:
                worker.kill()  # wakes the thread that waits for it
        self._threads.shutdown(cancel_futures=True)
        for worker in self._alive:
            worker.end()

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        """Facts and texts of an answer. Trouble with the page is an outcome; answers without a body take no worker."""
        if not needs_reading(fetch):
            return read_page(fetch)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read, fetch)

    def _read(self, fetch: Fetch) -> tuple[Page, Texts]:
        request = _packed(fetch)
        worker = self._idle.get()  # there are as many threads as workers
        try:
            for _ in ("first", "once more in a fresh worker"):
                try:
                    page, texts, tired = pickle.loads(worker.ask(request, self._page_seconds, self._page_memory))  # noqa: S301 our own
                except _LimitError as limit:
                    worker = self._replace(worker)
                    return unread(fetch, "error", f"reading the page took {limit}"), Texts()
                except _DiedError:
                    began = worker.is_ready
                    worker = self._replace(worker)
                else:
                    worker = self._replace(worker) if tired else worker
                    return page, texts
            if not began:
                raise PagetwinError(_CANNOT_START)
            return unread(fetch, "error", "reading the page crashed the reading process twice"), Texts()
        finally:
            self._idle.put(worker)

    def _new(self) -> _Worker:
        with self._lock:  # processes are started one at a time
            if self._closed:
                raise PagetwinError("the crawl has ended; no more pages are read")
            worker = _Worker(self._reader, self._page_seconds)
            self._alive.add(worker)
        return worker

    def _replace(self, worker: _Worker) -> _Worker:
        with self._lock:
            self._alive.discard(worker)
        worker.end()
        return self._new()


class _LimitError(Exception):
    """The page went over a limit; the text says over which."""


class _DiedError(Exception):
    """The worker ended before it answered."""


class _Worker:
    """One process and this end of its pipe."""

    def __init__(self, reader: Reader, page_seconds: float) -> None:
        context = get_context("spawn")  # fork is unsafe beside threads, and Windows has no other
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=_work, args=(far, reader, page_seconds), daemon=True)
        self._process.start()
        far.close()  # so that the pipe ends when the worker does
        self.is_ready = False

    def ask(self, request: bytes, seconds: float, megabytes: int) -> bytes:
        """The answer to one request. Raises _LimitError or _DiedError; `is_ready` tells whether it ever began."""
        try:
            if not self.is_ready:
                self.is_ready = self._pipe.poll(_START_SECONDS) and bool(self._pipe.recv_bytes())
            if not self.is_ready:
                raise _DiedError
            self._pipe.send_bytes(request)
            ends = time.monotonic() + seconds
            while not self._pipe.poll(min(_LOOK_EVERY, max(0.0, ends - time.monotonic()))):
                if time.monotonic() >= ends:
                    raise _LimitError(f"longer than {seconds:g} s")
                if self._megabytes() > megabytes:
                    raise _LimitError(f"more than {megabytes:,} MB of memory")
            return self._pipe.recv_bytes()
        except (EOFError, OSError):
            raise _DiedError from None

    def _megabytes(self) -> int:
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss) // 1_000_000
        except psutil.Error:
            return 0  # it has just ended, which the pipe will tell

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Kill it and give back what it held. May be repeated."""
        with contextlib.suppress(ValueError):  # closed already
            self._process.kill()
            self._process.join()
            self._process.close()
        self._pipe.close()


def _work(pipe: Connection, reader: Reader, page_seconds: float) -> None:
    """The life of a worker: answers requests until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    if getattr(reader, "func", reader) is read_page:  # with settings it is a partial of it
        main_text("")  # imports trafilatura before the first page's time runs
    pages = 0
    with contextlib.suppress(EOFError, OSError), open(os.devnull, "w", encoding="utf-8") as nowhere:
        pipe.send_bytes(b"ready")
        while True:
            request = pickle.loads(pipe.recv_bytes())  # noqa: S301 our own
            faulthandler.dump_traceback_later(page_seconds + _SPARE_SECONDS, exit=True, file=nowhere)
            page, texts = reader(request)
            faulthandler.cancel_dump_traceback_later()
            pages += 1
            pipe.send_bytes(pickle.dumps((page, texts, _is_tired(pages)), pickle.HIGHEST_PROTOCOL))


def _is_tired(pages: int) -> bool:
    """Whether a worker should be replaced: libraries in C may keep memory that Python cannot give back."""
    memory = _memory()
    return pages >= _MAX_PAGES if memory is None else memory > _MAX_MEMORY


def _memory() -> int | None:
    """Bytes of this process in memory; None where the system does not tell cheaply.

    Not resource.getrusage: on Linux a new process inherits the peak of the one that started it.
    """
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError, IndexError):
        return None


def _packed(fetch: Fetch) -> bytes:
    headers = tuple((name, value) for name, value in fetch.headers if name in _READ)
    return pickle.dumps(dataclasses.replace(fetch, headers=headers), pickle.HIGHEST_PROTOCOL)


# Frozen records with slots pickle field by field through dataclasses.fields; as plain tuples they travel three times as
# fast, which is felt with a hundred links on a page.
_FIELDS = {
    kind: attrgetter(*(field.name for field in dataclasses.fields(kind)))
    for kind in (Fetch, Page, Texts, Link, CanonicalLink, RobotsDirective, Alternate)
}


def _by_fields(record: Any) -> tuple[type, tuple[Any, ...]]:
    return type(record), _FIELDS[type(record)](record)


for _kind in _FIELDS:
    copyreg.pickle(_kind, _by_fields)
