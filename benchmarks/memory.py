"""How memory grows with the frontier: python benchmarks/memory.py [--sizes 10000 1000000 5000000]

For each size a process of its own reads sitemaps of 50,000 addresses (the protocol's limit) and hands their addresses
to the frontier of a real audit file, as a crawl does: sitemap.read, Chooser, StoredFrontier; then it takes the first
tasks of the crawl and counts. Prints seconds, peak memory of each and what it has more than the first, and the size
of the audit file with its write-ahead log at its largest. No requests are sent. 5 million addresses take some minutes
and 2 GB of disk in the folder for temporary files.
"""

from __future__ import annotations

import argparse
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_IN_ONE = 50_000
_BUDGET = 50  # MB more than the smallest, from the design


def sitemaps(addresses: int) -> Iterator[bytes]:
    """Sitemaps with so many addresses in all, in the manner of a shop."""
    for start in range(0, addresses, _IN_ONE):
        body = io.BytesIO()  # row by row: making them must not take more than reading them
        body.write(b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
        for n in range(start, min(start + _IN_ONE, addresses)):
            url = f"https://shop.example/catalogue/section-{n // 5000}/product-{n}.html?color={n % 7}&amp;size=m"
            body.write(f"<url><loc>{url}</loc><lastmod>2026-11-{n % 28 + 1:02}</lastmod></url>".encode())
        body.write(b"</urlset>")
        yield body.getvalue()


def fill(addresses: int) -> None:
    """One run; prints seconds, those of the processor (all in), peak memory (MB), audit file and its log (MB)."""
    from pagetwin.config import CrawlSettings
    from pagetwin.crawler import sitemap
    from pagetwin.crawler.choose import Chooser
    from pagetwin.model import Declared
    from pagetwin.store import crawls as store_crawls
    from pagetwin.store import frontier as store_frontier
    from pagetwin.store.file import Store

    settings = CrawlSettings()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        crawl = store_crawls.begin(store, "https://shop.example/", settings)
        frontier = store_frontier.StoredFrontier(store, crawl.id)
        chooser = Chooser("https://shop.example", settings, frontier)
        log, seconds = 0, 0.0
        for body in sitemaps(addresses):
            began = time.perf_counter()
            chooser.add(Declared(e.loc, "sitemap", lastmod=e.lastmod[:64]) for e in sitemap.read(body).entries)
            seconds += time.perf_counter() - began
            log = max(log, store.path.with_name(f"{store.path.name}-wal").stat().st_size)
        began = time.perf_counter()
        frontier.all_declared()
        counts, tasks = frontier.counts(), frontier.take(0, 200)
        seconds += time.perf_counter() - began
        if counts.waiting != addresses or len(tasks) != 200:
            sys.exit(f"{counts.waiting:,} addresses wait, {addresses:,} were declared")
        size = store.path.stat().st_size
    print(seconds, time.process_time(), peak() / 1e6, size / 1e6, log / 1e6)


def peak() -> int:
    """Highest resident memory of this process so far, in bytes."""
    highest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return highest if sys.platform == "darwin" else highest * 1024


def main() -> None:
    """Measure each size in a process of its own and print a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", type=int, nargs="+", default=[10_000, 1_000_000, 5_000_000])
    options.add_argument("--one", type=int, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.one:
        fill(given.one)
        return
    print("addresses    seconds   processor   peak MB   more MB   file MB   log MB")
    first = 0.0
    for size in given.sizes:
        command = [sys.executable, __file__, "--one", str(size)]
        run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        seconds, processor, memory, file, log = map(float, run.stdout.split())
        first = first or memory
        row = f"{size:9,} {seconds:10.1f} {processor:11.1f} {memory:9.1f} {memory - first:9.1f} {file:9.0f} {log:8.0f}"
        print(row, flush=True)
    grown = memory - first
    print(f"{'within' if grown < _BUDGET else 'ABOVE'} the budget of {_BUDGET} MB more")


if __name__ == "__main__":
    main()
