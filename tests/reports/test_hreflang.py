"""The page of hreflang: a matrix for each cluster, equal faults as one line, in files that a browser opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pagetwin.reports.hreflang_lines import Lines, pattern

from ..browser import browser, watched
from . import fixture
from .fixture_site import SITE
from .folder import chunks, page, report, said
from .hreflang_rows import add, shop

ORIGIN = "https://e.com"
PATTERNS = {
    "/": "/", "": "/", "/de": "/de", "/de/": "/de/", "/en-us/": "/en-us/", "/glass.html": "/*.html", "/glass": "/*",
    "/de/product/123-blue": "/de/product/*", "/de/product/blue/": "/de/product/*/", "/de/glass/": "/de/*/",
    "/shop/12/a.html": "/shop/*/*.html", "/shop/a/b/c": "/shop/*", "/a?id=7&page=2": "/*?id=*&page=*",
    "/2024/05/text": "/*", "/us/x": "/us/*",
}  # fmt: skip


@pytest.mark.parametrize("path", PATTERNS)
def test_pattern_of_an_address(path: str) -> None:
    assert pattern(ORIGIN + path, ORIGIN) == PATTERNS[path]
    assert pattern("https://f.com" + path, ORIGIN) == "https://f.com" + PATTERNS[path]


def test_equal_faults_are_one_line_with_all_its_pairs() -> None:
    lines = Lines(ORIGIN)
    for n in range(10_000):
        lines.add(3, "de", "en", f"{ORIGIN}/de/product/{n}", f"{ORIGIN}/en/product/{n}")
    lines.add(3, "de", "fr", f"{ORIGIN}/de/product/1", f"{ORIGIN}/fr/product/1")
    first, last = lines
    assert (first.count, len(first.pairs), first.source, first.target) == (
        10_000,
        10_000,
        "/de/product/*",
        "/en/product/*",
    )
    assert (last.code, last.count, last.pairs) == ("fr", 1, [(f"{ORIGIN}/de/product/1", f"{ORIGIN}/fr/product/1")])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hreflang")
    fixture.build(place / "audit.sqlite")
    add(place / "audit.sqlite", (row for n in range(50) for row in shop(SITE, n, n + 1)))
    return report(place / "audit.sqlite", place / "report")


def test_without_hreflang_there_is_no_page(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    found = report(tmp_path / "audit.sqlite", tmp_path / "report")
    assert not list(found.rglob("hreflang*.html"))
    assert "hreflang.html" not in (found / "index.html").read_text("utf-8")


@pytest.mark.parametrize("language", ["", "ru/"])
def test_lines_and_matrix_stand_in_the_page(folder: Path, language: str) -> None:
    assert [a.get("href") for a in page(folder, f"{language}index.html").iter("a")].count("hreflang.html") == 2
    tree = page(folder, f"{language}hreflang.html")
    (line,) = tree.find_class("h-line")
    assert [said(code) for code in line.iter("code")] == ["/en/product/*.html", "/de/product/*.html"]
    assert said(line.find_class("num")[0]).split()[0] == "50"
    matrix = tree.find_class("hm")[0]
    head, *rows = [[said(cell) for cell in row] for row in matrix.iter("tr")]
    assert head[1:] == ["de", "en", "fr-CA", "x-default"]
    assert [row[0] for row in rows] == ["/de/product/0-blau.html", "/en/product/0-blue.html"]
    signs = [[cell.split()[0] for cell in row[1:]] for row in rows]
    assert signs == [["●", "·", "?", "·"], ["↩", "●", "·", "●"]]
    assert all(len(cell.split()) > 1 for row in rows for cell in row[1:])  # a word beside each sign


def test_chunks_hold_all_clusters_and_pairs(folder: Path) -> None:
    assert [row[0] for row in chunks(folder, "hreflang")] == list(range(1, 51))
    pairs = chunks(folder, "hreflang-pairs")
    assert sorted(row[1:] for row in pairs) == sorted(
        [f"{SITE}/en/product/{n}-blue.html", f"{SITE}/de/product/{n}-blau.html"] for n in range(50)
    )


def test_a_browser_turns_the_clusters_and_lists_all_pairs(folder: Path) -> None:
    with browser() as running, watched(running) as it:
        tab: Any = it.page()
        tab.goto((folder / "hreflang.html").resolve().as_uri())
        tab.wait_for_selector("#range:not(:empty)")
        assert tab.locator(".h-cluster").count() == 20
        plain = said(page(folder, "hreflang.html").find_class("h-cluster")[0])
        assert "".join(tab.locator(".h-cluster").first.text_content().split()) == plain.replace(" ", "")
        tab.click("#next")
        tab.click("#next")
        tab.locator("#range", has_text="41").wait_for()
        assert tab.locator(".h-cluster").count() == 10
        tab.click(".h-line summary")
        tab.click("[data-more]")
        tab.locator(".h-line li").nth(49).wait_for()
        assert tab.locator(".h-line li").count() == 50
        assert tab.locator("[data-more]").count() == 0
