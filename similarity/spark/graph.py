"""From pairs of sets to a graph of nodes, and to pairs of pages.

A node is all pages with the same words in the same order: they have equal partners, and ten thousand copies are one
node. It has an edge to each node with which its pages are pairs. Where pages judged by their main text meet others by
their bodies, their bodies must be equal, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...config import CompareSettings
from ...model import TextKind
from ..engine import PAIR_KINDS, TEXT_KINDS
from . import sql
from .sql import Frame
from .stages import Stages
from .texts import Run

EXACT, NEAR, CONTAINED = range(len(PAIR_KINDS))
_SCORES = ("shared", "size_a", "size_b")


@dataclass(frozen=True)
class Graph:
    """`owners`: page, by_body, its set, words and size of each kind of text. `nodes`: node, first (its lowest page),
    weight (pages) and the same, less bodies that make no difference. `members`: page, node.

    `edges`: a, b (nodes, a < b), shared, size_a, size_b, text, kind; as in engine.Pairs. `count` edges, behind which
    and inside nodes there are `pairs` of pages.
    """

    owners: Frame
    nodes: Frame
    members: Frame
    edges: Frame
    count: int
    pairs: int


def graph(stages: Stages, texts: Frame, runs: Mapping[TextKind, tuple[Run, Frame]], settings: CompareSettings) -> Graph:
    """The nodes of all pages that have words, from the sets and verified pairs of each kind of text."""
    owners = stages.keep("owners", lambda: _owners(texts, runs))
    worded = _without_idle_bodies(owners, *runs["body"]) if "body" in runs else owners
    # Pages without a word in the text that they are judged by are no pairs of one another.
    alone = sql.when(
        ~sql.col("by_body") & sql.col("main_words").isNull(), sql.col("page").cast("string").cast("binary")
    )
    key = sql.concat(
        sql.when(sql.col("by_body"), sql.lit(b"\1")).otherwise(sql.lit(b"\0")),
        *(sql.coalesce(f"{text}_words", sql.lit(b"\0" * 16)) for text in TEXT_KINDS),
        sql.coalesce(alone, sql.lit(b"")),
    )
    keyed = worded.where(sql.coalesce("main_words", "body_words").isNotNull()).withColumn("key", key)
    numbers = stages.numbered(
        "node-numbers",
        lambda: keyed.groupBy("key").agg(sql.min("page").alias("first"), sql.count("*").alias("weight")),
        ["first"],
        "node",
    )
    members = stages.keep("members", lambda: keyed.join(numbers.select("key", "node"), "key").select("page", "node"))
    own = keyed.drop("key").withColumnRenamed("page", "first")
    nodes = stages.keep("nodes", lambda: numbers.drop("key").join(own, "first"))

    def make_edges() -> Frame:
        found = None
        for text, (_, pairs) in runs.items():
            part = _edges(nodes, pairs, text, settings)
            found = part if found is None else found.unionByName(part)
        return found

    edges = stages.keep("edges", make_edges)
    weight = nodes.select("node", "weight")
    left, right = (weight.select(sql.col("node").alias(s), sql.col("weight").alias(f"weight_{s}")) for s in ("a", "b"))
    across = edges.join(left, "a").join(right, "b").agg(
        sql.count("*").alias("n"), sql.sum(sql.col("weight_a") * sql.col("weight_b")).alias("pairs")
    ).first()  # fmt: skip
    own = nodes.agg(sql.sum(sql.expr("weight * (weight - 1) div 2"))).first()[0]
    return Graph(owners, nodes, members, edges, across["n"], (across["pairs"] or 0) + (own or 0))


def pages(stages: Stages, found: Graph, settings: CompareSettings) -> Frame:
    """Pairs of pages, as in engine.Pairs: all, or above `pair_limit` those that are among the closest of either."""
    whole = found.pairs <= settings.pair_limit
    return stages.keep("page-pairs", lambda: _spelt_out(found) if whole else _closest(found, settings.closest))


def _owners(texts: Frame, runs: Mapping[TextKind, tuple[Run, Frame]]) -> Frame:
    found = texts.select("page", "by_body", *(f"{text}_{name}" for text in runs for name in ("alike", "words", "size")))
    for text in TEXT_KINDS:
        if text in runs:
            named = runs[text][0].sets.select(
                sql.col("alike").alias(f"{text}_alike"), sql.col("set").alias(f"{text}_set")
            )
            found = found.join(named, f"{text}_alike", "left").drop(f"{text}_alike")
        else:
            found = found.withColumn(f"{text}_set", sql.lit(None).cast("long")).withColumn(f"{text}_size", sql.lit(0))
            found = found.withColumn(f"{text}_words", sql.lit(None).cast("binary"))
    return found


def _without_idle_bodies(owners: Frame, run: Run, pairs: Frame) -> Frame:
    """A body that makes no pair, and has no page that is judged by it, does not set pages apart."""
    busy = pairs.select(sql.explode(sql.array("a", "b")).alias("body_set"))
    busy = busy.union(run.sets.where(sql.col("judged") > 0).select(sql.col("set").alias("body_set"))).distinct()
    joined = owners.join(busy.withColumn("busy", sql.lit(True)), "body_set", "left")
    for name in ("set", "words"):
        joined = joined.withColumn(f"body_{name}", sql.when(sql.col("busy"), sql.col(f"body_{name}")))
    return joined.drop("busy")


def _edges(nodes: Frame, pairs: Frame, text: TextKind, settings: CompareSettings) -> Frame:
    judged = sql.col("by_body") == (text == "body")
    owners = nodes.where(sql.col(f"{text}_set").isNotNull()).select(
        sql.col(f"{text}_set").alias("set"), "node", judged.alias("judged"), sql.col(f"{text}_words").alias("words"),
        sql.col(f"{text}_size").alias("size"),
    )  # fmt: skip
    left = owners.select(*(sql.col(c).alias(f"{c}_a") for c in owners.columns))
    right = owners.select(*(sql.col(c).alias(f"{c}_b") for c in owners.columns))
    either = sql.col("judged_a") | sql.col("judged_b")
    jaccard = sql.col("shared") / (sql.col("size_a") + sql.col("size_b") - sql.col("shared"))
    apart = (
        pairs.drop("size_a", "size_b")
        .join(left, sql.col("a") == sql.col("set_a"))
        .join(right, sql.col("b") == sql.col("set_b"))
        .where(either)
        .withColumn("kind", sql.when(jaccard >= settings.jaccard, NEAR).otherwise(CONTAINED))
    )
    several = (
        owners.groupBy("set")
        .agg(sql.count("*").alias("n"))
        .where(sql.col("n") > 1)
        .select(sql.col("set").alias("set_a"))
    )
    same = (
        left.join(several, "set_a")
        .join(right, (sql.col("set_a") == sql.col("set_b")) & (sql.col("node_a") < sql.col("node_b")))
        .where(either)
        .withColumn("shared", sql.col("size_a"))
        .withColumn("kind", sql.when(sql.col("words_a") == sql.col("words_b"), EXACT).otherwise(NEAR))
    )
    swap = sql.col("node_a") > sql.col("node_b")

    def ordered(name: str, other: str) -> Any:
        return sql.when(swap, sql.col(other)).otherwise(sql.col(name))

    parts = [
        part.select(
            ordered("node_a", "node_b").alias("a"), ordered("node_b", "node_a").alias("b"), "shared",
            ordered("size_a", "size_b").alias("size_a"), ordered("size_b", "size_a").alias("size_b"),
            sql.lit(TEXT_KINDS.index(text)).alias("text"), sql.col("kind").cast("int").alias("kind"),
        )
        for part in (apart, same)
    ]  # fmt: skip
    return parts[0].unionByName(parts[1])


def _inside(found: Graph) -> Frame:
    """What the pages of one node are to one another, for nodes with several."""
    size = sql.when(sql.col("by_body"), sql.col("body_size")).otherwise(sql.col("main_size"))
    return found.nodes.where(sql.col("weight") > 1).select(
        sql.col("node").alias("a"), sql.col("node").alias("b"), *(size.alias(name) for name in _SCORES),
        sql.col("by_body").cast("int").alias("text"), sql.lit(EXACT).alias("kind"),
    )  # fmt: skip


def _ordered(rows: Frame) -> Frame:
    """Rows of pages p of node a and q of node b as pairs with the lower page first, each once."""
    swap = sql.col("p") > sql.col("q")
    return rows.select(
        sql.least("p", "q").alias("a"), sql.greatest("p", "q").alias("b"), "shared",
        sql.when(swap, sql.col("size_b")).otherwise(sql.col("size_a")).alias("size_a"),
        sql.when(swap, sql.col("size_a")).otherwise(sql.col("size_b")).alias("size_b"),
        "text", "kind",
    )  # fmt: skip


def _spelt_out(found: Graph) -> Frame:
    """Every page of a node with every page of the other."""
    rows = found.edges.unionByName(_inside(found))
    left, right = (
        found.members.select(sql.col("node").alias(n), sql.col("page").alias(p)) for n, p in (("a", "p"), ("b", "q"))
    )
    met = rows.join(left, "a").join(right, "b")
    return _ordered(met.where((sql.col("a") != sql.col("b")) | (sql.col("p") < sql.col("q"))))


def _closest(found: Graph, k: int) -> Frame:
    """Of each page the `k` closest: exact copies first, then by Jaccard, then the lower page; each pair once.

    The pages of a node have the same partners but for themselves, so the first k + 1 of its own and its partners' pages
    are found by node. Of partners that are equally close the first pages decide, so k + 1 nodes with k + 1 pages each
    are enough.
    """
    edges = found.edges
    back = edges.select(
        sql.col("b").alias("a"), sql.col("a").alias("b"), "shared", sql.col("size_b").alias("size_a"),
        sql.col("size_a").alias("size_b"), "text", "kind",
    )  # fmt: skip
    both = edges.unionByName(back).unionByName(_inside(found))
    closeness = sql.col("shared") / (sql.col("size_a") + sql.col("size_b") - sql.col("shared")) + (
        sql.col("kind") == EXACT
    ).cast("int")
    both = both.withColumn("closeness", closeness)
    window = sql.window_of("a", sql.desc("closeness"), "b")
    both = both.withColumn("rank", sql.row_number().over(window)).where(sql.col("rank") <= k + 1).drop("rank")
    heads = found.members.withColumn("rank", sql.row_number().over(sql.window_of("node", "page"))).where(
        sql.col("rank") <= k + 1
    )
    heads = heads.select(sql.col("node").alias("b"), sql.col("page").alias("q"))
    window = sql.window_of("a", sql.desc("closeness"), "q")
    met = both.join(heads, "b").withColumn("rank", sql.row_number().over(window)).where(sql.col("rank") <= k + 1)
    owners = found.members.select(sql.col("node").alias("a"), sql.col("page").alias("p"))
    met = met.join(owners, "a").where(sql.col("p") != sql.col("q"))
    met = met.withColumn("rank", sql.row_number().over(sql.window_of("p", "rank"))).where(sql.col("rank") <= k)
    return _ordered(met).dropDuplicates(["a", "b"])
