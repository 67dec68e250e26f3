"""Parquet read back by pyarrow and compared with what SQL says."""

import io
from itertools import count, islice

import pyarrow
import pyarrow.parquet
import pytest
from pagetwin import pipeline
from pagetwin.progress import Progress
from pagetwin.reports import export, export_parquet, tables

from . import export_fixture as fixture


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = fixture.audit(tmp_path_factory.mktemp("audit"))
    fixture.label(folder)
    return folder


def exported(out, what, file):
    pipeline.export_table(out, export.request(what, "parquet", file, None, None), io.BytesIO(), Progress())
    return pyarrow.parquet.read_table(file)


def test_values_are_those_of_the_audit_in_full(out, tmp_path):
    pages = exported(out, "pages", tmp_path / "a.parquet").select(
        ["url", "status", "title", "inlinks", "unique_share", "in_sitemap"]
    )
    wanted = fixture.select(
        out,
        """SELECT a.url, v.status, v.title, n.inlinks, CASE WHEN n.text <> '' THEN n.unique_share END,
        f.origin = 'sitemap' FROM versions v JOIN addresses a ON a.id = v.address
        JOIN frontier f ON f.address = v.address LEFT JOIN analysed n ON n.address = v.address ORDER BY a.key""",
    )
    assert [tuple(row.values()) for row in pages.to_pylist()] == wanted
    assert set(fixture.NASTY) <= set(pages.column("title").to_pylist())
    pairs = exported(out, "pairs", tmp_path / "b.parquet")
    assert list(zip(*(pairs.column(n).to_pylist() for n in ("url_a", "url_b", "jaccard", "shared")), strict=True)) == (
        fixture.select(
            out,
            """SELECT x.url, y.url, 1.0 * shared / (size_a + size_b - shared), shared FROM pairs p
            JOIN addresses x ON x.id = p.a JOIN addresses y ON y.id = p.b ORDER BY x.key, y.key""",
        )
    )


@pytest.mark.parametrize("what", export.TABLES)
def test_types_do_not_depend_on_what_is_in_the_table(out, tmp_path, what):
    schema = exported(out, what, tmp_path / "full.parquet").schema
    assert schema.names == list(tables.COLUMNS[what])
    export_parquet.write(what, iter(()), sink := io.BytesIO())
    empty = pyarrow.parquet.read_table(io.BytesIO(sink.getvalue()))
    assert (empty.schema, empty.num_rows) == (schema, 0)
    types = {name: str(schema.field(name).type) for name in schema.names}
    assert {types[n] for n in types if n.startswith(("url", "title", "message", "label", "hash"))} <= {"string"}
    assert {types[n] for n in ("jaccard", "lowest", "unique_share", "in_keeper") if n in types} <= {"double"}
    assert {types[n] for n in ("words", "shared", "status", "clicks", "cluster") if n in types} <= {"int64"}
    assert types.get("in_sitemap", "bool") == "bool"


def test_row_groups_end_at_rows_or_at_characters():
    rows = [("x" * n,) for n in (1, 1, 1, 1, 50, 1, 1)]
    sizes = [len(group) for group in export_parquet.groups(rows, most_rows=3, most_characters=40)]
    assert sizes == [3, 2, 2]
    assert list(export_parquet.groups([])) == []
    asked = count()
    endless = ((f"{n}",) for n in asked)
    assert len(list(islice(export_parquet.groups(endless, most_rows=10), 2))) == 2
    assert next(asked) == 20  # no row was read ahead


def test_groups_are_the_row_groups_of_the_file(monkeypatch):
    monkeypatch.setattr(export_parquet, "groups", lambda rows: export_parquet.__dict__["_split"](rows))
    monkeypatch.setitem(export_parquet.__dict__, "_split", lambda rows: [list(islice(rows, 3)), list(rows)])
    sink = io.BytesIO()
    row = ("rule", "any", "info", "u", "", "m")
    export_parquet.write("findings", iter([row] * 5), sink)
    read = pyarrow.parquet.ParquetFile(io.BytesIO(sink.getvalue()))
    assert [read.metadata.row_group(n).num_rows for n in range(read.num_row_groups)] == [3, 2]


def test_two_runs_are_equal(out, tmp_path):
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file in files:
        exported(out, "clusters", file)
    assert files[0].read_bytes() == files[1].read_bytes()
