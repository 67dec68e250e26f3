"""What the worst servers do ends within its deadline, costs little, and is told as what it was."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler.crawl import crawl
from pagetwin.crawler.fetch import Client
from pagetwin.model import UNANSWERED, Fetch
from pagetwin.progress import Progress
from support.run import pagetwin, summary, table

from .hostile import LOOP, METADATA, TRICKS, Hostile
from .site import MemoryFrontier, PlainReader

DEADLINE, SILENCE = 0.8, 0.5
LIMITS: dict[str, Any] = {"timeout": SILENCE, "deadline": DEADLINE, "max_bytes": 200_000}


def get(server: Hostile, path: str, scheme: str = "http") -> Fetch:
    async def work() -> Fetch:
        async with Client(CrawlSettings(rate=0.0, retries=0, **LIMITS)) as client:
            return await client.get(f"{scheme}://127.0.0.1:{server.port}{path}")

    return asyncio.run(work())


@pytest.mark.parametrize("path", TRICKS)
def test_each_trick_ends_as_what_it_is(path: str) -> None:
    _, outcome, note = TRICKS[path]
    with Hostile() as server:
        tracemalloc.start()
        got = get(server, path)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert got.outcome == outcome, got.note
    if path != "/metadata":  # the crawl adds that it leads away
        assert note in got.note
    assert bool(got.note) == (outcome not in ("ok", "redirect"))
    assert got.seconds < DEADLINE + 1
    assert len(got.body) <= LIMITS["max_bytes"]
    assert most < 20_000_000


@pytest.mark.parametrize("path", ["/long-header", "/many-headers", "/endless", "/endless-without-length"])
def test_what_has_no_end_is_left_at_once(path: str) -> None:
    """The server would send for ever: what was on its way when the limit was met is all that it could."""
    with Hostile() as server:
        get(server, path)
        for _ in range(100):
            if path in server.sent:
                break
            asyncio.run(asyncio.sleep(0.02))
    assert server.sent[path] < 20_000_000


def test_tls_with_a_server_that_has_none() -> None:
    with Hostile() as server:
        got = get(server, "/", "https")
    assert (got.outcome, got.status) == ("error", None)
    assert got.note in ("TLS handshake failed", "connection closed without an answer", "connection reset")


def test_what_stands_behind_a_body_is_no_answer_to_the_next_request() -> None:
    async def work(server: Hostile) -> list[bytes]:
        # With retries: whether a spoilt connection is noticed before it is used again is a matter of time.
        async with Client(CrawlSettings(rate=0.0, retries=2, concurrency=1, **LIMITS)) as client:
            return [(await client.get(server.url + path)).body for path in ("/shorter-than-it-is", "/next")]

    with Hostile() as server:
        server.pages["/next"] = server.page("the next page")
        assert asyncio.run(work(server))[1] == b"the next page"


@pytest.mark.parametrize(("most", "asked"), [(10, 11), (LOOP + 10, LOOP)])
def test_a_loop_of_redirects_ends_by_the_limit_or_because_all_is_known(most: int, asked: int) -> None:
    frontier = MemoryFrontier()
    with Hostile() as server:
        server.pages["/sitemap.xml"] = server.page(_sitemap([f"{server.url}/loop/0"]), "application/xml")
        settings = CrawlSettings(rate=0.0, retries=0, workers=1, max_redirects=most)
        work = crawl(f"{server.url}/sitemap.xml", settings, frontier, PlainReader(), Progress())  # type: ignore[arg-type]
        asyncio.run(work)
    assert sum(path.startswith("/loop/") for path in server.sent) == asked
    assert {item.page.outcome for item in frontier.pages.values()} == {"redirect"}
    assert bool(frontier.urls("skipped", "too_many_redirects")) == (most < LOOP)


def _sitemap(urls: list[str]) -> str:
    rows = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'


@pytest.mark.parametrize(("good", "code"), [(20, 3), (60, 0)])
def test_a_whole_audit_tells_what_became_of_each(tmp_path: Path, good: int, code: int) -> None:
    """Among 20 good pages the site was not seen well enough, among 60 it was; nothing hangs, nothing is left out."""
    config = tmp_path / "limits.toml"
    config.write_text("[crawl]\nretries = 0\nmax_bytes = 200_000\nmax_redirects = 5\nmax_url = 200\n", "utf-8")
    with Hostile() as server:
        for n in range(good):
            words = " ".join(f"page{n}word{i}" for i in range(60))
            server.pages[f"/good/{n}"] = server.page(f"<title>{n}</title><body><main><p>{words}</p></main></body>")
        secure, long = f"https://127.0.0.1:{server.port}/secure", f"{server.url}/long?{'x' * 200}"
        pages = [f"{server.url}/good/{n}" for n in range(good)]
        tricks = {server.url + path: outcome for path, (_, outcome, _) in TRICKS.items()}
        tricks |= {secure: "blocked_by_robots", f"{server.url}/loop/0": "redirect"}
        server.pages["/sitemap.xml"] = server.page(_sitemap([*pages, *tricks, long]), "application/xml")
        arguments = ["--rate", 0, "--timeout", SILENCE, "--deadline", DEADLINE, "--config", config]
        run = pagetwin("audit", f"{server.url}/sitemap.xml", "-o", tmp_path / "out", *arguments, timeout=60)
    answered = good + sum(outcome not in UNANSWERED for outcome in tricks.values())
    assert code == (0 if answered >= 0.8 * (good + len(tricks)) else 3)  # the plan is right
    assert run.returncode == code, run.stderr
    assert "Traceback" not in run.stderr
    rows = {row["url"]: row["outcome"] for row in table(tmp_path / "out", "pages")}
    assert {url: rows.get(url) for url in tricks} == tricks
    assert {rows[url] for url in pages} == {"ok"}
    assert METADATA not in rows
    facts = summary(tmp_path / "out")
    assert facts["pages"]["skipped"]["too_long"] == 1
    assert facts["pages"]["skipped"]["too_many_redirects"] == 1
    assert facts["complete"] is (code == 0)
