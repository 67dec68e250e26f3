"""The judged pairs are well formed, and the document shows the tables that they give."""

from __future__ import annotations

import importlib
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Loads a module of benchmarks/, which is no part of the package."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module


@pytest.fixture
def judge(load: Callable[[str], Any]) -> Any:
    return load("judge")


def test_every_row_is_a_judged_pair(judge: Any) -> None:
    rows = judge.read()
    assert tuple(rows[0]) == judge.COLUMNS
    for row in rows:
        assert row["verdict"] in judge.VERDICTS, row
        assert row["why"], row
        assert row["text"] in ("main", "body"), row
        for side in "ab":
            assert re.fullmatch(r"[0-9a-f]{32}", row[f"hash_{side}"]), row
            assert re.fullmatch(r"/[^\s\\]*", row[f"url_{side}"]), row
            assert not re.match(r"/(tmp|work|home|root|usr|var)/", row[f"url_{side}"]), row
        shared = [float(row[name]) for name in ("jaccard", "a_in_b", "b_in_a")]
        assert 0 < shared[0] <= min(shared) + 1e-4 <= max(shared) + 1e-4 <= 1 + 1e-4, row
        assert judge.band(row), row


def test_no_pair_and_no_page_is_judged_twice(judge: Any) -> None:
    pages = [(row["site"], row[f"url_{side}"]) for row in judge.read() for side in "ab"]
    assert len(pages) == len(set(pages))


def test_the_document_shows_the_tables_of_the_set(judge: Any) -> None:
    shown = re.search(r"<!-- judged -->\n(.*?)<!-- end -->", (ROOT / "docs" / "precision.md").read_text("utf-8"), re.S)
    assert shown is not None
    assert shown[1].splitlines() == list(judge.lines(judge.read())), "print them with python benchmarks/judge.py"


def _row(**changed: Any) -> dict[str, Any]:
    return {
        "site": "s", "text": "main", "hash_a": "1", "hash_b": "2", "jaccard": "0.5000", "a_in_b": "0.6000",
        "b_in_a": "0.7000", "verdict": "same", **changed,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "band", "named"),
    [
        ({"hash_b": "1", "jaccard": "1.0000"}, "exact copies", True),
        ({"jaccard": "1.0000"}, "Jaccard 0.9 to 1.0", True),
        ({"jaccard": "0.5999"}, "Jaccard 0.5 to 0.6", True),
        ({"jaccard": "0.4999", "b_in_a": "0.8000"}, "containment 0.8 to 0.9", True),
        ({"jaccard": "0.4999", "b_in_a": "0.7999"}, "Jaccard 0.4 to 0.5", False),
        ({"jaccard": "0.2999", "a_in_b": "0.7500"}, "containment 0.7 to 0.8", False),
    ],
)
def test_a_pair_is_in_the_first_band_that_it_reaches(
    judge: Any, changed: dict[str, str], band: str, named: bool
) -> None:
    assert (judge.band(_row(**changed)), judge.named(_row(**changed))) == (band, named)


def test_precision_leaves_the_unsure_apart(judge: Any) -> None:
    rows = [_row(verdict=verdict) for verdict in ("same", "same", "same", "different", "unsure")]
    line = next(line for line in judge.lines(rows) if line.startswith("| Jaccard 0.5 to 0.6"))
    assert line == "| Jaccard 0.5 to 0.6 | 5 | 3 | 1 | 1 | 0.75 | 0.30 to 0.95 |"  # Wilson by hand: (0.3006, 0.9544)


def _drawable(count: int) -> list[dict[str, Any]]:
    """Pairs of pages that are all in pairs with their neighbours, in groups of ten pages and bands by turns."""
    return [
        _row(url_a=f"/{n}", url_b=f"/{n + 1}", lang="en", group_a=n // 10, group_b=(n + 1) // 10,
             jaccard=("0.5500", "0.6500")[n // 2 % 2], text=("main", "body")[n % 3 == 0])
        for n in range(count)
    ]  # fmt: skip


def test_pages_are_drawn_once_and_groups_twice_at_most_in_a_band(load: Callable[[str], Any], judge: Any) -> None:
    draw, pairs = load("judge_sample").draw, _drawable(400)
    drawn = draw(pairs, 12, random.Random(1))
    assert Counter(map(judge.band, drawn)) == {"Jaccard 0.5 to 0.6": 12, "Jaccard 0.6 to 0.7": 12}
    assert Counter(row["text"] for row in drawn) == {"main": 12, "body": 12}, "strata by turns"
    pages = Counter(row[f"url_{side}"] for row in drawn for side in "ab")
    assert max(pages.values()) == 1
    groups = Counter((judge.band(row), group) for row in drawn for group in {row["group_a"], row["group_b"]})
    assert max(groups.values()) <= 2
    assert draw(pairs, 12, random.Random(1)) == drawn
    again = draw(pairs, 12, random.Random(2), before=drawn)
    assert not pages.keys() & {row[f"url_{side}"] for row in again for side in "ab"}


@pytest.mark.parametrize(
    ("titles", "texts", "apart"),
    [
        (("Class Ant (Java)", "Class Bee (Java)"), ("An Ant walks.", "A Bee flies."), True),
        (("Class Ant", "Class Bee"), ("An Ant, not a Bee.", "A Bee, not an Ant."), False),
        (("Class Ant", "Class Bee"), ("One insect.", "One insect."), False),
        (("The Ant", "Муравей"), ("The Ant walks.", "Муравей ползёт."), False),
        (("Ants", "Ants"), ("An Ant walks.", "A Bee flies."), False),
    ],
)
def test_titles_tell_pages_apart_by_words_that_only_one_text_holds(
    load: Callable[[str], Any], titles: tuple[str, str], texts: tuple[str, str], apart: bool
) -> None:
    assert load("judge_changes").told_apart(titles, texts) is apart
