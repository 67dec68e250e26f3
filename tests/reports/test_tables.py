"""The CSV tables: columns of the contract, rows worked out by hand, cells that a spreadsheet cannot run."""

import csv
import os
import sqlite3
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import ReportSettings
from pagetwin.errors import UsageError
from pagetwin.reports import tables
from pagetwin.reports.cells import one_line, safe
from pagetwin.reports.language import Language

from .fixture import VERSION, build

SITE = "https://example.com"
COLUMNS = {
    "pairs": "url_a, url_b, jaccard, a_in_b, b_in_a, shared, shingles_a, shingles_b, text, kind, label",
    "clusters": "cluster, kind, size, lowest, median, url, role, keeper, representative, "
    "jaccard_to_representative, jaccard_to_keeper, in_keeper, keeper_in, words, unique_share, title, canonical, "
    "indexability, clicks, cause, advice, conflicts",
    "pages": "url, final_url, status, outcome, indexability, title, description, words, text, text_note, "
    "cluster, closest_match, closest_jaccard, closest_containment, near_duplicates, unique_share, canonical, "
    "in_sitemap, inlinks",
    "findings": "rule, engine, severity, url, related, message",
}
_VERSION = f"INSERT INTO {VERSION} SELECT NULL, 1, ?, '', ?, ?, '', ?, 0, 0, '', '', '', '', ?, '', '', '', 0, '[]', '[]', '[]', NULL, NULL, 0, 0"  # noqa: E501


@pytest.fixture
def audit(tmp_path):
    build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(f"{(tmp_path / 'audit.sqlite').as_uri()}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    yield connection
    connection.close()


@pytest.fixture
def small():
    """An audit file with one crawl and nothing in it yet."""
    connection = sqlite3.connect(":memory:")
    connection.executescript(files("pagetwin").joinpath("schema.sql").read_text("utf-8"))
    connection.execute("INSERT INTO crawls VALUES (1, '', '', '', '', '', 0, NULL, '{}', '[]')")
    yield connection
    connection.close()


def _page(connection, number, path, outcome="ok", status=200, redirect_to=None, title="", site=SITE):
    connection.execute("INSERT INTO addresses VALUES (?, ?, ?)", (number, site + path, site + path))
    connection.execute(
        "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
        " VALUES (1, ?, 'sitemap', 0, '', 'done', '')",
        (number,),
    )
    connection.execute(_VERSION, (number, status, outcome, redirect_to, title))


def _analysed(connection, number, indexability="indexable", canonical=None, text="main"):
    row = (number, indexability, canonical, "", 0, text, "", 100, 90, None, 0.0, 0.0, 0, 0.5)
    connection.execute(f"INSERT INTO analysed VALUES ({', '.join('?' * 14)})", row)


def _rows(connection, folder, name, delimiter=","):
    tables.write(connection, folder, ReportSettings(delimiter=delimiter))
    with (folder / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def _by_path(rows):
    return {row["url"].removeprefix(SITE): row for row in rows}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_are_those_of_the_contract_also_in_an_empty_file(small, tmp_path, name):
    tables.write(small, tmp_path, ReportSettings())
    assert (tmp_path / f"{name}.csv").read_bytes() == b"\xef\xbb\xbf" + COLUMNS[name].replace(
        " ", ""
    ).encode() + b"\r\n"


def test_a_compared_page_shows_what_was_measured(audit, tmp_path):
    pages = _by_path(_rows(audit, tmp_path, "pages"))
    assert pages["/prices/"] == {
        "url": f"{SITE}/prices/", "final_url": f"{SITE}/prices/", "status": "200", "outcome": "ok",
        "indexability": "indexable", "title": "Prices", "description": "About Prices", "words": "67", "text": "main",
        "text_note": "", "cluster": "3", "closest_match": f"{SITE}/prices/?print=1", "closest_jaccard": "1.0000",
        "closest_containment": "1.0000", "near_duplicates": "1", "unique_share": "0.0000",
        "canonical": f"{SITE}/prices/", "in_sitemap": "1", "inlinks": "8",
    }  # fmt: skip
    # The page inside the guide: 49 of 49 shingles stand in the 168 of the other. The home page shares nothing.
    tips, home, about = pages["/tips/glass/"], pages["/"], pages["/about/"]
    assert (tips["closest_jaccard"], tips["closest_containment"]) == ("0.2917", "1.0000")
    assert (home["closest_match"], home["closest_jaccard"], home["cluster"]) == ("", "0.0000", "")
    assert (about["text"], about["text_note"]) == ("body", "no main text was found")
    assert pages["/prices/?print=1"]["in_sitemap"] == "0"


def test_what_was_not_measured_is_an_empty_cell(audit, tmp_path):
    pages = _by_path(_rows(audit, tmp_path, "pages"))
    measured = (
        "words",
        "text",
        "closest_match",
        "closest_jaccard",
        "closest_containment",
        "near_duplicates",
        "unique_share",
    )
    for path in ("/old-prices/", "/gone/", "/private/"):
        assert {pages[path][name] for name in measured} == {""}
    moved, closed = pages["/old-prices/"], pages["/private/"]
    assert (moved["final_url"], moved["status"], moved["cluster"], moved["inlinks"]) == (
        f"{SITE}/prices/",
        "301",
        "3",
        "2",
    )
    assert (closed["outcome"], closed["status"], closed["indexability"]) == ("blocked_by_robots", "", "")


def test_addresses_out_of_scope_are_no_pages_and_rows_follow_the_keys(audit, tmp_path):
    urls = [row["url"] for row in _rows(audit, tmp_path, "pages")]
    assert len(urls) == 25
    assert not [url for url in urls if "calendar" in url or "shop" in url]
    assert urls == sorted(urls)


def test_final_url_follows_the_whole_chain_and_a_circle_has_no_end(small, tmp_path):
    for number, path, target in (
        (1, "/d", 3),
        (2, "/c", 1),
        (4, "/loop", 5),
        (5, "/loop2", 4),
        (6, "/in", 4),
        (7, "/self", 7),
    ):
        _page(small, number, path, "redirect", 301, target)
    _page(small, 3, "/end")
    _page(small, 8, "/nowhere", "redirect", 302)
    _page(small, 9, "/away", "redirect", 302, 10)
    small.execute("INSERT INTO addresses VALUES (10, 'https://other.example/', 'https://other.example/')")
    pages = _by_path(_rows(small, tmp_path, "pages"))
    assert {path: row["final_url"].removeprefix(SITE) for path, row in pages.items()} == {
        "/c": "/end", "/d": "/end", "/end": "/end", "/away": "https://other.example/",
        "/in": "", "/loop": "", "/loop2": "", "/self": "", "/nowhere": "",
    }  # fmt: skip


def test_pairs_carry_the_measures_of_their_counts(small, tmp_path):
    for number, path in ((3, "/a"), (2, "/b"), (1, "/c")):
        _page(small, number, path)
    # The published example: one word changed in a page of 55 shingles, and the copy with a sentence more.
    small.executemany(
        "INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (2, 1, 45, 55, 87, "body", "contained"),
            (3, 1, 8, 10, 10, "main", "near"),
            (3, 2, 45, 55, 55, "main", "near"),
        ],
    )
    assert [list(row.values()) for row in _rows(small, tmp_path, "pairs")] == [
        [f"{SITE}/a", f"{SITE}/b", "0.6923", "0.8182", "0.8182", "45", "55", "55", "main", "near", ""],
        [f"{SITE}/a", f"{SITE}/c", "0.6667", "0.8000", "0.8000", "8", "10", "10", "main", "near", ""],
        [f"{SITE}/b", f"{SITE}/c", "0.4639", "0.8182", "0.5172", "45", "55", "87", "body", "contained", ""],
    ]


def test_pairs_come_in_the_order_of_both_keys(audit, tmp_path):
    pairs = [(row["url_a"], row["url_b"]) for row in _rows(audit, tmp_path, "pairs")]
    assert len(pairs) == 12
    assert pairs == sorted(pairs)


def test_the_first_pair_is_written_before_all_are_read(small):
    """Two million pairs are not sorted in one heap: the first row costs a small part of the work for all."""
    for number in range(1, 101):
        _page(small, number, f"/{number:03}")
    every = ((a, b, 1, 2, 2, "main", "near") for a in range(1, 101) for b in range(a + 1, 101))
    small.executemany("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?)", every)
    steps = [0]

    def count():
        steps[0] += 1

    small.set_progress_handler(count, 10)
    rows = tables._pairs(small, Language("en"))
    next(rows)
    first = steps[0]
    assert sum(1 for _ in rows) == 4949
    assert first * 20 < steps[0]


def test_clusters_name_the_keeper_first_then_roles_then_keys(audit, tmp_path):
    rows = _rows(audit, tmp_path, "clusters")
    assert {row["cluster"]: row["conflicts"] for row in rows} == {"1": "0", "2": "2", "3": "0"}
    assert [(row["cluster"], row["url"].removeprefix(SITE), row["role"]) for row in rows] == [
        ("1", "/dostavka/moskva/", "keeper"), ("1", "/dostavka/kazan/", "near"), ("1", "/dostavka/omsk/", "near"),
        ("1", "/dostavka/tula/", "near"), ("1", "/dostavka/tver/", "near"),
        ("2", "/guide/glass/", "keeper"), ("2", "/tips/glass/", "contained"),
        ("3", "/prices/", "keeper"), ("3", "/prices/?print=1", "canonicalised"), ("3", "/old-prices/", "redirect"),
    ]  # fmt: skip
    assert rows[4] == {
        "cluster": "1", "kind": "near", "size": "5", "lowest": "0.6333", "median": "0.6690",
        "url": f"{SITE}/dostavka/tver/", "role": "near", "keeper": f"{SITE}/dostavka/moskva/",
        "representative": f"{SITE}/dostavka/tver/", "jaccard_to_representative": "1.0000",
        "jaccard_to_keeper": "0.6738",  # 95 of 121 + 115 - 95
        "in_keeper": "0.8261", "keeper_in": "0.7851", "words": "124", "unique_share": "0.1739",
        "title": "Доставка: Тверь & область", "canonical": f"{SITE}/dostavka/tver/", "indexability": "indexable",
        "clicks": "", "cause": "template", "advice": "canonical to the keeper or text of its own",
        "conflicts": "0",
    }  # fmt: skip
    moved = rows[9]
    assert {
        moved[name] for name in ("jaccard_to_representative", "jaccard_to_keeper", "in_keeper", "keeper_in", "words")
    } == {""}
    assert [(row["cause"], row["advice"]) for row in rows[5:]] == [
        ("", "keep"),
        ("contained", "redirect to the keeper or text of its own"),
        ("", "keep"),
        ("print version", "nothing: canonical points to the keeper"),
        ("redirect", "nothing: redirects to the keeper"),
    ]


def test_advice_looks_through_redirects(small, tmp_path):
    """A page that redirects in two steps, and one whose canonical redirects to the keeper, are both settled."""
    _page(small, 1, "/keep")
    _page(small, 2, "/hop", "redirect", 301, 1)
    _page(small, 3, "/old", "redirect", 301, 2)
    _page(small, 4, "/copy")
    _page(small, 5, "/other")
    for number, indexability, canonical, text in (
        (1, "indexable", 1, "main"), (2, "redirect", None, ""), (3, "redirect", None, ""),
        (4, "canonicalised", 2, "main"), (5, "indexable", 5, "main"),
    ):  # fmt: skip
        _analysed(small, number, indexability, canonical, text)
    small.execute("INSERT INTO clusters VALUES (1, 'exact', 4, 1, 1, 0, 1, 1, 0, '[]', '[]')")
    for number, role in ((1, "keeper"), (3, "redirect"), (4, "canonicalised"), (5, "copy")):
        small.execute("INSERT INTO members VALUES (1, ?, ?, 1, 1, 1, 1)", (number, role))
    assert {path: row["advice"] for path, row in _by_path(_rows(small, tmp_path, "clusters")).items()} == {
        "/keep": "keep",
        "/old": "nothing: redirects to the keeper",
        "/copy": "nothing: canonical points to the keeper",
        "/other": "redirect to the keeper",
    }


def test_findings_come_by_severity_rule_and_key(small, tmp_path):
    _page(small, 1, "/b")
    _page(small, 2, "/a")
    small.executemany(
        "INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, '{}')",
        [("zeta", "any", "info", 1, "", "x"), ("beta", "any", "warning", 1, "", "x"),
         ("beta", "google", "warning", 2, "", "x"), ("alpha", "any", "warning", 1, "", "x"),
         ("omega", "yandex", "error", 1, f"{SITE}/a", "x")],
    )  # fmt: skip
    rows = _rows(small, tmp_path, "findings")
    assert [(row["severity"], row["rule"], row["url"].removeprefix(SITE)) for row in rows] == [
        ("error", "omega", "/b"), ("warning", "alpha", "/b"), ("warning", "beta", "/a"), ("warning", "beta", "/b"),
        ("info", "zeta", "/b"),
    ]  # fmt: skip
    assert rows[0]["related"] == f"{SITE}/a"


def test_hostile_titles_and_messages_are_harmless_and_whole(audit, tmp_path):
    pages = _by_path(_rows(audit, tmp_path, "pages"))
    assert pages["/tips/glass/"]["title"] == "'=1+1"
    assert pages["/guide/glass/"]["title"] == "<script>alert(1)</script>"
    assert pages["/"]["title"] == "\U0001f69a Parcels \U0001f4e6 “today”"
    assert pages["/search?q=%3Cb%3E&x='1'"]["title"] == 'Search <b>&amp;</b> "find"'
    (message,) = (
        row["message"] for row in _rows(audit, tmp_path, "findings") if row["rule"] == "canonical-to-redirect"
    )
    assert message == '\'=HYPERLINK("http://x") in a message <b>that is text</b>'


def test_a_semicolon_for_excel_in_russian_and_crlf_line_ends(small, tmp_path):
    _page(small, 1, "/", title="Цены; сроки,\r\nдоставка")
    rows = _rows(small, tmp_path, "pages", ";")
    assert rows[0]["title"] == "Цены; сроки, доставка"
    raw = (tmp_path / "pages.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbfurl;final_url;status;")
    assert raw.count(b"\r\n") == raw.count(b"\n") == raw.count(b"\r") == 2
    assert '"Цены; сроки, доставка"' in raw.decode("utf-8-sig")


def test_a_table_that_is_open_in_excel_is_named_and_the_old_one_stays(audit, tmp_path, monkeypatch):
    tables.write(audit, tmp_path, ReportSettings())
    before = (tmp_path / "pairs.csv").read_bytes()
    replace = os.replace

    def locked(source, target):
        if target == tmp_path / "pairs.csv":
            raise PermissionError(13, "Access is denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", locked)
    with pytest.raises(UsageError, match=r"pairs\.csv cannot be replaced: close it") as caught:
        tables.write(audit, tmp_path, ReportSettings(delimiter=";"))
    assert "\n" not in str(caught.value)
    assert (tmp_path / "pairs.csv").read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_a_reader_sees_the_old_table_until_the_new_one_is_whole(audit, tmp_path, monkeypatch):
    tables.write(audit, tmp_path, ReportSettings())
    before = (tmp_path / "findings.csv").read_bytes()
    seen = []

    def broken(connection, language):
        yield ("rule", "any", "info", "u", "", "m")
        seen.append((tmp_path / "findings.csv").read_bytes())
        raise sqlite3.DatabaseError("disk image is malformed")

    monkeypatch.setitem(tables._TABLES, "findings", broken)
    with pytest.raises(sqlite3.DatabaseError):
        tables.write(audit, tmp_path, ReportSettings())
    assert seen == [before]
    assert (tmp_path / "findings.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.5, "0.5000"), (45 / 65, "0.6923"), (1.0, "1.0000"), (0, "0"), (1234567, "1234567"), (None, ""), ("", ""),
     ("a ", "a"), ("1\t2", "1\t2"),
     ("=1", "'=1"), ("+7 495", "'+7 495"), ("-", "'-"), ("@me", "'@me"), ("\tx", "'\tx"), ("\r=1", "'=1"),
     ("'=1", "''=1"), ("'quoted'", "'quoted'"), ("a\r\nb\u2028c", "a b c"), (" =1", "'=1")],
)  # fmt: skip
def test_a_cell(tmp_path, value, written):
    tables._write(tmp_path / "cells.csv", ("a", "b"), [(value, "end")], ",")
    with (tmp_path / "cells.csv").open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file))[1] == [written, "end"]


@given(st.text() | st.text(alphabet="=+-@\t\r\n' a"), st.sampled_from(",;\t|'= "))
def test_no_cell_begins_as_a_formula_and_reading_back_gives_the_text(tmp_path_factory, text, delimiter):
    path = tmp_path_factory.getbasetemp() / "cells.csv"
    tables._write(path, ("a", "b"), [(text, 1)], delimiter)
    with path.open(encoding="utf-8-sig", newline="") as file:
        read, number = list(csv.reader(file, delimiter=delimiter))[1]
    assert not read.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert not {"\r", "\n"} & set(read)
    assert read.removeprefix("'" if safe(text) != one_line(text) else "") == one_line(text)
    assert number == "1"


@given(st.text(alphabet="=+-@\t'a"), st.text(alphabet="=+-@\t'a"))
def test_two_texts_never_become_one_cell(a, b):
    assert (safe(a) == safe(b)) == (one_line(a) == one_line(b))
