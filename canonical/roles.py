"""What each member of a group is, which groups are settled, and the addresses that join a group by redirecting."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..model import Cluster, Indexability, PageState, PairKind, Role

_BY_STATE: dict[Indexability, Role] = {
    "noindex": "noindex",
    "canonicalised": "canonicalised",
    "redirect": "redirect",
}
_BY_TEXT: dict[PairKind, Role] = {"exact": "copy", "near": "near", "contained": "contained"}


def is_open(page: PageState) -> bool:
    """Whether a search engine may show this address beside the others of its group."""
    return page.indexability == "indexable"


def is_resolved(pages: Iterable[PageState]) -> bool:
    """Whether a group leaves the engines nothing to choose: fewer than two of its members are open."""
    return sum(map(is_open, pages)) < 2


def roles(pages: Iterable[PageState], keeper: int, relations: Mapping[int, PairKind]) -> dict[int, Role]:
    """The role of each member by id. What an owner has already done with it comes before how its text is related.

    `relations` gives the kind of each member's pair with the keeper; where there is no such pair, with the
    representative.
    """
    found: dict[int, Role] = {}
    for page in pages:
        by_text = _BY_TEXT[relations.get(page.id, "near")]
        found[page.id] = "keeper" if page.id == keeper else _BY_STATE.get(page.indexability, by_text)
    return found


def attach_redirects(
    clusters: Sequence[Cluster], pages: Mapping[int, PageState], ends: Mapping[int, int | None]
) -> list[Cluster]:
    """The groups with every address that redirects to one of their pages, and new groups for pages without one.

    `ends` gives where the redirects of an address end (`state.chains`); a meta refresh stub counts as a redirect. A
    target that is no page (an error, a circle, another site) gathers nothing. A canonical alone does not join either:
    where the texts did not match, it is a matter for the rules. Existing groups keep their order, new ones follow by
    id of their page.
    """
    group_of = {member: number for number, cluster in enumerate(clusters) for member in cluster.members}
    joining: defaultdict[int, list[int]] = defaultdict(list)
    alone: defaultdict[int, list[int]] = defaultdict(list)
    for page in pages.values():
        end = ends.get(page.id)
        if page.indexability != "redirect" or page.id in group_of or end is None or not _is_page(pages.get(end)):
            continue
        if end in group_of:
            joining[group_of[end]].append(page.id)
        else:
            alone[end].append(page.id)
    grown = [
        replace(cluster, members=tuple(sorted((*cluster.members, *joining[number])))) if number in joining else cluster
        for number, cluster in enumerate(clusters)
    ]
    formed = [Cluster("exact", end, tuple(sorted((end, *sources))), 1.0, 1.0) for end, sources in sorted(alone.items())]
    return grown + formed


def _is_page(page: PageState | None) -> bool:
    return page is not None and page.indexability in ("indexable", "noindex", "canonicalised")
