"""Local sources: which kind one is, the pages that it gives, and what is said of everything that it does not."""

from __future__ import annotations

import asyncio
import csv
import gzip
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pagetwin.config import CrawlSettings
from pagetwin.crawler import readers
from pagetwin.crawler.readers import addresses, common, jsonl, parquet, table, warc
from pagetwin.crawler.readers.common import Faults
from pagetwin.errors import PagetwinError, SiteError, UsageError
from pagetwin.model import Fetch, Page, Texts
from pagetwin.reports.words import SOURCES
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

Got = dict[str, Fetch | tuple[Page, Texts]]
HTML = "<p>Дом &amp; сад</p>"


def read(path: Path, **changes: Any) -> tuple[Got, Faults]:
    """(answers by address as written, faults) of a source."""
    settings = CrawlSettings(**changes)
    local = readers.find(str(path), settings)
    assert local is not None
    faults, got = Faults(), {}
    for item in local.reader.read(local.path, settings, faults):
        got[item.url] = asyncio.run(item.load(item.url))  # type: ignore[arg-type]
    return got, faults


def error(path: Path | str, **changes: Any) -> PagetwinError:
    """What is said of a source that cannot be read, in one line that names it."""
    with pytest.raises(PagetwinError) as caught:
        read(Path(path), **changes)
    said = str(caught.value)
    assert "\n" not in said
    assert Path(path).name in said
    return caught.value


def write(path: Path, data: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def rows(*found: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in found)


ROWS = [{"url": "https://e.com/a", "html": HTML}, {"url": "https://e.com/b", "text": "Текст, без разметки"}]


def as_csv(delimiter: str) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, ["URL", " text", "html"], delimiter=delimiter)
    writer.writeheader()
    writer.writerows({"URL": r["url"], " text": r.get("text", ""), "html": r.get("html", "")} for r in ROWS)
    return file.getvalue()


def as_parquet(found: list[dict[str, Any]]) -> bytes:
    file = io.BytesIO()
    names = sorted({name for row in found for name in row}, reverse=True)
    columns = pyarrow.table({name: [row.get(name) for row in found] for name in names})
    pyarrow.parquet.write_table(columns, file)
    return file.getvalue()


SAME = {
    "a.jsonl": rows(*ROWS), "b.ndjson": "\ufeff" + rows(*ROWS), "c.jsonl.gz": gzip.compress(rows(*ROWS).encode()),
    "d": rows(*ROWS), "e.csv": as_csv(","), "f.tsv": as_csv("\t"), "g.csv.gz": gzip.compress(as_csv(";").encode()),
    "h": as_csv(";"), "i.csv": as_csv(";").encode("utf-16"), "j.parquet": as_parquet(ROWS), "k": as_parquet(ROWS),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_rows_are_the_same_pages_however_they_are_written(tmp_path: Path, name: str) -> None:
    got, faults = read(write(tmp_path / name, SAME[name]))
    markup, text = got["https://e.com/a"], got["https://e.com/b"]
    assert isinstance(markup, Fetch)
    assert (markup.body.decode(), markup.status, markup.outcome) == (HTML, 200, "ok")
    assert isinstance(text, tuple)
    assert text[1] == Texts("Текст, без разметки", "Текст, без разметки")
    assert (text[0].url, text[0].status, text[0].outcome) == ("https://e.com/b", 200, "ok")
    assert (len(got), faults.note) == (2, "")


def test_what_a_text_row_tells_beside_its_text(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.jsonl",
        rows(
            {"url": "https://e.com/a", "text": "one\r\ntwo\ud800", "title": " A  title\n"},
            {"url": "https://e.com/b", "text": "  - \n"},
            {"url": "https://e.com/c", "text": "both", "html": ""},
            {"url": "https://e.com/d", "html": ""},
        ),
    )
    got, _ = read(path)
    (page, texts), (empty, _), (both, _) = (got[f"https://e.com/{name}"] for name in "abc")  # type: ignore[misc]
    assert (page.title, texts.main) == ("A title", "one\ntwo?")
    assert (empty.outcome, both.outcome) == ("empty", "ok")
    assert isinstance(got["https://e.com/d"], Fetch)


def test_bad_lines_are_named_and_lose_no_other(tmp_path: Path) -> None:
    good = rows({"url": "https://e.com/z", "text": "last"}).encode()
    bad = [b'{"url": "https://e.com/a", "text": "cut', b"[1]", b'{"text": "no address"}', b'{"url": "https://e.com/b"}',
           '{"url": "https://e.com/c", "text": "дом"}'.encode("cp1251"), b"[" * 100_000]  # fmt: skip
    for n, line in enumerate(bad):
        got, faults = read(write(tmp_path / f"{n}.jsonl", b"\n" + line + b"\n" + good))
        assert list(got) == ["https://e.com/z"]
        assert faults.count == 1
        assert "line 2: " in faults.note
    got, faults = read(write(tmp_path / "all.jsonl", b"\n".join(bad) + b"\n" + good))
    assert (list(got), faults.count) == (["https://e.com/z"], 6)
    for words in ("6 left out", "line 1: not JSON", "line 2: no object", "line 3: no 'url'", "and 3 more"):
        assert words in faults.note


def test_bad_rows_of_a_table_are_named_by_the_line_they_begin_on(tmp_path: Path) -> None:
    text = (
        'url,text\nhttps://e.com/a,"two\nlines"\n,no address\n\nhttps://e.com/b,one,two,three\n'
        'https://e.com/c,"quoted"wrongly\nhttps://e.com/d\nhttps://e.com/z,last\n'
    )
    got, faults = read(write(tmp_path / "a.csv", text.encode() + "https://e.com/e,дом\n".encode("cp1251")))
    assert list(got) == ["https://e.com/a", "https://e.com/z"]
    assert faults.count == 5
    for words in ("line 4: no 'url'", "line 6: 4 cells where there are 2 columns", "line 7: not CSV"):
        assert words in faults.note


def test_a_quote_that_is_never_closed_is_told(tmp_path: Path) -> None:
    got, faults = read(
        write(tmp_path / "a.csv", 'url,text\nhttps://e.com/a,one\nhttps://e.com/b,"two\nhttps://e.com/c,x')
    )
    assert list(got) == ["https://e.com/a"]
    assert "line 3: not CSV" in faults.note


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.csv", "address,text\nhttps://e.com/,x\n", "line 1: no column 'url'"),
        ("a.csv", "url;body\nhttps://e.com/;x\n", "line 1: no column 'text' or 'html'"),
        ("a.parquet", as_parquet([{"url": "https://e.com/", "body": "x"}]), "this one has: url, body"),
        ("a.parquet", as_parquet(ROWS)[:-20], "row 1: cannot be read"),
        ("a.parquet", b"PAR1", "row 1: cannot be read"),
        ("a.jsonl", "no json\nat all\n", "2 left out (line 1: not JSON"),
        ("a.jsonl", rows({"address": "x"}), "line 1: no 'url'"),
        ("a.jsonl", rows({"url": "/relative", "text": "x"}), "none of its 1 addresses is absolute"),
        ("a.jsonl.gz", gzip.compress(rows(*ROWS * 500).encode())[:-9], "gzip data is damaged or cut short"),
        ("a.csv.gz", gzip.compress(as_csv(",").encode())[:20], "gzip data is damaged or cut short"),
        ("a.warc.gz", gzip.compress(b"WARC/1.0\r\nWARC-Type: response\r\n" * 99)[:60], "damaged"),
        ("a.warc", b"WARC/1.0\r\nContent-Length: 2\r\n\r\nxx\r\n\r\nno record\r\n", "record 2: damaged"),
        ("a.txt", "example.com/a\n", "line 1: 'example.com/a' is no web address"),
        ("a.html", HTML, "give the folder that it stands in"),
        ("a.bin", b"\0\1\2", "give a folder of HTML files, a list of addresses"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_where_and_why(tmp_path: Path, name: str, data: bytes | str, words: str) -> None:
    got = error(write(tmp_path / name, data))
    assert isinstance(got, UsageError)
    assert words in str(got)


def test_damage_behind_good_lines_is_named_by_its_line(tmp_path: Path) -> None:
    lines = "".join(rows({"url": f"https://e.com/{n}", "text": os.urandom(600).hex()}) for n in range(300))
    said = str(error(write(tmp_path / "a.jsonl.gz", gzip.compress(lines.encode())[:-5000])))
    number = int(said.partition("line ")[2].partition(":")[0])
    assert 285 < number < 300


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.txt", "b.csv", "b.parquet", "b"])
def test_an_empty_source(tmp_path: Path, name: str) -> None:
    data = {"b.csv": "url,text\n", "b.parquet": as_parquet(ROWS[:0] or [{"url": "", "text": ""}])}.get(name, b"")
    if name == "b":
        (tmp_path / name).mkdir()
        data = None  # type: ignore[assignment]
    elif name == "b.parquet":
        schema = pyarrow.schema([("url", pyarrow.string()), ("text", pyarrow.string())])
        pyarrow.parquet.write_table(schema.empty_table(), tmp_path / name)
        data = None  # type: ignore[assignment]
    got = error(tmp_path / name if data is None else write(tmp_path / name, data))
    assert isinstance(got, SiteError)
    assert "is empty: it names no pages" in str(got)


def test_parquet_with_bytes_and_cells_without_value(tmp_path: Path) -> None:
    found = [{"url": "https://e.com/a", "html": "<p>дом".encode("cp1251")}, {"url": None, "html": b"x"},
             {"url": "https://e.com/c", "html": None}]  # fmt: skip
    got, faults = read(write(tmp_path / "a.parquet", as_parquet(found)))
    page = got["https://e.com/a"]
    assert isinstance(page, Fetch)
    assert (page.body, page.header("content-type")) == ("<p>дом".encode("cp1251"), "text/html")
    assert faults.note == "2 left out (row 2: no 'url'; row 3: neither 'html' nor 'text')"


@pytest.mark.parametrize(("module", "name", "package"), [(parquet, "a.parquet", "pyarrow"), (warc, "a.warc", "warcio")])
def test_a_missing_library_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, package: str
) -> None:
    for loaded in [each for each in sys.modules if each.partition(".")[0] == package]:
        monkeypatch.setitem(sys.modules, loaded, None)
    monkeypatch.setitem(sys.modules, package, None)
    got = error(write(tmp_path / name, as_parquet(ROWS) if module is parquet else b"WARC/1.0\r\n"))
    assert f"python -m pip install {package}" in str(got)


# Folders


def test_a_folder_is_a_site(tmp_path: Path) -> None:
    for name in ("index.html", "a/index.htm", "a/Page.HTML", "a/b c/é.xhtml", "a/100%.htm", "x/index.xhtml"):
        write(tmp_path / name, f"<p>{name}")
    for name in (".git/a.html", ".hidden.html", "a/style.css", "a/page.html.gz", "robots.txt"):
        write(tmp_path / name, "no page")
    got, faults = read(tmp_path)
    base = "http://localhost/"
    assert list(got) == [
        base + path for path in ("a/100%25.htm", "a/Page.HTML", "a/b%20c/%C3%A9.xhtml", "a/", "", "x/")
    ]
    first = got["http://localhost/a/"]
    assert isinstance(first, Fetch)
    assert (first.body, first.header("content-type")) == (b"<p>a/index.htm", "text/html")
    assert got["http://localhost/x/"].header("content-type") == "application/xhtml+xml"  # type: ignore[union-attr]
    assert faults.note == ""
    moved, _ = read(tmp_path, base_url="https://e.com/docs")
    assert list(moved) == [url.replace(base, "https://e.com/docs/") for url in got]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "large.html", "x" * 2001)
    write(tmp_path / "fits.html", "x" * 2000)
    got, _ = read(tmp_path, max_bytes=2000)
    assert {url.rpartition("/")[2]: answer.outcome for url, answer in got.items()} == {  # type: ignore[union-attr]
        "large.html": "too_large", "fits.html": "ok",
    }  # fmt: skip


def linked(link: Path, target: Path) -> None:
    try:
        link.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:  # Windows asks for a right that few have
        pytest.skip("no symbolic links here")


def test_links_stay_inside_and_make_no_circle(tmp_path: Path) -> None:
    write(tmp_path / "secret.html", "outside")
    write(tmp_path / "site" / "a.html", "inside")
    write(tmp_path / "other" / "b.html", "outside, too")
    (tmp_path / "site" / "sub").mkdir()
    linked(tmp_path / "site" / "sub" / "again.html", tmp_path / "site" / "a.html")
    linked(tmp_path / "site" / "leak.html", tmp_path / "secret.html")
    linked(tmp_path / "site" / "gone.html", tmp_path / "site" / "nothing.html")
    linked(tmp_path / "site" / "self.html", tmp_path / "site" / "self.html")
    linked(tmp_path / "site" / "other", tmp_path / "other")
    linked(tmp_path / "site" / "sub" / "circle", tmp_path / "site")
    got, faults = read(tmp_path / "site")
    assert {url.removeprefix("http://localhost/"): a.body for url, a in got.items() if a.body} == {  # type: ignore[union-attr]
        "a.html": b"inside", "sub/again.html": b"inside",
    }  # fmt: skip
    for name in ("gone", "self"):
        lost = got[f"http://localhost/{name}.html"]
        assert isinstance(lost, Fetch)
        assert (lost.outcome, lost.status) == ("error", None)
    assert faults.note.split("; ") == [
        "leak.html is a link that leads out of the folder",
        "other is a link to a folder, which is not followed",
        "sub/circle is a link to a folder, which is not followed",
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.html")  # type: ignore[attr-defined, unused-ignore]
    write(tmp_path / "a.html", HTML)
    got, _ = read(tmp_path)
    assert {url[17:]: answer.outcome for url, answer in got.items()} == {"a.html": "ok", "pipe.html": "error"}  # type: ignore[union-attr]
    assert "no regular file" in str(error(tmp_path / "pipe.html"))


# Archives


def an_archive(path: Path, records: list[tuple[str, str, Any, bytes]], packed: bool = True) -> Path:
    """A WARC of (kind, address, HTTP head or None, body)."""
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=packed)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "test"}))
        for kind, url, http, body in records:
            writer.write_record(
                writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=http, warc_headers_dict={})
            )
    return path


def http(status: str = "200 OK", *headers: tuple[str, str], kind: str = "text/html") -> StatusAndHeaders:
    return StatusAndHeaders(status, [("Content-Type", kind), *headers], protocol="HTTP/1.1")


def chunked(body: bytes) -> bytes:
    pieces = [body[i : i + 7] for i in range(0, len(body), 7)]
    return b"".join(f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in [*pieces, b""])


def records() -> list[tuple[str, str, Any, bytes]]:
    page = HTML.encode()
    get = StatusAndHeaders("GET / HTTP/1.1", [("Host", "e.com")], is_http_request=True)
    coded = http("200 OK", ("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip"))
    return [
        ("request", "https://e.com/plain", get, b""),
        ("response", "https://e.com/plain", http("200 OK", ("X-Robots-Tag", "noindex")), page),
        ("response", "https://e.com/packed", coded, chunked(gzip.compress(page))),
        ("response", "https://e.com/moved", http("301 Moved", ("Location", "/plain")), b"moved"),
        ("response", "https://e.com/gone", http("404 Not Found"), b"gone"),
        ("response", "https://e.com/a.png", http(kind="image/png"), b"x"),
        ("response", "https://e.com/a.pdf", http(kind="application/pdf"), b"x"),
        ("revisit", "https://e.com/plain", http(), b""),
        ("resource", "https://e.com/r", None, page),
        ("response", "dns:e.com", None, b"1.2.3.4"),
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["one by one", "not at all", "as a whole"])
def test_an_archive_is_read_as_if_its_servers_answered_now(tmp_path: Path, how: str) -> None:
    path = an_archive(tmp_path / "a.warc", records(), packed=how == "one by one")
    if how == "as a whole":
        path = write(tmp_path / "b.warc.gz", gzip.compress(path.read_bytes()))
    got, faults = read(path)
    seen = {url.rpartition("/")[2]: answer for url, answer in got.items() if isinstance(answer, Fetch)}
    assert {name: (a.status, a.outcome) for name, a in seen.items()} == {
        "plain": (200, "ok"), "packed": (200, "ok"), "moved": (301, "redirect"), "gone": (404, "http_error"),
        "a.pdf": (200, "not_html"),
    }  # fmt: skip
    assert seen["plain"].body == seen["packed"].body == HTML.encode()
    assert seen["plain"].header("x-robots-tag") == "noindex"
    assert seen["moved"].redirect_to == "https://e.com/plain"
    assert faults.count == 0
    assert sorted(each.partition(", whose")[0] for each in faults.aside) == [
        "1 records not of the web", "1 records of kind resource", "1 records of kind revisit",
        "1 records of type image/png",
    ]  # fmt: skip


def test_a_record_that_is_cut_short_is_told_from_a_page(tmp_path: Path) -> None:
    path = an_archive(tmp_path / "a.warc", records()[1:2], packed=False)
    path.write_bytes(path.read_bytes()[:-10])
    got, _ = read(path)
    page = got["https://e.com/plain"]
    assert isinstance(page, Fetch)
    assert (page.status, page.outcome, page.note) == (None, "error", "the archive's record is cut short")


# Lists


def test_a_list_of_addresses(tmp_path: Path) -> None:
    text = "# main pages\nhttps://e.com/a#part\n\n  https://e.com/b  \nno address\nhttps://e.com/c # no comment\n"
    local = readers.find(str(write(tmp_path / "list.txt", text)), CrawlSettings())
    assert local is not None
    assert (local.is_list, local.site) == (True, "https://e.com/a#part")
    faults = Faults()
    found = [item.url for item in local.reader.read(local.path, CrawlSettings(), faults)]
    assert found == ["https://e.com/a#part", "https://e.com/b", "https://e.com/c # no comment"]
    assert faults.note == "1 left out (line 5: 'no address' is no web address; write it with https://)"


# What a source is


def test_each_kind_has_a_name_in_the_report() -> None:
    assert {reader.KIND for reader in readers.READERS} <= SOURCES.keys()


def test_a_web_address_is_no_path_and_a_path_no_web_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    web = ("https://e.com/list.txt", " HTTP://e.com", "e.com", "e.com/map.txt", "//e.com/", "localhost:80", "", "\0")
    assert [readers.path_of(source) for source in web] == [None] * len(web)
    for source in ("list.txt", "./site", "../none", "/none/at/all", "~/none", "a.warc.gz", r"C:\site"):
        with pytest.raises(UsageError, match="no such file or folder"):
            readers.path_of(source)
    write(tmp_path / "e.com" / "a.html", HTML)
    assert readers.path_of("e.com") == (tmp_path / "e.com").resolve()
    assert readers.path_of("https://e.com") is None


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40), min_size=1, max_size=6))
@example(['a"b', "a\r\nb", "\rx", "\x00", "\ufeff", ";,\t", "\u2028"])
def test_every_text_comes_out_as_it_went_in(texts: list[str]) -> None:
    found = [{"url": f"https://e.com/{n}", "text": text} for n, text in enumerate(texts)]
    table_of = io.StringIO()
    csv.writer(table_of, quoting=csv.QUOTE_ALL).writerows([("url", "text"), *(row.values() for row in found)])
    want = {row["url"]: "\n".join(row["text"].splitlines()) for row in found}
    with tempfile.TemporaryDirectory() as place:
        for name, data in (("a.jsonl", rows(*found)), ("a.csv", table_of.getvalue()), ("a.parquet", as_parquet(found))):
            got, faults = read(write(Path(place) / name, data))
            assert {url: answer[1].body for url, answer in got.items()} == want  # type: ignore[index, union-attr]
            assert faults.note == ""


@given(
    st.sampled_from([warc, parquet, jsonl, table, addresses]),
    st.sampled_from([b"", b"WARC/1.0\r\n", b"PAR1", b"url,text\n", b"\x1f\x8b", b"\xff\xfe", b'{"url": "']),
    st.binary(max_size=300),
)
@example(table, b"", b"\r\0")
def test_no_bytes_raise_but_in_clear_words(module: Any, start: bytes, data: bytes) -> None:
    """Whatever stands in a file: items, faults, or one line with its name."""
    with tempfile.TemporaryDirectory() as place:
        path = write(Path(place) / "any", start + data)
        said = "any: nothing wrong"
        try:
            module.knows(path, common.head(path))
            for item in module.read(path, CrawlSettings(), Faults()):
                asyncio.run(item.load(item.url))
        except PagetwinError as error:
            said = str(error)
        assert "any: " in said
        assert "\n" not in said


def test_a_line_without_end_is_a_fault_and_the_next_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "LONGEST", 1000)
    long = rows({"url": "https://e.com/long", "text": "x" * 5000})
    got, faults = read(write(tmp_path / "a.jsonl", rows(ROWS[1]) + long + rows(ROWS[0])))
    assert list(got) == ["https://e.com/b", "https://e.com/a"]
    assert faults.note == "1 left out (line 2: longer than 1,000 characters)"
