"""The benchmarks of similarity run on small data, and judge rightly: they are programs that nobody else would test."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
NAMES = ("compete", "exactness", "measure", "peers", "scaling", "similarity", "texts")


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The modules of benchmarks/, imported as they import one another."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in NAMES})
    for name in NAMES:
        del sys.modules[name]


def made(hash_seed: str) -> bytes:
    """Some of all pages that are made, in a process of its own."""
    program = (
        "import random, texts\n"
        "for name, make in texts.MADE.items():\n"
        "    pages = list(make(20, random.Random(3)))\n"
        "    print(name, len(pages), pages, list(texts.replicas(pages, 60, 3)))\n"
    )
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(BENCHMARKS)}
    return subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, env=environment).stdout


def test_pages_are_made_by_their_seed_alone() -> None:
    first = made("1")
    assert first == made("2")
    assert b"templates 200 " in first
    assert b"directory 20 " in first


def shingles(text: str) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[i : i + 10]) for i in range(len(words) - 9)}


def jaccard(a: str, b: str) -> float:
    return len(shingles(a) & shingles(b)) / len(shingles(a) | shingles(b))


def test_made_pages_are_as_alike_as_they_are_said_to_be(bench: Any) -> None:
    pages = list(bench.texts.templates(4, random.Random(1)))
    inside = [jaccard(a, b) for n, a in enumerate(pages) for m, b in enumerate(pages) if n < m and n // 4 == m // 4]
    outside = [jaccard(pages[0], b) for b in pages[4:]]
    assert 0.45 < min(inside) < max(inside) < 0.85
    assert max(outside) < 0.05


def test_copies_have_the_noise_that_is_said(bench: Any) -> None:
    page = " ".join(bench.texts.vocabulary(random.Random(1), 1000))
    found = [jaccard(page, copy) for copy in bench.texts.replicas([page], 300, 1)]
    assert found[0] == 1  # the page itself
    shares = [
        sum(low <= value <= high for value in found) / 300 for low, high in ((1, 1), (0.7, 0.99), (0.3, 0.6), (0, 0.1))
    ]
    assert shares == pytest.approx([0.1, 0.3, 0.3, 0.3], abs=0.08)


@pytest.mark.parametrize("threshold", [0.5, 0.8, 1.0])
def test_containment_without_an_index_is_that_of_brute_force(bench: Any, threshold: float) -> None:
    rng = random.Random(2)
    sets = [{str(rng.randrange(30)) for _ in range(rng.randrange(12))} for _ in range(80)]
    sets += [set(sets[5]), sets[6] | {"x"}]
    expected = {
        (a, b): max(len(x & y) / len(x), len(x & y) / len(y))
        for a, x in enumerate(sets)
        for b, y in enumerate(sets)
        if a < b and x and y and len(x & y) / min(len(x), len(y)) >= threshold
    }
    assert bench.exactness.contained_pairs(sets, threshold) == expected


def test_copied_pages_are_measured(bench: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "scaling.json"
    bench.scaling.main(["directory:30", "--sizes", "30", "60", "--json", str(out)])
    found = json.loads(out.read_text("utf-8"))
    assert [row["pages"] for row in found["rows"]] == [30, 60]
    assert found["rows"][0]["all_pairs"] == 30 * 29 / 2  # one trade: all pages alike
    assert "exponents: seconds" in capsys.readouterr().out


def test_exponent_of_a_power_law(bench: Any) -> None:
    rows = [
        {"pages": n, "seconds": 3 * n**1.5, "cpu": 2.0 * n, "peak_mb": 7, "all_pairs": n * n} for n in (10, 50, 200)
    ]
    fitted = bench.scaling.exponents([*rows, {"pages": 999, "failed": "ended after 1 s"}])
    assert fitted == pytest.approx({"seconds": 1.5, "cpu": 1.0, "peak_mb": 0.0, "all_pairs": 2.0})
    assert bench.scaling.exponents(rows[:1]) == {}


def test_peers_compete(bench: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "similarity.json"
    bench.similarity.main(["directory:30", "--only", "pagetwin auto", "script", "--json", str(out)])
    rows = json.loads(out.read_text("utf-8"))["rows"]
    assert [(row["name"], row["pairs"], row["recall"], row["precision"], row["failed"]) for row in rows] == [
        (name, 435, 1.0, 1.0, "") for name in ("pagetwin auto", "script")
    ]
    assert all(row["peak_mb"] > 10 for row in rows)
    assert "all in: script" in capsys.readouterr().out


def test_what_a_peer_lost_and_invented_is_counted(bench: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "pagetwin exact.npy", [1, 2, 3, 4])
    np.save(tmp_path / "rensa.npy", [2, 3, 9])
    run = bench.measure.Run(1.0, 1.0, {"seconds": {"join": 1.0}, "cpu": {"join": 1.0}})
    rows = [bench.similarity.Row("x", 9, name, run) for name in ("pagetwin exact", "rensa")]
    exact, rensa = bench.similarity.judged(rows, tmp_path)
    assert (exact.recall, exact.precision) == (1, 1)
    assert (rensa.recall, rensa.precision) == (2 / 4, 2 / 3)


@pytest.mark.parametrize(
    ("program", "told"), [("import time; time.sleep(60)", "ended after"), ("1 / 0", "ZeroDivision")]
)
def test_a_competitor_that_fails_is_a_row(bench: Any, program: str, told: str) -> None:
    assert told in bench.measure.watched([sys.executable, "-c", program], 1.0 if "sleep" in program else 60).failed


def test_known_pairs_that_were_not_found_are_told(
    bench: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [f"w{n}" for n in range(60)]
    sets = bench.peers.shingled([" ".join(words), " ".join(words[:30]), " ".join(words[:15] + words[40:])])
    with gzip.open(tmp_path / "t.jsonl.gz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"a": a, "b": b}) + "\n" for a, b in (("0", "1"), ("0", "2"), ("0", "elsewhere")))
    known = bench.exactness.known_pairs(tmp_path / "t.jsonl.gz", {"0": 0, "1": 1, "2": 2}, sets, {})
    assert [(pair.jaccard, pair.containment) for pair in known] == [(21 / 51, 1.0), (17 / 60, 17 / 26)]
    assert bench.exactness.report("t", known) == 1  # the first is contained and should have been found
    assert f"J {17 / 60:.4f}, containment {17 / 26:.4f}" in capsys.readouterr().out


def test_unknown_source_is_one_line(bench: Any, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nowhere: no such texts; give a file"):
        bench.texts.sources([str(tmp_path / "nowhere")], 1)
