"""Pages to sets: texts are cut by the functions of the local engine, and equal ones collapse by their digests first.

Equal digests (128 bits) count as equal texts here; the local engine looks at the texts again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ...model import TextKind
from .. import simhash
from ..shingled import Cutting, shingled
from ..words import word_hashes
from . import columns, sql
from .sql import Frame
from .stages import Stages

_OF_KIND = "{0}_alike binary, {0}_words binary, {0}_size long, {0}_shingles binary, {0}_print long"


@dataclass(frozen=True)
class Run:
    """The distinct sets of one kind of text, numbered by their lowest page, from whose text they are taken.

    `sets` has set, source (that page), alike, shingles, size, print, and how many pages are judged by this text, and
    others. `count` sets, of `mean` shingles.
    """

    text: TextKind
    sets: Frame
    count: int
    mean: float


def cut(stages: Stages, documents: Frame, cutting: Cutting, kinds: Sequence[TextKind], prints: bool) -> Frame:
    """The texts of `documents` (page, by_body, main, body) as digests and shingles, null where there is no word; main
    of those alone that are judged by it.
    """
    schema = ", ".join(["page long, by_body boolean", *map(_OF_KIND.format, kinds)])
    work = partial(_cut, cutting=cutting, kinds=tuple(kinds), prints=prints)
    return stages.keep("texts", lambda: documents.mapInArrow(work, schema))


def run(stages: Stages, texts: Frame, text: TextKind) -> Run:
    """The sets of one kind of text."""
    of = texts.where(sql.col(f"{text}_alike").isNotNull()).select(
        "page", (sql.col("by_body") == (text == "body")).cast("long").alias("judged"),
        *(sql.col(f"{text}_{name}").alias(name) for name in ("alike", "size", "shingles", "print")),
    )  # fmt: skip
    judged = sql.sum("judged")
    numbers = stages.numbered(
        f"{text}-numbers",
        lambda: of.groupBy("alike").agg(
            sql.min("page").alias("source"), judged.alias("judged"), (sql.count("*") - judged).alias("others")
        ),
        ["source"],
        "set",
    )
    own = of.select(sql.col("page").alias("source"), "shingles", "size", "print")
    sets = stages.keep(f"{text}-sets", lambda: numbers.join(own, "source"))
    row = sets.agg(sql.count("*").alias("n"), sql.avg("size").alias("mean")).first()
    return Run(text, sets, row["n"], row["mean"] or 1.0)


def _cut(batches: Iterator[Any], cutting: Cutting, kinds: Sequence[TextKind], prints: bool) -> Iterator[Any]:
    import pyarrow

    for table in batches:
        by_body = columns.flags(table, "by_body")
        out = {"page": table.column("page"), "by_body": pyarrow.array(by_body)}
        for kind in kinds:
            texts = [text or "" for text in table.column(kind).to_pylist()]
            if kind == "main":
                texts = ["" if other else text for text, other in zip(texts, by_body.tolist(), strict=True)]
            out |= {f"{kind}_{name}": values for name, values in _of_kind(texts, cutting, prints).items()}
        yield pyarrow.RecordBatch.from_pydict(out)


def _of_kind(texts: Sequence[str], cutting: Cutting, prints: bool) -> dict[str, Any]:
    import pyarrow

    found = shingled(texts, cutting)
    filled = (found.sets.sizes > 0).tolist()
    fingerprints = np.zeros(len(texts), np.uint64)
    if prints:
        fingerprints = simhash.fingerprints(*word_hashes(texts, cutting.text))

    def where(values: Sequence[bytes]) -> Any:
        return pyarrow.array([v if some else None for v, some in zip(values, filled, strict=True)], pyarrow.binary())

    return {
        "alike": where([row.tobytes() for row in found.alike]),
        "words": where([row.tobytes() for row in found.words]),
        "size": pyarrow.array(found.sets.sizes),
        "shingles": where(columns.packed(found.sets)),
        "print": pyarrow.array(columns.signed(fingerprints)),
    }
