"""The comparison on one machine: sets of shingles, exact join or candidates, measured recall, measures of each page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from ..model import Document, TextKind
from ..progress import Progress
from . import known, spread
from .classes import Classes, classes
from .engine import TEXT_KINDS, Comparison, Floats, Ints, PageMeasures, Pairs, Spread
from .exact import join, plan
from .expand import only_closest, page_pairs, sorted_pairs
from .known import Shelf
from .measure import containment
from .minhash import bands, index
from .prefix import contained
from .ragged import Ragged, ragged
from .recall import MEASURES, Measure, Measured, combined, of_known_pairs, of_sampled_pages
from .score import shared
from .sets import Sets, collect, fingerprints
from .simhash import close_pairs, near
from .tally import NOBODY, Closest, Tally, histogram
from .words import Hashes

Score = Callable[[Ints, Ints], tuple[Ints, Ints, Ints]]
NOTHING = known.Empty()
PREFIX_PAIRS = 200_000_000  # pairs that prefixes may propose; above, they are left out


@dataclass(frozen=True)
class Run:
    """What comparing the pages by one kind of text gave."""

    text: TextKind
    sets: Sets
    merged: Classes
    tally: Tally
    recall: dict[Measure, Measured]
    left_out: int


def compare(
    documents: Iterable[Document], settings: CompareSettings, text_settings: TextSettings, progress: Progress
) -> Comparison:
    """Compare all documents with one another (engine.CompareEngine). Their ids are 0 to n-1, in any order.

    `documents` is read once for each kind of text, and once more where digests propose equal texts; a one-time iterator
    is kept in memory.
    """
    if isinstance(documents, Iterator):
        documents = list(documents)
    by_body: dict[int, bool] = {}
    total = len(documents) if isinstance(documents, Sized) else None

    def kinds() -> Iterator[Sets]:
        first = _Noted(documents, by_body, progress, total)
        yield collect(first, "main", settings, text_settings)
        if any(by_body.values()):
            yield collect(documents, "body", settings, text_settings)

    return compare_sets(kinds(), by_body, settings, text_settings, progress)


def compare_sets(
    kinds: Iterable[Sets],
    by_body: Mapping[int, bool],
    settings: CompareSettings,
    reading: TextSettings,
    progress: Progress,
    shelf: Shelf = NOTHING,
) -> Comparison:
    """Compare pages by the sets of their main texts and then, if any page is judged by its body, of their bodies.

    Pages judged by their main text are compared by it. If any page is judged by its body, all pages are compared by
    their bodies too, for the pairs in which such a page stands. `by_body` tells of each page, at the latest when all
    `kinds` are read. `shelf` keeps for the next comparison of the same sets what does not hang on the thresholds.

    With `candidates = "auto"` all pairs are joined exactly where the cost is in budget, and the share that LSH alone
    would have found is measured. Beyond the budget, and with `"lsh"`, LSH proposes (beyond the budget also SimHash,
    and exact prefixes for containment, where those are few enough); histograms, closest pages and counts are then
    those of the proposed pairs, and recall is measured on random pages.
    """
    run = partial(_run, settings=settings, reading=reading, progress=progress, shelf=shelf)
    runs = list(map(run, kinds, TEXT_KINDS))  # no name here holds the shingles of one kind while the next is read
    judged_by_body = np.array([by_body[number] for number in range(len(by_body))], bool)
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
        left_out=sum(run.left_out for run in runs),
    )


@dataclass(frozen=True)
class _Noted:
    """Documents that tell which of them are judged by their body."""

    documents: Iterable[Document]
    by_body: dict[int, bool]
    progress: Progress
    total: int | None

    def __iter__(self) -> Iterator[Document]:
        for document in self.progress.over(self.documents, "text", self.total):
            self.by_body[document.id] = document.kind == "body"
            yield document


def _run(
    sets: Sets, text: TextKind, settings: CompareSettings, reading: TextSettings, progress: Progress, shelf: Shelf
) -> Run:
    stored = known.get_classes(shelf, text)
    planned = None
    if stored is None:
        merged = classes(sets.values())
        tally = Tally(merged.sizes, sets.members(), settings)
        planned = plan(merged, tally.members.judged > 0)
        cost = planned.cost
        known.put_classes(shelf, text, merged, cost)
    else:
        merged, cost = stored
        tally = Tally(merged.sizes, sets.members(), settings)
    shape, sign = bands(settings.jaccard), known.Signer(sets, settings.seed, shelf, text)
    left_out = 0
    if settings.candidates == "exact" or (settings.candidates == "auto" and cost <= settings.join_budget):
        if not known.get_join(shelf, text, tally):
            planned = planned or plan(merged, tally.members.judged > 0)
            progress.start("compare", planned.rows)
            join(merged, planned, tally.add, progress.advance)
            known.put_join(shelf, text, tally)
        recall = of_known_pairs(sign, tally, None if settings.candidates == "exact" else shape)
    else:
        del planned
        prints = fingerprints(sets, reading) if settings.candidates == "auto" else None
        recall, left_out = _by_candidates(sign, merged, tally, shape, prints, progress)
    return Run(text, replace(sets, values=_no_values), merged, tally, recall, left_out)  # shingles are done with


def _no_values() -> Ragged:
    return ragged(())


def _by_candidates(
    sign: known.Signer,
    merged: Classes,
    tally: Tally,
    shape: tuple[int, int],
    prints: Hashes | None,
    progress: Progress,
) -> tuple[dict[Measure, Measured], int]:
    """Score what LSH proposes and, given fingerprints (in auto mode), what SimHash and prefixes add to it; also how
    many pairs crowds left out.
    """
    found = index(sign(np.arange(len(merged))), shape)
    progress.start("compare")
    for a, b in found.candidates():
        _score(merged, tally, a, b)
        progress.advance(len(a))
    proposals = None
    if prints is not None:
        for a, b in close_pairs(prints):
            new = ~found.proposed(a, b)
            _score(merged, tally, a[new], b[new])
        proposals = contained(merged, tally.settings.containment, PREFIX_PAIRS)
        for a, b in proposals or ():
            new = ~(found.proposed(a, b) | near(prints[a], prints[b]))
            _score(merged, tally, a[new], b[new])
    return of_sampled_pages(merged, tally, found, prints, proposals is not None), found.left_out


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
