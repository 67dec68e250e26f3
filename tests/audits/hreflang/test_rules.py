"""Each rule on hreflang fires on a small site made for it, and is silent on one that is alike."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pagetwin import audits
from pagetwin.audits.hreflang.detect import Detected
from pagetwin.audits.rule import Facts
from pagetwin.model import Finding, HeadEnd, RobotsTxt
from support.hreflang import E, P, absolute, facts
from support.said import assert_told

ERROR, WARNING, INFO = {("any", "error")}, {("any", "warning")}, {("any", "info")}
SELF, BOTH = {"en": "/a"}, {"en": "/a", "de": "/b"}
M = "https://m.e.com"
ENGLISH = Detected("en", 0.95)
CLOSED = {E: RobotsTxt(E, E + "/robots.txt", 200, "ok", "text/plain", b"User-agent: Googlebot\nDisallow: /b\n")}


def same(*_: Any) -> Any:
    return np.ones(len(_[0]), np.bool_)


# rule, site, engines with severities, where it fires, the related address
FIRES: list[tuple[str, Facts, set[tuple[str, str]], list[str], list[str]]] = [
    ("hreflang-self-missing", facts(P("/b", {"en": "/a"})), WARNING, ["/b"], [""]),
    ("hreflang-self-conflict", facts(P("/a", {"en": "/a", "de": "/a"})), ERROR, ["/a"], [""]),
    ("hreflang-duplicate-code", facts(P("/a", (("en", "/b"), ("EN", "/c")))), ERROR, ["/a"], ["/c"]),
    ("hreflang-duplicate-code", facts(P("/a", {"en": "/c"}, {"en": "/b"})), ERROR, ["/a"], ["/c"]),
    ("hreflang-duplicate-entry", facts(P("/a", (("de", "/b"), ("DE", "/b#x")))), INFO, ["/a"], ["/b"]),
    ("hreflang-url-many-langs", facts(P("/a", {"en": "/b", "fr": "/b"})), ERROR, ["/a"], ["/b"]),
    ("hreflang-xdefault-multiple", facts(P("/a", (("x-default", "/b"), ("X-Default", "/c")))), ERROR, ["/a"], ["/c"]),
    ("hreflang-xdefault-missing", facts(P("/a", BOTH)), INFO, ["/a"], [""]),
    ("hreflang-xdefault-only", facts(P("/a", {"x-default": "/"})), WARNING, ["/a"], [""]),
    ("hreflang-single-entry", facts(P("/a", SELF)), INFO, ["/a"], [""]),
    ("hreflang-region-without-generic", facts(P("/a", {"en-ie": "/a", "en-CA": "/b", "fr": "/c"})), INFO, ["/a"], [""]),
    ("hreflang-reserved-collision", facts(P("/", {"en": "/", "en-UK": "/uk"})), WARNING, ["/"], ["/"]),
    ("hreflang-set-differs", facts(P("/a", {**BOTH, "fr": "/c"}), P("/b", BOTH)), INFO, ["/a", "/b"], ["/b", "/a"]),
    ("hreflang-set-differs", facts(P("/a", BOTH), P("/b", {"en": "/a", "de-AT": "/b"})), INFO, ["/a", "/b"],
     ["/b", "/a"]),
    ("hreflang-return-missing", facts(P("/a", BOTH), P("/b", {"de": "/b"})), ERROR, ["/a"], ["/b"]),
    ("hreflang-return-missing", facts(P("/a", {"x-default": "/b"}), P("/b", {"de": "/b"})), INFO, ["/a"], ["/b"]),
    ("hreflang-orphan-member", facts(P("/a", BOTH), P("/c", BOTH), P("/b")), ERROR, ["/b"], ["/a"]),
    ("hreflang-orphan-member", facts(P("/a", {"x-default": "/b"}), P("/b")), INFO, ["/b"], ["/a"]),
    ("hreflang-return-to-alias", facts(P("/a", BOTH), P("/b", {"en": "/a/"}), P("/a/", to="/a", status=301)), WARNING,
     ["/a"], ["/b"]),
    ("hreflang-return-lang-inconsistent", facts(P("/a", BOTH), P("/b", {"fr": "/a"})), ERROR, ["/a"], ["/b"]),
    ("hreflang-return-lang-inconsistent", facts(P("/a", {"en-us": "/a", "de": "/b"}), P("/b", {"en-gb": "/a"})),
     WARNING, ["/a"], ["/b"]),
    ("hreflang-return-noindex", facts(P("/a", BOTH), P("/b", BOTH, noindex="robots")), ERROR, ["/a"], ["/b"]),
    ("hreflang-return-noindex", facts(P("/a", BOTH), P("/b", BOTH, noindex="yandex")), {("yandex", "error")}, ["/a"],
     ["/b"]),
    ("hreflang-incoming-conflict", facts(P("/a", {"de": "/c"}), P("/b", {"fr": "/c"}), P("/c")), ERROR, ["/c"], ["/a"]),
    ("hreflang-incoming-conflict", facts(P("/a", {"de": "/c"}), P("/c", {"fr": "/c"})), ERROR, ["/c"], ["/a"]),
    ("hreflang-cluster-split",
     facts(P("/a", {**BOTH, "fr": "/c"}), P("/b", BOTH), P("/c", {"fr": "/c", "es": "/d"}),
           P("/d", {"fr": "/c", "es": "/d"})), INFO, ["/a"], ["/c"]),
    ("hreflang-targets-not-crawled", facts(P("/a", BOTH)), INFO, ["/a"], ["/b"]),
    ("hreflang-targets-not-crawled", facts(P("/a", BOTH), P("/b", status=None, outcome="timeout")), INFO, ["/a"],
     ["/b"]),
    ("hreflang-target-4xx", facts(P("/a", BOTH), P("/b", status=404)), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-5xx", facts(P("/a", BOTH), P("/b", status=503)), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", status=301, to="/c"), P("/c", {"en": "/a"})), ERROR,
     ["/a"], ["/b"]),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", status=301, to="/c"), P("/c")), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", status=301, to="/a")), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", status=301, to="/unseen")), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", outcome="stub", to="/c", delay=0), P("/c")), ERROR,
     ["/a"], ["/b"]),
    ("hreflang-target-noindex", facts(P("/a", BOTH), P("/b", noindex="robots")), ERROR, ["/a"], ["/b"]),
    ("hreflang-target-robots", facts(P("/a", BOTH), P("/b", status=None, outcome="blocked_by_robots")), ERROR, ["/a"],
     ["/b"]),
    ("hreflang-target-robots", facts(P("/a", BOTH), P("/b"), robots=CLOSED), {("google", "error")}, ["/a"], ["/b"]),
    ("hreflang-target-robots", facts(P("/a", BOTH), robots=CLOSED), {("google", "error")}, ["/a"], ["/b"]),
    ("hreflang-target-noncanonical", facts(P("/a", {"de": "/b?x=1"}), P("/b?x=1", canonical="/b"), P("/b")), ERROR,
     ["/a"], ["/b?x=1"]),
    ("hreflang-target-not-html", facts(P("/a", BOTH), P("/b", outcome="not_html")), INFO, ["/a"], ["/b"]),
    ("hreflang-target-not-in-sitemap", facts(P("/a", BOTH, listed=True), P("/b")), INFO, ["/b"], ["/a"]),
    ("hreflang-unlinked", facts(P("/a", BOTH), P("/b"), followed=True), INFO, ["/b"], ["/a"]),
    ("hreflang-self-noncanonical", facts(P("/b?x=1", SELF, canonical="/b")), ERROR, ["/b?x=1"], ["/b"]),
    ("hreflang-canonical-cross-locale", facts(P("/b", BOTH, canonical="/a"), P("/a", BOTH)), ERROR, ["/b"], ["/a"]),
    ("hreflang-canonical-cross-locale", facts(P("/b", BOTH, canonical="/a")), ERROR, ["/b"], ["/a"]),
    ("hreflang-mobile-cross", facts(P(M + "/", {"es": "/es"}, canonical="/"), P("/", mobile=M + "/"),
                                    P("/es", mobile=M + "/es"), P(M + "/es", canonical="/es")), WARNING, [M + "/"],
     ["/es"]),
    ("hreflang-mobile-cross", facts(P(M + "/", canonical="/"), P("/", {"es": M + "/es"}, mobile=M + "/"),
                                    P("/es", mobile=M + "/es"), P(M + "/es", canonical="/es")), WARNING, ["/"],
     [M + "/es"]),
    ("html-lang-mismatch", facts(P("/b", {"de": "/b"}, lang="en_US")), {("google", "info"), ("yandex", "warning")},
     ["/b"], [""]),
    ("html-lang-missing", facts(P("/a", BOTH), P("/b", lang="de")), INFO, ["/a"], [""]),
    ("html-lang-invalid", facts(P("/a", BOTH, lang="en"), P("/b", lang="de_DE")), INFO, ["/b"], [""]),
    ("html-lang-invalid", facts(P("/a", BOTH, lang="english"), P("/b", lang="de")), INFO, ["/a"], [""]),
    ("hreflang-content-not-translated", facts(P("/a", BOTH), P("/b", BOTH), nearly_same=same), WARNING, ["/a", "/b"],
     ["/b", "/a"]),
    ("content-language-mismatch", facts(P("/a", BOTH), P("/b", BOTH), detected={1: ENGLISH}), WARNING, ["/b"], [""]),
    ("content-language-mismatch", facts(P("/a", BOTH), P("/b"), detected={1: ENGLISH}), WARNING, ["/b"], ["/a"]),
    ("hreflang-missing-on-page", facts(P("/de/x"), *(P(f"/de/{n}", {"de": f"/de/{n}"}) for n in range(4))), WARNING,
     ["/de/x"], [""]),
    ("hreflang-missing-on-page",
     facts(P("https://de.e.com/x"), *(P(f"https://de.e.com/{n}", {"de": f"https://de.e.com/{n}"}) for n in range(4))),
     WARNING, ["https://de.e.com/x"], [""]),
    ("hreflang-multiple-sources", facts(P("/a", BOTH, sitemap=BOTH)), INFO, ["/a"], [""]),
    ("hreflang-header-on-html-and-head", facts(P("/a", BOTH, BOTH)), INFO, ["/a"], [""]),
    ("hreflang-sources-conflict", facts(P("/a", {"de": "/b"}, sitemap={"de": "/c"})), ERROR, ["/a"], ["/c"]),
    ("hreflang-sources-conflict", facts(P("/a", BOTH, sitemap={**BOTH, "fr": "/c"})), WARNING, ["/a"], ["/c"]),
    ("hreflang-in-body", facts(P("/a", body=BOTH)), ERROR, ["/a"], [""]),
    ("hreflang-in-body", facts(P("/a", body=BOTH), head_ends={0: HeadEnd("div", 3, 2)}), ERROR, ["/a"], [""]),
    ("hreflang-in-body", facts(P("/a", body=BOTH), head_ends={0: HeadEnd("img", 2, 2, noscript=True)}), WARNING, ["/a"],
     [""]),
    ("hreflang-head-closed-early", facts(P("/a", body=BOTH), head_ends={0: HeadEnd("#text", 3, 2, 9)}), ERROR, ["/a"],
     [""]),
    ("hreflang-head-closed-early", facts(P("/a", body=BOTH), head_ends={0: HeadEnd("img", 3, 2, 9, noscript=True)}),
     WARNING, ["/a"], [""]),
    ("hreflang-js-only", facts(P("/a", BOTH), scripted={0: 2}), WARNING, ["/a"], [""]),
    ("hreflang-sitemap-self-missing", facts(P("/a", sitemap={"de": "/b"})), ERROR, ["/a"], [""]),
    ("hreflang-sitemap-entry-missing", facts(P("/a", sitemap=BOTH)), ERROR, ["/a"], ["/b"]),
    ("hreflang-sitemap-entry-missing", facts(P("/a", sitemap=BOTH), P("/b")), ERROR, ["/a"], ["/b"]),
    ("hreflang-sitemap-namespace", facts(P("/a", sitemap=BOTH, attrs="namespace,rel")), ERROR, ["/a"], [""]),
    ("hreflang-sitemap-rel-missing", facts(P("/a", sitemap=BOTH, attrs="rel")), ERROR, ["/a"], [""]),
    ("hreflang-sitemap-link-in-loc", facts(P("/a", sitemap=BOTH, attrs="loc")), ERROR, ["/a"], [""]),
    ("hreflang-yandex-sitemap-only", facts(P("/a", sitemap=BOTH)), {("yandex", "warning")}, ["/a"], [""]),
    ("hreflang-yandex-header", facts(P("/a", header=BOTH)), {("yandex", "info")}, ["/a"], [""]),
]  # fmt: skip

SILENT: list[tuple[str, Facts]] = [
    ("hreflang-self-missing", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-self-missing", facts(P("/a?utm=1", SELF, canonical="/a"))),
    ("hreflang-self-missing", facts(P("/a", {"de": "/b"}, sitemap=SELF))),
    ("hreflang-self-conflict", facts(P("/a", {"en": "/a", "en-GB": "/a", "x-default": "/a"}))),
    ("hreflang-duplicate-code", facts(P("/a", (("en", "/a"), ("en", "https://E.com/a#x"), ("en-GB", "/b"))))),
    ("hreflang-duplicate-code", facts(P("/a", (("x-default", "/b"), ("x-default", "/c"))))),
    ("hreflang-duplicate-entry", facts(P("/a", BOTH, sitemap=BOTH))),
    ("hreflang-url-many-langs", facts(P("/a", {"en-us": "/b", "en-gb": "/b", "x-default": "/b", "de": "/c"}))),
    ("hreflang-url-many-langs", facts(P("/a", {"en": "/a", "de": "/a"}))),
    ("hreflang-xdefault-multiple", facts(P("/a", {"en": "/", "x-default": "/"}))),
    ("hreflang-xdefault-missing", facts(P("/a", {**BOTH, "x-default": "/a"}))),
    ("hreflang-xdefault-missing", facts(P("/a", (("en", "/a"), ("en", "/b"))))),
    ("hreflang-xdefault-only", facts(P("/a", {"en": "/a", "x-default": "/"}))),
    ("hreflang-single-entry", facts(P("/a", BOTH))),
    ("hreflang-single-entry", facts(P("/a", {"x-default": "/a"}))),
    ("hreflang-region-without-generic", facts(P("/a", {"en-ie": "/a", "en-CA": "/b", "en": "/c"}))),
    ("hreflang-region-without-generic", facts(P("/a", {"en-ie": "/a", "en-CA": "/b", "x-default": "/c"}))),
    ("hreflang-region-without-generic", facts(P("/a", {"en-ie": "/a", "en-CA": "/b", "en-UK": "/c"}))),
    ("hreflang-region-without-generic", facts(P("/a", {"en-ie": "/a", "de-AT": "/b"}))),
    ("hreflang-reserved-collision", facts(P("/", {"en": "/", "en-GB": "/uk", "de-EU": "/eu"}))),
    ("hreflang-set-differs", facts(P("/a", (("de", "/b"), ("en", "/a"))), P("/b", header=BOTH))),
    ("hreflang-set-differs", facts(P("/a", BOTH), P("/b", {"de": "/b"}))),
    ("hreflang-return-missing", facts(P("/a", BOTH), P("/b", BOTH))),
    ("hreflang-return-missing", facts(P("/a", BOTH))),
    ("hreflang-return-missing", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-return-missing", facts(P("/a", BOTH), P("/b", {"de": "/b"}, noindex="robots"))),
    ("hreflang-return-missing", facts(P("/a", BOTH), P("/b", {"de": "/b"}), robots=CLOSED)),
    ("hreflang-orphan-member", facts(P("/a", BOTH), P("/b", {"de": "/b"}))),
    ("hreflang-orphan-member", facts(P("/a", BOTH), P("/b", status=404))),
    ("hreflang-return-to-alias", facts(P("/a", BOTH), P("/b", {"en": "/a", "fr": "/a/"}), P("/a/", to="/a"))),
    ("hreflang-return-to-alias", facts(P("/a", BOTH), P("/a?utm=1", BOTH, canonical="/a"), P("/b", BOTH))),
    ("hreflang-return-lang-inconsistent", facts(P("/a", {"en": "/a", "en-us": "/a", "de": "/b"}), P("/b", BOTH))),
    ("hreflang-return-lang-inconsistent", facts(P("/a", SELF), P("/b", {"fr": "/a"}))),
    ("hreflang-return-lang-inconsistent", facts(P("/a", BOTH), P("/b", {"x-default": "/a"}))),
    ("hreflang-return-noindex", facts(P("/a", BOTH), P("/b", noindex="robots"))),
    ("hreflang-incoming-conflict", facts(P("/a", {"de-AT": "/c"}), P("/b", {"de-CH": "/c"}), P("/c"))),
    ("hreflang-incoming-conflict", facts(P("/a", {"de": "/c", "fr": "/c"}), P("/c"))),
    ("hreflang-incoming-conflict", facts(P("/a", {"de": "/c"}), P("/b", {"fr": "/c"}))),
    ("hreflang-cluster-split", facts(P("/a", {**BOTH, "x-default": "/c"}), P("/b", BOTH),
                                     P("/c", {"fr": "/c", "es": "/d"}), P("/d", {"fr": "/c", "es": "/d"}))),
    ("hreflang-cluster-split", facts(P("/a", {**BOTH, "fr": "/c"}), P("/b", BOTH), P("/c"))),
    ("hreflang-targets-not-crawled", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-target-4xx", facts(P("/a", BOTH), P("/b", status=429))),
    ("hreflang-target-4xx", facts(P("/a", BOTH), P("/b", status=503))),
    ("hreflang-target-5xx", facts(P("/a", BOTH), P("/b", status=None, outcome="timeout"))),
    ("hreflang-target-redirect", facts(P("/a", BOTH), P("/b", outcome="stub", to="/c", delay=9), P("/c"))),
    ("hreflang-target-noindex", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-target-robots", facts(P("/a", {"de": "/c"}), P("/c"), robots=CLOSED)),
    ("hreflang-target-robots", facts(P("/a", {"de": "/c"}), P("/c", status=None, outcome="blocked_by_robots"),
                                     robots=CLOSED)),
    ("hreflang-target-noncanonical", facts(P("/a", BOTH), P("/b", canonical="/b"))),
    ("hreflang-target-noncanonical", facts(P("/a", {"es": M + "/es"}), P(M + "/es", canonical="/es"),
                                           P("/es", mobile=M + "/es"))),
    ("hreflang-target-not-html", facts(P("/a", BOTH), P("/b", header=BOTH, outcome="not_html"))),
    ("hreflang-target-not-in-sitemap", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-target-not-in-sitemap", facts(P("/a", BOTH, listed=True), P("/b"), sitemaps_whole=False)),
    ("hreflang-target-not-in-sitemap", facts(P("/a", BOTH, listed=True), P("/b", status=404))),
    ("hreflang-unlinked", facts(P("/a", BOTH), P("/b"))),
    ("hreflang-unlinked", facts(P("/a", BOTH), P("/b", inlinks=1), followed=True)),
    ("hreflang-unlinked", facts(P("/a", BOTH), P("/b"), P("/o", status=301, to="/b", inlinks=1), followed=True)),
    ("hreflang-self-noncanonical", facts(P("/a", SELF, canonical="/a"), P("/b", canonical="/a"))),
    ("hreflang-self-noncanonical", facts(P(M + "/", {"es": M + "/es"}, canonical="/"), P("/", mobile=M + "/"))),
    ("hreflang-canonical-cross-locale", facts(P("/a?utm=1", BOTH, canonical="/a"), P("/a", BOTH))),
    ("hreflang-mobile-cross", facts(P(M + "/", {"es": M + "/es"}, canonical="/"), P("/", mobile=M + "/"),
                                    P("/es", mobile=M + "/es"), P(M + "/es", canonical="/es"))),
    ("html-lang-mismatch", facts(P("/a", SELF, lang="en-GB"), P("/b", {"de": "/b"}), P("/c", {"de": "/b"}, lang="en"))),
    ("html-lang-missing", facts(P("/a", SELF, lang="en"), P("/b"))),
    ("html-lang-invalid", facts(P("/a", SELF, lang="zh-Hant-TW"), P("/b", lang="de_DE"))),
    ("hreflang-content-not-translated", facts(P("/a", BOTH), P("/b", BOTH))),
    ("hreflang-content-not-translated", facts(P("/a", {"en": "/a", "en-GB": "/b"}), P("/b"), nearly_same=same)),
    ("content-language-mismatch", facts(P("/a", BOTH), P("/b", BOTH), detected={0: ENGLISH, 1: Detected("en", 0.8)})),
    ("hreflang-missing-on-page", facts(P("/de/x"), *(P(f"/de/{n}", {"fr": f"/de/{n}"}) for n in range(4)))),
    ("hreflang-missing-on-page", facts(P("/de/x"), P("/de/y"), *(P(f"/de/{n}", {"de": f"/de/{n}"}) for n in range(3)))),
    ("hreflang-missing-on-page", facts(P("/shop/x"), *(P(f"/shop/{n}", {"de": f"/shop/{n}"}) for n in range(4)))),
    ("hreflang-multiple-sources", facts(P("/a", BOTH), P("/b", BOTH, BOTH), P("/c", BOTH, sitemap=SELF))),
    ("hreflang-header-on-html-and-head", facts(P("/a", BOTH, sitemap=BOTH), P("/b", BOTH, SELF))),
    ("hreflang-sources-conflict", facts(P("/a", BOTH, sitemap=BOTH), P("/b", (("de", "/b"), ("de", "/c"))))),
    ("hreflang-in-body", facts(P("/a", BOTH))),
    ("hreflang-head-closed-early", facts(P("/a", body=BOTH), head_ends={0: HeadEnd("body", 3, 2)})),
    ("hreflang-head-closed-early", facts(P("/a", BOTH), head_ends={0: HeadEnd("div", 3, 2, 9)})),
    ("hreflang-js-only", facts(P("/a", BOTH))),
    ("hreflang-sitemap-self-missing", facts(P("/a", {"de": "/b"}, sitemap=BOTH))),
    ("hreflang-sitemap-entry-missing", facts(P("/a", sitemap=BOTH), P("/b", listed=True))),
    ("hreflang-sitemap-entry-missing", facts(P("/a", sitemap={"en": "/a", "de": "https://e.de/"}))),
    ("hreflang-sitemap-entry-missing", facts(P("/a", sitemap=BOTH), sitemaps_whole=False)),
    ("hreflang-sitemap-namespace", facts(P("/a", BOTH, attrs="namespace"), P("/b", sitemap=BOTH, attrs="rel,loc"))),
    ("hreflang-sitemap-rel-missing", facts(P("/b", sitemap=BOTH, attrs="namespace,loc"))),
    ("hreflang-sitemap-link-in-loc", facts(P("/b", sitemap=BOTH, attrs="namespace,rel"))),
    ("hreflang-yandex-sitemap-only", facts(P("/a", BOTH, sitemap=BOTH), P("/b", header=BOTH))),
    ("hreflang-yandex-header", facts(P("/a", BOTH, BOTH), P("/b", sitemap=BOTH))),
]  # fmt: skip


def of(name: str, found: Facts) -> list[Finding]:
    """The findings of one rule, out of a run of all; none may crash."""
    findings = audits.run(found)
    assert [f.values for f in findings if f.rule == "rule-crashed"] == []
    return [f for f in findings if f.rule == name]


@pytest.mark.parametrize(("name", "site", "verdicts", "where", "related"), FIRES)
def test_fires(name: str, site: Facts, verdicts: set[tuple[str, str]], where: list[str], related: list[str]) -> None:
    found = of(name, site)
    places = [(absolute(a), absolute(b) if b else "") for a, b in zip(where, related, strict=True)]
    expected = sorted((*place, *verdict) for place in places for verdict in verdicts)
    assert sorted((f.url, f.related, f.engine, f.severity) for f in found) == expected
    assert_told(found)


@pytest.mark.parametrize(("name", "site"), SILENT)
def test_is_silent(name: str, site: Facts) -> None:
    assert of(name, site) == []


def test_pages_closed_to_one_engine_and_to_all_are_told_apart() -> None:
    site = facts(P("/a", {**BOTH, "fr": "/c"}), P("/b", noindex="robots"), P("/c", noindex="googlebot"))
    found = [(f.engine, f.related, f.values["n"]) for f in of("hreflang-target-noindex", site)]
    assert found == [("any", E + "/b", 1), ("google", E + "/c", 1)]
