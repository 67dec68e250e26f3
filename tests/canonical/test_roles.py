"""Roles, resolved groups, and redirecting addresses that join the group of their page."""

import random

from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.roles import attach_redirects, is_open, is_resolved, roles
from pagetwin.canonical.state import chains
from pagetwin.model import Cluster, PageState

STATES = ["indexable", "noindex", "canonicalised", "redirect", "blocked", "error", "not_a_page"]


def page(number: int, state: str = "indexable", to: int | None = None) -> PageState:
    url = f"https://e.com/{number}"
    return PageState(number, url, url, 200, "ok", redirect_to=to, indexability=state)  # type: ignore[arg-type]


def test_only_an_indexable_page_is_open() -> None:
    assert [state for state in STATES if is_open(page(1, state))] == ["indexable"]


def test_a_group_is_resolved_with_fewer_than_two_open_members() -> None:
    assert is_resolved([page(1), page(2, "noindex"), page(3, "redirect"), page(4, "canonicalised")])
    assert is_resolved([page(1, "noindex"), page(2, "noindex")])
    assert not is_resolved([page(1), page(2), page(3, "noindex")])


def test_state_comes_before_text_except_for_the_keeper() -> None:
    pages = [
        page(1, "noindex"),
        page(2),
        page(3),
        page(4),
        page(5, "noindex"),
        page(6, "canonicalised"),
        page(7, "redirect"),
    ]
    relations = {2: "exact", 3: "near", 4: "contained", 5: "exact", 6: "near", 7: "exact"}
    assert roles(pages, 1, relations) == {
        1: "keeper", 2: "copy", 3: "near", 4: "contained", 5: "noindex", 6: "canonicalised", 7: "redirect",
    }  # type: ignore[comparison-overlap]  # fmt: skip


def attached(clusters: list[Cluster], pages: list[PageState]) -> list[Cluster]:
    return attach_redirects(clusters, {p.id: p for p in pages}, chains({p.id: p.redirect_to for p in pages}))


def test_redirects_join_the_group_of_their_last_page() -> None:
    group = Cluster("near", 5, (3, 5), 0.6, 0.7, sampled=True)
    pages = [page(3), page(5), page(1, "redirect", 5), page(2, "redirect", 1), page(4, "redirect", 3)]
    assert attached([group], pages) == [Cluster("near", 5, (1, 2, 3, 4, 5), 0.6, 0.7, sampled=True)]


def test_a_redirect_that_is_already_in_a_group_stays_there() -> None:
    clusters = [Cluster("near", 1, (1, 2), 0.6, 0.6), Cluster("exact", 3, (3, 4), 1.0, 1.0)]
    assert attached(clusters, [page(1), page(2, "redirect", 3), page(3), page(4)]) == clusters


def test_a_page_alone_forms_a_group_with_its_redirects() -> None:
    pages = [
        page(9, "noindex"),
        page(7, "redirect", 9),
        page(8, "redirect", 7),
        page(2, "canonicalised"),
        page(3, "redirect", 2),
    ]
    first = Cluster("exact", 20, (20, 21), 1.0, 1.0)
    assert attached([first], [*pages, page(20), page(21)]) == [
        first,
        Cluster("exact", 2, (2, 3), 1.0, 1.0),
        Cluster("exact", 9, (7, 8, 9), 1.0, 1.0),
    ]


def test_redirects_to_no_page_of_the_crawl_gather_nothing() -> None:
    pages = [
        page(1, "error"), page(2, "redirect", 1),  # to an address that fails
        page(3, "redirect", 4), page(4, "redirect", 3),  # in a circle
        page(5, "redirect", None),  # to another site
        page(6, "not_a_page"), page(7, "redirect", 6),  # to a soft 404
        page(8, "blocked"), page(9, "redirect", 8),
        page(10, "redirect", 99),  # to an address never asked
    ]  # fmt: skip
    assert attached([], pages) == []


def test_a_canonical_alone_joins_nothing() -> None:
    assert attached([], [page(1), page(2, "canonicalised")]) == []


@given(
    st.lists(st.tuples(st.sampled_from(["indexable", "redirect", "error"]), st.integers(0, 9)), max_size=10),
    st.randoms(),
)
def test_grouping_is_a_partition_and_the_order_of_pages_changes_nothing(
    drawn: list[tuple[str, int]], chance: random.Random
) -> None:
    pages = [page(n, state, to if state == "redirect" else None) for n, (state, to) in enumerate(drawn)]
    compared = [p.id for p in pages if p.indexability == "indexable"]
    given_groups = [Cluster("near", compared[0], tuple(compared[:2]), 0.5, 0.5)] if len(compared) > 1 else []
    found = attached(given_groups, pages)
    members = [member for cluster in found for member in cluster.members]
    assert len(members) == len(set(members))
    assert all(list(cluster.members) == sorted(cluster.members) for cluster in found)
    assert attached(given_groups, chance.sample(pages, len(pages))) == found
    # Each redirect is in the group of the page where walking from it ends.
    group_of = {member: cluster for cluster in found for member in cluster.members}
    for p in pages:
        here, hops = p, 0
        while here.redirect_to is not None and here.redirect_to < len(pages) and hops <= len(pages):
            here, hops = pages[here.redirect_to], hops + 1
        if p.indexability == "redirect" and here.indexability == "indexable":
            assert group_of[p.id] is group_of[here.id]
        elif p.indexability != "indexable":
            assert p.id not in group_of
