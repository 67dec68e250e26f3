"""Exact scores of proposed pairs: shingles are brought to where pairs are looked at, some thousand sets at a time.

Joining both arrays to every pair would send each set as often as it has candidates. So sets are put in an order in
which those that propose one another stand side by side, cut into blocks, and a pair belongs to the cell of its two
blocks. Each set goes once to each cell in which it is needed, and a cell is bounded by its blocks, however crowded:
no key is skewed.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ...config import CompareSettings
from ..classes import classes
from ..measure import containment, jaccard
from ..score import shared
from . import columns, sql
from .sql import Frame
from .stages import Stages
from .texts import Run

CELL_SHINGLES = 1_000_000  # in one block, on average
BLOCK = 2048  # sets at most
SCHEMA = "a long, b long, shared long, size_a long, size_b long"


def verified(stages: Stages, run: Run, proposed: Frame, settings: CompareSettings, block: int = BLOCK) -> Frame:
    """The pairs at or above a threshold, with their shared shingles and sizes; each once."""
    text = run.text
    pairs = stages.keep(f"{text}-candidates", lambda: proposed.distinct())
    block = max(min(block, int(CELL_SHINGLES / run.mean)), 2)
    places = (
        _side_by_side(stages, run, pairs)
        if run.count > block
        else run.sets.select("set", sql.col("set").alias("place"))
    )
    of = places.select("set", sql.floor(sql.col("place") / block).alias("block"))
    left, right = (
        of.select(sql.col("set").alias(side), sql.col("block").alias(f"block_{side}")) for side in ("a", "b")
    )
    celled = pairs.join(left, "a").join(right, "b")
    first, last = sql.least("block_a", "block_b"), sql.greatest("block_a", "block_b")
    celled = stages.keep(f"{text}-cells", lambda: celled.select("a", "b", (first * 2**31 + last).alias("cell")))
    needed = celled.select(sql.col("cell").alias("for"), sql.explode(sql.array("a", "b")).alias("set")).distinct()
    loads = needed.join(run.sets.select("set", "shingles", "judged"), "set")
    score = partial(_score, settings=settings)
    return stages.keep(
        f"{text}-pairs",
        lambda: celled.groupBy("cell").cogroup(loads.groupBy("for")).applyInArrow(score, SCHEMA),
    )


def _side_by_side(stages: Stages, run: Run, pairs: Frame) -> Frame:
    """Places of sets, by the lowest set that proposes each: the pages of one template have it in common."""
    both = pairs.select("a", "b").union(pairs.select(sql.col("b").alias("a"), sql.col("a").alias("b")))
    lowest = both.groupBy(sql.col("a").alias("set")).agg(sql.least(sql.min("a"), sql.min("b")).alias("label"))
    return stages.numbered(f"{run.text}-places", lambda: lowest, ["label", "set"], "place")


def _score(pairs: Any, loads: Any, settings: CompareSettings) -> Any:
    """The pairs of one cell, by the shingles of its sets."""
    import pyarrow

    numbers = columns.ints(loads, "set")
    order = np.argsort(numbers)
    merged = classes(columns.shingles(loads, "shingles").take(order))
    numbers, judged = numbers[order], columns.ints(loads, "judged")[order]
    a, b = columns.ints(pairs, "a"), columns.ints(pairs, "b")
    x, y = np.searchsorted(numbers, a), np.searchsorted(numbers, b)
    asked = np.flatnonzero((judged[x] > 0) | (judged[y] > 0))
    a, b, x, y = a[asked], b[asked], x[asked], y[asked]
    common, size_a, size_b = shared(merged, x, y), merged.sizes[x], merged.sizes[y]
    near = jaccard(common, size_a, size_b) >= settings.jaccard
    inside = containment(common, np.minimum(size_a, size_b)) >= settings.containment
    found = near | inside
    named = {"a": a, "b": b, "shared": common, "size_a": size_a, "size_b": size_b}
    return pyarrow.table({name: np.asarray(values[found], np.int64) for name, values in named.items()})
