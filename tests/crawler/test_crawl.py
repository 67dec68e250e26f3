"""Whole crawls of small real servers: what is asked, what is kept, and what happens when things break."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler import crawl as crawl_module
from pagetwin.crawler.crawl import CrawlSummary, crawl
from pagetwin.crawler.fetch import Client
from pagetwin.errors import SiteError
from pagetwin.model import Declared, Fetch, Page, Texts
from pagetwin.progress import Progress

from .site import Answer, Asked, MemoryFrontier, PlainReader, Site, to, urlset


class Seen(Progress):
    """Counts what is shown."""

    def __init__(self) -> None:
        self.stages: list[tuple[str, int | None]] = []
        self.done = 0
        self.total: int | None = None
        self.lines: list[str] = []

    def start(self, name: str, total: int | None = None) -> None:
        self.stages.append((name, total))
        self.done, self.total = 0, total

    def expect(self, total: int) -> None:
        self.total = total

    def advance(self, n: int = 1) -> None:
        self.done += n

    def say(self, line: str) -> None:
        self.lines.append(line)


def settings(**changes: Any) -> CrawlSettings:
    return CrawlSettings(**{"rate": 0.0, "retries": 0, "workers": 2, **changes})


def run(
    source: str,
    frontier: MemoryFrontier | None = None,
    reader: Any = None,
    progress: Progress | None = None,
    **changes: Any,
) -> tuple[MemoryFrontier, CrawlSummary]:
    frontier = MemoryFrontier() if frontier is None else frontier
    done = crawl(source, settings(**changes), frontier, reader or PlainReader(), progress or Progress())
    return frontier, asyncio.run(done)


def listing(site: Site, *paths: str, **pages: Any) -> None:
    """A sitemap of these paths, each with a page of its own text unless one is given."""
    site.pages |= {path: f"<p>{path}" for path in paths if path not in site.pages}
    site.pages["/sitemap.xml"] = urlset(*(site.url + path for path in paths))


def test_every_page_is_fetched_read_and_saved_once() -> None:
    paths = [f"/p/{n}" for n in range(137)]
    with Site({"/": "<p>home"}) as site:
        listing(site, *paths)
        seen = Seen()
        frontier, summary = run(site.url, progress=seen, concurrency=6)
        assert sorted(p for p in site.paths() if p.startswith("/p/")) == sorted(paths)
        assert site.most_at_once <= 6
    assert {item.texts.body for item in frontier.pages.values()} == {f"<p>{path}" for path in paths} | {"<p>home"}
    assert summary.site == site.url
    assert (summary.counts.done, summary.counts.waiting, summary.counts.failed) == (138, 0, 0)
    assert seen.stages == [("sitemap", None), ("crawl", 138)]
    assert seen.done == seen.total == 138


def test_saving_is_done_in_batches() -> None:
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(95)))
        frontier, _ = run(site.url, batch=20)
    assert sum(frontier.batches) == 96
    assert max(frontier.batches) < 20 + 4 + 2 * 2  # a batch and what came in at the same moment
    assert len(frontier.batches) >= 4


def test_a_slow_site_is_saved_each_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_module, "_SAVE_EVERY", 0.05)
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(6)))
        for n in range(6):
            site.pages[f"/{n}"] = Answer("x", delay=0.1)
        frontier, _ = run(site.url, concurrency=1)
    assert len(frontier.batches) >= 4


def test_redirects_are_addresses_of_their_own() -> None:
    with Site({"/": ""}) as site:
        site.pages |= {"/a": to("/b"), "/b": to("/c", 302), "/c": "<p>end", "/x": to("/y"), "/y": to("/x")}
        site.pages |= {"/home": to("/"), "/away": to("https://example.com/"), "/inside": to("http://10.0.0.1/")}
        listing(site, "/a", "/x", "/away", "/inside", "/home")
        frontier, summary = run(site.url)
        u = site.url
        assert [frontier.page(u + path).outcome for path in ("/a", "/b", "/c", "/x", "/y")] == [
            "redirect", "redirect", "ok", "redirect", "redirect",
        ]  # fmt: skip
        assert [frontier.page(u + path).redirect_to for path in ("/a", "/b")] == [f"{u}/b", f"{u}/c"]
        assert frontier.page(f"{u}/away").redirect_to == "https://example.com/"
        assert "another site" in frontier.page(f"{u}/away").note
        assert frontier.page(f"{u}/inside").redirect_to == "http://10.0.0.1/"
        assert {row.declared.depth for row in frontier.rows.values() if row.declared.url == f"{u}/c"} == {2}
        assert len(site.paths()) == len(set(site.paths()))
    assert summary.counts.waiting == 0


def test_redirects_to_another_name_of_the_host_are_followed() -> None:
    with Site() as site:
        local = f"http://localhost:{site.port}"
        site.pages |= {"/a": lambda asked: to(f"{site.url}/a") if "localhost" in asked.headers["host"] else Answer("a")}
        site.pages["/sitemap.xml"] = urlset(f"{local}/a")
        frontier, _ = run(f"{site.url}/sitemap.xml")
    assert frontier.page(f"{local}/a").outcome == "redirect"
    assert frontier.page(f"{site.url}/a").outcome == "ok"


def test_patterns_do_not_apply_to_targets_of_redirects() -> None:
    with Site({"/shop/a": to("/new/a"), "/new/a": "x"}) as site:
        listing(site, "/shop/a")
        frontier, _ = run(f"{site.url}/sitemap.xml", include=("/shop/",))
    assert frontier.page(f"{site.url}/new/a").outcome == "ok"


def test_a_long_chain_ends_and_says_so() -> None:
    with Site({f"/{n}": to(f"/{n + 1}") for n in range(30)}) as site:
        listing(site, "/0")
        frontier, _ = run(f"{site.url}/sitemap.xml", max_redirects=3)
        assert [p for p in site.paths() if p[1:].isdigit()] == ["/0", "/1", "/2", "/3"]
    assert frontier.pages[f"{site.url}/3"].found == ()
    assert "more than 3 redirects" in frontier.page(f"{site.url}/3").note
    assert frontier.urls("skipped", "too_many_redirects") == {f"{site.url}/4"}


def test_addresses_longer_than_the_limit_are_counted_and_not_asked() -> None:
    with Site() as site:
        room = 200 - len(site.url)
        fits, long, longer = "/" + "f" * (room - 1), "/" + "x" * room, "/" + "y" * room
        site.pages["/away"] = to(longer)
        listing(site, fits, long, "/away")
        frontier, summary = run(f"{site.url}/sitemap.xml", max_url=200)
        assert not {long, longer} & set(site.paths())
    assert frontier.page(site.url + fits).outcome == "ok"
    assert frontier.urls("skipped", "too_long") == {site.url + long, site.url + longer}
    assert frontier.page(f"{site.url}/away").note == "its target is longer than 200 characters"
    assert summary.notes == (f"{site.url}/sitemap.xml: 1 too long",)


def test_a_target_with_an_old_low_number_is_not_missed() -> None:
    """Ids come from an audit file that knew the target before: it may lie below all that this crawl has taken."""
    with Site({"/old": "<p>old", "/a": to("/old")}) as site:
        listing(site, "/a")
        frontier, _ = run(f"{site.url}/sitemap.xml", MemoryFrontier(ids={f"{site.url}/old": 1, f"{site.url}/z": 50}))
    assert frontier.page(f"{site.url}/old").outcome == "ok"


@pytest.mark.parametrize("limit", [1, 7, 12, 15])
def test_the_limit_of_pages_bounds_what_is_fetched(limit: int) -> None:
    """Ten pages, five of them redirects: three to new targets, two to pages of the ten."""
    with Site() as site:
        site.pages |= {f"/{n}": to(f"/new{n}" if n < 3 else f"/{n + 5}") for n in range(5)}
        site.pages |= {f"/new{n}": "new" for n in range(3)}
        listing(site, *(f"/{n}" for n in range(10)))
        frontier, summary = run(f"{site.url}/sitemap.xml", max_pages=limit)
        asked = [p for p in site.paths() if p not in ("/robots.txt", "/sitemap.xml")]
    assert len(asked) == len(frontier.pages) == min(limit, 13)
    assert summary.counts.waiting == 0
    skipped = 10 - limit + min(3, limit) if limit < 10 else 13 - len(asked)
    assert summary.counts.skipped == skipped


def test_redirects_to_known_pages_take_no_room_below_the_limit() -> None:
    with Site() as site:
        site.pages |= {f"/{n}": to(f"/{n + 100}") for n in range(20)} | {f"/{n}": to(f"/new{n}") for n in (20, 21, 22)}
        site.pages |= {f"/new{n}": "new" for n in (20, 21, 22)}
        listing(site, *(f"/{n}" for n in (*range(23), *range(100, 120))))
        frontier, _ = run(f"{site.url}/sitemap.xml", max_pages=45)
    assert len(frontier.pages) == 45
    assert len(frontier.urls("skipped", "over_limit")) == 1


def test_robots_txt_is_obeyed_for_each_origin_and_asked_once() -> None:
    with Site() as site:
        site.pages["/robots.txt"] = "User-agent: *\nDisallow: /private\nDisallow: /*?sort="
        listing(site, "/a", "/private/b", "/c?sort=1", "/d")
        site.pages["/d"] = to("/private/e")
        frontier, summary = run(f"{site.url}/sitemap.xml", concurrency=8)
        assert sorted(site.paths()) == ["/a", "/d", "/robots.txt", "/sitemap.xml"]
    u = site.url
    for path in ("/private/b", "/c?sort=1", "/private/e"):
        assert frontier.page(u + path).outcome == "blocked_by_robots"
        assert frontier.page(u + path).status is None
    assert "forbids" in frontier.page(f"{u}/private/b").note
    assert summary.counts.failed == 3


def test_an_unreachable_robots_txt_of_another_origin_blocks_only_that() -> None:
    with Site() as other, Site() as site:
        names = (f"shop.example.com:{site.port}:127.0.0.1", f"www.example.com:{other.port}:127.0.0.1")
        shop, www = f"http://shop.example.com:{site.port}", f"http://www.example.com:{other.port}"
        other.pages |= {"/robots.txt": Answer("", 503), "/b": "b", "/c": "c"}
        site.pages |= {"/a": "a", "/sitemap.xml": urlset(f"{www}/b", f"{shop}/a", f"{www}/c")}
        frontier, _ = run(f"{shop}/sitemap.xml", resolve=names, max_retry_after=0.0)
        assert other.paths() == ["/robots.txt"]
    assert frontier.page(f"{shop}/a").outcome == "ok"
    assert frontier.page(f"{www}/b").outcome == "blocked_by_robots"
    assert "503" in frontier.page(f"{www}/c").note
    assert frontier.sources[f"{www}/robots.txt"].status == 503


def test_robots_txt_can_be_overridden_loudly() -> None:
    with Site() as site:
        site.pages["/robots.txt"] = "User-agent: *\nDisallow: /"
        listing(site, "/a")
        seen = Seen()
        frontier, _ = run(f"{site.url}/sitemap.xml", progress=seen, obey_robots=False)
    assert frontier.page(f"{site.url}/a").outcome == "ok"
    assert "NOT obeyed" in seen.lines[0]


def test_trouble_with_a_page_costs_that_page_only() -> None:
    with Site({"/": ""}) as site:
        site.pages |= {
            "/half": Answer("half", length=99), "/slow": Answer("late", delay=0.4), "/big": Answer(b"x" * 5000),
            "/image": Answer(b"png", headers=(("Content-Type", "image/png"),)), "/500": Answer("", 500),
            "/gone": Answer("", 410), "/garbage": Answer(raw=b"\x00\x01"),
        }  # fmt: skip
        listing(site, "/half", "/slow", "/big", "/image", "/500", "/gone", "/garbage", "/good")
        frontier, summary = run(site.url, timeout=0.2, max_bytes=1000)
        got = {path: frontier.page(site.url + path).outcome for path in site.pages if path not in ("/", "/sitemap.xml")}
    assert got == {
        "/half": "error", "/slow": "timeout", "/big": "too_large", "/image": "not_html", "/500": "http_error",
        "/gone": "http_error", "/garbage": "error", "/good": "ok",
    }  # fmt: skip
    assert summary.counts.waiting == 0


class Failing(PlainReader):
    """Fails like a bug would, at one page."""

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        if fetch.url.endswith("/30"):
            raise ZeroDivisionError
        return await super().read(fetch)


def test_a_crash_loses_nothing_that_was_complete_and_the_next_run_asks_only_the_rest() -> None:
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(60)))
        frontier = MemoryFrontier()
        with pytest.raises(ZeroDivisionError):
            run(site.url, frontier, Failing(), batch=1000)
        before = set(frontier.pages)
        asked = len(site.asked)
        assert 20 <= len(before) <= 30 + 4 + 2 * 2
        run(site.url, frontier)
        again = [site.url + path for path in site.paths()[asked:]]
    assert len(frontier.pages) == 61
    assert before.isdisjoint(again)
    assert f"{site.url}/sitemap.xml" not in again


@pytest.mark.parametrize("seed", range(3))
def test_cut_short_at_random_moments_the_result_is_the_same(seed: int) -> None:
    """Cancelled again and again, as Ctrl-C does, and gone on: every page once, as in one run."""
    with Site({"/": ""}) as site:
        site.pages |= {f"/r{n}": to(f"/t{n}") for n in range(10)} | {f"/t{n}": f"t{n}" for n in range(10)}
        listing(site, *(f"/{n}" for n in range(50)), *(f"/r{n}" for n in range(10)))
        frontier, chance = MemoryFrontier(), random.Random(seed)

        async def cut_short() -> None:
            task = asyncio.create_task(
                crawl(site.url, settings(batch=5), frontier, PlainReader(), Progress())  # type: ignore[arg-type]
            )
            await asyncio.wait([task], timeout=chance.uniform(0.01, 0.06))
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        for _ in range(5):
            asyncio.run(cut_short())
        run(site.url, frontier)
        whole, _ = run(site.url)
    assert {key: item.page.outcome for key, item in frontier.pages.items()} == {
        key: item.page.outcome for key, item in whole.pages.items()
    }
    assert len(whole.pages) == 71


class Stuck(PlainReader):
    """Takes pages and never answers, so that bodies pile up as far as they can."""

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        await super().read(fetch)
        await asyncio.sleep(3600)
        raise AssertionError


def test_pages_that_wait_for_a_worker_stay_few() -> None:
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(100)))
        reader = Stuck()

        async def a_while() -> None:
            work = crawl(site.url, settings(concurrency=3), MemoryFrontier(), reader, Progress())  # type: ignore[arg-type]
            await asyncio.wait_for(work, 0.4)

        with pytest.raises(TimeoutError):
            asyncio.run(a_while())
    assert len(reader.fetches) == 3 + 2 * 2


def test_a_site_that_goes_down_ends_the_crawl_in_clear_words() -> None:
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(200)))
        for n in range(40, 200):
            site.pages[f"/{n}"] = Answer("", 500)
        frontier = MemoryFrontier()
        with pytest.raises(SiteError, match="50 addresses in a row") as error:
            run(site.url, frontier)
    assert "HTTP status 500" in str(error.value)
    assert 90 <= len(frontier.pages) <= 90 + 4 + 2 * 2
    assert "\n" not in str(error.value)


def test_failures_between_good_pages_do_not_end_it() -> None:
    with Site({"/": ""}) as site:
        listing(site, *(f"/{n}" for n in range(150)))
        for n in range(150):
            if n % 10:
                site.pages[f"/{n}"] = Answer("", 500)
        _, summary = run(site.url)
    assert summary.counts.done == 151


def test_a_429_slows_the_crawl_and_every_page_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that refuses more than ten in a second of a clock that only moves when the crawler waits."""
    now, recent = 0.0, []

    async def pass_by(seconds: float) -> None:
        nonlocal now
        now += seconds

    def page(asked: Asked) -> Answer:
        recent.append(now)
        return Answer("", 429, (("Retry-After", "1"),)) if sum(at > now - 1 for at in recent) > 10 else Answer("x")

    monkeypatch.setattr(crawl_module, "Client", lambda s: Client(s, lambda: now, pass_by))
    with Site() as site:
        site.pages |= {f"/{n}": page for n in range(60)}
        listing(site, *(f"/{n}" for n in range(60)))
        frontier, _ = run(f"{site.url}/sitemap.xml", retries=3)
    assert [item.page.outcome for item in frontier.pages.values()] == ["ok"] * 60
    assert len(recent) < 120
    assert 5 < now < 60


def test_a_stub_leads_on_like_a_redirect() -> None:
    class Stubs(PlainReader):
        async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
            if fetch.url.endswith("/stub"):
                return Page(fetch.url, 200, "stub", redirect_to=fetch.url.replace("stub", "real")), Texts()
            return await super().read(fetch)

    with Site({"/real": "<p>real"}) as site:
        listing(site, "/stub")
        frontier, _ = run(f"{site.url}/sitemap.xml", reader=Stubs())
    assert frontier.pages[f"{site.url}/stub"].found == (Declared(f"{site.url}/real", "redirect", 1),)
    assert frontier.page(f"{site.url}/real").outcome == "ok"


def test_nothing_to_do_ends_at_once() -> None:
    with Site({"/": ""}) as site:
        listing(site, "/a")
        frontier, _ = run(site.url)
        asked = len(site.asked)
        _, summary = run(site.url, frontier)
        assert site.paths()[asked:] == ["/robots.txt"]
    assert summary.counts.done == 2
