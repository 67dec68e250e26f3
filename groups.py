"""Groups of pages from groups of documents: redirects join, a keeper is chosen, each member is measured against it.

Two kinds of ids meet here. A *page id* is the place of an address in key order over the whole crawl; a *document id*
counts only the pages whose texts are compared. Both ascend together; `Compared` speaks page ids to the outside.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .canonical import keeper, roles, state
from .config import CompareSettings
from .model import Choice, Cluster, PageState, PairKind
from .similarity.engine import PAIR_KINDS, Comparison, Ints, Pairs
from .store.analysis import MemberRow
from .urls.targets import chains

Likeness = tuple[float, float, float]
_NONE: Likeness = (0.0, 0.0, 0.0)  # a member without a text


class Compared:
    """A comparison seen by page ids."""

    def __init__(self, docs: Sequence[int], comparison: Comparison) -> None:
        self.comparison = comparison
        self.docs = np.asarray(docs, dtype=np.int64)
        self._doc_of = {page: doc for doc, page in enumerate(docs)}
        found = comparison.pairs
        self.pairs: Pairs = dataclasses.replace(found, a=self.docs[found.a], b=self.docs[found.b])

    def __contains__(self, page: int) -> bool:
        return page in self._doc_of

    def doc(self, page: int) -> int:
        """The document id of a compared page."""
        return self._doc_of[page]

    def unique(self, page: int) -> float:
        """The share of a page's shingles that stand on no other page; 0 for a page that was not compared."""
        doc, measures = self._doc_of.get(page), self.comparison.pages
        return int(measures.unique[doc]) / max(int(measures.shingles[doc]), 1) if doc is not None else 0.0

    def cluster(self, found: Cluster) -> Cluster:
        """A group of documents as a group of pages."""
        members = tuple(self.docs[list(found.members)].tolist())
        return dataclasses.replace(found, representative=int(self.docs[found.representative]), members=members)

    def score(self, a: Sequence[int], b: Sequence[int]) -> tuple[Ints, Ints, Ints]:
        """Shared shingles and both sizes of pairs of compared pages."""
        return self.comparison.score(self._docs_of(a), self._docs_of(b))

    def nearly_same(self, a: NDArray[Any], b: NDArray[Any], jaccard: float) -> NDArray[np.bool_]:
        """Which pairs of pages meet the threshold, on columns of page ids; False where one was not compared.

        Scored are only pairs of pages that have a near duplicate at all, so that it costs little on most sites.
        """
        doc = np.full(int(max(a.max(initial=-1), b.max(initial=-1), self.docs.max(initial=-1))) + 1, -1, np.int64)
        doc[self.docs] = np.arange(len(self.docs))
        near = np.append(self.comparison.pages.near_duplicates > 0, False)
        asked = np.flatnonzero(near[doc[a]] & near[doc[b]])
        shared, size_a, size_b = self.comparison.score(doc[a[asked]], doc[b[asked]])
        same = np.zeros(len(a), np.bool_)
        same[asked] = (shared > 0) & (shared >= jaccard * (size_a + size_b - shared))
        return same

    def _docs_of(self, pages: Sequence[int]) -> Ints:
        return np.fromiter((self._doc_of[page] for page in pages), np.int64, len(pages))


@dataclass(frozen=True)
class PageGroup:
    """A group by page ids, with its keeper and what each member is."""

    cluster: Cluster
    choice: Choice
    resolved: bool
    members: tuple[MemberRow, ...]


def form(
    clusters: Iterable[Cluster], pages: list[PageState], compared: Compared, settings: CompareSettings
) -> list[PageGroup]:
    """The groups, open ones first, then by size and the keeper's key."""
    by_id = dict(enumerate(pages))
    ends = chains({page.id: page.redirect_to for page in pages})
    joined = roles.attach_redirects([compared.cluster(c) for c in clusters], by_id, ends)
    permanent = state.permanent_ends(pages)
    group_of = {member: number for number, cluster in enumerate(joined) for member in cluster.members}
    contains = keeper.contains(compared.pairs, group_of, settings.containment)
    chosen = [keeper.choose(keeper.weigh([pages[m] for m in c.members], permanent, contains)) for c in joined]
    keepers, centres = [c.keeper for c in chosen], [c.representative for c in joined]
    kinds = _kinds(compared.pairs, group_of, keepers, centres)
    near, kept = _measures(joined, centres, compared), _measures(joined, keepers, compared)
    groups = []
    for cluster, choice, relations in zip(joined, chosen, kinds, strict=True):
        members = [pages[m] for m in cluster.members]
        found = roles.roles(members, choice.keeper, relations)
        rows = (MemberRow(m, found[m], near.get(m, _NONE)[0], *kept.get(m, _NONE)) for m in cluster.members)
        groups.append(PageGroup(cluster, choice, roles.is_resolved(members), tuple(rows)))
    return sorted(groups, key=lambda g: (g.resolved, -len(g.members), g.choice.keeper))


def _kinds(
    pairs: Pairs, group_of: Mapping[int, int], keepers: Sequence[int], centres: Sequence[int]
) -> list[dict[int, PairKind]]:
    """For each group, the kind of each member's pair with the keeper; without one, with the representative."""
    relations: list[dict[int, PairKind]] = [{} for _ in keepers]
    for by_group in (centres, keepers):  # the keeper last, as it has the last word
        heads = np.array(sorted(set(by_group)), dtype=np.int64)
        touching = np.isin(pairs.a, heads) | np.isin(pairs.b, heads)
        columns = (pairs.a[touching].tolist(), pairs.b[touching].tolist(), pairs.kind[touching].tolist())
        for a, b, kind in zip(*columns, strict=True):
            number = group_of.get(a)
            if number is None or number != group_of.get(b):
                continue
            head = by_group[number]
            if head in (a, b):
                relations[number][a + b - head] = PAIR_KINDS[kind]
    return relations


def _measures(clusters: Sequence[Cluster], heads: Sequence[int], compared: Compared) -> dict[int, Likeness]:
    """Jaccard, containment in the head of its group and of the head, of each compared page; a page equals itself."""
    found = zip(clusters, heads, strict=True)
    rows = [(m, head) for cluster, head in found if head in compared for m in cluster.members if m in compared]
    shared, sizes, head_sizes = compared.score([m for m, _ in rows], [head for _, head in rows])
    jaccard = shared / np.maximum(sizes + head_sizes - shared, 1)
    columns = (jaccard, shared / np.maximum(sizes, 1), shared / np.maximum(head_sizes, 1))
    values = zip(*(column.tolist() for column in columns), strict=True)
    return {m: (1.0, 1.0, 1.0) if m == head else value for (m, head), value in zip(rows, values, strict=True)}
