"""The language of texts by their hash: each text looked at once, in several processes where that pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .. import processes
from ..audits.hreflang.detect import Detected, detector, version
from ..cache import Cache
from ..progress import Progress
from .shingles import TextFile

BATCH = 100  # texts that a process looks at before progress is told
WORTH = 2_000  # texts for each process from which on it pays to start them: each loads the model

Hashes = Sequence[bytes]


@dataclass(frozen=True)
class _Reader:
    """Texts of an audit file, and what each is written in."""

    file: TextFile

    def detected(self, wanted: Hashes) -> list[Detected]:
        detect = detector()
        return [detect(text) for text in self.file.read(wanted)]

    def work(self) -> Callable[[Hashes], list[Detected]]:
        return self.detected


def languages(file: TextFile, wanted: Hashes, workers: int, cache: Cache, progress: Progress) -> dict[bytes, Detected]:
    """The language of each text, which are all different: of those in the cache from there, of the others detected."""
    known: dict[bytes, Detected] = {}
    if stored := cache.get("languages", version()):
        pairs = zip(stored["languages"].tolist(), stored["confidences"].tolist(), strict=True)
        known = {digest.tobytes(): Detected(*pair) for digest, pair in zip(stored["hashes"], pairs, strict=True)}
    missing = [digest for digest in wanted if digest not in known]
    if missing:
        progress.start("language", len(missing))
        batches = [missing[start : start + BATCH] for start in range(0, len(missing), BATCH)]
        found = processes.over(_Reader(file).work, batches, processes.worth(len(missing), WORTH, workers))
        for batch, detected in zip(batches, found, strict=True):
            known.update(zip(batch, detected, strict=True))
            progress.advance(len(batch))
        kept = [known[digest] for digest in wanted]
        arrays = {
            "hashes": np.frombuffer(b"".join(wanted), np.uint8).reshape(len(wanted), -1),
            "languages": np.array([each.language for each in kept]),
            "confidences": np.array([each.confidence for each in kept]),
        }
        cache.put("languages", version(), arrays)
    return {digest: known[digest] for digest in wanted}
