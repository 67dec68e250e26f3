"""Crawls that follow links, on real servers: how far they go, and where they stop."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest
from pagetwin.errors import SiteError

from .site import Answer, Asked, Site, to, urlset
from .whole import Crawl


def page(*links: str, head: str = "", text: str = "some words of its own") -> str:
    """A page with these links; `!` before one marks it nofollow."""
    anchors = (f'<a href="{x.lstrip("!")}"{" rel=nofollow" if x[0] == "!" else ""}>to</a>' for x in links)
    return f"<html><head><title>t</title>{head}</head><body><p>{text}</p>{' '.join(anchors)}</body></html>"


def test_links_lead_to_the_whole_site_and_to_nothing_else(tmp_path: Path) -> None:
    with Site() as site:
        site.pages |= {
            "/": page("/a", "b/", "https://example.com/x", "mailto:a@b.c", "/a#part"),
            "/a": page("/c?x=1&y=2", "/pic.png"), "/b/": page("d", "//127.0.0.1:1/other"), "/b/d": page("/moved"),
            "/moved": to("/e"), "/e": page("/f", "/"), "/c?x=1&y=2": page(), "/f": page("/gone"),
        }  # fmt: skip
        done = Crawl(site.url, tmp_path, follow=True)
        assert done.read() == {"/", "/a", "/b/", "/b/d", "/c?x=1&y=2", "/e", "/f"}
        asked = [path for path in site.paths() if "sitemap" not in path and path != "/robots.txt"]
        assert sorted(asked) == sorted({*done.read(), "/moved", "/gone"})
    assert done.skipped() == {"file": {"/pic.png"}}
    levels = dict(done.rows("SELECT a.url, level FROM frontier f JOIN addresses a ON a.id = f.address"))
    assert {url.removeprefix(site.url): n for url, n in levels.items()} == {
        "/": 0, "/a": 1, "/b/": 1, "/b/d": 2, "/c?x=1&y=2": 2, "/pic.png": 2, "/moved": 3, "/e": 3, "/f": 4, "/gone": 5,
    }  # fmt: skip
    assert done.summary.counts.declared == 1


def test_without_follow_links_are_left_alone(tmp_path: Path) -> None:
    with Site({"/": page("/a"), "/a": page()}) as site:
        site.pages["/sitemap.xml"] = urlset(site.url + "/")
        assert Crawl(site.url, tmp_path).read() == {"/"}


def test_a_site_without_sitemap_is_refused_only_without_follow(tmp_path: Path) -> None:
    with Site({"/": page()}) as site, pytest.raises(SiteError, match="no sitemap found"):
        Crawl(site.url, tmp_path)


def test_depth_patterns_and_limit_hold_for_links(tmp_path: Path) -> None:
    with Site({"/": page("/1", "/x/1")} | {f"/{n}": page(f"/{n + 1}") for n in range(1, 9)}) as site:
        done = Crawl(site.url, tmp_path / "depth", follow=True, depth=3, exclude=("/x/",))
        assert done.read() == {"/", "/1", "/2", "/3"}
        assert done.skipped() == {"too_deep": {"/4"}, "excluded": {"/x/1"}}
        done = Crawl(site.url, tmp_path / "limit", follow=True, max_pages=3)
        assert done.read() == {"/", "/1"}  # /x/1 is the third, and not there
        assert done.skipped() == {"over_limit": {"/2"}}
        done = Crawl(site.url, tmp_path / "include", follow=True, include=("/[1-3]$",))
        assert done.read() == {"/", "/1", "/2", "/3"}  # somewhere it has to begin


def test_nofollow_links_are_noted_and_not_followed(tmp_path: Path) -> None:
    with Site() as site:
        site.pages |= {
            "/": page("!/a", "!/b", "/c", "/d"), "/a": page(), "/b": page(), "/c": page("/b"),
            "/d": page("/e", head='<meta name="robots" content="noindex, NoFollow">'), "/e": page(),
        }  # fmt: skip
        done = Crawl(site.url, tmp_path / "1", follow=True)
        assert done.read() == {"/", "/b", "/c", "/d"}  # another page links to /b without it
        assert done.skipped() == {"nofollow": {"/a", "/e"}}
        assert Crawl(site.url, tmp_path / "2", follow=True, follow_nofollow=True).read() == {
            "/", "/a", "/b", "/c", "/d", "/e",
        }  # fmt: skip


def calendar(asked: Asked) -> Answer:
    """Months without end, each with the one before and the one after."""
    year, month = map(int, re.findall(r"\d+", asked.path))
    months = (12 * year + month - 1 + step for step in (-1, 1))
    return Answer(page(*(f"/cal/{n // 12}/{n % 12 + 1}/" for n in months)))


class Endless(Site):
    """A site of which some paths are made as they are asked."""

    def _answer(self, handler: object) -> None:
        path = handler.path  # type: ignore[attr-defined]
        if path.startswith("/cal/"):
            self.pages.setdefault(path, calendar)
        elif path.startswith("/shop/"):
            self.pages.setdefault(path, shop)
        elif path.startswith("/rel/"):
            self.pages.setdefault(path, page("rel/deeper/"))
        super()._answer(handler)  # type: ignore[arg-type]


def shop(asked: Asked) -> Answer:
    """Three shelves; on each, filters that can be combined at will."""
    path, _, query = asked.path.partition("?")
    chosen = dict(part.split("=") for part in query.split("&") if part)
    combined = (
        {**chosen, name: str(value)} for name in ("brand", "color", "price", "size") for value in range(4)
    )  # fmt: skip
    links = (f"{path}?{'&'.join(f'{k}={v}' for k, v in sorted(one.items()))}" for one in combined)
    return Answer(page(*links, *(f"/shop/{shelf}" for shelf in "abc")))


def test_a_calendar_without_end_ends(tmp_path: Path) -> None:
    with Endless({"/": page("/cal/2026/11/", "/a"), "/a": page()}) as site:
        done = Crawl(site.url, tmp_path, follow=True, calendar_budget=12)
    assert len([path for path in done.read() if path.startswith("/cal/")]) == 12
    assert "/a" in done.read()
    assert set(done.skipped()) == {"trap"}


def test_combinations_of_filters_have_a_budget_for_each_section(tmp_path: Path) -> None:
    with Endless({"/": page("/shop/a")}) as site:
        done = Crawl(site.url, tmp_path, follow=True, facet_budget=10)
    one = [path for path in done.read() if path.count("=") == 1]
    assert len(one) == 3 * 16  # each filter alone, on each shelf: pages that a reader may want
    pairs = itertools.combinations(("brand", "color", "price", "size"), 2)
    for names in pairs:
        assert sum(re.findall(r"(\w+)=", path) == list(names) for path in done.read()) == 10
    assert len(done.read()) < 3 * 16 + 4 + 11 * 10 + 1
    assert len(done.skipped()["trap"]) > 100


def test_paths_that_repeat_themselves_are_no_pages(tmp_path: Path) -> None:
    with Endless({"/": page("/rel/")}) as site:
        done = Crawl(site.url, tmp_path, follow=True)
    assert done.read() == {"/", "/rel/", "/rel/rel/deeper/"}
    assert done.skipped() == {"trap": {"/rel/rel/deeper/rel/deeper/"}}


def test_numbers_without_end_end(tmp_path: Path) -> None:
    with Site({"/": page("/next/1")} | {f"/next/{n}": page(f"/next/{n + 1}") for n in range(1, 40)}) as site:
        done = Crawl(site.url, tmp_path, follow=True, pattern_budget=15)
    assert len(done.read()) == 16
    assert done.skipped() == {"trap": {"/next/16"}}


def woven(number: int, rng: random.Random) -> dict[str, str]:
    """Pages that link to one another at random, with calendars and parameters between them."""
    paths = [f"/p{n}" for n in range(number)] + [f"/cal/2026/{n % 12 + 1}/{n}" for n in range(1, 29)]
    paths += [f"/list?a={n}&b={n % 7}" for n in range(40)]
    return {path: page(*rng.sample(paths, 4), text=path) for path in ["/", *paths]}


@pytest.mark.parametrize("seed", range(3))
def test_a_crawl_cut_short_at_any_page_ends_like_an_undisturbed_one(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    limits = {"follow": True, "calendar_budget": 9, "facet_budget": 11, "max_pages": 60, "batch": 5}
    with Site(dict(woven(60, rng))) as site:
        whole = Crawl(site.url, tmp_path / "whole", concurrency=1, **limits)
        for path, text in list(site.pages.items()):  # answers come in another order
            site.pages[path] = Answer(text, delay=rng.random() / 200)  # type: ignore[arg-type]
        stops = iter(rng.choices(range(3, 25), k=3))
        for left in stops:
            counter = itertools.count()
            with pytest.raises(KeyboardInterrupt):
                Crawl(site.url, tmp_path / "cut", stop=lambda _, c=counter, n=left: next(c) == n, **limits)
        cut = Crawl(site.url, tmp_path / "cut", **limits)
    facts = "key, origin, depth, level, state, reason"
    query = f"SELECT {facts} FROM frontier f JOIN addresses a ON a.id = f.address ORDER BY 1"
    assert cut.rows(query) == whole.rows(query)
    assert len(whole.skipped()["trap"]) > 5
    assert len(whole.skipped()["over_limit"]) > 2
