"""What the head of a stored page says of it, for canonical/cause.py."""

from __future__ import annotations

import json
from functools import lru_cache

from ..canonical.cause import Head


@lru_cache(maxsize=4)  # the rows of a group repeat the head of its keeper
def head(title: str | None, lang: str | None, amp: int | None, alternates: str | None) -> Head:
    """The head from columns of the table `versions`; all of them None for an address without a version."""
    links = [] if alternates in (None, "[]") else json.loads(alternates or "[]")
    pairs = tuple((link["hreflang"], link["url"]) for link in links if link["hreflang"])
    return Head(title or "", lang or "", bool(amp), pairs)
