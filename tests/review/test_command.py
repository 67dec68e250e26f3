"""The command: one at a time, from this machine alone, ended by Ctrl-C; what it adopts holds for later runs."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import httpx
import pytest
from pagetwin import pipeline
from pagetwin.cli import pagetwin as command
from pagetwin.config import load
from pagetwin.errors import AuditFileError, ConfigError, UsageError
from pagetwin.pipeline import adopted, analyze
from pagetwin.progress import Progress
from pagetwin.store.file import FILE, Store
from pagetwin.store.review import adopt

from ..reports.folder import page, said
from ..support.run import pagetwin
from .audit import settings
from .running import review


def test_a_second_review_is_refused_and_the_first_goes_on(out: Path) -> None:
    with review(out) as running:
        second = pagetwin("review", out, "--no-browser")
        assert second.returncode == 2
        assert second.stderr.count("\n") == 1
        assert "another run works in this folder (an open review is one, too)" in second.stderr
        assert "done" in pagetwin("status", out).stdout  # reading is free
        own = {"origin": running.address.rpartition("/")[0].rpartition("/")[0]}
        form = {"label": "same", "note": "x"}
        assert httpx.post(f"{running.address}pair/1/answer", data=form, headers=own).status_code == 303
        assert httpx.get(running.address.replace("127.0.0.1", "localhost"), follow_redirects=True).status_code == 200
        for headers in ({**own, "host": "evil.example"}, {"origin": "https://evil.example"}):
            answer = httpx.post(f"{running.address}pair/1/answer", data={"label": "unsure"}, headers=headers)
            assert (answer.status_code, answer.text[:32]) == (403, "pagetwin review: refused: the re")
        assert running.stop() == 0
        assert running.said == ["review ended: 1 answers stored (1 same, 0 different, 0 unsure)"]
    connection = sqlite3.connect(out / FILE)
    assert connection.execute("SELECT label FROM labels").fetchall() == [("same",)]
    connection.close()


def test_it_listens_on_loopback_at_the_port_that_was_asked_for(out: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=rf"port {port} is not free \(.*\); choose another with --port"):
            start(out, port=port)
    with review(out, "--port", port, "--pairs", 3) as running:
        assert f"http://127.0.0.1:{port}/" in running.address
        assert "Pair 1 of 3" in httpx.get(running.address, follow_redirects=True).text
        with socket.socket() as other:
            assert other.connect_ex(("127.0.0.2", port)) != 0


def start(out: Path, **options: int) -> None:
    """Begin a review in this process; it must not come that far."""
    pipeline.review(out, load(None, {"review": options}), pytest.fail, open_browser=False)


@pytest.mark.parametrize("pairs", [0, -1, 501])
def test_a_number_of_pairs_that_makes_no_sense(out: Path, pairs: int) -> None:
    with pytest.raises(ConfigError, match="pairs must be a whole number from 1 to 500"):
        start(out, pairs=pairs)


def test_without_an_audit_or_a_comparison(out: Path, tmp_path: Path) -> None:
    with pytest.raises(AuditFileError, match="no audit here"):
        start(tmp_path / "none")
    Store.open(tmp_path / "begun").close()
    with pytest.raises(UsageError, match="the crawl is not finished"):
        start(tmp_path / "begun")
    connection = sqlite3.connect(out / FILE)
    connection.execute("DELETE FROM stages WHERE stage = 'audit'")
    connection.commit()
    connection.close()
    with pytest.raises(UsageError, match="the pages were not compared yet"):
        start(out)


def test_flag_over_file_over_adopted_over_default(out: Path, tmp_path: Path) -> None:
    with Store.open(out) as store:
        adopt(store, 0.7, 0.9, 20)
    toml = tmp_path / "pagetwin.toml"
    toml.write_text("[compare]\ncontainment = 0.85\n", "utf-8")
    found = load(toml, {"compare": {"jaccard": None}}, adopted(out)).compare
    assert (found.jaccard, found.containment) == (0.7, 0.85)
    found = load(toml, {"compare": {"jaccard": 0.5, "containment": None}}, adopted(out)).compare
    assert (found.jaccard, found.containment) == (0.5, 0.85)
    assert adopted(tmp_path / "none") == adopted(tmp_path) == {}
    (tmp_path / FILE).write_text("no database", "utf-8")
    assert adopted(tmp_path) == {}


def test_adopted_thresholds_hold_for_later_runs_and_the_report_says_so(out: Path) -> None:
    with Store.open(out) as store:
        adopt(store, 0.7, 0.9, 20)
    analyze(out, load(None, {"compare": {"shingle": 5}}, adopted(out)), Progress())
    facts = json.loads((out / "summary.json").read_text("utf-8"))["similarity"]
    assert (facts["jaccard"], facts["containment"]) == (0.7, 0.9)
    text = said(page(out / "report", "index.html"))
    assert "Thresholds: Jaccard 0.70 or containment 0.90. The thresholds were set in the review on" in text
    analyze(out, settings(jaccard=0.6), Progress())
    assert "set in the review" not in said(page(out / "report", "index.html"))


def test_the_help_names_its_options() -> None:
    names = {name for parameter in command.commands["review"].params for name in parameter.opts}
    assert {"--pairs", "--port", "--no-browser", "--import", "--language"} <= names
