"""Time and peak memory of the rules on hreflang: python benchmarks/hreflang.py [--pages 25000 50000 100000]

A site of whole sets, in which one page of a hundred has a fault of some kind. Every size runs in a process of its own.
Cost must grow with the annotations; the last column is the time per annotation beside that of the smallest size.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import measure
import psutil
from pagetwin.audits.hreflang import STATES, build, rules, verdicts
from pagetwin.audits.rule import Facts, run
from pagetwin.model import Annotation, PageState

CODES = [
    "en",
    "en-GB",
    "de",
    "de-AT",
    "fr",
    "es",
    "it",
    "nl",
    "pl",
    "cs",
    "pt",
    "pt-BR",
    "ru",
    "uk",
    "tr",
    "ja",
    "ko",
    "zh-Hans",
    "zh-Hant",
    "ar",
]
FAULTS = ("return", "gone", "noindex", "code", "self")
MINUTES = 20


def address(n: int, alternates: int) -> str:
    return f"https://shop.example/{CODES[n % alternates].lower()}/catalog/product-number-{n // alternates}/"


def annotations(keys: list[int], alternates: int) -> Iterator[Annotation]:
    """What each page says, in key order; `keys` has the number of the page at each place."""
    for page, n in enumerate(keys):
        first = n // alternates * alternates
        fault = FAULTS[n // 100 % len(FAULTS)] if n % 100 == 0 else ""
        for other in range(first, first + alternates):
            if (fault == "return" and other != n) or (fault == "self" and other == n):
                continue
            url = address(other, alternates)
            code = CODES[(other + (fault == "code")) % alternates]
            yield Annotation(page, "head", code, url, url, other - first + 5)


def one(pages: int, alternates: int) -> dict[str, Any]:
    """Build the graph of a site and run all rules on it."""
    keys = sorted(range(pages), key=lambda n: address(n, alternates))
    urls = [address(n, alternates) for n in keys]
    states = {
        page: PageState(
            page, url, url, 404 if n % 1000 == 100 else 200, "http_error" if n % 1000 == 100 else "ok",
            denied=("google", "yandex") if n % 1000 == 200 else (), lang=CODES[n % alternates],
        )
        for page, (n, url) in enumerate(zip(keys, urls, strict=True))
    }  # fmt: skip
    before, began = psutil.Process().memory_info().rss / 1e6, time.perf_counter()
    graph = build(annotations(keys, alternates), {url: page for page, url in enumerate(urls)}, pages)
    built = time.perf_counter()
    facts = Facts(states, hreflang=graph)
    findings = run(rules.RULES, facts)
    judged = time.perf_counter()
    table = verdicts(graph, facts)
    counts = Counter(STATES[state] for state in table.state.tolist())
    done = time.perf_counter()
    return {
        "annotations": len(graph), "findings": len(findings), "build": built - began, "rules": judged - built,
        "verdicts": done - judged, "before": before, "states": dict(counts),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=[25_000, 50_000, 100_000])
    parser.add_argument("--alternates", type=int, default=len(CODES))
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.child:
        print(json.dumps(one(told.child, told.alternates)))
        return
    first = 0.0
    for pages in told.pages:
        command = [sys.executable, __file__, "--child", str(pages), "--alternates", str(told.alternates)]
        run = measure.watched(command, MINUTES * 60)
        if run.failed:
            print(f"{pages:,} pages: {run.failed}")
            continue
        facts = run.facts
        each = (facts["build"] + facts["rules"] + facts["verdicts"]) / facts["annotations"]
        first = first or each
        print(
            f"{pages:,} pages, {facts['annotations']:,} annotations: graph {facts['build']:.1f} s,"
            f" {len(rules.RULES)} rules {facts['rules']:.1f} s, verdicts {facts['verdicts']:.1f} s,"
            f" {facts['findings']:,} findings; peak {run.peak_mb:.0f} MB, of these {facts['before']:.0f} MB pages;"
            f" ratio per annotation {each / first:.2f}; {facts['states']}",
            flush=True,
        )


if __name__ == "__main__":
    main()
