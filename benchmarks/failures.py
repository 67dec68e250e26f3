"""200 failures at random moments of an audit: python benchmarks/failures.py [--count 200] [--seed 1]

Each failure befalls a first audit or a second one of a small site on loopback. Afterwards the audit file must be sound
(PRAGMA integrity_check), the same command must go on, and the tables must be those of an undisturbed run. Six kinds
happen inside this process (tests/support/failures.py); every eighth kills a real process: the audit itself, or one of
those that read its pages. Prints what was done by kind; the first difference ends it with an error.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support import failures
from support.failures import KINDS, Moments, a_site, audit, check, fail, results, revise, watched
from support.revised import Revised
from support.run import pagetwin

PROCESSES = ("SIGKILL of the audit", "SIGKILL of a worker")
IN_PROCESSES = 8  # one in so many


class Trial:
    """One kind of audit: how it begins, and what undisturbed runs of it come to."""

    def __init__(self, site: Revised, folder: Path, before: Path | None) -> None:
        self.site, self.folder, self.before = site, folder, before
        self.rounds = 0
        out, moments = self.begin(), Moments()
        with watched(site, moments, report=True):
            audit(site, out)
        self.expected, self.usual = results(out), moments.seen
        began = time.monotonic()
        pagetwin(*failures.command(site, self.begin()))
        self.seconds = time.monotonic() - began

    def begin(self) -> Path:
        """A folder in which the audit has not begun."""
        self.rounds += 1
        out = self.folder / str(self.rounds)
        if self.before:
            shutil.copytree(self.before, out)
        return out

    def fail(self, kind: str, dice: random.Random) -> bool:
        """One failure and what comes after it; whether it struck."""
        out = self.begin()
        if kind == PROCESSES[0]:
            struck = failures.kill_parent(self.site, out, dice.uniform(0.1, 1.0) * self.seconds)
        elif kind == PROCESSES[1]:
            struck = failures.kill_worker(self.site, out, dice.randint(1, self.usual["request"] - 2), dice)
        else:
            struck = fail(self.site, out, kind, self.usual, dice, report=kind == "disk full in the report")
        check(out)
        if kind in PROCESSES:
            ended = pagetwin(*failures.command(self.site, out))
            assert ended.returncode == 0, ended.stderr
        else:
            with watched(self.site, Moments(), report=False):
                audit(self.site, out)
        check(out)
        assert results(out) == self.expected, f"other tables after: {kind}"
        shutil.rmtree(out)
        return struck


def main() -> None:
    """Fail, go on, compare, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    dice = random.Random(given.seed)
    done: Counter[str] = Counter()
    missed, began = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as name, a_site() as site:
        folder = Path(name)
        with watched(site, Moments(), report=False):
            audit(site, folder / "before")
        revise(site)
        trials = [Trial(site, folder / "first", None), Trial(site, folder / "second", folder / "before")]
        while done.total() < given.count:
            kinds = PROCESSES if done.total() % IN_PROCESSES == IN_PROCESSES - 1 else KINDS
            kind, number = dice.choice(kinds), dice.randrange(2)
            while not trials[number].fail(kind, dice):
                missed += 1  # it came after the end, or the disk had room enough for the rest
            done[f"{kind}, {('first', 'second')[number]} audit"] += 1
    for kind, count in sorted(done.items()):
        print(f"{count:4}  {kind}")
    print(f"{done.total():4}  failures, seed {given.seed}: every file sound, every run went on, all tables equal")
    print(f"      {missed} more came too late to strike; {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
