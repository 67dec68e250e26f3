"""Sites that other tools judge wrongly or too harshly, from the pages as served to the findings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from crawler.site import Site
from crawler.whole import Crawl
from pagetwin import analysis
from pagetwin.audits.hreflang import build, rules
from pagetwin.audits.rule import Facts, run
from pagetwin.config import load
from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch
from pagetwin.progress import Progress
from pagetwin.store.file import Store
from support.hreflang import E, P, facts

M = "https://m.e.com"


def found(site: Facts, *severities: str) -> set[tuple[str, str]]:
    """Rule and page of each finding on hreflang."""
    said = run(rules.RULES, site)
    return {(f.rule.removeprefix("hreflang-"), f.url.removeprefix(E)) for f in said if f.severity in severities}


def test_one_page_that_does_not_link_back_spoils_one_pair_and_no_set() -> None:
    a = {"en": "/a", "de": "/b", "fr": "/c"}
    site = facts(P("/a", a), P("/b", {"en": "/a", "de": "/b"}), P("/c", {"fr": "/c"}))
    assert found(site, "error", "warning") == {("return-missing", "/a")}
    assert {("set-differs", "/a"), ("set-differs", "/b")} <= found(site, "info")
    assert ("set-differs", "/c") not in found(site, "info")


def test_a_region_that_is_ignored_collides_with_its_language() -> None:
    assert ("reserved-collision", "/") in found(facts(P("/", {"en": "/", "en-UK": "/uk"})), "warning")


def test_one_address_may_be_a_language_and_x_default() -> None:
    said = {"en": "/", "de": "/de", "x-default": "/"}
    assert found(facts(P("/", said, lang="en"), P("/de", said, lang="de")), "error", "warning", "info") == set()


def test_mobile_pages_with_addresses_of_their_own_are_in_order() -> None:
    desktop, mobile = {"en": "/", "es": "/es"}, {"en": M + "/", "es": M + "/es"}
    site = facts(
        P("/", desktop, mobile=M + "/", lang="en"), P("/es", desktop, mobile=M + "/es", lang="es"),
        P(M + "/", mobile, canonical="/", lang="en"), P(M + "/es", mobile, canonical="/es", lang="es"),
    )  # fmt: skip
    assert found(site, "error", "warning") == set()


@pytest.mark.parametrize(
    ("inside", "severity", "tag"),
    [("<noscript>\n<img src=p>\n</noscript>", "warning", "<img>"), ("\n<div>", "error", "<div>")],
)
def test_what_ends_the_head_is_named_with_its_line(inside: str, severity: str, tag: str) -> None:
    link = '<link rel=alternate hreflang=de href="https://e.com/de">'
    body = f"<html><head>{inside}{link}</head><body><p>text</p></body></html>".encode()
    page, _ = read_page(Fetch(E + "/a", 200, (("content-type", "text/html; charset=utf-8"),), body, "ok"))
    assert page.head_end is not None
    graph = build([annotation._replace(page=0) for annotation in page.hreflang], {E + "/a": 0}, 1)
    said = run(rules.RULES, replace(facts(P("/a")), hreflang=graph, head_ends={0: page.head_end}))
    (outside,) = (f for f in said if f.rule == "hreflang-in-body")
    assert (outside.severity, outside.values["tag"], outside.values["line"]) == (severity, tag, 2)


def test_every_link_of_a_header_counts() -> None:
    """Also with a semicolon in the address, and a parameter in capitals."""
    line = '<https://e.com/a;b=1>; rel=alternate; hreflang=en, <https://e.com/c>; REL="alternate"; hreflang=de'
    headers = (("content-type", "text/html"), ("link", line))
    page, _ = read_page(Fetch(E + "/a", 200, headers, b"<p>text</p>", "ok"))
    assert [(a.source, a.hreflang, a.url) for a in page.hreflang] == [
        ("header", "en", E + "/a;b=1"), ("header", "de", E + "/c"),
    ]  # fmt: skip


def test_a_sitemap_that_lists_one_way_only(tmp_path: Path) -> None:
    """From a site as it is served to the findings."""
    words = " ".join(f"word{n}" for n in range(40))
    with Site() as site:
        link = f'<xhtml:link rel="alternate" hreflang="de" href="{site.url}/de/"/>'
        site.pages |= {f"/{path}": f"<title>{path}</title><p>{words} {path}" for path in ("en", "de/")}
        site.pages |= {
            "/robots.txt": "Sitemap: /sitemap.xml",
            "/sitemap.xml": '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            f' xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>{site.url}/en</loc>{link}</url></urlset>',
        }
        Crawl(f"{site.url}/", tmp_path)
        with Store.open(tmp_path) as store:
            result, _ = analysis.analyse(store, load(None, {}), Progress())
    said = {(f.rule, f.engine, f.severity) for f in result.findings if f.rule.startswith("hreflang-")}
    assert {
        ("hreflang-sitemap-self-missing", "any", "error"),
        ("hreflang-sitemap-entry-missing", "any", "error"),
        ("hreflang-yandex-sitemap-only", "yandex", "warning"),
    } <= said
