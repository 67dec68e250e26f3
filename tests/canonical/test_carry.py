from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.carry import Amount, Carried, Dates, carry, day, hosts, leaks
from pagetwin.canonical.recommend import ANCHORS, Recommended, from_other_hosts, links, recommended
from pagetwin.model import PageState

KNOWN = st.one_of(st.none(), st.integers(0, 10**12))


def page(n: int, **facts: object) -> PageState:
    return PageState(n, f"https://e.com/{n}", f"https://e.com/{n}", 200, "ok", **facts)  # type: ignore[arg-type]


@st.composite
def grouped_sites(draw: st.DrawFn) -> tuple[list[PageState], list[tuple[int, list[int], bool]]]:
    """Pages with any clicks and shows, some of them in groups of any size, each with any of its members as keeper."""
    n = draw(st.integers(0, 12))
    pages = [page(i, clicks=draw(KNOWN), shows=draw(KNOWN), in_search=draw(st.sampled_from((None, False, True))))
             for i in range(n)]  # fmt: skip
    group_of = draw(st.lists(st.integers(-1, 3), min_size=n, max_size=n))
    found = [[i for i in range(n) if group_of[i] == g] for g in range(4)]
    return pages, [(draw(st.sampled_from(m)), m, draw(st.booleans())) for m in found if m]


def brought(pages: Sequence[PageState], groups: list[tuple[int, list[int], bool]]) -> list[tuple[Carried, bool]]:
    return [(carry(keeper, members, pages, Recommended(), {}), settled) for keeper, members, settled in groups]


@given(grouped_sites())
def test_clicks_and_shows_after_carrying_are_those_before_to_the_unit(site) -> None:
    pages, groups = site
    found = brought(pages, groups)
    inside = {m for _, members, _ in groups for m in members}
    for name in ("clicks", "shows"):
        before = sum(getattr(p, name) or 0 for p in pages)
        alone = sum(getattr(p, name) or 0 for p in pages if p.id not in inside)
        assert alone + sum(getattr(c, name).total or 0 for c, _ in found) == before
        assert alone + sum(getattr(c, name).at_keeper + getattr(c, name).elsewhere for c, _ in found) == before
        for (c, _), (keeper, members, _) in zip(found, groups, strict=True):
            amount = getattr(c, name)
            assert amount.at_keeper == (getattr(pages[keeper], name) or 0)
            assert (amount.total is None) == all(getattr(pages[m], name) is None for m in members)
            assert amount.addresses == sum(bool(getattr(pages[m], name)) for m in members if m != keeper)


@given(grouped_sites())
def test_a_leak_is_what_open_groups_hold_beside_their_keepers(site) -> None:
    pages, groups = site
    inside = {m for _, members, _ in groups for m in members}
    found = leaks(brought(pages, groups), pages, inside)
    whole = sum(p.clicks or 0 for p in pages)
    assert ("clicks" in found) == bool(whole)
    assert "inlinks" not in found
    if whole:
        beside = [(p, settled) for keeper, members, settled in groups for m in members if (p := pages[m]).id != keeper]
        leak = found["clicks"]
        assert leak.total == whole
        assert leak.elsewhere == sum(p.clicks or 0 for p, settled in beside if not settled)
        assert leak.addresses == sum(bool(p.clicks) for p, settled in beside if not settled)
        assert leak.settled == sum(p.clicks or 0 for p, settled in beside if settled)


@given(grouped_sites())
def test_hosts_add_up_to_the_site(site) -> None:
    pages, groups = site
    duplicates = {m for keeper, members, _ in groups for m in members if m != keeper}
    found = hosts(pages, [f"h{p.id % 3}.e.com" for p in pages], duplicates, {"h1.e.com": 7}, lambda host: host[3:])
    assert sum(row.addresses for row in found) == len(pages)
    assert sum(row.duplicates for row in found) == len(duplicates)
    assert sum(row.pages for row in found) == len(pages) - len(duplicates)  # all of them are pages
    assert sum(row.clicks or 0 for row in found) == sum(p.clicks or 0 for p in pages)
    assert sum(row.in_search or 0 for row in found) == sum(bool(p.in_search) for p in pages)
    assert [row.host for row in found] == sorted(row.host for row in found)
    assert all(row.owner == "e.com" and row.inlinks == (7 if row.host == "h1.e.com" else 0) for row in found)


def test_what_is_no_page_is_counted_as_an_address_alone() -> None:
    pages = [page(0), page(1, indexability="redirect"), page(2, indexability="error"), page(3, indexability="noindex")]
    (row,) = hosts(pages, ["e.com"] * 4, {3}, {}, str)
    assert (row.addresses, row.pages, row.duplicates, row.clicks, row.in_search) == (4, 1, 1, None, None)


def test_dates_words_and_sitemap_of_a_group() -> None:
    pages = [page(0, words=90, in_sitemap=True), page(1, words=300, in_search=True), page(2, in_sitemap=True)]
    dates = {
        0: Dates("2026-03-01", "2026-05-02T10:00:00Z", ""),
        1: Dates("2026-04-01", "2026-05-01T10:00:00Z", "2026-06-01T10:00:00Z"),
    }
    found = carry(0, [0, 1, 2], pages, Recommended(), dates)
    assert found.dates == Dates("2026-04-01", "2026-05-01T10:00:00Z", "2026-06-01T10:00:00Z")
    assert (found.words, found.in_sitemap, found.in_search) == (300, 2, 1)
    assert found.clicks == Amount(None)


LINKS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 8), st.sampled_from(("", "a", "b", " a", "c"))), max_size=60
)


@given(LINKS, st.lists(st.integers(-1, 2), min_size=8, max_size=8), st.randoms(use_true_random=False))
def test_recommendations_of_a_group_by_brute_force(found, group_of, random) -> None:
    """Page 8 is no address of the crawl."""
    id_of = {f"k{n}": n for n in range(8)}
    host_of = [f"h{n % 3}.e{n % 2}" for n in range(8)]
    groups = [(random.choice(m), m) for g in range(3) if (m := [i for i in range(8) if group_of[i] == g])]
    made = links(((page, [(f"k{to}", text, 0)]) for page, to, text in found), id_of)
    edges = {(page, to, text) for page, to, text in found if to < 8 and to != page}
    assert made.inlinks(8) == [len({a for a, b, _ in edges if b == n}) for n in range(8)]
    told = recommended(made, groups, host_of, {host: host[3:] for host in host_of})
    for (keeper, members), got in zip(groups, told, strict=True):
        outside = {(a, b, t) for a, b, t in edges if b in members and a not in members}
        linking = {a for a, _, _ in outside}
        assert got.pages == len(linking)
        assert got.to_keeper == len({a for a, b, _ in outside if b == keeper})
        assert got.duplicates == len({b for _, b, _ in outside if b != keeper})
        assert got.inside == len({a for a, b, _ in edges if a in members and b in members})
        assert dict(got.hosts) == Counter(host_of[a] for a in linking)
        assert dict(got.owners) == Counter(host_of[a][3:] for a in linking)
        texts = Counter(t.strip() for _, t in {(a, t) for a, _, t in outside} if t.strip())
        assert dict(got.anchors).keys() == texts.keys()
        assert [n for _, n in got.anchors] == sorted((n for _, n in got.anchors), reverse=True)
    across = {(a, host_of[b]) for a, b, _ in edges if host_of[a] != host_of[b]}
    assert from_other_hosts(made, host_of) == Counter(host for _, host in across)


def test_anchors_count_pages_and_stop_at_the_most_common() -> None:
    found = [(n, [("k0", f"t{m:02}", 0)] * 2) for n in range(1, 20) for m in range(n)]
    made = links(found, {f"k{n}": n for n in range(20)})
    (got,) = recommended(made, [(0, [0])], ["e.com"] * 20, {"e.com": "e.com"})
    assert got.anchors == tuple((f"t{m:02}", 19 - m) for m in range(ANCHORS))
    assert (got.pages, got.to_keeper, got.hosts) == (19, 19, (("e.com", 19),))


def test_a_site_without_links_or_groups() -> None:
    made = links([], {})
    assert made.inlinks(3) == [0, 0, 0]
    assert recommended(made, [], ["e.com"] * 3, {"e.com": "e.com"}) == []
    assert recommended(made, [(1, [0, 1])], ["e.com"] * 3, {"e.com": "e.com"}) == [Recommended()]
    assert links([], {}).inlinks(0) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-06-06", "2026-06-06"), ("2026-06-06T23:30:00-02:00", "2026-06-07"),
        ("2026-06-06T10:00:00Z", "2026-06-06"),
        ("Sat, 06 Jun 2026 10:00:00 GMT", "2026-06-06"), (" 2026-06-06 ", "2026-06-06"), ("2026-06", "2026-06"),
        ("2026", "2026"), ("2026-13", ""), ("yesterday", ""), ("", ""), ("0001-01-01T00:00:00+10:00", ""),
    ],
)  # fmt: skip
def test_dates_of_sitemaps_and_headers_as_days(text: str, expected: str) -> None:
    assert day(text) == expected


@given(st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)))
def test_a_date_of_a_header_is_its_day(when: datetime) -> None:
    assert day(when.replace(tzinfo=UTC).strftime("%a, %d %b %Y %H:%M:%S GMT")) == when.date().isoformat()
