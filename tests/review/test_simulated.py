"""A review of 24 pairs finds the threshold that the reviewer has in mind, slips and all."""

from __future__ import annotations

from pagetwin.review.choose import Plan

from .simulate import pool, proposed, review

PLAN = Plan(24, 0.5, 0.8, 1)
POOL = pool(0, 240)


def test_the_hidden_threshold_is_found_within_five_hundredths() -> None:
    runs = [proposed(review(POOL, PLAN, 0.62, 0.1, seed), PLAN.jaccard) for seed in range(200)]
    close = sum(found is not None and abs(found - 0.62) <= 0.05 + 1e-9 for found in runs)
    assert close >= 0.95 * len(runs)
