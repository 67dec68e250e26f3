"""Failures at random moments of an audit: what is told to fail, does so really, and the audit file has to bear it.

The moment is counted in calls of SQLite (which fall into every stage), in requests or in files of the report, and drawn
from those of an undisturbed run, so that any moment is as likely as any other.
"""

from __future__ import annotations

import csv
import errno
import io
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import psutil
from crawler.site import Answer, Page_, Site, xml
from pagetwin import pipeline
from pagetwin.config import Settings, load
from pagetwin.errors import PagetwinError
from pagetwin.progress import Progress
from pagetwin.store import file as store

from .inline import InlineWorkers
from .revised import Revised, prose
from .run import start

KINDS = ("disk full", "disk full in the report", "killed", "power cut", "stopped", "server away")
TABLES = ("clusters", "pairs", "findings", "pages")
SETTINGS = load(None, {"crawl": {"rate": 0.0, "retries": 0, "workers": 1, "batch": 5, "concurrency": 2}})
FILE = store.FILE


class Killed(BaseException):
    """Ends a run whose files were taken as they were at that moment."""


class Moments:
    """Counts what happens, and does something at one moment of one kind (`sqlite`, `request` or `file`)."""

    def __init__(self, kind: str = "", at: int = -1, act: Callable[[Any], object] = lambda _: None) -> None:
        self.seen = {"sqlite": 0, "request": 0, "file": 0}
        self.kind, self.at, self.act = kind, at, act
        self.struck = False

    def pass_by(self, kind: str, what: Any = None) -> None:
        """One more of that kind."""
        self.seen[kind] += 1
        if kind == self.kind and self.seen[kind] == self.at:
            self.struck = True
            self.act(what)


class Switched(dict[str, Page_]):
    """The pages of a server that hangs up on everyone while it is `away`."""

    def __init__(self, pages: dict[str, Page_]) -> None:
        super().__init__(pages)
        self.moments = Moments()
        self.away = 0  # requests

    def get(self, path: str, default: Any = None) -> Any:
        self.moments.pass_by("request")
        if self.away:
            self.away -= 1
            return Answer(raw=b"")
        return super().get(path, default)


@contextmanager
def a_site() -> Iterator[Revised]:
    """The site as it was: 27 pages, with validators and without, three sitemaps, redirects. See `revise`."""
    with Site() as server:
        server.pages = Switched(server.pages)
        site = Revised(server)
        for n in range(24):
            site.put(f"/{n}", prose(n // 3, f"mark{n}"), validators=("etag", "date", "none")[n % 3])
        site.put("/links", prose(50), links=[f"/{n}" for n in range(0, 24, 4)])
        for path in ("/gone", "/forgotten"):
            site.put(path, prose(len(path)))
        site.move("/old", "/target")
        site.put("/target", prose(51, "target"), declared=False)
        names = [f"/sitemap{n}.xml" for n in range(3)]
        rows = "".join(f"<sitemap><loc>{server.url}{name}</loc></sitemap>" for name in names)
        server.pages["/sitemap.xml"] = xml(f"<sitemapindex>{rows}</sitemapindex>")
        for n, name in enumerate(names):
            server.pages[name] = lambda _, n=n: _part(site, n)  # type: ignore[misc]
        yield site


def _part(site: Revised, n: int) -> Answer:
    urls = "".join(f"<url><loc>{site.site.url}{path}</loc></url>" for path in site.declared[n::3])
    return xml(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>')


def revise(site: Revised) -> None:
    """The site as it is now: pages changed, added, taken away."""
    for n in (1, 7, 14):
        site.put(f"/{n}", prose(n // 3, f"other{n}"), validators=("etag", "date", "none")[n % 3])
    site.put("/new", prose(2, "new"))
    site.remove("/gone")
    site.undeclare("/forgotten")


def audit(site: Revised, out: Path, settings: Settings = SETTINGS) -> pipeline.Result:
    """One run, in this process."""
    return pipeline.audit(site.site.url + "/", out, settings, Progress())


@contextmanager
def watched(site: Revised, moments: Moments, *, report: bool) -> Iterator[None]:
    """Runs inside read pages in this process and are watched; without `report` no HTML is written, which takes long."""

    class Connection(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            moments.pass_by("sqlite", super())
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            moments.pass_by("sqlite", super())
            return super().executemany(*arguments)

    def connect(*arguments: Any, **named: Any) -> sqlite3.Connection:
        return sqlite3.connect(*arguments, **named, factory=Connection)

    replace = os.replace

    def replacing(*arguments: Any) -> None:
        moments.pass_by("file")
        replace(*arguments)

    pages = site.site.pages
    assert isinstance(pages, Switched)
    with ExitStack() as stack:
        stack.callback(setattr, pages, "moments", pages.moments)
        stack.callback(setattr, pages, "away", 0)
        pages.moments = moments
        stack.enter_context(
            mock.patch.object(store, "sqlite3", SimpleNamespace(**{**vars(sqlite3), "connect": connect}))
        )
        stack.enter_context(mock.patch.object(os, "replace", replacing))
        stack.enter_context(mock.patch.object(pipeline, "Workers", InlineWorkers))
        if not report:
            stack.enter_context(mock.patch.object(pipeline.html, "write"))
        yield


def fail(site: Revised, out: Path, kind: str, usual: dict[str, int], dice: random.Random, *, report: bool) -> bool:
    """One run with one failure; whether it came to that. `usual` is what an undisturbed run passes by."""
    counted = {"disk full in the report": "file", "server away": "request"}.get(kind, "sqlite")
    snapshot = out.with_name(out.name + ".snapshot")
    act = _acts(out, snapshot, site, dice)[kind]
    moments = Moments(counted, dice.randint(1, usual[counted]), act)
    try:
        with watched(site, moments, report=report):
            audit(site, out)
    except (PagetwinError, KeyboardInterrupt, Killed):
        pass
    if snapshot.exists():  # what the run did after its death did not happen
        for name in (FILE, FILE + "-wal", FILE + "-shm"):
            (out / name).unlink(missing_ok=True)
        for path in snapshot.iterdir():
            shutil.move(path, out / path.name)
        snapshot.rmdir()
    return moments.struck


def _acts(out: Path, snapshot: Path, site: Revised, dice: random.Random) -> dict[str, Callable[[Any], object]]:
    def full(connection: Any) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {max(1, pages)}")  # SQLite itself says so as soon as it grows
        if dice.random() < 0.5:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error

    def kill(_: Any) -> None:
        snapshot.mkdir()
        for name in (FILE, FILE + "-wal"):  # readers use the memory beside them (-shm) of the living alone
            if (out / name).exists():
                shutil.copyfile(out / name, snapshot / name)
        raise Killed

    def cut(what: Any) -> None:
        try:
            kill(what)
        finally:  # what the system had not written yet is lost: of the log, any part of its end
            log = snapshot / (FILE + "-wal")
            if log.exists():
                os.truncate(log, dice.randint(0, log.stat().st_size))

    def no_space(_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def leave(_: Any) -> None:
        assert isinstance(site.site.pages, Switched)
        site.site.pages.away = dice.choice((1, 5, 20, 1000))

    return {
        "disk full": full,
        "disk full in the report": no_space,
        "killed": kill,
        "power cut": cut,
        "stopped": lambda _: signal.raise_signal(signal.SIGINT),
        "server away": leave,
    }


def command(site: Revised, out: Path) -> list[object]:
    """The same run as a process of its own, with worker processes."""
    return ["audit", site.site.url + "/", "-o", out, "--rate", 0, "--concurrency", 2, "--workers", 2, "-q"]


def kill_parent(site: Revised, out: Path, seconds: float) -> bool:
    """SIGKILL a run after so many seconds (Windows: its likeness); whether it was still there."""
    process = start(*command(site, out))
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() != 0


def kill_worker(site: Revised, out: Path, after: int, dice: random.Random) -> bool:
    """SIGKILL a process that reads pages after so many requests; the run has to end well. Whether one was hit."""
    before, hit = len(site.site.asked), False
    process = start(*command(site, out))
    while process.poll() is None and not hit:
        time.sleep(0.01)
        readers = [p for p in psutil.Process(process.pid).children() if "spawn_main" in " ".join(_words(p))]
        if len(site.site.asked) - before >= after and readers:
            dice.choice(readers).kill()
            hit = True
    assert process.wait() == 0
    return hit


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def check(out: Path) -> None:
    """The file opens, is sound, and its crawl is not called done unless all its results are there."""
    path = out / FILE
    if not path.exists():
        return
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()
    if ": done" in pipeline.status(out):
        assert all((out / "csv" / f"{name}.csv").exists() for name in TABLES)
        assert (out / "summary.json").exists()


def results(out: Path) -> dict[str, list[list[str]]]:
    """The tables. A crawl more is no difference: pages are `ok` or `not_modified`, and a deleted page is asked once.

    Nor are the numbers of groups, which keep those of an audit between: the keeper stands for the number.
    """
    found = {}
    for name in TABLES:
        rows = list(csv.reader(io.StringIO((out / "csv" / f"{name}.csv").read_text("utf-8-sig"))))
        kept = (["ok" if cell == "not_modified" else cell for cell in row] for row in rows)
        found[name] = [row for row in kept if not row[0].endswith("/gone")]
    head, *rows = found["clusters"]
    keeper_of = {row[0]: row[head.index("keeper")] for row in rows}
    found["clusters"] = sorted([keeper_of[row[0]], *row[1:]] for row in rows)
    at = found["pages"][0].index("cluster")
    for row in found["pages"]:
        row[at] = keeper_of.get(row[at], row[at])
    return found
