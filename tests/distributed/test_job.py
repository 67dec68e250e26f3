"""The job from pages on storage to tables and report: every kind of input, and the text that each page is judged by."""

from __future__ import annotations

import gzip
import io
import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pagetwin import pipeline
from pagetwin.config import Settings
from pagetwin.distributed import report
from pagetwin.distributed.run import Done, Job, analyze
from pagetwin.progress import Progress
from pyarrow import parquet
from similarity.trap_sites import NOTICES, Page, judged, prose
from support.inline import InlineWorkers
from support.spark import CONF, needs_spark
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

SITE = "https://shop.example"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_spark()
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)


def run(given: Path, output: Path, **asked: Any) -> Done:
    settings = Settings()
    settings = replace(settings, compare=replace(settings.compare, **asked))
    return analyze(Job(str(given), str(output), "local[2]", CONF), settings, Progress())


def rows(output: Path, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parquet.read_table(output / table).to_pylist()
    return found


def pages(output: Path) -> dict[str, dict[str, Any]]:
    """The rows of pages that were compared, by address."""
    return {row["url"]: row for row in rows(output, "pages") if row["page"] is not None}


def pairs(output: Path) -> set[tuple[Any, ...]]:
    """Pairs by addresses."""
    url = {row["page"]: row["url"] for row in rows(output, "pages")}
    names = ("shared", "size_a", "size_b", "text", "kind")
    return {(url[row["a"]], url[row["b"]], *(row[name] for name in names)) for row in rows(output, "pairs")}


def pairs_here(audit: Path) -> set[tuple[Any, ...]]:
    """The same of an audit that the local engine made."""
    query = (
        "SELECT x.url, y.url, shared, size_a, size_b, text, kind FROM pairs"
        " JOIN pages x ON x.address = a JOIN pages y ON y.address = b"
    )
    with closing(sqlite3.connect(audit / "audit.sqlite")) as db:
        return {tuple(row) for row in db.execute(query)}


def markup(number: int) -> str:
    """A page of a shop with its furniture; every third is much like the one before."""
    own = prose((number // 3, "about"), 150) + " " + prose(number, 3 if number % 3 else 60)
    menu = "<nav><a href=/>Shop</a> <a href=/help>Help</a></nav>"
    return (
        f"<title>Page {number}</title><body>{menu}<p>Free delivery this week</p>"
        f"<article><h1>{prose((number, 'name'), 2)}</h1><p>{own}</p></article>"
    )


def test_texts_are_chosen_as_on_one_machine(tmp_path: Path) -> None:
    """Main texts that are one notice with a date, one shared paragraph, or true; and lines on every page."""
    everywhere = "Open from nine to five\nCall us free of charge"
    site: list[Page] = []
    shared, notice = prose("shared", 60), NOTICES["en"]
    for n in range(14):
        said = f"{notice[:90]} {n + 1}.{n + 1}.2026 {notice[90:]}"
        site.append((f"/shop/{n:02}", said, f"{everywhere}\n{prose((n, 'about'), 70)}\n{said}"))
        site.append((f"/city/{n:02}", shared, f"{everywhere}\n{shared}\n{prose((n, 'city'), 50)}"))
        main = f"{prose((n // 2, 'true'), 80)} {prose(n, 6)}"
        site.append((f"/news/{n:02}", main, f"{everywhere}\n{main}\n{prose((n, 'beside'), 12)}"))
        site.append((f"/bare/{n:02}", "", f"{everywhere}\n{prose((n // 4, 'bare'), 40)}"))
    site.sort()
    shuffled = random.Random(5).sample(site, len(site))
    columns = {name: [page[n] for page in shuffled] for n, name in enumerate(("url", "main", "body"))}
    columns["url"] = [SITE + path for path in columns["url"]]
    parquet.write_table(pa.table(columns), tmp_path / "in.parquet")
    here = judged(site)
    assert {choice.note.split(" on ")[0] for choice in here.choices} > {
        "",
        "main text missing",
        "main text is the same",
    }
    run(tmp_path / "in.parquet", tmp_path / "out")
    there = [pages(tmp_path / "out")[SITE + path] for path, _, _ in site]
    assert [(page["text"], page["note"]) for page in there] == [(c.kind, c.note) for c in here.choices]
    assert pairs(tmp_path / "out") == {
        (SITE + site[p.a][0], SITE + site[p.b][0], p.shared, p.size_a, p.size_b, p.text, p.kind)
        for p in here.comparison.pairs
    }


def test_lines_of_json_are_read_as_on_one_machine_and_what_is_no_page_is_told(tmp_path: Path) -> None:
    lines = [{"url": f"{SITE}/{n:03}", "html": markup(n), "price": n} for n in range(60)]
    lines += [{"url": "nonsense", "html": "<p>a"}, {"url": f"{SITE}/none", "html": "<body></body>"}, {"html": "<p>a"}]
    lines.append({"url": f"{SITE}/000#again", "html": markup(0), "price": 0})
    with gzip.open(tmp_path / "in.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    done = run(tmp_path / "in.jsonl.gz", tmp_path / "out")
    found = pages(tmp_path / "out")
    assert [found[f"{SITE}/{n:03}"]["price"] for n in range(1, 60)] == list(range(1, 60))
    assert done.summary["left_out"] == {
        "no absolute web address": 1, "empty": 1, "no 'url'": 1, "an address that comes again": 1
    }  # fmt: skip
    assert len(pairs(tmp_path / "out")) >= 20
    assert pairs(tmp_path / "out") == pairs_here(tmp_path / "out" / "audit")


def test_a_report_of_a_sample_says_so_and_holds_the_largest_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From an archive, and with pages of another site, which no report of one site could hold."""
    monkeypatch.setattr(report, "PAGES", 20)
    with (tmp_path / "in.warc.gz").open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for n in range(40):
            url = f"{SITE}/{n:02}" if n < 36 else f"https://other.example/{n}"
            http = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.0")
            body = io.BytesIO(markup(n if n < 6 else 100 + 3 * n).encode())
            writer.write_record(writer.create_warc_record(url, "response", payload=body, http_headers=http))
    done = run(tmp_path / "in.warc.gz", tmp_path / "out")
    note = "a sample: 20 of 40 pages, the largest groups first; of https://shop.example alone, which has 36 pages"
    assert done.summary["report"] == {"pages": 20, "of": 40, "note": note}
    assert f"report: {note}" in done.closing
    grouped = {row["page"] for row in rows(tmp_path / "out", "clusters")}
    assert len(grouped) == 6
    with closing(sqlite3.connect(tmp_path / "out" / "audit" / "audit.sqlite")) as db:
        there = {url for (url,) in db.execute("SELECT url FROM pages")}
        assert db.execute("SELECT note FROM sources").fetchall() == [(note,)]
    assert there > {page["url"] for page in rows(tmp_path / "out", "pages") if page["page"] in grouped}
    assert note in (tmp_path / "out" / "audit" / "report" / "index.html").read_text("utf-8")


def test_an_audit_gives_what_it_has(tmp_path: Path) -> None:
    lines = (json.dumps({"url": f"{SITE}/{n:02}", "html": markup(n)}) + "\n" for n in range(24))
    (tmp_path / "in.jsonl").write_text("".join(lines), "utf-8")
    pipeline.audit(str(tmp_path / "in.jsonl"), tmp_path / "audit", Settings(), Progress())
    job = Job("", (tmp_path / "out").as_uri(), "local[2]", CONF, tmp_path / "audit")
    analyze(job, Settings(), Progress())
    assert pairs(tmp_path / "out") == pairs_here(tmp_path / "audit") != set()
