"""Killed at any moment and started again, an audit ends as if nothing had happened, and asks little twice."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from support.run import pagetwin, start

PAGES = 240
CONCURRENCY, WORKERS, BATCH = 4, 2, 50
TREES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew")


class Site(ThreadingHTTPServer):
    """240 pages in 60 groups of four near-duplicates; counts what it is asked. Each answer takes a few ms."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: Counter[str] = Counter()
        self.listed = PAGES  # pages that the sitemap names; links lead to all
        self.address = f"http://127.0.0.1:{self.server_port}"

    def page(self, path: str) -> str | None:
        if path == "/robots.txt":
            return f"Sitemap: {self.address}/sitemap.xml\n"
        if path == "/sitemap.xml":
            urls = "".join(f"<url><loc>{self.address}/{n}.html</loc></url>" for n in range(self.listed))
            return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
        number = path[1:].partition(".")[0]
        return a_page(int(number)) if number.isdigit() else None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def do_GET(self) -> None:
        self.server.asked[self.path] += 1
        page = self.server.page(self.path)
        data = (page or "no such page").encode()
        time.sleep(0.01)
        self.send_response(200 if page is not None else 404)
        self.send_header("Content-Type", "text/html" if self.path.endswith(".html") else "text/plain")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def a_page(number: int) -> str:
    rng = random.Random(number // 4)
    words = [rng.choice(TREES) for _ in range(150)]
    words[70] = f"number{number}"
    links = "".join(f'<a href="{n}.html">.</a>' for n in range(3 * number + 1, min(3 * number + 4, PAGES)))
    text = f"<main><p>{' '.join(words)}</p></main><nav>{links}</nav>"
    return f"<html><head><title>Page {number}</title></head><body>{text}</body></html>"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def arguments(site: Site, out: Path) -> list[object]:
    return [
        "audit",
        site.address + "/",
        "-o",
        out,
        "--rate",
        "0",
        "--concurrency",
        CONCURRENCY,
        "--workers",
        WORKERS,
        "-q",
        *(["--follow"] if site.listed < PAGES else []),
    ]


@pytest.mark.parametrize("listed", [PAGES, 2], ids=["from the sitemap", "by links"])
def test_killed_and_started_again_it_ends_like_an_undisturbed_run(site: Site, tmp_path: Path, listed: int) -> None:
    site.listed = listed
    undisturbed, killed = tmp_path / "a", tmp_path / "b"
    run = pagetwin(*arguments(site, undisturbed))
    assert run.returncode == 0, run.stderr
    site.asked.clear()
    allowed = 0
    for share in (0.15, 0.5, 0.85) if listed == PAGES else (0.5,):
        process = start(*arguments(site, killed))
        while sum(site.asked.values()) < share * PAGES and process.poll() is None:
            time.sleep(0.005)
        assert process.poll() is None, "ended before it could be killed"
        process.kill()
        process.wait()
        allowed += CONCURRENCY + 2 * WORKERS + BATCH
    last = pagetwin(*arguments(site, killed))
    assert last.returncode == 0, last.stderr
    for name in ("clusters", "pairs", "pages"):
        assert (killed / "csv" / f"{name}.csv").read_bytes() == (undisturbed / "csv" / f"{name}.csv").read_bytes()
    twice = sum(count - 1 for path, count in site.asked.items() if path.endswith(".html"))
    assert 0 < twice <= allowed
    assert set(site.asked) >= {f"/{n}.html" for n in range(PAGES)}
