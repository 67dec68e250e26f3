"""The rows of the lists: all there, in order, the same as in the tables; in chunks that stay small."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.audits import RULES
from pagetwin.reports import list_rows, tables
from pagetwin.reports.chunks import Chunks

from . import fixture
from .fixture_site import NOT_PAGES, PAGES, REDIRECTS, SCRIPT, SITE, SKIPPED
from .folder import changed, chunks, page, report, said

_SPREAD = "INSERT OR REPLACE INTO spread SELECT address, '/dostavka/', 0, 0, 0, 0, 0, 0 FROM analysed WHERE text != ''"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("lists")
    fixture.build(place / "audit.sqlite")
    return report(place / "audit.sqlite", place / "report")


def table(folder: Path, name: str) -> list[dict[str, Any]]:
    """A CSV table of the same audit."""
    with sqlite3.connect(folder.parent / "audit.sqlite") as connection:
        return [dict(zip(tables.COLUMNS[name], row, strict=True)) for row in tables.rows(connection, name, "en")]


def embedded(folder: Path, name: str, of: str = "list-data") -> dict[str, Any]:
    """What a page gives its script."""
    found: dict[str, Any] = json.loads(page(folder, name).get_element_by_id(of).text)
    return found


@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.text(max_size=30)), max_size=40),
    size=st.integers(1, 7), limit=st.integers(10, 200),
)  # fmt: skip
def test_chunks_hold_all_rows_and_keep_their_limits(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, str]], size: int, limit: int
) -> None:
    folder = tmp_path_factory.mktemp("chunks")
    out = Chunks(folder)
    starts = out.write("some", rows, size, limit)
    assert len(out.names) == len(starts)
    assert [tuple(row) for row in chunks(folder, "some")] == rows
    for n, start in enumerate(starts):
        data = (folder / "data" / f"some-{n}.js").read_bytes()
        end = starts[n + 1] if n + 1 < len(starts) else len(rows)
        assert 0 < end - start <= size
        assert end - start == 1 or len(data) < limit + 40


def test_every_address_is_listed_with_its_measures_or_its_reason(folder: Path) -> None:
    rows = chunks(folder, "pages")
    assert len(rows) == len(PAGES) + len(NOT_PAGES) + len(REDIRECTS) + len(SKIPPED)
    by_url = {SITE + row[0] if row[0].startswith("/") else row[0]: row for row in rows}
    compared = 0
    for line in table(folder, "pages"):
        row = by_url[line["url"]]
        assert (row[2] or None) == line["cluster"]
        if line["words"]:
            compared += 1
            assert row[6:10] == [round(line["closest_jaccard"], 4), line["near_duplicates"],
                                 round(line["unique_share"], 4), line["words"]]  # fmt: skip
            if line["closest_match"]:
                assert by_url[line["closest_match"]] is rows[row[4]]
        else:
            assert row[6:10] == [None] * 4
            assert row[11] == list_rows.LEFT
    assert compared == len(PAGES)
    scores = [row[6] for row in rows if row[6] is not None]
    assert scores == sorted(scores, reverse=True)
    assert all(row[6] is None for row in rows[len(scores) :])
    reasons = {row[0]: list_rows.STATUS[row[10]] for row in rows if row[11] == list_rows.LEFT}
    expected = {path: outcome for path, _, outcome, _ in NOT_PAGES} | {
        url.removeprefix(SITE): why for url, why in SKIPPED
    }
    assert {path: reasons[path] for path in expected} == expected


def test_pairs_are_those_of_the_table_highest_first(folder: Path) -> None:
    names = [row[0] for row in chunks(folder, "pages")]
    rows = chunks(folder, "pairs")
    found = {(SITE + names[a], SITE + names[b]): values for a, b, *values in rows}
    for line in table(folder, "pairs"):
        jaccard, in_b, in_a, shared, text, kind, _ = found.pop((line["url_a"], line["url_b"]))
        assert (jaccard, in_b, in_a) == tuple(round(line[key], 4) for key in ("jaccard", "a_in_b", "b_in_a"))
        assert (shared, list_rows.TEXTS[text], list_rows.KINDS[kind]) == (line["shared"], line["text"], line["kind"])
    assert not found
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)
    grouped = {line["url"]: line["cluster"] for line in table(folder, "clusters")}
    for a, b, *_, group in rows:
        of = {grouped.get(SITE + names[a]), grouped.get(SITE + names[b])}
        assert group == (of.pop() if len(of) == 1 else 0)


def test_more_pairs_than_fit_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_rows, "MOST", 3)
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    best = sorted((line["jaccard"] for line in table(folder, "pairs")), reverse=True)
    assert [row[2] for row in chunks(folder, "pairs")] == [round(score, 4) for score in best[:3]]
    words = f"The 3 closest pairs are listed here, {len(best) - 3} more are not. csv/pairs.csv has all that are stored."
    assert words in said(page(folder, "pairs.html").find(".//main"))


def test_the_first_rows_stand_in_the_page_itself(folder: Path) -> None:
    rows = chunks(folder, "pages")
    lines = page(folder, "pages.html").xpath("//table[@id='list']/tbody/tr")
    assert [said(line.find_class("url")[0]) for line in lines] == [row[0] for row in rows]
    glass = next(line for line in lines if said(line).startswith("/guide/glass/"))
    assert said(glass.find_class("title")[0]) == SCRIPT
    (pair,) = glass.xpath(".//a[starts-with(@href, 'pair.html')]/@href")
    places = [n for n, row in enumerate(rows) if "glass" in row[0]]
    assert pair == f"pair.html#{places[0]}-{places[1]}-main"


def test_sections_are_a_filter(tmp_path: Path) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite", _SPREAD,
                    "UPDATE spread SET section = '' WHERE address % 2")  # fmt: skip
    folder = report(audit, tmp_path / "report")
    _, section, _ = embedded(folder, "pages.html")["filters"]
    (option,) = section["options"]
    rows = chunks(folder, "pages")
    with sqlite3.connect(audit) as connection:
        (count,) = connection.execute("SELECT count(*) FROM spread WHERE section = '/dostavka/'").fetchone()
    assert option["value"] == "/dostavka/"
    assert sum(row[option["at"]] in option["values"] for row in rows) == count


def test_a_rule_says_what_why_and_how_to_fix(folder: Path) -> None:
    rule = page(folder, "findings.html").get_element_by_id("canonical-to-redirect")
    help_of = next(each.parts for each in RULES if each.id == "canonical-to-redirect")
    text = said(rule)
    for part in help_of.values():
        assert part in text
    assert "1 page" in text
    assert "/old-prices/" in text
    russian = said(page(folder, "ru/findings.html").get_element_by_id("canonical-to-redirect"))
    assert help_of["Fix"] not in russian
    assert help_of["Source"] in russian


def test_rules_stand_below_their_themes_errors_first(tmp_path: Path) -> None:
    more = """INSERT INTO findings SELECT 'sitemap-url-robots', 'any', 'error', min(id), '', 'x', '{}' FROM addresses;
      INSERT INTO findings SELECT 'robots-4xx', 'any', 'info', min(id), '', 'x', '{}' FROM addresses;
      INSERT INTO findings SELECT 'rule-gone', 'any', 'info', min(id), '', 'x', '{}' FROM addresses;
      INSERT INTO findings SELECT 'https-mixed', 'google', 'error', min(id), '', 'x', '{}' FROM addresses;"""
    audit = changed(fixture.build, tmp_path / "audit.sqlite", "DELETE FROM findings; " + more)
    folder = report(audit, tmp_path / "report")
    for name, headings in (
        ("findings.html", ["Sitemaps", "https and encoding", "robots.txt", "Other rules"]),
        ("ru/findings.html", ["Файлы Sitemap", "https и кодировка", "robots.txt", "Другие правила"]),
    ):
        tree = page(folder, name)
        found = [(said(each.find("h2")), [r.get("id") for r in each.find_class("rule")])
                 for each in tree.find_class("chapter")]  # fmt: skip
        rules = [["sitemap-url-robots"], ["https-mixed"], ["robots-4xx"], ["rule-gone"]]
        assert found == list(zip(headings, rules, strict=True))
        (contents,) = tree.find_class("chapters")
        links = [tree.get_element_by_id(a.get("href")[1:]) for a in contents.iter("a")]
        assert [said(link) for link in links[:-1]] == headings


def test_ten_thousand_equal_findings_are_one_line(tmp_path: Path) -> None:
    many = """WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 10999)
      INSERT INTO addresses SELECT i, printf('k%05d', i), 'https://example.com/item/' || i FROM n;
      INSERT INTO analysed SELECT id, 'indexable', NULL, '', 0, '', '', 0, 0, NULL, 0, 0, 0, 0 FROM addresses
        WHERE id >= 1000;
      INSERT INTO findings SELECT 'canonical-missing', 'any', iif(id % 4, 'info', 'warning'), id, '',
        'Other pages say the same as %(url)s; it should name itself as canonical', '{}' FROM addresses
        WHERE id >= 1000;"""
    folder = report(changed(fixture.build, tmp_path / "audit.sqlite", many), tmp_path / "report", translated_groups=0)
    tree = page(folder, "findings.html")
    assert "10,000 pages (warning: 2,500)" in said(tree.get_element_by_id("canonical-missing").find("summary"))
    assert len(tree.find_class("rule")) == 3
    assert (folder / "findings.html").stat().st_size < 100_000
    data = embedded(folder, "findings.html")
    assert len(data["messages"]) == 3
    assert data["total"] == len(chunks(folder, "findings")) == 10_002
    line = tree.xpath("//table[@id='list']/tbody/tr[1]/td")
    assert said(line[1]) == "Other pages say the same as /item/1000; it should name itself as canonical"


def test_texts_of_pairs_are_there_up_to_a_limit(folder: Path, tmp_path: Path) -> None:
    rows, texts = chunks(folder, "pages"), {row[0]: row[5] for row in chunks(folder, "texts-main")}
    paired = {place for pair in chunks(folder, "pairs") for place in pair[:2]}
    assert texts.keys() == paired
    by_path = {each.path: each.text for each in PAGES}
    assert {rows[place][0]: text for place, text in texts.items()} == {rows[p][0]: by_path[rows[p][0]] for p in paired}
    fixture.build(tmp_path / "audit.sqlite")
    less = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_texts_mb=0)
    assert chunks(less, "texts-main") == []
    assert embedded(less, "pair.html", "pair-data")["texts"] == [[], []]
    assert len(chunks(less, "pairs")) == len(chunks(folder, "pairs"))


def test_an_older_report_leaves_no_chunk_behind(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    (folder / "data" / "pages-7.js").write_text("old", "utf-8")
    (folder / "data" / "mine.js").write_text("mine", "utf-8")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    connection.executescript("DELETE FROM pairs; DELETE FROM members; DELETE FROM clusters;")
    connection.close()
    report(tmp_path / "audit.sqlite", folder)
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
    assert "data/mine.js" in names
    assert not {"data/pages-7.js", "data/pairs-0.js", "pairs.html", "pair.html", "groups.html", "ru/pairs.html"} & names


def test_both_languages_read_the_same_rows(folder: Path) -> None:
    one, other = embedded(folder, "pages.html"), embedded(folder, "ru/pages.html")
    assert (one["dir"], other["dir"]) == ("data/", "../data/")
    assert one["starts"] == other["starts"]
    assert other["t"]["all"] == "Строк: {n}"
    assert not (folder / "ru" / "data").exists()
