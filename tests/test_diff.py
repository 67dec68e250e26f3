"""`pagetwin diff` and the table `history`, over three audits of a site that changes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawler.site import Answer, Site
from pagetwin import pipeline
from pagetwin.config import load
from pagetwin.progress import Progress
from support.inline import InlineWorkers
from support.revised import Revised, prose
from support.run import pagetwin

QUICK = load(None, {"crawl": {"rate": 0.0, "retries": 0, "workers": 1, "probes": False}})


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Three audits: in the second /back is gone and /text has another text, in the third /back is there again."""
    out = tmp_path_factory.mktemp("audited")
    with pytest.MonkeyPatch.context() as patch, Site() as server:
        patch.setattr(pipeline, "Workers", InlineWorkers)
        site = Revised(server)
        for n, path in enumerate(("/same", "/text", "/back", "/moved", "/silent")):
            site.put(path, prose(n))
        pipeline.audit(server.url + "/", out, QUICK, Progress())
        site.put("/text", prose(11))
        site.remove("/back")
        site.move("/moved", "/new")
        site.put("/new", prose(12))
        pipeline.audit(server.url + "/", out, QUICK, Progress())
        site.put("/back", prose(2))
        server.pages["/silent"] = Answer("", status=429)
        pipeline.audit(server.url + "/", out, QUICK, Progress())
        yield server.url, out


def told(out: Path, site: str, *options: str) -> tuple[dict[str, dict[str, str]], str]:
    run = pagetwin("diff", out, *options)
    assert run.returncode == 0, run.stderr
    rows = csv.DictReader(io.StringIO(run.stdout.removeprefix("\ufeff")))
    return {row["url"].removeprefix(site): row for row in rows}, run.stderr


def test_the_last_crawl_is_compared_with_the_one_before(audited: tuple[str, Path]) -> None:
    site, out = audited
    rows, said = told(out, site)
    assert {url: row["change"] for url, row in rows.items()} == {"/back": "came back"}
    assert "crawl 3 " in said
    assert "1 came back, 2 no page, 1 unknown" in said


def test_any_two_crawls_can_be_compared(audited: tuple[str, Path]) -> None:
    site, out = audited
    rows, _ = told(out, site, "--to", "2")
    assert {url: (row["change"], row["what"]) for url, row in rows.items()} == {
        "/back": ("vanished", ""), "/moved": ("vanished", ""), "/new": ("new", ""), "/text": ("changed", "text"),
    }  # fmt: skip
    assert rows["/moved"]["redirect_to"] == site + "/new"
    assert (rows["/moved"]["status_before"], rows["/moved"]["status"]) == ("200", "301")
    rows, _ = told(out, site, "--from", "1", "--all")
    assert {url: row["change"] for url, row in rows.items() if url != "/"} == {
        "/back": "unchanged", "/moved": "vanished", "/new": "new", "/same": "unchanged", "/silent": "unknown",
        "/text": "changed",
    }  # fmt: skip


def test_the_history_of_every_page_is_a_table(audited: tuple[str, Path]) -> None:
    site, out = audited
    run = pagetwin("export", out, "--what", "history")
    rows = {r["url"].removeprefix(site): r for r in csv.DictReader(io.StringIO(run.stdout.removeprefix("\ufeff")))}
    assert {url: (row["change"], row["versions"]) for url, row in rows.items()} == {
        "/back": ("came back", "2"), "/moved": ("no page", "1"), "/new": ("unchanged", "2"),
        "/same": ("unchanged", "3"), "/silent": ("unknown", "2"), "/text": ("unchanged", "3"),
    }  # fmt: skip


def test_a_file_takes_the_rows(audited: tuple[str, Path], tmp_path: Path) -> None:
    run = pagetwin("diff", audited[1], "--to", "2", "-o", tmp_path / "diff.csv", "--delimiter", ";")
    assert run.stdout == ""
    lines = (tmp_path / "diff.csv").read_text("utf-8-sig").splitlines()
    assert lines[0].startswith("change;url;what;")
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--from", "7"), "--from 7: no such crawl; crawls here: 1 ("),
        (("--from", "3"), "crawl 3 is not before crawl 3"),
        (("--to", "1999-01-01"), "--to 1999-01-01: no such crawl"),
        (("--to", "1"), "crawl 1 is not before crawl 1"),
    ],
)
def test_a_crawl_that_is_not_there_is_said_in_a_line(
    audited: tuple[str, Path], options: tuple[str, ...], said: str
) -> None:
    run = pagetwin("diff", audited[1], *options)
    assert run.returncode == 2
    assert said in run.stderr
    assert "Traceback" not in run.stderr
