"""Pairs of sets whose SimHash fingerprints differ in few bits, on a cluster: the permuted tables of simhash.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..simhash import near, table_masks
from . import columns, sql
from .sql import Frame
from .stages import Stages
from .texts import Run

PARTS, DISTANCE = 6, 3  # 20 tables, each by about 32 bits


def close(stages: Stages, run: Run, limit: int) -> Frame | None:
    """All pairs a < b at a distance of 3 or less, each once; None if looking for them takes more than `limit` steps."""
    tables = sql.explode(sql.array(*(sql.struct(sql.lit(n).alias("part"), sql.lit(int(m.view(np.int64))).alias("mask"))
                                 for n, m in enumerate(table_masks(PARTS, DISTANCE)))))  # fmt: skip
    rows = run.sets.select("set", "print", tables.alias("by")).select(
        sql.col("by.part").alias("part"), sql.col("by.mask").bitwiseAND(sql.col("print")).alias("key"), "set", "print"
    )
    sizes = stages.keep(
        f"{run.text}-prints",
        lambda: rows.groupBy("part", "key").agg(sql.count("*").alias("sets")).where(sql.col("sets") > 1),
    )
    steps = sizes.agg(sql.sum(sql.col("sets") * (sql.col("sets") - 1) / 2)).first()[0] or 0
    if steps > limit:
        return None
    lists = rows.join(sizes.select("part", "key"), ["part", "key"]).groupBy("part", "key")
    lists = lists.agg(sql.collect_list(sql.struct("set", "print")).alias("of"))
    split = lists.select("part", sql.col("of.set").alias("sets"), sql.col("of.print").alias("prints"))
    return split.mapInArrow(_near, "a long, b long")


def _near(batches: Iterator[Any]) -> Iterator[Any]:
    """Of each list the pairs that are near and meet in no table before this one."""
    every = table_masks(PARTS, DISTANCE)
    for table in batches:
        values, sizes = columns.lists(table, "sets")
        prints = columns.lists(table, "prints")[0].view(np.uint64)
        part = np.repeat(columns.ints(table, "part"), sizes)
        for owner, other in columns.pairs_inside(sizes):
            found = near(prints[owner], prints[other], DISTANCE)
            owner, other = owner[found], other[found]
            differ = prints[owner] ^ prints[other]
            for number, mask in enumerate(every):
                new = (part[owner] <= number) | ((differ & mask) != 0)
                owner, other, differ = owner[new], other[new], differ[new]
            a, b = values[owner], values[other]
            yield columns.batch({"a": np.minimum(a, b), "b": np.maximum(a, b)})
