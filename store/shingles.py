"""The texts of the audit file as sets of shingles: each text read once, in several processes where that pays.

The processes read the file themselves, by read-only connections, and hand back arrays. Shingles are kept by the hash of
their text, so that another crawl of the site cuts only what has changed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from .. import processes
from ..cache import Cache
from ..progress import Progress
from ..similarity.blocks import Blocks, without_blocks
from ..similarity.ragged import Ragged
from ..similarity.shingled import Cutting, Shingled, put_together, shingled

PART = 100_000  # words that a process cuts at a time
WORTH = 2_000_000  # words for each process from which on it pays to start them: a start costs as much as 700,000

Hashes = Sequence[bytes]


@dataclass(frozen=True)
class TextFile:
    """The texts of an audit file by their hash. `blocks` are left out of them (none for main texts)."""

    path: Path
    cutting: Cutting
    blocks: Blocks = frozenset()

    def read(self, wanted: Iterable[bytes]) -> Iterator[str]:
        """Texts in the order asked for; a text that is not there is empty."""
        with closing(sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            for digest in wanted:
                row = db.execute("SELECT z FROM texts WHERE hash = ?", (digest,)).fetchone()
                yield without_blocks(zlib.decompress(row[0]).decode("utf-8"), self.blocks) if row else ""

    def shingled(self, wanted: Hashes) -> Shingled:
        """Texts cut into shingles."""
        return shingled(self.read(wanted), self.cutting)

    def cutter(self) -> Callable[[Hashes], Shingled]:
        """What cuts batches of texts, in whichever process (processes.over)."""
        return self.shingled

    def key(self) -> str:
        """All that the shingles of a text hang on besides the text."""
        facts = json.dumps([self.cutting.key(), sorted(self.blocks)], sort_keys=True)
        return hashlib.sha256(facts.encode()).hexdigest()


def cut(
    file: TextFile, part: str, wanted: Hashes, words: Sequence[int], workers: int, cache: Cache, progress: Progress
) -> Shingled:
    """The shingles of texts, which have about so many `words`: those in the cache from there, the others cut."""
    stored = cache.get(part, file.key())
    row_of = {} if stored is None else {d.tobytes(): n for n, d in enumerate(stored["hashes"])}
    missing = [n for n, digest in enumerate(wanted) if digest not in row_of]
    progress.start("text", len(missing))
    parts = list(_cut(file, [wanted[n] for n in missing], [words[n] for n in missing], workers, progress))
    if stored is not None:
        known = Shingled(Ragged(stored["values"], stored["starts"]), stored["alike"], stored["words"])
        parts.insert(0, known)
    found = put_together(parts)
    del parts
    new = {wanted[n]: len(row_of) + place for place, n in enumerate(missing)}
    found = found.take(np.array([row_of[d] if d in row_of else new[d] for d in wanted], np.int64))
    if missing:
        hashes = np.frombuffer(b"".join(wanted), np.uint8).reshape(len(wanted), -1)
        sets = {"values": found.sets.values, "starts": found.sets.starts}
        cache.put(part, file.key(), {"hashes": hashes, **sets, "alike": found.alike, "words": found.words})
    return found


def _cut(file: TextFile, wanted: Hashes, words: Sequence[int], workers: int, progress: Progress) -> Iterator[Shingled]:
    """Shingles part by part, in order, whoever makes them."""
    steps = np.cumsum(words, dtype=np.int64) // PART
    cuts = [0, *(np.flatnonzero(np.diff(steps)) + 1).tolist(), len(wanted)]
    batches = [wanted[start:stop] for start, stop in pairwise(cuts)]
    for found in processes.over(file.cutter, batches, processes.worth(sum(words), WORTH, workers)):
        yield found
        progress.advance(len(found))
