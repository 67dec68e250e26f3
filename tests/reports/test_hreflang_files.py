"""Corrected hreflang as files: what another reader of each format takes out of them is what was put in."""

from __future__ import annotations

import csv
import json
import sqlite3
import zlib
from pathlib import Path

import pytest
from lxml import etree, html
from pagetwin.config import ReportSettings
from pagetwin.crawler.linkheader import parse
from pagetwin.reports import hreflang_files
from pagetwin.urls.identity import key

from . import fixture

SET = [("de", "https://e.com/de?a=1&b='2'"), ("en", 'https://e.com/en/"x"'), ("x-default", "https://e.com/"),
       ("zh-Hant-TW", "https://e.com/%E4%B8%AD")]  # fmt: skip


@pytest.fixture
def audit(tmp_path: Path) -> sqlite3.Connection:
    fixture.build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    connection.execute("INSERT INTO hreflang_sets VALUES (1, ?)", (zlib.compress(json.dumps(SET).encode()),))
    for _, url in SET:
        connection.execute("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", (key(url), url))
        connection.execute("INSERT INTO hreflang_corrected SELECT id, 1 FROM addresses WHERE key = ?", (key(url),))
    return connection


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def locs(path: Path) -> list[str]:
    return [node.text for node in etree.parse(path).iter("{*}loc")]


def test_each_file_holds_the_sets(audit: sqlite3.Connection, tmp_path: Path) -> None:
    assert hreflang_files.write(audit, tmp_path, ReportSettings()) == 4
    head, *links = rows(tmp_path / hreflang_files.LINKS)
    assert head == ["url", "html"]
    assert [url for url, _ in links] == sorted((url for _, url in SET), key=key)
    for _, text in links:
        found = html.fragments_fromstring(text)
        assert [(node.get("rel"), node.get("hreflang"), node.get("href")) for node in found if node.tag == "link"] == [
            ("alternate", code, url) for code, url in SET
        ]
    for _, line in rows(tmp_path / hreflang_files.HEADERS)[1:]:
        name, _, value = line.partition(": ")
        told = [(link.hreflang, key(link.target)) for link in parse(value) if link.rels == ("alternate",)]
        assert (name, told) == ("Link", [((code,), key(url)) for code, url in SET])
    for node in etree.parse(tmp_path / hreflang_files.SITEMAP).getroot():
        loc, *alternates = node
        assert loc.text in [url for _, url in SET]
        assert [(a.get("rel"), a.get("hreflang"), a.get("href")) for a in alternates] == [
            ("alternate", code, url) for code, url in SET
        ]


def test_sitemaps_are_split_and_what_is_old_goes(
    audit: sqlite3.Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hreflang_files, "URLS", 3)
    hreflang_files.write(audit, tmp_path, ReportSettings())
    parts = [tmp_path / "hreflang-sitemap.xml", tmp_path / "hreflang-sitemap-2.xml"]
    assert [len(locs(path)) for path in parts] == [3, 1]
    monkeypatch.setattr(hreflang_files, "BYTES", 900)
    hreflang_files.write(audit, tmp_path, ReportSettings())
    sizes = [path.stat().st_size for path in tmp_path.glob("hreflang-sitemap*.xml")]
    assert max(sizes) <= 900
    assert len(sizes) > 2
    (tmp_path / "hreflang-of-mine.txt").write_text("kept")
    audit.execute("DELETE FROM hreflang_corrected")
    assert hreflang_files.write(audit, tmp_path, ReportSettings()) == 0
    assert [path.name for path in tmp_path.glob("hreflang-*")] == ["hreflang-of-mine.txt"]
