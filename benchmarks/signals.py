"""Time and peak memory of importing signals: python benchmarks/signals.py [--rows 1000000] [--kinds performance log]

Files of each kind with so many rows, in an order that no index likes; a tenth of the addresses belongs to the audit.
Memory must not grow with the rows: run it with a tenth of them, too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import measure
from pagetwin import importing
from pagetwin.config import CrawlSettings
from pagetwin.model import Crawled, Declared, Page, Texts
from pagetwin.signals.records import Told
from pagetwin.store import crawls as store_crawls
from pagetwin.store.file import Store
from pagetwin.store.frontier import StoredFrontier

SITE = "https://shop.example"
MINUTES = 30


def url(n: int) -> str:
    return f"{SITE}/catalog/section-{n % 97}/product-number-{n}/?colour={n % 11}"


def performance(n: int, chance: random.Random) -> str:
    clicks, shows = chance.randrange(5_000), chance.randrange(90_000)
    return f"{url(n)},{clicks},{shows},{chance.random() * 9:.2f}%,{chance.random() * 50:.2f}"


def yandex(n: int, chance: random.Random) -> str:
    status = chance.choice(["SEARCHABLE", "DUPLICATE", "LOW_DEMAND"])
    event = "ADD" if status == "SEARCHABLE" else "DELETE"
    day = f"2026-11-{1 + n % 28:02}"
    return f"{day},{url(n)},200,{status},{url(n // 2) if status == 'DUPLICATE' else ''},{day},Product {n},{event}"


def inspection(n: int, _: random.Random) -> str:
    status = {"verdict": "PASS", "coverageState": "Submitted and indexed", "googleCanonical": url(n),
              "userCanonical": url(n), "lastCrawlTime": "2026-11-18T05:06:07Z"}  # fmt: skip
    return json.dumps({"inspectionUrl": url(n), "inspectionResult": {"indexStatusResult": status}})


def log(n: int, chance: random.Random) -> str:
    bot = chance.choice(["Googlebot/2.1", "YandexBot/3.0", "Firefox"])
    path = url(n % 200_000).removeprefix(SITE)
    return f'10.0.0.1 - - [20/Nov/2026:10:00:01 +0300] "GET {path} HTTP/1.1" 200 5120 "-" "Mozilla/5.0 ({bot})"'


KINDS: dict[str, tuple[str, str, Callable[[int, random.Random], str]]] = {
    "performance": ("Pages.csv", "Top pages,Clicks,Impressions,CTR,Position", performance),
    "yandex": ("pages.csv", "updateDate,url,httpCode,status,target,lastAccess,title,event", yandex),
    "inspection": ("answers.jsonl", "", inspection),
    "log": ("access.log.gz", "", log),
}


def lines(kind: str, rows: int) -> Iterator[str]:
    _, head, row = KINDS[kind]
    if head:
        yield head + "\n"
    chance = random.Random(1)
    step = 611_953 if rows % 611_953 else 611_957  # a prime: every number once, never in order
    for n in range(rows):
        yield row(n * step % rows, chance) + "\n"


def audit(folder: Path, pages: int) -> None:
    """An audit with a crawl of these pages."""
    with Store.open(folder) as store:
        frontier = StoredFrontier(store, store_crawls.begin(store, f"{SITE}/", CrawlSettings()).id)
        frontier.declare(Declared(url(10 * n), "sitemap") for n in range(pages))
        frontier.all_declared()
        while tasks := frontier.take(0, 1_000):
            frontier.save(
                [Crawled(task, Page(task.url, 200, "ok"), Texts("some words", "some words")) for task in tasks]
            )
        frontier.finish(SITE)


def child(folder: Path, file: Path) -> None:
    said: list[str] = []
    with Store.open(folder) as store:
        importing.read(store, [file], Told(), ("", ""), None, said.append)
    print(json.dumps({"said": said[0].removeprefix(f"{file}: ")}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--child", nargs=2, type=Path, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.child:
        child(*told.child)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        audit(folder / "out", min(told.rows // 10, 20_000))
        for kind in told.kinds:
            path = folder / KINDS[kind][0]
            with gzip.open(path, "wt", 1) if path.suffix == ".gz" else path.open("w") as file:
                file.writelines(lines(kind, told.rows))
            run = measure.watched([sys.executable, __file__, "--child", str(folder / "out"), str(path)], MINUTES * 60)
            size, said = path.stat().st_size / 1e6, run.facts.get("said") or run.failed
            print(f"{kind}: {size:,.0f} MB in {run.wall:.1f} s, peak {run.peak_mb:.0f} MB: {said}", flush=True)
            path.unlink()


if __name__ == "__main__":
    main()
