"""How time and memory grow with pages: python benchmarks/scaling.py SOURCE ... [--sizes 10000 40000 160000 500000]

The pages of all sources together (see texts.py) are put in random order; more of them are made by copying with noise:
each copy draws one of the rates of texts.NOISE, and so many of its words are replaced by words of other pages. A tenth
of the copies is equal to its page, three tenths are near duplicates (J about 0.83), three tenths related (about 0.43),
and of three tenths little is left. So pairs grow faster than pages, as they do on a site that grows by its templates.

Each size runs in a process of its own from texts (read from disk as it goes) to pairs and groups. Prints seconds,
processor seconds, peak memory of all its processes, and the exponents of a fit by least squares of log y = k log pages
+ c: 1 is linear, 2 quadratic. The copied texts need 4 kB a page of disk in the folder for temporary files.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from measure import machine, told, watched
from texts import replicas, sources

MEASURES = ("seconds", "cpu", "peak_mb", "all_pairs")


def measured(texts: Sequence[str], pages: int, given: argparse.Namespace) -> dict[str, Any]:
    """One size: a row of figures, or `failed`."""
    with tempfile.TemporaryDirectory() as folder:
        with (Path(folder) / "texts.jsonl").open("w", encoding="utf-8") as lines:
            lines.writelines(json.dumps(text, ensure_ascii=False) + "\n" for text in replicas(texts, pages, given.seed))
        compete = str(Path(__file__).with_name("compete.py"))
        command = [sys.executable, compete, f"pagetwin {given.candidates}", folder, "--stream"]
        run = watched(command, given.most_seconds)
    if run.failed:
        return {"pages": pages, "failed": run.failed, "peak_mb": run.peak_mb}
    steps = {"steps": run.facts["seconds"], "steps_cpu": run.facts["cpu"]}
    whole = {name: sum(run.facts[name].values()) for name in ("seconds", "cpu")}
    return {"pages": pages} | run.facts | steps | whole | {"peak_mb": run.peak_mb}


def exponents(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The slope of each measure over pages, both as logarithms; none from fewer than two sizes."""
    done = [row for row in rows if "failed" not in row]
    if len({row["pages"] for row in done}) < 2:
        return {}
    pages = np.log([row["pages"] for row in done])
    values = {name: [row[name] for row in done] for name in MEASURES}
    return {name: float(np.polyfit(pages, np.log(v), 1)[0]) for name, v in values.items() if min(v) > 0}


def line(row: dict[str, Any]) -> str:
    """A row of the table."""
    if "failed" in row:
        return f"{row['pages']:9,} {row['failed']} (peak {row['peak_mb']:.0f} MB)"
    steps = " ".join(f"{row['steps'].get(step, 0.0):8.1f}" for step in ("shingles", "join", "groups"))
    recall = ", ".join(f"{name} {value:.4f} ({method})" for name, (method, value) in row["own_recall"].items())
    kept = "" if row["complete"] else f" {row['pairs']:,} kept;"
    return (f"{row['pages']:9,} {row['seconds']:8.1f} {row['cpu']:8.1f} {steps} {row['peak_mb']:8.0f} "
            f"{row['all_pairs']:12,} {row['groups']:8,} {kept} recall {recall}")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each size and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 40_000, 160_000, 500_000], metavar="PAGES")
    parser.add_argument("--candidates", choices=("auto", "exact", "lsh"), default="auto")
    parser.add_argument("--most-seconds", type=float, default=4 * 3600, help="a size that takes longer is ended")
    parser.add_argument("--seed", type=int, default=1, help="of order and noise")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args(arguments)
    texts = [page.text for _, read in sources(given.sources, given.seed) for page in read() if page.text]
    facts = machine()
    print(f"{told(facts)}, {given.candidates}, {len(texts):,} pages to copy from")
    print("    pages  seconds      cpu shingles     join   groups  peak MB        pairs   groups")
    rows = []
    for size in given.sizes:
        rows.append(measured(texts, size, given))
        print(line(rows[-1]), flush=True)
    fitted = exponents(rows)
    print("exponents:", told({name: f"{value:.2f}" for name, value in fitted.items()}) or "none, from one size")
    if given.json:
        given.json.write_text(json.dumps({"machine": facts, "rows": rows, "exponents": fitted}, indent=1), "utf-8")


if __name__ == "__main__":
    main()
