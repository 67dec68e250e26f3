"""The pairs that may be asked about: scored as the analysis scores them, above the thresholds and below."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.reports import data
from pagetwin.review import pages, pool
from pagetwin.review.choose import Candidate
from pagetwin.review.pages import Scorer
from pagetwin.store.file import FILE

from .audit import texts


@pytest.fixture
def connection(made: Path) -> Iterator[sqlite3.Connection]:
    it = sqlite3.connect(f"{(made / FILE).resolve().as_uri()}?mode=ro", uri=True)
    yield it
    it.close()


@pytest.fixture
def scorer(connection: sqlite3.Connection) -> Scorer:
    site = data.site(connection, CompareSettings())
    return Scorer(connection, CompareSettings(shingle=site.shingle), TextSettings(), site.blocks)


def path(key: str) -> str:
    return key.removeprefix("https://example.com")


def test_scores_are_those_of_plain_sets(connection: sqlite3.Connection, scorer: Scorer) -> None:
    def shingles(text: str) -> set[tuple[str, ...]]:
        words = text.split()
        return {tuple(words[n : n + 5]) for n in range(len(words) - 4)}

    sets = {key: shingles(text) for key, text in texts().items() if "script" not in text}
    found = [pair for pair in pool.read(connection, scorer, 1) if {path(k) for k in pair.keys} <= sets.keys()]
    assert len(found) > 60
    for pair in found:
        a, b = sets[path(pair.key_a)], sets[path(pair.key_b)]
        assert (pair.shared, pair.size_a, pair.size_b) == (len(a & b), len(a), len(b))
        assert pair.key_a < pair.key_b


def test_stored_pairs_score_the_same_from_their_texts(connection: sqlite3.Connection, scorer: Scorer) -> None:
    rows = connection.execute("SELECT a, b, shared, size_a, size_b FROM pairs").fetchall()
    known = pages.read(connection, {address for row in rows for address in row[:2]})
    assert len(rows) > 20
    for a, b, *sizes in rows:
        pair = scorer.candidate(known[a], known[b])
        assert pair is not None
        assert [pair.shared, pair.size_a, pair.size_b] == sizes


def test_pairs_below_both_thresholds_are_there(connection: sqlite3.Connection, scorer: Scorer) -> None:
    found = pool.read(connection, scorer, 1)
    below = [pair for pair in found if pair.jaccard < 0.5 and pair.containment < 0.8]
    assert sum(pair.jaccard >= 0.3 for pair in below) >= 4
    assert any(pair.measure == "containment" and pair.containment > 0.5 for pair in below)
    assert len({pair.keys for pair in found}) == len(found)


def test_the_same_pool_for_the_same_seed(connection: sqlite3.Connection, scorer: Scorer) -> None:
    def read(seed: int) -> list[Candidate]:
        return pool.read(connection, scorer, seed)

    assert read(1) == read(1)


def test_places_name_sections_and_groups(connection: sqlite3.Connection, scorer: Scorer) -> None:
    found = pool.read(connection, scorer, 1)
    pair = next(p for p in found if path(p.key_a) == "/s1/g1-0" and path(p.key_b) == "/s1/g1-1")
    assert "section s1" in pair.places
    assert sum(place.startswith("group ") for place in pair.places) == 1


def test_an_audit_without_pairs_has_an_empty_pool(tmp_path: Path) -> None:
    from .audit import make

    keep = ("/s0/g0-0", "/s1/g1-0")
    out = make(tmp_path, tmp_path / "out", {key: "" for key in texts() if key not in keep})
    connection = sqlite3.connect(out / FILE)
    assert pool.read(connection, Scorer(connection, CompareSettings(shingle=5), TextSettings(), frozenset()), 1) == []
    connection.close()
