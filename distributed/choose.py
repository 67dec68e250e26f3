"""Which text each page is judged by, as similarity/text.py and trust.py decide it, in many tasks.

What needs one page is told row by row. Bodies of pages with equal main texts are compared in a task for each main text.
Pairs of main texts that bodies deny are looked at on the driver, while those pages fit there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, cast

import numpy as np

from ..config import CompareSettings, Settings, TextSettings
from ..model import Texts
from ..similarity.blocks import Blocks, site_blocks, without_blocks
from ..similarity.engine import TEXT_KINDS, Pairs
from ..similarity.spark import columns, sql
from ..similarity.spark.engine import Compared
from ..similarity.spark.sql import Frame
from ..similarity.spark.stages import Stages
from ..similarity.text import SAMPLE_PAGES, SAMPLE_SECTIONS, TextFacts, alone, differ
from ..similarity.trust import Site, distrusted
from .spool import Spool

SUSPECTS = 2_000_000  # pairs whose bodies the driver looks at
_FACTS = ("page", "url_path", "main_hash", "body_hash", "main_words", "body_words")


@dataclass(frozen=True)
class Chosen:
    """`choices` has page, by_body and note. `blocks` stand on the whole site. `notes` tell what was not looked at."""

    choices: Frame
    blocks: Blocks
    notes: tuple[str, ...] = ()


def first_choices(stages: Stages, pages: Frame, settings: TextSettings) -> Chosen:
    """Choices from facts and from bodies of pages with equal main texts. `pages` has page, path, facts and texts."""
    work = partial(_alone, settings=settings)
    facts = pages.select("page", "path", "main_hash", "body_hash", "main_words", "body_words")
    own = stages.keep(
        "choices",
        lambda: facts.mapInArrow(
            work, "page long, by_body boolean, note string, main_hash binary, body_hash binary, has_body boolean"
        ),
    )
    if (
        not own.where(sql.col("has_body") & ~sql.col("by_body"))
        .where(~sql.col("main_hash").eqNullSafe(sql.col("body_hash")))
        .limit(1)
        .count()
    ):
        return Chosen(
            own.select("page", "by_body", "note"), frozenset()
        )  # texts as they were given: there is no choice
    blocks = _blocks(pages)
    candidates = own.where(~sql.col("by_body") & sql.col("has_body") & sql.col("main_hash").isNotNull())
    several = candidates.groupBy("main_hash").agg(
        sql.countDistinct("body_hash").alias("bodies"), sql.count("*").alias("same")
    ).where(sql.col("bodies") > 1)  # fmt: skip
    first = (
        candidates.join(several, "main_hash")
        .groupBy("main_hash", "same", "body_hash")
        .agg(sql.max("page").alias("page"))
    )
    bodies = first.join(pages.select("page", "body"), "page")
    denied = stages.keep(
        "denied",
        lambda: bodies.groupBy("main_hash").applyInArrow(
            lambda rows: _denied(rows, blocks, settings), "main_hash binary, denied string"
        ),
    )
    joined = own.join(denied, "main_hash", "left")
    is_denied = ~sql.col("by_body") & sql.col("has_body") & sql.col("denied").isNotNull()
    chosen = joined.select(
        "page",
        (sql.col("by_body") | is_denied).alias("by_body"),
        sql.when(is_denied, sql.col("denied")).otherwise(sql.col("note")).alias("note"),
    )
    return Chosen(stages.keep("first-choices", lambda: chosen), blocks)


def settled(
    stages: Stages,
    pages: Frame,
    first: Chosen,
    compared: Callable[[Stages, Chosen, CompareSettings], Compared],
    settings: Settings,
) -> Chosen:
    """The choices less those that bodies deny (trust.settle), at the start values of the thresholds."""
    if not first.blocks and not pages.where(~sql.col("main_hash").eqNullSafe(sql.col("body_hash"))).limit(1).count():
        return first
    start = CompareSettings()
    compare = replace(settings.compare, jaccard=start.jaccard, containment=start.containment)
    found = compared(Stages(stages.session, f"{stages.folder}/trust"), first, compare)
    hashes = pages.select("page", "body_hash")
    left, right = (
        hashes.select(sql.col("page").alias(side), sql.col("body_hash").alias(f"body_{side}")) for side in ("a", "b")
    )
    suspects = found.pairs.where(sql.col("text") == TEXT_KINDS.index("main")).join(left, "a").join(right, "b")
    suspects = suspects.where(~sql.col("body_a").eqNullSafe(sql.col("body_b"))).drop("body_a", "body_b")
    number = suspects.count()
    if not number:
        return first
    if number > SUSPECTS:
        return replace(
            first, notes=(f"{number:,} pairs of main texts were not held against their bodies: more than {SUSPECTS:,}",)
        )
    pairs = _pairs(suspects.toArrow())
    wanted = suspects.select(sql.explode(sql.array("a", "b")).alias("page")).distinct()
    needed = pages.join(wanted, "page").select(
        "page", "path", "main_hash", "body_hash", "main_words", "body_words", "main", "body"
    )
    with Spool(needed) as spool:
        site = Site(cast("Sequence[TextFacts]", spool.facts), spool.read, first.blocks, compare, settings.text)
        changed = distrusted(pairs, site)
    if not changed:
        return first
    import pyarrow

    table = pyarrow.table({"page": list(changed), "new": [choice.note for choice in changed.values()]})
    denied = sql.broadcast(stages.session.createDataFrame(table))
    joined = first.choices.join(denied, "page", "left")
    chosen = joined.select(
        "page",
        (sql.col("by_body") | sql.col("new").isNotNull()).alias("by_body"),
        sql.coalesce("new", "note").alias("note"),
    )
    return replace(first, choices=stages.keep("settled-choices", lambda: chosen))


def stripped(documents: Frame, blocks: Blocks) -> Frame:
    """Documents whose bodies are without the blocks of the whole site."""
    if not blocks:
        return documents
    return documents.mapInArrow(
        partial(_stripped, blocks=blocks), "page long, by_body boolean, main string, body string"
    )


def _stripped(batches: Iterator[Any], blocks: Blocks) -> Iterator[Any]:
    import pyarrow

    for table in batches:
        bodies = [without_blocks(body or "", blocks) for body in table.column("body").to_pylist()]
        kept = [table.column(name) for name in ("page", "by_body", "main")]
        yield pyarrow.RecordBatch.from_arrays(
            [*kept, pyarrow.array(bodies, pyarrow.string())], ["page", "by_body", "main", "body"]
        )


def _alone(batches: Iterator[Any], settings: TextSettings) -> Iterator[Any]:
    import pyarrow

    for table in batches:
        rows = [alone(TextFacts(*row), settings) for row in zip(*(c.to_pylist() for c in table.columns), strict=True)]
        yield pyarrow.RecordBatch.from_pydict(
            {
                "page": table.column("page"),
                "by_body": [choice.kind == "body" for choice in rows],
                "note": [choice.note for choice in rows],
                "main_hash": table.column("main_hash"),
                "body_hash": table.column("body_hash"),
                "has_body": [words > 0 for words in table.column("body_words").to_pylist()],
            }
        )


def _denied(rows: Any, blocks: Blocks, settings: TextSettings) -> Any:
    """For one main text: why its pages are judged by their bodies, if they are."""
    import pyarrow

    order = np.argsort(columns.ints(rows, "page"))
    bodies = rows.column("body").take(order).to_pylist()
    note = None
    if differ((Texts("", body) for body in bodies), blocks, settings):
        note = f"main text is the same on {rows.column('same')[0].as_py()} pages whose bodies differ"
    return pyarrow.table(
        {"main_hash": [rows.column("main_hash")[0].as_py()], "denied": pyarrow.array([note], pyarrow.string())}
    )


def _blocks(pages: Frame) -> Blocks:
    """The blocks of the whole site, from the pages that find_blocks of similarity/text.py draws."""
    folders = sql.split(sql.ltrim(sql.lit("/"), "path"), "/")
    folders = sql.slice(folders, 1, sql.size(folders) - 1)
    parts = pages.select("page", "path", "body_words", folders.alias("folders"))
    low, high = parts.agg(sql.min("folders"), sql.max("folders")).first()
    low, high = low or [], high or []
    depth = next(
        (n for n, pair in enumerate(zip(low, high, strict=False)) if len(set(pair)) > 1), min(len(low), len(high))
    )
    name = sql.coalesce(sql.get("folders", sql.lit(depth)), sql.lit(""))
    named = parts.where(sql.col("body_words") > 0).select("page", "path", name.alias("section"))
    sizes = named.groupBy("section").agg(sql.count("*").alias("size"), sql.min_by("path", "page").alias("first"))
    largest = sizes.orderBy(sql.desc("size"), "first").limit(SAMPLE_SECTIONS)
    ranked = named.join(sql.broadcast(largest), "section").withColumn(
        "rank", sql.row_number().over(sql.window_of("section", "page")) - 1
    )
    drawn = ranked.where(sql.col("rank") % sql.ceil(sql.col("size") / SAMPLE_PAGES) == 0).select("page")
    rows = pages.join(sql.broadcast(drawn), "page").select("path", "body").toArrow().to_pylist()
    return site_blocks(((row["path"], row["body"] or "") for row in rows), depth)


def _pairs(table: Any) -> Pairs:
    found = {name: columns.ints(table, name) for name in ("a", "b", "shared", "size_a", "size_b", "text", "kind")}
    order = np.lexsort((found["b"], found["a"]))
    found = {name: values[order] for name, values in found.items()}
    text, kind = found.pop("text").astype(np.int8), found.pop("kind").astype(np.int8)
    return Pairs(**found, text=text, kind=kind)
