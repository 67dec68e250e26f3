"""The start page on imported signals: engines beside us, clicks around an update and of the tasks; or none of it."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any

from pagetwin.config import ReportSettings
from pagetwin.reports import tables

from . import fixture
from .fixture_site import SITE
from .folder import changed, page, report, said

ENGINES = {
    "crawled": "2026-11-20",
    "pages_in_groups": 10,
    "yandex": {
        "known": 9, "verdicts": {"agree": 1, "engine-other": 1, "engine-split": 0, "unknown": 1}, "ages": [-2, 30],
        "statuses": {"ya-duplicate": 4}, "merged_more": 1, "excluded_as_duplicates": 25, "all_known": 200,
        "groups": [{"keeper": f"{SITE}/prices/", "verdict": "engine-other", "chosen": [f"{SITE}/prices/?print=1"],
                    "known": 2, "first": "2026-10-21", "last": "2026-11-22"}],
        "merged": [{"key": f"{SITE}/a", "engine": "yandex", "status": "DUPLICATE", "target": f"{SITE}/<b>"}],
    },
}  # fmt: skip
UPDATE = {
    "begins": "2026-09-24", "ends": "2026-10-08", "before_days": 30, "after_days": 15,
    "pages": [{"name": "in groups", "pages": 5, "before": 1200, "after": 300, "change": -0.5},
              {"name": "rest", "pages": 2, "before": 10, "after": 8, "change": 0.6}],
    "sections": [{"name": "/dostavka/", "pages": 5, "before": 1200, "after": 300, "change": -0.5},
                 {"name": "/new/", "pages": 1, "before": 0, "after": 8, "change": None}],
    "groups": [],
}  # fmt: skip


def imported(path: Path) -> Path:
    audit = changed(fixture.build, path)
    connection = sqlite3.connect(audit)
    with connection:
        connection.executemany(
            "INSERT INTO results VALUES (?, ?)", [("engines", json.dumps(ENGINES)), ("update", json.dumps(UPDATE))]
        )
        connection.execute(
            "INSERT INTO page_signals SELECT id, 40, 900, 1 FROM addresses"
            " WHERE url LIKE '%/dostavka/%' OR url LIKE '%/tips/%'"
        )
    connection.close()
    return audit


def test_engines_and_update(tmp_path: Path) -> None:
    tree = page(report(imported(tmp_path / "audit.sqlite"), tmp_path / "report"), "index.html")
    section = tree.get_element_by_id("engines")
    (row,) = section.xpath(".//tbody/tr")
    assert [said(cell) for cell in row] == [
        "Yandex", "1", "1", "0", "1", "1", "visits 30 to -2 days before this crawl",
    ]  # fmt: skip
    assert "An engine that chooses another page is not wrong" in said(section)
    assert "Yandex left out 25 of the 200 addresses that it knows as duplicates (12.5%)." in said(section)
    assert [said(item) for item in section.xpath(".//li")][1].endswith("no group here holds both")
    update = tree.get_element_by_id("update")
    assert "no proof that it is the cause" in said(update)
    cells: dict[str, list[str]] = {said(r[0]): [said(c) for c in r[1:]] for r in update.xpath(".//tbody/tr")}
    assert cells["Pages in open groups"] == ["5", "1,200", "300", "−50%"]
    assert cells["All other pages"] == ["2", "10", "8", "+60%"]
    assert cells["/new/"] == ["1", "0", "8", "–"]


def test_clicks_weigh_the_tasks_and_fill_the_table(tmp_path: Path) -> None:
    audit = imported(tmp_path / "audit.sqlite")
    first = page(report(audit, tmp_path / "report"), "index.html").get_element_by_id("first")
    assert "by pages touched times clicks" in said(first)
    connection = sqlite3.connect(audit)
    tables.write(connection, tmp_path / "csv", ReportSettings())
    connection.close()
    with (tmp_path / "csv" / "clusters.csv").open(encoding="utf-8-sig", newline="") as file:
        clicks: dict[str, Any] = {row["url"].removeprefix(SITE): row["clicks"] for row in csv.DictReader(file)}
    assert clicks["/tips/glass/"] == "40"
    assert clicks["/guide/glass/"] == ""


def test_in_russian_and_without_imports(tmp_path: Path) -> None:
    tree = page(report(imported(tmp_path / "a.sqlite"), tmp_path / "ru", language="ru"), "index.html")
    assert "это не значит, что она ошибается" in said(tree.get_element_by_id("engines"))
    plain = page(report(changed(fixture.build, tmp_path / "b.sqlite"), tmp_path / "none"), "index.html")
    assert not plain.xpath("//section[@id='engines' or @id='update']")
