"""`pagetwin compare`: two texts by their shingles, in numbers and side by side. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..config import TextSettings
from ..model import Pair
from ..reports.language import N_
from ..similarity.compare import Same, SideBySide, side_by_side
from ..similarity.words import tokens
from .sources import Source

SHINGLE = 4  # words: short enough for two texts that somebody reads
DISCLAIMER = N_(
    "A teaching estimate of how alike the texts are, no verdict of a search engine: Google and Yandex publish neither "
    "their measures nor thresholds."
)
_PASSAGES = 10


@dataclass(frozen=True, slots=True)
class Passage:
    """A shared passage as the first text writes it. `moved`: it stands in another order in the second."""

    words: int
    text: str
    moved: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Two texts, their words, their shingles of `k` words, and what they share."""

    a: Source
    b: Source
    k: int
    words: tuple[int, int]
    side: SideBySide
    passages: tuple[Passage, ...]

    @property
    def score(self) -> Pair:
        """The counts, from which Jaccard and both containments derive."""
        return Pair(0, 1, self.side.shared, self.side.size_a, self.side.size_b)


def compare(a: Source, b: Source, k: int, reading: TextSettings) -> Compared:
    """Compare by shingles of `k` words; letters of scripts written without spaces count as words."""
    side = side_by_side(a.text, b.text, k, reading)
    found = [Passage(row.words, row.text_a, False) for row in side.rows if isinstance(row, Same)]
    found += [Passage(one.words, one.text_a, True) for one in side.moved]
    longest = sorted(found, key=lambda passage: -passage.words)[:_PASSAGES]
    counts = len(tokens(a.text, reading)), len(tokens(b.text, reading))
    return Compared(a, b, k, counts, side, tuple(longest))


def as_json(found: Compared) -> str:
    """The numbers and the longest shared passages."""
    score = found.score
    record = {
        "a": {"name": found.a.name, "text": found.a.kind, "words": found.words[0], "shingles": score.size_a},
        "b": {"name": found.b.name, "text": found.b.kind, "words": found.words[1], "shingles": score.size_b},
        "shingle": found.k, "shared": score.shared, "jaccard": round(score.jaccard, 4),
        "a_in_b": round(score.a_in_b, 4), "b_in_a": round(score.b_in_a, 4),
        "passages": [{"words": p.words, "text": p.text.strip(), "moved": p.moved} for p in found.passages],
    }  # fmt: skip
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"
