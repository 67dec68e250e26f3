"""Is every pair found, and none invented? python benchmarks/exactness.py SOURCE ... [--truth FOLDER] [--json FILE]

For each source (see texts.py) pairs at J >= 0.5, J >= 0.8 and containment >= 0.8 are compared with those of others on
the words as strings: SetSimilaritySearch for Jaccard (extra `bench`), and for containment an inverted index over the
rarest shingles in plain Python. Scores are compared, too. pagetwin runs as `exact` and as `auto`, at thresholds (J, C)
of (0.5, 0.8) and of (0.8, 0.8).

Files NAME.jsonl.gz of `--truth` hold pairs that are known to belong together, as lines {"a": url, "b": url}; those of
the sources read are looked up. What was not found is listed with its exact Jaccard and containment, by brute force.
Exit code 1 if anything was missed or invented.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compete import settings
from measure import machine, told
from pagetwin.config import TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity.local import compare
from pagetwin.similarity.words import tokens
from peers import shingled
from texts import Page, sources

ALL_PAIRS = 10**9  # no limit: every pair is wanted
LISTED = 5

Scores = dict[tuple[int, int], float]  # by pair, lower number first


@dataclass(frozen=True)
class Check:
    """One measure at one threshold in one mode; `wrong` counts pairs found by both with different scores."""

    source: str
    pages: int
    mode: str
    what: str
    pairs: int
    missed: int
    invented: int
    wrong: int


def jaccard_pairs(sets: Sequence[set[str]], threshold: float) -> Scores:
    """SetSimilaritySearch over all sets that are not empty."""
    try:
        from SetSimilaritySearch import all_pairs
    except ModuleNotFoundError:
        sys.exit("SetSimilaritySearch is missing; install the extra: .venv/bin/python -m pip install -e '.[bench]'")
    numbers = [number for number, shingles in enumerate(sets) if shingles]
    filled = [sets[number] for number in numbers]
    found = all_pairs(filled, "jaccard", threshold) if filled else ()
    return {_pair(numbers[a], numbers[b]): float(value) for a, b, value in found}


def contained_pairs(sets: Sequence[set[str]], threshold: float) -> Scores:
    """Pairs of which one holds at least this share of the other; the score is the larger of both containments.

    What holds k of n shingles holds one of any n - k + 1 of them, so only pages with one of the rarest are looked at.
    """
    counts = Counter(shingle for shingles in sets for shingle in shingles)
    pages = defaultdict(list)
    for number, shingles in enumerate(sets):
        for shingle in shingles:
            if counts[shingle] > 1:
                pages[shingle].append(number)
    found: Scores = {}
    for number, shingles in enumerate(sets):
        needed = next(k for k in range(len(shingles) + 1) if k >= threshold * len(shingles) - 1e-9)
        rarest = sorted(shingles, key=lambda shingle: (counts[shingle], shingle))[: len(shingles) - needed + 1]
        for other in {other for shingle in rarest for other in pages.get(shingle, ())} - {number}:
            share = len(shingles & sets[other]) / len(shingles)
            if share >= threshold:
                pair = _pair(number, other)
                found[pair] = max(share, found.get(pair, 0.0))
    return found


def _pair(a: int, b: int) -> tuple[int, int]:
    return (int(a), int(b)) if a < b else (int(b), int(a))


def ours(pages: Sequence[Page], mode: str, jaccard: float, containment: float) -> tuple[Scores, Scores]:
    """pagetwin's pairs with their Jaccard, and with the larger containment."""
    chosen = settings(candidates=mode, jaccard=jaccard, containment=containment, pair_limit=ALL_PAIRS)
    documents = [Document(number, "main", page.text, "") for number, page in enumerate(pages)]
    pairs = compare(documents, chosen, TextSettings(), Progress()).pairs
    keys = list(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True))
    by_jaccard = dict(zip(keys, pairs.jaccard.tolist(), strict=True))
    by_containment = dict(zip(keys, pairs.containment.tolist(), strict=True))
    for (a, b), value in by_jaccard.items():
        if value < jaccard and by_containment[a, b] < containment:
            sys.exit(f"{pages[a].url} and {pages[b].url}: a pair below both thresholds")
    return by_jaccard, by_containment


def checks(source: str, pages: Sequence[Page], found: Scores, inside: Scores) -> Iterator[Check]:
    """All comparisons of one source with the independent pairs at J >= 0.5 and containment >= 0.8."""
    for mode in ("exact", "auto"):
        for jaccard in (0.5, 0.8):
            by_jaccard, by_containment = ours(pages, mode, jaccard, 0.8)
            measures = (("J", jaccard, by_jaccard, found), ("containment", 0.8, by_containment, inside))
            for what, least, mine, theirs in measures:
                true = {pair: value for pair, value in theirs.items() if value >= least}
                own = {pair: value for pair, value in mine.items() if value >= least}
                wrong = sum(abs(value - true.get(pair, value)) > 1e-9 for pair, value in own.items())
                missed, invented = len(true.keys() - own.keys()), len(own.keys() - true.keys())
                told = f"{what} >= {least} of ({jaccard}, 0.8)"
                yield Check(source, len(pages), mode, told, len(true), missed, invented, wrong)


@dataclass(frozen=True)
class Known:
    """A pair of a truth file with its exact scores, and whether pagetwin has it as a pair."""

    a: str
    b: str
    jaccard: float
    containment: float
    found: bool


def known_pairs(path: Path, pages: Mapping[str, int], sets: Sequence[set[str]], found: Scores) -> list[Known]:
    """The pairs of a truth file both pages of which are here."""
    known = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["a"] not in pages or row["b"] not in pages:
                continue
            a, b = pages[row["a"]], pages[row["b"]]
            shared = len(sets[a] & sets[b])
            jaccard = shared / max(len(sets[a] | sets[b]), 1)
            inside = shared / max(min(len(sets[a]), len(sets[b])), 1)
            known.append(Known(row["a"], row["b"], jaccard, inside, _pair(a, b) in found))
    return known


def report(name: str, known: Sequence[Known]) -> int:
    """Print what became of a truth file; how many pairs at or above a threshold were not found."""
    over = [pair for pair in known if pair.jaccard >= 0.5 or pair.containment >= 0.8]
    hidden = [pair for pair in known if pair.containment >= 0.9 and pair.jaccard < 0.3]
    lost = [pair for pair in over if not pair.found]
    rest = sorted((pair for pair in known if not pair.found), key=lambda p: -max(p.jaccard / 0.5, p.containment / 0.8))
    print(
        f"truth {name}: {len(known):,} pairs; at or above J 0.5 or containment 0.8: {len(over):,}, found "
        f"{len(over) - len(lost):,}; containment >= 0.9 with J < 0.3: {len(hidden):,}, found "
        f"{sum(pair.found for pair in hidden):,}; not found: {len(rest):,}"
    )
    if rest:
        highest = max(pair.jaccard for pair in rest), max(pair.containment for pair in rest)
        print(f"  of those not found the highest J is {highest[0]:.4f}, the highest containment {highest[1]:.4f}:")
    for pair in rest[:LISTED]:
        print(f"  J {pair.jaccard:.4f}, containment {pair.containment:.4f}  {pair.a}  {pair.b}")
    return len(lost)


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--truth", type=Path, metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=1, help="of the pages that are made")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there, every pair not found, too")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Check every source, then the truth files that speak of it."""
    given = options(arguments)
    read_later = sources(given.sources, given.seed)
    truths = sorted(given.truth.glob("*.jsonl.gz")) if given.truth else []
    print(told(machine()))
    print(f"{'source':<16} {'pages':>7} {'mode':<6} {'measure, of thresholds':<36} {'pairs':>10} missed invented wrong")
    done: list[Check] = []
    known: dict[str, list[Known]] = {}
    lost = 0
    for source, read in read_later:
        pages = read()
        sets = shingled([" ".join(tokens(page.text)) for page in pages])
        for check in checks(source, pages, jaccard_pairs(sets, 0.5), contained_pairs(sets, 0.8)):
            done.append(check)
            row = f"{check.source:<16} {check.pages:7,} {check.mode:<6} {check.what:<36} {check.pairs:10,} "
            print(f"{row}{check.missed:6,} {check.invented:8,} {check.wrong:5,}", flush=True)
        place = {page.url: number for number, page in enumerate(pages)}
        found = ours(pages, "auto", 0.5, 0.8)[0] if truths else {}
        for path in truths:
            name = path.name.partition(".")[0]
            if here := known_pairs(path, place, sets, found):
                known[name] = here
                lost += report(name, here)
    faults = lost + sum(check.missed + check.invented + check.wrong for check in done)
    print(f"missed, invented or wrong in all: {faults}")
    if given.json:
        given.json.write_text(json.dumps(as_json(done, known), indent=1), "utf-8")
    sys.exit(1 if faults else 0)


def as_json(done: Sequence[Check], known: Mapping[str, Sequence[Known]]) -> dict[str, Any]:
    """Everything, with each pair of a truth file that was not found."""
    rest = {name: [vars(pair) for pair in pairs if not pair.found] for name, pairs in known.items()}
    counts = {name: len(pairs) for name, pairs in known.items()}
    return {"machine": machine(), "checks": [vars(c) for c in done], "truth_pairs": counts, "not_found": rest}


if __name__ == "__main__":
    main()
