"""Two audits of a folder and imported clicks: what is stored of carried signals, and the tables made of it."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from support.run import pagetwin, summary

SITE = "https://shop.example"
TEXT = " ".join(f"word{n}" for n in range(120))
OTHER = " ".join(f"thing{n}" for n in range(120))
# /lamp.html, /lamp-2.html and /old/lamp.html say the same; / and /about.html link to them.
PAGES = {
    "index.html": ("", ["/lamp.html|Lamp", "/lamp.html|Our lamp", "/lamp-2.html|Lamp", "https://other.example/|Else"]),
    "about.html": (TEXT[::-1], ["/old/lamp.html|Old lamp", "/about.html|Me"]),
    "lamp.html": (TEXT, ["/old/lamp.html|See also"]),
    "lamp-2.html": (TEXT, ["/about.html|About"]),
    "old/lamp.html": (TEXT, []),
}


def page(folder: Path, name: str, text: str, links: list[str]) -> None:
    anchors = "".join('<p><a href="{}">{}</a></p>'.format(*link.split("|")) for link in links)
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f"<html><title>{name}</title><body><main><p>{text or OTHER}</p>{anchors}</main></body></html>", "utf-8"
    )


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("carrying")
    out, site = folder / "out", folder / "site"
    for name, (text, links) in PAGES.items():
        page(site, name, text, links)
    for _ in range(2):
        run = pagetwin("audit", site, "--base-url", f"{SITE}/", "-o", out, "-q")
        assert run.returncode == 0, run.stderr
        page(site, "lamp-2.html", f"{TEXT} more", PAGES["lamp-2.html"][1])
    connection = sqlite3.connect(out / "audit.sqlite")
    connection.execute("UPDATE versions SET fetched = '2026-05-01T10:00:00Z' WHERE crawl = 1")
    connection.execute("UPDATE versions SET fetched = '2026-06-01T10:00:00Z' WHERE crawl = 2")
    connection.commit()
    connection.close()
    table = folder / "clicks.csv"
    table.write_text(f"url,clicks,shows\n{SITE}/lamp.html,40,400\n{SITE}/lamp-2.html,15,100\n{SITE}/,45,500\n", "utf-8")
    assert pagetwin("import", out, table).returncode == 0
    assert pagetwin("analyze", out, "-q").returncode == 0
    return out


def export(out: Path, what: str) -> list[dict[str, str]]:
    run = pagetwin("export", out, "--what", what)
    assert run.returncode == 0, run.stderr
    return list(csv.DictReader(io.StringIO(run.stdout.removeprefix("\ufeff"))))


def stored(out: Path, query: str) -> list[dict[str, Any]]:
    connection = sqlite3.connect(out / "audit.sqlite")
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute(query)]
    connection.close()
    return rows


def test_the_group_as_one_page(out: Path) -> None:
    (row,) = stored(out, "SELECT c.*, a.url FROM carried c JOIN addresses a ON a.id = c.keeper")
    assert row["url"] == f"{SITE}/lamp.html"
    assert (row["clicks"], row["clicks_elsewhere"], row["clicks_on"]) == (55, 15, 1)
    assert (row["shows"], row["shows_elsewhere"], row["shows_on"]) == (500, 100, 1)
    # The start page links to the keeper and a duplicate, /about.html to a duplicate alone, the keeper to a duplicate.
    assert (row["inlinks"], row["inlinks_elsewhere"], row["inlinks_on"], row["inside"]) == (2, 1, 2, 1)
    assert json.loads(row["anchors"]) == [["Lamp", 1], ["Old lamp", 1]]  # one of a page to an address
    assert json.loads(row["hosts"]) == [["shop.example", 2]] == json.loads(row["owners"])
    assert (row["first_seen"], row["last_changed"]) == ("2026-05-01", "2026-06-01")
    assert (row["in_search"], row["words"]) == (None, 121)


def test_the_days_of_its_members(out: Path) -> None:
    rows = stored(out, "SELECT a.url, d.* FROM page_dates d JOIN addresses a ON a.id = d.address ORDER BY a.key")
    assert [(r["url"].removeprefix(SITE), r["first_seen"], r["last_changed"]) for r in rows] == [
        ("/lamp-2.html", "2026-05-01", "2026-06-01"), ("/lamp.html", "2026-05-01", ""),
        ("/old/lamp.html", "2026-05-01", ""),
    ]  # fmt: skip


def test_what_leaks_is_in_the_summary(out: Path) -> None:
    leak = summary(out)["leak"]
    assert leak["clicks"] == {"total": 100, "elsewhere": 15, "addresses": 1, "settled": 0}
    assert leak["shows"] == {"total": 1000, "elsewhere": 100, "addresses": 1, "settled": 0}
    assert leak["inlinks"] == {"total": 3, "elsewhere": 1, "addresses": 2, "settled": 0}  # 2 to the group, 1 to /about


def test_links_as_they_stand_with_the_keepers_of_their_targets(out: Path) -> None:
    rows = [tuple(row.values()) for row in export(out, "links")]
    lamp = f"{SITE}/lamp.html"
    assert rows == [
        (f"{SITE}/", lamp, "Lamp", "0", lamp),
        (f"{SITE}/", f"{SITE}/lamp-2.html", "Lamp", "0", lamp), (f"{SITE}/", "https://other.example/", "Else", "0", ""),
        (f"{SITE}/about.html", f"{SITE}/old/lamp.html", "Old lamp", "0", lamp),
        (f"{SITE}/about.html", f"{SITE}/about.html", "Me", "0", ""),
        (f"{SITE}/lamp-2.html", f"{SITE}/about.html", "About", "0", ""),
        (lamp, f"{SITE}/old/lamp.html", "See also", "0", lamp),
    ]  # fmt: skip


def test_the_group_as_a_row(out: Path) -> None:
    (row,) = export(out, "carried")
    assert row == {
        "cluster": "1", "keeper": f"{SITE}/lamp.html", "size": "3", "clicks": "55", "clicks_elsewhere": "15",
        "shows": "500", "shows_elsewhere": "100", "inlinks": "2", "inlinks_elsewhere": "1", "inside": "1",
        "hosts": "shop.example (2)", "owners": "shop.example (2)", "anchors": "Lamp (1); Old lamp (1)",
        "page_date": "", "first_seen": "2026-05-01", "last_changed": "2026-06-01", "members_in_search": "",
        "members_in_sitemap": "0", "words": "121",
    }  # fmt: skip


def test_hosts(out: Path) -> None:
    (row,) = export(out, "hosts")
    assert row == {
        "host": "shop.example", "owner": "shop.example", "addresses": "5", "pages": "3", "duplicates": "2",
        "clicks": "100", "shows": "1000", "in_search": "", "inlinks": "0", "owner_addresses": "5", "owner_pages": "3",
    }  # fmt: skip


def test_selection_scores_a_keeper_with_what_is_carried_to_it(out: Path) -> None:
    rows = {row["url"].removeprefix(SITE): row for row in export(out, "selection")}
    assert list(rows) == ["/", "/about.html", "/lamp.html"]
    assert (rows["/lamp.html"]["clicks"], rows["/lamp.html"]["inlinks"]) == ("55", "2")
    assert (rows["/about.html"]["clicks"], rows["/about.html"]["clicks_term"]) == ("", "0.0000")
    assert rows["/lamp.html"]["depth_term"] == ""  # links were not followed
    weights = {"unique_share": 3, "words": 2, "inlinks": 2, "clicks": 2, "status": 2}
    for row in rows.values():
        score = sum(weight * float(row[f"{name}_term"]) for name, weight in weights.items()) / 11
        assert float(row["score"]) == pytest.approx(score, abs=1e-4)


def test_other_weights_are_another_analysis(out: Path, tmp_path: Path) -> None:
    config = tmp_path / "pagetwin.toml"
    again = shutil.copytree(out, tmp_path / "again")
    config.write_text("[selection]\nstatus_weight = 1.0\nunique_share_weight = 0.0\n", "utf-8")
    assert pagetwin("analyze", again, "-q", "--config", config).returncode == 0
    scores = "SELECT address, score FROM selection ORDER BY address"
    assert stored(again, scores) != stored(out, scores)
    config.write_text("[selection]\nfair = 0.9\n", "utf-8")
    refused = pagetwin("analyze", again, "-q", "--config", config)
    assert refused.returncode == 2
    assert "selection.fair (0.9) must not be above strong (0.6)" in refused.stderr
