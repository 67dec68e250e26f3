"""The texts of several audits: proposed as equal by their SimHash, told by the exact score of their shingles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ..canonical.superdups import How
from ..progress import Progress
from ..similarity import score, simhash
from ..similarity.classes import classes
from ..similarity.engine import Floats, Ints
from ..similarity.ragged import joined
from ..similarity.shingled import Shingled, batches, cut
from ..store.shingles import TextFile

_STEP = 1_000_000  # pairs scored at a time

Close = tuple[int, int, How, float]


class Texts:
    """The distinct texts of all audits by number, and where each stands."""

    def __init__(self) -> None:
        self._files: list[TextFile] = []
        self._of: list[tuple[int, bytes]] = []
        self.audit: list[int] = []

    def __len__(self) -> int:
        return len(self._of)

    def add(self, file: TextFile, audit: int, hashes: Iterable[bytes]) -> dict[bytes, int]:
        """Number the texts of a file."""
        self._files.append(file)
        numbers = {digest: len(self._of) + n for n, digest in enumerate(dict.fromkeys(hashes))}
        self._of += [(len(self._files) - 1, digest) for digest in numbers]
        self.audit += [audit] * len(numbers)
        return numbers

    def prints(self, progress: Progress) -> NDArray[np.uint64]:
        """The SimHash of each."""
        progress.start("text", len(self))
        found = [np.empty(0, np.uint64)]
        for file, hashes in self._runs(range(len(self))):
            for batch in batches(file.read(hashes), len):
                words, counts, _ = cut(batch, file.cutting)
                found.append(simhash.fingerprints(words, counts))
                progress.advance(len(batch))
        return np.concatenate(found)

    def score(self, a: Ints, b: Ints) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Jaccard and the larger containment of pairs of texts, and whether they have the same words in order."""
        wanted, place = np.unique(np.concatenate((a, b)), return_inverse=True)
        parts: list[Shingled] = [file.shingled(hashes) for file, hashes in self._runs(wanted.tolist())]
        words = np.concatenate([np.empty((0, 2), np.uint64), *(part.words for part in parts)])
        merged = classes(joined([part.sets for part in parts]))
        left, right = place[: len(a)], place[len(a) :]
        starts = range(0, len(a), _STEP)
        shared = [score.shared(merged, left[n : n + _STEP], right[n : n + _STEP]) for n in starts]
        both = np.concatenate([np.empty(0, np.int64), *shared])
        sizes_a, sizes_b = merged.sizes[left], merged.sizes[right]
        jaccard = both / np.maximum(sizes_a + sizes_b - both, 1)
        containment = both / np.maximum(np.minimum(sizes_a, sizes_b), 1)
        return jaccard, containment, (words[left] == words[right]).all(axis=1)

    def _runs(self, numbers: Iterable[int]) -> Iterator[tuple[TextFile, list[bytes]]]:
        """Texts by the files that they stand in, in the order asked for (ascending)."""
        hashes: defaultdict[int, list[bytes]] = defaultdict(list)
        for number in numbers:
            file, digest = self._of[number]
            hashes[file].append(digest)
        for n in sorted(hashes):
            yield self._files[n], hashes[n]


def close_texts(texts: Texts, jaccard: float, containment: float, progress: Progress) -> list[Close]:
    """(text, text, how, Jaccard) of the pairs of two audits that SimHash proposes, at or above a threshold."""
    prints, audit = texts.prints(progress), np.array(texts.audit, np.int64)
    parts = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for one, other in combinations(sorted(set(texts.audit)), 2):
        left, right = np.flatnonzero(audit == one), np.flatnonzero(audit == other)
        parts += [(left[x], right[y]) for x, y in simhash.close_between(prints[left], prints[right])]
    a, b = (np.concatenate(column) for column in zip(*parts, strict=True))
    progress.say(f"{len(a):,} pairs of texts proposed by SimHash")
    alike, inside, same = texts.score(a, b)
    kept = np.flatnonzero((alike >= jaccard) | (inside >= containment))
    return [(int(a[n]), int(b[n]), "exact" if same[n] else "simhash", float(alike[n])) for n in kept.tolist()]
