"""Candidates by MinHash and LSH on a cluster: the very signatures, buckets and crowds of minhash.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ..minhash import HUBS, band_keys, crowd_of, signatures
from . import columns, sql
from .sql import Frame
from .stages import Stages
from .texts import Run


@dataclass(frozen=True)
class Proposed:
    """`pairs` has a and b (sets, a < b), some of them several times. Where buckets were crowded, `crowded` of them were
    cut short, by `left_out` pairs at most.
    """

    pairs: Frame
    crowded: int
    left_out: int


def by_bands(stages: Stages, run: Run, shape: tuple[int, int], seed: int) -> Proposed:
    """Pairs of sets that share a bucket.

    Buckets are counted first, so that none has to be held before it is known how large it is: those above the crowd
    only meet their first HUBS.
    """
    text, work = run.text, partial(_banded, shape=shape, seed=seed)
    bands = stages.keep(
        f"{text}-bands",
        lambda: run.sets.select("set", "shingles").mapInArrow(work, "band int, bucket long, set long"),
    )
    where = ["band", "bucket"]
    sizes = stages.keep(
        f"{text}-buckets",
        lambda: bands.groupBy(*where).agg(sql.count("*").alias("sets")).where(sql.col("sets") > 1),
    )
    spectrum = sorted((row["sets"], row["n"]) for row in sizes.groupBy("sets").agg(sql.count("*").alias("n")).collect())
    size, count = np.array(spectrum, np.int64).reshape(-1, 2).T
    crowd = crowd_of(size, count)
    cut, times = size[size > crowd] - HUBS, count[size > crowd]
    pairs = _whole(bands.join(sizes.where(sql.col("sets") <= crowd), where))
    if len(cut):
        pairs = pairs.unionByName(_hubs(bands.join(sizes.where(sql.col("sets") > crowd), where)))
    return Proposed(pairs, int(times.sum()), int((cut * (cut - 1) // 2 * times).sum()))


def _banded(batches: Iterator[Any], shape: tuple[int, int], seed: int) -> Iterator[Any]:
    for table in batches:
        numbers = columns.ints(table, "set")
        for band, keys in enumerate(band_keys(signatures(columns.shingles(table, "shingles"), seed), shape)):
            of = np.full(len(keys), band, np.int32)
            yield columns.batch({"band": of, "bucket": columns.signed(keys), "set": numbers})


def _whole(rows: Frame) -> Frame:
    """All pairs inside each bucket."""
    lists = rows.groupBy("band", "bucket").agg(sql.collect_list("set").alias("sets"))
    return lists.select("sets").mapInArrow(_inside, "a long, b long")


def _inside(batches: Iterator[Any]) -> Iterator[Any]:
    for table in batches:
        values, sizes = columns.lists(table, "sets")
        for owner, other in columns.pairs_inside(sizes):
            a, b = values[owner], values[other]
            yield columns.batch({"a": np.minimum(a, b), "b": np.maximum(a, b)})


def _hubs(rows: Frame) -> Frame:
    """The first HUBS of each bucket with all behind them. Found in two steps: a task may not hold a whole bucket."""
    salted = rows.groupBy("band", "bucket", sql.pmod("set", sql.lit(256)).alias("salt")).agg(_first("set"))
    hubs = salted.groupBy("band", "bucket").agg(sql.flatten(sql.collect_list("first")).alias("some"))
    hubs = hubs.select("band", "bucket", sql.explode(sql.slice(sql.array_sort("some"), 1, HUBS)).alias("a"))
    return (
        rows.join(hubs, ["band", "bucket"]).where(sql.col("a") < sql.col("set")).select("a", sql.col("set").alias("b"))
    )


def _first(name: str) -> Any:
    return sql.slice(sql.array_sort(sql.collect_list(name)), 1, HUBS).alias("first")
