"""Whole crawls into an audit file, with pages really read, but for the main text, and without worker processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pagetwin.config import CrawlSettings
from pagetwin.crawler import extract
from pagetwin.crawler.crawl import crawl
from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch, Page, Texts
from pagetwin.progress import Progress
from pagetwin.store import crawls as store_crawls
from pagetwin.store import frontier as store_frontier
from pagetwin.store.file import Store
from pagetwin.store.probes import StoredProbes


class Reader:
    """Reads in this process; may stop at a page."""

    def __init__(self, stop: Callable[[Fetch], bool] = lambda fetch: False) -> None:
        self._stop = stop

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        if self._stop(fetch):
            raise KeyboardInterrupt
        return read_page(fetch)


class Crawl:
    """A crawl of `source` into the audit file of `out`."""

    def __init__(self, source: str, out: Path, *, stop: Any = None, **changes: Any) -> None:
        settings = CrawlSettings(**{"rate": 0.0, "retries": 0, "workers": 1, "probes": False, **changes})
        self._store = Store.open(out)
        with self._store:
            self.number = store_crawls.begin(self._store, source, settings).id
            frontier = store_frontier.StoredFrontier(self._store, self.number)
            book = StoredProbes(self._store, self.number)
            reader: Any = Reader(stop) if stop else Reader()
            with patch.object(extract, "main_text", return_value=""):
                self.summary = asyncio.run(crawl(source, settings, frontier, reader, Progress(), book=book))
        self.path = out / "audit.sqlite"

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the audit file answers."""
        connection = sqlite3.connect(self.path)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def read(self) -> set[str]:
        """The paths of all pages that were read as such."""
        return {_path(url) for (url,) in self.rows("SELECT url FROM pages WHERE outcome = 'ok'")}

    def skipped(self) -> dict[str, set[str]]:
        """Paths by the reason why they were skipped."""
        found: dict[str, set[str]] = {}
        query = "SELECT reason, url FROM frontier f JOIN addresses a ON a.id = f.address WHERE state = 'skipped'"
        for reason, url in self.rows(query):
            found.setdefault(reason, set()).add(_path(url))
        return found


def _path(url: str) -> str:
    return "/" + url.partition("://")[2].partition("/")[2]
