"""The tools beside a report: in both languages, and every page leads to them."""

import sqlite3
from pathlib import Path

import pytest
from pagetwin.config import Settings
from pagetwin.progress import Progress
from pagetwin.reports import html
from pagetwin.workbench import tools_page

from ..reports import fixture
from ..reports.folder import page, said


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report")
    fixture.build(place / "audit.sqlite")
    connection = sqlite3.connect(place / "audit.sqlite")
    html.write(connection, place / "report", Settings(), Progress(), tools_page.page)
    connection.close()
    return place / "report"


def test_every_page_leads_to_the_tools_of_its_language(report: Path) -> None:
    pages = [path for path in report.rglob("*.html") if path.name != "tools.html"]
    assert len(pages) > 5
    for path in pages:
        name = path.relative_to(report).as_posix()
        links = {link.get("href"): said(link) for link in page(report, name).cssselect("header nav a")}
        tools = next(href for href in links if href.endswith("tools.html"))
        russian = name.startswith("ru/")
        assert (path.parent / tools).resolve() == report.resolve() / ("ru" if russian else "") / "tools.html"
        assert links[tools] == ("Инструменты" if russian else "Tools")


@pytest.mark.parametrize("folder", ["", "ru/"])
def test_the_tools_lead_back(report: Path, folder: str) -> None:
    tree = page(report, f"{folder}tools.html")
    links = tree.cssselect("header nav a")
    assert links[0].get("href") == "index.html"
    assert all((report / folder / link.get("href")).is_file() for link in links)
    assert [link.get("href") for link in links if link.get("aria-current")] == ["tools.html"]
    assert tree.getroottree().getroot().get("lang") == ("ru" if folder else "en")
