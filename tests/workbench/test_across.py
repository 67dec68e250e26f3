"""Superdups: one main address for each duplicate, inside an audit and across audits, against brute force."""

from __future__ import annotations

import csv
import io
import json
import random
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from itertools import product
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest
from numpy.typing import NDArray
from pagetwin import pipeline
from pagetwin.config import Settings, load
from pagetwin.errors import AuditFileError, UsageError
from pagetwin.progress import Progress
from pagetwin.similarity.simhash import fingerprints, near
from pagetwin.similarity.words import word_hashes
from pagetwin.workbench import across
from support.inline import InlineWorkers
from support.run import pagetwin

WORDS = [f"word{n}" for n in range(900)]


@pytest.fixture(autouse=True)
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)
    monkeypatch.setattr(pipeline, "_report", lambda *_: None)  # the audit file is all that matters here


def text(seed: int, changed: int = 0) -> str:
    """400 words; the last `changed` of them are other ones."""
    rng, other = random.Random(seed), random.Random(-seed - 1)
    words = rng.choices(WORDS, k=400)
    return " ".join(words[: 400 - changed] + other.choices(WORDS, k=changed))


def audit(out: Path, site: str, pages: Mapping[str, str], **compare: object) -> Path:
    """An audit of pages: path to text."""
    source = out.with_suffix(".jsonl")
    rows = [json.dumps({"url": f"{site}{path}", "text": words}) for path, words in pages.items()]
    source.write_text("\n".join(rows), "utf-8")
    settings: Settings = load(None, {"crawl": {"workers": 1}, "compare": compare})
    pipeline.audit(str(source), out, settings, Progress())
    return out


def superdups(*folders: Path, exact: bool = False) -> dict[str, across.Row]:
    return {row[0]: row for row in across.across(folders, Progress(), exact)}


def shingles(words: str) -> set[str]:
    cut = words.split()
    return {" ".join(cut[n : n + 10]) for n in range(len(cut) - 9)}


def prints(texts: Iterable[str]) -> NDArray[np.uint64]:
    return np.concatenate([fingerprints(*word_hashes([text])) for text in texts])


def jaccard(a: str, b: str) -> float:
    one, other = shingles(a), shingles(b)
    return len(one & other) / len(one | other)


def test_one_audit_has_a_table_that_scripts_can_read(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    page = "<html><head><title>t</title>{}</head><body><main><p>{}</p></main></body></html>"
    files = {
        "a.html": page.format("", text(1)),
        "a-copy.html": page.format("", text(1)),
        "near.html": page.format("", text(1, 40)),
        "other.html": page.format("", text(2)),
        "named.html": page.format('<link rel="canonical" href="other.html">', text(3)),
        "moved.html": '<meta http-equiv="refresh" content="0; url=a-copy.html">',
    }
    for name, html in files.items():
        (site / name).write_text(html, "utf-8")
    pipeline.audit(str(site), tmp_path / "out", load(None, {"crawl": {"workers": 1}}), Progress())
    with closing(sqlite3.connect(tmp_path / "out" / "audit.sqlite")) as db:
        rows = db.execute("SELECT duplicate_url, main_url, how, score, audit FROM superdups").fetchall()
    found = {urlsplit(row[0]).path: (urlsplit(row[1]).path, *row[2:4]) for row in rows}
    score = found.pop("/near.html")
    assert found == {
        "/a.html": ("/a-copy.html", "exact", 1.0),  # the refresh names it
        "/moved.html": ("/a-copy.html", "redirect", None),
        "/named.html": ("/other.html", "canonical", 0.0),
    }
    assert score[:2] == ("/a-copy.html", "near")
    assert score[2] == pytest.approx(jaccard(text(1), text(1, 40)))
    assert {row[4] for row in rows} == {"out"}
    ran = pagetwin("export", tmp_path / "out", "--what", "superdups")
    table = list(csv.DictReader(io.StringIO(ran.stdout.removeprefix("\ufeff"))))
    assert {(row["duplicate_url"], row["main_url"], row["how"]) for row in table} == {row[:3] for row in rows}
    assert next(row["why"] for row in table if row["how"] == "exact") == "redirect_target"


def test_pages_of_two_audits_find_each_other_as_brute_force_does(tmp_path: Path) -> None:
    ours = {f"/{n}": text(n) for n in range(30)}
    theirs = {f"/{n}/x": text(n, changed=n % 10) for n in range(0, 40, 2)}
    one = audit(tmp_path / "one", "https://one.example", ours)
    two = audit(tmp_path / "two", "http://two.example", theirs)
    proposed = near(prints(theirs.values())[:, None], prints(ours.values())[None, :])
    true, by_simhash = {}, set()
    for (m, b), (n, a) in product(enumerate(theirs), enumerate(ours)):
        if jaccard(ours[a], theirs[b]) >= 0.5:
            url = f"http://two.example{b}"
            true[url] = f"https://one.example{a}", jaccard(ours[a], theirs[b])
            by_simhash |= {url} if proposed[m, n] else set()
    assert 12 <= len(by_simhash) < len(true) == 15

    for exact, expected, how in ((False, by_simhash, "simhash"), (True, true.keys(), "near")):
        found = superdups(one, two, exact=exact)
        assert {url: row[2] for url, row in found.items()} == {url: true[url][0] for url in expected}
        for url, row in found.items():
            assert row[4] == pytest.approx(true[url][1])
            assert row[5:] == ("exact" if true[url][1] == 1 else how, "https", str(two), str(one))
        assert superdups(two, one, exact=exact) == found


def test_chains_across_audits_end_at_one_address(tmp_path: Path) -> None:
    """Near in the first, equal to one of the second, which is near to a third that has clicks."""
    one = audit(tmp_path / "one", "https://one.example", {"/long/near": text(1, 60), "/a": text(1), "/own": text(5)})
    two = audit(tmp_path / "two", "https://two.example", {"/b": text(1), "/c/long": text(1, 8)})
    three = audit(tmp_path / "three", "https://three.example", {"/very/long/address": text(1, 4)})
    clicks = tmp_path / "clicks.csv"
    clicks.write_text("url,clicks\nhttps://three.example/very/long/address,9\n", "utf-8")
    pipeline.import_signals(three, [clicks], pipeline.Told(), ("", ""), None, lambda line: None)
    pipeline.analyze(three, load(None, {}), Progress())
    found = superdups(one, two, three)
    main = "https://three.example/very/long/address"
    assert {url: row[2] for url, row in found.items()} == dict.fromkeys(
        (
            "https://one.example/long/near",
            "https://one.example/a",
            "https://two.example/b",
            "https://two.example/c/long",
        ),
        main,
    )
    assert {row[6] for row in found.values()} == {"most_clicks"}
    near = found["https://one.example/long/near"]
    assert (near[5], near[4]) == ("near", pytest.approx(jaccard(text(1, 60), text(1, 4))))


def test_redirects_and_canonicals_lead_into_another_audit(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "moved.html").write_text('<meta http-equiv="refresh" content="0; url=https://new.example/a">', "utf-8")
    named = (
        f'<html><head><link rel="canonical" href="https://new.example/b"></head><body><p>{text(7)}</p></body></html>'
    )
    (old / "named.html").write_text(named, "utf-8")
    (old / "lost.html").write_text(
        named.replace("new.example/b", "new.example/nowhere").replace(text(7), text(8)), "utf-8"
    )
    settings = load(None, {"crawl": {"workers": 1, "base_url": "https://old.example/"}})
    pipeline.audit(str(old), tmp_path / "one", settings, Progress())
    new = audit(tmp_path / "two", "https://new.example", {"/a": text(1), "/b": text(2)})
    found = superdups(tmp_path / "one", new)
    rows = {url: (row[2], row[5], row[6]) for url, row in found.items()}
    assert rows.pop("https://old.example/moved.html") == ("https://new.example/a", "redirect", "redirect_target")
    assert rows["https://old.example/named.html"] == ("https://new.example/b", "canonical", "canonical_target")


def test_audits_that_cannot_be_compared_are_told_apart(tmp_path: Path) -> None:
    one = audit(tmp_path / "one", "https://one.example", {"/a": text(1)})
    five = audit(tmp_path / "five", "https://two.example", {"/a": text(1)}, shingle=5)
    with pytest.raises(UsageError, match=r"five was compared with shingle = 5, .*one with 10; .*pagetwin analyze"):
        superdups(one, five)
    assert superdups(one, audit(tmp_path / "two", "https://two.example", {"/a": text(2)})) == {}
    with pytest.raises(AuditFileError, match="nothing"):
        superdups(one, tmp_path / "nothing")
    pipeline.crawl_only(
        str(tmp_path / "one.jsonl"), tmp_path / "raw", load(None, {"crawl": {"workers": 1}}), Progress()
    )
    with pytest.raises(UsageError, match=r"raw: the pages were not compared yet; run 'pagetwin analyze"):
        superdups(one, tmp_path / "raw")


def test_the_command_writes_nothing_to_the_audits(tmp_path: Path) -> None:
    one = audit(tmp_path / "one", "https://one.example", {"/a": text(1)})
    two = audit(tmp_path / "two", "https://two.example", {"/a": text(1)})
    before = {path: path.read_bytes() for folder in (one, two) for path in folder.rglob("*") if path.is_file()}
    ran = pagetwin("superdups", one, two)
    assert ran.returncode == 0
    assert "proposed by SimHash" in ran.stderr
    (row,) = csv.DictReader(io.StringIO(ran.stdout.removeprefix("\ufeff")))
    assert (row["main_url"], row["how"], row["main_audit"]) == ("https://one.example/a", "exact", str(one))
    assert before == {path: path.read_bytes() for path in before}
    with pytest.raises(UsageError, match="cannot be written"):
        across.write([], tmp_path / "one.jsonl" / "s.csv", io.BytesIO())
