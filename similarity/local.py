"""The comparison on one machine: sets of shingles, exact join or candidates, measured recall, measures of each page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from ..model import Document, TextKind
from ..progress import Progress
from . import spread
from .classes import Classes, classes
from .engine import Comparison, Floats, Ints, PageMeasures, Pairs, Spread
from .exact import join, plan
from .expand import only_closest, page_pairs, sorted_pairs
from .measure import containment
from .minhash import PERMUTATIONS, bands, candidates, keeping, proposed, signatures
from .prefix import contained
from .recall import MEASURES, Measure, Measured, combined, of_known_pairs, of_sampled_pages
from .score import shared
from .sets import Sets, collect, of_sets
from .simhash import close_pairs, near
from .tally import NOBODY, Closest, Tally, histogram
from .words import Hashes

Score = Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]
STEP = 500_000  # candidates scored at a time


@dataclass(frozen=True)
class Run:
    """What comparing the pages by one kind of text gave."""

    text: TextKind
    sets: Sets
    merged: Classes
    tally: Tally
    recall: dict[Measure, Measured]


def compare(
    documents: Iterable[Document], settings: CompareSettings, text_settings: TextSettings, progress: Progress
) -> Comparison:
    """Compare all documents with one another (engine.CompareEngine). Their ids are 0 to n-1, in any order.

    Pages judged by their main text are compared by it. If any page is judged by its body, all pages are compared by
    their bodies too, for the pairs in which such a page stands.

    With `candidates = "auto"` all pairs are joined exactly where the cost is in budget, and the share that LSH alone
    would have found is measured. Beyond the budget, and with `"lsh"`, LSH proposes (beyond the budget also SimHash, and
    exact prefixes for containment); histograms, closest pages and counts are then those of the proposed pairs, and
    recall is measured on random pages. `documents` is read once for each kind of text, beyond the budget twice; a
    one-time iterator is kept in memory.
    """
    if isinstance(documents, Iterator):
        documents = list(documents)
    by_body: dict[int, bool] = {}
    total = len(documents) if isinstance(documents, Sized) else None
    runs = [_run(_Noting(documents, by_body), total, "main", settings, text_settings, progress)]
    judged_by_body = np.array([by_body[number] for number in range(len(by_body))], bool)
    if judged_by_body.any():
        runs.append(_run(documents, total, "body", settings, text_settings, progress))
    score = _scorer(runs, judged_by_body)
    pair_count = sum(run.tally.counts["either"] for run in runs)
    complete = pair_count <= settings.pair_limit
    pages = _pages(runs, judged_by_body, score)
    return Comparison(
        pairs=_pairs(runs, complete, settings),
        pair_count=pair_count,
        complete=complete,
        pages=pages,
        histograms={
            **{name: np.sum([run.tally.histograms[name] for run in runs], axis=0).tolist() for name in MEASURES},
            "closest": _counts(pages.closest_jaccard[pages.shingles > 0]),
        },
        recall={name: combined([run.recall[name] for run in runs]) for name in MEASURES},
        score=score,
        spread=partial(_spread, runs, len(judged_by_body)),
    )


@dataclass(frozen=True)
class _Noting:
    """Documents that leave in `by_body` by which text each is judged as they are read."""

    documents: Iterable[Document]
    by_body: dict[int, bool]

    def __iter__(self) -> Iterator[Document]:
        for document in self.documents:
            self.by_body[document.id] = document.kind == "body"
            yield document


def _run(
    documents: Iterable[Document],
    total: int | None,
    text: TextKind,
    settings: CompareSettings,
    words: TextSettings,
    progress: Progress,
) -> Run:
    sets = collect(progress.over(documents, "text", total), text, settings, words)
    merged = classes(sets.values)
    tally = Tally(merged.sizes, sets.members(), settings)
    shape = bands(settings.jaccard)
    planned = plan(merged, tally.members.judged > 0)
    if settings.candidates == "exact" or (settings.candidates == "auto" and planned.cost <= settings.join_budget):
        progress.start("compare", planned.rows)
        join(merged, planned, tally.add, progress.advance)
        recall = of_known_pairs(sets.values, tally, None if settings.candidates == "exact" else shape)
    else:
        del planned
        prints = None
        if settings.candidates == "auto":
            prints = of_sets(progress.over(documents, "text", total), text, sets, words)
        recall = _by_candidates(sets.values, prints, merged, tally, shape, progress)
    return Run(text, replace(sets, values=[]), merged, tally, recall)  # the shingles themselves are done with


def _by_candidates(
    values: Sequence[Hashes],
    prints: Hashes | None,
    merged: Classes,
    tally: Tally,
    shape: tuple[int, int],
    progress: Progress,
) -> dict[Measure, Measured]:
    """Score what LSH proposes and, given fingerprints (in auto mode), what SimHash and prefixes add to it."""
    signed = np.empty((len(values), PERMUTATIONS), np.uint32)
    hashed = keeping(signatures(values, tally.settings.seed), signed)
    for a, b in _steps(progress.over(candidates(hashed, shape), "compare", len(values))):
        _score(merged, tally, a, b)
    if prints is not None:
        for a, b in close_pairs(prints):
            new = ~proposed(signed, a, b, shape)
            _score(merged, tally, a[new], b[new])
        for a, b in contained(merged, tally.settings.containment):
            new = ~(proposed(signed, a, b, shape) | near(prints[a], prints[b]))
            _score(merged, tally, a[new], b[new])
    return of_sampled_pages(merged, tally, signed, shape, prints)


def _steps(found: Iterable[Ints]) -> Iterator[tuple[Ints, Ints]]:
    """Partners of set 0, 1, 2 ... put together to columns of pairs."""
    rows: list[Ints] = []
    partners: list[Ints] = []
    waiting = 0
    for number, partner in enumerate(found):
        rows.append(np.full(len(partner), number))
        partners.append(partner)
        waiting += len(partner)
        if waiting >= STEP:
            yield np.concatenate(rows), np.concatenate(partners)
            rows, partners, waiting = [], [], 0
    if waiting:
        yield np.concatenate(rows), np.concatenate(partners)


def _score(merged: Classes, tally: Tally, a: Ints, b: Ints) -> None:
    common = shared(merged, a, b)
    real = (common > 0) & (tally.weights(a, b) > 0)
    tally.add(a[real], b[real], common[real])


def _scorer(runs: Sequence[Run], judged_by_body: NDArray[np.bool_]) -> Score:
    places = []
    for run in runs:
        place = np.full(len(judged_by_body), -1)
        place[run.sets.pages] = run.sets.set_of
        places.append(place)

    def score(a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """Shared shingles and both sizes of pairs of pages, on the text that each pair is scored on."""
        a, b = np.asarray(a, np.int64), np.asarray(b, np.int64)
        common, size_a, size_b = (np.zeros(len(a), np.int64) for _ in range(3))
        body = judged_by_body[a] | judged_by_body[b]
        for number, (run, place) in enumerate(zip(runs, places, strict=True)):
            here = np.flatnonzero(body == bool(number))
            left, right = place[a[here]], place[b[here]]
            size_a[here] = np.where(left >= 0, run.merged.sizes[left], 0)
            size_b[here] = np.where(right >= 0, run.merged.sizes[right], 0)
            both = (left >= 0) & (right >= 0)
            common[here[both]] = shared(run.merged, left[both], right[both])
        return common, size_a, size_b

    return score


def _pairs(runs: Sequence[Run], complete: bool, settings: CompareSettings) -> Pairs:
    closest = 0 if complete else settings.closest
    parts = [
        page_pairs(run.sets, run.tally.pairs(), run.merged.sizes, run.text, settings.jaccard, closest) for run in runs
    ]
    pairs = sorted_pairs(parts)
    return pairs if complete else only_closest(pairs, closest)


def _pages(runs: Sequence[Run], judged_by_body: NDArray[np.bool_], score: Score) -> PageMeasures:
    """Measures by page: of the run it is judged in; for a page of main also of its pairs with pages of body."""
    n = len(judged_by_body)
    shingles, unique, near = (np.zeros(n, np.int64) for _ in range(3))
    closest = Closest(n)
    for run in runs:
        tally, judged = run.tally, run.sets.judged
        pages, own = run.sets.pages, run.sets.set_of
        near[pages] += np.where(judged, tally.near_judged[own], tally.near_others[own])
        alone = (tally.members.judged + tally.members.others == 1)[own]
        shingles[pages[judged]] = run.merged.sizes[own[judged]]
        unique[pages[judged]] = np.where(alone, run.merged.unique[own], 0)[judged]
        partner, value = _closest(run, alone)
        closest.offer(pages, partner, value)
    partner = np.where(closest.partner == NOBODY, -1, closest.partner)
    known = np.flatnonzero(partner >= 0)
    common, size_a, size_b = score(known, partner[known])
    inside = np.zeros(n)
    inside[known] = containment(common, np.minimum(size_a, size_b))
    return PageMeasures(shingles, unique, partner, closest.jaccard, inside, near)


def _closest(run: Run, alone: NDArray[np.bool_]) -> tuple[Ints, Floats]:
    """Id and Jaccard of the closest partner of each of the run's pages: one with the same set, if there is one."""
    members, tally = run.tally.members, run.tally
    judged, pages, own = run.sets.judged, run.sets.pages, run.sets.set_of
    second = pages[np.minimum(run.sets.starts[own] + 1, len(pages) - 1)]
    twin = np.where(members.first[own] == pages, second, members.first[own])
    twin = np.where(judged, twin, members.first_judged[own])
    has_twin = np.where(judged, ~alone, members.judged[own] > 0)
    partner = np.where(judged, tally.closest_judged.partner[own], tally.closest_others.partner[own])
    value = np.where(judged, tally.closest_judged.jaccard[own], tally.closest_others.jaccard[own])
    return np.where(has_twin, twin, partner), np.where(has_twin, 1.0, value)


def _spread(runs: Sequence[Run], n: int, sections: Ints) -> Spread:
    found = spread.nothing(n)
    for run in runs:
        spread.fill(found, run.merged, run.sets, sections)
    return found


def _counts(values: Floats) -> list[int]:
    counts: list[int] = histogram(values).tolist()
    return counts
