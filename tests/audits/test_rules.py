"""Each rule fires on a small site made for it, with the verdict of each engine, and is silent on one that is alike."""

import importlib
import json
import pkgutil
import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from pagetwin import audits
from pagetwin.audits.rule import PARTS, Facts, Hit, Membership, Rule, rule, run
from pagetwin.canonical.state import judged
from pagetwin.model import Alternate, CanonicalLink, Finding, PageState, Probe, RobotsDirective
from pagetwin.reports import sentences
from pagetwin.reports.language import Language
from pagetwin.urls import identity

EN, RU = Language("en"), Language("ru")
E = "https://e.com"
NOW = datetime(2026, 11, 20, tzinfo=UTC)


@dataclass
class P:
    """A page of a test site; addresses that begin with / are on https://e.com."""

    url: str
    status: int | None = 200
    to: str = ""
    head: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    noindex: str = ""  # the bot that is told
    sitemap: bool = False
    outcome: str = ""
    mobile: str = ""
    group: int = 0
    keeper: bool = False
    alike: bool | None = None
    ignored: str = ""  # attributes of the canonicals in the head
    charset: str = ""  # what is said against it
    delay: int | None = None  # of a refresh
    inlinks: int = 0


def absolute(url: str) -> str:
    return E + url if url.startswith("/") and not url.startswith("//") else url


def crawled(number: int, p: P, id_of: dict[str, int]) -> PageState:
    url = absolute(p.url)
    by_status = "redirect" if p.to else "ok" if p.status == 200 else "http_error"
    return PageState(
        id=number, url=url, key=identity.key(url), status=p.status,
        outcome=p.outcome or by_status,  # type: ignore[arg-type]
        redirect_to=id_of.get(identity.key(absolute(p.to))) if p.to else None,
        canonicals=tuple(
            CanonicalLink(where, raw, identity.resolve(url, raw), p.ignored if where == "head" else "")  # type: ignore[arg-type]
            for where in ("head", "header", "body") for raw in getattr(p, where)
        ),
        robots=(RobotsDirective("meta", p.noindex, "noindex"),) if p.noindex else (),
        alternates=(Alternate("head", "only screen", p.mobile, p.mobile),) if p.mobile else (),
        in_sitemap=p.sitemap, charset_conflict=p.charset, refresh_delay=p.delay, inlinks=p.inlinks,
    )  # fmt: skip


def probe(
    kind: str, page: str, asked: str, status: int = 200, same: bool | None = None, settled: bool = False
) -> Probe:
    return Probe(E + "/", kind, absolute(page), absolute(asked), status, same=same, settled=settled)  # type: ignore[arg-type]


def site(*given: P | Probe | str) -> Facts:
    """Facts as the pipeline would hand them in. Ids follow the order of keys. Words tell of the crawl."""
    pages = [p for p in given if isinstance(p, P)]
    ordered = sorted(pages, key=lambda p: identity.key(absolute(p.url)))
    id_of = {identity.key(absolute(p.url)): n for n, p in enumerate(ordered)}
    states = {n: judged(crawled(n, p, id_of), id_of, NOW) for n, p in enumerate(ordered)}
    members = {n: p.group for n, p in enumerate(ordered) if p.group}
    keepers = {p.group: n for n, p in enumerate(ordered) if p.keeper}
    is_open = {g: sum(states[n].indexability == "indexable" for n in members if members[n] == g) for g in keepers}
    groups = {n: Membership(g, keepers[g], is_open[g] < 2) for n, g in members.items()}
    return Facts(
        states, groups, {n: p.alike for n, p in enumerate(ordered) if p.alike is not None},
        followed="followed" in given, sitemaps_whole="torn" not in given,
        probes=tuple(p for p in given if isinstance(p, Probe)),
    )  # fmt: skip


ANY_ERROR, ANY_WARNING, ANY_INFO = {("any", "error")}, {("any", "warning")}, {("any", "info")}
SPLIT = {("google", "warning"), ("yandex", "error")}
KEEP = P("/a", group=1, keeper=True)

# rule, site, engines with severities, where it fires, the related address
FIRES = [
    ("canonical-missing", [KEEP, P("/b", group=1, head=("/b",))], ANY_WARNING, "/a", ""),
    ("canonical-missing", [replace(KEEP, head=("/a",)), P("/b", group=1)], ANY_WARNING, "/b", "/a"),
    ("canonical-multiple", [P("/a", head=("/x", "/y"))], ANY_ERROR, "/a", "/x"),
    ("canonical-multiple", [P("/a", head=("/x",), header=("/y",))], ANY_ERROR, "/a", "/x"),
    ("canonical-header-vs-element", [P("/a", head=("/x",), header=("/y",))], ANY_ERROR, "/a", "/y"),
    ("canonical-in-body", [P("/a", body=(f"{E}/x",))], ANY_ERROR, "/a", "/x"),
    ("canonical-empty", [P("/a", head=("",))], ANY_ERROR, "/a", ""),
    ("canonical-empty", [P("/a", head=(" ",))], ANY_ERROR, "/a", ""),
    ("canonical-ignored-attrs", [P("/a", head=("/x",), ignored="hreflang,type")], {("google", "error")}, "/a", "/x"),
    ("canonical-relative", [P("/a", head=("/a",))], SPLIT, "/a", "/a"),
    ("canonical-relative", [P("/a/b", header=("../c",))], SPLIT, "/a/b", "/c"),
    ("canonical-relative", [P("/a", head=("e.com/a",))], SPLIT, "/a", "/e.com/a"),
    ("canonical-to-redirect", [P("/a", head=("/b",)), P("/b", 301, to="/c"), P("/c")], ANY_ERROR, "/a", "/b"),
    ("canonical-to-redirect", [P("/a", head=("/b",)), P("/b", 302, to="https://f.com/")], ANY_ERROR, "/a", "/b"),
    ("canonical-to-redirect", [P("/a", head=("/b",)), P("/b", outcome="stub", to="/c"), P("/c")], ANY_ERROR,
     "/a", "/b"),
    # The target is page number 0, and redirects back to the very page.
    ("canonical-to-redirect", [P("/b", head=("/a",)), P("/a", 301, to="/b")], ANY_ERROR, "/b", "/a"),
    ("canonical-to-4xx", [P("/a", head=("/b",)), P("/b", 404)], ANY_ERROR, "/a", "/b"),
    ("canonical-to-5xx", [P("/a", head=("/b",)), P("/b", 503)], ANY_ERROR, "/a", "/b"),
    ("canonical-to-noindex", [P("/a", head=("/b",)), P("/b", noindex="robots")], ANY_ERROR, "/a", "/b"),
    ("canonical-to-noindex", [P("/a", head=("/b",)), P("/b", noindex="googlebot")], {("google", "error")}, "/a", "/b"),
    ("canonical-to-noindex", [P("/a", head=("/b",)), P("/b", noindex="yandex")], {("yandex", "error")}, "/a", "/b"),
    ("canonical-chain", [P("/a", head=("/b",)), P("/b", head=("/c",)), P("/c")], SPLIT, "/a", "/c"),
    ("canonical-chain", [P("/a", head=("/b",)), P("/b", head=("/unseen",))], SPLIT, "/a", "/unseen"),
    ("canonical-loop", [P("/a", head=("/b",)), P("/b", head=("/a",))], ANY_ERROR, ["/a", "/b"], ["/b", "/a"]),
    ("canonical-loop", [P("/a", head=("/b",)), P("/b", head=("/c",)), P("/c", head=("/b",))], ANY_ERROR,
     ["/a", "/b", "/c"], ["/b", "/c", "/b"]),
    ("canonical-other-host", [P("/a", head=("https://www.e.com/a",))], SPLIT, "/a", "https://www.e.com/a"),
    ("canonical-other-host", [P("https://m.e.com/a", head=("https://e.com/a",)), P("/a", mobile="https://m.e.com/a")],
     {("any", "info")}, "https://m.e.com/a", "/a"),
    ("canonical-other-host", [P("https://m.e.com/a", head=("https://e.com/a",)), P("/a", mobile="https://m.e.com/b")],
     SPLIT, "https://m.e.com/a", "/a"),
    ("canonical-protocol-down", [P("/a", head=("http://e.com/a",))], ANY_ERROR, "/a", "http://e.com/a"),
    ("canonical-vs-sitemap", [P("/a", head=("/b",), sitemap=True)], ANY_WARNING, "/a", "/b"),
    ("canonical-content-differs", [P("/a", head=("/b",), alike=False), P("/b")], ANY_WARNING, "/a", "/b"),
    ("sitemap-url-non-200", [P("/a", 404, sitemap=True)], ANY_ERROR, "/a", ""),
    ("sitemap-url-non-200", [P("/a", 500, sitemap=True)], ANY_ERROR, "/a", ""),
    ("sitemap-url-redirect", [P("/a", 301, to="/b", sitemap=True), P("/b")], ANY_ERROR, "/a", "/b"),
    ("sitemap-url-redirect", [P("/a", 301, to="/b", sitemap=True), P("/b", 301, to="/c"), P("/c")], ANY_ERROR,
     "/a", "/c"),
    ("sitemap-url-redirect", [P("/b", 301, to="/a", sitemap=True), P("/a")], ANY_ERROR, "/b", "/a"),
    ("sitemap-url-redirect", [P("/a", 301, to="https://f.com/", sitemap=True)], ANY_ERROR, "/a", ""),
    ("sitemap-url-redirect", [P("/a", outcome="stub", to="/b", sitemap=True), P("/b")], ANY_ERROR, "/a", "/b"),
    ("sitemap-url-noindex", [P("/a", noindex="robots", sitemap=True)], ANY_ERROR, "/a", ""),
    ("sitemap-url-noindex", [P("/a", noindex="yandex", sitemap=True)], {("yandex", "error")}, "/a", ""),
    ("sitemap-url-noncanonical", [P("/a?sort=1", head=("/a",), sitemap=True), P("/a")], ANY_ERROR, "/a?sort=1", "/a"),
    ("sitemap-url-variant-dup",
     [P("/a/", sitemap=True, group=1), P("/a/index.html", sitemap=True, group=1, keeper=True)],
     ANY_WARNING, "/a/", "/a/index.html"),
    ("sitemap-url-variant-dup",
     [P("/a", sitemap=True, group=1), P("/A", sitemap=True, group=1), P("/c", group=1, keeper=True)],
     ANY_WARNING, "/A", "/a"),
    ("redirect-temporary", [P("http://e.com/a", 302, to="/a"), P("/a")], {("google", "warning")},
     "http://e.com/a", "/a"),
    ("sitemap-missing-page", [P("/a", inlinks=2), P("/", sitemap=True)], ANY_INFO, "/a", ""),
    ("orphan-page", ["followed", P("/a", sitemap=True), P("/", sitemap=True)], ANY_INFO, "/a", ""),
    ("site-answers-variants", [P("/a"), probe("upper_case", "/a", "/A", same=True)], ANY_WARNING, "/a", "/A"),
    ("site-answers-variants", [P("/a"), probe("www", "/a", "https://www.e.com/a", same=True)], ANY_WARNING, "/a",
     "https://www.e.com/a"),
    ("site-answers-missing", [P("/a"), probe("missing", "/", "/pagetwin-1")], ANY_WARNING, "/a", "/pagetwin-1"),
    ("redirect-temporary", [P("/a", 307, to="/a/"), P("/a/")], {("google", "warning")}, "/a", "/a/"),
    ("redirect-temporary", [P("/a", outcome="stub", to="/a/", delay=3), P("/a/")], {("google", "warning")},
     "/a", "/a/"),
    ("redirect-chain", [P("/a", 301, to="/b"), P("/b", 301, to="/c"), P("/c")], ANY_WARNING, "/a", "/c"),
    ("redirect-chain", [P("/c", 301, to="/b"), P("/b", 302, to="/a"), P("/a")], ANY_WARNING, "/c", "/a"),
    ("redirect-chain", [P("/a", 301, to="/b"), P("/b", 301, to="https://f.com/")], ANY_WARNING, "/a", "/b"),
    ("redirect-loop", [P("/a", 301, to="/b"), P("/b", 301, to="/a")], ANY_ERROR, ["/a", "/b"], ["/b", "/a"]),
    ("redirect-loop", [P("/a", 301, to="/a")], ANY_ERROR, "/a", "/a"),
    ("charset-conflict", [P("/a", charset="the header says koi8-r")], ANY_WARNING, "/a", ""),
]  # fmt: skip

SILENT = [
    ("canonical-missing", [P("/a")]),
    ("canonical-missing", [KEEP, P("/b", group=1, noindex="robots")]),
    ("canonical-missing", [replace(KEEP, head=("/a",)), P("/b", group=1, head=("/b",))]),
    ("canonical-multiple", [P("/a", head=("/x", f"{E}/x#y"), header=(f"{E}:443/x",))]),
    ("canonical-multiple", [P("/a", head=("/x",), body=("/y",))]),
    ("canonical-multiple", [P("/a", 404, head=("/x", "/y"))]),
    ("canonical-header-vs-element", [P("/a", head=("/x",), header=(f"{E}/x",))]),
    ("canonical-header-vs-element", [P("/a", head=("/x", "/y"))]),
    ("canonical-in-body", [P("/a", head=("/x",), header=("/x",))]),
    ("canonical-empty", [P("/a", head=("/a",)), P("/b")]),
    ("canonical-ignored-attrs", [P("/a", head=("/x",)), P("/b", 404, head=("/x",), ignored="media")]),
    ("canonical-multiple", [P("/a", head=("/x",), ignored="lang", header=("/y",))]),
    ("canonical-vs-sitemap", [P("/a", head=("/b",), ignored="media", sitemap=True), P("/b")]),
    ("charset-conflict", [P("/a"), P("/b", 404, charset="the header says koi8-r")]),
    ("canonical-relative", [P("/a", head=(f"{E}/a",)), P("/b", head=("//e.com/b",)), P("/c", head=("",))]),
    ("canonical-to-redirect", [P("/a", head=("/b",)), P("/b")]),
    ("canonical-to-redirect", [P("/a", head=("/unseen",))]),
    ("canonical-to-4xx", [P("/a", head=("/b",)), P("/b"), P("/c", head=("/d",)), P("/d", 500)]),
    ("canonical-to-4xx", [P("/a", head=("/b",)), P("/b", 429)]),
    ("canonical-to-4xx", [P("/a", head=("/b",)), P("/b", 403, outcome="challenge")]),
    ("canonical-to-5xx", [P("/a", head=("/b",)), P("/b", 404)]),
    ("canonical-to-5xx", [P("/a", head=("/b",)), P("/b", None, outcome="timeout")]),
    ("canonical-to-noindex", [P("/a", head=("/b",)), P("/b"), P("/c", head=("/c",), noindex="robots")]),
    ("canonical-chain", [P("/a", head=("/b",)), P("/b", head=("/b",)), P("/c", head=("/d",)), P("/d")]),
    ("canonical-chain", [P("/a", head=("/b",)), P("/b", head=("/a",))]),
    ("canonical-loop", [P("/a", head=("/b",)), P("/b", head=("/b",))]),
    ("canonical-loop", [P("/a", head=("/b",)), P("/b", head=("/c",)), P("/c")]),
    ("canonical-other-host", [P("/a", head=("/b", )), P("/b", head=(f"{E}/b",))]),
    ("canonical-other-host", [P("/a", head=("http://E.com/a",))]),
    ("canonical-protocol-down", [P("/a", head=(f"{E}/b",)), P("http://e.com/c", head=("http://e.com/d",))]),
    ("canonical-vs-sitemap", [P("/a", head=("/a",), sitemap=True), P("/b", head=("/a",))]),
    ("canonical-content-differs", [P("/a", head=("/b",), alike=True), P("/b"), P("/c", head=("/b",))]),
    ("sitemap-url-non-200", [P("/a", sitemap=True), P("/b", 404), P("/c", 301, to="/a", sitemap=True)]),
    ("sitemap-url-non-200", [P("/a", 429, sitemap=True), P("/b", 304, outcome="not_modified", sitemap=True)]),
    ("sitemap-url-non-200", [P("/a", None, outcome="timeout", sitemap=True)]),
    ("sitemap-url-redirect", [P("/a", 301, to="/b"), P("/b", sitemap=True)]),
    ("sitemap-url-noindex", [P("/a", noindex="robots"), P("/b", sitemap=True)]),
    ("sitemap-url-noncanonical", [P("/a", head=("/a",), sitemap=True), P("/a?x", head=("/a",))]),
    ("sitemap-url-variant-dup", [P("/a/", sitemap=True), P("/a/index.html", sitemap=True)]),
    ("sitemap-url-variant-dup", [P("/a", sitemap=True, group=1, keeper=True), P("/b", sitemap=True, group=1)]),
    ("sitemap-url-variant-dup", [P("/a", sitemap=True, group=1, keeper=True), P("/A", group=1)]),
    ("sitemap-missing-page", [P("/a", inlinks=2), P("/b")]),
    ("sitemap-missing-page", ["torn", P("/a", inlinks=2), P("/", sitemap=True)]),
    ("sitemap-missing-page", [P("/a", inlinks=2, sitemap=True), P("/b"), P("/c", inlinks=1, noindex="robots")]),
    ("orphan-page", [P("/a", sitemap=True)]),
    ("orphan-page", ["followed", P("/a", sitemap=True, inlinks=1), P("/b"), P("/", sitemap=True)]),
    ("orphan-page", ["followed", P("/a", sitemap=True), P("/old", 301, to="/a", inlinks=1)]),
    ("site-answers-variants", [P("/a"), probe("slash", "/a", "/a/", 404), probe("slash", "/a", "/a/", 301)]),
    ("site-answers-variants", [P("/a"), probe("tracking", "/a", "/a?utm_source=x", same=True, settled=True)]),
    ("site-answers-variants", [P("/a"), probe("upper_case", "/a", "/A", same=False)]),
    ("site-answers-missing", [P("/a"), probe("missing", "/", "/x", 404), probe("missing", "/", "/y", 302)]),
    ("redirect-temporary", [P("http://e.com/a", 301, to="/a"), P("/a")]),
    ("redirect-temporary", [P("/a", outcome="stub", to="/a/", delay=0), P("/a/")]),
    ("redirect-temporary", [P("/account", 302, to="/login"), P("/login")]),
    ("redirect-chain", [P("/a", 301, to="/c"), P("/b", 301, to="/c"), P("/c")]),
    ("redirect-chain", [P("/a", 301, to="/b"), P("/b", 301, to="/a")]),
    ("redirect-loop", [P("/a", 301, to="/b"), P("/b")]),
    ("redirect-loop", [P("/a", 301, to="/b"), P("/b", 301, to="https://f.com/")]),
]  # fmt: skip


def of(name: str, facts: Facts) -> list[Finding]:
    """The findings of one rule, out of a run of all."""
    found = audits.run(facts)
    assert not [said(f, EN) for f in found if f.rule == "rule-crashed"]
    return [f for f in found if f.rule == name]


def said(finding: Finding, language: Language) -> str:
    return sentences.finding(finding.message, finding.url, finding.related, json.dumps(finding.values), language)


@pytest.mark.parametrize(("name", "pages", "verdicts", "where", "related"), FIRES)
def test_fires(
    name: str, pages: list[P], verdicts: set[tuple[str, str]], where: str | list[str], related: str | list[str]
) -> None:
    found = of(name, site(*pages))
    where, related = ([w] if isinstance(w, str) else w for w in (where, related))
    places = list(zip(map(absolute, where), map(absolute, related), strict=True))
    assert sorted((f.url, f.related, f.engine, f.severity) for f in found) == sorted(
        (*place, *verdict) for place in places for verdict in verdicts
    )
    for finding in found:
        for language in EN, RU:
            sentence = said(finding, language)
            assert finding.url in sentence
            assert finding.related in sentence
            assert [str(value) for value in finding.values.values() if str(value) not in sentence] == []
            assert "%(" not in sentence
        assert re.search("[а-яё]", sentence), "without Russian: give the message in N_() and run scripts/catalogues.py"


@pytest.mark.parametrize(("name", "pages"), SILENT)
def test_is_silent(name: str, pages: list[P]) -> None:
    assert of(name, site(*pages)) == []


def test_every_rule_has_an_example_that_fires_and_one_that_does_not() -> None:
    ids = {each.id for each in audits.RULES}
    assert {case[0] for case in FIRES} == ids
    assert {case[0] for case in SILENT} == ids


def test_every_rule_of_the_package_is_registered_once() -> None:
    written = set()
    for module in pkgutil.iter_modules(audits.__path__):
        names = vars(importlib.import_module(f"pagetwin.audits.{module.name}"))
        written |= {value.id for value in names.values() if isinstance(value, Rule)}
    assert sorted(each.id for each in audits.RULES) == sorted(written)


@pytest.mark.parametrize("each", audits.RULES, ids=lambda each: each.id)
def test_every_rule_explains_itself(each: Rule) -> None:
    parts = each.parts
    assert list(parts) == ["What", *PARTS]
    assert all(parts.values())
    assert parts["Source"].startswith("https://")
    assert each.verdicts
    assert len({engine for engine, _ in each.verdicts}) == len(each.verdicts)


def test_a_site_in_order_has_no_findings() -> None:
    pages = [P(f"/{n}", head=(f"{E}/{n}",), sitemap=True, group=1, keeper=n == 1) for n in (1, 2)]
    assert audits.run(site(*pages, P("/old", 301, to="/1"))) == []


def test_a_rule_that_crashes_is_a_finding_and_the_others_still_speak() -> None:
    @rule("bad", ("any", "error"))
    def bad(facts: Facts) -> list[Hit]:
        raise KeyError(sorted(facts.pages))

    @rule("good", ("any", "info"))
    def good(facts: Facts) -> list[Hit]:
        return [Hit(page, "seen") for page in facts.pages.values()]

    found = run([bad, good], site(P("/b"), P("/a")))
    assert [(f.rule, f.url, f.severity) for f in found] == [
        ("good", f"{E}/a", "info"),
        ("good", f"{E}/b", "info"),
        ("rule-crashed", f"{E}/a", "error"),
    ]
    assert said(found[-1], EN) == "The rule bad failed on this site and may have missed pages (KeyError: [0, 1])"
    assert run([bad], Facts({}))[0].rule == "rule-crashed"


def test_findings_do_not_depend_on_the_order_of_pages() -> None:
    facts = site(*(page for case in FIRES[:40:7] for page in [replace(p, group=0) for p in case[1]]))
    turned = Facts(dict(reversed(facts.pages.items())), facts.groups, facts.alike)
    assert audits.run(turned) == audits.run(facts) != []
