"""Workbooks read back by openpyxl and compared with what SQL says; Excel's limits, lowered where that is possible."""

import io
import re
import zipfile
from datetime import datetime
from itertools import count

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl.utils.escape import unescape
from pagetwin import pipeline
from pagetwin.progress import Progress
from pagetwin.reports import export, export_workbook, tables
from pagetwin.reports.export_columns import kind

from . import export_fixture as fixture

CREATED = datetime(2026, 5, 4)
FINDINGS = tables.COLUMNS["findings"]


class Said(Progress):
    def __init__(self):
        self.lines = []

    def say(self, line):
        self.lines.append(line)


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = fixture.audit(tmp_path_factory.mktemp("audit"))
    fixture.label(folder)
    return folder


@pytest.fixture(scope="module")
def file(out, tmp_path_factory):
    return exported(out, "all", tmp_path_factory.mktemp("files") / "audit.xlsx")


def exported(out, what, file, progress=None):
    pipeline.export_table(out, export.request(what, "xlsx", file, None, None), io.BytesIO(), progress or Progress())
    return file


def made(table, **limits):
    """A workbook of these rows alone: the book as openpyxl reads it, and the notes."""
    sink = io.BytesIO()
    notes = export_workbook.write(iter([("findings", iter(table))]), sink, CREATED, **limits)
    return openpyxl.load_workbook(sink), notes


def finding(message="", url="https://example.com/", related=""):
    return ("rule", "any", "info", url, related, message)


def values(sheet):
    """Cells below the header; None where a cell is empty. openpyxl leaves Excel's escapes of control characters."""
    return [
        tuple(unescape(c) if isinstance(c, str) else c for c in row) for row in sheet.iter_rows(2, values_only=True)
    ]


def as_shown(text):
    """A text as a table shows it, worked out another way: on one line, without what XML forbids."""
    line = " ".join(filter(None, text.splitlines()))
    return "".join("\ufffd" if (c < " " and c != "\t") or c in "\ufffe\uffff" else c for c in line).strip(" ")


def test_a_workbook_of_all_tables_has_the_values_of_the_audit(out, file):
    book = openpyxl.load_workbook(file)
    assert book.sheetnames == list(export.TABLES)
    for sheet in book:
        assert tuple(cell.value for cell in sheet[1]) == tables.COLUMNS[sheet.title]
    pages = fixture.select(
        out,
        """SELECT a.url, v.status, v.outcome, n.inlinks, v.title FROM versions v JOIN addresses a ON a.id = v.address
        LEFT JOIN analysed n ON n.address = v.address ORDER BY a.key""",
    )
    places = [tables.COLUMNS["pages"].index(n) for n in ("url", "status", "outcome", "inlinks", "title")]
    read = [tuple(row[place] for place in places) for row in values(book["pages"])]
    for (*had, title), (*got, shown) in zip(pages, read, strict=True):
        assert got == had
        if len(title) < 32_767:
            assert shown == (as_shown(title) or None)
    pairs = fixture.select(
        out,
        """SELECT x.url, y.url, 1.0 * shared / (size_a + size_b - shared), shared FROM pairs p
        JOIN addresses x ON x.id = p.a JOIN addresses y ON y.id = p.b ORDER BY x.key, y.key""",
    )
    assert [(*row[:3], row[5]) for row in values(book["pairs"])] == pairs
    assert [row[2:4] for row in values(book["labels"])] == [("unsure", 'a "note" of two lines'), ("same", "=1+1")]


def test_nothing_in_a_workbook_is_calculated_or_runs(file):
    for sheet in openpyxl.load_workbook(file):
        for row in sheet.iter_rows(2):
            for cell in row:
                assert cell.data_type in ("s", "inlineStr", "n"), cell.coordinate
                assert (cell.data_type == "n") == (cell.value is None or isinstance(cell.value, int | float))
                # Somebody who edits the cell would make a formula of it without this.
                if isinstance(cell.value, str) and cell.value[:1] in ("=", "+", "-", "@"):
                    assert cell.quotePrefix
    with zipfile.ZipFile(file) as parts:
        for name in parts.namelist():
            assert not re.search(rb"<f[ >]|<script", parts.read(name)), name
            etree.fromstring(parts.read(name))  # well-formed, all of it


def test_header_filter_widths_and_formats(file):
    book = openpyxl.load_workbook(file)
    for sheet in book:
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref == sheet.dimensions
        assert sheet["A1"].font.bold
    pages, columns = book["pages"], tables.COLUMNS["pages"]
    letters = {name: openpyxl.utils.get_column_letter(n) for n, name in enumerate(columns, 1)}
    assert pages.column_dimensions[letters["url"]].width > 55
    assert pages.column_dimensions[letters["title"]].width > pages.column_dimensions[letters["words"]].width
    formats = {name: {c.number_format for c in pages[letters[name]][1:] if c.value is not None} for name in columns}
    assert formats["unique_share"] == {"0.0000"}
    assert formats["words"] == {"#,##0"}
    assert formats["status"] == {"0"}


def test_addresses_are_links(file):
    book = openpyxl.load_workbook(file)
    linked = 0
    for sheet in book:
        for row in sheet.iter_rows(2):
            for cell in row:
                if kind(tables.COLUMNS[sheet.title][cell.column - 1]) == "address" and cell.value:
                    assert cell.hyperlink.target == cell.value.replace("<", "%3c").replace(">", "%3e")
                    linked += 1
                else:
                    assert cell.hyperlink is None
    assert linked > 100


def test_links_stop_at_the_limit_of_a_sheet_and_that_is_told():
    rows = [finding(url=f"https://example.com/{n}", related="https://example.com/") for n in range(5)]
    book, notes = made(rows, links=7, rows=5)
    found = [[bool(c.hyperlink) for row in sheet.iter_rows(2, min_col=4, max_col=5) for c in row] for sheet in book]
    assert found == [[True] * 7 + [False], [True] * 2]
    assert notes == ["1 addresses are no links: Excel takes 7 a sheet, of 2,079 characters"]
    assert book["findings"]["E5"].value == "https://example.com/"


def test_an_address_that_is_too_long_for_a_link_or_is_none_is_text():
    long = "https://example.com/" + "a" * 2_060
    odd = "https://example.com/?" + "[" * 687  # in a link each bracket is three characters
    book, notes = made([finding(url=url, related=url[:-1]) for url in (long, odd)] + [finding(url="javascript:x()")])
    cells = [row[3:5] for row in book["findings"].iter_rows(2)]
    assert [[c.value for c in pair] for pair in cells[:2]] == [[long, long[:-1]], [odd, odd[:-1]]]
    assert [[bool(c.hyperlink) for c in pair] for pair in cells] == [[False, True], [False, True], [False, False]]
    assert notes == ["2 addresses are no links: Excel takes 65,530 a sheet, of 2,079 characters"]


@pytest.mark.parametrize(("rows", "sizes"), [(0, [0]), (1, [1]), (3, [3]), (4, [3, 1]), (9, [3, 3, 3])])
def test_a_long_table_goes_on_in_more_sheets_with_a_header_each(rows, sizes):
    book, _ = made([finding(str(n)) for n in range(rows)], rows=4)
    assert book.sheetnames == ["findings", "findings 2", "findings 3"][: len(sizes)]
    assert [sheet.max_row - 1 for sheet in book] == sizes
    assert [row[5] for sheet in book for row in values(sheet)] == [str(n) for n in range(rows)]
    for sheet in book:
        assert tuple(cell.value for cell in sheet[1]) == FINDINGS
        assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", f"A1:F{sheet.max_row}")


def test_the_limits_are_those_of_excel():
    assert (export_workbook.ROWS, export_workbook.LINKS) == (2**20, 65_530)


@pytest.mark.parametrize("letter", ["a", "я", "\U0001f69a"])
def test_a_text_that_no_cell_holds_is_cut_and_says_so(letter):
    units = len(letter.encode("utf-16-le")) // 2
    whole = letter * (32_767 // units)
    book, notes = made([finding(whole), finding(whole + letter), finding("x" + letter * 1_000_000)])
    first, second, third = (row[5] for row in values(book["findings"]))
    assert first == whole
    assert second.endswith(f"{letter} … [cut, {len(whole) + 1:,} characters in all]")
    assert third.startswith("x" + letter)
    assert third.endswith("[cut, 1,000,001 characters in all]")
    for text in (second, third):
        assert 32_700 < len(text.encode("utf-16-le")) // 2 <= 32_767
        assert set(text.partition(" … ")[0]) <= {"x", letter}
    assert notes == ["2 texts were cut, as a cell holds 32,767 characters"]


def test_what_was_cut_is_said_by_the_command(out, tmp_path):
    said = Said()
    exported(out, "pages", tmp_path / "pages.xlsx", said)
    assert said.lines == ["1 texts were cut, as a cell holds 32,767 characters"]


@settings(max_examples=30)
@given(st.lists(st.text() | st.text(alphabet="_x0041=+-@\t\r\n'&<>\x00\x1f\ufffe"), min_size=1, max_size=8))
def test_any_text_comes_back(texts):
    book, notes = made([finding(text) for text in texts])
    assert [row[5] for row in values(book["findings"])] == [as_shown(text) or None for text in texts]
    assert notes == []


def test_two_runs_are_equal(out, file, tmp_path):
    assert exported(out, "all", tmp_path / "again.xlsx").read_bytes() == file.read_bytes()
    assert openpyxl.load_workbook(file).properties.created == datetime(2026, 5, 4, 8)


def test_rows_are_written_while_they_are_read_and_a_failure_leaves_nothing(tmp_path, monkeypatch):
    """Rows go to a file of a folder of its own long before the table ends; both are gone after an error."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    on_disk = []

    def rows():
        for number in count():
            if number in (0, 2_000):
                on_disk.append(sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()))
            if number == 2_000:
                raise RuntimeError("enough")
            yield finding("m" * 1_000)

    with pytest.raises(RuntimeError):
        made(rows())
    assert on_disk[1] - on_disk[0] > 1_900_000
    assert list(tmp_path.iterdir()) == []
