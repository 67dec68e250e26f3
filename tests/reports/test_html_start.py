"""The start page: what to do first, sections, other thresholds; and the methods page, with all that it has to say."""

from __future__ import annotations

import re
import sqlite3
from importlib import metadata
from pathlib import Path
from typing import Any

import pagetwin
import pytest
from pagetwin.config import CompareSettings
from pagetwin.reports import data, data_groups, methods, sections, todo_facts
from pagetwin.reports.terms import SOURCES, TERMS

from . import fixture, many
from .fixture_site import CITIES
from .folder import changed, page, report, said

ROOT = Path(__file__).resolve().parents[2]
_NO_GROUPS = "DELETE FROM members; DELETE FROM clusters; DELETE FROM pairs;"
_NOTHING_ELSE = "DELETE FROM findings; UPDATE sources SET note = ''; UPDATE analysed SET words = 200, unique_share = 1;"
_ALL_ANSWER = "UPDATE versions SET outcome = 'http_error', status = 404 WHERE outcome NOT IN ('ok', 'redirect');"
_QUIET = _NOTHING_ELSE + _ALL_ANSWER


def start(tmp_path: Path, *statements: str, **settings: Any) -> Any:
    audit = changed(fixture.build, tmp_path / "audit.sqlite", *statements)
    return page(report(audit, tmp_path / "report", **settings), "index.html")


def todo(tree: Any) -> list[str]:
    return [node.get("data-task") for node in tree.xpath("//ol[contains(@class, 'todo')]/li")]


def test_facts_of_the_tasks(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    site, groups = data.site(connection, CompareSettings()), data_groups.groups(connection)
    names = sections.names(data.lines(connection))
    found = todo_facts.facts(connection, site, groups, 1, names)
    connection.close()
    city, glass = found.groups  # the third is settled
    assert (city.id, city.section, len(city.pages)) == (1, "/dostavka/", len(CITIES))
    assert {cause: len(few) for cause, few in city.work.items()} == {"template": len(CITIES) - 1}
    assert {cause: len(few) for cause, few in glass.work.items()} == {"contained": 1}
    assert {rule: len(few) for rule, few in (found.findings or {}).items()} == {
        "canonical-to-redirect": 1, "noindex-in-sitemap": 1,
    }  # fmt: skip
    assert found.unread == 1
    assert (len(found.shells), len(found.missing), len(found.stubs)) == (1, 1, 1)
    assert found.clicks is None


def test_probes_stand_for_the_pages_of_their_section(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3, 2], 4)
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    rows = [
        ("/b/", "slash", 1, 0), ("/single/", "tracking", 1, 0), ("/single/", "scheme", 1, 1), ("/c/", "www", 0, 0),
        ("/c/", "missing", None, 0),
    ]  # fmt: skip
    for section, kind, same, settled in rows:
        values = (many.SITE + section, kind, many.SITE + section, same, settled)
        connection.execute("INSERT INTO probes VALUES (1, ?, ?, ?, '', 200, '', ?, ?, '')", values)
    site, groups = data.site(connection, CompareSettings()), data_groups.groups(connection)
    found = todo_facts.facts(connection, site, groups, 0, {})
    connection.close()
    assert len(found.spellings) == 3  # /b/ has the first group; a settled answer and another text are no task
    assert len(found.parameters) == 4


def test_many_things_to_do(tmp_path: Path) -> None:
    tree = start(tmp_path)
    assert len(todo(tree)) == 10
    assert todo(tree)[:3] == ["unseen", "unread", "shells"]
    assert todo(tree)[-3:] == ["thin", "contained", "undecided"]
    assert said(tree.get_element_by_id("h-first")) == "Ten things to do first"
    assert "by pages touched, because no clicks are known" in said(tree.get_element_by_id("first"))
    template = next(n for n in tree.xpath("//ol/li") if n.get("data-task") == "template")
    assert template.xpath(".//h3/a/@href") == ["groups/1.html"]
    assert said(template.find(".//h3")) == "Give alike pages text of their own, or fold them: /dostavka/"
    assert said(template.find(".//p")).startswith("5 pages nearly repeat each other.")
    assert "csv/clusters.csv" in said(template)


def test_one_thing_to_do(tmp_path: Path) -> None:
    tree = start(tmp_path, _QUIET, _NO_GROUPS, "UPDATE sources SET note = 'not found' WHERE entries = 0;")
    assert todo(tree) == ["unread"]
    assert "1 sitemap gave no address" in said(tree.get_element_by_id("first"))
    assert tree.xpath("//ol/li//h3/a/@href") == ["#sources"]


def test_nothing_to_do(tmp_path: Path) -> None:
    tree = start(tmp_path, _QUIET, _NO_GROUPS)
    assert todo(tree) == []
    assert said(tree.get_element_by_id("h-first")) == "Nothing to do"
    assert not tree.xpath("//a[@href='#first']")


def test_sections_show_where_else_their_text_stands(tmp_path: Path) -> None:
    spread = (
        "DELETE FROM spread; INSERT INTO spread SELECT n.address, '/dostavka/', 0.1, 0, 0, 0, 0.75, 0.2 FROM analysed n"
        " JOIN addresses a ON a.id = n.address WHERE a.url LIKE '%/dostavka/%';"
    )
    tree = start(tmp_path, spread)
    rows = {said(row[0]): [said(cell) for cell in row] for row in tree.xpath("//section[@id='sections']//tbody/tr")}
    assert rows["/dostavka/"][1:3] == ["5", "100%"]
    assert rows["/dostavka/"][5:] == ["5", "75%", "20%"]
    assert all(row[6:] == ["–", "–"] for name, row in rows.items() if name != "/dostavka/")
    assert "groups/1.html" in tree.xpath("//section[@id='sections']//tbody//a/@href")


def test_other_thresholds_and_how_to_take_one(tmp_path: Path) -> None:
    tree = start(tmp_path)
    table = tree.get_element_by_id("thresholds")
    heads = [said(cell) for cell in table.xpath("./thead//th")]
    assert {"0.30", "0.48", "0.50", "0.52", "0.90"} <= set(heads)
    assert [said(cell) for cell in table.xpath("./thead//th[@aria-current]")] == ["0.50"]
    groups = dict(zip(heads[1:], [said(c) for c in table.xpath("./tbody/tr[3]/td")], strict=True))
    assert (groups["0.40"], groups["0.50"]) == ("–", "3")
    assert [said(code) for code in tree.xpath("//pre[@class='cmd']/code")] == [
        "pagetwin review OUT", "pagetwin analyze OUT --jaccard 0.6",
    ]  # fmt: skip


def test_a_crawl_that_saw_nothing_has_no_thresholds_and_says_what_to_do(tmp_path: Path) -> None:
    nothing = "DELETE FROM analysed; UPDATE versions SET outcome = 'challenge', status = 403;"
    tree = start(tmp_path, _NO_GROUPS, nothing, "UPDATE results SET value = 'false' WHERE name = 'complete';")
    assert todo(tree)[0] == "unseen"
    assert not tree.xpath("//table[@id='thresholds']")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_start_page_of_a_large_site_is_small(tmp_path: Path, language: str) -> None:
    many.build(tmp_path / "audit.sqlite", [60, 30, *[4] * 300, *[2] * 1_200], 2_000)
    folder = report(
        tmp_path / "audit.sqlite", tmp_path / "report", group_pages=20, pair_pages_per_group=0, language=language,
        translated_groups=0,
    )  # fmt: skip
    assert (folder / "index.html").stat().st_size < 400_000
    drawn = set(page(folder, "index.html").xpath("//div[@data-map]//rect/@data-g"))
    tips = page(folder, "index.html").get_element_by_id("tips").text
    assert len(drawn) > 100
    assert set(re.findall(r'"(\d+)":', tips)) == drawn


def test_methods_say_all_that_they_must(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    tree = page(folder, "methods.html")
    text = said(tree.find(".//main"))
    for sentence in (
        "This report is an estimate of text similarity. Search engines publish no thresholds, and it is no verdict",
        "Ordinary duplicates on a site break no spam rule.",
        "Copies on other sites.", "Translations.", "Regional subdomains at Yandex.", "Different pages for one query.",
        "Henzinger (2006) compared shingles with SimHash on 1.6 billion pages.",
        "The fast way alone (LSH) would have found 97.7% of the pairs.",
        "shingles of 10 words", "Jaccard is 0.50 or more", "one in the other is 0.80 or more",
        f"pagetwin {pagetwin.__version__}", f"trafilatura {metadata.version('trafilatura')}",
        f"datasketch {metadata.version('datasketch')}", "Python 3.",
    ):  # fmt: skip
        assert sentence in text, sentence
    assert {node.get("id") for node in tree.xpath("//dl[@class='terms']/div")} == set(TERMS)
    assert set(tree.xpath("//section[@id='literature']//a/@href")) == set(SOURCES)
    inside = [href for href in tree.xpath("//main//a/@href") if href.startswith("#")]
    assert len(inside) > 8
    assert all(tree.get_element_by_id(href[1:]) is not None for href in inside)
    assert page(folder, "index.html").xpath("//nav//a[@href='methods.html']")


def test_methods_of_an_estimate(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3, 2])
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_pages_per_group=1)
    text = said(page(folder, "methods.html").find(".//main"))
    assert "At most 12 pairs were not looked at" in text
    assert "About 99.9% of all pairs were found." in text
    assert "between 99.7% and 99.9% with 95% confidence" in text


def test_the_precision_is_that_of_the_published_table() -> None:
    table = (ROOT / "docs" / "precision.md").read_text("utf-8")
    row = re.search(r"\| all at the default thresholds \| (\d+) \|.*?\| ([\d.]+) \| ([\d.]+) to ([\d.]+) \|", table)
    assert row is not None
    assert (int(row[1]), float(row[2]), (float(row[3]), float(row[4]))) == (
        methods.READ, methods.PRECISION, methods.INTERVAL,
    )  # fmt: skip
    assert len(set(re.findall(r"^\| site (\w+) \|", table, re.M))) == methods.SITES
