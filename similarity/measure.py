"""The measures of a pair, from whole numbers. All take single numbers or arrays and give values from 0 to 1."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = int | NDArray[Any]


def jaccard(shared: Numbers, size_a: Numbers, size_b: Numbers) -> NDArray[np.float64]:
    """|A and B| / |A or B| (Jaccard 1901); 0 for two empty sets."""
    return np.asarray(shared / np.maximum(size_a + size_b - shared, 1))


def containment(shared: Numbers, size_a: Numbers) -> NDArray[np.float64]:
    """Containment of A in B: |A and B| / |A| (Broder 1997); 0 for an empty set."""
    return np.asarray(shared / np.maximum(size_a, 1))


def least_shared(size: int, threshold: float) -> int:
    """The fewest shared shingles with which a page of `size` shingles is contained at `threshold`.

    Found with the very division that judges a pair: `size * threshold` alone errs by one where rounding does.
    """
    shared = max(int(size * threshold), 1)
    while shared / size < threshold:
        shared += 1
    return shared


def wilson(found: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Interval of a share (Wilson 1927), 95 % by default; (0, 1) when nothing was drawn."""
    if not total:
        return 0.0, 1.0
    share = found / total
    centre = share + z * z / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
