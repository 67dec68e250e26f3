"""What a comparison is given and gives back: the seam between one machine and many.

An engine is a callable `engine(documents, settings, text_settings, progress) -> Comparison`. Engines share the pure
functions of this package and return equal pairs for equal settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from ..model import Document, Pair, PairKind, TextKind
from ..progress import Progress

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

TEXT_KINDS: tuple[TextKind, ...] = ("main", "body")
PAIR_KINDS: tuple[PairKind, ...] = ("exact", "near", "contained")


@dataclass(frozen=True)
class Pairs:
    """Pairs as columns of equal length, sorted by (a, b), a < b. `text` and `kind` index TEXT_KINDS and PAIR_KINDS."""

    a: Ints
    b: Ints
    shared: Ints
    size_a: Ints
    size_b: Ints
    text: NDArray[np.int8]
    kind: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.a)

    def __iter__(self) -> Iterator[Pair]:
        columns = (c.tolist() for c in (self.a, self.b, self.shared, self.size_a, self.size_b, self.text, self.kind))
        for a, b, shared, size_a, size_b, text, kind in zip(*columns, strict=True):
            yield Pair(a, b, shared, size_a, size_b, TEXT_KINDS[text], PAIR_KINDS[kind])

    @property
    def jaccard(self) -> Floats:
        """Jaccard of each pair."""
        return np.asarray(self.shared / np.maximum(self.size_a + self.size_b - self.shared, 1))

    @property
    def containment(self) -> Floats:
        """The larger of the two containments of each pair."""
        return np.asarray(self.shared / np.maximum(np.minimum(self.size_a, self.size_b), 1))


_NONE, _NO_CODES = np.empty(0, np.int64), np.empty(0, np.int8)
NO_PAIRS = Pairs(_NONE, _NONE, _NONE, _NONE, _NONE, _NO_CODES, _NO_CODES)


@dataclass(frozen=True)
class Recall:
    """How many of the true pairs were found. `method` is `exact` (all pairs known, value 1) or `sample`.

    `low` and `high` are a 95 % Wilson interval. `lsh_alone` is what one LSH pass found of them; None if it was not
    asked, or if there are none.
    """

    method: Literal["exact", "sample"]
    value: float
    low: float
    high: float
    lsh_alone: float | None


@dataclass(frozen=True)
class PageMeasures:
    """Columns by document id (0 .. n-1), on the text each page is judged by.

    `closest` is the partner with the highest Jaccard (ties: the lower id), -1 where no page shares a shingle.
    `unique` counts the shingles found on no other page.
    """

    shingles: Ints
    unique: Ints
    closest: Ints
    closest_jaccard: Floats
    closest_containment: Floats
    near_duplicates: Ints


@dataclass(frozen=True)
class Spread:
    """Shingles by document id, on the text each page is judged by. `on` has a column for those found on no other page,
    on 1, 2 to 5, 6 to 20, and more. `inside` are found on another page of the same section, `outside` on a page of
    another one; a shingle may be both.
    """

    on: Ints
    inside: Ints
    outside: Ints


@dataclass(frozen=True)
class Comparison:
    """All that a run of an engine found.

    `pairs` holds every pair with J >= t or containment >= c (or the closest ones when `complete` is false, while
    `pair_count` and `pages.near_duplicates` stay exact). `histograms` have 50 equal bins from 0 to 1 over all pairs
    that share a shingle (`jaccard`, `containment`) and over pages (`closest`). `score(a, b)` gives shared, size_a and
    size_b of any pairs of ids, on the text kind that the pair would be scored on. `spread(sections)` tells on how many
    other pages the text of each page stands, given a number of a section for each id. `left_out` pairs at
    most were not looked at because a bucket of LSH had too many pages; `recall` counts them as not found.
    """

    pairs: Pairs
    pair_count: int
    complete: bool
    pages: PageMeasures
    histograms: dict[str, list[int]]
    recall: dict[str, Recall]
    score: Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]
    spread: Callable[[Ints], Spread]
    left_out: int = 0


CompareEngine = Callable[[Iterable[Document], CompareSettings, TextSettings, Progress], Comparison]
