"""Recall on a cluster: some random sets are compared with all others exactly, and their pairs looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...config import CompareSettings
from ..measure import containment, jaccard, wilson
from ..ragged import Ragged
from . import columns, sql
from .sql import Frame
from .texts import Run


@dataclass(frozen=True)
class Recalled:
    """How many of the pairs of `sets` drawn sets were found; `method` is `exact` where all pairs were looked at."""

    method: str
    sets: int
    found: int
    pairs: int
    value: float
    low: float
    high: float


def sampled(run: Run, pairs: Frame, settings: CompareSettings, exact: bool) -> Recalled:
    """Measured on `recall_sample` sets, drawn as the local engine draws them where all are judged."""
    if exact:
        return Recalled("exact", 0, 0, 0, 1.0, 1.0, 1.0)
    rng = np.random.default_rng(settings.seed)
    drawn = np.sort(rng.choice(run.count, min(settings.recall_sample, run.count), replace=False)).tolist()
    table = run.sets.where(sql.col("set").isin(drawn)).where("judged > 0").select("set", "shingles").toArrow()
    numbers, sets = columns.ints(table, "set"), columns.shingles(table, "shingles")
    work = partial(_matched, numbers=numbers, sets=sets, settings=settings)
    true = run.sets.select("set", "shingles").mapInArrow(work, "a long, b long").distinct()
    hits = pairs.select("a", "b", sql.lit(True).alias("hit"))
    rows = true.join(hits, ["a", "b"], "left")
    total, found = rows.agg(sql.count("*"), sql.count("hit")).first()
    return Recalled("sample", len(numbers), found, total, found / total if total else 1.0, *wilson(found, total))


def _matched(
    batches: Iterator[Any], numbers: np.ndarray[Any, Any], sets: Ragged, settings: CompareSettings
) -> Iterator[Any]:
    """Pairs at a threshold that the given sets make with those of a table: counted by looking up every shingle."""
    order = np.argsort(sets.values, kind="stable")
    values, owner = sets.values[order], np.repeat(np.arange(len(sets)), sets.sizes)[order]
    for table in batches:
        others, of = columns.ints(table, "set"), columns.shingles(table, "shingles")
        first, last = (np.searchsorted(values, of.values, side) for side in ("left", "right"))
        met = np.flatnonzero(last > first)
        counts = (last - first)[met]
        place = np.repeat(first[met], counts) + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        row = np.repeat(np.repeat(np.arange(len(of)), of.sizes)[met], counts)
        cells, shared = np.unique(row * max(len(sets), 1) + owner[place], return_counts=True)
        row, drawn = np.divmod(cells, max(len(sets), 1))
        size_a, size_b = sets.sizes[drawn], of.sizes[row]
        over = jaccard(shared, size_a, size_b) >= settings.jaccard
        over |= containment(shared, np.minimum(size_a, size_b)) >= settings.containment
        a, b = numbers[drawn], others[row]
        over &= a != b
        a, b = a[over], b[over]
        yield columns.batch({"a": np.minimum(a, b), "b": np.maximum(a, b)})
