"""Connected components on a cluster: the alternating large-star and small-star rounds of Kiveris, Lattanzi, Mirrokni,
Rastogi and Vassilvitskii (2014), "Connected Components in MapReduce and Beyond". Each round is a checkpoint.
"""

from __future__ import annotations

from functools import partial

from . import sql
from .sql import Frame
from .stages import Stages

ROUNDS = 100  # never needed: the number grows with the square of the logarithm of the nodes at most


def components(stages: Stages, links: Frame) -> Frame:
    """By node of the links (a, b), each once: its component, which is the lowest node in it."""
    links = stages.keep(
        "links-0", lambda: links.select(sql.greatest("a", "b").alias("a"), sql.least("a", "b").alias("b"))
    )
    before = None
    for number in range(1, ROUNDS):
        links = stages.keep(f"links-{number}", partial(_round, links))
        state = links.agg(sql.count("*"), sql.sum(sql.hash("a", "b").cast("long"))).first()
        if before == state:
            break
        before = state
    lower = links.select(sql.col("a").alias("node"), sql.col("b").alias("component"))
    return lower.unionByName(lower.select(sql.col("component").alias("node"), "component")).distinct()


def _round(links: Frame) -> Frame:
    return _small(_large(links))


def _large(links: Frame) -> Frame:
    """Each node's higher neighbours to its lowest neighbour (or itself)."""
    both = links.unionByName(links.select(sql.col("b").alias("a"), sql.col("a").alias("b")))
    lowest = both.groupBy("a").agg(sql.least(sql.min("b"), sql.col("a")).alias("lowest"))
    moved = both.join(lowest, "a").where(sql.col("b") > sql.col("a"))
    return moved.select(sql.col("b").alias("a"), sql.col("lowest").alias("b")).distinct()


def _small(links: Frame) -> Frame:
    """Each node and its lower neighbours to the lowest of them."""
    lowest = links.groupBy("a").agg(sql.min("b").alias("lowest"))
    met = links.join(lowest, "a")
    moved = met.where(sql.col("b") != sql.col("lowest")).select(sql.col("b").alias("a"), sql.col("lowest").alias("b"))
    return moved.unionByName(lowest.select("a", sql.col("lowest").alias("b"))).distinct()
