"""A server that goes away in mid crawl: waited for as a whole, given up after a minute, nothing lost."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler import announce
from pagetwin.crawler import crawl as crawl_module
from pagetwin.crawler.crawl import crawl
from pagetwin.crawler.fetch import Client
from pagetwin.crawler.outage import PATIENCE, PUT_OFF, Outage
from pagetwin.errors import SiteError
from pagetwin.progress import Progress

from .site import Answer, MemoryFrontier, PlainReader, Site, urlset


class Clock:
    """Moves when somebody waits; `waits` are the pauses."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


class Gone:
    """A site that ends after `after` requests; `back` seconds later it is there again, on the same port."""

    def __init__(self, clock: Clock, after: int, back: float = float("inf")) -> None:
        self.clock, self.after, self.back = clock, after, back
        self.left_at: float | None = None
        self.site = Site()
        paths = [f"/{n}" for n in range(60)]
        self.site.pages |= {path: f"<p>{path}" for path in paths}
        self.site.pages["/sitemap.xml"] = urlset(*(self.site.url + path for path in paths))

    def client(self, settings: CrawlSettings) -> Client:
        gone = self

        class Routed(Client):
            async def _exchange(self, transport: Any, request: Any, address: str, limits: Any) -> Any:
                asked = len(gone.site.asked)
                if gone.left_at is None and asked >= gone.after:
                    gone.left_at = gone.clock.now
                if gone.left_at is not None and gone.clock.now - gone.left_at < gone.back:
                    with socket.socket() as free:
                        free.bind(("127.0.0.1", 0))
                        request = self._request(f"http://127.0.0.1:{free.getsockname()[1]}/", limits, ())
                return await super()._exchange(transport, request, address, limits)

        return Routed(settings, self.clock, self.clock.sleep)


def run(gone: Gone, frontier: MemoryFrontier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_module, "Client", gone.client)
    settings = CrawlSettings(rate=0.0, retries=2, workers=2, concurrency=1)
    asyncio.run(crawl(f"{gone.site.url}/sitemap.xml", settings, frontier, PlainReader(), Progress()))  # type: ignore[arg-type]


def test_a_server_that_comes_back_within_a_minute_costs_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    frontier, gone = MemoryFrontier(), Gone(Clock(), after=20, back=40.0)
    with gone.site:
        run(gone, frontier, monkeypatch)
    assert {item.page.outcome for item in frontier.pages.values()} == {"ok"}
    assert len(frontier.pages) == 60


def test_a_server_that_stays_away_ends_the_crawl_after_a_minute_and_its_addresses_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, frontier = Clock(), MemoryFrontier()
    gone = Gone(clock, after=20)
    with gone.site:
        with pytest.raises(SiteError, match="takes no connection, for 60 seconds") as error:
            run(gone, frontier, monkeypatch)
        assert "\n" not in str(error.value)
        assert PATIENCE <= clock.now <= PATIENCE + 20
        assert max(clock.waits) <= 15
        assert 15 <= len(frontier.pages) <= 20
        assert {item.page.outcome for item in frontier.pages.values()} == {"ok"}
        gone.back = 0.0  # there again: the next run asks for the rest
        run(gone, frontier, monkeypatch)
    assert len(frontier.pages) == 60


def test_a_server_that_only_puts_us_off_is_given_up_after_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, frontier, gone = Clock(), MemoryFrontier(), Gone(Clock(), after=1000)
    gone.clock = clock
    with gone.site as site:
        for n in range(20, 60):
            site.pages[f"/{n}"] = Answer("", 503, (("Retry-After", "3600"),))
        with pytest.raises(SiteError, match="nothing but 429 and 503, for 10 minutes"):
            run(gone, frontier, monkeypatch)
    assert PUT_OFF <= clock.now <= PUT_OFF + 200
    assert sum(item.page.outcome == "ok" for item in frontier.pages.values()) == 20


def test_an_origin_that_never_answered_is_not_waited_for() -> None:
    assert Outage(Clock()).refused() == 0


def test_an_answer_ends_the_outage() -> None:
    clock = Clock()
    outage = Outage(clock)
    for _ in range(3):
        outage.answered()
        assert outage.refused() == 1
        clock.now += PATIENCE - 1
        assert outage.refused() == 15
    clock.now += 1
    assert outage.refused() == 0
    assert outage.over


@pytest.mark.parametrize(
    ("addresses", "interval", "words"),
    [
        (212, 1.0, "212 addresses at 1 a second: about 4 minutes"),
        (212, 0.2, ""),
        (1_500, 0.2, "1,500 addresses at 5 a second: about 5 minutes"),
        (100, 10.0, "100 addresses at one every 10 seconds: about 17 minutes"),
        (300, 0.3, "300 addresses at 3.33 a second: about 2 minutes"),
        (60, 1.0, "60 addresses at 1 a second: about 1 minute"),
        (100_000, 0.2, "100,000 addresses at 5 a second: about 6 hours"),
        (5_000_000, 0.2, "5,000,000 addresses at 5 a second: about 12 days"),
        (5_000_000, 0.0, ""),
        (0, 10.0, ""),
    ],
)
def test_how_long_it_takes_is_said_before(addresses: int, interval: float, words: str) -> None:
    assert announce.duration(addresses, interval) == words


def test_a_crawl_delay_above_the_cap_is_announced_with_what_it_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    class Said(Progress):
        def say(self, line: str) -> None:
            lines.append(line)

    clock = Clock()
    monkeypatch.setattr(crawl_module, "Client", lambda s: Client(s, clock, clock.sleep))
    with Site({"/robots.txt": "User-agent: *\nCrawl-delay: 30"}) as site:
        paths = [f"/{n}" for n in range(20)]
        site.pages |= dict.fromkeys(paths, "x") | {"/sitemap.xml": urlset(*(site.url + path for path in paths))}
        settings = CrawlSettings(retries=0, workers=2)
        asyncio.run(crawl(f"{site.url}/sitemap.xml", settings, MemoryFrontier(), PlainReader(), Said()))  # type: ignore[arg-type]
    assert lines == [
        f"{site.url}/robots.txt asks for 30 s between two requests; 10 s are kept (max_crawl_delay)",
        "20 addresses at one every 10 seconds: about 3 minutes",
    ]
    assert clock.now >= 200
