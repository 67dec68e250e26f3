"""The shared test vectors are what the package gives now."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script() -> Iterator[Any]:
    """scripts/vectors.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        yield importlib.import_module("vectors")
        del sys.modules["vectors"]


def test_the_file_is_fresh(script: Any) -> None:
    assert script.main(["check"]) == 0, "run: python scripts/vectors.py"


def test_a_stale_file_is_told(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "FILE", tmp_path / "new" / "workbench.json")
    assert script.main(["check"]) == 1
    assert script.main([]) == 0
    assert script.main(["check"]) == 0
    script.FILE.write_text(script.FILE.read_text("ascii").replace("0.666667", "0.666666"), "ascii", newline="\n")
    assert script.main(["check"]) == 1
    assert script.main(["nonsense"]) == 2


def test_ten_and_ten_shingles_with_eight_shared_are_two_thirds(script: Any) -> None:
    first = json.loads(script.FILE.read_text("ascii"))["pairs"][0]
    assert (first["size_a"], first["size_b"], first["shared"], first["jaccard"]) == (10, 10, 8, 0.666667)
    assert (first["a_in_b"], first["b_in_a"]) == (0.8, 0.8)


def test_shingles_agree_with_sets_of_words(script: Any) -> None:
    """Counted anew in the plainest way from the tokens, as another implementation would."""
    from pagetwin.similarity.words import tokens

    for pair in json.loads(script.FILE.read_text("ascii"))["pairs"]:
        k, sets = pair["k"], []
        for text in (pair["a"], pair["b"]):
            words = tokens(text)
            sets.append({tuple(words[at : at + k]) for at in range(max(len(words) - k + 1, min(len(words), 1)))})
        assert (pair["size_a"], pair["size_b"], pair["shared"]) == (len(sets[0]), len(sets[1]), len(sets[0] & sets[1]))
