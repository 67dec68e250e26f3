"""One site on which each rule of the catalogue on canonicals is broken once: what fires, and that nothing else does.

Answers are read by the real reader and stored as a crawl stores them; then all stages run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from zlib import crc32

import pytest
from pagetwin import analysis, audits
from pagetwin.config import load
from pagetwin.crawler import extract
from pagetwin.crawler.extract import read_page
from pagetwin.model import Crawled, Declared, Fetch, Finding, Page, Render, RobotsTxt, SourceSeen, Texts
from pagetwin.progress import Progress
from pagetwin.store import crawls
from pagetwin.store.file import Store
from pagetwin.store.frontier import StoredFrontier
from pagetwin.urls import identity

E = "https://site.example"
HTML = ("content-type", "text/html; charset=utf-8")
ROBOTS = "User-agent: Yandex\nDisallow: /private/\n\nUser-agent: Googlebot\nDisallow: /print/"
# The rules that this site is about; others have sites of their own.
FAMILIES = ("canonical-", "redirect-", "https-", "title-", "description-")

G, Y, ANY = "google", "yandex", "any"


@dataclass(frozen=True)
class At:
    """A page. `same` names the page whose text it has; `wrong` are the rules that fire there."""

    url: str
    canonical: str | None = "self"
    wrong: tuple[tuple[str, str, str], ...] = ()  # rule, engine, severity
    same: str = ""
    status: int = 200
    to: str = ""
    head: str = ""
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    sitemap: bool | None = None  # None: the pages that name themselves
    title: str = ""
    scripted: str = ""  # its canonical when scripts have run

    @property
    def listed(self) -> bool:
        return self.canonical == "self" and self.status == 200 if self.sitemap is None else self.sitemap


def twins(url: str, canonical: str, *wrong: tuple[str, str, str], **more: object) -> tuple[At, At]:
    """A page that names another one, which has its text and names itself."""
    return At(url, canonical, wrong, same=canonical, **more), At(canonical)  # type: ignore[arg-type]


def error(rule: str, engine: str = ANY) -> tuple[str, str, str]:
    return rule, engine, "error"


def warning(rule: str, engine: str = ANY) -> tuple[str, str, str]:
    return rule, engine, "warning"


def info(rule: str, engine: str = ANY) -> tuple[str, str, str]:
    return rule, engine, "info"


HTTP, SHOP, MOBILE = "http://site.example", "https://shop.site.example", "https://m.site.example"
PAGES = [
    At("/", head='<link rel="stylesheet" href="https://s.example/s.css">'),
    # As stated.
    At("/alone", None, (info("canonical-missing"),), sitemap=True),
    At("/pair/1"),
    At("/pair/2", None, (warning("canonical-missing"),), same="/pair/1", sitemap=True),
    At("/several", head='<link rel=canonical href="https://site.example/other">', wrong=(error("canonical-multiple"),)),
    At("/twice", head='<link rel=canonical href="https://site.example/twice">',
       wrong=(info("canonical-multiple-same"),)),
    At("/header", headers=(("link", '<https://site.example/h>; rel="canonical"'),),
       wrong=(error("canonical-multiple"), error("canonical-header-vs-element"))),
    At("/body", None, body='<link rel=canonical href="https://site.example/x">', wrong=(error("canonical-in-body"),)),
    At("/attribute", None, head='<link rel=canonical hreflang=en href="https://site.example/attribute">',
       wrong=(error("canonical-ignored-attrs", G),)),
    # As written.
    At("/empty", "", (error("canonical-empty"),)),
    At("/invalid", "https://", (error("canonical-invalid"),)),
    At("/relative", "relative", (warning("canonical-relative", G), error("canonical-relative", Y)), sitemap=True),
    At("/no-protocol", "//site.example/no-protocol", (warning("canonical-protocol-relative"),), sitemap=True),
    At("/fragment", "https://site.example/fragment#part", (warning("canonical-fragment"),), sitemap=True),
    # Where it leads.
    At("/a1", "/old", (error("canonical-to-redirect"),)), At("/old", status=301, to="/new"), At("/new"),
    At("/a2", "/gone", (error("canonical-to-4xx"),)), At("/gone", status=404),
    At("/a3", "/failing", (error("canonical-to-5xx"),)), At("/failing", status=500),
    *(replace(p, head="<meta name=robots content=noindex>", sitemap=False) if p.url == "/closed" else p
      for p in twins("/a4", "/closed", error("canonical-to-noindex"))),
    *twins("/a5", "/private/a5", error("canonical-to-robots-blocked", Y)),
    At("/chain/1", "/chain/2", (warning("canonical-chain", G), error("canonical-chain", Y)), same="/chain/3"),
    *twins("/chain/2", "/chain/3"),
    At("/loop/1", "/loop/2", (error("canonical-loop"),), same="/loop"),
    At("/loop/2", "/loop/1", (error("canonical-loop"),), same="/loop"),
    At("/a6", "/different", (warning("canonical-content-differs"),)), At("/different"),
    # How it differs from the address of the page.
    *twins("/a7", f"{SHOP}/other", warning("canonical-other-host", G), error("canonical-other-host", Y)),
    At(f"{MOBILE}/phone", "/phone", (info("canonical-other-host"),), same="/phone"),
    At("/phone", head=f'<link rel=alternate media="only screen" href="{MOBILE}/phone">'),
    At("/a8", "https://elsewhere.example/a8", (warning("canonical-other-domain", G), error("canonical-other-domain",
       Y))),
    At("/down", f"{HTTP}/down", (error("canonical-protocol-down"),)),
    *twins(f"{HTTP}/up", "/up", info("canonical-protocol-up", G), warning("canonical-protocol-up", Y)),
    *twins("/list?page=2", "/list", error("canonical-page1", G)),
    *twins("/second", "/first", error("canonical-page1", G), head="<link rel=prev href=/first>"),
    At("/a9", "/", (error("canonical-to-root"), warning("canonical-content-differs"))),
    *twins("/Capital", "/capital", info("canonical-case-slash-alias")),
    *twins("/slash", "/slash/", info("canonical-case-slash-alias", G), warning("canonical-slash-yandex", Y)),
    # What contradicts it.
    *twins("/b1", "/b1/kept", warning("canonical-vs-sitemap"), sitemap=True),
    At("/b2?x=1", "/b2", same="/b2"), At("/b2", wrong=(info("canonical-not-in-sitemap"),), sitemap=False),
    *twins("/b3?from=menu", "/b3", warning("canonical-vs-internal-links")),
    At("/link/1", body='<a href="/b3?from=menu">x</a>'),
    At("/link/2", body='<a href="/b3?from=menu">x</a> <a href="/b3">y</a>'),
    At("/b4", "/b4/back", (error("canonical-vs-redirect"),)), At("/b4/back", status=301, to="/b4"),
    *twins("/b5", "/b5/kept", warning("canonical-noindex"), head="<meta name=robots content=noindex>"),
    *twins("/print/b6", "/b6", warning("canonical-robots-blocked-source", G)),
    At("/b7", head='<meta property="og:url" content="/b7?share">', wrong=(info("canonical-vs-og-url"),)),
    At("/b8", scripted="/b8/scripts", wrong=(warning("canonical-js-changed", G),)),
    # Redirects, https and hints.
    At("/c1", status=302, to="/c1/", wrong=(warning("redirect-temporary", G),)), At("/c1/"),
    At("/c2", status=301, to="/c2/b", wrong=(warning("redirect-chain"),)), At("/c2/b", status=301, to="/c2/c"),
    At("/c2/c"),
    At("/c3", status=301, to="/c3/b", wrong=(error("redirect-loop"),)),
    At("/c3/b", status=301, to="/c3", wrong=(error("redirect-loop"),)),
    At("/c4", body='<script src="http://s.example/x.js"></script>', wrong=(error("https-mixed", G),)),
    At("https://expired.site.example/", status=0, wrong=(error("https-cert-invalid", G),)),
    At("/c5", status=301, to=f"{HTTP}/plain", wrong=(error("https-redirects-to-http", G),)), At(f"{HTTP}/plain"),
    At("/d1", title="One title", wrong=(info("title-equal"),)), At("/d2", title="one  TITLE"),
    At("/d3", head='<meta name=description content="One text">', wrong=(info("description-equal"),)),
    At("/d4", head='<meta name=description content="One text">'),
]  # fmt: skip


def absolute(url: str) -> str:
    return E + url if url.startswith("/") and not url.startswith("//") else url


def canonical(at: At) -> str:
    if at.canonical is None:
        return ""
    href = at.url if at.canonical == "self" else at.canonical
    return f'<link rel=canonical href="{absolute(href)}">'


def markup(at: At, canonicals: str) -> str:
    source = absolute(at.same or at.url)
    words = " ".join(f"w{crc32(f'{source} {n}'.encode())}" for n in range(60))
    title = at.title or f"Title of {absolute(at.url)}"
    return f"<!doctype html><head><title>{title}</title>{canonicals}{at.head}</head><body><p>{words}</p>{at.body}"


def answered(at: At) -> tuple[Page, Texts]:
    url = absolute(at.url)
    if at.status == 0:
        return read_page(Fetch(url, None, (), b"", "error", "no", tls_fault="certificate has expired"))
    if at.to:
        return read_page(Fetch(url, at.status, (), b"", "redirect", redirect_to=absolute(at.to)))
    outcome = "ok" if at.status == 200 else "http_error"
    return read_page(Fetch(url, at.status, (HTML, *at.headers), markup(at, canonical(at)).encode(), outcome))  # type: ignore[arg-type]


def rendered(at: At, page: Page, texts: Texts) -> Render:
    body = markup(at, f'<link rel=canonical href="{absolute(at.scripted)}">').encode()
    return Render(page, texts, *read_page(Fetch(page.url, 200, (HTML,), body, "ok")))


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Finding]]:
    settings = load(None, {})
    with pytest.MonkeyPatch.context() as patched, Store.open(tmp_path_factory.mktemp("planted")) as store:
        patched.setattr(extract, "main_text", lambda html: "")
        crawl = crawls.begin(store, f"{E}/", settings.crawl)
        frontier = StoredFrontier(store, crawl.id)
        frontier.declare(Declared(absolute(at.url), "sitemap" if at.listed else "start") for at in PAGES)
        frontier.saw_source(SourceSeen(f"{E}/sitemap.xml", "sitemap", 200, sum(at.listed for at in PAGES)))
        text = RobotsTxt(E, f"{E}/robots.txt", 200, "ok", "text/plain", ROBOTS.encode())
        frontier.saw_source(SourceSeen(f"{E}/robots.txt", "robots", 200, 0, robots=text))
        by_key = {identity.key(absolute(at.url)): at for at in PAGES}
        assert len(by_key) == len(PAGES)
        batch = []
        for task in frontier.take(0, len(PAGES)):
            at = by_key[identity.key(task.url)]
            page, texts = answered(at)
            batch.append(Crawled(task, page, texts, render=rendered(at, page, texts) if at.scripted else None))
        frontier.save(batch)
        frontier.all_declared()
        frontier.finish(E)
        found, _ = analysis.analyse(store, settings, Progress())
        yield list(found.findings)


def test_each_rule_fires_where_it_was_broken_and_nowhere_else(findings: list[Finding]) -> None:
    planted = [(rule, absolute(at.url), engine, severity) for at in PAGES for rule, engine, severity in at.wrong]
    fired = [(f.rule, f.url, f.engine, f.severity) for f in findings if f.rule.startswith(FAMILIES)]
    assert sorted(fired) == sorted(planted)


def test_every_rule_of_these_families_is_broken_somewhere() -> None:
    elsewhere = {"canonical-vs-hreflang"}
    ids = {each.id for each in audits.RULES if each.id.startswith(FAMILIES)} - elsewhere
    assert {rule for at in PAGES for rule, *_ in at.wrong} == ids


def test_no_rule_crashed(findings: list[Finding]) -> None:
    assert [f.values for f in findings if f.rule == "rule-crashed"] == []
