"""What another threshold would give: against counting by hand, the star groups against those of the analysis."""

from __future__ import annotations

import sqlite3
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.reports import data, data_groups, thresholds
from pagetwin.similarity import cluster
from pagetwin.similarity.local import compare

from . import fixture, many
from .fixture import shingles
from .fixture_site import PAGES


def read(path: Path) -> tuple[thresholds.Other, ...]:
    connection = sqlite3.connect(path)
    try:
        site = data.site(connection, CompareSettings())
        return thresholds.others(connection, site, data_groups.groups(connection))
    finally:
        connection.close()


def by_stars(pairs: list[tuple[int, int]]) -> list[int]:
    """Groups by the words of the definition: again and again the page with the most partners of all."""
    partners: dict[int, set[int]] = {}
    for a, b in pairs:
        partners.setdefault(a, set()).add(b)
        partners.setdefault(b, set()).add(a)
    taken: set[int] = set()
    sizes = []
    for centre in sorted(partners, key=lambda page: (-len(partners[page]), page)):
        free = partners[centre] - taken
        if centre not in taken and free:
            taken |= free | {centre}
            sizes.append(len(free) + 1)
    return sizes


def test_the_table_counts_what_the_texts_say(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    rows = read(tmp_path / "audit.sqlite")
    sets = {page.path: shingles(page.text) for page in PAGES}
    scores = {}
    for a, b in combinations(sorted(sets), 2):
        shared = len(sets[a] & sets[b])
        scores[a, b] = shared / len(sets[a] | sets[b]), shared / min(len(sets[a]), len(sets[b]))
    places = {path: n for n, path in enumerate(sorted(sets))}
    assert [row.cut for row in rows if row.now] == [0.5]
    for row in rows:
        near = [pair for pair, (j, _) in scores.items() if j >= row.cut - 1e-12]
        assert row.pairs == len(near), row.cut
        assert row.pages == len({page for pair in near for page in pair}), row.cut
        if row.cut > 0.5:
            kept = [(places[a], places[b]) for (a, b), (j, c) in scores.items() if j >= row.cut - 1e-12 or c >= 0.8]
            sizes = by_stars(kept)
            assert (row.groups, row.grouped, row.largest) == (len(sizes), sum(sizes), max(sizes, default=0)), row.cut
        elif not row.now:
            assert (row.groups, row.grouped, row.largest) == (None, None, None)


@given(st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] < pair[1])))
def test_stars(pairs: set[tuple[int, int]]) -> None:
    few = sorted(pairs)
    a, b = (np.array([pair[side] for pair in few], dtype=np.int64) for side in (0, 1))
    assert thresholds.stars(12, a, b) == by_stars(few)


def test_stars_are_the_groups_that_the_analysis_forms() -> None:
    words = [f"w{n}" for n in range(400)]
    texts = (" ".join(words[n * 3 : n * 3 + 60]) for n in range(40))
    documents = [Document(n, "main", text, text) for n, text in enumerate(texts)]
    settings = CompareSettings(shingle=4, jaccard=0.5)
    found = compare(documents, settings, TextSettings(), Progress())
    pairs = found.pairs
    groups = cluster.group(len(documents), found, settings)
    assert len(groups) > 3
    assert sorted(thresholds.stars(40, pairs.a, pairs.b)) == sorted(len(group.members) for group in groups)


def test_too_many_pairs_leave_the_groups_out(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [4, 3], 5)  # says that it has 3,000,000 pairs, not all of them stored
    rows = read(tmp_path / "audit.sqlite")
    assert {row.groups is None for row in rows if not row.now} == {True}
    # Its recall is that of a sample: below the threshold most pairs were never looked at.
    assert all((row.pairs is None) == (row.pages is None) == (row.cut < 0.5) for row in rows)
    (now,) = (row for row in rows if row.now)
    assert (now.groups, now.grouped, now.largest) == (2, 7, 4)


@pytest.mark.parametrize("current", [0.02, 0.3, 0.5, 0.55, 0.58, 0.9, 0.999, 1.0])
def test_the_thresholds_lie_around_the_current_one(current: float) -> None:
    found = thresholds.cuts(current)
    assert found == sorted(set(found))
    assert current in found
    assert len(found) <= 14
    assert all(0 < cut <= 1 and (cut == current or abs(cut * 50 - round(cut * 50)) < 1e-9) for cut in found)
    assert min((cut for cut in found if cut > current), default=1) - current <= 0.02 + 1e-9 or current >= 0.98


def test_a_slope_is_told_only_where_there_is_one() -> None:
    def rows(*pairs: int) -> list[thresholds.Other]:
        return [thresholds.Other(n / 10, n == 2, count, 0) for n, count in enumerate(pairs, 1)]

    assert thresholds.steep(rows(200, 150, 100)) is not None
    assert thresholds.steep(rows(110, 105, 100)) is None
    assert thresholds.steep(rows(200, 100)) is None  # nothing above the current one
    assert thresholds.steep([]) is None
