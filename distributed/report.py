"""The report of a job on a cluster: pages that fit one machine go through the local pipeline, which draws it.

All pages where they are few; else the largest groups, some pages of each, and pages drawn at random. The report says
so.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from .. import pipeline
from ..config import Settings
from ..errors import PagetwinError
from ..progress import Progress
from ..similarity.spark import sql
from ..similarity.spark.sql import Frame
from .read import Source
from .results import Tables
from .storage import Storage

PAGES = 20_000  # in a report
GROUPED, IN_GROUP = 0.75, 100  # share of them that stands in groups, and pages of one group
_ROWS = 500


def report(
    session: Any,
    found: Source,
    tables: Tables,
    output: str,
    storage: Storage,
    settings: Settings,
    progress: Progress,
) -> dict[str, Any]:
    """Write `audit` with its report below the output; says how many pages are in it, of how many."""
    pages = session.read.parquet(f"{output}/pages").where("page IS NOT NULL")
    origin = sql.regexp_extract("url", "^[a-z]+://[^/]*", 0)
    origins = pages.groupBy(origin.alias("origin")).count().orderBy(sql.desc("count"), "origin").limit(2).collect()
    if not origins:
        return {"pages": 0, "of": 0, "note": "none, as no page could be compared"}
    total, here = pages.count(), origins[0]["count"]
    on_site = pages.where(origin == origins[0]["origin"]).select("page", "cluster")
    drawn = on_site.select("page") if here <= PAGES else _drawn(on_site, PAGES)
    number = min(here, PAGES)
    note = "" if number == total else f"a sample: {number:,} of {total:,} pages, the largest groups first"
    if len(origins) > 1:
        note += f"{'; ' if note else ''}of {origins[0]['origin']} alone, which has {here:,} pages"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("sample.parquet" if note else "pages.parquet")
        _save(_texts(found, tables, drawn), file, note)
        try:
            pipeline.audit(str(file), Path(folder) / "audit", settings, progress)
        except PagetwinError as error:
            return {"pages": 0, "of": total, "note": f"none ({error})"}
        storage.copy(Path(folder) / "audit", f"{output}/audit")
    return {"pages": number, "of": total, "note": note or "all pages"}


def _drawn(pages: Frame, most: int) -> Frame:
    """The first pages of the largest groups, and others by a scattered number."""
    sizes = pages.where("cluster IS NOT NULL").groupBy("cluster").agg(sql.count("*").alias("size"))
    rank = sql.row_number().over(sql.window_of("cluster", "page"))
    grouped = pages.join(sizes, "cluster").withColumn("rank", rank).where(sql.col("rank") <= IN_GROUP)
    first = grouped.orderBy(sql.desc("size"), "cluster", "rank").limit(int(most * GROUPED)).select("page")
    rest = pages.join(first, "page", "left_anti").orderBy(sql.xxhash64("page")).limit(most - first.count())
    return first.union(rest.select("page"))


def _texts(found: Source, tables: Tables, drawn: Frame) -> Frame:
    """url, html, text and title of the drawn pages: as they were given, or the text that they were judged by."""
    numbers = tables.numbers.join(sql.broadcast(drawn), "page")
    none = sql.lit(None).cast("string")
    if {"html", "text"} & found.columns.keys():
        given = tables.rows.join(sql.broadcast(numbers), "uid").select("given").distinct()
        columns = (
            (sql.col(f"`{found.columns[name]}`").cast("string") if name in found.columns else none).alias(name)
            for name in ("html", "text", "title")
        )
        rows = found.rows.select(sql.col(f"`{found.columns['url']}`").alias("url"), *columns)
        return rows.join(sql.broadcast(given.withColumnRenamed("given", "url")), "url")
    own = tables.rows.join(sql.broadcast(numbers), "uid").join(tables.choices, "page")
    text = sql.when(sql.col("by_body"), sql.col("body")).otherwise(sql.col("main"))
    return own.select("url", none.alias("html"), text.alias("text"), "title")


def _save(rows: Frame, file: Path, note: str) -> None:
    import pyarrow
    from pyarrow import parquet

    schema = pyarrow.schema([(name, pyarrow.string()) for name in ("url", "html", "text", "title")])
    if note:
        schema = schema.with_metadata({b"pagetwin": note.encode()})
    with parquet.ParquetWriter(file, schema) as writer:
        batch: list[dict[str, Any]] = []
        for row in rows.toLocalIterator():
            batch.append(row.asDict())
            if len(batch) == _ROWS:
                writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
                batch = []
        writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
