"""What the report says of carried signals: the site's leak, a group as one page, the suggestion for the index."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from . import fixture
from .fixture_site import SITE
from .folder import changed, page, report, said

LEAK = {
    "clicks": {"total": 200, "elsewhere": 24, "addresses": 3, "settled": 5},
    "shows": {"total": 900, "elsewhere": 0, "addresses": 0, "settled": 0},
    "inlinks": {"total": 60, "elsewhere": 6, "addresses": 4, "settled": 3},
}


def with_clicks(path: Path) -> Path:
    """The small audit with clicks of the group of /guide/glass/ and /tips/glass/, and a second host."""
    audit = changed(fixture.build, path)
    connection = sqlite3.connect(audit)
    with connection:
        connection.execute("UPDATE results SET value = ? WHERE name = 'leak'", (json.dumps(LEAK),))
        connection.execute(
            "INSERT INTO page_signals SELECT id, CASE WHEN url LIKE '%/guide/%' THEN 9 ELSE 40 END, NULL,"
            " url LIKE '%tips%' FROM addresses WHERE url LIKE '%/glass/'"
        )
        connection.execute(
            "UPDATE carried SET clicks = 49, clicks_elsewhere = 40, clicks_on = 1, in_search = 1"
            " WHERE keeper = (SELECT id FROM addresses WHERE url LIKE '%/guide/glass/')"
        )
        connection.execute("UPDATE page_dates SET page_date = '2026-05'")
        connection.execute("INSERT INTO hosts VALUES ('www.example.com', 'example.com', 7, 2, 5, NULL, NULL, NULL, 1)")
    connection.close()
    return audit


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("carried")
    return report(with_clicks(made / "audit.sqlite"), made / "report")


def rows(section) -> list[list[str]]:
    return [[said(cell) for cell in row] for row in section.xpath(".//tbody/tr")]


def test_the_start_page_tells_what_leaks_of_what_is_known(folder: Path) -> None:
    section = page(folder, "index.html").get_element_by_id("leak")
    text = said(section)
    assert "12% of clicks leak to 3 duplicates." in text
    assert "10% of links from other pages lead to 4 duplicates alone." in text
    assert "of impressions fall" not in text  # none of them does
    assert rows(section)[:3] == [
        ["Clicks", "200", "24", "12%", "3", "5"], ["Impressions", "900", "0", "0%", "0", "0"],
        ["Links from other pages", "60", "6", "10%", "4", "3"],
    ]  # fmt: skip
    assert rows(section)[3:] == [
        ["example.com", "example.com", "30", "8", "5", "–"], ["www.example.com", "example.com", "7", "2", "5", "–"],
    ]  # fmt: skip


def test_the_suggestion_is_called_one_and_leads_to_its_pages(folder: Path) -> None:
    index = page(folder, "index.html")
    section = index.get_element_by_id("selection")
    assert "Our suggestion: no engine publishes its formula." in said(section)
    counted = {said(row[0]): int(said(row[1])) for row in section.xpath(".//tbody/tr")}
    assert list(counted) == ["for the index", "improve it first", "doubtful"]
    assert sum(counted.values()) == 7  # three keepers, and four pages in no group
    data = json.loads(page(folder, "pages.html").get_element_by_id("list-data").text)
    (tier,) = (f for f in data["filters"] if f["name"] == "tier")
    assert "our suggestion" in tier["label"]
    listed = [row for chunk in sorted(folder.glob("data/pages-*.js")) for row in chunk_rows(chunk)]
    for name, option in zip(counted, tier["options"], strict=True):
        assert option["label"] == name
        assert sum(row[option["at"]] in option["values"] for row in listed) == counted[name]
    for link in section.xpath(".//a/@href"):
        assert re.fullmatch(r"pages\.html#tier=(strong|fair|weak)", link)


def chunk_rows(path: Path) -> list[list]:
    text = path.read_text("utf-8")
    return json.loads(text[text.index(",[") + 1 : text.rindex(")")])


def test_a_group_says_what_sits_where_and_what_the_keeper_would_get(folder: Path) -> None:
    section = page(folder, "groups/2.html").get_element_by_id("carried")
    text = said(section)
    assert "the keeper would get: Clicks +40, Links from other pages +3." in text
    assert [said(th) for th in section.xpath(".//thead//th")] == [
        "Page", "Clicks", "Links in", "In search", "Dated", "First seen",
    ]  # fmt: skip
    keeper, other, whole = rows(section)
    assert keeper[0].startswith("/guide/glass/")
    assert keeper[1] == "9"
    assert keeper[3] == "no"
    assert other[0] == "/tips/glass/"
    assert other[1] == "40"
    assert other[3:5] == ["yes", "2026-05"]
    assert whole[:4] == ["The group as one page (2 addresses)", "49", "12", "1"]
    assert "“Доставка” 7, “=1+1” 2" in text
    assert "A place in the index:" in text
    assert "no engine publishes its formula" in text


def test_what_is_not_known_has_no_column(tmp_path: Path) -> None:
    folder = report(changed(fixture.build, tmp_path / "audit.sqlite"), tmp_path / "report")
    section = page(folder, "groups/2.html").get_element_by_id("carried")
    heads = [said(th) for th in section.xpath(".//thead//th")]
    assert not {"Clicks", "Impressions", "In search", "Last changed"} & set(heads)
    start = page(folder, "index.html")
    assert not start.xpath("//table[@id='by-host']")
    assert "of clicks" not in said(start.get_element_by_id("leak"))


def test_an_analysis_without_it_leaves_it_out(tmp_path: Path) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite")
    connection = sqlite3.connect(audit)
    with connection:
        for table in ("carried", "page_dates", "hosts", "selection"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM results WHERE name = 'leak'")
    connection.close()
    folder = report(audit, tmp_path / "report")
    assert not page(folder, "index.html").xpath("//section[@id='leak' or @id='selection']")
    assert not page(folder, "groups/2.html").xpath("//section[@id='carried']")


def test_in_russian(tmp_path: Path) -> None:
    folder = report(with_clicks(tmp_path / "audit.sqlite"), tmp_path / "report", language="ru")
    assert "12 % кликов утекает на 3 дубля." in said(page(folder, "index.html").get_element_by_id("leak"))
    assert "ни один поисковик не раскрывает свою формулу" in said(
        page(folder, "groups/2.html").get_element_by_id("carried")
    )
    assert SITE not in said(page(folder, "groups/2.html").get_element_by_id("carried"))
