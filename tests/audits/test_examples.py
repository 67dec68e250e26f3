"""Small cases that run through the whole of what engines document: sitemap, robots, canonicals, imports.

Those of hreflang stand in hreflang/test_examples.py.
"""

from __future__ import annotations

from pathlib import Path

from pagetwin import audits
from pagetwin.crawler import sitemap
from pagetwin.model import RobotsTxt
from pagetwin.signals.labels import slug
from pagetwin.urls.cleanparam_lint import lint
from pagetwin.urls.robotstxt import of_engine, parse
from signals.files import one, written, zipped

from .made import E, P, site
from .test_robots_rules import fired, meta, page

Verdicts = set[tuple[str, str, str]]


def told(*pages: P) -> Verdicts:
    found = audits.run(site(*pages))
    return {(f.rule, f.engine, f.severity) for f in found if f.rule.startswith("canonical-") and f.severity != "info"}


def test_a_blank_line_before_the_xml_costs_no_ampersand() -> None:
    body = (
        b'\n<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        b"<url><loc>https://e.com/a?x=1&amp;y=2</loc></url></urlset>"
    )
    found = sitemap.read(body)
    assert [entry.loc for entry in found.entries] == ["https://e.com/a?x=1&y=2"]
    assert "blank space" in found.note


def test_index_beside_noindex_is_read_apart_by_the_engines() -> None:
    shown = page("/a", meta("index"), meta("noindex"))
    assert shown.denied == ("google",)
    assert fired(shown) == {("robots-meta-conflict", "any", "warning")}


def test_a_canonical_to_another_subdomain() -> None:
    found = told(P("https://shop.e.com/p", head=("https://www.e.com/p",)), P("https://www.e.com/p"))
    assert ("canonical-other-host", "yandex", "error") in found
    assert ("canonical-other-host", "google", "error") not in found


def test_a_chain_of_canonicals() -> None:
    found = told(P("/a", head=("/b",)), P("/b", head=("/c",)), P("/c"))
    assert {("canonical-chain", "google", "warning"), ("canonical-chain", "yandex", "error")} <= found


def test_a_canonical_that_differs_by_a_slash() -> None:
    found = told(P("/p", head=(E + "/p/",)), P("/p/"))
    assert found == {("canonical-slash-yandex", "yandex", "warning")}


def test_separators_of_clean_param() -> None:
    (wrong,) = lint("User-agent: Yandex\nClean-param: utm_source&utm_medium, gclid /\n")
    assert {issue.code for issue in wrong.issues if issue.rejected} == {"wrong-separator"}
    (right,) = lint("User-agent: Yandex\nClean-param: sid&ref /catalog/\n")
    assert not [issue for issue in right.issues if issue.rejected]


def test_a_line_of_clean_param_parts_no_group_of_robots_txt() -> None:
    text = RobotsTxt(E, f"{E}/robots.txt", 200, "ok", "text/plain", b"")
    body = b"User-agent: googlebot\nClean-param: s /f\nUser-agent: b\nDisallow: /\n"
    policy = of_engine(RobotsTxt(text.origin, text.url, 200, "ok", "text/plain", body), "google")
    assert policy is not None
    assert not policy.allowed(f"{E}/x")
    assert parse(body, text.url).allowed(f"{E}/x")  # the group is not ours


def test_the_british_label_of_a_page_indexing_export(tmp_path: Path) -> None:
    path = zipped(tmp_path / "export.zip", {
        "Table.csv": "URL,Last crawled\r\nhttps://e.com/p,2026-11-02\r\n",
        "Metadata.csv": "Property,Value\r\nIssue,Alternative page with proper canonical tag\r\n",
    })  # fmt: skip
    _, (row,), _ = one(path)
    assert slug("google", row.status) == "gsc-alternate"


def test_a_row_of_yandex_with_its_target_and_one_with_an_unknown_status(tmp_path: Path) -> None:
    path = written(
        tmp_path / "pages.csv",
        "updateDate,url,httpCode,status,target,lastAccess,title,event\n"
        "2026-11-02,https://e.ru/p?sort=1,200,DUPLICATE,https://e.ru/p,2026-11-01,T,DELETE\n"
        "2026-11-02,https://e.ru/q,200,LOW_DEMAND2,,2026-11-01,T,DELETE\n",
    )
    _, rows, _ = one(path)
    assert [(row.url, row.status, row.target) for row in rows] == [
        ("https://e.ru/p?sort=1", "DUPLICATE", "https://e.ru/p"), ("https://e.ru/q", "LOW_DEMAND2", ""),
    ]  # fmt: skip
