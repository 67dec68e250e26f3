"""How often a review of 24 simulated answers finds the reviewer's threshold: python benchmarks/review.py [--runs N].

For several hidden thresholds and shares of wrong answers: the share of runs whose proposed Jaccard threshold is within
0.05 of the hidden one, with pairs chosen as `pagetwin review` does, and with all of them spread over a fixed window
around the start value for comparison.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from pagetwin.review.choose import Asked, Candidate, Plan
from review.simulate import pool, proposed, review

PLAN = Plan(24, 0.5, 0.8, 1)


def fixed(pairs: list[Candidate], window: float, hidden: float, slips: float, seed: int) -> list[Asked]:
    """As many Jaccard answers, evenly spread over the window around the start value."""
    rng, wanted = random.Random(seed), PLAN.wanted("jaccard")
    alike = [p for p in pairs if p.measure == "jaccard"]
    asked = []
    for n in range(wanted):
        target = PLAN.jaccard - window + 2 * window * (n + 0.5) / wanted
        pair = min(alike, key=lambda p: (abs(p.value - target), p.keys))
        alike.remove(pair)
        asked.append(Asked(pair, (pair.value >= hidden) != (rng.random() < slips)))
    return asked


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    runs = parser.parse_args().runs
    pairs = pool(0)
    print(f"share of {runs} runs within 0.05; {PLAN.pairs} pairs, {PLAN.wanted('jaccard')} of them for Jaccard")
    print(f"{'hidden':>7} {'wrong':>6} {'review':>7} {'fixed +-0.2':>12} {'fixed +-0.1':>12}")
    for hidden in (0.4, 0.5, 0.62, 0.7, 0.8):
        for slips in (0.0, 0.1, 0.2):
            found = [[proposed(review(pairs, PLAN, hidden, slips, seed), PLAN.jaccard) for seed in range(runs)]]
            found += [
                [proposed(fixed(pairs, w, hidden, slips, seed), PLAN.jaccard) for seed in range(runs)]
                for w in (0.2, 0.1)
            ]
            shares = [sum(t is not None and abs(t - hidden) <= 0.05 + 1e-9 for t in way) / runs for way in found]
            print(f"{hidden:7.2f} {slips:6.0%} {shares[0]:7.1%} {shares[1]:12.1%} {shares[2]:12.1%}")


if __name__ == "__main__":
    main()
