"""From each duplicate to the one address that stands for it, over groups, redirects, canonicals and audits.

Every address leads to one other at most. Chains of such leads are followed to their end, and a circle ends at the
address that our own order (keeper.STEPS) puts first; so no main address is a duplicate itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from ..model import PageState, PairKind
from .keeper import STEPS, Member

# exact near contained: of one group, by the pair with its keeper; simhash: texts of two audits, confirmed exactly.
How = Literal["exact", "near", "contained", "redirect", "canonical", "simhash"]
T = TypeVar("T", bound=Hashable)
Rank = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Superdup:
    """A duplicate and its main address by page ids.

    `score`: of `contained`, the larger containment of the two texts, else their Jaccard; None where one has no text.
    `why` is the step of keeper.STEPS by which the main one goes first, or the owner's own word for it.
    """

    duplicate: int
    main: int
    how: How
    score: float | None
    why: str


def resolve(leads: Mapping[T, T], rank: Callable[[T], Any]) -> dict[T, T]:
    """The final main address of each that leads elsewhere; linear in the leads. `rank` orders those of a circle."""
    mains: dict[T, T] = {}
    for start in leads:
        path: dict[T, None] = {}
        here = start
        while here in leads and here not in mains and here not in path:
            path[here] = None
            here = leads[here]
        if here in path:
            passed = list(path)
            here = min(passed[passed.index(here) :], key=rank)
        mains.update(dict.fromkeys(path, mains.get(here, here)))
    return {duplicate: main for duplicate, main in mains.items() if main != duplicate}


def leads(
    pages: Sequence[PageState], ends: Mapping[int, int | None], kept: Mapping[int, int], kind: Mapping[int, PairKind]
) -> dict[int, tuple[int, How]]:
    """Where the addresses of one crawl lead by themselves; `pages` by page id.

    A redirect goes first, as its address has no page of its own; then the group (`kept` has the keeper of each other
    member, `kind` that of its pair with it), then the canonical that a page names, whatever its text. `ends` are those
    of redirects (state.chains). What is no page (an error, a circle, another site) is no main address.
    """
    found: dict[int, tuple[int, How]] = {}
    for page in pages:
        target = ends.get(page.canonical) if page.canonical is not None else None
        if page.indexability == "redirect":
            end = ends.get(page.id)
            if end is not None and end != page.id and is_page(pages[end]):
                found[page.id] = end, "redirect"
        elif page.id in kept:
            found[page.id] = kept[page.id], kind.get(page.id, "near")
        elif page.indexability == "canonicalised" and target not in (None, page.id) and is_page(pages[target]):
            found[page.id] = target, "canonical"
    return found


def is_page(page: PageState) -> bool:
    """Whether an address answered with a page."""
    return page.indexability in ("indexable", "noindex", "canonicalised")


def rank(member: Member) -> Rank:
    """The place of a page in our own order: the lower goes first; no two addresses share one."""
    return tuple(step(member) for _, step in STEPS)


def why(how: How, duplicate: Rank, main: Rank) -> str:
    """Why it is this main address: the owner's word, else the first step at which it is the better one."""
    if how == "redirect":
        return "redirect_target"
    if how == "canonical":
        return "canonical_target"
    steps = zip(STEPS, duplicate, main, strict=True)
    return next((name for (name, _), theirs, ours in steps if ours < theirs), "main_of_main")
