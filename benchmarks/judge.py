"""How many of the pairs that pagetwin names are duplicates: python benchmarks/judge.py [FILE]

Reads the pairs that were judged by reading (judged.csv beside this file, or FILE) and prints the precision of each
band of similarity, same / (same + different), with Wilson's 95 % interval; `unsure` is counted apart. The tables
stand in docs/precision.md. `judge_sample.py` draws such pairs.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pagetwin.similarity.measure import wilson

COLUMNS = ("site", "url_a", "url_b", "text", "hash_a", "hash_b", "jaccard", "a_in_b", "b_in_a", "verdict", "why")
VERDICTS = ("same", "different", "unsure")
EXACT = "exact copies"
# Each pair is in the first band that it reaches, so that containment is asked where Jaccard does not name the pair.
BANDS = (
    *(("Jaccard", low) for low in (0.9, 0.8, 0.7, 0.6, 0.5)),
    *(("containment", low) for low in (0.9, 0.8)),
    *(("Jaccard", low) for low in (0.4, 0.3)),
    *(("containment", low) for low in (0.7, 0.6)),
)
_FILE = Path(__file__).with_name("judged.csv")

Row = Mapping[str, Any]


def read(path: Path = _FILE) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def band(row: Row) -> str:
    """The band of a pair, as it is called in the table; empty below all bands."""
    if row["hash_a"] == row["hash_b"]:
        return EXACT
    values = {"Jaccard": float(row["jaccard"]), "containment": max(float(row["a_in_b"]), float(row["b_in_a"]))}
    return next((_called(measure, low) for measure, low in BANDS if values[measure] >= low), "")


def _called(measure: str, low: float) -> str:
    return f"{measure} {low:.1f} to {low + 0.1:.1f}"


def named(row: Row) -> bool:
    """Whether the pair is one by the default thresholds."""
    return float(row["jaccard"]) >= 0.5 or max(float(row["a_in_b"]), float(row["b_in_a"])) >= 0.8


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Two Markdown tables: the bands, and the default thresholds by measure, kind of text and site."""
    rows = list(rows)
    yield from _table(
        "band", [(name, [row for row in rows if band(row) == name]) for name in (EXACT, *(_called(*b) for b in BANDS))]
    )
    yield ""
    pairs = [row for row in rows if named(row)]
    parts: list[tuple[str, Callable[[Row], bool]]] = [
        ("all at the default thresholds", lambda _: True),
        ("by Jaccard, 0.5 or more", lambda row: float(row["jaccard"]) >= 0.5),
        ("by containment alone", lambda row: float(row["jaccard"]) < 0.5),
        *((f"{text} texts", lambda row, text=text: row["text"] == text) for text in ("main", "body")),
        *((f"site {site}", lambda row, site=site: row["site"] == site) for site in sorted({r["site"] for r in rows})),
    ]  # fmt: skip
    tables = [(name, [row for row in pairs if which(row)]) for name, which in parts]
    yield from _table("default thresholds", [*tables, ("below them", [row for row in rows if not named(row)])])


def _table(head: str, parts: Iterable[tuple[str, list[Row]]]) -> Iterator[str]:
    yield f"| {head} | pairs | same | different | unsure | precision | 95 % |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for name, rows in parts:
        same, different, unsure = (sum(row["verdict"] == verdict for row in rows) for verdict in VERDICTS)
        judged = same + different
        low, high = wilson(same, judged)
        share = f"{same / judged:.2f} | {low:.2f} to {high:.2f}" if judged else "- | -"
        yield f"| {name} | {len(rows)} | {same} | {different} | {unsure} | {share} |"


if __name__ == "__main__":
    print("\n".join(lines(read(*map(Path, sys.argv[1:2])))))
