"""Failures at random moments: the audit file opens, the run goes on, the result is that of an undisturbed run."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.failures import KINDS, Moments, a_site, audit, check, fail, kill_worker, results, revise, watched
from support.revised import Revised


@dataclass(frozen=True)
class Stage:
    """A site, a finished audit of what it was before, and what undisturbed runs make of what it is now."""

    site: Revised
    before: Path
    expected: dict[str, object]  # by "first" and "second" audit
    usual: dict[str, dict[str, int]]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("failures")
    with a_site() as site:
        with watched(site, Moments(), report=False):
            audit(site, folder / "before")
        revise(site)
        expected, usual = {}, {}
        for name in ("first", "second"):
            if name == "second":
                shutil.copytree(folder / "before", folder / name)
            moments = Moments()
            with watched(site, moments, report=False):
                audit(site, folder / name)
            expected[name], usual[name] = results(folder / name), moments.seen
        yield Stage(site, folder / "before", expected, usual)


@pytest.mark.parametrize("which", ["first", "second"])
@pytest.mark.parametrize("kind", KINDS)
def test_failures_in_one_process(stage: Stage, tmp_path: Path, kind: str, which: str) -> None:
    """Five of each kind and audit: 60."""
    dice = random.Random(f"{kind} {which}")
    struck, rounds = 0, 0
    while struck < 5:
        out = tmp_path / str(rounds)
        if which == "second":
            shutil.copytree(stage.before, out)
        for _ in range(dice.randint(2, 4)):
            struck += fail(stage.site, out, kind, stage.usual[which], dice, report=False)
            check(out)
        with watched(stage.site, Moments(), report=False):
            audit(stage.site, out)
        assert results(out) == stage.expected[which], (kind, which, rounds)
        rounds += 1
        assert rounds < 20


def test_a_worker_that_is_killed(stage: Stage, tmp_path: Path) -> None:
    """SIGKILL of the audit itself: test_resume.py; more of both: benchmarks/failures.py."""
    shutil.copytree(stage.before, tmp_path / "out")
    assert kill_worker(stage.site, tmp_path / "out", 1, random.Random(1))
    assert results(tmp_path / "out") == stage.expected["second"]
