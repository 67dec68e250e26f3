"""On how many other pages a page's text stands, against plain counting."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity.engine import Spread
from pagetwin.similarity.local import compare

from .oracle import shingle_set
from .test_local import documents_of


def spread_of(documents: list[Document], w: int, sections: list[int]) -> Spread:
    comparison = compare(documents, CompareSettings(shingle=w), TextSettings(), Progress())
    return comparison.spread(np.array(sections, np.int64))


def plain(documents: list[Document], w: int, sections: list[int]) -> tuple[list[list[int]], list[int], list[int]]:
    """Pages judged by main are compared by it among themselves; those judged by body with the bodies of all."""
    on, inside, outside = [], [], []
    for document in sorted(documents, key=lambda d: d.id):
        own = shingle_set(getattr(document, document.kind), w)
        others = {
            d.id: shingle_set(getattr(d, document.kind), w)
            for d in documents
            if d.id != document.id and (document.kind == "body" or d.kind == "main")
        }
        where = [[n for n, shingles in others.items() if s in shingles] for s in own]
        counts = [len(pages) for pages in where]
        on.append([sum(low <= c <= high for c in counts) for low, high in ((0, 0), (1, 1), (2, 5), (6, 20), (21, 999))])
        here = sections[document.id]
        inside.append(sum(any(sections[n] == here for n in pages) for pages in where))
        outside.append(sum(any(sections[n] != here for n in pages) for pages in where))
    return on, inside, outside


@given(st.integers(0, 10**6), st.integers(0, 50), st.sampled_from([0, 0.3, 1]), st.integers(1, 4), st.data())
@settings(max_examples=40, deadline=None)
def test_spread_equals_plain_counting(seed: int, n: int, body: float, w: int, data: st.DataObject) -> None:
    documents = documents_of(seed, n, body)
    sections = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    found = spread_of(documents, w, sections)
    assert (found.on.tolist(), found.inside.tolist(), found.outside.tolist()) == plain(documents, w, sections)


def test_equal_pages_count_each() -> None:
    """30 copies, 25 of them in one section: all of their text stands on 29 others, inside and outside."""
    documents = [Document(n, "main", "one two three", "") for n in range(30)]
    found = spread_of([*documents, Document(30, "main", "four", "")], 1, [0] * 25 + [1] * 6)
    assert found.on.tolist() == [[0, 0, 0, 0, 3]] * 30 + [[1, 0, 0, 0, 0]]
    assert found.inside.tolist() == [3] * 30 + [0]
    assert found.outside.tolist() == [3] * 30 + [0]
