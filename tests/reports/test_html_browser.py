"""The report in a real browser: opened from disk, without a network, followed as an owner would follow it."""

from pathlib import Path
from typing import Any

import pytest

from ..browser import Watched, watched
from . import fixture, many
from .fixture_site import FORMULA, SCRIPT
from .folder import report

PAGES = (
    "index.html",
    "methods.html",
    "groups.html",
    "groups/1.html",
    "groups/2.html",
    "groups/3.html",
    "pairs/1-2.html",
    "pairs/2-2.html",
)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The fixture in both languages, and a site large enough for a map."""
    place = tmp_path_factory.mktemp("browser")
    fixture.build(place / "small.sqlite")
    many.build(place / "large.sqlite", [40, 25, *[4] * 40], 120)
    return {
        "en": report(place / "small.sqlite", place / "en"),
        "ru": report(place / "small.sqlite", place / "ru", language="ru"),
        "map": report(place / "large.sqlite", place / "map", pair_pages_per_group=1),
    }


def address(folder: Path, name: str = "index.html") -> str:
    return (folder / name).resolve().as_uri()


def test_pages_open_from_disk_without_errors_and_ask_for_nothing_else(
    chromium: Watched, folders: dict[str, Path]
) -> None:
    page = chromium.page()
    for language in ("en", "ru"):
        for name in PAGES:
            page.goto(address(folders[language], name))
            assert page.evaluate("document.documentElement.classList.contains('js')"), name
            assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px", name  # the style sheet is there
    assert chromium.trouble == []
    assert {url.split("/")[0] for url in chromium.requests} <= {"file:", "data:"}
    assert sum(url.endswith("style.css") for url in chromium.requests) >= 1


def test_the_network_is_forbidden_by_the_page_itself(running: Any, folders: dict[str, Path]) -> None:
    """Were a text of a page ever taken for markup, it could still load and run nothing."""
    with watched(running) as it:
        page = it.page()
        page.goto(address(folders["en"]))
        page.evaluate(
            """() => {
              const image = '<img src="https://example.org/x.png"><img src=x onerror="document.title=1">';
              document.body.insertAdjacentHTML('beforeend', image);
              const script = document.createElement('script');
              script.textContent = 'document.title = 2';
              document.body.append(script);
            }"""
        )
        page.wait_for_timeout(100)
        assert "pagetwin" in page.title()
        assert it.failed["https://example.org/x.png"] == "csp"  # and not for want of a network
        assert sum("Content Security Policy" in line for line in it.trouble) >= 3


def test_hostile_titles_are_shown_and_do_not_run(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["en"], "groups/2.html"))
    assert page.locator(".title").all_inner_texts() == [SCRIPT, FORMULA]
    page.goto(address(folders["en"], "pairs/2-2.html"))
    assert SCRIPT in page.locator(".side-h").first.inner_text()
    assert chromium.trouble == []


def test_from_the_start_page_to_the_marked_passages(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["en"]))
    page.locator("#groups tbody a").first.click()
    assert page.url.endswith("groups/1.html")
    page.get_by_role("link", name="compare").first.click()
    assert page.url.endswith("pairs/1-2.html")
    shared = page.locator(".drow.same")
    assert shared.count() == 2
    ground, plain = (
        page.locator(f"{where} .txt").last.evaluate("node => getComputedStyle(node).backgroundColor")
        for where in (".drow.same", ".drow:not(.same)")
    )
    assert ground != plain
    own = page.locator(".diff mark.own").first
    assert own.inner_text() == "Москва"
    assert "underline" in own.evaluate("node => getComputedStyle(node).textDecorationLine")
    page.get_by_role("link", name="Next page of the group").click()
    assert page.url.endswith("pairs/1-3.html")


def test_passages_fold_unfold_and_are_walked_through(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["en"], "pairs/1-2.html"))
    row = page.locator(".drow.same").first
    folded = row.locator(".txt").first.inner_text()
    row.get_by_role("button").first.click()
    assert len(row.locator(".txt").first.inner_text()) > len(folded)
    page.keyboard.press("n")
    assert "hl" in row.get_attribute("class").split()
    page.get_by_role("button", name="Only what differs").click()
    assert not row.is_visible()
    assert page.locator(".diff mark.own").first.is_visible()


def test_without_scripts_all_text_is_there(running: Any, folders: dict[str, Path]) -> None:
    with watched(running, java_script_enabled=False) as it:
        page = it.page()
        page.goto(address(folders["en"], "pairs/1-2.html"))
        assert not page.locator(".fold").first.is_visible()
        assert not page.locator("[data-theme-button]").is_visible()
        assert "заявку до полудня, и курьер заберёт груз" in page.locator(".diff").inner_text()


def test_the_threshold_stands_in_the_histograms(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["en"]))
    assert page.locator(".fig .flag-t").all_text_contents() == ["0.50", "0.50", "0.80"]
    for figure in page.locator(".fig svg").all():
        line = figure.locator("line.cut").bounding_box()
        assert line["height"] > 100
        for bar in figure.locator("rect.hi").all():
            box = bar.bounding_box()
            assert box["x"] + box["width"] / 2 > line["x"]


def test_the_theme_goes_round_and_stays(running: Any, folders: dict[str, Path]) -> None:
    def ground(page: Any) -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    with watched(running, color_scheme="light") as it:
        page = it.page()
        page.goto(address(folders["en"]))
        light = ground(page)
        button = page.get_by_role("button", name="Theme")
        button.click()
        assert ground(page) == light  # light, now by choice
        button.click()
        dark = ground(page)
        assert dark != light
        page.goto(address(folders["en"], "groups/1.html"))
        assert ground(page) == dark
        page.get_by_role("button", name="Theme").click()
        assert ground(page) == light
        page.reload()
        assert ground(page) == light
    with watched(running, color_scheme="dark") as it:
        page = it.page()
        page.goto(address(folders["en"]))
        assert ground(page) == dark


def test_no_page_scrolls_sideways(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    for language, names in (("en", PAGES), ("ru", PAGES), ("map", ("index.html", "groups/1.html"))):
        for name in names:
            page.goto(address(folders[language], name))
            for width in (320, 420, 768, 1024, 1440):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (language, name)


def test_the_map_tells_and_leads(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["map"]))
    tile = page.locator(".map .wide a").first
    tile.focus()
    assert "Jaccard: lowest" in page.locator(".tip").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement !== document.querySelector('.map .wide a')")
    page.keyboard.press("Escape")
    assert not page.locator(".tip").is_visible()
    page.get_by_role("button", name="each names itself").click()
    faint = page.locator(".map .wide rect.m-agreed").first.evaluate("node => getComputedStyle(node).opacity")
    assert float(faint) < 0.5
    page.locator(".map .wide a").first.click()
    assert "/groups/" in page.url
    assert chromium.trouble == []


def test_from_what_to_do_first_to_the_group(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    for language in ("en", "ru"):
        page.goto(address(folders[language]))
        page.locator(".acts a").first.click()
        assert page.evaluate("location.hash") == "#first"
        page.locator("[data-task='template'] h3 a").click()
        assert page.url.endswith("groups/1.html")
    assert chromium.trouble == []


def test_terms_are_reached_by_their_names(chromium: Watched, folders: dict[str, Path]) -> None:
    page = chromium.page()
    page.goto(address(folders["en"], "methods.html") + "#jaccard")
    term = page.locator("#jaccard")
    assert term.bounding_box()["y"] > page.locator(".top").bounding_box()["height"]  # not under the bar at the top
    assert "Shingles that two pages share" in term.inner_text()


def test_the_table_of_thresholds_is_narrow_or_scrolls_in_itself(chromium: Watched, folders: dict[str, Path]) -> None:
    for width in (1440, 320):
        page = chromium.page(width)
        page.goto(address(folders["ru"]))
        now = page.locator("#thresholds thead .now")
        now.scroll_into_view_if_needed()
        assert 0 <= now.bounding_box()["x"] < width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
