"""robots.txt: who is meant, what is shut, and what an answer that is no robots.txt means."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import CrawlSettings
from pagetwin.crawler.fetch import Client
from pagetwin.crawler.robots import Robots
from pagetwin.model import Fetch, Outcome
from pagetwin.progress import Progress
from pagetwin.urls.robotstxt import MAX_BYTES, Policy, parse, policy_of

from .site import Answer, MemoryFrontier, Site, to

SITE = "https://e.com"


def policy(text: str) -> Policy:
    return parse(text.encode(), f"{SITE}/robots.txt")


ALLOWED = [
    ("nothing", "", "/a"),
    ("the longer pattern wins", "User-agent: *\nDisallow: /shop\nAllow: /shop/a", "/shop/a"),
    ("whatever the order", "User-agent: *\nAllow: /shop/a\nDisallow: /shop", "/shop/a/b"),
    ("equal length: allow", "User-agent: *\nDisallow: /x\nAllow: /x", "/x"),
    ("end anchor", "User-agent: *\nDisallow: /*.pdf$", "/a.pdf?x=1"),
    ("our own group alone", "User-agent: pagetwin\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "/b"),
    ("an empty rule shuts nothing", "User-agent: *\nDisallow:\n", "/a"),
    ("our own empty group", "User-agent: *\nDisallow: /\nUser-agent: pagetwin\nDisallow:", "/a"),
    ("escaped slash is another path", "User-agent: *\nDisallow: /a%2Fb", "/a/b"),
    ("path case", "User-agent: *\nDisallow: /A", "/a"),
    ("a rule without slash never matches", "User-agent: *\nDisallow: private", "/private"),
    ("a rule before any group", "Disallow: /\nUser-agent: *\nDisallow: /b", "/a"),
    ("another robot's name in ours", "User-agent: page\nDisallow: /\nUser-agent: twin\nDisallow: /", "/a"),
    ("a longer name than ours", "User-agent: pagetwin-images\nDisallow: /", "/a"),
    ("HTML", "<html><body>User-agent: nobody</body></html>", "/a"),
    ("comment", "User-agent: * # all\n# Disallow: /\nDisallow: /b # not /a", "/a"),
]
SHUT = [
    ("prefix", "User-agent: *\nDisallow: /shop", "/shopping?x=1"),
    ("wildcard", "User-agent: *\nDisallow: /*?utm_", "/a/b?utm_source=x"),
    ("wildcard first", "User-agent: *\nDisallow: *print.html", "/a/print.html"),
    ("groups of one agent are one",
     "User-agent: pagetwin\nAllow: /a\nUser-agent: *\nDisallow: /c\nUser-agent: pagetwin\nDisallow: /d", "/d"),
    ("several agents of one group", "User-agent: a\nUser-agent: pagetwin\nUser-agent: b\nDisallow: /", "/a"),
    ("a blank line ends no group", "User-agent: *\n\n\nDisallow: /a", "/a"),
    ("a sitemap line splits no group", "User-agent: pagetwin\nSitemap: /s.xml\nUser-agent: b\nDisallow: /", "/a"),
    ("nor does crawl-delay", "User-agent: pagetwin\nCrawl-delay: 1\nUser-agent: b\nDisallow: /", "/a"),
    ("nor clean-param and host", "User-agent: *\nClean-param: s /f\nHost: e.com\nUser-agent: b\nDisallow: /", "/a"),
    ("a BOM", "\ufeffUser-agent: *\nDisallow: /a", "/a"),
    ("Cyrillic in the rule", "User-agent: *\nDisallow: /каталог", "/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/1"),
    ("Cyrillic in the address", "User-agent: *\nDisallow: /%d0%BA", "/каталог"),
    ("no colon", "User-agent *\nDisallow /a", "/a"),
    ("misspelt", "Useragent: *\nDissallow: /a", "/a"),
    ("a version behind the name", "User-agent: PageTwin/2.0\nDisallow: /a", "/a"),
    ("old line ends", "User-agent: *\rDisallow: /a\r", "/a"),
    ("a line end that is none", "User-agent: *\nDisallow: /x\u2028Allow: /\nDisallow: /a", "/a"),
    ("a fragment", "User-agent: *\nDisallow: /a#b", "/a"),
    ("the star with more behind it", "User-agent: * all of you\nDisallow: /a", "/a"),
    ("many wildcards", "User-agent: *\nDisallow: /*a*a*a*a*a*a*a*a*a*a*b", "/" + "a" * 200 + "b"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "path"), [case[1:] for case in ALLOWED], ids=[case[0] for case in ALLOWED])
def test_allowed(text: str, path: str) -> None:
    assert policy(text).allowed(SITE + path)


@pytest.mark.parametrize(("text", "path"), [case[1:] for case in SHUT], ids=[case[0] for case in SHUT])
def test_shut(text: str, path: str) -> None:
    assert not policy(text).allowed(SITE + path)


def test_a_line_end_that_is_none_stays_in_its_rule() -> None:
    text = "User-agent: *\nDisallow: /x\u2028y"
    assert policy(text).allowed(f"{SITE}/x")
    assert not policy(text).allowed(f"{SITE}/x%E2%80%A8y")


PATHS = st.text("ab/", min_size=1, max_size=4).map(lambda s: f"/{s}")


@given(st.lists(st.tuples(st.booleans(), PATHS), max_size=6), PATHS)
def test_against_the_definition(rules: list[tuple[bool, str]], path: str) -> None:
    """RFC 9309, section 2.2.2, spelt out: of the rules that match the longest decides, allow where equal."""
    matching = [(len(rule), allow) for allow, rule in rules if path.startswith(rule)]
    want = max(matching)[1] if matching else True
    lines = [f"{'Allow' if allow else 'Disallow'}: {rule}" for allow, rule in rules]
    assert policy("\n".join(["User-agent: *", *lines])).allowed(SITE + path) == want


LINES = st.sampled_from(
    [b"User-agent: *\n", b"user agent pagetwin\r", b"Disallow: ", b"/*a*b$", b"/", b"*", b"$", b"%", b"%00", b"\xff",
     b"\x00", b"Allow:", b"Crawl-delay: 1e999\n", b"Sitemap: //[", b"Sitemap: http://me:pw@e.com/\n", b"\n", b"#",
     b"\xef\xbb\xbf", "\u2028".encode()]
)  # fmt: skip


@given(st.lists(LINES, max_size=20).map(b"".join) | st.binary(max_size=200), st.text(max_size=20))
def test_no_bytes_raise_and_what_is_read_makes_sense(body: bytes, path: str) -> None:
    got = parse(body, f"{SITE}/robots.txt")
    assert got.allowed(f"{SITE}/{path}") in (True, False)
    assert 0 <= got.crawl_delay < float("inf")
    assert all(sitemap.startswith(("http://", "https://")) for sitemap in got.sitemaps)


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 2.5", 2.5),
        ("User-agent: *\nCrawl-delay: 0,5", 0.5),
        ("User-agent: bingbot\nCrawl-delay: 10\nUser-agent: *\nDisallow: /x", 0),
        ("User-agent: *\nCrawl-delay: 10\nUser-agent: pagetwin\nDisallow: /x", 0),
        ("User-agent: *\nDisallow:\nCrawl-delay: 1\n\nUser-agent: bingbot\nCrawl-delay: 60", 1),
        ("User-agent: *\nCrawl-delay: 1\nUser-agent: bingbot\nCrawl-delay: 60", 1),
        ("User-agent: *\nCrawl-delay: 2\nUser-agent: x\nDisallow: /x\nUser-agent: *\nDisallow: /y", 2),
        ("Crawl-delay: 5", 0),
        ("User-agent: *\nCrawl-delay: nan", 0),
        ("User-agent: *\nCrawl-delay: inf", 0),
        ("User-agent: *\nCrawl-delay: -1", 0),
        ("User-agent: *\nCrawl-delay: soon", 0),
    ],
)
def test_crawl_delay(text: str, delay: float) -> None:
    assert policy(text).crawl_delay == delay


def test_sitemaps_are_absolute_and_named_once() -> None:
    text = "Sitemap: https://e.com/1.xml\nsitemap:/2.xml\nUser-agent: *\nSite-map: https://cdn.net/3.xml\n"
    got = policy(
        text + "Sitemap: https://e.com/1.xml\nSitemap:\nSitemap: ftp://e.com/4.xml\nSitemap https://e.com/5.xml"
    )
    assert got.sitemaps == (f"{SITE}/1.xml", f"{SITE}/2.xml", "https://cdn.net/3.xml", f"{SITE}/5.xml")


@pytest.mark.parametrize(
    ("text", "all_of_it"),
    [
        ("User-agent: *\nDisallow: /", True),
        ("User-agent: *\nDisallow: /*", True),
        ("User-agent: *\nDisallow: /\nAllow: /blog/", False),
        ("User-agent: bad\nDisallow: /\nUser-agent: *\nDisallow: /x", False),
        ("User-agent: *\nDisallow: /\nUser-agent: pagetwin\nDisallow:", False),
        ("User-agent: *\nDisallow:", False),
    ],
)
def test_a_site_that_is_shut_as_a_whole_is_known(text: str, all_of_it: bool) -> None:
    assert policy(text).forbids_all == all_of_it


def test_only_the_first_512000_bytes_count_and_that_is_said() -> None:
    begin = b"User-agent: *\nDisallow: /a\n"
    padding = b"#" * (MAX_BYTES - len(begin) - 1) + b"\n"
    exact = parse(begin + padding, f"{SITE}/robots.txt")
    longer = parse(begin + padding + b"Disallow: /b\n", f"{SITE}/robots.txt")
    assert exact.note == ""
    assert "512,000" in longer.note
    assert not longer.allowed(f"{SITE}/a")
    assert longer.allowed(f"{SITE}/b")


def test_html_is_said() -> None:
    assert "HTML" in policy("<!DOCTYPE html><html>Not found</html>").note


@pytest.mark.parametrize(
    ("status", "outcome", "state"),
    [
        (200, "ok", "rules"),
        (404, "http_error", "open"),
        (403, "http_error", "open"),
        (429, "http_error", "closed"),
        (500, "http_error", "closed"),
        (503, "http_error", "closed"),
        (None, "timeout", "closed"),
        (None, "error", "closed"),
        (200, "error", "closed"),
        (301, "redirect", "open"),
    ],
)
def test_what_an_answer_means(status: int | None, outcome: Outcome, state: str) -> None:
    got = policy_of(Fetch(f"{SITE}/robots.txt", status, (), b"", outcome, "HTTP status x"))
    assert got.state == state
    assert got.allowed(f"{SITE}/a") == (state != "closed")
    assert bool(got.note) == (state == "closed" or outcome == "redirect")


class Said(Progress):
    """Keeps the lines that are said."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)


def ask(urls: list[str], **changes: Any) -> tuple[list[Policy], MemoryFrontier, list[str]]:
    settings = CrawlSettings(**{"rate": 0.0, "retries": 0, **changes})
    frontier, said = MemoryFrontier(), Said()

    async def work() -> list[Policy]:
        async with Client(settings) as client:
            robots = Robots(client, settings, frontier, said)
            return list(await asyncio.gather(*(robots.policy(url) for url in urls)))

    return asyncio.run(work()), frontier, said.lines


def test_each_origin_is_read_once_and_noted() -> None:
    with Site({"/robots.txt": Answer("User-agent: *\nDisallow: /a\nSitemap: /s.xml", delay=0.05)}) as site:
        policies, frontier, _ = ask([f"{site.url}/a", f"{site.url}/b"] * 3)
    assert site.paths() == ["/robots.txt"]
    assert len(set(map(id, policies))) == 1
    seen = frontier.sources[f"{site.url}/robots.txt"]
    assert (seen.kind, seen.status, seen.entries, seen.note) == ("robots", 200, 1, "")


def test_redirects_are_followed_five_times_and_a_loop_is_no_robots_txt() -> None:
    five = {
        "/robots.txt": to("/1"),
        **{f"/{n}": to(f"/{n + 1}") for n in range(1, 5)},
        "/5": "User-agent: *\nDisallow: /a",
    }
    with Site(five) as site, Site({"/robots.txt": to("/r"), "/r": to("/robots.txt")}) as loop:
        policies, frontier, _ = ask([f"{site.url}/", f"{loop.url}/"])
    assert not policies[0].allowed(f"{site.url}/a")
    assert policies[1].allowed(f"{loop.url}/a")
    assert "loop" in frontier.sources[f"{loop.url}/robots.txt"].note


def test_the_clamp_of_a_crawl_delay_is_announced() -> None:
    with (
        Site({"/robots.txt": "User-agent: *\nCrawl-delay: 90"}) as site,
        Site({"/robots.txt": "User-agent: *\nCrawl-delay: 1"}) as kept,
    ):
        _, _, said = ask([f"{site.url}/", f"{kept.url}/"], max_crawl_delay=2.0)
    assert len(said) == 1
    assert "90 s" in said[0]
    assert "2 s" in said[0]
    assert site.url in said[0]


def test_not_obeying_keeps_the_sitemaps_alone() -> None:
    with Site({"/robots.txt": "User-agent: *\nDisallow: /\nSitemap: /s.xml"}) as site:
        (got,), _, _ = ask([site.url], obey_robots=False)
    assert got.allowed(f"{site.url}/a")
    assert got.sitemaps == (f"{site.url}/s.xml",)
