"""Chains of duplicates end at one address, whatever leads where."""

from __future__ import annotations

import dataclasses
import random

from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.keeper import Member
from pagetwin.canonical.superdups import leads, rank, resolve, why
from pagetwin.model import PageState
from pagetwin.urls.targets import chains

GRAPHS = st.dictionaries(st.integers(0, 12), st.integers(0, 12), max_size=13)


@given(GRAPHS, st.randoms(use_true_random=False))
def test_no_main_address_is_a_duplicate_and_every_chain_is_walked_to_its_end(
    graph: dict[int, int], chance: random.Random
) -> None:
    mains = resolve(graph, lambda n: -n)
    assert not set(mains) & set(mains.values())
    for start in graph:
        walked = [start]
        while walked[-1] in graph and graph[walked[-1]] not in walked:
            walked.append(graph[walked[-1]])
        if walked[-1] in graph:  # a circle: the rank decides in it
            circle = walked[walked.index(graph[walked[-1]]) :]
            assert mains.get(start, start) == max(circle)
        else:
            assert mains.get(start, start) == walked[-1]
    mixed = list(graph.items())
    chance.shuffle(mixed)
    assert resolve(dict(mixed), lambda n: -n) == mains


def page(number: int, **more: object) -> PageState:
    return dataclasses.replace(
        PageState(number, f"https://e.com/{number}", f"https://e.com/{number}", 200, "ok"), **more
    )  # type: ignore[arg-type]


def test_a_redirect_goes_before_the_group_and_the_group_before_the_canonical() -> None:
    pages = [
        page(0),
        page(1, indexability="redirect", redirect_to=2),
        page(2, canonical=0, indexability="canonicalised"),
        page(3, canonical=1, indexability="canonicalised"),
        page(4),
        page(5, status=404, outcome="http_error", indexability="error"),
        page(6, indexability="redirect", redirect_to=5),
        page(7, indexability="redirect", redirect_to=8),
        page(8, indexability="redirect", redirect_to=7),
        page(9, canonical=5, indexability="canonicalised"),
    ]
    ends = chains({each.id: each.redirect_to for each in pages})
    assert leads(pages, ends, {2: 4, 1: 4, 0: 4}, {2: "exact"}) == {
        0: (4, "near"),
        1: (2, "redirect"),
        2: (4, "exact"),
        3: (2, "canonical"),
    }


def test_the_step_that_decided_is_named() -> None:
    clicked = rank(Member(page(1, clicks=3), 0, 0))
    secure = rank(Member(page(2), 0, 0))
    plain = rank(Member(dataclasses.replace(page(3), key="http://e.com/3"), 0, 0))
    assert (why("exact", secure, clicked), why("simhash", plain, secure)) == ("most_clicks", "https")
    assert (why("redirect", clicked, plain), why("canonical", clicked, plain)) == (
        "redirect_target",
        "canonical_target",
    )
    assert why("near", clicked, secure) == "main_of_main"
