"""How pages were found, which patterns were traps, what the probes told: in summary, report and closing lines."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from pagetwin.reports import console, discovery, summary

from . import fixture
from .folder import page, report, said

PROBES = [
    # section, kind, status, redirect, same, settled
    ("a", "slash", 301, "https://example.com/a/x", None, 0),
    ("b", "slash", 404, "", None, 0),
    ("c", "slash", 200, "", 1, 1),
    ("d", "slash", 200, "", 1, 0),
    ("e", "slash", 200, "", 0, 0),
    ("f", "slash", None, "", None, 0),
    ("a", "missing", 404, "", None, 0),
    ("b", "missing", 200, "", None, 0),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "audit.sqlite"
    fixture.build(path)
    connection = sqlite3.connect(path)
    traps = [f"/cal/{year}/{month}/" for year in (2030, 2031) for month in range(1, 13)] + ["/x/y/x/y/"]
    for n, trap in enumerate(traps, 1000):
        url = fixture.SITE + trap
        connection.execute("INSERT INTO addresses VALUES (?, ?, ?)", (n, url, url))
        connection.execute(
            "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
            " VALUES (1, ?, 'link', 0, '', 'skipped', 'trap')",
            (n,),
        )
    for section, kind, *facts in PROBES:
        folder = f"{fixture.SITE}/{section}/"
        row = (folder, kind, folder + "x", f"{folder}{kind}", *facts)
        connection.execute("INSERT INTO probes VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, '')", row)
    connection.commit()
    connection.close()
    return path


def test_the_summary_tells_how_pages_were_found_and_names_the_traps(path: Path) -> None:
    connection = sqlite3.connect(path)
    facts = summary.build(connection)
    ways = dict(facts["discovery"])
    assert ways.pop("traps") == {f"{fixture.SITE}/cal/{{n}}/{{n}}/": 24, f"{fixture.SITE}/x/y/x/y/": 1}
    in_sitemap = sum(p.in_sitemap for p in fixture.PAGES)
    assert ways["sitemap_and_links"] + ways["only_sitemap"] == in_sitemap
    assert ways["only_links"] + ways["neither"] == len(fixture.PAGES) - in_sitemap
    assert facts["pages"]["skipped"]["trap"] == 25
    connection.close()


@pytest.mark.parametrize(("language", "start"), [("en", "Traps:"), ("ru", "Ловушки:")])
def test_the_closing_lines_name_the_traps(path: Path, language: str, start: str) -> None:
    connection = sqlite3.connect(path)
    closing = console.closing(summary.build(connection), Path("out"), [], language)  # type: ignore[arg-type]
    connection.close()
    (line,) = (line for line in closing.splitlines() if line.startswith(start))
    assert f"{fixture.SITE}/cal/{{n}}/{{n}}/: 24" in line
    assert "/x/y/x/y/: 1" in line


def test_many_patterns_are_summed_up(path: Path) -> None:
    connection = sqlite3.connect(path)
    for n in range(15):
        url = f"{fixture.SITE}/many/part-{chr(97 + n)}/x/y/x/y/"
        connection.execute("INSERT INTO addresses VALUES (?, ?, ?)", (2000 + n, url, url))
        connection.execute(
            "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
            " VALUES (1, ?, 'link', 0, '', 'skipped', 'trap')",
            (2000 + n,),
        )
    found = discovery.trapped(connection)
    connection.close()
    assert len(found) == 11
    assert found[-1] == ("*", 7)
    assert sum(n for _, n in found) == 25 + 15


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_report_shows_probes_and_traps(path: Path, tmp_path: Path, language: str) -> None:
    tree = page(report(path, tmp_path / "report", language=language), "index.html")
    rows = [[said(cell) for cell in row.xpath("td")] for row in tree.xpath("//section[@id='probes']//tbody/tr")]
    assert [row[1:6] for row in rows] == [["1", "1", "1", "1", "1"], ["0", "1", "0", "0", "1"]]
    assert rows[0][6].endswith("/d/slash")
    assert rows[1][6].endswith("/b/missing")
    traps = [said(row) for row in tree.xpath("//table[@id='traps']//tbody/tr")]
    assert traps[0].endswith("24")
    assert len(tree.xpath("//section[@id='found']//tbody/tr")) == 4 + len(traps)


def test_without_probes_and_traps_there_are_no_tables_of_them(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    tree = page(report(tmp_path / "audit.sqlite", tmp_path / "report"), "index.html")
    assert not tree.xpath("//section[@id='probes']")
    assert not tree.xpath("//table[@id='traps']")
