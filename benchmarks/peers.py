"""One competitor in a process of its own, started by similarity.py: python benchmarks/peers.py NAME FOLDER

FOLDER holds texts.jsonl (pagetwin's input) and words.txt (everyone else's: a line for each page, words cut as pagetwin
cuts them and parted by spaces). What was found goes to NAME.npy beside them (pairs as first * pages + second), seconds
and versions as JSON to stdout. Each runs on 20 pages first: imports and tables count as start-up, not as work.
Imports nothing of pagetwin for the others, so that any interpreter with the library in question will do.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHINGLE, THRESHOLD, PERMUTATIONS = 10, 0.5, 128
WARM_UP = 20  # pages
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
Numbers = NDArray[np.int64]


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


def rensa(pages: list[str], clock: Clock) -> Pairs:
    """As the documentation of rensa shows it, with 32 bands of 4 rows (its threshold does not choose them)."""
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


class Texts:
    """Documents for pagetwin, from memory or (`stream`) from the file; tells the clock when all are read."""

    def __init__(self, path: Path, clock: Clock, limit: int | None, stream: bool) -> None:
        self._clock, self._limit = clock, limit
        self._read = lambda: map(json.loads, path.open(encoding="utf-8"))
        self._kept = None if stream else list(itertools.islice(self._read(), limit))
        self._length = sum(1 for _ in itertools.islice(self._read(), limit)) if stream else len(self._kept or ())

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Any]:
        from pagetwin.model import Document

        for number, text in enumerate(itertools.islice(self._kept or self._read(), self._limit)):
            yield Document(number, "main", text, "")
        self._clock.mark("shingles")


def pagetwin(candidates: str, folder: Path, clock: Clock, limit: int | None, stream: bool) -> Numbers:
    """From texts to pairs and groups, with default settings but for `candidates`."""
    from pagetwin.config import CompareSettings, TextSettings
    from pagetwin.progress import Progress
    from pagetwin.similarity.cluster import group
    from pagetwin.similarity.local import compare

    texts = Texts(folder / "texts.jsonl", clock, limit, stream)
    settings = CompareSettings(candidates=candidates)  # type: ignore[arg-type]
    clock.start()
    comparison = compare(texts, settings, TextSettings(), Progress())
    clock.mark("join")
    groups = group(len(texts), comparison, settings)
    clock.mark("groups")
    clock.facts |= {
        "all_pairs": comparison.pair_count,
        "complete": comparison.complete,
        "groups": len(groups),
        "lsh_alone": {name: recall.lsh_alone for name, recall in comparison.recall.items()},
        "own_recall": {name: [recall.method, recall.value] for name, recall in comparison.recall.items()},
    }
    near = comparison.pairs.jaccard >= THRESHOLD
    return np.asarray(comparison.pairs.a[near] * len(texts) + comparison.pairs.b[near])


PEERS: dict[str, tuple[Callable[[list[str], Clock], Pairs], str]] = {
    "script": (script, ""),
    "SetSimilaritySearch": (set_similarity_search, "SetSimilaritySearch"),
    "datasketch": (datasketch, "datasketch"),
    "rensa": (rensa, "rensa"),
    "text-dedup": (text_dedup, "text-dedup"),
}


def work(name: str, folder: Path, clock: Clock, limit: int | None, stream: bool) -> Numbers:
    """One run: pairs at the threshold as numbers, ascending, each once."""
    if name.startswith("pagetwin"):
        return np.sort(pagetwin(name.split()[1], folder, clock, limit, stream))
    with (folder / "words.txt").open(encoding="utf-8") as lines:
        pages = [line.rstrip("\n") for line in itertools.islice(lines, limit)]
    clock.start()
    pairs = np.fromiter(itertools.chain.from_iterable(PEERS[name][0](pages, clock)), np.int64).reshape(-1, 2)
    return np.unique(pairs.min(axis=1, initial=len(pages)) * len(pages) + pairs.max(axis=1, initial=0))


def main() -> None:
    """Warm up, work, save."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("name")
    options.add_argument("folder", type=Path)
    options.add_argument("--stream", action="store_true", help="pagetwin reads its texts from disk as it goes")
    given = options.parse_args()
    began = time.perf_counter()
    work(given.name, given.folder, Clock(), WARM_UP, stream=False)
    start_up = time.perf_counter() - began
    clock = Clock()
    found = work(given.name, given.folder, clock, None, given.stream)
    np.save(given.folder / f"{given.name}.npy", found)
    library = PEERS[given.name][1] if given.name in PEERS else "numpy scipy datasketch"
    versions = {name: metadata.version(name) for name in library.split()}
    facts = {"pairs": len(found), "start_up": start_up, "seconds": clock.seconds, "cpu": clock.cpu}
    print(json.dumps(facts | clock.facts | {"versions": versions}))


if __name__ == "__main__":
    main()
