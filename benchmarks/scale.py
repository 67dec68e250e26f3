"""What the Spark engine costs: python benchmarks/scale.py [--sizes 10000 40000 160000 500000] [--heap 2g]

Pages are made: a seeded text of 150 to 400 words (from 50,000, by Zipf's law) for every twenty of them, copied with the
noise of texts.NOISE. Each size is a job of its own, `pagetwin analyze --engine spark`, in one JVM bounded by --heap
that holds driver and executor; nothing is kept in memory between stages. From Spark's own event log come tasks, bytes
of shuffles and processor seconds of the JVM; peak memory is that of all processes of the job, Python's workers among
them, from outside, and so are processor seconds of all of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pyarrow
from measure import machine, told, watched
from pyarrow import parquet
from texts import replicas

COPIES, ROWS, FILES = 20, 2_000, 20_000
VOCABULARY = 50_000
# The job in a process that tells what all its processes used, as its last line: JVM and daemons are still there then
# or have been waited for.
CHILD = """
import json, sys
import psutil
from pagetwin.cli import pagetwin
pagetwin(sys.argv[1:], standalone_mode=False)
tree = psutil.Process()
print(json.dumps({"cpu": sum(sum(each.cpu_times()[:4]) for each in [tree, *tree.children(recursive=True)])}))
"""


def texts(pages: int, seed: int) -> list[str]:
    """The texts of which the pages are copies."""
    draw = random.Random(seed)
    words = [f"w{n:x}" for n in range(VOCABULARY)]
    weights = list(accumulate(1 / (n + 10) for n in range(VOCABULARY)))
    return [
        " ".join(draw.choices(words, cum_weights=weights, k=draw.randint(150, 400)))
        for _ in range(max(pages // COPIES, 1))
    ]


def write(folder: Path, pages: int, seed: int) -> None:
    """The pages as Parquet, some thousand to a file."""
    copies = replicas(texts(pages, seed), pages, seed)
    numbers = iter(range(pages))
    for part in range(-(-pages // FILES)):
        with parquet.ParquetWriter(folder / f"part-{part:05}.parquet", _SCHEMA) as writer:
            for _ in range(FILES // ROWS):
                some = list(islice(copies, ROWS))
                urls = [f"https://made.example/{n % 97}/{n}" for n in islice(numbers, len(some))]
                writer.write_table(pyarrow.table({"url": urls, "text": some}, _SCHEMA))


_SCHEMA = pyarrow.schema([("url", pyarrow.string()), ("text", pyarrow.string())])


def events(folder: Path) -> Counter[str]:
    """Sums over all tasks of the event log."""
    found: Counter[str] = Counter()
    for line in _lines(folder):
        if '"SparkListenerTaskEnd"' not in line:
            continue
        metrics = json.loads(line).get("Task Metrics") or {}
        found["tasks"] += 1
        found["jvm_cpu"] += metrics.get("Executor CPU Time", 0)
        found["shuffle"] += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
        found["spilled"] += metrics.get("Disk Bytes Spilled", 0)
        found["read"] += metrics.get("Input Metrics", {}).get("Bytes Read", 0)
        found["written"] += metrics.get("Output Metrics", {}).get("Bytes Written", 0)
    return found


def _lines(folder: Path) -> Iterator[str]:
    for file in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
        with file.open(encoding="utf-8") as lines:
            yield from lines


def measured(pages: int, given: argparse.Namespace) -> dict[str, Any]:
    """One size: a row of figures, or `failed`."""
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        folder = Path(name)
        for part in ("in", "log", "tmp"):
            (folder / part).mkdir()
        write(folder / "in", pages, given.seed)
        conf = {
            "spark.driver.memory": given.heap, "spark.ui.enabled": "false", "spark.log.level": "ERROR",
            "spark.sql.shuffle.partitions": str(max(4, pages // 10_000)), "spark.local.dir": str(folder / "tmp"),
            "spark.eventLog.enabled": "true", "spark.eventLog.dir": (folder / "log").as_uri(),
            "spark.eventLog.compress": "false", "spark.eventLog.rolling.enabled": "false",
            "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1",
        }  # fmt: skip
        command = [sys.executable, "-P", "-c", CHILD, "analyze", "--engine", "spark", "--master", given.master]
        command += ["--input", str(folder / "in"), "--output", str(folder / "out"), "--candidates", given.candidates]
        command += [part for key, value in conf.items() for part in ("--conf", f"{key}={value}")]
        run = watched(command, given.most_seconds)
        if run.failed:
            return {"pages": pages, "failed": run.failed, "peak_mb": round(run.peak_mb)}
        summary = json.loads((folder / "out" / "summary.json").read_text("utf-8"))
        sums = events(folder / "log")
    million = 1e6 / pages
    return {
        "pages": pages, "pairs": summary["pairs"], "groups": sum(g["groups"] for g in summary["groups"].values()),
        "way": summary["candidates"]["main"], "recall": round(summary["recall"]["main"]["value"], 4),
        "seconds": round(run.wall), "report_seconds": round(summary["report_seconds"]), "cpu": round(run.facts["cpu"]),
        "jvm_cpu": round(sums["jvm_cpu"] / 1e9), "tasks": sums["tasks"], "peak_mb": round(run.peak_mb),
        "shuffle_mb": round(sums["shuffle"] / 1e6), "written_mb": round(sums["written"] / 1e6),
        "spilled_mb": round(sums["spilled"] / 1e6), "shuffle_gb_per_million": round(sums["shuffle"] * million / 1e9, 2),
        "written_gb_per_million": round(sums["written"] * million / 1e9, 2),
        "tasks_per_million": round(sums["tasks"] * million), "cpu_per_million": round(run.facts["cpu"] * million),
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure all sizes and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 40_000, 160_000, 500_000])
    parser.add_argument("--heap", default="2g", help="of the JVM that holds driver and executor")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--candidates", default="auto", choices=("auto", "lsh", "exact"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="for input, shuffles and output; 20 kB a page")
    parser.add_argument("--most-seconds", type=float, default=20_000)
    given = parser.parse_args(arguments)
    print(told(machine()))
    for pages in given.sizes:
        print(told(measured(pages, given)), flush=True)


if __name__ == "__main__":
    main()
