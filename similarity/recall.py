"""How many of the true pairs a run found: known when all pairs are, drawn by lot when they are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .classes import Classes
from .engine import Ints, Recall
from .exact import cells, products
from .measure import containment, jaccard, wilson
from .minhash import Index, Signatures, proposed
from .simhash import near
from .tally import SetPairs, Tally
from .words import Hashes

Measure = Literal["jaccard", "containment"]
MEASURES: tuple[Measure, ...] = ("jaccard", "containment")


@dataclass(frozen=True)
class Measured:
    """What one run knows of one measure. `sample` is how many pairs of random pages were found, and how many they have;
    None when all are known. `by_lsh` of `pairs` (those of the sample, or all) LSH alone proposed; None: not asked.
    """

    sample: tuple[int, int] | None
    pairs: int
    by_lsh: float | None


def over(tally: Tally, pairs: SetPairs, measure: Measure) -> NDArray[np.bool_]:
    """Which pairs are at or above the threshold of a measure."""
    size_a, size_b = tally.sizes[pairs.a], tally.sizes[pairs.b]
    if measure == "jaccard":
        return np.asarray(jaccard(pairs.shared, size_a, size_b) >= tally.settings.jaccard)
    return np.asarray(containment(pairs.shared, np.minimum(size_a, size_b)) >= tally.settings.containment)


def of_known_pairs(
    sign: Callable[[Ints], Signatures], tally: Tally, shape: tuple[int, int] | None
) -> dict[Measure, Measured]:
    """All pairs are known: what share of them LSH alone would have proposed (`shape` None: do not ask).

    Only the sets in pairs are signed; an index over all would propose the very same of them. Above 200,000 pairs an
    even sample of them is asked. Pages with equal sets are always proposed.
    """
    if shape is None:
        return {measure: Measured(None, tally.counts[measure], None) for measure in MEASURES}
    pairs = tally.sample()
    asked, place = np.unique(np.concatenate((pairs.a, pairs.b)), return_inverse=True)
    hits = proposed(sign(asked), place[: len(pairs)], place[len(pairs) :], shape)
    measured: dict[Measure, Measured] = {}
    for measure in MEASURES:
        which = over(tally, pairs, measure)
        weights = tally.weights(pairs.a, pairs.b)
        total = int(weights[which].sum())
        share = int(weights[which & hits].sum()) / total if total else 1.0
        count = tally.counts[measure]
        measured[measure] = Measured(None, count, tally.own + share * (count - tally.own))
    return measured


def of_sampled_pages(
    merged: Classes, tally: Tally, index: Index, prints: Hashes | None, prefixes: bool
) -> dict[Measure, Measured]:
    """Compare some random sets with all others exactly, and see which of their pairs were candidates.

    With `prints` those that are near by SimHash were candidates too, with `prefixes` every contained pair.
    Pairs are counted as pairs of different sets.
    """
    settings, judged = tally.settings, np.flatnonzero(tally.members.judged)
    rng = np.random.default_rng(settings.seed)
    drawn = np.sort(rng.choice(judged, min(settings.recall_sample, len(judged)), replace=False))
    pairs = _pairs_of(merged, drawn)
    found = hits = index.proposed(pairs.a, pairs.b)
    if prints is not None:
        found = found | near(prints[pairs.a], prints[pairs.b])
    if prefixes:
        found = found | over(tally, pairs, "containment")
    measured: dict[Measure, Measured] = {}
    for measure in MEASURES:
        which = over(tally, pairs, measure)
        total, lsh = int(which.sum()), int((which & hits).sum())
        if prefixes and measure == "containment":
            count = tally.counts[measure]
            measured[measure] = Measured(None, count, count * lsh / total if total else count)
        else:
            measured[measure] = Measured((int((which & found).sum()), total), total, lsh)
    return measured


def combined(parts: Sequence[Measured]) -> Recall:
    """One figure for several runs. Where any run had to draw a sample, the figures are those of the drawn ones."""
    drawn = [part for part in parts if part.sample is not None]
    pairs = sum(part.pairs for part in drawn or parts)
    by_lsh = [part.by_lsh for part in drawn or parts if part.by_lsh is not None]
    alone = sum(by_lsh) / pairs if by_lsh and pairs else None  # of no pairs, no share
    samples = [part.sample for part in drawn if part.sample is not None]
    if not samples:
        return Recall("exact", 1.0, 1.0, 1.0, alone)
    found, total = (sum(side) for side in zip(*samples, strict=True))
    return Recall("sample", found / total if total else 1.0, *wilson(found, total), alone)


def _pairs_of(merged: Classes, drawn: Ints) -> SetPairs:
    """Every pair that one of the drawn sets (ascending) makes with another set, each pair once."""
    is_drawn = np.zeros(len(merged), bool)
    is_drawn[drawn] = True
    found = [(np.empty(0, np.int64),) * 3]
    for start, _, product in products(merged.weighted(drawn), merged.matrix.T.tocsr(), merged.spread):
        row, b, shared = cells(product)
        a = drawn[row + start]
        once = (b > a) | ((b < a) & ~is_drawn[b])
        found.append((a[once], b[once], shared[once]))
    return SetPairs(*(np.concatenate(column) for column in zip(*found, strict=True)))
