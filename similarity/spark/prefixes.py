"""Exact candidates on a cluster: classes of shingles as in classes.py, prefixes of the rarest of them as in prefix.py.

Counting how many sets have each shingle takes one shuffle of all shingles, going back with it another. What is then
left of a set is its classes: the shingles that it shares with the same other sets are one row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ...config import CompareSettings
from ..engine import Ints
from ..measure import jaccard, least_shared
from ..words import mixed
from . import columns, sql
from .sql import Frame
from .stages import Stages
from .texts import Run

Least = Callable[[int], int]  # the fewest shared shingles by which a set of that size makes a pair with a larger one
_HALF = (1 << 32) - 1


def least_contained(settings: CompareSettings) -> Least:
    """For pairs that are contained."""
    return partial(least_shared, threshold=settings.containment)


def least_either(settings: CompareSettings) -> Least:
    """For pairs at either threshold: at a Jaccard of t, the smaller set shares 2t / (1 + t) of its shingles or more,
    as it does with one of its own size.
    """
    return partial(_least_either, contained=settings.containment, near=settings.jaccard)


def classed(stages: Stages, run: Run) -> Frame:
    """By set: size, and its classes in the order of `prefix.py`, as lists `classes`, `spreads` and `weights`."""
    text = run.text
    cells = run.sets.select("set", "shingles").mapInArrow(_exploded, "shingle long, set long, high long, low long")

    def make() -> Frame:
        lists = cells.groupBy("shingle").agg(
            sql.count("*").alias("spread"), sql.sum("high").alias("high"), sql.sum("low").alias("low")
        )
        lists = lists.where(sql.col("spread") > 1)
        on = cells.select("shingle", "set").join(lists, "shingle").groupBy("set", "high", "low", "spread")
        return on.agg(sql.count("*").alias("weight"))

    rows = stages.keep(f"{text}-classes", make)
    named = sql.struct("spread", "high", "low", "weight")
    by_set = rows.groupBy("set").agg(sql.collect_list(named).alias("of")).join(run.sets.select("set", "size"), "set")
    parts = (sql.col(f"of.{name}").alias(name) for name in ("spread", "high", "low", "weight"))
    return by_set.select("set", "size", *parts)


def prefixes(stages: Stages, name: str, by_set: Frame, least: Least) -> tuple[Frame, int]:
    """Rows (class, set, size) of the rarest classes of each set, and how many steps looking at all of them takes."""
    found = stages.keep(
        name, lambda: by_set.mapInArrow(partial(_rarest, least=least), "class long, set long, size long, spread long")
    )
    return found, int(found.agg(sql.sum("spread")).first()[0] or 0)


def meeting(prefix: Frame, by_set: Frame) -> Frame:
    """Pairs of a set with a larger one (of two of one size, with the higher number) that has a class of its prefix."""
    every = by_set.mapInArrow(_rows, "class long, other long, size_other long")
    met = prefix.select("class", "set", "size").join(every, "class")
    upwards = (sql.col("size") < sql.col("size_other")) | (
        (sql.col("size") == sql.col("size_other")) & (sql.col("set") < sql.col("other"))
    )
    return met.where(upwards).select(sql.least("set", "other").alias("a"), sql.greatest("set", "other").alias("b"))


def _least_either(size: int, contained: float, near: float) -> int:
    shared = max(int(size * 2 * near / (1 + near)) - 1, 1)
    while jaccard(shared, size, size) < near:
        shared += 1
    return min(shared, least_shared(size, contained))


def _exploded(batches: Iterator[Any]) -> Iterator[Any]:
    """A row for each shingle of each set. What a set adds to the lists of its shingles is cut in halves, whose sums do
    not overflow.
    """
    for table in batches:
        sets, numbers = columns.shingles(table, "shingles"), columns.ints(table, "set")
        salts = np.repeat(mixed(numbers.astype(np.uint64) + np.uint64(1)), sets.sizes)
        yield columns.batch(
            {
                "shingle": columns.signed(sets.values),
                "set": np.repeat(numbers, sets.sizes),
                "high": (salts >> np.uint64(32)).astype(np.int64),
                "low": (salts & np.uint64(_HALF)).astype(np.int64),
            }
        )


def _lists(table: Any) -> tuple[Ints, Ints, Ints, Ints]:
    """Of all sets in a row: the class, its spread and its weight, and how many classes each set has."""
    (high, sizes), low = columns.lists(table, "high"), columns.lists(table, "low")[0]
    salts = (high.astype(np.uint64) << np.uint64(32)) + low.astype(np.uint64)
    return salts.view(np.int64), columns.lists(table, "spread")[0], columns.lists(table, "weight")[0], sizes


def _rows(batches: Iterator[Any]) -> Iterator[Any]:
    for table in batches:
        numbers, _, _, sizes = _lists(table)
        of, size = columns.ints(table, "set"), columns.ints(table, "size")
        yield columns.batch({"class": numbers, "other": np.repeat(of, sizes), "size_other": np.repeat(size, sizes)})


def _rarest(batches: Iterator[Any], least: Least) -> Iterator[Any]:
    for table in batches:
        numbers, spread, weights, sizes = _lists(table)
        size = columns.ints(table, "size")
        rows = np.repeat(np.arange(len(size)), sizes)
        order = np.lexsort((numbers.view(np.uint64), spread, rows))
        numbers, spread, weights = numbers[order], spread[order], weights[order]
        before = np.cumsum(weights) - weights
        starts = np.cumsum(sizes) - sizes
        in_classes = np.add.reduceat(weights, starts) if len(weights) else sizes  # every set here has a class
        unique = size - in_classes
        needed = np.array([n - least(n) + 1 for n in size.tolist()], np.int64)
        taken = before - before[starts][rows] + unique[rows] < needed[rows]
        of = rows[taken]
        yield columns.batch(
            {
                "class": numbers[taken],
                "set": columns.ints(table, "set")[of],
                "size": size[of],
                "spread": spread[taken],
            }
        )
