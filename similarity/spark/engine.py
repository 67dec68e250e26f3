"""The comparison on a cluster, in order: sets, candidates, exact scores, graph, pairs of pages, groups, recall.

Pairs and groups are those of the local engine at the same settings, number for number: the same functions cut, sign,
put into buckets, score and group. What it does not have is measures of pairs below both thresholds (histograms, closest
pages, unique shingles), which would take all pairs that share one shingle.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...config import CompareSettings, TextSettings
from ...model import TextKind
from ..minhash import bands
from ..shingled import Cutting
from .buckets import by_bands
from .graph import Graph, graph, pages
from .groups import DRIVER_EDGES, clusters
from .prefixes import classed, least_contained, least_either, meeting, prefixes
from .prints import close
from .recall import Recalled, sampled
from .sql import Frame
from .stages import Stages
from .texts import Run, cut, run
from .verify import BLOCK, verified

PROPOSALS = 200_000_000  # steps that prefixes or fingerprints may take; as PREFIX_PAIRS of the local engine


@dataclass(frozen=True)
class Limits:
    """What the job keeps to. `driver`: edges up to which stars are made on the driver; `block`: sets scored together;
    `proposals`: steps that prefixes and fingerprints may take in "auto".
    """

    driver: int = DRIVER_EDGES
    block: int = BLOCK
    proposals: int = PROPOSALS


LIMITS = Limits()


@dataclass(frozen=True)
class Compared:
    """All that the job found, as tables: `pairs` a, b, shared, size_a, size_b, text, kind as in engine.Pairs, all or
    (`complete` false) the closest; `clusters` as in groups.py. `notes` says in a line each what a cap left out.
    """

    graph: Graph
    texts: Frame
    pairs: Frame
    clusters: Frame
    complete: bool
    way: dict[TextKind, str]
    recall: dict[TextKind, Recalled]
    left_out: int
    notes: list[str] = field(default_factory=list)


def compare(
    stages: Stages,
    documents: Frame,
    by_body: bool,
    settings: CompareSettings,
    reading: TextSettings,
    limits: Limits = LIMITS,
) -> Compared:
    """Compare `documents`: page (0 to n-1), by_body (whether it is judged by its body), main and body. `by_body` tells
    whether any is: then all are compared by their bodies, too.
    """
    kinds: tuple[TextKind, ...] = ("main", "body") if by_body else ("main",)
    texts = cut(stages, documents, Cutting(settings, reading), kinds, settings.candidates == "auto")
    found: dict[TextKind, tuple[Run, Frame]] = {}
    left_out, notes, way, recall = 0, [], {}, {}
    for kind in kinds:
        made = run(stages, texts, kind)
        proposed = _candidates(stages, made, settings, limits)
        pairs = verified(stages, made, proposed.pairs, settings, limits.block)
        found[kind] = made, pairs
        left_out += proposed.left_out
        notes += [f"{kind}: {note}" for note in proposed.notes]
        way[kind] = proposed.way
        recall[kind] = sampled(made, pairs, settings, proposed.way == "exact")
    whole = graph(stages, texts, found, settings)
    groups = clusters(stages, whole, {kind: made for kind, (made, _) in found.items()}, settings, limits.driver)
    return Compared(
        graph=whole,
        texts=texts,
        pairs=pages(stages, whole, settings),
        clusters=stages.keep("page-clusters", lambda: groups),
        complete=whole.pairs <= settings.pair_limit,
        way=way,
        recall=recall,
        left_out=left_out,
        notes=notes,
    )


@dataclass(frozen=True)
class _Proposed:
    pairs: Frame
    way: str
    left_out: int = 0
    notes: tuple[str, ...] = ()


def _candidates(stages: Stages, made: Run, settings: CompareSettings, limits: Limits) -> _Proposed:
    """Exact by prefixes where asked, and with "auto" where that is in budget; else LSH, and with "auto" what else is
    cheap enough.
    """
    text = made.text
    auto = settings.candidates == "auto"
    if settings.candidates != "lsh":
        by_set = classed(stages, made)
        prefix, steps = prefixes(stages, f"{text}-prefixes", by_set, least_either(settings))
        if not auto or steps <= min(limits.proposals, settings.join_budget):
            return _Proposed(meeting(prefix, by_set), "exact")
    buckets = by_bands(stages, made, bands(settings.jaccard), settings.seed)
    pairs, notes, ways = buckets.pairs, [], ["LSH"]
    if buckets.crowded:
        notes.append(f"{buckets.crowded:,} buckets of LSH were cut short, by {buckets.left_out:,} pairs at most")
    if auto:
        near = close(stages, made, limits.proposals)
        prefix, steps = prefixes(stages, f"{text}-contained", by_set, least_contained(settings))
        if near is None:
            notes.append("fingerprints were left out: too many of them are close")
        else:
            ways.append("SimHash")
            pairs = pairs.unionByName(near)
        if steps > limits.proposals:
            notes.append(f"prefixes were left out: they would take {steps:,} steps")
        else:
            ways.append("prefixes")
            pairs = pairs.unionByName(meeting(prefix, by_set))
    return _Proposed(pairs, " + ".join(ways), buckets.left_out, tuple(notes))
