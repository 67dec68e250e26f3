"""CSV and JSON exports read back and compared with what SQL says; what is refused, and with which words."""

import csv
import io
import json
import sqlite3
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin import pipeline
from pagetwin.errors import AuditFileError, UsageError
from pagetwin.progress import Progress
from pagetwin.reports import export, export_text, tables
from pagetwin.reports.export_columns import kind
from pagetwin.store.file import FILE, Store
from support.run import pagetwin

from . import export_fixture as fixture


@pytest.fixture(autouse=True)
def long_fields() -> Iterator[None]:
    """Tables are read back, however long a cell; readers of the package set a limit for the whole process."""
    before = csv.field_size_limit(10_000_000)
    yield
    csv.field_size_limit(before)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = fixture.audit(tmp_path_factory.mktemp("audit"))
    fixture.label(folder)
    return folder


def run(folder, what, kind=None, file=None, delimiter=None, decimal=None):
    """The bytes that an export writes to the standard output."""
    stdout = io.BytesIO()
    pipeline.export_table(folder, export.request(what, kind, file, delimiter, decimal), stdout, Progress())
    return stdout.getvalue()


def rows_of_csv(data, delimiter=","):
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


PAGES = """SELECT a.url, v.status, v.outcome, n.indexability, v.title, v.description, n.inlinks,
  CASE WHEN n.text <> '' THEN n.unique_share END, CASE WHEN n.text <> '' THEN n.near_duplicates END
  FROM versions v JOIN addresses a ON a.id = v.address LEFT JOIN analysed n ON n.address = v.address ORDER BY a.key"""
_OF_PAGES = ("url", "status", "outcome", "indexability", "title", "description", "inlinks", "unique_share",
             "near_duplicates")  # fmt: skip
PAIRS = """SELECT x.url, y.url, 1.0 * shared / (size_a + size_b - shared), 1.0 * shared / size_a,
  1.0 * shared / size_b, shared, size_a, size_b, p.text, p.kind,
  (SELECT label FROM labels l WHERE l.key_a = x.key AND l.key_b = y.key)
  FROM pairs p JOIN addresses x ON x.id = p.a JOIN addresses y ON y.id = p.b ORDER BY x.key, y.key"""
LABELS = """SELECT url_a, url_b, label, note, jaccard, a_in_b, b_in_a, text, lower(hex(hash_a)), lower(hex(hash_b)),
  labelled FROM labels ORDER BY key_a, key_b"""


def rounded(rows):
    return [tuple(round(v, 4) if isinstance(v, float) else v for v in row) for row in rows]


def test_json_has_the_values_of_the_audit_as_they_are(out):
    pages = json.loads(run(out, "pages", "json"))
    assert [tuple(page[name] for name in _OF_PAGES) for page in pages] == rounded(fixture.select(out, PAGES))
    assert set(fixture.NASTY) <= {page["title"] for page in pages}
    assert [tuple(row.values()) for row in json.loads(run(out, "pairs", "json"))] == rounded(fixture.select(out, PAIRS))
    assert [tuple(row.values()) for row in json.loads(run(out, "labels", "json"))] == rounded(
        fixture.select(out, LABELS)
    )


@pytest.mark.parametrize("what", export.TABLES)
def test_all_formats_share_columns_and_order_with_the_tables_of_the_audit(out, tmp_path, what):
    data = run(out, what)
    rows = rows_of_csv(data)
    objects = json.loads(run(out, what, "json"))
    assert len(rows) == len(objects) > 0
    for row, values in zip(rows, objects, strict=True):
        assert list(row) == list(values) == list(tables.COLUMNS[what])
        for name, value in values.items():
            if isinstance(value, float):
                assert row[name] == f"{value:.4f}"
            elif not isinstance(value, str):
                assert row[name] == ("" if value is None else str(value))
    if what in tables.WRITTEN:
        with Store.open(out, create=False) as store, store.reader() as reader:
            tables.write(reader, tmp_path, tables.ReportSettings())
        assert data == (tmp_path / f"{what}.csv").read_bytes()


@pytest.mark.parametrize("what", export.TABLES)
def test_kinds_of_columns_are_those_of_their_values(out, what):
    types = {"text": str, "address": str, "count": int, "number": int, "share": float, "flag": int}
    for row in json.loads(run(out, what, "json")):
        for name, value in row.items():
            assert value is None or type(value) is types[kind(name)], name
            assert not isinstance(value, str) or not value.startswith("https:") or kind(name) == "address"


def test_hostile_titles_in_csv_are_on_one_line_and_no_formulas(out):
    data = run(out, "pages")
    titles = [row["title"] for row in rows_of_csv(data)]
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r") == len(titles) + 1
    assert {t for t in titles if t[:1] == "'"} == {
        "'=HYPERLINK(\"http://x.example\",\"click\")", "'+1", "'-", "'@SUM(A1)", "'\t=1+1", "'=1+1",
    }  # fmt: skip
    kept = set(titles)
    assert {"<script>alert(1)</script>", "first second third fourth", "spaces around", *fixture.NASTY[3:5]} <= kept
    assert fixture.NASTY[5].strip() in kept
    assert "nul \ufffd, bell \ufffd, escape \ufffd[31m, \ufffd\ufffd" in kept
    assert not set(data.decode()) & {chr(n) for n in range(32)} - {"\t", "\r", "\n"}


def test_a_decimal_comma_with_another_delimiter(out):
    for delimiter, sign in ((";", ";"), ("tab", "\t")):
        rows = rows_of_csv(run(out, "pairs", delimiter=delimiter, decimal=","), sign)
        assert [tuple(r.values())[:5] for r in rows] == [
            (a, b, *(f"{share:.4f}".replace(".", ",") for share in shares))
            for a, b, *shares in (row[:5] for row in fixture.select(out, PAIRS))
        ]
        assert rows[0]["shared"].isdigit()


def test_labels_stand_in_pairs_and_an_audit_without_them_has_none(out, tmp_path):
    pairs = rows_of_csv(run(out, "pairs"))
    assert [row["label"] for row in pairs[:3]] == ["unsure", "same", ""]
    labels = rows_of_csv(run(out, "labels"))
    assert [(r["url_a"], r["url_b"], r["label"]) for r in labels] == [
        (r["url_a"], r["url_b"], r["label"]) for r in pairs[:2]
    ]
    assert [row["note"] for row in labels] == ['a "note" of two lines', "'=1+1"]
    assert [row["jaccard"] for row in labels] == ["0.6123", "0.6123"]
    bare = fixture.audit(tmp_path)
    connection = sqlite3.connect(bare / FILE)
    connection.execute("DROP TABLE IF EXISTS labels")
    connection.commit()
    connection.close()
    assert rows_of_csv(run(bare, "labels")) == json.loads(run(bare, "labels", "json")) == []
    assert {row["label"] for row in rows_of_csv(run(bare, "pairs"))} == {""}


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_two_runs_are_equal_and_a_file_has_the_bytes_of_the_standard_output(out, tmp_path, kind):
    file = tmp_path / "new folder" / "table.out"
    for what in export.TABLES:
        first = run(out, what, kind)
        assert run(out, what, kind) == first
        assert run(out, what, kind, Path("-")) == first
        assert run(out, what, kind, file) == b""
        assert file.read_bytes() == first
    assert [path.name for path in file.parent.iterdir()] == ["table.out"]


def test_order_does_not_come_from_the_order_of_storing(out, tmp_path):
    """The same audit with all rows stored the other way round."""
    again = fixture.audit(tmp_path)
    fixture.label(again)
    connection = sqlite3.connect(again / FILE)
    for table in ("findings", "labels"):
        rows = connection.execute(f"SELECT * FROM {table}").fetchall()
        connection.execute(f"DELETE FROM {table}")
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", reversed(rows))
    most = 1_000  # other ids: what was first seen is last
    for table, column in (
        ("addresses", "id"), ("versions", "address"), ("versions", "redirect_to"), ("frontier", "address"),
        ("analysed", "address"), ("analysed", "canonical"), ("analysed", "closest"), ("pairs", "a"), ("pairs", "b"),
        ("clusters", "keeper"), ("clusters", "representative"), ("members", "address"), ("findings", "address"),
        ("canonized", "address"),
        ("selection", "address"), ("carried", "keeper"),
    ):  # fmt: skip
        connection.execute(f"UPDATE {table} SET {column} = {most} - {column}")
    connection.commit()
    connection.close()
    for what in export.TABLES:
        assert run(again, what) == run(out, what)


@pytest.mark.parametrize("write", [lambda r, s: export_text.csv("findings", r, s, ",", "."),
                                   lambda r, s: export_text.json_list("findings", r, s)])  # fmt: skip
def test_rows_are_written_while_they_are_read(write):
    """An endless table: the first rows have left before the thousandth is asked for."""
    seen = []

    class Sink(io.BytesIO):
        def write(self, data):
            seen.append(asked[0])
            return super().write(data)

    asked = [0]

    def rows():
        for number in count():
            asked[0] = number
            if number == 20_000:
                raise sqlite3.DatabaseError("enough")
            yield ("rule", "any", "info", "https://example.com/", "", "m" * 100)

    with pytest.raises(sqlite3.DatabaseError):
        write(rows(), Sink())
    assert seen[0] < 1_000
    assert len(seen) > 20


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_any_text_comes_back_from_json(texts):
    sink = io.BytesIO()
    export_text.json_list("findings", iter([("r", "any", "info", "u", "", text) for text in texts]), sink)
    assert [row["message"] for row in json.loads(sink.getvalue())] == texts
    assert len(sink.getvalue().split(b"\n")) == len(texts) + 3  # one object a line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pairs", "xlsx", Path("a"), ";", None), "--delimiter and --decimal are for CSV"),
        (("pairs", "json", None, None, "."), "--delimiter and --decimal are for CSV"),
        (("pairs", None, Path("a.parquet"), None, ","), "leave them out with --format parquet"),
        (("pairs", "xlsx", None, None, None), "add -o FILE"),
        (("pairs", "parquet", None, None, None), "add -o FILE"),
        (("pairs", None, None, None, ","), "add --delimiter"),
        (("pairs", "csv", None, ",", ","), "add --delimiter"),
        (("all", None, Path("a.csv"), None, None), "add --format xlsx"),
    ],
)
def test_options_that_do_not_fit_together(arguments, words):
    with pytest.raises(UsageError, match=words) as caught:
        export.request(*arguments)
    assert "\n" not in str(caught.value)


def test_the_format_is_told_by_the_name_of_the_file():
    def formats(name, given=None):
        return export.request("pairs", given, Path(name) if name else None, None, None).format

    assert [formats(n) for n in ("a.csv", "a.XLSX", "a.json", "a.parquet", "a.txt", "json", "")] == [
        "csv", "xlsx", "json", "parquet", "csv", "csv", "csv",
    ]  # fmt: skip
    assert formats("a.txt", "xlsx") == "xlsx"


def test_audits_that_have_no_tables_yet(tmp_path):
    with pytest.raises(AuditFileError, match="no audit here"):
        run(tmp_path, "pages")
    (tmp_path / FILE).write_bytes(b"SQLite is something else" * 100)
    with pytest.raises(AuditFileError, match="damaged or not an audit file"):
        run(tmp_path, "pages")
    (tmp_path / FILE).unlink()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("CREATE TABLE pages (url)")
    connection.commit()
    connection.close()
    with pytest.raises(AuditFileError, match="no pagetwin audit"):
        run(tmp_path, "pages")


def test_a_crawl_that_runs_or_was_not_compared(tmp_path):
    fixture.label(fixture.audit(tmp_path))
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute("DELETE FROM stages WHERE stage = 'audit'")
    connection.commit()
    with pytest.raises(UsageError, match="not compared yet; run 'pagetwin analyze'"):
        run(tmp_path, "pages")
    connection.execute("UPDATE crawls SET finished = NULL")
    connection.commit()
    connection.close()
    with pytest.raises(UsageError, match="not finished"):
        run(tmp_path, "clusters")
    assert len(rows_of_csv(run(tmp_path, "labels"))) == 2


def test_a_run_that_writes_is_not_in_the_way_and_nothing_can_be_changed(out):
    with Store.open(out, create=False) as store, store.writing() as db:
        db.execute("DELETE FROM findings")
        assert len(rows_of_csv(run(out, "findings"))) == 2
        db.execute("ROLLBACK")
        db.execute("BEGIN")
    with pytest.raises(AuditFileError, match="readonly"), pipeline.reading(out) as connection:
        connection.execute("DELETE FROM pairs")


def test_a_file_that_cannot_be_written_is_named(out, tmp_path):
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(UsageError, match=r"folder\.csv cannot be"):
        run(out, "pairs", file=tmp_path / "folder.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.parametrize(("kind", "library"), [("xlsx", "xlsxwriter"), ("parquet", "pyarrow")])
def test_a_missing_extra_is_named_and_nothing_is_left(out, tmp_path, monkeypatch, kind, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=rf"{library}.*not installed.*pip install 'pagetwin\[{kind}\]'") as caught:
        run(out, "pairs", kind, tmp_path / "file")
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_results_to_stdout_and_the_rest_to_stderr(out, tmp_path):
    ran = pagetwin("export", out, "--what", "pairs", "--format", "json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == json.loads(run(out, "pairs", "json"))
    assert "pairs" in ran.stderr
    ran = pagetwin("export", out, "-q", "-o", tmp_path / "groups.csv", "--delimiter", ";", "--decimal", ",")
    assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, str(tmp_path / "groups.csv"), "")
    assert (tmp_path / "groups.csv").read_bytes() == run(out, "clusters", delimiter=";", decimal=",")
