"""What a browser changed in the pages that it opened (--render)."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..model import CanonicalLink
from .file import Store

Canonicals = tuple[CanonicalLink, ...]

_BOTH = """
SELECT v.address, raw.canonicals, rendered.canonicals FROM versions v
JOIN renders raw ON raw.version = v.id AND raw.kind = 'raw'
JOIN renders rendered ON rendered.version = v.id AND rendered.kind = 'rendered'
WHERE v.crawl = (SELECT max(id) FROM crawls) AND raw.canonicals <> rendered.canonicals"""


def read_canonicals(store: Store) -> Iterator[tuple[int, Canonicals, Canonicals]]:
    """(row id of the page, canonicals as the server sent them, canonicals when scripts had run), where they differ."""
    for address, raw, rendered in store.connection.execute(_BOTH):
        yield address, _links(raw), _links(rendered)


def _links(text: str) -> Canonicals:
    return tuple(CanonicalLink(**item) for item in json.loads(text))
