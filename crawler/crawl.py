"""The crawl: addresses from the frontier, fetched politely, read in worker processes, saved in batches.

Every page in work is one asyncio task that fetches and then waits for a worker. Their number is bounded, so bodies in
memory are, too; when workers are the bottleneck, fetching waits for them by itself.
"""

from __future__ import annotations

import asyncio
import dataclasses
import os
import re
import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass

from ..config import CrawlSettings
from ..errors import SiteError
from ..model import Crawled, Declared, Page, Render, Task, Texts
from ..progress import Progress
from . import again, announce, sources
from .choose import Chooser
from .fetch import Client
from .follow import Follower
from .frontier import Counts, Frontier
from .pace import SLOW_DOWN
from .probes import ProbeBook, Prober
from .readers import Local
from .render import find_browser
from .rendered import Renderer
from .robots import Robots
from .scope import belongs, may_visit, which
from .workers import Workers

_TAKEN = 200  # tasks taken from the frontier at once
_SAVE_EVERY = 1.0  # seconds between two saves, when fewer than a batch came in
_FAILURES = 50  # addresses in a row without an answer: the site is down, or wants us gone


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What a crawl was about and came to. `notes` say what was wrong with its sitemaps; `sites` are the origins of its
    sources, in their order.
    """

    sites: tuple[str, ...]
    counts: Counts
    notes: tuple[str, ...] = ()

    @property
    def site(self) -> str:
        """The first one."""
        return self.sites[0]


def gone_page(task: Task) -> Page:
    """An address of a local source that waited, and that the source no longer holds."""
    return Page(task.url, None, "error", "the source no longer holds it")


async def crawl(
    source: str | Sequence[str | Local],
    settings: CrawlSettings,
    frontier: Frontier,
    workers: Workers,
    progress: Progress,
    book: ProbeBook | None = None,
    beside: tuple[str, ...] = (),
) -> CrawlSummary:
    """Fetch every waiting address of the sites that `source` means; what was saved before is not asked again.

    The addresses are those of a list where one is given, else those of the site's sitemaps. With a `book`, the site is
    probed behind it (probes.py), unless the settings say no. `beside` are sites whose pages came from local sources
    (local.py): of those that are no web site, too, nothing is asked.

    Raises UsageError, ConfigError and SiteError; all that was complete by then is saved, as after a cancellation.
    """
    find_browser(settings)
    async with Client(settings) as client:
        robots = Robots(client, settings, frontier, progress)
        if not settings.obey_robots:
            progress.say("robots.txt is NOT obeyed (--ignore-robots): do this on a site of your own only")
        given = [source] if isinstance(source, str) else source
        starts = [await sources.site_of(each, client, robots, further=n > 0) for n, each in enumerate(given)]
        sites = tuple(start.site for start in starts)
        notes: tuple[str, ...] = ()
        if not frontier.is_declared:
            notes = await sources.load(starts, settings, client, frontier, progress)
        slowest = max(client.pace(site).interval for site in sites)
        if said := announce.duration(frontier.counts().waiting, slowest):
            progress.say(said)
        async with Renderer(sites, settings, client, robots, workers.read) as renderer:
            await _Run(sites, beside, settings, client, robots, frontier, workers, progress, renderer).go()
            if not frontier.is_declared:  # a sitemap gave no answer; now it may
                notes = await sources.load(starts, settings, client, frontier, progress)
                frontier.all_declared()
                await _Run(sites, beside, settings, client, robots, frontier, workers, progress, renderer).go()
        if settings.probes and book is not None:
            tops = [top for start in starts for top in (start.url, start.site + "/")]
            await Prober(tops, settings, client, robots, workers, book, progress).go()
        return CrawlSummary(sites, frontier.counts(), notes)


_Read = tuple[Task, Page, Texts]


class _Run:
    """The state of one crawl while it goes on."""

    def __init__(
        self,
        sites: tuple[str, ...],
        beside: tuple[str, ...],
        settings: CrawlSettings,
        client: Client,
        robots: Robots,
        frontier: Frontier,
        workers: Workers,
        progress: Progress,
        renderer: Renderer,
    ) -> None:
        self._sites, self._beside = sites, beside
        self._settings, self._client, self._robots = settings, client, robots
        self._frontier, self._workers, self._progress = frontier, workers, progress
        self._renderer = renderer
        self._renders: dict[int, Render] = {}  # by task, until it is kept
        self._width = settings.concurrency + 2 * (settings.workers or os.cpu_count() or 1)
        self._tasks: deque[Task] = deque()
        self._after = 0  # the highest id taken in this pass
        self._dry = False  # nothing waits above it
        self._take = frontier.take
        self._later = [
            self._recall,
            self._add_targets,
            self._once_more,
        ]  # where tasks come from when nothing waits any more
        self._results: list[Crawled] = []
        self._saved_at = time.monotonic()
        self._failures: Counter[str] = Counter()  # in a row, by site
        self._down: set[str] = set()  # sites that are not asked once more
        self._total = self._taken = 0
        self._room, self._full = self._count_room(), False
        self._follower = Follower(sites, settings, frontier) if settings.follow else None

    async def go(self) -> None:
        """Until nothing waits."""
        self._total = self._frontier.counts().waiting
        self._progress.start("crawl", self._total)
        running: set[asyncio.Task[_Read]] = set()
        try:
            while True:
                self._fill(running)
                if not running:  # once more, for the targets of redirects (with a low id if an old crawl knew them)
                    self._save()
                    self._rewind()
                    self._fill(running)
                    if not running and self._goes_deeper():
                        self._fill(running)
                    while not running and self._later:
                        self._later.pop(0)()
                        self._fill(running)
                    if not running:
                        return
                left = max(0.0, self._saved_at + _SAVE_EVERY - time.monotonic())
                done, running = await asyncio.wait(running, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    self._keep(*task.result())
                if len(self._results) >= self._settings.batch or time.monotonic() >= self._saved_at + _SAVE_EVERY:
                    self._save()
        finally:
            await _end(running)
            self._save()

    def _rewind(self) -> None:
        self._after, self._dry, self._take = 0, False, self._frontier.take

    def _recall(self) -> None:
        """Add the pages that only the crawl before knew: redirects and sitemaps have had their say."""
        if self._frontier.is_declared:
            known = again.known(self._frontier)
            if self._beside:
                known = (each for each in known if belongs(self._sites, each.url))
            Chooser(self._sites, self._settings, self._frontier).add(known)
            self._room, self._full = self._count_room(), False
            self._rewind()

    def _add_targets(self) -> None:
        """Add what hreflang names outside the crawl, if the owner wants to know."""
        most = self._settings.hreflang_targets
        if most and self._frontier.is_declared and self._frontier.targets(most, self._may_be_target):
            self._rewind()

    def _may_be_target(self, url: str) -> bool:
        is_ours = belongs(self._sites, url)
        if len(url) > self._settings.max_url or not (is_ours or all(may_visit(site, url) for site in self._sites)):
            return False
        return self._is_on_the_web(url) and not any(re.search(each, url) for each in self._settings.exclude)

    def _once_more(self) -> None:
        """Go through what was asked in vain: the server may have come back."""
        self._rewind()
        self._take = self._frontier.unanswered
        self._failures.clear()

    def _fill(self, running: set[asyncio.Task[_Read]]) -> None:
        """Start work on as many tasks as may be under way."""
        while len(running) < self._width:
            if not self._tasks and not self._dry:
                self._tasks.extend(self._take(self._after, _TAKEN))
                self._dry = not self._tasks
            if not self._tasks:
                return
            task = self._tasks.popleft()
            self._after = max(self._after, task.id)
            if self._is_in_vain(task):
                continue
            self._taken += 1
            running.add(asyncio.create_task(self._visit(task)))

    def _is_in_vain(self, task: Task) -> bool:
        """Whether an address is not asked once more: its site is down, or it was read from a local source."""
        return self._take != self._frontier.take and (
            which(self._sites, task.url) in self._down or not self._is_on_the_web(task.url)
        )

    def _is_on_the_web(self, url: str) -> bool:
        return not self._beside or belongs(self._sites, url)

    def _goes_deeper(self) -> bool:
        """Whether the links of the pages that were read lead to more."""
        found = self._follower.next_level() if self._follower else 0
        if found:
            self._dry, self._room, self._full = False, self._count_room(), False
            self._total += found
            self._progress.expect(self._total)
        return found > 0

    async def _visit(self, task: Task) -> _Read:
        if not self._is_on_the_web(task.url):
            return task, gone_page(task), Texts()
        policy = await self._robots.policy(task.url)
        if not policy.allowed(task.url):
            note = f"robots.txt {policy.note}" if policy.state == "closed" else "robots.txt forbids it"
            return task, Page(task.url, None, "blocked_by_robots", note, tls_fault=policy.tls_fault), Texts()
        fetch = await again.ask(self._client, task)
        site = which(self._sites, task.url)
        if (fetch.status is None or fetch.status in SLOW_DOWN) and (why := self._client.gone(site)):
            raise SiteError(
                f"{site} {why} (the last one: {fetch.note}); what was fetched is saved: run the same command"
                " later to go on"
            )
        if same := again.repeated(task.known, fetch):
            return task, dataclasses.replace(same, links=self._frontier.links(same.repeats or 0)), Texts()
        page, texts = await self._workers.read(fetch)
        if not belongs(self._sites, task.url):  # a target of hreflang: it is looked at, not audited
            return task, dataclasses.replace(page, links=()), Texts()
        if self._renderer.wants(page):
            page, texts, render = await self._renderer.read(fetch, page, texts)
            if render:
                self._renders[task.id] = render
        return task, page, texts

    def _keep(self, task: Task, page: Page, texts: Texts) -> None:
        """Note an answer and where it leads. Raises SiteError when too many in a row were none."""
        refusal, found = self._lead(task, page.redirect_to) if page.redirect_to else ("", ())
        if refusal:
            page = dataclasses.replace(page, note="; ".join(filter(None, (page.note, refusal))))
        self._results.append(Crawled(task, page, texts, found, self._renders.pop(task.id, None)))
        if page.outcome == "blocked_by_robots" or not belongs(self._sites, task.url):
            return
        failed = page.status is None or page.status >= 500 or page.status == 429
        site = which(self._sites, task.url)
        self._failures[site] = self._failures[site] + 1 if failed else 0
        if self._failures[site] < _FAILURES:
            return
        if self._take != self._frontier.take:
            self._down.add(site)  # still down; its addresses were not seen, and the summary says so
        else:
            raise SiteError(
                f"{_FAILURES} addresses in a row gave no page, the last one {page.url} ({page.note});"
                " what was fetched is saved: run the same command later to go on"
            )

    def _lead(self, task: Task, target: str) -> tuple[str, tuple[Declared, ...]]:
        """(why a target will not be fetched, the target if it will)."""
        if not belongs(self._sites, target):
            return "it leads to another site", ()
        found = (Declared(target, "redirect", task.depth + 1, level=task.level),)
        if len(target) > self._settings.max_url:
            self._frontier.skip(found, "too_long")
            return f"its target is longer than {self._settings.max_url:,} characters", ()
        if task.depth >= self._settings.max_redirects:
            self._frontier.skip(found, "too_many_redirects")
            return f"more than {self._settings.max_redirects} redirects", ()
        if self._room == 0 and not self._full:
            self._save()  # targets that were known already have taken no room
            self._room = self._count_room()
            self._full = self._room == 0
        if self._room == 0:
            self._frontier.skip(found, "over_limit")
            return "its target is over the limit of pages", ()
        if self._room is not None:
            self._room -= 1
        return "", found

    def _count_room(self) -> int | None:
        """How many more addresses may be fetched; None without a limit."""
        if not self._settings.max_pages:
            return None
        counts = self._frontier.counts()
        return max(0, self._settings.max_pages - counts.waiting - counts.done - counts.failed)

    def _save(self) -> None:
        self._saved_at = time.monotonic()
        if not self._results:
            return
        batch, self._results = self._results, []
        self._frontier.save(batch)
        if self._taken > self._total:
            self._total = self._taken
            self._progress.expect(self._total)
        self._progress.advance(len(batch))
        self._progress.detail(next(filter(None, (self._client.pace(site).slowed for site in self._sites)), ""))


async def _end(running: set[asyncio.Task[_Read]]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
