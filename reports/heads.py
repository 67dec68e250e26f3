"""What the head of a stored page says of it, for canonical/cause.py."""

from __future__ import annotations

import json
import zlib
from functools import lru_cache

from ..canonical.cause import Head


@lru_cache(maxsize=4)  # the rows of a group repeat the head of its keeper
def head(title: str | None, lang: str | None, amp: int | None, annotations: bytes | None) -> Head:
    """The head from columns of `versions` and `annotations.z`; all of them None for an address without a version."""
    pairs = (
        tuple((code, url) for _, code, _, url, *_ in json.loads(zlib.decompress(annotations))) if annotations else ()
    )
    return Head(title or "", lang or "", bool(amp), pairs)
