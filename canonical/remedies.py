"""What is to be written for the pages of the groups: redirects, canonicals, and what an owner has to decide. Pure.

No address gets both, no redirect leads to an address that redirects itself, none in a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from ..model import Indexability
from ..urls import identity
from ..urls.variants import kinds
from .advice import Advice
from .cause import Cause

Step = Literal["redirect", "canonical", "decide"]
STEPS: tuple[Step, ...] = Step.__args__  # type: ignore[attr-defined]

# Where a text may also become one of its own, nothing is written into a server's configuration: that is the owner's
# choice. Such pages are listed.
_BY_ADVICE: dict[Advice, Step] = {
    "redirect to the keeper": "redirect",
    "canonical to the keeper": "canonical",
    "canonical to itself": "canonical",
    "redirect to the keeper or text of its own": "decide",
    "canonical to the keeper or text of its own": "decide",
    "translate it, or redirect to the keeper": "decide",
}


@dataclass(frozen=True, slots=True)
class Member:
    """A page of a group as it was judged. `jaccard` with the keeper is None where its text was not compared."""

    group: int
    url: str
    keeper: str
    cause: Cause
    advice: Advice
    indexability: Indexability
    jaccard: float | None


@dataclass(frozen=True, slots=True)
class Remedy:
    """One line to write: `url` leads to or names `target`, on the evidence of `group`, `cause` and `jaccard`."""

    step: Step
    url: str
    target: str
    group: int
    cause: Cause
    jaccard: float | None


def remedies(members: Sequence[Member], main_of: Mapping[str, str]) -> list[Remedy]:
    """The lines for these members, each address once, in the order of members; `main_of` as in canonize.

    A page of a list that names another one is to name itself. Nothing is said of groups whose keeper engines may not
    index: first that has to be put right; a redirect from the tidier address to the other is to decide. One to
    an address that redirects itself leads to where that ends.
    """
    is_open = {(m.group, m.url) for m in members if m.url == m.keeper and m.indexability == "indexable"}
    found: dict[str, Remedy] = {}
    for member in members:
        key, step = identity.key(member.url), _BY_ADVICE.get(member.advice)
        if not key or step is None:
            continue
        itself = member.advice == "canonical to itself"
        if not itself and ((member.group, member.keeper) not in is_open or identity.key(member.keeper) == key):
            continue
        target = member.url if itself else member.keeper
        if member.cause == "another host" and main_of.get(identity.origin(member.url)) == identity.origin(target):
            step = "redirect"  # an old name of the site; a region's own host has no main one
        if step == "redirect" and _is_backwards(member.url, target, main_of):
            step = "decide"
        if key not in found or (step == "redirect" and found[key].step != "redirect"):
            found[key] = Remedy(step, member.url, target, member.group, member.cause, member.jaccard)
    redirects = {key: line.target for key, line in found.items() if line.step == "redirect"}
    ended = (replace(line, target=_end(line, redirects)) for line in found.values())
    return [line for line in ended if line.target]


def _is_backwards(url: str, target: str, main_of: Mapping[str, str]) -> bool:
    """Whether a redirect would lead from the tidier address to the other: from https to http, from the main host to its
    mirror, from a home page into the site, or to an index file, campaign or session, where clicks made that the page to
    keep. Yandex asks for index files
    to be redirected to `/` and not the other way; Google takes a redirect to http for a reason to prefer http.
    """
    down = url.startswith("https:") and target.startswith("http:")
    from_main = main_of.get(identity.origin(target)) == identity.origin(url)
    return down or from_main or (_is_home(url) and not _is_home(target)) or not kinds(target) <= kinds(url)


def _is_home(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query


def _end(line: Remedy, redirects: Mapping[str, str]) -> str:
    """Where a line leads when all redirects are followed; empty when that is a circle or, by a detour, itself."""
    target, passed = line.target, {identity.key(line.url)} if line.target != line.url else set[str]()
    while (key := identity.key(target)) not in passed:
        passed.add(key)
        if key not in redirects:
            return target
        target = redirects[key]
    return ""
