"""What pagetwin is compared with: each takes pages as words parted by spaces, and gives pairs of page numbers.

Imports nothing of pagetwin, so that any interpreter with the library in question will do.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

SHINGLE, THRESHOLD, PERMUTATIONS = 10, 0.5, 128
SAMPLE = 700  # pages whose pairs the script compares, 244,650 pairs


@dataclass
class Clock:
    """Seconds by step, each up to a mark: of the clock, and of the processors (of all processes that have ended)."""

    seconds: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)

    def start(self) -> None:
        """Forget what was; the work begins now."""
        self.seconds.clear()
        self.cpu.clear()
        self._last = time.perf_counter(), sum(os.times()[:4])

    def mark(self, step: str) -> None:
        """The step ends here."""
        now = time.perf_counter(), sum(os.times()[:4])
        for known, one, before in zip((self.seconds, self.cpu), now, self._last, strict=True):
            known[step] = known.get(step, 0.0) + one - before
        self._last = now


Pairs = Iterable[tuple[int, int]]


def shingled(pages: list[str]) -> list[set[str]]:
    """Shingles as strings; a page of fewer words is one shingle."""
    found = []
    for page in pages:
        words = page.split()
        count = max(len(words) - SHINGLE + 1, min(len(words), 1))
        found.append({" ".join(words[i : i + SHINGLE]) for i in range(count)})
    return found


def script(pages: list[str], clock: Clock) -> Pairs:
    """All pairs of string shingles, as in many a blog. Beyond SAMPLE pages only random pages are compared with one
    another, and the seconds of that step are multiplied: they grow as the pairs do.
    """
    sets = shingled(pages)
    clock.mark("shingles")
    chosen = random.Random(1).sample(range(len(sets)), min(SAMPLE, len(sets)))
    found = []
    for a, b in itertools.combinations(chosen, 2):
        union = len(sets[a] | sets[b])
        if union and len(sets[a] & sets[b]) / union >= THRESHOLD:
            found.append((a, b))
    clock.mark("join")
    times = len(sets) * (len(sets) - 1) / max(len(chosen) * (len(chosen) - 1), 1)
    clock.seconds["join"] *= times
    clock.cpu["join"] *= times
    clock.facts["extrapolated"] = times if len(chosen) < len(sets) else None
    return found


def set_similarity_search(pages: list[str], clock: Clock) -> Pairs:
    """SetSimilaritySearch.all_pairs: exact, by prefix and position filter (Bayardo et al. 2007)."""
    from SetSimilaritySearch import all_pairs

    numbered = [(number, shingles) for number, shingles in enumerate(shingled(pages)) if shingles]
    clock.mark("shingles")
    found = list(all_pairs([shingles for _, shingles in numbered], "jaccard", THRESHOLD)) if numbered else []
    clock.mark("join")
    return ((numbered[a][0], numbered[b][0]) for a, b, _ in found)


def datasketch(pages: list[str], clock: Clock) -> Pairs:
    """As the documentation of datasketch shows it: each shingle put into a MinHash, each MinHash into MinHashLSH."""
    from datasketch import MinHash, MinHashLSH

    sets = shingled(pages)
    clock.mark("shingles")
    index = MinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS)
    found = []
    for number, shingles in enumerate(sets):
        if not shingles:
            continue
        signature = MinHash(num_perm=PERMUTATIONS)
        for shingle in shingles:
            signature.update(shingle.encode("utf-8"))
        found += [(other, number) for other in index.query(signature)]
        index.insert(number, signature)
    clock.mark("join")
    return found


def rensa(pages: list[str], clock: Clock, verified: bool = False) -> Pairs:
    """As the documentation of rensa shows it, with 32 bands of 4 rows (its threshold does not choose them); `verified`
    keeps only the pairs that are at the threshold, as their sets tell.
    """
    from rensa import RMinHash, RMinHashLSH

    sets = shingled(pages)
    clock.mark("shingles")
    index = RMinHashLSH(threshold=THRESHOLD, num_perm=PERMUTATIONS, num_bands=32)
    found = []
    for number, shingles in enumerate(sets):
        if not shingles:
            continue
        signature = RMinHash(num_perm=PERMUTATIONS, seed=42)
        signature.update(list(shingles))
        found += [(other, number) for other in index.query(signature)]
        index.insert(number, signature)
    if verified:
        found = [(a, b) for a, b in found if len(sets[a] & sets[b]) / len(sets[a] | sets[b]) >= THRESHOLD]
    clock.mark("join")
    return found


def text_dedup(pages: list[str], clock: Clock) -> Pairs:
    """`python -m text_dedup.minhash` as a user runs it, one process. It gives groups by union: all pairs inside."""
    import tempfile

    os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    from text_dedup import minhash

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pages.jsonl").write_text("".join(json.dumps({"text": page}) + "\n" for page in pages), "utf-8")
        options = {
            "path": "json", "data_files": f"{folder}/pages.jsonl", "split": "train", "cache_dir": f"{folder}/cache",
            "output": f"{folder}/out", "column": "text", "ngram": SHINGLE, "min_length": 1, "threshold": THRESHOLD,
            "num_perm": PERMUTATIONS, "num_proc": 1,
        }  # fmt: skip
        arguments = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        clock.start()
        minhash.main(arguments, standalone_mode=False)
        clock.mark("join")
    groups: dict[int, list[int]] = {}
    for number in list(minhash.uf.parent):
        groups.setdefault(minhash.uf.find(number), []).append(number)
    return itertools.chain.from_iterable(itertools.combinations(sorted(group), 2) for group in groups.values())


PEERS: dict[str, tuple[Callable[[list[str], Clock], Pairs], str]] = {
    "script": (script, ""),
    "SetSimilaritySearch": (set_similarity_search, "SetSimilaritySearch"),
    "datasketch": (datasketch, "datasketch"),
    "rensa": (rensa, "rensa"),
    "rensa verified": (partial(rensa, verified=True), "rensa"),
    "text-dedup": (text_dedup, "text-dedup"),
}
