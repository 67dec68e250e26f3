"""Checkpoints: each stage of the job is written to storage and read from there, so nothing before it is done again.

A lost executor costs the tasks that ran on it and the shuffle files that it held; a job that was stopped goes on behind
its last whole stage, as the folder of a stage has a name made from all that it hangs on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import sql
from .sql import Frame

_ROW_BITS = 33  # of monotonically_increasing_id: the partition stands above them


class Stages:
    """Tables below one folder of any file system that Spark writes to."""

    def __init__(self, session: Any, folder: str, say: Callable[[str], None] = lambda _: None) -> None:
        self.session, self.folder, self._say = session, folder.rstrip("/"), say

    def has(self, name: str) -> bool:
        """Whether a table was written to its end."""
        jvm, path = self.session.sparkContext._jvm, f"{self.folder}/{name}/_SUCCESS"
        found = jvm.org.apache.hadoop.fs.Path(path)
        return bool(found.getFileSystem(self.session.sparkContext._jsc.hadoopConfiguration()).exists(found))

    def keep(self, name: str, make: Callable[[], Frame]) -> Frame:
        """The table of that name, made where it is not there yet."""
        path = f"{self.folder}/{name}"
        if not self.has(name):
            self._say(name)
            make().write.mode("overwrite").parquet(path)
        return self.session.read.parquet(path)

    def numbered(self, name: str, make: Callable[[], Frame], by: list[str], number: str) -> Frame:
        """The table with a column of numbers from 0 on, in the order of columns that are different in each row."""

        def make_sorted() -> Frame:
            parts = int(self.session.conf.get("spark.sql.shuffle.partitions"))
            placed = make().repartitionByRange(parts, *by).sortWithinPartitions(*by)
            return placed.withColumn("_place", sql.monotonically_increasing_id())

        rows = self.keep(name, make_sorted)
        part = sql.shiftrightunsigned("_place", _ROW_BITS).cast("int")
        counts = {
            row["part"]: row["n"] for row in rows.groupBy(part.alias("part")).agg(sql.count("*").alias("n")).collect()
        }
        first, total = [], 0
        for place in range(max(counts, default=0) + 1):
            first.append(sql.lit(total))
            total += counts.get(place, 0)
        start = sql.element_at(sql.array(*first), part + 1)
        inside = sql.col("_place").bitwiseAND((1 << _ROW_BITS) - 1)
        return rows.withColumn(number, (start + inside).cast("long")).drop("_place")
