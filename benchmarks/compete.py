"""One competitor in a process of its own, started by similarity.py: python benchmarks/compete.py NAME FOLDER

FOLDER holds texts.jsonl (pagetwin's input) and words.txt (everyone else's: a line for each page, words cut as pagetwin
cuts them and parted by spaces). What was found goes to NAME.npy beside them (pairs as first * pages + second), seconds
and versions as JSON to stdout. Each runs on 20 pages first: imports and tables count as start-up, not as work.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from peers import PEERS, SHINGLE, THRESHOLD, Clock

WARM_UP = 20  # pages

Numbers = NDArray[np.int64]


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
        if "shingles" not in self._clock.seconds:  # what is read again is part of the join
            self._clock.mark("shingles")


def settings(**given: Any) -> Any:
    """pagetwin's defaults but for what is given."""
    from pagetwin.config import CompareSettings

    return CompareSettings(shingle=SHINGLE, **given)


def pagetwin(candidates: str, folder: Path, clock: Clock, limit: int | None, stream: bool) -> Numbers:
    """From texts to pairs and groups, with default settings but for `candidates`."""
    from pagetwin.config import TextSettings
    from pagetwin.progress import Progress
    from pagetwin.similarity.cluster import group
    from pagetwin.similarity.local import compare

    texts = Texts(folder / "texts.jsonl", clock, limit, stream)
    chosen = settings(candidates=candidates)
    clock.start()
    comparison = compare(texts, chosen, TextSettings(), Progress())
    clock.mark("join")
    groups = group(len(texts), comparison, chosen)
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
