"""What SimHash and LSH find of the true pairs: python benchmarks/simhash.py PAGES.jsonl[.gz] ...

Each file holds pages as {"url", "text"}. For every kind of features and threshold: the share of true pairs whose
fingerprints differ in at most 3 bits; the share that LSH proposes with the bands for that threshold; and of both.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from pagetwin.similarity.classes import classes
from pagetwin.similarity.engine import Floats, Ints
from pagetwin.similarity.exact import join, plan
from pagetwin.similarity.measure import jaccard
from pagetwin.similarity.minhash import bands, proposed, signatures
from pagetwin.similarity.ragged import ragged
from pagetwin.similarity.shingles import shingle_sets
from pagetwin.similarity.simhash import close_pairs, fingerprints, near
from pagetwin.similarity.words import Hashes, word_hashes

SHINGLE = 10
THRESHOLDS = (0.5, 0.7, 0.8, 0.9, 0.95)


def once(hashes: Hashes, counts: Ints) -> Hashes:
    """Fingerprints by which words stand in a text, however often."""
    few = shingle_sets(hashes, counts, 1)
    return fingerprints(np.concatenate(few), np.array([len(words) for words in few]))


FEATURES: dict[str, Callable[[Hashes, Ints], Hashes]] = {
    "words": fingerprints,
    "runs of 2 words": lambda hashes, counts: fingerprints(hashes, counts, 2),
    "runs of 3 words": lambda hashes, counts: fingerprints(hashes, counts, 3),
    "words, each once": once,
}


def true_pairs(sets: list[Hashes]) -> tuple[Ints, Ints, Floats]:
    """All pairs at the lowest threshold or above, by the exact join."""
    merged = classes(sets)
    parts: list[tuple[Ints, Ints, Floats]] = []

    def add(a: Ints, b: Ints, shared: Ints) -> None:
        value = jaccard(shared, merged.sizes[a], merged.sizes[b])
        kept = value >= THRESHOLDS[0]
        parts.append((a[kept], b[kept], value[kept]))

    join(merged, plan(merged), add)
    a, b, values = (np.concatenate(column) for column in zip(*parts, strict=True))
    return a, b, values


def measure(path: Path) -> None:
    """Print the table of one file."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        read = [word_hashes([json.loads(line)["text"]]) for line in file]
    distinct = {shingle_sets(*one, SHINGLE)[0].tobytes(): one for one in read}
    hashes, counts = (np.concatenate(column) for column in zip(*distinct.values(), strict=True))
    sets = shingle_sets(hashes, counts, SHINGLE)
    a, b, values = true_pairs(sets)
    signed = signatures(ragged(sets), 1)
    print(f"{path.name}: {len(sets):,} different texts, {len(hashes):,} words")
    print(f"  {'pairs from J >=':<24}" + "".join(f"{t:>9}" for t in THRESHOLDS))
    print(f"  {'':<24}" + "".join(f"{int((values >= t).sum()):>9,}" for t in THRESHOLDS))

    def line(name: str, found: Callable[[float], Ints], about: str = "") -> None:
        shares = [f"{found(t)[values >= t].mean() if (values >= t).any() else np.nan:9.4f}" for t in THRESHOLDS]
        print(f"  {name:<24}" + "".join(shares) + about)

    by_lsh = {t: proposed(signed, a, b, bands(t)) for t in THRESHOLDS}
    line("LSH", by_lsh.__getitem__)
    for name, features in FEATURES.items():
        began = time.process_time()
        prints = features(hashes, counts)
        made = time.process_time()
        close = sum(len(x) for x, _ in close_pairs(prints))
        about = f"   {made - began:.2f} s, {close:,} pairs in {time.process_time() - made:.2f} s"
        hit = near(prints[a], prints[b])
        line(name, lambda _, hit=hit: hit, about)  # type: ignore[misc]
        line("  with LSH", lambda t, hit=hit: hit | by_lsh[t])  # type: ignore[misc]


def main() -> None:
    """Measure each file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("files", nargs="+", type=Path)
    for path in options.parse_args().files:
        measure(path)


if __name__ == "__main__":
    main()
