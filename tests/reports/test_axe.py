"""axe-core finds nothing serious on any kind of page, in both languages and both themes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

from .. import axe
from ..browser import browser, watched
from . import fixture, many
from .fixture_site import SITE
from .folder import report
from .hreflang_rows import add, shop

PAGES = (
    "index.html", "groups.html", "groups/1.html", "groups/2.html", "groups/3.html", "pairs/1-2.html", "pairs/3-2.html",
    "pages.html", "pages.html#q=glass", "pages.html#q=nothing+there", "pages.html#group=2", "pairs.html",
    "findings.html", "pair.html", "pair.html#2-3-main", "hreflang.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    axe.source()
    with browser() as it:
        yield it


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("axe")
    fixture.build(place / "audit.sqlite")
    add(place / "audit.sqlite", (row for n in range(50) for row in shop(SITE, n, n + 1)))
    many.build(place / "large.sqlite", [40, 25, *[4] * 40], 120)
    report(place / "large.sqlite", place / "large", pair_pages_per_group=1, translated_groups=0)
    return report(place / "audit.sqlite", place / "report")


def faults(page: Any, folder: Path, name: str, *only: str) -> list[str]:
    """What is wrong with a page, when all that scripts put in is there and all that folds is open."""
    page.goto("about:blank")
    page.goto((folder / name.split("#")[0]).resolve().as_uri() + name[len(name.split("#")[0]) :])
    if page.locator("#count, #drawn").count():
        page.locator("#count:not(:empty), #drawn:not([hidden]), #problem:not([hidden])").first.wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    return [f"{name}: {fault}" for fault in axe.faults(page, *only)]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["", "ru/"])
def test_no_page_has_a_serious_fault(
    running: Any, folder: Path, language: str, theme: Literal["light", "dark"]
) -> None:
    with watched(running, color_scheme=theme, reduced_motion="reduce") as it:
        page = it.page()
        only = ("color-contrast",) if theme == "dark" else ()  # nothing else depends on the theme
        names = PAGES if not language else [name for name in PAGES if "#q" not in name]
        found = [fault for name in names for fault in faults(page, folder, language + name, *only)]
        found += faults(page, folder.parent / "large", "index.html", *only)  # the map
        assert found == []


def test_a_fault_is_found(running: Any, folder: Path) -> None:
    with watched(running) as it:
        page = it.page()
        page.goto((folder / "index.html").resolve().as_uri())
        page.evaluate("document.querySelector('main').innerHTML += '<button></button><p style=\"color:#eee\">pale</p>'")
        assert {line.split(":")[0] for line in axe.faults(page)} >= {"button-name", "color-contrast"}
