"""A server that stops and comes back: what was asked in vain is asked once more, and nothing is lost by it."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler.crawl import CrawlSummary, crawl
from pagetwin.errors import SiteError
from pagetwin.progress import Progress

from .site import Answer, Asked, MemoryFrontier, Page_, PlainReader, Site, to, urlset

QUICK = CrawlSettings(rate=0.0, retries=0, workers=1, concurrency=2)
HANGS_UP = Answer(raw=b"")


def run(site: Site, frontier: MemoryFrontier) -> CrawlSummary:
    return asyncio.run(crawl(site.url + "/", QUICK, frontier, PlainReader(), Progress()))  # type: ignore[arg-type]


def a_site(site: Site, pages: dict[str, Page_]) -> None:
    site.pages["/robots.txt"] = f"Sitemap: {site.url}/sitemap.xml"
    site.pages["/sitemap.xml"] = urlset(*(site.url + path for path in pages))
    site.pages.update(pages)


def after(times: int, page: Page_, before: Page_ = HANGS_UP) -> Page_:
    """A page that is there after so many requests."""
    asked: Counter[str] = Counter()

    def answer(request: Asked) -> Answer:
        asked[request.path] += 1
        now = page if asked[request.path] > times else before
        now = now(request) if callable(now) else now
        return now if isinstance(now, Answer) else Answer(now)

    return answer


@pytest.mark.parametrize("before", [HANGS_UP, Answer("busy", 503)])
def test_what_gave_no_answer_is_asked_once_more_at_the_end(before: Answer) -> None:
    pages: dict[str, Page_] = {
        "/a": "a",
        "/back": after(1, "back", before),
        "/away": before,
        "/moved": after(1, to("/target"), before),
        "/missing": Answer("no", 404),
    }
    frontier = MemoryFrontier()
    with Site() as site:
        a_site(site, pages)
        site.pages["/target"] = "target"
        site.pages["/"] = "start"
        counts = run(site, frontier).counts
        asked = Counter(site.paths())
        assert {path: asked[path] for path in pages} == {"/a": 1, "/back": 2, "/away": 2, "/moved": 2, "/missing": 1}
        assert frontier.page(site.url + "/back").outcome == "ok"
        assert frontier.page(site.url + "/target").outcome == "ok"
        assert frontier.page(site.url + "/away").status == before.status or before.raw is not None
        assert counts.waiting == 0


def test_pages_that_never_answer_do_not_keep_a_crawl_from_its_end() -> None:
    """Among others they are no sign of a site that is down; asked once more they are all in a row."""
    pages: dict[str, Page_] = {}
    for n in range(70):
        pages[f"/ok{n}"], pages[f"/dead{n}"] = "here", HANGS_UP
    frontier = MemoryFrontier()
    with Site() as site:
        a_site(site, pages)
        assert run(site, frontier).counts.failed == 70
        asked = Counter(site.paths())
        assert 50 <= sum(asked[f"/dead{n}"] - 1 for n in range(70)) < 70  # given up before the end


def test_a_site_that_is_down_is_given_up_and_taken_up_again() -> None:
    pages: dict[str, Page_] = {f"/{n}": after(1, "here") for n in range(80)}
    frontier = MemoryFrontier()
    with Site() as site:
        a_site(site, pages)
        with pytest.raises(SiteError, match="50 addresses in a row"):
            run(site, frontier)
        before = len(site.asked)
        site.pages.update(dict.fromkeys(pages, "here"))
        assert run(site, frontier).counts.failed == 0
        assert {frontier.page(site.url + path).outcome for path in pages} == {"ok"}
        assert max(Counter(site.paths()[before:]).values()) == 1


def test_a_sitemap_without_an_answer_is_read_once_more() -> None:
    frontier = MemoryFrontier()
    with Site() as site:
        parts = {"/sitemap1.xml": urlset(site.url + "/a"), "/sitemap2.xml": after(1, urlset(site.url + "/b"))}
        index = "".join(f"<sitemap><loc>{site.url}{path}</loc></sitemap>" for path in parts)
        site.pages |= {"/a": "a", "/b": "b", "/": "start", **parts}
        site.pages["/sitemap.xml"] = f"<sitemapindex>{index}</sitemapindex>"
        notes = run(site, frontier).notes
        assert frontier.page(site.url + "/b").outcome == "ok"
        assert frontier.is_declared
        assert not notes
        assert Counter(site.paths())["/a"] == 1
        assert frontier.sources[site.url + "/sitemap2.xml"].entries == 1


def test_a_sitemap_that_stays_away_is_told_and_does_not_stop_the_crawl() -> None:
    frontier = MemoryFrontier()
    with Site() as site:
        index = "".join(f"<sitemap><loc>{site.url}/{n}.xml</loc></sitemap>" for n in (1, 2))
        site.pages |= {"/a": "a", "/1.xml": urlset(site.url + "/a"), "/2.xml": HANGS_UP}
        site.pages["/sitemap.xml"] = f"<sitemapindex>{index}</sitemapindex>"
        notes = run(site, frontier).notes
        assert frontier.page(site.url + "/a").outcome == "ok"
        assert any("/2.xml" in note for note in notes)
        assert frontier.is_declared
        assert Counter(site.paths())["/2.xml"] == 2


def test_pages_of_the_crawl_before_come_after_all_that_is_declared() -> None:
    frontier = MemoryFrontier()
    with Site() as site:
        a_site(site, {"/a": "a", "/moves": to("/target")})
        site.pages |= {"/target": "target", "/kept": "kept", "/": "start"}
        frontier.before = [site.url + path for path in ("/kept", "/target", "/gone")] + ["http://example.org/"]
        run(site, frontier)
        origins = {row.declared.url.removeprefix(site.url): row.declared.origin for row in frontier.rows.values()}
        assert (origins["/kept"], origins["/gone"], origins["/target"]) == ("known", "known", "redirect")
        assert frontier.page(site.url + "/gone").status == 404
        assert frontier.counts().declared == 3
        assert frontier.urls("skipped", "foreign_host") == {"http://example.org/"}
