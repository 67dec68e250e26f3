"""What a job on a cluster leaves: tables of pages, pairs and clusters, and a summary."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..config import Settings
from ..similarity.engine import PAIR_KINDS, TEXT_KINDS
from ..similarity.spark import sql
from ..similarity.spark.engine import Compared
from ..similarity.spark.sql import Frame
from .read import kept

_USED = ("shingle", "shingle_unspaced", "jaccard", "containment", "candidates", "pair_limit", "closest")


@dataclass(frozen=True)
class Tables:
    """`rows` as read.py made them, `numbers` uid and page, `choices` page, by_body, note; `further` columns of rows."""

    rows: Frame
    numbers: Frame
    choices: Frame
    compared: Compared
    further: Sequence[str]


def write(tables: Tables, output: str) -> None:
    """`pages`, `pairs` and `clusters` as Parquet below the output, in place of what was there."""
    for name, frame in (("pages", _pages(tables)), ("pairs", _pairs(tables)), ("clusters", tables.compared.clusters)):
        frame.write.mode("overwrite").parquet(f"{output}/{name}")


def summary(session: Any, tables: Tables, output: str, notes: Sequence[str], settings: Settings) -> dict[str, Any]:
    """The run in numbers, counted from what was written."""
    compared, pages = tables.compared, session.read.parquet(f"{output}/pages")
    clusters = session.read.parquet(f"{output}/clusters")
    rows, numbered = pages.agg(sql.count("*"), sql.count("page")).first()
    left_out = {
        row["why"]: row["n"]
        for row in pages.where("page IS NULL").groupBy("why").agg(sql.count("*").alias("n")).collect()
    }
    kinds = clusters.groupBy("kind").agg(sql.countDistinct("cluster").alias("n"), sql.count("*").alias("pages"))
    groups = {row["kind"]: {"groups": row["n"], "pages": row["pages"]} for row in kinds.collect()}
    return {
        "engine": "spark",
        "rows": rows,
        "pages": numbered,
        "left_out": left_out,
        "pairs": compared.graph.pairs,
        "pairs_complete": compared.complete,
        "groups": groups,
        "candidates": compared.way,
        "recall": {kind: dataclasses.asdict(recall) for kind, recall in compared.recall.items()},
        "pairs_left_out": compared.left_out,
        "notes": [*notes, *compared.notes],
        "settings": {name: getattr(settings.compare, name) for name in _USED},
    }


def closing(facts: dict[str, Any], output: str) -> str:
    """The last lines on the terminal."""
    groups = sum(kind["groups"] for kind in facts["groups"].values())
    inside = sum(kind["pages"] for kind in facts["groups"].values())
    recall = ", ".join(
        f"{kind} {r['value']:.4f}"
        + ("" if r["method"] == "exact" else f" ({r['low']:.4f} to {r['high']:.4f}, {r['pairs']:,} pairs drawn)")
        for kind, r in facts["recall"].items()
    )
    lines = [
        f"{facts['pages']:,} pages compared, {facts['rows'] - facts['pages']:,} rows left out",
        f"{facts['pairs']:,} pairs"
        + ("" if facts["pairs_complete"] else ", of which the closest of each page were written"),
        f"{groups:,} groups with {inside:,} pages",
        f"recall: {recall}",
        *facts["notes"],
        f"report: {facts['report']['note']}",
        f"tables, summary.json and report: {output}",
    ]
    return "\n".join(lines)


def _pages(tables: Tables) -> Frame:
    """A row for each of the input: those that were compared have a number."""
    graph = tables.compared.graph
    weight = graph.nodes.select("node", "weight")
    edges = graph.edges.select("a", "b").unionByName(
        graph.edges.select(sql.col("b").alias("a"), sql.col("a").alias("b"))
    )
    near = (
        edges.join(weight.withColumnRenamed("node", "b"), "b")
        .groupBy(sql.col("a").alias("node"))
        .agg(sql.sum("weight").alias("others"))
    )
    nodes = graph.nodes.select("node", sql.col("first").alias("copy_of"), "weight").join(near, "node", "left")
    nodes = nodes.withColumn("near_duplicates", sql.coalesce("others", sql.lit(0)) + sql.col("weight") - 1)
    of = graph.members.join(nodes.select("node", "copy_of", "near_duplicates"), "node").drop("node")
    cluster = tables.compared.clusters.select("page", "cluster")
    owners = graph.owners.select("page", "main_size", "body_size")
    own = (
        tables.numbers.join(tables.choices, "page")
        .join(owners, "page", "left")
        .join(of, "page", "left")
        .join(cluster, "page", "left")
    )
    text, by_body = sql.array(*(sql.lit(kind) for kind in TEXT_KINDS)), sql.col("by_body")
    own = own.select(
        "uid", "page", sql.element_at(text, by_body.cast("int") + 1).alias("text"), "note",
        sql.when(by_body, sql.col("body_size")).otherwise(sql.col("main_size")).alias("shingles"),
        "copy_of", "near_duplicates", "cluster",
    )  # fmt: skip
    kept_columns = [sql.col(f"`{kept(name)}`") for name in tables.further]
    known = tables.rows.select("uid", "url", "title", "why", "main_words", "body_words", *kept_columns)
    why = sql.when(sql.col("page").isNull() & (sql.col("why") == ""), "an address that comes again").otherwise(
        sql.col("why")
    )
    return known.join(own, "uid", "left").withColumn("why", why).drop("uid")


def _pairs(tables: Tables) -> Frame:
    """Pairs by the numbers of `pages`, with their measures."""
    size_a, size_b, shared = (sql.col(name) for name in ("size_a", "size_b", "shared"))
    jaccard, containment = shared / (size_a + size_b - shared), shared / sql.least(size_a, size_b)
    kinds, texts = (sql.array(*(sql.lit(name) for name in names)) for names in (PAIR_KINDS, TEXT_KINDS))
    text, kind = sql.element_at(texts, sql.col("text") + 1), sql.element_at(kinds, sql.col("kind") + 1)
    return tables.compared.pairs.select(
        "a", "b", "shared", "size_a", "size_b",
        jaccard.alias("jaccard"), containment.alias("containment"), text.alias("text"), kind.alias("kind"),
    )  # fmt: skip
