"""Rules on robots.txt and robots directives: where they fire, for which engine, and where they are silent."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pagetwin.audits import robots, robots_lines, robots_meta, rule
from pagetwin.audits.rule import Facts
from pagetwin.canonical.state import judged
from pagetwin.model import Finding, PageState, RobotsDirective, RobotsTxt

E = "https://e.com"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
TXT = RobotsTxt(E, f"{E}/robots.txt", 200, "ok", "text/plain", b"User-agent: *\nDisallow: /shut\n")


def page(path: str, *said: RobotsDirective, **more: Any) -> PageState:
    return judged(PageState(0, E + path, E + path, 200, "ok", robots=said, **more), {}, NOW)


def meta(content: str, bot: str = "robots", *, in_body: bool = False) -> RobotsDirective:
    return RobotsDirective("meta", bot, content, in_body)


def header(content: str, bot: str = "robots") -> RobotsDirective:
    return RobotsDirective("header", bot, content)


def found(*pages: PageState, txt: RobotsTxt | None = TXT) -> list[Finding]:
    facts = Facts({n: replace(p, id=n) for n, p in enumerate(pages)}, robots={E: txt} if txt else {}, now=NOW)
    return rule.run((*robots.RULES, *robots_lines.RULES, *robots_meta.RULES), facts)


def fired(*pages: PageState, txt: RobotsTxt | None = TXT) -> set[tuple[str, str, str]]:
    return {(f.rule, f.engine, f.severity) for f in found(*pages, txt=txt)}


def test_a_plain_robots_txt_has_no_findings() -> None:
    assert fired(page("/a")) == set()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"status": None, "outcome": "timeout", "body": b""}, {("robots-unreachable", "any", "error")}),
        ({"status": 503, "outcome": "http_error", "body": b""}, {("robots-unreachable", "any", "error")}),
        ({"status": 429, "outcome": "http_error", "body": b""}, {("robots-unreachable", "any", "error")}),
        ({"status": 404, "outcome": "http_error", "body": b""}, {("robots-4xx", "any", "info")}),
        ({"status": 301, "outcome": "redirect", "body": b""}, {("robots-redirect-too-many", "any", "error")}),
        ({"url": "https://other.org/robots.txt"}, {("robots-redirect-offsite", "any", "warning")}),
        ({"url": "https://www.e.com/robots.txt"}, set()),
        ({"body": b"\n<!DOCTYPE html><html>no</html>"}, {("robots-html", "any", "error")}),
        ({"body": b"User-agent: *\n" + b"#" * 512_000}, {("robots-too-large", "any", "error")}),
        ({"outcome": "too_large"}, {("robots-too-large", "any", "error")}),
        ({"body": b"\xef\xbb\xbfUser-agent: *"}, {("robots-bom", "any", "info")}),
        ({"body": b"User-agent: *\nDisallow: /\xea\xe0"}, {("robots-not-utf8", "any", "warning")}),
        ({"body": b"Disallow: /a"}, {("robots-rule-before-ua", "any", "error")}),
        ({"body": b"User-agent: *\nDisallow: a"}, {("robots-no-slash", "any", "error")}),
        ({"body": b"User-agent: *\nDisalow: /a"}, {("robots-typo", "any", "warning")}),
        ({"body": b"User-agent: *\nDisallow /a"}, {("robots-missing-colon", "any", "warning")}),
        ({"body": b"User-agent: *\nBlock: /a"}, {("robots-unknown-field", "any", "info")}),
        ({"body": b"User-agent: *\nNoindex: /a"}, {("robots-noindex-field", "any", "error")}),
        ({"body": b"User-agent: *\nAllow: /\nUser-agent: *\nAllow: /"},
         {("robots-multiple-star", "google", "info"), ("robots-multiple-star", "yandex", "error")}),
        ({"body": b"User-agent: *\nAllow: /" + b"a" * 1100}, {("robots-rule-long", "yandex", "error")}),
        ({"body": b"User-agent: *\nAllow: /^a"}, {("robots-special-char", "any", "warning")}),
        ({"body": "Sitemap: https://пример.рф/s.xml".encode()}, {("robots-cyrillic-host", "yandex", "warning")}),
        ({"body": b"Sitemap: /s.xml"}, {("robots-sitemap-relative", "any", "error")}),
        ({"body": b"User-agent: *\nDisallow: /*?a="}, {("robots-disallow-params", "yandex", "warning")}),
    ],
)  # fmt: skip
def test_each_fault_of_a_robots_txt_has_its_finding_and_no_other(
    change: dict[str, Any], told: set[tuple[str, str, str]]
) -> None:
    assert fired(page("/a"), txt=replace(TXT, **change)) == told


def test_a_finding_stands_at_the_robots_txt_and_names_the_first_line_and_how_many() -> None:
    (finding,) = found(page("/a"), txt=replace(TXT, body=b"User-agent: *\nDisallow: a\nDisallow: b\n"))
    assert finding.url == f"{E}/robots.txt"
    assert finding.values == {"line": 2, "text": "Disallow: a", "n": 2}


def test_noindex_that_robots_txt_hides() -> None:
    assert fired(page("/shut", meta("noindex"))) == {("robots-blocks-noindex-page", "any", "warning")}
    assert fired(page("/shut")) == fired(page("/open", meta("noindex"))) == set()
    google = replace(TXT, body=b"User-agent: Googlebot\nDisallow: /shut")
    assert fired(page("/shut", meta("noindex")), txt=google) == {("robots-blocks-noindex-page", "google", "warning")}
    assert fired(page("/shut", meta("noindex")), txt=None) == set()


def test_a_sitemap_that_lists_what_robots_txt_closes() -> None:
    assert fired(page("/shut", in_sitemap=True)) == {("sitemap-url-robots", "any", "error")}
    yandex = replace(TXT, body=b"User-agent: Yandex\nDisallow: /shut")
    assert fired(page("/shut", in_sitemap=True), txt=yandex) == {("sitemap-url-robots", "yandex", "error")}
    assert fired(page("/open", in_sitemap=True)) == set()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([meta("index, follow")], set()),
        ([meta("noindex"), header("noindex")], set()),
        ([meta("index"), meta("noindex")], {("robots-meta-conflict", "any", "warning")}),
        ([meta("all"), meta("noindex", "googlebot")],
         {("robots-meta-conflict", "any", "warning"), ("robots-meta-bot-only", "google", "info")}),
        ([meta("none")], {("robots-meta-none", "any", "info")}),
        ([meta("max-image-preview:none")], set()),
        ([meta("noindex", "googlebot")], {("robots-meta-bot-only", "google", "info")}),
        ([meta("noindex", "yandex")], {("robots-meta-bot-only", "yandex", "info")}),
        ([meta("noindex", "googlebot"), meta("noindex", "yandex")], set()),
        ([header("noindex"), meta("nosnippet")], set()),
        ([header("noindex"), meta("index")],
         {("robots-meta-header-vs-html", "any", "warning"), ("robots-meta-conflict", "any", "warning")}),
        ([meta("unavailable_after: 2020-01-01")],
         {("robots-meta-unavailable-past", "google", "warning")}),
        ([meta("unavailable_after: Wed, 01 Jan 2031 10:00:00 GMT, nofollow")], set()),
        ([meta("unavailable_after: some day")], {("robots-meta-unavailable-invalid", "google", "warning")}),
        ([meta("noindex", in_body=True)], {("robots-meta-in-body", "any", "info")}),
        ([meta("no-index")], {("robots-meta-unknown", "any", "warning")}),
        ([meta("noidex, follow")], {("robots-meta-unknown", "any", "warning")}),
        ([header("max-snippet: 50, notranslate")], set()),
    ],
)  # fmt: skip
def test_what_a_page_says_to_robots(said: list[RobotsDirective], told: set[tuple[str, str, str]]) -> None:
    assert fired(page("/a", *said)) == told


def test_engines_read_contradictions_apart() -> None:
    (finding,) = found(page("/a", meta("index"), meta("noindex")))
    assert finding.values == {"google": "noindex", "yandex": "index"}
