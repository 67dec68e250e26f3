"""How near the crawl comes to extraction alone: python benchmarks/crawl.py http://127.0.0.1:8107/ [--limit N]

Runs `pagetwin crawl ADDRESS --rate 0` as a user does, then reads the very same pages in as many processes with nothing
else to do (no server, no network, no audit file): trafilatura, body text and head facts by crawler.extract.read_page.
Prints pages per second of both, their ratio and the crawl's peak memory. With `--scrapy PYTHON` the peer of
scrapy_peer.py runs too. The site is to be served on loopback; how to
get real ones is said in CONTRIBUTING.md. Server and crawl share the processors, as the budget of the design assumes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch


def addresses(sitemap: str) -> list[str]:
    """The addresses of a sitemap, following an index."""
    text = urllib.request.urlopen(sitemap).read()
    if text[:2] == b"\x1f\x8b":
        import gzip

        text = gzip.decompress(text)
    found = [loc.replace("&amp;", "&") for loc in re.findall(r"<loc>([^<]+)</loc>", text.decode())]
    if b"<sitemapindex" in text:
        return [url for child in found for url in addresses(child)]
    return found


def fetched(url: str) -> Fetch:
    """A page as the crawler would hand it on."""
    with urllib.request.urlopen(url) as answer:
        headers = tuple((name.lower(), value) for name, value in answer.headers.items())
        return Fetch(url, answer.status, headers, answer.read(), "ok")


def watched(command: list[str]) -> tuple[float, int]:
    """Seconds and peak memory (MB, whole process tree) of a command."""
    began = time.perf_counter()
    process = subprocess.Popen(command)
    root, peak = psutil.Process(process.pid), 0
    while process.poll() is None:
        total = 0
        for one in [root, *root.children(recursive=True)]:
            try:
                total += one.memory_info().rss
            except psutil.Error:
                continue
        peak = max(peak, total)
        time.sleep(0.2)
    if process.returncode:
        sys.exit(f"{command[:4]} ended with exit code {process.returncode}")
    return time.perf_counter() - began, peak // 1_000_000


def crawl(address: str, limit: int) -> tuple[float, int]:
    """`pagetwin crawl`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pagetwin", "crawl", address, "--rate", "0", "-q", "-o", f"{folder}/o"]
        return watched([*command, "--no-probes", "--max-pages", str(limit)])  # the peers ask for pages alone


def scrapy(python: str, address: str, limit: int) -> tuple[float, int]:
    """Scrapy with trafilatura in its callback, as many requests at a time (4)."""
    with tempfile.TemporaryDirectory() as folder:
        return watched(
            [python, str(Path(__file__).with_name("scrapy_peer.py")), address, str(limit), "4", f"{folder}/o"]
        )


def read(fetch: Fetch) -> int:
    """One page read; only a number crosses back."""
    return len(read_page(fetch)[1].main)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("address")
    options.add_argument("--limit", type=int, default=0)
    options.add_argument(
        "--scrapy", metavar="PYTHON", help="an interpreter with scrapy and trafilatura: run the peer too"
    )
    given = options.parse_args()
    urls = addresses(given.address.rstrip("/") + "/sitemap.xml")[: given.limit or None]
    seconds, peak = crawl(given.address, given.limit)
    _print("crawl", len(urls), seconds, f"peak {peak} MB in all processes")
    if given.scrapy:
        peer, peak = scrapy(given.scrapy, given.address, given.limit)
        _print("scrapy", len(urls), peer, f"peak {peak} MB; the crawl is {peer / seconds:.2f} times as fast")
    with ThreadPoolExecutor(4) as threads:
        pages = list(threads.map(fetched, urls))
    processes = os.cpu_count() or 1
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        pool.map(read, pages[: 4 * processes], chunksize=1)  # warm: imports are no part of extraction
        began = time.perf_counter()
        for _ in pool.imap_unordered(read, pages, chunksize=16):
            pass
        alone = time.perf_counter() - began
    share = f"{alone / seconds:.2f} of it is the crawl (its start-up included)"
    _print("extraction", len(urls), alone, f"alone in {processes} processes; {share}")


def _print(what: str, pages: int, seconds: float, more: str) -> None:
    print(f"{what:<11} {pages:6,} pages in {seconds:6.1f} s, {pages / seconds:6.1f}/s, {more}", flush=True)


if __name__ == "__main__":
    main()
