"""Pages of sources on this machine (readers/): the counterpart of crawl.py without a network.

A source is gone through for its addresses (declare.py), for those that come again, and for the pages that are still
wanted, so that it never has to fit in memory. A page that was saved before is not read again.
"""

from __future__ import annotations

import asyncio
import os
import time
from array import array
from collections.abc import Iterator, Sequence

import numpy as np

from ..config import CrawlSettings
from ..model import Crawled, Task, Texts
from ..progress import Progress
from ..urls import identity
from .crawl import CrawlSummary, gone_page
from .declare import declare
from .frontier import Frontier
from .readers import Local
from .readers.common import Answer, Faults, Item
from .workers import Workers

_SAVE_EVERY = 1.0  # seconds between two saves, when fewer than a batch came in


async def read(
    given: Sequence[Local],
    settings: CrawlSettings,
    frontier: Frontier,
    workers: Workers,
    progress: Progress,
    others: tuple[str, ...] = (),
) -> CrawlSummary:
    """Read every waiting page of the sources. Raises like `declare`; what was complete by then is saved.

    `others` are the sites of the audit that are on the web: their addresses are left for crawl.py.
    """
    sites = tuple(identity.origin(local.site) for local in given)
    notes: tuple[str, ...] = ()
    if not frontier.is_declared:
        notes = tuple(n for each in given for n in declare(each, settings, frontier, progress, (*sites, *others)))
        if not others:
            frontier.all_declared()
    progress.start("read", frontier.counts().waiting)
    wanted = (found for local in given for found in _wanted(local, settings, frontier))
    await _Run(settings, frontier, workers, progress).go(wanted, whole=not others)
    return CrawlSummary(sites, frontier.counts(), notes)


def _wanted(local: Local, settings: CrawlSettings, frontier: Frontier) -> Iterator[tuple[Task, Item]]:
    """The items whose pages are still wanted. Of several with one address the last counts."""
    older = _superseded(local, settings)
    for number, item in enumerate(local.reader.read(local.path, settings, Faults())):
        if number not in older and (task := frontier.waiting(item.url)):
            yield task, item


def _superseded(local: Local, settings: CrawlSettings) -> set[int]:
    """Places of the items whose address comes again later: 64 bits an item, so that millions may come."""
    items = local.reader.read(local.path, settings, Faults())
    hashes = np.asarray(array("q", (hash(identity.key(item.url)) for item in items)))
    order = np.argsort(hashes, kind="stable")
    again = hashes[order][:-1] == hashes[order][1:]
    return set(order[:-1][again].tolist())


class _Run:
    """The reading of one source while it goes on."""

    def __init__(self, settings: CrawlSettings, frontier: Frontier, workers: Workers, progress: Progress) -> None:
        self._frontier, self._workers, self._progress = frontier, workers, progress
        self._batch = settings.batch
        self._width = 2 * (settings.workers or os.cpu_count() or 1)
        self._results: list[Crawled] = []
        self._saved_at = time.monotonic()

    async def go(self, wanted: Iterator[tuple[Task, Item]], whole: bool) -> None:
        """Until the sources end; a page that they no longer hold is an outcome, too. `whole`: nothing else waits."""
        running: set[asyncio.Task[Crawled]] = set()
        try:
            for task, item in wanted:
                answer = await item.load(task.url)
                running.add(asyncio.create_task(self._read(task, answer)))
                if len(running) >= self._width:
                    running = await self._keep(running)
            while running:
                running = await self._keep(running)
            self._save()
            while whole and (gone := self._frontier.take(0, self._batch)):
                self._results = [Crawled(task, gone_page(task), Texts()) for task in gone]
                self._save()
        finally:
            for each in running:
                each.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            self._save()

    async def _read(self, task: Task, answer: Answer) -> Crawled:
        page, texts = answer if isinstance(answer, tuple) else await self._workers.read(answer)
        return Crawled(task, page, texts)

    async def _keep(self, running: set[asyncio.Task[Crawled]]) -> set[asyncio.Task[Crawled]]:
        """Those that still run when one more is done."""
        done, left = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        self._results += [each.result() for each in done]
        if len(self._results) >= self._batch or time.monotonic() >= self._saved_at + _SAVE_EVERY:
            self._save()
        return left

    def _save(self) -> None:
        self._saved_at = time.monotonic()
        if self._results:
            batch, self._results = self._results, []
            self._frontier.save(batch)
            self._progress.advance(len(batch))
