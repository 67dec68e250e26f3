"""The lists and drawn pairs in a real browser, opened from disk: sort, search, filter, turn, follow, mark passages."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ..browser import Watched, watched
from . import fixture, many
from .fixture_site import FORMULA, SCRIPT, SITE
from .folder import chunks, page, report, said


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("small")
    fixture.build(place / "audit.sqlite")
    return report(place / "audit.sqlite", place / "report")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """4,340 pages in three chunks, 140 of them in groups."""
    place = tmp_path_factory.mktemp("large")
    many.build(place / "audit.sqlite", [100, *[4] * 10], 4_200)
    return report(place / "audit.sqlite", place / "report", pair_pages_per_group=1, translated_groups=0)


def opened(chromium: Watched, folder: Path, name: str) -> Any:
    """A page with its list loaded to the end."""
    page = chromium.page()
    page.goto((folder / name.split("#")[0]).resolve().as_uri() + name[len(name.split("#")[0]) :])
    page.locator("#count:not(:empty)").wait_for()
    return page


def column(page: Any, n: int) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(f"#list tbody td:nth-child({n})").all_inner_texts()]


def addresses(page: Any) -> list[str]:
    return [" ".join(text.split()) for text in page.locator("#list tbody td:first-child .url").all_inner_texts()]


def test_all_rows_come_from_chunks_a_hundred_a_page(chromium: Watched, large: Path) -> None:
    page = opened(chromium, large, "pages.html")
    rows = chunks(large, "pages")
    assert page.locator("#count").inner_text() == "Rows: 4,340"
    assert page.locator("#range").inner_text() == "1 to 100 of 4,340"
    assert addresses(page) == [row[0] for row in rows[:100]]
    page.get_by_role("button", name="Later rows").click()
    assert addresses(page) == [row[0] for row in rows[100:200]]
    assert page.url.endswith("#page=2")
    page.reload()
    page.locator("#count:not(:empty)").wait_for()
    assert page.locator("#range").inner_text() == "101 to 200 of 4,340"
    page.get_by_role("button", name="Earlier rows").click()
    page.keyboard.press("Enter")  # there are none, and the button keeps the focus
    assert page.locator("#range").inner_text() == "1 to 100 of 4,340"
    assert page.evaluate("document.activeElement.id") == "prev"
    assert chromium.trouble == []
    assert {url.split(":")[0] for url in chromium.requests} <= {"file", "data"}


@pytest.mark.parametrize(("head", "place"), [("Jaccard", 6), ("Near duplicates", 7), ("Own text", 8), ("Page", 0)])
def test_columns_sort_both_ways(chromium: Watched, large: Path, head: str, place: int) -> None:
    """Against sorted(): ties stay in the order of the list."""
    page = opened(chromium, large, "pages.html")
    rows = chunks(large, "pages")
    button = page.locator("#list thead").get_by_role("button", name=head, exact=True)
    for _ in range(2):
        button.click()
        sort = page.locator("#list [aria-sort]").get_attribute("aria-sort")
        expected = sorted(rows, key=lambda row: row[place])
        if sort == "descending":
            expected = (
                sorted(rows, key=lambda row: -row[place]) if place else sorted(rows, key=lambda row: row[0])[::-1]
            )
        assert addresses(page) == [row[0] for row in expected[:100]]
    assert f"sort={[0, 2, 4, 6, 7, 8].index(place) + 1}" in page.url or head == "Jaccard"


def test_what_was_not_measured_comes_last_up_and_down(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html")
    for _ in range(2):
        page.locator("#list thead").get_by_role("button", name="Words").click()
        words = column(page, 7)
        assert "–" not in words[:13]
        assert set(words[13:]) == {"–"}


def test_search_looks_into_addresses_and_titles_and_marks(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html")
    page.get_by_role("searchbox").fill("GLASS")
    page.locator("#count", has_text="Found: 2 of 28").wait_for()
    assert page.url.endswith("#q=GLASS")
    assert addresses(page) == ["/guide/glass/", "/tips/glass/"]
    assert page.locator("#list td:first-child mark").all_inner_texts() == ["glass", "glass"]
    page.get_by_role("searchbox").fill("доставка: т")
    page.locator("#list mark").first.wait_for(state="detached")
    assert sorted(addresses(page)) == ["/dostavka/tula/", "/dostavka/tver/"]
    page.get_by_role("searchbox").fill("nowhere at all")
    page.locator("#count", has_text="Found: 0").wait_for()
    assert page.locator("#none").inner_text() == "Nothing found. Take a filter away or search for less."
    assert page.locator("#list tbody tr").count() == 0


def test_filters_and_a_group_in_the_address(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html#group=2")
    assert sorted(addresses(page)) == ["/guide/glass/", "/tips/glass/"]
    page.get_by_role("button", name="Group 2").click()
    assert page.locator("#count").inner_text() == "Rows: 28"
    page.locator("#f-show").select_option("left")
    assert page.locator("#count").inner_text() == "Found: 15 of 28"
    assert page.url.endswith("#show=left")
    page.locator("#f-show").select_option(label="left out: blocked")
    assert addresses(page) == ["/guard/"]
    page.locator("#f-show").select_option("alone")
    assert sorted(addresses(page)) == ["/", "/about/", "/contacts/", "/search?q=%3Cb%3E&x='1'"]
    page.goto(
        (small / "pages.html").resolve().as_uri() + "#q=<img src=x onerror=alert(1)>&show=nonsense&sort=99&page=-3"
    )
    assert page.get_by_role("searchbox").input_value() == "<img src=x onerror=alert(1)>"
    assert page.locator("#count").inner_text() == "Found: 0 of 28"
    assert chromium.trouble == []


def test_a_list_works_by_keyboard(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html")
    page.get_by_role("searchbox").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "f-show"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "f-tier"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the first column
    assert page.locator("#list th").first.get_attribute("aria-sort") == "ascending"
    assert addresses(page) == sorted(addresses(page))
    page.keyboard.press("Space")
    assert page.locator("#list th").first.get_attribute("aria-sort") == "descending"


def test_hostile_titles_are_text_in_a_list(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html#q=glass")
    assert page.locator("#list .title").all_inner_texts() == [SCRIPT, FORMULA]
    page = opened(chromium, small, "findings.html")
    assert page.locator("#list td:nth-child(2)").first.inner_text().endswith("<b>that is text</b>")
    assert chromium.trouble == []


def test_a_chunk_that_is_missing_is_said_and_the_rest_is_there(chromium: Watched, large: Path, tmp_path: Path) -> None:
    shutil.copytree(large, tmp_path / "report")
    (tmp_path / "report" / "data" / "pages-1.js").unlink()
    page = opened(chromium, tmp_path / "report", "pages.html")
    assert "pages-1.js is missing: 2,000 rows cannot be shown" in page.locator("#load").inner_text()
    assert page.locator("#count").inner_text() == "Found: 2,340 of 4,340"
    page.locator("#list thead").get_by_role("button", name="Page", exact=True).click()
    rows = chunks(large, "pages")
    assert addresses(page) == sorted(row[0] for row in [*rows[:2000], *rows[4000:]])[:100]


def test_from_a_finding_to_its_addresses(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "findings.html")
    page.locator("#canonical-to-redirect summary").click()
    page.locator("#canonical-to-redirect").get_by_role("link", name="List the 1 page").click()
    assert page.locator("#count").inner_text() == "Found: 1 of 2"
    assert addresses(page) == ["/old-prices/"]


def test_sentences_of_findings_are_the_same_in_the_page_and_by_the_script(chromium: Watched, tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    with sqlite3.connect(tmp_path / "audit.sqlite") as connection:
        connection.execute(
            "INSERT INTO findings SELECT 'charset-conflict', 'any', 'error', id, 'https://example.com/prices/',"
            " 'The sitemap lists %(url)s, which answers %(status)s', '{\"status\": 40400}' FROM addresses"
        )
    connection.close()
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    for name in ("findings.html", "ru/findings.html"):
        plain = [said(cell) for cell in page(folder, name).xpath("//table[@id='list']/tbody/tr/td[2]")]
        shown = column(opened(chromium, folder, name), 2)
        assert len(plain) == 30
        assert shown[: len(plain)] == plain


def test_static_and_drawn_rows_are_the_same(chromium: Watched, small: Path) -> None:
    """The template and the script show one description of the columns."""
    for name in ("pages.html", "groups.html", "pairs.html", "findings.html", "ru/pages.html", "ru/pairs.html"):
        plain = [
            [said(cell) for cell in row.xpath("td")] for row in page(small, name).xpath("//table[@id='list']/tbody/tr")
        ]
        shown = opened(chromium, small, name)
        assert (
            shown.evaluate(
                """[...document.querySelectorAll('#list tbody tr')].map(
              row => [...row.cells].map(cell => cell.textContent.replace(/\\s+/g, ' ').trim()))"""
            )
            == plain
        ), name
        links = page(small, name).xpath("//table[@id='list']/tbody//a/@href")
        assert (
            shown.evaluate("[...document.querySelectorAll('#list tbody a')].map(a => a.getAttribute('href'))") == links
        )


def test_a_pair_is_followed_and_its_passages_are_marked(chromium: Watched, small: Path) -> None:
    """Against the page of the same pair that was made beforehand."""
    chosen = opened(chromium, small, "pairs.html#q=moskva")
    chosen.locator("#list tbody tr", has_text="/dostavka/kazan/").get_by_role("link", name="compare").click()
    chosen.wait_for_selector(".drow.same .fold")
    made = chromium.page()
    made.goto((small / "groups" / "1.html").resolve().as_uri())
    made.locator("tr", has_text="/dostavka/kazan/").get_by_role("link", name="compare").click()

    def facts(page: Any) -> str:
        return str(page.evaluate("document.querySelector('.pairfacts').innerText.replace(/\\s+/g, ' ')"))

    def own(page: Any) -> list[str]:
        return [text.strip() for text in page.locator(".diff mark.own").all_inner_texts()]

    assert chosen.locator("h1").inner_text() == made.locator("h1").inner_text()
    assert facts(chosen)[:12] == facts(made)[:12]  # the Jaccard; A and B may have changed sides
    assert set(own(chosen)) == set(own(made))
    assert "Москва" in own(chosen)
    assert chosen.locator(".drow.same").count() == made.locator(".drow.same").count()
    shared = chosen.locator(".drow.same").first
    folded = shared.locator(".txt").first.inner_text()
    shared.get_by_role("button").first.click()
    assert len(shared.locator(".txt").first.inner_text()) > len(folded)
    chosen.keyboard.press("n")
    assert "hl" in shared.get_attribute("class").split()
    chosen.locator(".pno").last.click()
    chosen.locator(".drow.same.hl[id$='-p2']").wait_for()
    assert chosen.locator(".side-h a").first.get_attribute("href").startswith(SITE)
    assert chromium.trouble == []


def test_drawn_texts_are_whole(chromium: Watched, small: Path) -> None:
    rows = chunks(small, "pages")
    a, b = (next(n for n, row in enumerate(rows) if row[0] == f"/{name}/glass/") for name in ("guide", "tips"))
    page = chromium.page()
    page.goto((small / "pair.html").resolve().as_uri() + f"#{a}-{b}-main")
    page.wait_for_selector(".drow.same")
    assert page.locator("h1").inner_text() == "100% of page B stands inside page A"
    texts = {row[0]: row[5] for row in chunks(small, "texts-main")}
    shown = page.evaluate(
        """[0, 2].map(side => [...document.querySelectorAll('.diff .drow')].slice(1).map(row => {
          const cell = row.children[side].cloneNode(true);
          cell.querySelectorAll('.who, .fold, small, .none, .nl').forEach(e => e.remove());
          return cell.textContent; }).join(''))"""
    )
    assert ["".join(text.split()) for text in shown] == ["".join(texts[place].split()) for place in (a, b)]


@pytest.mark.parametrize("asked", ["", "#0-9999-main", "#9-9-body", "#x-y-z", "#0-1-main-p99"])
def test_a_pair_that_is_not_there_is_said(chromium: Watched, small: Path, asked: str) -> None:
    page = chromium.page()
    page.goto((small / "pair.html").resolve().as_uri() + asked)
    if asked.startswith("#0-1-main"):
        page.wait_for_selector(".drow.same")
    else:
        page.wait_for_selector("#problem:not([hidden])")
        assert len(page.locator("#problem").inner_text()) > 20
    assert chromium.trouble == []


def test_without_scripts_the_first_rows_and_the_rules_are_there(running: Any, small: Path) -> None:
    with watched(running, java_script_enabled=False) as it:
        page = it.page()
        page.goto((small / "pages.html").resolve().as_uri())
        assert page.locator("#list tbody tr").count() == 28
        assert page.locator("#list thead").inner_text().split()[0] == "Page"
        assert not page.locator("#q").is_visible()
        assert "Without JavaScript" in page.locator("main").inner_text()
        page.goto((small / "findings.html").resolve().as_uri())
        page.locator("#canonical-to-redirect summary").click()
        assert "How to fix it" in page.locator("#canonical-to-redirect").inner_text()


def test_on_paper_the_tools_are_gone_and_the_heads_stay(chromium: Watched, small: Path) -> None:
    page = opened(chromium, small, "pages.html")
    page.emulate_media(media="print", color_scheme="dark")
    assert not page.locator(".tools").is_visible()
    assert page.locator("#list th").first.inner_text() == "Page"
    assert page.locator("#list tbody tr").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_no_list_scrolls_sideways(chromium: Watched, small: Path) -> None:
    for name in ("pages.html", "pairs.html", "findings.html", "groups.html", "ru/pages.html", "ru/findings.html"):
        page = opened(chromium, small, name)
        for width in (320, 420, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
        page.close()
