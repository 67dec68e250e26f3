"""Rules on sitemaps as files, from the bytes of a file through the reader to the findings."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pagetwin.audits import rule, sitemap_entries, sitemap_files
from pagetwin.audits.rule import Facts
from pagetwin.crawler.sitemap import read
from pagetwin.crawler.sitemap_facts import Gauge
from pagetwin.model import Finding, ListedTwice, RobotsTxt, SitemapFile
from pagetwin.reports import sentences
from pagetwin.reports.language import Language

E, F = "https://e.com", "https://f.com"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
RULES = (*sitemap_files.RULES, *sitemap_entries.RULES)
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
RU = Language("ru")


def sitemap(body: bytes, url: str = f"{E}/sitemap.xml", *, parent: str = "", guessed: bool = False) -> SitemapFile:
    found = read(body)
    gauge = Gauge(found.kind, [url], NOW)
    for _ in gauge.watch(found.entries):
        pass
    return gauge.file(found.form, url, parent=parent, guessed=guessed, cut=False)


def urlset(*locs: str, more: Iterable[str] = (), ns: str = XMLNS, head: str = "<?xml version='1.0'?>") -> bytes:
    beside = [*more] or [""] * len(locs)
    rows = "".join(f"<url><loc>{loc}</loc>{also}</url>" for loc, also in zip(locs, beside, strict=True))
    return f"{head}<urlset {ns}>{rows}</urlset>".encode()


def index(*locs: str) -> bytes:
    rows = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f"<sitemapindex {XMLNS}>{rows}</sitemapindex>".encode()


def robots(origin: str, *sitemaps: str, status: int | None = 200) -> RobotsTxt:
    body = "\n".join(f"Sitemap: {url}" for url in sitemaps).encode()
    outcome = "ok" if status == 200 else "http_error" if status else "timeout"
    return RobotsTxt(origin, f"{origin}/robots.txt", status, outcome, "text/plain", body)  # type: ignore[arg-type]


def found(*files: SitemapFile, txt: Iterable[RobotsTxt] = (), twice: tuple[ListedTwice, ...] = ()) -> list[Finding]:
    facts = Facts({}, sitemaps=files, robots={text.origin: text for text in txt}, listed_twice=twice, now=NOW)
    findings = rule.run(RULES, facts)
    assert [f for f in findings if f.rule == "rule-crashed"] == []
    for finding in findings:
        said = sentences.finding(finding.message, finding.url, finding.related, json.dumps(finding.values), RU)
        assert finding.url in said
        assert re.search("[а-яё]", said)
        assert "%(" not in said
    return findings


def fired(*files: SitemapFile, **more: Any) -> set[tuple[str, str, str]]:
    return {(f.rule, f.engine, f.severity) for f in found(*files, **more)}


GOOD = urlset(f"{E}/a?x=1&amp;y=2", f"{E}/%D0%B1", more=("<lastmod>2026-11-20</lastmod>", ""))
FEED = f"<rss version='2.0'><channel><item><link>{E}/a</link><pubDate>Fri, 20 Nov 2026</pubDate></item></channel></rss>"
FORMS: list[tuple[bytes, set[str]]] = [
    (GOOD, set()),
    (gzip.compress(GOOD), set()),
    (index(f"{E}/a.xml", f"{E}/more/b.xml"), set()),
    (f"{E}/a\r\n\r\n{E}/b\n".encode(), set()),
    (urlset(), set()),
    (GOOD.replace(b"?>", b" encoding='windows-1251'?>"), set()),
    (b"<?xml version='1.0' encoding='windows-1251'?>" + urlset(f"{E}/б", head="").decode().encode("cp1251"),
     {"sitemap-not-utf8", "sitemap-url-unescaped"}),
    (urlset(f"{E}/б", head="<?xml version='1.0' encoding='utf-8'?>").decode().encode("cp1251"),
     {"sitemap-not-utf8", "sitemap-url-unescaped", "sitemap-xml-invalid"}),
    (GOOD.decode().encode("utf-16"), {"sitemap-not-utf8", "sitemap-bom"}),
    (b"\xef\xbb\xbf" + GOOD, {"sitemap-bom"}),
    (b"\xef\xbb\xbf" + f"{E}/a".encode(), {"sitemap-bom"}),
    (b"\r\n" + GOOD, {"sitemap-leading-whitespace"}),
    (b"\n" + urlset(f"{E}/a", head=""), set()),
    (urlset(f"{E}/a", ns=""), {"sitemap-namespace"}),
    (urlset(f"{E}/a", ns='xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"'), {"sitemap-namespace"}),
    (urlset(f"{E}/a", ns='xmlns="http://www.google.com/schemas/sitemap/0.84"'), {"sitemap-namespace"}),
    (urlset(f"{E}/a", ns=f'{XMLNS} xmlns:xhtml="http://www.w3.org/1999/xhtml"'), set()),
    (urlset(f"{E}/?a=1&b=2"), {"sitemap-xml-invalid"}),
    (GOOD[:-9], {"sitemap-xml-invalid"}),
    (b"Warning: no such file\n" + GOOD, {"sitemap-xml-invalid"}),
    (b"", {"sitemap-xml-invalid"}),
    (b"<!DOCTYPE urlset [<!ENTITY a 'b'>]>" + urlset(f"{E}/a", head=""), {"sitemap-xml-invalid"}),
    (b"<!doctype html><title>Shop</title>", {"sitemap-html"}),
    (gzip.compress(GOOD)[:-4], {"sitemap-gz-broken"}),
    (gzip.compress(GOOD) + b"more", {"sitemap-gz-broken"}),
    (gzip.compress(gzip.compress(GOOD)), {"sitemap-gz-double"}),
    (f"{E}/a\n/b\n# pages\n".encode(), {"sitemap-txt-junk"}),
    (FEED.encode(), {"sitemap-feed"}),
]  # fmt: skip


@pytest.mark.parametrize(("body", "rules"), FORMS)
def test_each_form_has_its_findings_and_no_other(body: bytes, rules: set[str]) -> None:
    assert {name for name, *_ in fired(sitemap(body))} == rules


ENTRIES: list[tuple[str, str, dict[str, tuple[int, str]]]] = [
    (f"{E}/a", "", {}),
    ("/a", "", {"sitemap-url-relative": (1, "/a")}),
    ("//e.com/a", "", {"sitemap-url-relative": (1, "//e.com/a")}),
    ("https://", "", {"sitemap-url-relative": (1, "https://")}),
    (f"{E}/a#b", "", {"sitemap-url-fragment": (1, f"{E}/a#b")}),
    (f"{E}/a b", "", {"sitemap-url-unescaped": (1, f"{E}/a b")}),
    (f"{E}/б", "", {"sitemap-url-unescaped": (1, f"{E}/б")}),
    (f"{E}/100%", "", {"sitemap-url-unescaped": (1, f"{E}/100%")}),
    (f"{E}/a", "<lastmod>2026-11-21T11:00Z</lastmod>", {}),
    (f"{E}/a", "<lastmod>2026-11-22</lastmod>", {"sitemap-lastmod-future": (1, "2026-11-22")}),
    (f"{E}/a", "<lastmod>20.11.2026</lastmod>", {"sitemap-lastmod-invalid": (1, "20.11.2026")}),
    (f"{E}/a", "<priority>0.5</priority>", {"sitemap-priority": (1, f"{E}/a")}),
    (f"{E}/a", "<changefreq>daily</changefreq>", {"sitemap-priority": (1, f"{E}/a")}),
]  # fmt: skip


@pytest.mark.parametrize(("loc", "beside", "told"), ENTRIES)
def test_each_fault_of_an_entry_is_counted_with_its_first(
    loc: str, beside: str, told: dict[str, tuple[int, str]]
) -> None:
    findings = found(sitemap(urlset(f"{E}/first", loc, more=("", beside))))
    assert {f.rule: (f.values["n"], f.values["example"]) for f in findings} == told


def test_the_first_of_many_is_the_example() -> None:
    (finding,) = found(sitemap(urlset(f"{E}/a", f"{E}/b#1", f"{E}/c#2")))
    assert (finding.rule, finding.url, finding.values) == (
        "sitemap-url-fragment", f"{E}/sitemap.xml", {"n": 2, "example": f"{E}/b#1"},
    )  # fmt: skip


def test_addresses_of_2048_characters_are_too_long() -> None:
    base = f"{E}/"
    assert fired(sitemap(urlset(base + "a" * (2047 - len(base))))) == set()
    assert fired(sitemap(urlset(base + "a" * (2048 - len(base))))) == {("sitemap-url-too-long", "any", "error")}


def test_lastmod_that_says_nothing() -> None:
    locs = [f"{E}/{n}" for n in range(10)]
    same = ["<lastmod>2026-11-20</lastmod>"] * 10
    assert fired(sitemap(urlset(*locs, more=same))) == {("sitemap-lastmod-all-same", "any", "info")}
    assert fired(sitemap(urlset(*locs[1:], more=same[1:]))) == set()
    assert fired(sitemap(urlset(*locs, more=[*same[1:], ""]))) == set()
    assert fired(sitemap(urlset(*locs, more=[*same[1:], "<lastmod>2026-11-19</lastmod>"]))) == set()


def test_limits_of_the_protocol() -> None:
    file = sitemap(GOOD)
    assert fired(replace(file, locs=50_000, size=52_428_800)) == set()
    assert fired(replace(file, locs=50_001)) == {("sitemap-too-many-urls", "any", "error")}
    assert fired(replace(file, size=52_428_801)) == {("sitemap-too-large", "any", "error")}
    assert fired(replace(file, kind="index", locs=50_000)) == set()
    assert fired(replace(file, kind="index", locs=50_001)) == {("sitemap-index-too-many", "any", "error")}
    indexes = [replace(file, kind="index", url=f"{E}/{n}.xml") for n in range(501)]
    assert fired(*indexes[1:]) == set()
    assert fired(*indexes) == {("sitemap-index-too-many", "google", "info")}


def test_links_beside_an_address_do_not_count_as_addresses() -> None:
    links = '<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="https://e.com/de"/>' * 3
    assert sitemap(urlset(f"{E}/a", more=[links])).locs == 1


def test_size_is_that_of_the_unpacked_file() -> None:
    assert sitemap(gzip.compress(GOOD)).size == sitemap(GOOD).size == len(GOOD)
    broken = urlset(f"{E}/?a&b", *(f"{E}/{n}" for n in range(3000)))
    assert sitemap(broken).size == len(broken)


def test_what_was_not_read_to_its_end_is_not_called_broken() -> None:
    found_ = read(gzip.compress(GOOD)[:-4])
    gauge = Gauge(found_.kind, [f"{E}/sitemap.xml"], NOW)
    list(gauge.watch(found_.entries))
    cut = gauge.file(found_.form, f"{E}/sitemap.xml", parent="", guessed=False, cut=True)
    assert fired(cut) == set()


def test_an_address_that_nobody_named_may_be_a_page() -> None:
    assert fired(sitemap(b"<html>", guessed=True)) == fired(sitemap(b"no such page", guessed=True)) == set()
    assert fired(sitemap(urlset(f"{E}/?a&b"), guessed=True)) == {("sitemap-xml-invalid", "any", "error")}


def test_an_index_in_an_index() -> None:
    top = sitemap(index(f"{E}/b.xml"), f"{E}/a.xml")
    inner = sitemap(index(f"{E}/c.xml"), f"{E}/b.xml", parent=f"{E}/a.xml")
    (finding,) = found(top, inner, sitemap(GOOD, f"{E}/c.xml", parent=f"{E}/b.xml"))
    assert (finding.rule, finding.url, finding.related) == ("sitemap-index-nested", top.url, inner.url)
    assert found(top, sitemap(GOOD, f"{E}/b.xml", parent=f"{E}/a.xml")) == []


def test_addresses_of_another_host_need_its_robots_txt() -> None:
    file = sitemap(urlset(f"{E}/a", f"{F}/a", f"{F}/b", f"{F}:8443/c"))
    (finding,) = found(file, txt=[robots(F)])
    assert (finding.rule, finding.severity) == ("sitemap-url-cross-host", "error")
    assert finding.values == {"n": 3, "example": f"{F}/a"}
    assert fired(file, txt=[robots(F, status=404)]) == {("sitemap-url-cross-host", "any", "error")}
    assert fired(file) == fired(file, txt=[robots(F, status=503)]) == {("sitemap-url-cross-host", "any", "info")}
    assert fired(file, txt=[robots(F, f"{E}/sitemap.xml")]) == set()
    assert fired(file, txt=[robots(E, f"{E}/sitemap.xml"), robots(F)]) == {("sitemap-url-cross-host", "any", "error")}


def test_an_index_that_is_named_vouches_for_its_sitemaps() -> None:
    top = sitemap(index(f"{E}/maps/a.xml"), f"{E}/index.xml")
    file = sitemap(urlset(f"{F}/a", f"{E}/page"), f"{E}/maps/a.xml", parent=top.url)
    assert fired(top, file, txt=[robots(E, top.url), robots(F, top.url)]) == set()
    assert fired(top, file, txt=[robots(E), robots(F)]) == {
        ("sitemap-url-cross-host", "any", "error"), ("sitemap-url-outside-dir", "any", "warning"),
    }  # fmt: skip


def test_sitemaps_of_another_host_in_an_index() -> None:
    file = sitemap(index(f"{E}/a.xml", f"{F}/b.xml"))
    assert fired(file, txt=[robots(F)]) == {("sitemap-index-cross-host", "any", "error")}
    assert fired(file, txt=[robots(F, file.url)]) == set()
    assert fired(file) == {("sitemap-index-cross-host", "any", "info")}


def test_what_stands_outside_of_the_folder() -> None:
    file = sitemap(urlset(f"{E}/maps/a", f"{E}/maps", f"{E}/b"), f"{E}/maps/a.xml")
    (finding,) = found(file, txt=[robots(E)])
    assert (finding.rule, finding.values) == ("sitemap-url-outside-dir", {"n": 2, "example": f"{E}/maps"})
    assert fired(file) == fired(file, txt=[robots(E, file.url)]) == set()
    assert fired(sitemap(urlset(f"{E}/maps/a", f"{E}/b")), txt=[robots(E)]) == set()
    assert fired(sitemap(index(f"{E}/a.xml"), f"{E}/maps/i.xml"), txt=[robots(E, f"{E}/maps/i.xml")]) == {
        ("sitemap-child-outside-dir", "any", "warning")
    }


def test_what_stands_in_two_sitemaps() -> None:
    (finding,) = found(twice=(ListedTwice(f"{E}/a.xml", f"{E}/b.xml", 7, f"{E}/page"),))
    assert (finding.rule, finding.url, finding.related) == ("sitemap-url-in-many", f"{E}/a.xml", f"{E}/b.xml")
    assert finding.values == {"n": 7, "example": f"{E}/page"}


def test_a_password_in_an_address_is_not_shown() -> None:
    (finding,) = found(sitemap(urlset("https://me:secret@e.com/a#b")))
    assert "secret" not in str(finding.values)
