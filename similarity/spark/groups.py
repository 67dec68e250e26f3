"""Groups of pages by the star code of cluster.py, over nodes: the pages of a node come together.

The stars of a graph are those of its components. So the graph goes to the driver while it fits there, and else to as
many tasks as its components fill.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...config import CompareSettings
from ..classes import classes
from ..cluster import ALL_PAIRS, inside, stars
from ..engine import PAIR_KINDS, Ints
from ..score import shared
from . import columns, sql
from .components import components
from .graph import Graph
from .sql import Frame
from .stages import Stages
from .texts import Run

DRIVER_EDGES = 5_000_000  # about 200 MB
_STAR = "node long, centre long, kind int"
_MEASURED = "centre long, lowest double, median double"
_CHUNK = 20_000_000  # shingles measured by one task, on average


def clusters(
    stages: Stages, found: Graph, runs: dict[Any, Run], settings: CompareSettings, driver: int = DRIVER_EDGES
) -> Frame:
    """Rows for each page in a group: cluster (from 1, by representative), page, representative, kind, lowest, median,
    sampled; as in model.Cluster.
    """
    grouped = stages.keep("stars", lambda: _starred(stages, found, driver))
    measured = stages.keep("measured", lambda: _measured(found, grouped, runs, settings))
    centres = grouped.groupBy("centre").agg(sql.first("kind").alias("kind")).join(measured, "centre")
    first = found.nodes.select(sql.col("node").alias("centre"), sql.col("first").alias("representative"))
    numbers = stages.numbered("cluster-numbers", lambda: centres.join(first, "centre"), ["representative"], "cluster")
    numbers = numbers.withColumn("cluster", sql.col("cluster") + 1)
    names = sql.array(*(sql.lit(kind) for kind in PAIR_KINDS))
    rows = found.members.join(grouped.select("node", "centre"), "node").join(numbers, "centre")
    return rows.select(
        "cluster", "page", "representative", sql.element_at(names, sql.col("kind") + 1).alias("kind"),
        "lowest", "median", "sampled",
    )  # fmt: skip


def _starred(stages: Stages, found: Graph, driver: int) -> Frame:
    links = found.edges.select("a", "b", "kind")
    if found.count <= driver:
        several = found.nodes.where(sql.col("weight") > 1).select("node", "weight").toArrow()
        others = links.select(sql.explode(sql.array("a", "b")).alias("node")).distinct()
        single = found.nodes.where(sql.col("weight") == 1).join(others, "node").select("node", "weight").toArrow()
        import pyarrow

        return stages.session.createDataFrame(_stars(links.toArrow(), pyarrow.concat_tables((several, single))))
    label = components(stages, links.select("a", "b"))
    chunks = max(2 * found.count // driver, 2)
    by = sql.pmod(sql.hash("component"), sql.lit(chunks)).alias("chunk")
    edges = links.join(label.withColumnRenamed("node", "a"), "a").select(by, "a", "b", "kind")
    nodes = found.nodes.join(label, "node", "left").where(sql.col("component").isNotNull() | (sql.col("weight") > 1))
    nodes = nodes.withColumn("component", sql.coalesce("component", "node")).select(by.alias("of"), "node", "weight")
    return edges.groupBy("chunk").cogroup(nodes.groupBy("of")).applyInArrow(_stars, _STAR)


def _stars(edges: Any, nodes: Any) -> Any:
    """The centre of each node that is in a group, and the kind of that group."""
    import pyarrow

    numbers = columns.ints(nodes, "node")
    order = np.argsort(numbers)
    numbers, weight = numbers[order], columns.ints(nodes, "weight")[order]
    a, b = (np.searchsorted(numbers, columns.ints(edges, side)) for side in ("a", "b"))
    owner, to = np.concatenate((a, b)), np.concatenate((b, a))
    near = np.bincount(owner, weight[to], len(numbers)).astype(np.int64) + weight - 1
    by_owner = np.argsort(owner, kind="stable")
    starts = np.searchsorted(owner[by_owner], np.arange(len(numbers) + 1))
    to, kinds = to[by_owner], np.tile(columns.ints(edges, "kind"), 2).astype(np.int8)[by_owner]
    ranked = np.lexsort((numbers, -near))

    def partners(place: int) -> tuple[Ints, Any]:
        rows = slice(starts[ranked[place]], starts[ranked[place] + 1])
        return to[rows], kinds[rows]

    node, centre, kind = [], [], []
    for star, taken, loosest in stars(ranked, np.ones(len(numbers), bool), partners):
        if len(taken) or weight[star] > 1:
            members = [star, *taken.tolist()]
            node += members
            centre += [star] * len(members)
            kind += [loosest] * len(members)
    return pyarrow.table(
        {
            "node": numbers[np.array(node, np.int64)],
            "centre": numbers[np.array(centre, np.int64)],
            "kind": np.array(kind, np.int32),
        }
    )


def _measured(found: Graph, grouped: Frame, runs: dict[Any, Run], settings: CompareSettings) -> Frame:
    """Lowest and median Jaccard of each group, from the shingles of its members."""
    sets = ["main_set", "body_set"]
    pages = grouped.join(found.members, "node").select("centre", "page").join(found.owners, "page")
    rows = pages.groupBy("centre", "by_body", *sets).agg(sql.collect_list("page").alias("pages"))
    for name in sets:
        text = name.removesuffix("_set")
        if text in runs:
            own = runs[text].sets.select(sql.col("set").alias(name), sql.col("shingles").alias(text))
            rows = rows.join(own, name, "left")
        else:
            rows = rows.withColumn(text, sql.lit(None).cast("binary"))
    total = sum(run.count * run.mean for run in runs.values())
    chunk = sql.pmod(sql.hash("centre"), sql.lit(max(int(total / _CHUNK), 4))).alias("chunk")
    rows = rows.select(chunk, "centre", "by_body", "pages", "main", "body")
    seed = settings.seed
    # Without annotations, of which Spark would try to make sense.
    return rows.groupBy("chunk").applyInArrow(lambda some: _measure(some, seed), f"{_MEASURED}, sampled boolean")


def _measure(rows: Any, seed: int) -> Any:
    import pyarrow

    pages, sizes = columns.lists(rows, "pages")
    owner = np.repeat(np.arange(len(sizes)), sizes)
    centre, by_body = columns.ints(rows, "centre"), columns.flags(rows, "by_body")
    merged = [classes(columns.shingles(rows, text)) for text in ("main", "body")]
    order = np.lexsort((pages, centre[owner]))
    owner = owner[order]
    centres, starts = np.unique(centre[owner], return_index=True)

    def score(a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        x, y = owner[a], owner[b]
        body = by_body[x] | by_body[y]
        parts = [(shared(m, x, y), m.sizes[x], m.sizes[y]) for m in merged]
        common, size_a, size_b = (np.where(body, other, main) for main, other in zip(*parts, strict=True))
        return common, size_a, size_b

    groups = np.split(np.arange(len(owner)), starts[1:])
    found = list(inside(groups, score, seed))
    lowest, median = np.array(found, np.float64).reshape(-1, 2).T
    sampled = np.array([len(group) > ALL_PAIRS for group in groups], bool)
    return pyarrow.table({"centre": centres, "lowest": lowest, "median": median, "sampled": sampled})
