"""The texts of several audits: pairs by SimHash or the exact join, with the exact score of their shingles."""

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
from ..similarity.exact import join, plan
from ..similarity.ragged import joined
from ..similarity.shingled import Shingled, batches, cut
from ..store.shingles import TextFile

_STEP = 1_000_000  # pairs scored at a time
_NO_PAIRS = (np.empty(0, np.int64), np.empty(0, np.int64))

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

    def shingled(self, numbers: Iterable[int]) -> list[Shingled]:
        """The shingles of texts in the order of their numbers, in parts."""
        return [file.shingled(hashes) for file, hashes in self._runs(numbers)]

    def score(self, a: Ints, b: Ints) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Jaccard and the larger containment of pairs of texts, and whether they have the same words in order."""
        wanted, place = np.unique(np.concatenate((a, b)), return_inverse=True)
        parts = self.shingled(wanted.tolist())
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


def close_texts(
    texts: Texts, jaccard: float, containment: float, progress: Progress, exact: bool = False
) -> list[Close]:
    """(text, text, how, Jaccard) of the pairs of two audits at or above a threshold that SimHash proposes.

    `exact`: all of them, by the exact join; it holds the shingles of all audits in memory.
    """
    a, b = joined_texts(texts, jaccard, containment) if exact else _proposed(texts, progress)
    alike, inside, same = texts.score(a, b)
    near = alike >= jaccard
    kept = np.flatnonzero(near | (inside >= containment))

    def how(n: int) -> How:
        return "exact" if same[n] else "simhash" if not exact else "near" if near[n] else "contained"

    return [(int(a[n]), int(b[n]), how(n), float(alike[n])) for n in kept.tolist()]


def joined_texts(texts: Texts, jaccard: float, containment: float) -> tuple[Ints, Ints]:
    """All pairs of texts of two audits at or above a threshold, by the exact join."""
    merged = classes(joined([part.sets for part in texts.shingled(range(len(texts)))]))
    audit = np.array(texts.audit, np.int64)
    parts = [_NO_PAIRS]

    def add(a: Ints, b: Ints, shared: Ints) -> None:
        sizes_a, sizes_b = merged.sizes[a], merged.sizes[b]
        close = (shared >= jaccard * (sizes_a + sizes_b - shared)) | (
            shared >= containment * np.minimum(sizes_a, sizes_b)
        )
        kept = close & (audit[a] != audit[b])
        parts.append((a[kept], b[kept]))

    join(merged, plan(merged), add)
    a, b = (np.concatenate(column) for column in zip(*parts, strict=True))
    return a, b


def _proposed(texts: Texts, progress: Progress) -> tuple[Ints, Ints]:
    prints, audit = texts.prints(progress), np.array(texts.audit, np.int64)
    parts = [_NO_PAIRS]
    for one, other in combinations(sorted(set(texts.audit)), 2):
        left, right = np.flatnonzero(audit == one), np.flatnonzero(audit == other)
        parts += [(left[x], right[y]) for x, y in simhash.close_between(prints[left], prints[right])]
    a, b = (np.concatenate(column) for column in zip(*parts, strict=True))
    progress.say(f"{len(a):,} pairs of texts proposed by SimHash")
    return a, b
