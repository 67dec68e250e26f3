"""Where an address leads: the canonical that a page names, and the ends of chains of redirects or canonicals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..model import CanonicalLink
from . import identity


def named_canonicals(canonicals: Iterable[CanonicalLink]) -> dict[str, str]:
    """Identity key to address, without fragment, of each canonical that engines read: those of head and header.

    Left out: links in the body (Google reads the head alone), those with attributes for which Google passes them over,
    and an empty href, which HTML resolves to the page itself though nobody meant it so.
    """
    named: dict[str, str] = {}
    for link in canonicals:
        is_read = link.source != "body" and not link.ignored and link.raw.strip()
        key = identity.key(link.url) if is_read else ""
        if key:
            named.setdefault(key, link.url.partition("#")[0])
    return named


def effective_canonical(canonicals: Iterable[CanonicalLink]) -> str:
    """The one canonical a page names, empty for none or several different ones, which engines do not follow."""
    named = named_canonicals(canonicals)
    return next(iter(named.values())) if len(named) == 1 else ""


def chains(leads_to: Mapping[int, int | None]) -> dict[int, int | None]:
    """The end of the chain from each id: itself when it leads nowhere, None when the chain never ends.

    An id that is no key of the map ends a chain. Every id is walked over once, so the time is linear.
    """
    ends: dict[int, int | None] = {}
    for start in leads_to:
        path: dict[int, None] = {}
        here = start
        while here not in ends and here not in path:
            path[here] = None
            onward = leads_to.get(here)
            if onward is None:
                ends[here] = here
            else:
                here = onward
        end = ends.get(here)  # not known yet: `here` is on this very path, which therefore goes in circles
        for passed in path:
            ends[passed] = end
    return {start: ends[start] for start in leads_to}
