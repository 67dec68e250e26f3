"""Do both engines agree? python benchmarks/contract.py SOURCE ... [--candidates exact lsh auto]

For each source (see texts.py) the pairs and groups of the Spark engine (extra `spark`, Java) are compared with those of
the local one at the same settings; pairs are equal when all their whole numbers are. For `lsh` the recall against the
exact result is printed. Exit code 1 where the engines differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from measure import machine
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Cluster, Document, Pair
from pagetwin.progress import Progress
from pagetwin.similarity.cluster import group
from pagetwin.similarity.engine import PAIR_KINDS, TEXT_KINDS
from pagetwin.similarity.local import compare as compare_here
from pagetwin.similarity.spark import engine, sql
from pagetwin.similarity.spark.stages import Stages
from texts import Page, sources

CONF = {
    "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "4", "spark.driver.memory": "2g",
    "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1", "spark.log.level": "ERROR",
}  # fmt: skip


def there(session: Any, pages: Sequence[Page], asked: CompareSettings, folder: str) -> tuple[Any, list[Pair]]:
    """What the Spark engine finds, and its pairs as the local engine has them."""
    texts = [page.text for page in pages]
    columns = {"page": pa.array(range(len(texts)), pa.int64()), "by_body": pa.array([False] * len(texts), pa.bool_()),
               "main": pa.array(texts, pa.string()), "body": pa.array(texts, pa.string())}  # fmt: skip
    frame = session.createDataFrame(pa.table(columns))
    found = engine.compare(Stages(session, folder), frame, False, asked, TextSettings(), engine.LIMITS)
    rows = sorted((r.a, r.b, r.shared, r.size_a, r.size_b, r.text, r.kind) for r in found.pairs.collect())
    return found, [Pair(*row[:5], TEXT_KINDS[row[5]], PAIR_KINDS[row[6]]) for row in rows]


def groups(found: Any) -> list[Cluster]:
    """Its groups as the local engine has them."""
    rows: dict[int, list[Any]] = {}
    for row in found.clusters.orderBy("cluster", "page").collect():
        rows.setdefault(row.cluster, []).append(row)
    return [
        Cluster(r[0].kind, r[0].representative, tuple(row.page for row in r), r[0].lowest, r[0].median, r[0].sampled)
        for _, r in sorted(rows.items())
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each source and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--candidates", nargs="+", default=["exact"], choices=("exact", "lsh", "auto"))
    given = parser.parse_args(arguments)
    print(machine(), flush=True)
    session = sql.session("local[2]", CONF)
    differ = False
    for name, pages_of in sources(given.sources, 1):
        pages = pages_of()
        documents = [Document(n, "main", page.text, page.text) for n, page in enumerate(pages)]
        exact: set[tuple[int, int]] = set()
        for way in given.candidates:
            asked = replace(CompareSettings(), candidates=way)
            begun = time.monotonic()
            here = compare_here(documents, asked, TextSettings(), Progress())
            local = time.monotonic() - begun
            with tempfile.TemporaryDirectory() as folder:
                begun = time.monotonic()
                found, pairs = there(session, pages, asked, Path(folder).as_uri())
                same_groups = groups(found) == group(len(documents), here, asked)
                took = time.monotonic() - begun
            same_pairs = pairs == list(here.pairs)
            keys = {(pair.a, pair.b) for pair in pairs}
            exact = keys if way == "exact" else exact
            recall = f", recall {len(keys & exact) / len(exact):.4f}" if exact and way != "exact" else ""
            differ |= not (same_pairs and same_groups)
            print(
                f"{name} {way}: pages {len(pages)}, pairs {len(pairs)} {'equal' if same_pairs else 'DIFFER'},"
                f" groups {'equal' if same_groups else 'DIFFER'}{recall}; seconds local {local:.1f}, spark {took:.1f}",
                flush=True,
            )
    session.stop()
    sys.exit(int(differ))


if __name__ == "__main__":
    main()
