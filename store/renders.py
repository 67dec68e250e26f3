"""What a browser changed in the pages that it opened (--render)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from ..model import Annotation, CanonicalLink
from .annotations import unpacked
from .file import Store

Canonicals = tuple[CanonicalLink, ...]

_BOTH = """
SELECT v.address, raw.canonicals, rendered.canonicals FROM versions v
JOIN renders raw ON raw.version = v.id AND raw.kind = 'raw'
JOIN renders rendered ON rendered.version = v.id AND rendered.kind = 'rendered'
WHERE v.crawl = (SELECT max(id) FROM crawls) AND raw.canonicals <> rendered.canonicals"""
_HREFLANG = """
SELECT v.address, raw.z, rendered.z FROM versions v
JOIN renders raw ON raw.version = v.id AND raw.kind = 'raw'
JOIN renders rendered ON rendered.version = v.id AND rendered.kind = 'rendered'
JOIN addresses a ON a.id = v.address
WHERE v.crawl = (SELECT max(id) FROM crawls) AND raw.z <> rendered.z ORDER BY a.key"""


def read_canonicals(store: Store) -> Iterator[tuple[int, Canonicals, Canonicals]]:
    """(row id of the page, canonicals as the server sent them, canonicals when scripts had run), where they differ."""
    for address, raw, rendered in store.connection.execute(_BOTH):
        yield address, _links(raw), _links(rendered)


def read_hreflang(store: Store, page_of: Mapping[int, int]) -> Iterator[Annotation]:
    """What scripts alone say, page by page: annotations as they stood when scripts had run (`line` is that of the
    rendered page) with a code and an address that the page has nowhere in what the server sent.
    """
    for address, *both in store.connection.execute(_HREFLANG):
        raw, rendered = (list(unpacked(z)) for z in both)
        sent = {(a.hreflang.lower(), a.url) for a in raw}
        if address in page_of:
            new = (a for a in rendered if (a.hreflang.lower(), a.url) not in sent)
            yield from (a._replace(page=page_of[address]) for a in new)


def _links(text: str) -> Canonicals:
    return tuple(CanonicalLink(**item) for item in json.loads(text))
