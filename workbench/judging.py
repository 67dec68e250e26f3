"""What the answer of a twin means for its owner. Pure: records in, a code out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from ..canonical.state import robots_verdict
from ..crawler import alike
from ..model import Page, Texts
from ..urls import identity
from ..urls.targets import effective_canonical
from ..urls.twins import Kind, Twin

Verdict = Literal[
    "same_address", "redirect", "redirect_temporary", "redirect_elsewhere", "canonical", "canonical_weak", "noindex",
    "duplicate", "ignored", "other_text", "not_there", "no_answer", "not_asked",
]  # fmt: skip
# Where a redirect is what engines ask for, a canonical is not enough.
_REDIRECT_ONLY: frozenset[Kind] = frozenset(("protocol", "slash"))
# These hold a part of the page, or the page with lines of their own.
_VERSIONS: frozenset[Kind] = frozenset(("print", "amp", "mobile"))


@dataclass(frozen=True, slots=True)
class Seen:
    """A twin and its answer. `same`: the page's text, None when there was none to compare; `jaccard` of both texts.

    `target` is where it redirects, one hop; `canonical` the one canonical that it names. `note` says why nothing was
    asked or answered.
    """

    twin: Twin
    verdict: Verdict
    status: int | None = None
    target: str = ""
    canonical: str = ""
    same: bool | None = None
    jaccard: float | None = None
    note: str = ""


def judge(twin: Twin, main: str, ours: Texts, page: Page, texts: Texts, now: datetime) -> Seen:
    """What a twin of the page at `main`, which has the texts `ours`, answered."""
    like = alike.likeness(ours, texts) if page.status == 200 else None
    same = like is not None and (
        like.jaccard >= alike.SHARE
        or (twin.kind in _VERSIONS and max(like.a_in_b, like.b_in_a) >= alike.SHARE)
    )  # fmt: skip
    canonical = effective_canonical(page.canonicals)
    verdict = _verdict(twin, main, page, same, canonical, now)
    return Seen(
        twin, verdict, page.status, page.redirect_to, canonical, same if like else None,
        like.jaccard if like else None, "" if page.status else page.note,
    )  # fmt: skip


def settle(seen: Sequence[Seen]) -> list[Seen]:
    """Where the site ignores a parameter that it does not know, it ignores `?print=1` and the like for the same reason.

    Such a twin has the very text of the page, and what there is to set up stands at the unknown parameter.
    """
    ignores = any(one.twin.kind == "parameter" and one.verdict == "duplicate" for one in seen)
    return [
        replace(one, verdict="ignored")
        if ignores and one.verdict == "duplicate" and one.jaccard == 1 and _is_guess(one.twin)
        else one
        for one in seen
    ]


def _is_guess(twin: Twin) -> bool:
    """Whether a twin is the page with a parameter that was made up for it."""
    return twin.kind in ("page_one", "print", "amp") and re.search(r"[?&]\w+=[1Y]$", twin.url) is not None


def _verdict(twin: Twin, main: str, page: Page, same: bool, canonical: str, now: datetime) -> Verdict:
    key = identity.key(main)
    if twin.key == key:
        return "same_address"
    if page.status is None:
        return "not_asked" if page.outcome == "blocked_by_robots" else "no_answer"
    if page.redirect_to:
        if identity.key(page.redirect_to) != key:
            return "redirect_elsewhere"
        return "redirect" if page.status in (301, 308) or page.refresh_delay == 0 else "redirect_temporary"
    if page.status != 200:
        return "not_there" if page.status in (404, 410) else "no_answer"
    if not same:
        return "other_text"
    if robots_verdict(page.robots, "google", now) or robots_verdict(page.robots, "yandex", now):
        return "noindex"
    if canonical and identity.key(canonical) == key:
        return "canonical_weak" if twin.kind in _REDIRECT_ONLY else "canonical"
    return "duplicate"
