"""A reviewer with a hidden threshold who slips now and then, and a pool of pairs of all similarities."""

from __future__ import annotations

import random

from pagetwin.review.choose import Asked, Candidate, Plan, following, points
from pagetwin.review.fit import fit


def pool(seed: int, count: int = 600) -> list[Candidate]:
    """Pairs of pages of some hundred shingles, a third of them lopsided, in 40 groups and 8 sections."""
    rng = random.Random(seed)
    found = []
    for n in range(count):
        size_a = rng.randint(200, 400)
        size_b = size_a * 3 if n % 3 == 0 else size_a + rng.randint(0, 40)
        value = rng.random()
        shared = round(size_a * value) if n % 3 == 0 else round(value * (size_a + size_b) / (1 + value))
        places = frozenset((f"group {rng.randrange(40)}", f"section {rng.randrange(8)}"))
        found.append(Candidate(f"a{n:04}", f"b{n:04}", min(shared, size_a), size_a, size_b, places))
    return found


def review(pairs: list[Candidate], plan: Plan, hidden: float, slips: float, seed: int) -> list[Asked]:
    """All answers of one review; `hidden` is the reviewer's threshold for either measure."""
    rng = random.Random(seed)
    asked: list[Asked] = []
    while (pair := following(pairs, asked, plan)) is not None:
        asked.append(Asked(pair, (pair.value >= hidden) != (rng.random() < slips)))
    return asked


def proposed(asked: list[Asked], now: float) -> float | None:
    """The proposed Jaccard threshold."""
    found = fit(points(asked, "jaccard"), now)
    return found.threshold if found else None
