"""The folder of rules, from the audit of the fixture: who is in which file, and nobody in two."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path

import pytest
from pagetwin.config import ReportSettings
from pagetwin.errors import UsageError
from pagetwin.reports import rule_files

from . import fixture
from .fixture_site import SITE
from .folder import changed

PRINT = "(SELECT id FROM addresses WHERE url LIKE '%print=1')"
ALONE = f"UPDATE analysed SET indexability = 'indexable', canonical = NULL WHERE address = {PRINT}"
SLASH = """UPDATE addresses SET url = replace(url, '?print=1', 'index.html'),
  key = replace(key, '?print=1', 'index.html') WHERE url LIKE '%print=1'"""
LISTED = "UPDATE frontier SET origin = 'sitemap'"


def written(folder: Path, *statements: str, **settings: str) -> tuple[Path, dict[str, int]]:
    folder.mkdir(exist_ok=True)
    audit = changed(fixture.build, folder / "audit.sqlite", *statements)
    connection = sqlite3.connect(f"{audit.as_uri()}?mode=ro", uri=True)
    try:
        made = rule_files.write(connection, folder / "rules", ReportSettings(**settings), "# none\n")  # type: ignore[arg-type]
    finally:
        connection.close()
    return folder / "rules", made


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_five_files_and_what_is_the_owners_choice_stands_in_the_table(tmp_path: Path) -> None:
    folder, counts = written(tmp_path)
    assert {path.name for path in folder.iterdir()} == {
        "redirects.nginx.conf", "redirects.apache.conf", "canonical.csv", "clean-param.txt", "sitemap-drop.csv",
    }  # fmt: skip
    found = rows(folder, "canonical.csv")
    assert {row["step"] for row in found} == {"decide"}
    assert [row["cause"] for row in found] == ["template"] * 4 + ["contained"]
    assert found[-1] == {
        "url": f"{SITE}/tips/glass/", "canonical": f"{SITE}/guide/glass/", "cause": "contained", "group": "2",
        "jaccard": found[-1]["jaccard"], "step": "decide",
    }  # fmt: skip
    assert 0 < float(found[-1]["jaccard"]) < 1
    assert counts == {"redirect": 0, "canonical": 0, "decide": 5, "sitemap": 3}
    for name in ("redirects.nginx.conf", "redirects.apache.conf"):
        assert "There is nothing to do" in (folder / name).read_text("utf-8")
    assert (folder / "clean-param.txt").read_text("utf-8") == "# none\n"


def test_a_version_for_printing_names_the_page_and_another_spelling_is_redirected(tmp_path: Path) -> None:
    folder, counts = written(tmp_path / "print", ALONE)
    assert counts["canonical"] == 1
    assert rows(folder, "canonical.csv")[-1] == {
        "url": f"{SITE}/prices/?print=1", "canonical": f"{SITE}/prices/", "cause": "print version", "group": "3",
        "jaccard": "1.0000", "step": "canonical",
    }  # fmt: skip
    folder, counts = written(tmp_path / "slash", ALONE, SLASH)
    assert counts["redirect"] == 1
    assert not [row for row in rows(folder, "canonical.csv") if row["step"] != "decide"]
    text = (folder / "redirects.nginx.conf").read_text("utf-8")
    assert f'"{SITE}/prices/index.html" "{SITE}/prices/";' in text
    assert "Group 3, another spelling of the address, Jaccard 1.00; its pages: report/pages.html#group=3" in text
    text = (folder / "redirects.apache.conf").read_text("utf-8")
    assert f'RewriteRule "^" "{SITE}/prices/" [R=301,NE,QSD,L]' in text


def test_what_the_sitemap_should_not_name(tmp_path: Path) -> None:
    folder, _ = written(tmp_path / "one", ALONE, SLASH, LISTED)
    found = {row["url"].removeprefix(SITE): (row["why"], row["target"].removeprefix(SITE), row["group"])
             for row in rows(folder, "sitemap-drop.csv")}  # fmt: skip
    assert found == {
        "/contacts/": ("is closed by noindex", "", ""),
        "/gone/": ("answers with status 404", "", ""),
        "/gone/two/": ("answers with status 410", "", ""),
        "/missing/": ("answers as an address that does not exist", "", ""),
        "/old-prices/": ("redirects", "/prices/", ""),
        "/prices/index.html": ("is to be redirected", "/prices/", "3"),
    }
    folder, _ = written(tmp_path / "two", LISTED, language="ru")
    found = {row["url"]: (row["why"], row["target"], row["group"]) for row in rows(folder, "sitemap-drop.csv")}
    why, target, _ = found[f"{SITE}/prices/?print=1"]
    assert target == f"{SITE}/prices/"
    assert why
    assert not why.isascii()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("in the way")
    with pytest.raises(UsageError, match=r"rules.*cannot be written"):
        written(tmp_path)
