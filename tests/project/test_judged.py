"""The judged pairs are well formed, and the document shows the tables that they give."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def judge() -> ModuleType:
    """benchmarks/judge.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("judge", ROOT / "benchmarks" / "judge.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_row_is_a_judged_pair(judge: ModuleType) -> None:
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


def test_no_pair_and_no_page_is_judged_twice(judge: ModuleType) -> None:
    pages = [(row["site"], row[f"url_{side}"]) for row in judge.read() for side in "ab"]
    assert len(pages) == len(set(pages))


def test_the_document_shows_the_tables_of_the_set(judge: ModuleType) -> None:
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
    judge: ModuleType, changed: dict[str, str], band: str, named: bool
) -> None:
    assert (judge.band(_row(**changed)), judge.named(_row(**changed))) == (band, named)


def test_precision_leaves_the_unsure_apart(judge: ModuleType) -> None:
    rows = [_row(verdict=verdict) for verdict in ("same", "same", "same", "different", "unsure")]
    line = next(line for line in judge.lines(rows) if line.startswith("| Jaccard 0.5 to 0.6"))
    assert line == "| Jaccard 0.5 to 0.6 | 5 | 3 | 1 | 1 | 0.75 | 0.30 to 0.95 |"  # Wilson by hand: (0.3006, 0.9544)
