"""From texts to pairs: pagetwin beside its peers: python benchmarks/similarity.py SOURCE ... [--json FILE]

A SOURCE is a file NAME.jsonl.gz of {"url", "text"}, a folder of them or of an audit, templates:N or directory:N (see
texts.py). Needs the extra `bench`; text-dedup brings some 45 packages along and runs where `--text-dedup PYTHON` names
an interpreter that has it. The order of the competitors is rotated from source to source and round to round.

pagetwin runs from texts to pairs and groups, all in. Its peers are given the words ready cut, and find pairs alone.
Seconds are those of the work, after a warm-up on 20 pages in the same process (`start-up`, with imports); `cpu` are
those of the processor, which others on the machine disturb less. Peak memory is that of the whole process tree.
Pairs, recall and precision are at J >= 0.5 (runs of 10 words), against SetSimilaritySearch, or pagetwin's own exact
pairs where that did not run: (own). `contained` are pairs that pagetwin found besides, by containment alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from measure import Run, machine, told, watched
from peers import PEERS
from texts import Page, sources

OURS = ("pagetwin exact", "pagetwin auto")
REFERENCES = ("SetSimilaritySearch", "pagetwin exact", "pagetwin auto")
HEAD = (f"{'source':<16} {'competitor':<20} {'seconds':>10} {'cpu':>9} {'shingles':>9} {'join':>10} {'groups':>8} "
        f"{'start-up':>8} {'peak MB':>7} {'pairs':>10} {'contained':>9} {'recall':>9} {'precision':>9}")  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A competitor on a source, in the round of median time; recall and precision against `reference`, if known."""

    source: str
    pages: int
    name: str
    run: Run
    recall: float | None = None
    precision: float | None = None
    reference: str = ""

    def spent(self, clock: str, step: str = "") -> float:
        """Seconds of one step or of all; `clock` is `seconds` or `cpu`."""
        known: dict[str, float] = self.run.facts[clock]
        return known.get(step, 0.0) if step else sum(known.values())


def prepare(pages: Sequence[Page], folder: Path) -> None:
    """The texts for pagetwin, and the same pages as words for the others."""
    from pagetwin.similarity.words import tokens

    with (folder / "texts.jsonl").open("w", encoding="utf-8") as texts:
        texts.writelines(json.dumps(page.text, ensure_ascii=False) + "\n" for page in pages)
    with (folder / "words.txt").open("w", encoding="utf-8", newline="\n") as words:
        words.writelines(" ".join(tokens(page.text)) + "\n" for page in pages)


def compete(
    source: str, pages: Sequence[Page], names: Sequence[str], given: argparse.Namespace, turn: int
) -> Iterator[Row]:
    """Every competitor on one source, `--repeat` rounds."""
    with tempfile.TemporaryDirectory() as folder:
        prepare(pages, Path(folder))
        runs: dict[str, list[Run]] = {name: [] for name in names}
        for round_ in range(given.repeat):
            first = (turn + round_) % len(names)
            for name in [*names[first:], *names[:first]]:
                python = given.text_dedup if name == "text-dedup" else sys.executable
                command = [python, str(Path(__file__).with_name("compete.py")), name, folder]
                run = watched(command, given.most_seconds)
                print(
                    f"{source}, {name}: {run.failed or f'{run.wall:.1f} s with start-up'}", file=sys.stderr, flush=True
                )
                runs[name].append(run)
        rows = [Row(source, len(pages), name, middle(runs[name])) for name in names]
        yield from judged(rows, Path(folder))


def middle(runs: Sequence[Run]) -> Run:
    """The run of (lower) median time; a failed one if any failed."""
    failed = [run for run in runs if run.failed]
    if failed:
        return failed[0]
    seconds = [sum(run.facts["seconds"].values()) for run in runs]
    return runs[seconds.index(statistics.median_low(seconds))]


def judged(rows: Sequence[Row], folder: Path) -> Iterator[Row]:
    """The rows with recall and precision against the first exact result that there is."""
    found = {row.name: np.load(folder / f"{row.name}.npy") for row in rows if not row.run.failed}
    whole = [row.name for row in rows if row.name in found and row.run.facts.get("complete", True)]
    reference = next((name for name in REFERENCES if name in whole), None)
    for row in rows:
        if row.name not in whole or reference is None or row.run.facts.get("extrapolated"):
            yield row
            continue
        hits = len(np.intersect1d(found[row.name], found[reference], assume_unique=True))
        shares = [hits / len(pairs) if len(pairs) else None for pairs in (found[reference], found[row.name])]
        yield Row(row.source, row.pages, row.name, row.run, *shares, reference)


def line(row: Row) -> str:
    """A row of the table."""
    begin = f"{row.source:<16} {row.name:<20} "
    if row.run.failed:
        return begin + row.run.failed
    facts = row.run.facts
    guessed = bool(facts.get("extrapolated"))
    widths = {"shingles": 9, "join": 10, "groups": 8}
    steps = " ".join(_number(facts["seconds"].get(step), width) for step, width in widths.items())
    pairs = "" if guessed else f"{facts['pairs']:,}"
    besides = f"{facts['all_pairs'] - facts['pairs']:,}" if facts.get("complete") else ""
    shares = " ".join(f"{'' if s is None else _share(s):>9}" for s in (row.recall, row.precision))
    more = f" extrapolated, pairs {facts['extrapolated']:,.0f} times" if guessed else ""
    more += " (own)" if row.reference in OURS else ""
    more += f" closest of {facts['all_pairs']:,}" if not facts.get("complete", True) else ""
    spent = f"{_number(row.spent('seconds'), 10)} {_number(row.spent('cpu'), 9)}"
    return (f"{begin}{spent} {steps} {facts['start_up']:8.2f} {row.run.peak_mb:7.0f}"
            f" {pairs:>10} {besides:>9} {shares}{more}")  # fmt: skip


def _number(value: float | None, width: int) -> str:
    return " " * width if value is None else f"{value:{width},.2f}"


def _share(share: float) -> str:
    """Four digits, and never 1 for what is not whole."""
    return f"{share:.4f}" if share in (0, 1) else f"{min(max(share, 0.0001), 0.9999):.4f}"


def ratios(rows: Sequence[Row]) -> Iterator[str]:
    """How many times as long each peer took, by source: by the clock / by processor time."""
    done = {row.name: row for row in rows if not row.run.failed}
    for ours in (done[name] for name in OURS if name in done):
        peers = ", ".join(f"{name} {_times(row, ours)}" for name, row in done.items() if name not in OURS)
        if peers:
            yield f"{ours.source:<16} {ours.name:<20} all in: {peers}"
        if exact := done.get("SetSimilaritySearch"):
            yield f"{'':<37} join alone, shingles to pairs: SetSimilaritySearch {_times(exact, ours, 'join')}"


def _times(row: Row, ours: Row, step: str = "") -> str:
    clocks = [(row.spent(clock, step), ours.spent(clock, step)) for clock in ("seconds", "cpu")]
    return " / ".join(f"{peer / own:.1f}" if own else "?" for peer, own in clocks)


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--only", nargs="+", choices=[*OURS, *PEERS], help="competitors; all but text-dedup by default")
    parser.add_argument("--text-dedup", metavar="PYTHON", help="an interpreter with text-dedup: run it, too")
    parser.add_argument("--repeat", type=int, default=1, help="rounds; figures are of the one of median time")
    parser.add_argument("--most-seconds", type=float, default=900, help="a competitor that takes longer is ended")
    parser.add_argument("--seed", type=int, default=1, help="of the pages that are made")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    given = parser.parse_args(arguments)
    if given.repeat < 1:
        parser.error("--repeat takes 1 or more")
    if given.only and "text-dedup" in given.only and not given.text_dedup:
        parser.error("text-dedup needs --text-dedup PYTHON")
    return given


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    given = options(arguments)
    names = given.only or [name for name in (*OURS, *PEERS) if name != "text-dedup" or given.text_dedup]
    facts, found = machine(), sources(given.sources, given.seed)
    print(told(facts), HEAD, sep="\n", flush=True)
    rows: list[Row] = []
    told_ratios: list[str] = []
    for turn, (source, read) in enumerate(found):
        pages = read()
        of_source = list(compete(source, pages, names, given, turn))
        print(*(line(row) for row in of_source), sep="\n", flush=True)
        rows += of_source
        told_ratios += ratios(of_source)
    print("", "Times as long as pagetwin, by the clock / by processor time:", *told_ratios, sep="\n")
    print(told(versions(rows)))
    if given.json:
        result = {"machine": facts | versions(rows), "rows": [as_json(row) for row in rows]}
        given.json.write_text(json.dumps(result, indent=1), "utf-8")


def versions(rows: Sequence[Row]) -> dict[str, Any]:
    """Of every library that took part."""
    return {name: version for row in rows for name, version in row.run.facts.get("versions", {}).items()}


def as_json(row: Row) -> dict[str, Any]:
    """A row with all its facts."""
    known = {"source": row.source, "pages": row.pages, "name": row.name, "recall": row.recall}
    known |= {
        "precision": row.precision,
        "reference": row.reference,
        "peak_mb": row.run.peak_mb,
        "failed": row.run.failed,
    }
    return known | row.run.facts


if __name__ == "__main__":
    main()
