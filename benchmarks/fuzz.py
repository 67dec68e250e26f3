"""Feeds mutated robots.txt, sitemaps, pages, headers and packed bodies to what reads them: python benchmarks/fuzz.py

    python benchmarks/fuzz.py --seconds 120 [--only sitemap] [--seed 1] [--most-seconds 5] [--most-mb 300]

`page` runs trafilatura, too, whose parsers are not ours and not linear: a page that takes them too long costs itself
only (crawler/workers.py), so it is tried with `--only page` alone.

Every input is made from a seed number, so a failure is repeated by the line that reports it. An input fails when it
raises, takes longer than --most-seconds or makes the process grow by more than --most-mb. An input that never ends is
shown by a traceback (faulthandler) and ends the run with exit code 1, as any failure does.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import gzip
import random
import sys
import time
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import psutil
from pagetwin.crawler import charset, linkheader, parse, sitemap
from pagetwin.crawler.extract import read_page
from pagetwin.crawler.inflate import Inflater, capped, unzipped
from pagetwin.crawler.pace import retry_after_seconds
from pagetwin.crawler.scope import may_visit
from pagetwin.model import Fetch
from pagetwin.urls import identity, robotstxt
from selectolax.lexbor import LexborHTMLParser

URL = "https://example.com/a/b.html?x=1"
_HANG = 10  # times --most-seconds after which the traceback is shown

ROBOTS = (
    (
        b"User-agent: *\nDisallow: /private\nAllow: /private/open$\nCrawl-delay: 2\n\nUser-agent: pagetwin\n"
        b"User-agent: b\nDisallow: /*?sort=*&x\nDisallow: /*.pdf$\nSitemap: https://example.com/sitemap.xml\n"
    ),
    b"\xef\xbb\xbfuser agent * \r\ndisallow /\r\n# x\rAllow: /%D0%B6\r\n\x00\x0c\xe2\x80\xa8Sitemap: /s.xml",
)
SITEMAPS = (
    (
        b'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        b'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://example.com/?a=1&amp;b=2</loc>'
        b"<lastmod>2026-01-01</lastmod><image:image><image:loc>https://example.com/i.png</image:loc></image:image></url>"
        b"<url><loc><![CDATA[https://example.com/\xd0\xb6]]></loc></url></urlset>"
    ),
    b'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>a.xml</loc></sitemap></sitemapindex>',
    b'<rss version="2.0"><channel><link>https://e.com/</link><item><link>https://e.com/1</link></item></channel></rss>',
    b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://e.com/1"/></entry></feed>',
    b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>https://e.com/&b;</loc></url></urlset>',
    b"https://example.com/a\nhttps://example.com/b\r\n\n",
    gzip.compress(gzip.compress(b"<urlset><url><loc>https://example.com/a</loc></url></urlset>")),
)
PAGES = (
    (
        "<!doctype html><html lang=ru amp><head><meta charset=windows-1251><title>Заголовок</title><base href='/x/'>"
        "<link rel=canonical href=//e.com/a><link rel=alternate hreflang=ru href=?y><meta name=robots content=none>"
        "<meta http-equiv=refresh content='0; url=/next'></head><body><nav><a href=a>b</a></nav><main><h1>Слова</h1><p>"
        "Один два три четыре пять шесть семь восемь девять десять.</p><table><tr><td>x<td>y</table><form><p>z</form>"
        "<script>var a='</p>'</script><svg><title>t</title></svg><template><p>n</template></main></body></html>"
    ),
    "<p>\u65e5\u672c\u8a9e\u306e\u30c6\u30ad\u30b9\u30c8<br>\u6587\u7ae0<noscript>enable javascript</noscript>",
    "<div><div><p>text<b><i></b>overlap</i><li><dd><table><p>foster<select><option>x<textarea><title>",
)
LINES = (
    '<https://e.com/a>; rel="canonical alternate"; hreflang=ru; title*=UTF-8\'\'%d0%b6, </b>;rel=next',
    "noindex, unavailable_after: 25 Jun 2026 15:00:00 PST", "0;url='https://e.com/'", "Wed, 21 Oct 2026 07:28:00 GMT",
    "https://me:pw@xn--e1afmkfd.xn--p1ai:8080/../a%2e/%zz?q=[]#f", "http://0x7f.1:99999/", "//[::ffff:10.0.0.1]/",
)  # fmt: skip
TYPES = (
    "", "text/html", "text/html; charset=koi8-r", "text/html;charset=\x00", "x/y; charset=utf-7",
    "text/html; charset=gb18030", "text/html; charset=iso-2022-jp",
)  # fmt: skip
TOKENS = (
    b"<", b">", b"&", b"]]>", b"<!--", b"-->", b"<![CDATA[", b"<?xml ", b"<urlset>", b"<url>", b"<loc>", b"</loc>",
    b"%", b"%00", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", b"User-agent: *\n", b"Disallow: ", b"*", b"$",
    b"*" * 40,
    b"<div>", b"<table>", b"<p>", b"<svg>", b"<math>", b"<a href=", b"<template>", b"<meta charset=utf-7>", b"=\"'",
    b"@", b"need ", b"javascript", b"https://", b"\n\n",
    b"&#x110000;", b"&#0;", "\u202e\ufeff\u2028".encode(), b"\x1b$B", b"\x81\x30", b"://", b"\x1f\x8b", b"<select>",
    b'<link rel=canonical href="', b"<script>", b"<style>", b"<title>", b"<textarea>", b"<plaintext>", b"<form>",
)  # fmt: skip


def mutated(chance: random.Random, seed: bytes) -> bytes:
    """The seed after some faults; one in twenty is blown up, as quadratic time only shows in long inputs."""
    data = bytearray(seed if chance.random() < 0.95 else chance.randbytes(chance.randrange(300)))
    for _ in range(chance.choice((1, 2, 4, 8, 32))):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(6)
        if kind == 0:
            data[at:at] = chance.choice(TOKENS)
        elif kind == 1:
            data[at : at + 1] = chance.randbytes(1)
        elif kind == 2:
            del data[at : at + chance.choice((1, 3, 20, 200))]
        elif kind == 3:
            end = min(len(data), at + chance.choice((2, 10, 60)))
            data[at:at] = data[at:end] * chance.choice((1, 2, 30))
        elif kind == 4:
            data[at : at + 4] = chance.randbytes(4)
        else:
            other = chance.randrange(len(data) + 1)
            data[at:at] = data[other : other + 40]
    if chance.random() < 0.05:
        at = chance.randrange(len(data) + 1)
        piece = bytes(data[at : at + chance.choice((1, 5, 30))]) or chance.choice(TOKENS)
        piece = chance.choice((piece, chance.choice(TOKENS), chance.choice(TOKENS) + b"a "))
        data[at:at] = piece * (chance.choice((10_000, 100_000, 400_000)) // len(piece))
    return bytes(data)


def _robots(data: bytes, _: random.Random) -> None:
    policy = robotstxt.parse(data, "https://example.com/robots.txt")
    for url in (URL, "https://example.com/private/" + "a/" * 50, "https://example.com/%D0%B6?" + "x" * 2000):
        policy.allowed(url)


def _sitemap(data: bytes, chance: random.Random) -> None:
    if chance.random() < 0.2:
        data = gzip.compress(data, 1)[: chance.choice((None, -4, 30))]
    for entry in sitemap.read(data).entries:
        identity.key(identity.resolve("", entry.loc))


def _head(data: bytes, _: random.Random) -> None:
    decoded = charset.decode(data, "text/html").text
    parse.facts(LexborHTMLParser(decoded), URL)


def _page(data: bytes, chance: random.Random) -> None:
    if chance.random() < 0.5:
        data = data.decode("utf-8", "replace").encode(
            chance.choice(("cp1251", "koi8-r", "shift_jis", "utf-16")), "replace"
        )
    content_type = chance.choice(
        ("", "text/html", "text/html; charset=koi8-r", "text/html;charset=\x00", "x/y; charset=utf-7")
    )
    read_page(Fetch(URL, 200, (("content-type", content_type),), data, "ok"))


def _charset(data: bytes, chance: random.Random) -> None:
    text = charset.decode(
        data, chance.choice(("", "text/html; charset=gb18030", "text/html; charset=iso-2022-jp"))
    ).text
    text.encode("utf-8")  # no lone surrogates: SQLite would refuse them


def _headers(data: bytes, chance: random.Random) -> None:
    data = data[:100_000]  # as long as the HTTP layer lets a header block be
    line = data.decode("latin-1" if chance.random() < 0.5 else "utf-8", "replace")
    linkheader.parse(line)
    names = ("link", "x-robots-tag", "refresh", "location", "retry-after")
    parse.from_headers(Fetch(URL, 200, tuple((name, line) for name in names), b"", "ok"))
    retry_after_seconds(line, 0.0)
    url = identity.resolve(URL, line)
    assert identity.key(identity.key(url)) == identity.key(url)
    may_visit(URL, url)
    identity.without_credentials(line)


def _packed(data: bytes, chance: random.Random) -> None:
    packed = gzip.compress(data, 1) if chance.random() < 0.5 else zlib.compress(data, 1)
    packed = mutated(chance, packed)
    with contextlib.suppress(zlib.error):
        for coding in ("gzip", "deflate"):
            for piece in Inflater(coding).feed(packed):
                assert len(piece) <= max(65_536, len(packed))
    notes: list[str] = []
    assert sum(map(len, capped(unzipped(packed, notes), 1_000_000, notes))) <= 1_000_000


Target = tuple[Callable[[bytes, random.Random], None], tuple[bytes, ...]]
_BYTES = tuple(page.encode(coding, "replace") for page in PAGES for coding in ("utf-8", "cp1251", "utf-16"))
_HEADERS = tuple(line.encode() for line in LINES)
TARGETS: dict[str, Target] = {
    "robots": (_robots, ROBOTS),
    "sitemap": (_sitemap, SITEMAPS),
    "head": (_head, _BYTES),
    "charset": (_charset, _BYTES),
    "headers": (_headers, _HEADERS),
    "packed": (_packed, (*SITEMAPS, *_BYTES)),
    "page": (_page, _BYTES),
}


@dataclass
class Tally:
    """Of one target: inputs tried, the slowest with its number, the largest growth of the process, failures."""

    tried: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: int = 0
    longest: int = 0
    growth: int = 0
    failures: int = 0


def run(name: str, seconds: float, first: int, most_seconds: float, most_mb: int) -> Tally:
    """Try inputs numbered from `first` for so many seconds."""
    target, seeds = TARGETS[name]
    process, tally, end = psutil.Process(), Tally(), time.monotonic() + seconds
    number = first
    while time.monotonic() < end:
        chance = random.Random(f"{name} {number}")
        data = mutated(chance, chance.choice(seeds))
        before, began = process.memory_info().rss, time.perf_counter()
        faulthandler.dump_traceback_later(_HANG * most_seconds, exit=True)
        trouble = ""
        try:
            target(data, chance)
        except Exception:  # the very thing that is looked for
            trouble = traceback.format_exc(limit=-3)
        faulthandler.cancel_dump_traceback_later()
        took, grown = time.perf_counter() - began, process.memory_info().rss - before
        if took > most_seconds:
            trouble += f"took {took:.1f} s"
        if grown > most_mb * 2**20:
            trouble += f"grew by {grown >> 20} MB"
        if trouble:
            tally.failures += 1
            print(f"FAILED: --only {name} --seed {number} ({len(data):,} bytes): {trouble}", flush=True)
        if took > tally.slowest:
            tally.slowest, tally.slowest_input = took, number
        tally.tried, tally.seconds = tally.tried + 1, tally.seconds + took
        tally.longest, tally.growth = max(tally.longest, len(data)), max(tally.growth, grown)
        number += 1
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="in all (default 60)")
    parser.add_argument("--only", choices=TARGETS, help="one target")
    parser.add_argument("--seed", type=int, default=1, help="number of the first input")
    parser.add_argument("--most-seconds", type=float, default=5, help="for one input")
    parser.add_argument("--most-mb", type=int, default=300, help="growth of the process by one input")
    given = parser.parse_args()
    names = [given.only] if given.only else [name for name in TARGETS if name != "page"]
    failures = 0
    print(
        f"{'target':<9}{'inputs':>9}{'mean ms':>9}{'worst ms':>10}{'(seed)':>9}{'longest':>10}{'growth MB':>11}  failed"
    )
    for name in names:
        t = run(name, given.seconds / len(names), given.seed, given.most_seconds, given.most_mb)
        failures += t.failures
        mean, worst, growth = 1000 * t.seconds / max(1, t.tried), 1000 * t.slowest, t.growth / 2**20
        print(
            f"{name:<9}{t.tried:>10,}{mean:>10.2f}{worst:>10.0f}{t.slowest_input:>10}{t.longest:>10,}{growth:>10.1f}"
            f"{t.failures:>10}",
            flush=True,
        )
    print(f"peak memory {psutil.Process().memory_info().rss / 2**20:.0f} MB at the end")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
