"""Group and pair pages in a real browser: what the eye needs."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from ..browser import Watched, watched
from . import fixture, many
from .fixture_site import PAGES, RTL, SCRIPT, SITE
from .folder import report


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixture with the passages of one page in another order, an Arabic end and markup as text."""
    place = tmp_path_factory.mktemp("groups")
    fixture.build(place / "audit.sqlite")
    lines = next(p.text for p in PAGES if p.path == "/dostavka/omsk/").split("\n")
    text = "\n".join([lines[0], lines[2], lines[5], lines[1], lines[3], lines[4], f"{RTL} {SCRIPT} \U0001f69a"])
    connection = sqlite3.connect(place / "audit.sqlite")
    with connection:
        connection.execute("INSERT INTO texts VALUES (?, ?)", (b"shuffled".ljust(16), zlib.compress(text.encode())))
        connection.execute(
            "UPDATE versions SET main_hash = ? WHERE address = (SELECT id FROM addresses WHERE url = ?)",
            (b"shuffled".ljust(16), f"{SITE}/dostavka/omsk/"),
        )
        connection.execute("DELETE FROM pairs")
    connection.close()
    many.build(place / "large.sqlite", [40])
    report(place / "large.sqlite", place / "large", pair_pages_per_group=1)
    return report(place / "audit.sqlite", place / "report")


def shuffled_pair(folder: Path) -> str:
    """The pair page of Omsk."""
    return next(p for p in folder.glob("pairs/1-*.html") if SCRIPT[1:7] in p.read_text("utf-8")).resolve().as_uri()


def test_the_matrix_is_darker_where_pages_are_closer_and_leads_to_the_pair(chromium: Watched, folder: Path) -> None:
    page = chromium.page()
    page.goto((folder / "groups" / "1.html").resolve().as_uri())
    colours = page.evaluate(
        "['qd', ...new Set([...document.querySelectorAll('.mx td')].map(c => c.className))]"
        ".map(c => getComputedStyle(document.querySelector('.' + c)).backgroundColor)"
    )
    assert len(set(colours)) >= 3
    page.locator(".mx tbody tr").first.locator("a").first.click()
    assert page.url.endswith("pairs/1-2.html")
    assert chromium.trouble == []


def test_fields_of_the_template_are_framed_and_their_text_is_selectable(chromium: Watched, folder: Path) -> None:
    page = chromium.page()
    page.goto((folder / "groups" / "1.html").resolve().as_uri())
    slot = page.locator(".tpl .slot").first
    assert slot.evaluate("node => getComputedStyle(node).borderTopStyle") == "dashed"
    ground = slot.evaluate("node => getComputedStyle(node).backgroundColor")
    assert ground != page.locator(".tpl").evaluate("node => getComputedStyle(node).backgroundColor")
    assert page.locator(".f-avoid svg").first.evaluate("node => getComputedStyle(node).color") != page.locator(
        ".f-do svg"
    ).first.evaluate("node => getComputedStyle(node).color")


def test_a_passage_in_another_order_leads_to_its_other_place_and_back(chromium: Watched, folder: Path) -> None:
    page = chromium.page(1200, 400)
    page.goto(shuffled_pair(folder))
    here = page.locator(".mv").first
    name = here.get_attribute("id")
    number = here.locator(".pno").inner_text()
    here.locator(".pno").click()
    there = page.locator(f"#{name.removesuffix('b') if name.endswith('b') else name + 'b'}")
    assert page.url.endswith(f"#{there.get_attribute('id')}")
    assert there.locator(".pno").inner_text() == number
    assert there.evaluate("node => getComputedStyle(node).outlineWidth") == "2px"  # the one that was looked for
    there.locator(".pno").click()
    assert page.url.endswith(f"#{name}")
    figure = page.locator(f".meas a[href='#p{number}']")
    assert figure.count() == 1


def test_a_long_stretch_of_one_page_folds_and_opens(chromium: Watched, folder: Path) -> None:
    place = folder.parent / "long"
    if not place.exists():
        fixture.build(folder.parent / "long.sqlite")
        connection = sqlite3.connect(folder.parent / "long.sqlite")
        with connection:
            text = "\n".join(f"line {n} of a page that nobody else has, row by row" for n in range(300))
            connection.execute("INSERT INTO texts VALUES (?, ?)", (b"long".ljust(16), zlib.compress(text.encode())))
            connection.execute(
                "UPDATE versions SET main_hash = ? WHERE address = (SELECT id FROM addresses WHERE url = ?)",
                (b"long".ljust(16), f"{SITE}/guide/glass/"),
            )
        connection.close()
        report(folder.parent / "long.sqlite", place, translated_groups=0)
    page = chromium.page()
    page.goto((place / "pairs" / "2-2.html").resolve().as_uri())
    row = page.locator(".drow.long")
    folded = row.bounding_box()["height"]
    assert folded < 400
    row.locator(".fold").click()
    assert row.bounding_box()["height"] > 3 * folded
    page.emulate_media(media="print")
    page.reload()
    assert row.bounding_box()["height"] > 3 * folded  # on paper nothing folds
    assert chromium.trouble == []


def test_a_text_from_right_to_left_keeps_to_itself_and_markup_stays_text(chromium: Watched, folder: Path) -> None:
    page = chromium.page()
    page.goto(shuffled_pair(folder))
    assert SCRIPT in page.locator(".diff").inner_text()
    end = page.locator(".drow").last.locator(".txt").last
    box, column = end.locator("mark, .only").last.bounding_box(), end.bounding_box()
    assert column["x"] <= box["x"]
    assert box["x"] + box["width"] <= column["x"] + column["width"] + 1
    assert chromium.trouble == []


def test_pages_of_groups_fit_every_width_in_both_languages(chromium: Watched, folder: Path) -> None:
    page = chromium.page()
    pair = shuffled_pair(folder)
    names = [f"{code}groups/{n}.html" for code in ("", "ru/") for n in (1, 2, 3)]
    for url in (pair, *((folder / name).resolve().as_uri() for name in names)):
        page.goto(url)
        for width in (320, 420, 768, 1024, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (url, width)
        members = page.locator(".tw:has(.members)")
        if members.count():  # at full width nothing hides behind the edge of the table
            assert members.evaluate("node => node.scrollWidth <= node.clientWidth"), url


def test_a_large_group_without_scripts(running: Any, folder: Path) -> None:
    with watched(running, java_script_enabled=False) as it:
        page = it.page()
        page.goto((folder.parent / "large" / "groups" / "1.html").resolve().as_uri())
        assert page.locator(".members tbody tr").count() == 26
        assert page.locator("#h-close").is_visible()
        assert page.locator("#do tr").first.is_visible()


def test_lines_to_paste_are_folded_and_copied_whole(chromium: Watched, folder: Path) -> None:
    chromium.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = chromium.page()
    page.goto((folder / "groups" / "1.html").resolve().as_uri())
    lines, button = page.locator(".paste .cmd").first, page.locator(".paste [data-copy]").first
    assert not lines.is_visible()
    page.locator(".paste summary").click()
    button.click()
    page.wait_for_function("document.querySelector('[data-copy]').firstChild.data === 'Copied'")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == lines.text_content()
    assert copied.count(";\n") == 3
    assert chromium.trouble == []
