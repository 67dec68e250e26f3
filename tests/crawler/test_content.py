"""The content area: only what the owner's selectors leave becomes text, and what each selector found is told."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin import pipeline
from pagetwin.config import ContentArea, CrawlSettings, ReportSettings, Settings
from pagetwin.crawler import content
from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch
from pagetwin.progress import Progress
from selectolax.lexbor import LexborHTMLParser

from .site import Site, urlset

HERE = "https://e.com/blog/bell?page=2"
STORY = "The bell was cast in the old foundry by the river, and it still rings every hour."
PAGE = f"""<!doctype html><html lang=en><head><title>Bell</title><link rel=canonical href=/bell></head><body>
<header><h1>Bell</h1></header><div class=crumbs>Home of all bells</div>
<article><p>{STORY}</p><div class=ad>Buy a bell today</div><p class=note>A note.</p></article>
<aside class=facts>Weight of the bell</aside><table><tr class=price><td>Price</td><td>12</td></tr></table>
<a href=/next>next</a></body></html>"""


def read(settings: CrawlSettings, html: str = PAGE) -> tuple[str, str, str, dict[str, int]]:
    """Main text, body text, note and what the selectors found."""
    answer = Fetch(HERE, 200, (("content-type", "text/html; charset=utf-8"),), html.encode(), "ok")
    page, texts = read_page(answer, settings)
    assert page.outcome == "ok"
    assert (page.title, page.canonicals[0].url) == ("Bell", "https://e.com/bell")  # facts are those of the whole page
    return texts.main, texts.body, page.note, dict(page.content)


def area(include: tuple[str, ...] = (), exclude: tuple[str, ...] = ()) -> CrawlSettings:
    return CrawlSettings(content_include=include, content_exclude=exclude)


def test_without_selectors_nothing_changes() -> None:
    main, body, note, found = read(CrawlSettings())
    assert STORY in main
    assert "Buy a bell" in body
    assert (note, found) == ("", {})


def test_only_what_is_included_becomes_text() -> None:
    main, body, note, found = read(area(("article",)))
    assert body.splitlines() == [STORY, "Buy a bell today", "A note."]
    assert STORY in main
    assert "Home of all" not in main + body
    assert (note, found) == ("", {"article": 1})


def test_what_is_excluded_is_gone_from_both_texts() -> None:
    main, body, _, found = read(area((), (".ad", ".note, .crumbs", "#none")))
    for gone in ("Buy a bell", "A note", "Home of all"):
        assert gone not in main + body
    assert STORY in main
    assert STORY in body
    assert found == {".ad": 1, ".note, .crumbs": 2, "#none": 0}


@pytest.mark.parametrize(
    ("include", "lines"),
    [
        ((".note", "article"), [STORY, "Buy a bell today", "A note."]),
        (("p", ".note", "article p"), [STORY, "A note."]),
        (("article, article *",), [STORY, "Buy a bell today", "A note."]),
        ((".facts",), ["Weight of the bell"]),
        ((".note", "header"), ["Bell", "A note."]),
        ((".price",), ["Price", "12"]),
    ],
)
def test_elements_in_one_another_count_once_in_order_and_furniture_counts_when_named(
    include: tuple[str, ...], lines: list[str]
) -> None:
    assert read(area(include))[1].splitlines() == lines


def test_a_page_on_which_no_include_finds_anything_is_read_whole_and_says_so() -> None:
    _, body, note, found = read(area((".missing", "#gone"), (".ad",)))
    assert STORY in body
    assert "Home of all" in body
    assert "Buy a bell" not in body
    assert note == "read whole: '.missing' and '#gone' found nothing on it"
    assert found == {".missing": 0, "#gone": 0, ".ad": 1}


def test_areas_by_path_add_their_exclude_and_the_first_include_holds() -> None:
    settings = CrawlSettings(
        content_include=("main",),
        content_exclude=(".a",),
        content=(
            ContentArea("^/shop/", ("#shop",), (".s",)),
            ContentArea(r"[?&]page=", (), (".p", ".a")),
            ContentArea("^/blog/", ("article",), (".b",)),
            ContentArea("bell", (".later",), ()),
        ),
    )
    assert content.area(settings, HERE) == content.Area(("article",), (".a", ".p", ".b"))
    assert content.area(settings, "https://e.com/shop/") == content.Area(("#shop",), (".a", ".s"))
    assert content.area(settings, "https://e.com/?q=/shop/") == content.Area(("main",), (".a",))
    _, body, _, _ = read(replace(settings, content=settings.content[2:3]))
    assert body.splitlines()[0] == STORY


@pytest.mark.parametrize("exclude", [("*",), ("body *", "p"), ("html", "head", "body"), ("article", "article *")])
def test_nothing_that_is_excluded_breaks_the_page(exclude: tuple[str, ...]) -> None:
    html, _ = content.cut(LexborHTMLParser(PAGE), content.Area((), exclude))
    assert "<body" in html


SELECTORS = st.sampled_from(["p", "div", "#a", ".b", "*", "p, div", "div > p", ":not(p)", "td", "nav"])


@given(
    st.lists(
        st.sampled_from(["<p>one", "<div class=b>two", "</div>", "<table><td id=a>three", "</table>", "<nav>four"])
    ),
    st.lists(SELECTORS, max_size=3),
    st.lists(SELECTORS, max_size=3),
)
def test_any_page_and_selectors(html: list[str], include: list[str], exclude: list[str]) -> None:
    """What is cut out holds each word no more often than the page does: nothing is taken twice."""
    source = "".join(html)
    cut, found = content.cut(LexborHTMLParser(source), content.Area(tuple(include), tuple(exclude)))
    for word in ("one", "two", "three", "four"):
        assert cut.count(word) <= source.count(word)
    assert [name for name, _ in found] == list(dict.fromkeys(include + exclude))


@pytest.mark.parametrize(
    ("language", "line", "note"),
    [
        ("en", "Selector:  '.contnet' matched on 0 of 3 pages", "found nothing on any of the 3 pages"),
        ("ru", "Селектор:  '.contnet' не нашёл ничего ни на одной из 3 страниц", "ничего не нашёл на 3 страницах"),
    ],
)
def test_selectors_reach_the_workers_and_those_that_find_nothing_are_told(
    tmp_path: Path, language: str, line: str, note: str
) -> None:
    """Pages that differ in their text alone look alike with all their furniture, and do not without it."""
    menu = " ".join(f"entry{n} of the menu" for n in range(60))
    texts = [" ".join(f"{name}{n}" for n in range(30)) for name in ("alder", "birch", "cedar")]
    with Site(
        {f"/{n}": f"<div class=menu>{menu}</div><div class=text>{text}</div>" for n, text in enumerate(texts)}
    ) as site:
        site.pages["/sitemap.xml"] = urlset(*(f"{site.url}/{n}" for n in range(3)))
        crawl = CrawlSettings(
            rate=0.0, workers=1, content_include=(".text",), content_exclude=(".contnet",),
            content=(ContentArea("^/nowhere/", (), (".far",)),),
        )  # fmt: skip
        settings = Settings(crawl=crawl, report=ReportSettings(language=language))  # type: ignore[arg-type]
        result = pipeline.audit(f"{site.url}/sitemap.xml", tmp_path, settings, Progress())
    assert result.summary["pages"]["analysed"] == 3
    assert result.summary["pairs"] == 0
    assert result.summary["selectors"] == {
        ".far": {"matched": 0, "pages": 0},
        ".contnet": {"matched": 0, "pages": 3},
        ".text": {"matched": 3, "pages": 3},
    }
    assert line in result.closing.replace("\u00a0", " ")
    assert ".text'" not in result.closing
    assert note in result.report.read_text("utf-8").replace("\u00a0", " ")
