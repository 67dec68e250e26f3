"""Both languages in one report: each page leads to the same one in the other language, and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..browser import Watched
from . import fixture, many
from .folder import page, report, said


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("audit") / "audit.sqlite"
    fixture.build(path)
    return path


def pages(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))


def other(folder: Path, name: str) -> str:
    """The page that the link to the other language leads to, from the folder."""
    (link,) = page(folder, name).find_class("top-tools")[0].iter("a")
    assert link.get("hreflang") == link.get("lang") != page(folder, name).get("lang")
    assert said(link) == {"ru": "Русский", "en": "English"}[link.get("lang")]
    return ((folder / name).parent / link.get("href")).resolve().relative_to(folder.resolve()).as_posix()


@pytest.mark.parametrize(("chosen", "second"), [("en", "ru"), ("ru", "en")])
def test_each_page_leads_to_itself_in_the_other_language(audit: Path, tmp_path: Path, chosen: str, second: str) -> None:
    folder = report(audit, tmp_path / "report", language=chosen)
    names = [name for name in pages(folder) if not name.startswith(f"{second}/")]
    assert len(names) > 8
    assert pages(folder) == sorted([*names, *(f"{second}/{name}" for name in names)])
    for name in names:
        assert (other(folder, name), other(folder, f"{second}/{name}")) == (f"{second}/{name}", name)
        assert page(folder, name).get("lang") == chosen
        assert page(folder, f"{second}/{name}").get("lang") == second


def test_a_large_site_has_the_first_groups_in_the_other_language(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3] * 6)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", translated_groups=4, pair_pages_per_group=1)
    assert [f"ru/groups/{n}.html" in pages(folder) for n in range(1, 7)] == [True] * 4 + [False] * 2
    assert other(folder, "groups/4.html") == "ru/groups/4.html"
    assert other(folder, "groups/5.html") == "ru/index.html"
    assert other(folder, "ru/groups.html") == "groups.html"
    assert "Ещё 2 группы" in said(page(folder, "ru/groups.html"))
    assert {p.removeprefix("ru/") for p in pages(folder) if p.startswith("ru/")} <= set(pages(folder))


def test_a_pair_without_a_page_in_the_other_language_leads_to_its_group(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [9])
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    assert other(folder, "pairs/1-6.html") == "ru/pairs/1-6.html"
    assert other(folder, "pairs/1-9.html") == "ru/groups/1.html"


def test_a_language_no_longer_wanted_goes_and_nothing_else(audit: Path, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    report(audit, folder)
    report(audit, folder, language="ru")
    assert not (folder / "ru").exists()
    assert (folder / "en" / "pairs" / "1-2.html").is_file()
    (folder / "en" / "my notes.html").touch()
    report(audit, folder, language="ru", translated_groups=0)
    assert [path.name for path in (folder / "en").iterdir()] == ["my notes.html"]
    assert page(folder, "index.html").find_class("top-tools")[0].find("a") is None


def test_the_language_is_chosen_in_a_page_from_disk(chromium: Watched, audit: Path, tmp_path: Path) -> None:
    folder = report(audit, tmp_path / "report")
    tab = chromium.page()
    tab.goto((folder / "groups" / "1.html").resolve().as_uri())
    tab.get_by_role("link", name="Русский").click()
    assert tab.locator("h1").inner_text() == "5 страниц почти об одном и том же"
    assert tab.evaluate("getComputedStyle(document.querySelector('.top-tools')).display") == "flex"
    tab.locator(".top nav a").first.click()
    assert tab.evaluate("document.documentElement.lang") == "ru"
    tab.set_viewport_size({"width": 360, "height": 700})
    tab.get_by_role("link", name="English").click()
    assert tab.evaluate("document.documentElement.lang") == "en"
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    assert chromium.trouble == []
