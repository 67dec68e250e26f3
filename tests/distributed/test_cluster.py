"""The whole command on a real cluster, which loses a worker in the middle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity.cluster import group
from pagetwin.similarity.local import compare
from pyarrow import parquet
from similarity.test_spark import templates
from support.cluster import cluster
from support.spark import CONF, needs_spark

LOST = "main-candidates"  # the stage in which the worker is lost: shuffle files of the stage before lie on it
WAIT = 300.0


def test_a_job_that_loses_a_worker_gives_the_pairs_and_groups_of_the_local_engine(tmp_path: Path) -> None:
    needs_spark()
    documents = templates(11, 6, 30, 3)
    urls = [f"https://shop.example/{d.id:05}" for d in documents]
    (tmp_path / "in").mkdir()
    table = pa.table({"url": urls, "text": [d.main for d in documents], "price": [d.id * 2 for d in documents]})
    for part in range(4):
        parquet.write_table(table.slice(part * 45, 45), tmp_path / "in" / f"part-{part}.parquet")
    output = tmp_path / "out"
    conf = CONF | {"spark.executor.memory": "500m", "spark.scheduler.minRegisteredResourcesRatio": "1.0"}
    with cluster(tmp_path, 2) as (master, workers):
        command = [sys.executable, "-P", "-m", "pagetwin", "analyze", "--engine", "spark", "--master", master]
        command += ["--input", str(tmp_path / "in"), "--output", str(output), "--shingle", "4", "--candidates", "lsh"]
        for key, value in conf.items():
            command += ["--conf", f"{key}={value}"]
        with subprocess.Popen(
            command, env=os.environ | {"PAGETWIN_DEBUG": "1"}, stderr=subprocess.PIPE, text=True
        ) as job:
            _wait_until_it_starts(output, job)
            workers[0].kill()
            said = job.communicate(timeout=WAIT)[1]
        assert job.returncode == 0, said[-3000:]
    _check(documents, urls, output)


def _wait_until_it_starts(output: Path, job: subprocess.Popen[str]) -> None:
    for _ in range(int(WAIT / 0.01)):
        if any(output.glob(f"_stages/*/{LOST}")):
            return
        assert job.poll() is None, job.communicate()[1][-3000:]
        time.sleep(0.01)
    raise AssertionError(f"the job never came to {LOST}")


def _check(documents: list[Document], urls: list[str], output: Path) -> None:
    asked = CompareSettings(shingle=4, candidates="lsh")
    here = compare(documents, asked, TextSettings(), Progress())
    pages = parquet.read_table(output / "pages").sort_by("page").to_pylist()
    assert [page["url"] for page in pages] == urls
    assert [page["price"] for page in pages] == [d.id * 2 for d in documents]
    assert [page["near_duplicates"] for page in pages] == here.pages.near_duplicates.tolist()
    pairs = parquet.read_table(output / "pairs").sort_by([("a", "ascending"), ("b", "ascending")]).to_pylist()
    assert [(p["a"], p["b"], p["shared"], p["size_a"], p["size_b"], p["text"], p["kind"]) for p in pairs] == [
        (p.a, p.b, p.shared, p.size_a, p.size_b, p.text, p.kind) for p in here.pairs
    ]
    groups: dict[int, list[int]] = {}
    for row in parquet.read_table(output / "clusters").sort_by("page").to_pylist():
        groups.setdefault(row["representative"], []).append(row["page"])
    assert groups == {g.representative: list(g.members) for g in group(len(documents), here, asked)}
    summary = json.loads((output / "summary.json").read_text("utf-8"))
    assert (summary["pages"], summary["pairs"], summary["left_out"]) == (180, here.pair_count, {})
    assert summary["report"] == {"pages": 180, "of": 180, "note": "all pages"}
    assert (output / "audit" / "report" / "index.html").is_file()
