"""From pairs of shingle sets to pairs of pages: every page of one with every page of the other, and inside a set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from ..model import TextKind
from .engine import PAIR_KINDS, TEXT_KINDS, Ints, Pairs
from .measure import jaccard
from .sets import Sets
from .tally import SetPairs, leading

EXACT, NEAR, CONTAINED = (PAIR_KINDS.index(kind) for kind in ("exact", "near", "contained"))


@dataclass(frozen=True)
class Groups:
    """Rows of `Sets.pages` in groups: group g has the rows `rows[starts[g] : starts[g] + lengths[g]]`."""

    rows: Ints
    starts: Ints
    lengths: Ints

    def heads(self, k: int) -> Groups:
        """The first `k` of each group."""
        return Groups(self.rows, self.starts, np.minimum(self.lengths, k))


def page_pairs(sets: Sets, pairs: SetPairs, sizes: Ints, text: TextKind, threshold: float, closest: int = 0) -> Pairs:
    """All pairs of pages behind pairs of sets and inside sets, with a judged page in each; not sorted.

    With `closest` = k, instead enough to hold the k closest partners of each page and little more. A pair is exact when
    the words are equal, else near at the Jaccard `threshold`, else contained.
    """
    x, y = _closest_rows(sets, pairs, closest) if closest else _all_rows(sets, pairs)
    wanted = sets.judged[x] | sets.judged[y]
    x, y = x[wanted], y[wanted]
    a, b = sets.set_of[x], sets.set_of[y]
    shared = np.where(a == b, sizes[a], _shared(pairs, a, b, len(sizes)))
    swap = sets.pages[x] > sets.pages[y]
    a, b, x, y = np.where(swap, b, a), np.where(swap, a, b), np.where(swap, y, x), np.where(swap, x, y)
    kind = np.where(jaccard(shared, sizes[a], sizes[b]) >= threshold, NEAR, CONTAINED)
    kind[sets.words[x] == sets.words[y]] = EXACT
    texts = np.full(len(x), TEXT_KINDS.index(text), np.int8)
    return Pairs(sets.pages[x], sets.pages[y], shared, sizes[a], sizes[b], texts, kind.astype(np.int8))


def sorted_pairs(parts: Sequence[Pairs]) -> Pairs:
    """Parts put together, sorted by (a, b)."""
    whole = Pairs(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Pairs)))
    return picked(whole, np.lexsort((whole.b, whole.a)))


def only_closest(pairs: Pairs, k: int) -> Pairs:
    """Pairs that are among the `k` closest of either page: exact copies first, then by Jaccard, then the lower id."""
    owner, partner = np.concatenate((pairs.a, pairs.b)), np.concatenate((pairs.b, pairs.a))
    closeness = np.tile(pairs.jaccard + (pairs.kind == EXACT), 2)
    return picked(pairs, np.unique(leading(owner, (partner, -closeness), k) % max(len(pairs), 1)))


def picked(pairs: Pairs, rows: Ints) -> Pairs:
    """Some of the pairs."""
    return Pairs(*(getattr(pairs, field.name)[rows] for field in fields(Pairs)))


def _all_rows(sets: Sets, pairs: SetPairs) -> tuple[Ints, Ints]:
    groups = _by_set(sets)
    several = np.flatnonzero(groups.lengths > 1)
    x, y = _cross(groups, pairs.a, groups, pairs.b)
    inside_x, inside_y = _cross(groups, several, groups, several)
    once = inside_x < inside_y
    return np.concatenate((x, inside_x[once])), np.concatenate((y, inside_y[once]))


def _closest_rows(sets: Sets, pairs: SetPairs, k: int) -> tuple[Ints, Ints]:
    """A page has its closest among the first k + 1 pages of its own words, of its own set and of each partner set."""
    groups, every = _by_set(sets), np.arange(len(sets))
    targets = [groups.heads(k + 1)]
    if not sets.judged.all():
        targets.append(_by_set(sets, judged_only=True).heads(k + 1))
    found = [
        _cross(groups, owner, target, partner)
        for target in targets
        for owner, partner in ((every, every), (pairs.a, pairs.b), (pairs.b, pairs.a))
    ]
    same = _by_words(sets)
    each = np.arange(len(same.starts))
    found.append(_cross(same, each, same.heads(k + 1), each))
    x, y = (np.concatenate(side) for side in zip(*found, strict=True))
    low, high = np.minimum(x, y), np.maximum(x, y)
    codes = np.unique((low * len(sets.pages) + high)[low < high])
    return codes // len(sets.pages), codes % len(sets.pages)


def _by_set(sets: Sets, judged_only: bool = False) -> Groups:
    if not judged_only:
        return Groups(np.arange(len(sets.pages)), sets.starts[:-1], np.diff(sets.starts))
    rows = np.flatnonzero(sets.judged)
    starts = np.searchsorted(rows, sets.starts)
    return Groups(rows, starts[:-1], np.diff(starts))


def _by_words(sets: Sets) -> Groups:
    rows = np.lexsort((sets.pages, sets.words))
    _, starts, lengths = np.unique(sets.words[rows], return_index=True, return_counts=True)
    return Groups(rows, starts, lengths)


def _cross(left: Groups, a: Ints, right: Groups, b: Ints) -> tuple[Ints, Ints]:
    """Every row of the left groups `a[i]` with every row of the right groups `b[i]`."""
    wide = right.lengths[b]
    counts = left.lengths[a] * wide
    which = np.repeat(np.arange(len(a)), counts)
    place = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    x = left.rows[left.starts[a][which] + place // wide[which]]
    return x, right.rows[right.starts[b][which] + place % wide[which]]


def _shared(pairs: SetPairs, a: Ints, b: Ints, n: int) -> Ints:
    """The shared shingles of pairs of sets as they stand in `pairs`; 0 for those that do not."""
    if not len(pairs):
        return np.zeros(len(a), np.int64)
    known = np.minimum(pairs.a, pairs.b) * n + np.maximum(pairs.a, pairs.b)
    order = np.argsort(known)
    codes = np.minimum(a, b) * n + np.maximum(a, b)
    place = np.minimum(np.searchsorted(known, codes, sorter=order), len(known) - 1)
    return np.where(known[order[place]] == codes, pairs.shared[order[place]], 0)
