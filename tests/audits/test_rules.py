"""Each rule fires on a small site made for it, with the verdict of each engine, and is silent on one that is alike."""

import ast
import importlib
import itertools
import pkgutil
from dataclasses import replace
from pathlib import Path

import pytest
from pagetwin import audits
from pagetwin.audits.rule import PARTS, Facts, Hit, Rule, rule, run
from pagetwin.model import Finding
from support.said import EN, assert_told, said

from .canonical_cases import FIRES as CANONICAL_FIRES
from .canonical_cases import SILENT as CANONICAL_SILENT
from .made import ANY_ERROR, ANY_INFO, ANY_WARNING, E, P, absolute, probe, site

ROOT = Path(__file__).resolve().parents[2]

# rule, site, engines with severities, where it fires, the related address
FIRES = [
    *CANONICAL_FIRES,
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
    *CANONICAL_SILENT,
    ("charset-conflict", [P("/a"), P("/b", 404, charset="the header says koi8-r")]),
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
    assert_told(found)


@pytest.mark.parametrize(("name", "pages"), SILENT)
def test_is_silent(name: str, pages: list[P]) -> None:
    assert of(name, site(*pages)) == []


def _examples(table: str) -> set[str]:
    """Ids of rules with a case in the table FIRES or SILENT of a file of this folder. A test file without such a table
    compares all findings of its family: each of its rules has a case and is silent in those of the others.
    """
    named: set[str] = set()
    for path in Path(__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        given = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
        tables = {ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target): node for node in given}
        rows = [row.elts[:1] for row in ast.walk(tables.get(table, tree)) if isinstance(row, ast.Tuple)]
        cells = itertools.chain(*rows) if table in tables else ast.walk(tree)
        named |= {cell.value for cell in cells if isinstance(cell, ast.Constant) and isinstance(cell.value, str)}
    return named | {f"hreflang-{name}" for name in named}  # some leave the prefix out


@pytest.mark.parametrize("table", ["FIRES", "SILENT"])
def test_every_rule_has_an_example_that_fires_and_one_that_does_not(table: str) -> None:
    assert sorted({each.id for each in audits.RULES} - _examples(table)) == []


def test_every_rule_of_the_package_is_registered_once() -> None:
    written = set()
    for module in pkgutil.walk_packages(audits.__path__, "pagetwin.audits."):
        names = vars(importlib.import_module(module.name))
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


def test_documents_say_what_the_code_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    for path, text in importlib.import_module("rules_page").pages().items():
        assert path.read_text("utf-8") == text, f"{path.name} is old: run .venv/bin/python scripts/rules_page.py"
