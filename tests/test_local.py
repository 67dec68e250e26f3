"""The same pages give the same tables, wherever they are read from: over HTTP, from a folder, a table, an archive."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyarrow
import pyarrow.parquet
import pytest
from crawler.site import Answer, Site, to
from pagetwin import pipeline
from pagetwin.config import CrawlSettings, Settings
from pagetwin.crawler.workers import Workers
from pagetwin.errors import SiteError, UsageError
from pagetwin.progress import Progress
from support.run import pagetwin, start, table
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

TREES = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew")
PLAIN = (("Content-Type", "text/html"),)
TABLES = ("pages", "pairs", "clusters")


def text(seed: int, own: str = "") -> str:
    rng = random.Random(seed)
    words = [rng.choice(TREES) for _ in range(120)]
    return " ".join([*words[:60], own, *words[60:]])


def page(title: str, words: str, head: str = "") -> str:
    main = f"<main><h1>{title}</h1><p>{words}</p></main>"
    return f"<html><head><title>{title}</title>{head}</head><body>{main}</body></html>"


def pages() -> dict[str, bytes]:
    """By path: groups of near-duplicates, an exact copy, one noindex, one canonicalised, other charsets, odd kinds."""
    found = {f"town{n}.html": page(f"Town {n}", text(n // 3, f"own{n}")) for n in range(9)}
    found["copy/index.html"] = found["town0.html"]
    found["hidden.html"] = page("Hidden", text(0, "hidden"), '<meta name="robots" content="noindex">')
    found["print.html"] = page("Town 1", text(0, "own1"), '<link rel="canonical" href="town1.html">')
    found["shell.html"] = '<html><body><div id="root"></div><script src="x.js"></script></body></html>'
    found["stub.html"] = '<meta http-equiv="refresh" content="0; url=town2.html">'
    found["index.html"] = page("Home", text(50)) + "<a href=town0.html>0</a>"
    coded = {path: html.encode() for path, html in found.items()}
    russian = " ".join(f"слово{n} ёлка" for n in range(80))
    coded["ru.html"] = page("Русская", russian, '<meta charset="windows-1251">').encode("cp1251")
    coded["дом 1.html"] = page("Дом", russian + " ещё").encode()
    coded["empty.html"] = b""
    return coded


def address(path: str) -> str:
    return "/" + path.removesuffix("index.html")


def audit(source: object, out: Path, **crawl: Any) -> dict[str, Any]:
    """The summary of an audit in this process."""
    settings = Settings(crawl=CrawlSettings(**{"rate": 0.0, "retries": 0, "workers": 1, **crawl}))
    return pipeline.audit(str(source), out, settings, Progress()).summary


def tables(out: Path) -> dict[str, list[dict[str, str]]]:
    return {name: table(out, name) for name in TABLES}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site({quote(address(path)): Answer(body, headers=PLAIN) for path, body in pages().items()}) as server:
        server.pages["/old.html"] = to("/town4.html")
        server.pages["/gone.html"] = Answer("gone", 404, PLAIN)
        yield server


@pytest.fixture(scope="module")
def fetched(site: Site, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, str]]]:
    """The tables of the pages as they are had over HTTP, by a list of their addresses."""
    place = tmp_path_factory.mktemp("fetched")
    lines = "".join(f"{site.url}{address(path)}\n" for path in pages())
    (place / "list.txt").write_text(f"# all\n{lines}", "utf-8")
    audit(place / "list.txt", place / "out")
    found = tables(place / "out")
    assert len(found["pages"]) == len(pages())
    assert len(found["clusters"]) > 9
    return found


def decoded(path: str, body: bytes) -> str:
    return body.decode("cp1251" if path == "ru.html" else "utf-8")


def as_folder(url: str, place: Path) -> Path:
    for path, body in pages().items():
        (place / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (place / "site" / path).write_bytes(body)
    return place / "site"


def as_jsonl(url: str, place: Path) -> Path:
    rows = [{"url": url + address(path), "html": decoded(path, body)} for path, body in pages().items()]
    with gzip.open(place / "pages.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return place / "pages.jsonl.gz"


def as_csv(url: str, place: Path) -> Path:
    with (place / "pages.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, delimiter=";").writerows(
            [("url", "html"), *((url + address(path), decoded(path, body)) for path, body in pages().items())]
        )
    return place / "pages.csv"


def as_parquet(url: str, place: Path) -> Path:
    found = pages()
    rows = pyarrow.table({"url": [url + address(path) for path in found], "html": list(found.values())})
    pyarrow.parquet.write_table(rows, place / "pages.parquet")
    return place / "pages.parquet"


def an_archive(file: Path, answers: list[tuple[str, str, tuple[tuple[str, str], ...], bytes]]) -> Path:
    """A WARC.gz of (address, status line, headers, body)."""
    with file.open("wb") as opened:
        writer = WARCWriter(opened, gzip=True)
        for url, status, headers, body in answers:
            http = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1")
            writer.write_record(writer.create_warc_record(url, "response", payload=io.BytesIO(body), http_headers=http))
    return file


def as_warc(url: str, place: Path) -> Path:
    answers = [(url + address(path), "200 OK", PLAIN, body) for path, body in pages().items()]
    return an_archive(place / "pages.warc.gz", answers)


@pytest.mark.parametrize("made", [as_folder, as_jsonl, as_csv, as_parquet, as_warc])
def test_every_local_source_gives_the_tables_of_the_site(
    site: Site, fetched: dict[str, list[dict[str, str]]], tmp_path: Path, made: Any
) -> None:
    asked = len(site.asked)
    facts = audit(made(site.url, tmp_path), tmp_path / "out", base_url=f"{site.url}/" if made is as_folder else "")
    assert tables(tmp_path / "out") == fetched
    assert len(site.asked) == asked, "a local source needs no network"
    assert (facts["complete"], facts["sources"]) == (True, {"read": 1, "failed": 0})


def test_an_archive_keeps_redirects_and_errors_and_its_last_answers(site: Site, tmp_path: Path) -> None:
    paths = ["/", "/town4.html", "/town5.html", "/old.html", "/gone.html"]
    (tmp_path / "list").write_text("\n".join(site.url + path for path in paths), "utf-8")
    answers = [(site.url + "/town4.html", "200 OK", PLAIN, b"an older answer")]
    answers += [(site.url + path, "200 OK", PLAIN, pages()[path[1:] or "index.html"]) for path in paths[:3]]
    answers.append((site.url + "/old.html", "301 Moved", (("Location", "/town4.html"),), b""))
    answers.append((site.url + "/gone.html", "404 Not Found", PLAIN, b"gone"))
    audit(tmp_path / "list", tmp_path / "web")
    audit(an_archive(tmp_path / "a.warc.gz", answers), tmp_path / "archive")
    assert tables(tmp_path / "archive") == tables(tmp_path / "web")
    assert {row["status"] for row in table(tmp_path / "web", "pages")} == {"200", "301", "404"}


def test_texts_are_compared_as_they_are(tmp_path: Path) -> None:
    """By hand: 121 words are 112 shingles of ten; one other word in the middle costs ten of them."""
    rows = [{"url": f"https://e.com/{n}", "text": text(0, f"own{n}"), "title": f"T{n}"} for n in range(2)]
    rows.append({"url": "https://e.com/other", "text": text(9, "other")})
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    audit(tmp_path / "a.jsonl", tmp_path / "out")
    (pair,) = table(tmp_path / "out", "pairs")
    assert (pair["url_a"], pair["url_b"]) == ("https://e.com/0", "https://e.com/1")
    assert (pair["shared"], pair["shingles_a"], pair["shingles_b"]) == ("102", "112", "112")
    assert [row["title"] for row in table(tmp_path / "out", "pages")] == ["T0", "T1", ""]


def test_limit_and_patterns_hold_and_what_is_left_out_is_counted(tmp_path: Path) -> None:
    rows = [{"url": f"https://e.com/{kind}/{n}", "text": text(n)} for n in range(4) for kind in ("shop", "news")]
    rows += [{"url": "https://other.org/x", "text": "x"}, {"url": "/relative", "text": "x"}, {"text": "no address"}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    facts = audit(tmp_path / "a.jsonl", tmp_path / "out", include=("/shop/",), exclude=("/3$",), max_pages=2)
    assert {row["url"] for row in table(tmp_path / "out", "pages") if row["status"]} == {
        "https://e.com/shop/0", "https://e.com/shop/1",
    }  # fmt: skip
    assert facts["pages"]["skipped"] == {"excluded": 5, "foreign_host": 1, "over_limit": 1}
    report = (tmp_path / "out" / "report" / "index.html").read_text("utf-8")
    for words in ("JSON Lines", "line 11: no &#39;url&#39;", "1 relative or unusable", "1 of another site"):
        assert words in report


def test_nothing_that_passes_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"url": "https://e.com/a", "text": "x"}\n', "utf-8")
    with pytest.raises(UsageError, match=r"none of the 1 addresses of .*a\.jsonl passes include and exclude"):
        audit(tmp_path / "a.jsonl", tmp_path / "out", include=("/shop/",))
    assert audit(tmp_path / "a.jsonl", tmp_path / "out")["pages"]["analysed"] == 1
    with pytest.raises(SiteError, match=r"names only addresses of e.com, none of other.org; correct --base-url"):
        audit(tmp_path / "a.jsonl", tmp_path / "out2", base_url="https://other.org/")


def test_a_source_of_which_too_much_is_lost_is_refused(tmp_path: Path) -> None:
    good = "".join(json.dumps({"url": f"https://e.com/{n}", "text": text(n)}) + "\n" for n in range(8))
    (tmp_path / "a.jsonl").write_text(good + "{cut\n" * 2, "utf-8")
    assert audit(tmp_path / "a.jsonl", tmp_path / "out")["complete"] is True
    (tmp_path / "b.jsonl").write_text(good + '{"url": "/relative", "text": "x"}\n' + "{cut\n" * 2, "utf-8")
    with pytest.raises(SiteError, match=r"b\.jsonl: 3 of 11 pages cannot be used: 2 left out \(line 10: not JSON"):
        audit(tmp_path / "b.jsonl", tmp_path / "out2")


def test_of_rows_with_one_address_the_last_counts(tmp_path: Path) -> None:
    rows = [{"url": f"https://e.com/{name}", "text": text(n)} for n, name in enumerate(("a", "b", "%61", "a#x", "c"))]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    audit(tmp_path / "a.jsonl", tmp_path / "out", batch=1)
    with closing(sqlite3.connect(tmp_path / "out" / "audit.sqlite")) as db:
        stored = db.execute(
            "SELECT z FROM texts JOIN versions ON hash = main_hash JOIN addresses a ON a.id = address"
            " WHERE url LIKE '%/a'"
        ).fetchall()
        (note,) = db.execute("SELECT note FROM sources").fetchone()
    assert [zlib.decompress(z).decode() for (z,) in stored] == [text(3)]
    assert note == "2 with an address that comes again, of which the last counts"


def test_a_list_is_asked_under_the_rules_of_its_site(tmp_path: Path) -> None:
    with Site({"/robots.txt": "User-agent: *\nDisallow: /private/"}) as site:
        site.pages |= {"/a": Answer(page("A", text(1)), headers=PLAIN), "/private/b": "secret"}
        lines = f"{site.url}/a\nnone\n{site.url}/private/b\nhttps://example.com/\n{site.url}/a#again\n"
        (tmp_path / "list.txt").write_text(lines, "utf-8")
        facts = audit(tmp_path / "list.txt", tmp_path / "out", probes=False)
        assert sorted(site.paths()) == ["/a", "/robots.txt"]
    assert facts["pages"]["declared"] == 3
    assert facts["pages"]["skipped"] == {"blocked_by_robots": 1, "foreign_host": 1}
    report = (tmp_path / "out" / "report" / "index.html").read_text("utf-8")
    assert "list of addresses" in report
    assert "line 2: &#39;none&#39; is no web address" in report


def test_an_audit_goes_on_only_with_its_own_site(tmp_path: Path) -> None:
    for name, host in (("a", "e.com"), ("b", "www.e.com"), ("c", "other.org")):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"url": f"https://{host}/", "text": text(1)}), "utf-8")
    audit(tmp_path / "a.jsonl", tmp_path / "out")
    audit(tmp_path / "b.jsonl", tmp_path / "out")  # next week's export of the same site
    with pytest.raises(UsageError, match=r"holds an audit of .*b\.jsonl, not of .*c\.jsonl"):
        audit(tmp_path / "c.jsonl", tmp_path / "out")


def test_a_page_that_went_away_between_two_runs_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = as_folder("", tmp_path)
    monkeypatch.setattr(Workers, "read", None)  # the first run ends before it has read anything
    with pytest.raises(TypeError):
        audit(folder, tmp_path / "out")
    monkeypatch.undo()
    (folder / "town3.html").unlink()
    audit(folder, tmp_path / "out")
    rows = {row["url"]: row["outcome"] for row in table(tmp_path / "out", "pages")}
    assert len(rows) == len(pages())
    assert rows["http://localhost/town3.html"] == "error"
    assert rows["http://localhost/town4.html"] == "ok"


def test_a_folder_audit_that_was_killed_goes_on(tmp_path: Path) -> None:
    folder, count = tmp_path / "build", 300
    folder.mkdir()
    for n in range(count):
        (folder / f"{n}.html").write_text(page(f"Page {n}", text(n // 4, f"own{n}")), "utf-8")
    out = tmp_path / "b"
    process = start("audit", folder, "-o", out, "--workers", 1, "-q")
    while process.poll() is None and done(out) < 50:
        time.sleep(0.01)
    assert process.poll() is None, "ended before it could be killed"
    process.kill()
    process.wait()
    assert 50 <= done(out) < count
    times = stamps(out)
    facts = audit(folder, out)
    audit(folder, tmp_path / "a")
    assert tables(out) == tables(tmp_path / "a")
    assert facts["pages"]["fetched"] == count
    assert stamps(out).items() >= times.items(), "what was done is not read again"


def stamps(out: Path) -> dict[int, str]:
    """When each page was stored, by its number in the audit file."""
    with closing(sqlite3.connect(f"{(out / 'audit.sqlite').resolve().as_uri()}?mode=ro", uri=True)) as db:
        return dict(db.execute("SELECT id, fetched FROM versions"))


def done(out: Path) -> int:
    """Pages that are stored."""
    try:
        return len(stamps(out))
    except sqlite3.OperationalError:  # the file or its tables are not made yet
        return 0


def test_the_command_line_says_what_is_wrong_and_names_the_folder_of_its_audit(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.csv").write_text("address,text\n", "utf-8")
    for name, code, words in (
        ("empty", 3, "empty is empty: it names no pages"),
        ("bad.csv", 2, "bad.csv: line 1: no column 'url'"),
    ):
        run = pagetwin("audit", tmp_path / name, "-o", tmp_path / "out", "-q")
        assert run.returncode == code
        assert words in run.stderr
        assert len(run.stderr.splitlines()) == 1
    assert pipeline.default_folder(str(tmp_path / "empty")) == Path("pagetwin-empty")
    assert pipeline.default_folder(str(tmp_path / "bad.csv")) == Path("pagetwin-bad")
