"""A few addresses asked for a tool: as politely as a crawl asks, robots.txt and private hosts included."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from ..config import CrawlSettings
from ..crawler.extract import read_page
from ..crawler.fetch import Client
from ..crawler.robots import MAX_REDIRECTS, Robots
from ..crawler.scope import may_visit
from ..crawler.workers import Workers
from ..errors import SiteError
from ..model import Outcome, Page, SourceSeen, Texts
from ..progress import Progress
from ..urls import identity
from ..urls.robotstxt import MAX_BYTES

T = TypeVar("T")


class _NoBook:
    """Keeps nothing of what was read."""

    def saw_source(self, seen: SourceSeen) -> None:
        """Nothing."""


class Asker:
    """Asks single addresses. `home` is the one that the tool was given: hosts are judged from there."""

    def __init__(
        self, home: str, settings: CrawlSettings, client: Client, workers: Workers, progress: Progress
    ) -> None:
        self._home, self._client, self._workers = home, client, workers
        self._robots = Robots(client, settings, _NoBook(), progress)
        client.set_home(home)

    async def page(self, url: str) -> tuple[Page, Texts]:
        """The answer of an address; what may not be asked has outcome `blocked_by_robots` and says why."""
        if not may_visit(self._home, url):
            return _unasked(url, "blocked_by_robots", "a private address, which a public site may not lead to")
        policy = await self._robots.policy(url)
        if policy.state == "closed":
            silent = policy.status is None  # then the host is not there, rather than closed
            return _unasked(url, "error" if silent else "blocked_by_robots", f"robots.txt {policy.note}")
        if not policy.allowed(url):
            return _unasked(url, "blocked_by_robots", "robots.txt forbids it")
        return await self._workers.read(await self._client.get(url))

    async def end(self, url: str, hops: int = 5) -> tuple[Page, Texts]:
        """The answer at the end of at most `hops` redirects from an address; the last redirect when there are more."""
        seen = {identity.key(url)}
        page, texts = await self.page(url)
        while page.redirect_to and len(seen) <= hops and identity.key(page.redirect_to) not in seen:
            seen.add(identity.key(page.redirect_to))
            page, texts = await self.page(page.redirect_to)
        return page, texts


def _unasked(url: str, outcome: Outcome, why: str) -> tuple[Page, Texts]:
    return Page(url, None, outcome, why), Texts()


def ask(home: str, settings: CrawlSettings, progress: Progress, work: Callable[[Asker], Awaitable[T]]) -> T:
    """Run `work` with an asker, and stop everything after it."""

    async def run() -> T:
        reader = partial(read_page, settings=settings)
        async with Client(settings) as client, Workers(1, settings.page_seconds, reader) as workers:
            return await work(Asker(home, settings, client, workers, progress))

    return asyncio.run(run())


def robots_txt(url: str, settings: CrawlSettings) -> str:
    """The text of a robots.txt at an address, or of the host that it names. Raises SiteError when there is none."""
    host = identity.origin(url)
    address = url if url.partition("://")[2].partition("/")[2] else f"{host}/robots.txt"

    async def run() -> str:
        async with Client(settings) as client:
            got = await client.follow(
                address, MAX_REDIRECTS, lambda to: may_visit(host, to), max_bytes=MAX_BYTES, patience=1.0
            )
        if got.outcome not in ("ok", "too_large"):
            raise SiteError(f"{address}: no robots.txt to check ({got.note}); give its file instead")
        return got.body.decode("utf-8-sig", "replace")

    return asyncio.run(run())
