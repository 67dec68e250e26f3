"""A Spark session for tests, and documents as its tables."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from pagetwin.model import Cluster, Document, Pair
from pagetwin.similarity.engine import PAIR_KINDS, TEXT_KINDS
from pagetwin.similarity.spark.engine import Compared

# Small and quiet: nothing but loopback, few partitions, no web pages, and no time spent on compiling for so few rows.
CONF = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.log.level": "ERROR",
}


def needs_spark() -> None:
    """Without pyspark and Java the test is skipped; it fails instead with PAGETWIN_REQUIRE_SPARK=1, as in CI."""
    java = shutil.which("java") or Path(os.environ.get("JAVA_HOME", ""), "bin", "java").is_file()
    missing = [name for name, there in (("pyspark", find_spec("pyspark")), ("Java", java)) if not there]
    if not missing:
        return
    reason = f"needs {' and '.join(missing)}: pip install -e '.[spark]', and Java 17 or newer"
    if os.environ.get("PAGETWIN_REQUIRE_SPARK") == "1":
        pytest.fail(f"{reason} (PAGETWIN_REQUIRE_SPARK=1)")
    pytest.skip(reason)


def frame(session: Any, documents: Sequence[Document]) -> Any:
    """Documents as the table that the engine takes."""
    import pyarrow as pa

    columns = {
        "page": pa.array([d.id for d in documents], pa.int64()),
        "by_body": pa.array([d.kind == "body" for d in documents], pa.bool_()),
        "main": pa.array([d.main for d in documents], pa.string()),
        "body": pa.array([d.body for d in documents], pa.string()),
    }
    return session.createDataFrame(pa.table(columns))


def pairs_of(found: Compared) -> list[Pair]:
    """Its pairs of pages, as the local engine has them."""
    rows = [(r.a, r.b, r.shared, r.size_a, r.size_b, r.text, r.kind) for r in found.pairs.collect()]
    return [Pair(*row[:5], TEXT_KINDS[row[5]], PAIR_KINDS[row[6]]) for row in sorted(rows)]


def groups_of(found: Compared) -> list[Cluster]:
    """Its groups, as the local engine has them."""
    groups: dict[int, list[Any]] = {}
    for row in found.clusters.orderBy("cluster", "page").collect():
        groups.setdefault(row.cluster, []).append(row)
    return [
        Cluster(r[0].kind, r[0].representative, tuple(row.page for row in r), r[0].lowest, r[0].median, r[0].sampled)
        for _, r in sorted(groups.items())
    ]
