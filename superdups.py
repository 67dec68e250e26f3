"""The superdups of one audit: what its groups, redirects and canonicals say, put together (canonical/superdups.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from .canonical import superdups
from .canonical.keeper import Member
from .canonical.state import permanent_ends
from .canonical.superdups import Superdup
from .groups import Compared, PageGroup
from .model import PageState, PairKind
from .similarity.engine import PAIR_KINDS
from .urls.targets import chains


def within(pages: Sequence[PageState], groups: Sequence[PageGroup], compared: Compared) -> list[Superdup]:
    """Every duplicate of the crawl with its final main address, by page id."""
    ends = chains({page.id: page.redirect_to for page in pages})
    kept = {m.address: g.choice.keeper for g in groups for m in g.members if m.address != g.choice.keeper}
    leads = superdups.leads(pages, ends, kept, _kinds(kept, compared))
    redirects = Counter(end for page, end in permanent_ends(pages).items() if end != page)
    named_by = Counter(page.canonical for page in pages if page.canonical != page.id)

    def rank(page: int) -> superdups.Rank:
        return superdups.rank(Member(pages[page], redirects[page], named_by[page]))

    mains = superdups.resolve({page: main for page, (main, _) in leads.items()}, rank)
    hows = {page: leads[page][1] for page in mains}
    return [
        Superdup(page, mains[page], hows[page], score, superdups.why(hows[page], rank(page), rank(mains[page])))
        for page, score in _scores(mains, hows, compared)
    ]


def _kinds(kept: Mapping[int, int], compared: Compared) -> dict[int, PairKind]:
    """The kind of the pair of each member with its keeper, where there is one."""
    pairs = compared.pairs
    heads = np.unique(np.fromiter(kept.values(), np.int64, len(kept)))
    touching = np.isin(pairs.a, heads) | np.isin(pairs.b, heads)
    columns = (pairs.a[touching].tolist(), pairs.b[touching].tolist(), pairs.kind[touching].tolist())
    found: dict[int, PairKind] = {}
    for a, b, kind in zip(*columns, strict=True):
        for page, other in ((a, b), (b, a)):
            if kept.get(page) == other:
                found[page] = PAIR_KINDS[kind]
    return found


def _scores(
    mains: Mapping[int, int], hows: Mapping[int, superdups.How], compared: Compared
) -> Iterator[tuple[int, float | None]]:
    """(page, score) by page id."""
    both = [page for page, main in mains.items() if page in compared and main in compared]
    shared, a, b = compared.score(both, [mains[page] for page in both])
    jaccard = (shared / np.maximum(a + b - shared, 1)).tolist()
    containment = (shared / np.maximum(np.minimum(a, b), 1)).tolist()
    known = {
        page: inside if hows[page] == "contained" else alike
        for page, alike, inside in zip(both, jaccard, containment, strict=True)
    }
    for page in sorted(mains):
        yield page, known.get(page)
