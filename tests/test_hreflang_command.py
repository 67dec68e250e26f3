"""`pagetwin hreflang`: this audit alone, its table, and a whole audit of the same crawl afterwards."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from support.run import pagetwin

CODES = ("en", "de")


def site(folder: Path) -> Path:
    for n in range(3):
        for own in CODES:
            links = {c: f"http://localhost/{c}/{n}.html" for c in CODES if not (n == 1 and own == "de" and c == "en")}
            head = "".join(f'<link rel="alternate" hreflang="{c}" href="{u}">' for c, u in links.items())
            path = folder / own / f"{n}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"<html lang={own}><head><title>{n}</title>{head}</head><body><p>Text {n}.</body></html>")
    return folder


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hreflang")
    run = pagetwin(
        "hreflang", str(site(place / "site")), "--base-url", "http://localhost/", "-o", str(place / "out"), "-q"
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[-1] == str(place / "out" / "hreflang" / "hreflang.html")
    return place / "out"


def test_one_row_for_each_entry(out: Path) -> None:
    run = pagetwin("export", str(out), "--what", "hreflang", "-q")
    rows = list(csv.reader(run.stdout.lstrip("\ufeff").splitlines()))
    assert rows[0] == ["url", "code", "target", "sources", "state"]
    expected = []
    for own in ("de", "en"):
        for n in range(3):
            for code in ("de", "en"):
                state = "self" if own == code else "return-missing" if n == 1 else "confirmed"
                if (own, code, n) != ("de", "en", 1):
                    urls = [f"http://localhost/{c}/{n}.html" for c in (own, code)]
                    expected.append([urls[0], code, urls[1], "head", state])
    assert rows[1:] == expected


def test_what_to_paste_has_the_missing_link_back(out: Path) -> None:
    with (out / "rules" / "hreflang-links.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = dict(list(csv.reader(file))[1:])
    assert len(rows) == 6
    for n in range(3):
        links = [f'<link rel="alternate" hreflang="{c}" href="http://localhost/{c}/{n}.html">' for c in ("de", "en")]
        assert rows[f"http://localhost/de/{n}.html"] == rows[f"http://localhost/en/{n}.html"] == " ".join(links)


def test_texts_were_not_compared_until_they_are(out: Path) -> None:
    before = pagetwin("export", str(out), "--what", "clusters")
    assert before.returncode == 2
    assert "not compared yet" in before.stderr
    assert not (out / "report").exists()
    assert pagetwin("analyze", str(out), "-q").returncode == 0
    assert (out / "report" / "hreflang.html").exists()
    assert pagetwin("export", str(out), "--what", "clusters").returncode == 0


def test_pages_without_hreflang_are_no_error(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.html").write_text("<title>a</title><p>Text.")
    run = pagetwin("hreflang", str(tmp_path / "site"), "-o", str(tmp_path / "out"))
    assert run.returncode == 0
    assert "No page has hreflang." in run.stderr


def test_a_site_that_is_not_there_has_the_exit_code_of_an_audit(tmp_path: Path) -> None:
    run = pagetwin("hreflang", "http://127.0.0.1:9/", "-o", str(tmp_path / "out"), "--rate", "0", "-q")
    audit = pagetwin("audit", "http://127.0.0.1:9/", "-o", str(tmp_path / "other"), "--rate", "0", "-q")
    assert run.returncode == audit.returncode == 3
