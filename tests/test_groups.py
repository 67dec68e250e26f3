"""Groups of pages: measures equal those of plain sets, redirects join, order follows size and keeper."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.groups import Compared, PageGroup, form
from pagetwin.model import Document, PageState
from pagetwin.progress import Progress
from pagetwin.similarity.cluster import group
from pagetwin.similarity.local import compare

SETTINGS = CompareSettings(shingle=2, jaccard=0.5, containment=0.8)
# Page ids are places in key order; 1, 4 and 7 have no text of their own.
TEXTS = {
    0: "a b c d e f g h i j",
    2: "a b c d e f g h i x",
    3: "one two three four five six seven",
    5: "one two three four five six seven",
    6: "a b c d e f",
    8: "nothing like any other page of them",
}
REDIRECTS = {1: 0, 4: 8}


def shingles(text: str) -> set[tuple[str, str]]:
    words = text.split()
    return set(pairwise(words))


def a_page(number: int) -> PageState:
    url = f"http://example.com/{number}"
    if number in REDIRECTS:
        target = REDIRECTS[number]
        return PageState(number, url, url, 301, "redirect", redirect_to=target, indexability="redirect")
    if number not in TEXTS:
        return PageState(number, url, url, 404, "http_error", indexability="error")
    return PageState(number, url, url, 200, "ok", inlinks=5 if number == 2 else 0)


def formed() -> list[PageGroup]:
    docs = sorted(TEXTS)
    documents = [Document(n, "main", TEXTS[page], TEXTS[page]) for n, page in enumerate(docs)]
    comparison = compare(documents, SETTINGS, TextSettings(), Progress())
    clusters = group(len(docs), comparison, SETTINGS)
    return form(clusters, [a_page(n) for n in range(9)], Compared(docs, comparison), SETTINGS)


def test_groups_are_ordered_and_redirects_join_the_page_they_lead_to() -> None:
    found = [({m.address for m in g.members}, g.resolved) for g in formed()]
    assert found == [({0, 1, 2, 6}, False), ({3, 5}, False), ({4, 8}, True)]


def test_measures_are_those_of_plain_sets() -> None:
    for each in formed():
        keeper, centre = each.choice.keeper, each.cluster.representative
        for member in each.members:
            if member.address not in TEXTS:
                assert (member.role, member.in_keeper, member.jaccard_to_keeper) == ("redirect", 0.0, 0.0)
                continue
            own, kept, near = (shingles(TEXTS[page]) for page in (member.address, keeper, centre))
            assert member.jaccard_to_keeper == len(own & kept) / len(own | kept)
            assert member.jaccard_to_representative == len(own & near) / len(own | near)
            assert member.in_keeper == len(own & kept) / len(own)
            assert member.keeper_in == len(own & kept) / len(kept)


def test_the_role_follows_the_relation_to_the_keeper() -> None:
    first, second, third = formed()
    # 6 stands in 0 and in 2, which makes both better pages to keep; a permanent redirect to 0 decides between them.
    assert first.choice.keeper == 0
    assert {m.address: m.role for m in first.members} == {0: "keeper", 1: "redirect", 2: "near", 6: "near"}
    assert {m.address: m.role for m in second.members} == {3: "keeper", 5: "copy"}
    assert third.choice.keeper == 8


def test_nearly_same_is_what_sets_of_shingles_say() -> None:
    docs = sorted(TEXTS)
    documents = [Document(n, "main", TEXTS[page], TEXTS[page]) for n, page in enumerate(docs)]
    compared = Compared(docs, compare(documents, SETTINGS, TextSettings(), Progress()))
    pairs = list(combinations(range(9), 2))
    a, b = (np.array(column, np.int32) for column in zip(*pairs, strict=True))
    for threshold in (0.5, 0.7):
        found = compared.nearly_same(a, b, threshold).tolist()
        assert [pair for pair, same in zip(pairs, found, strict=True) if same] == [
            (one, other)
            for one, other in pairs
            if {one, other} <= set(TEXTS)
            and len(shingles(TEXTS[one]) & shingles(TEXTS[other]))
            >= threshold * len(shingles(TEXTS[one]) | shingles(TEXTS[other]))
        ]
    assert compared.nearly_same(a[:0], b[:0], 0.5).tolist() == []
