"""The page to keep: each step outranks all later ones, reasons say what holds, and order of members changes nothing."""

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical import keeper
from pagetwin.canonical.keeper import Member, choose, contains, weigh
from pagetwin.model import Choice, PageState, Reason
from pagetwin.similarity.engine import Pairs


def page(number: int, url: str, **values: object) -> PageState:
    return PageState(**{"id": number, "url": url, "key": url, "status": 200, "outcome": "ok"} | values)  # type: ignore[arg-type]


def naming(page_: PageState, other: PageState) -> PageState:
    """The page with the other as its canonical."""
    state = "indexable" if page_.id == other.id else "canonicalised"
    return replace(page_, canonical=other.id, canonical_url=other.url, indexability=state)  # type: ignore[arg-type]


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


def values(choice: Choice, code: str) -> dict[str, object]:
    return next(dict(r.values) for r in (*choice.reasons, *choice.conflicts) if r.code == code)


# What makes a member better at each step, and what makes it worse, in the order of the steps.
PLAIN = Member(page(0, "https://e.com/shop/shoes"))
BETTER: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("answers_200", {}, {"indexability": "noindex"}),
    ("in_search", {"in_search": True}, {"in_search": False}),
    ("most_clicks", {"clicks": 9}, {"clicks": None}),
    ("most_shows", {"shows": 9}, {"shows": 8}),
    ("main_mirror", {}, {"off_main": True}),
    ("redirect_target", {"redirects": 1}, {}),
    ("canonical_target", {"named_by": 2}, {"named_by": 1}),
    ("https", {}, {"key": "http://e.com/shop/shoes"}),
    ("html_not_print", {}, {"amp": True}),
    ("contains_others", {"contains": 3}, {"contains": 2}),
    ("in_sitemap", {"in_sitemap": True}, {}),
    ("most_inlinks", {"inlinks": 5}, {"inlinks": 4}),
    ("cleaner_url", {}, {"key": "https://e.com/shoes?utm_source=x"}),
    ("shorter_url", {"key": "https://e.com/shop/shoe"}, {}),
    ("first_by_address", {"key": "https://e.com/shop/aaaaa"}, {}),
]


def changed(number: int, parts: list[dict[str, object]]) -> Member:
    """The plain member with changes; of several addresses, the first given stands."""
    merged: dict[str, object] = {}
    for part in parts:
        merged = part | merged
    own = {name: merged.pop(name) for name in ("redirects", "named_by", "contains") if name in merged}
    return Member(replace(PLAIN.page, id=number, **merged), **own)  # type: ignore[arg-type]


def test_the_steps_are_those_tested_here() -> None:
    assert [name for name, _ in keeper.STEPS] == [name for name, _, _ in BETTER]


@pytest.mark.parametrize("step", range(len(BETTER)))
def test_each_step_decides_where_all_before_it_are_equal(step: int) -> None:
    """The better one is worse at every later step, and still kept."""
    _, good, bad = BETTER[step]
    later = BETTER[step + 1 :]
    better = changed(1, [good, *(b for _, _, b in later)])
    worse = changed(2, [bad, *(g for _, g, _ in later)])
    assert choose([better, worse]).keeper == 1
    assert choose([worse, better]).keeper == 1


MEMBERS = st.lists(
    st.builds(
        lambda url, state, https, sitemap, links, redirects, named, holds, engines: Member(
            page(
                0,
                f"{'https' if https else 'http'}://e.com/{url}",
                indexability=state,
                in_sitemap=sitemap,
                inlinks=links,
                **dict(zip(("clicks", "shows", "in_search"), engines, strict=True)),
            ),
            redirects,
            named,
            holds,
        ),
        st.text(alphabet="abA", max_size=3) | st.sampled_from(["a?utm_x=1", "a?amp", "print/a"]),
        st.sampled_from(["indexable", "noindex", "canonicalised", "redirect"]),
        st.booleans(),
        st.booleans(),
        st.integers(0, 2),
        st.integers(0, 1),
        st.integers(0, 1),
        st.integers(0, 1),
        st.tuples(st.none() | st.integers(0, 2), st.none() | st.integers(0, 2), st.none() | st.booleans()),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda m: m.page.key,
).map(lambda found: [replace(m, page=replace(m.page, id=n)) for n, m in enumerate(found)])


@given(MEMBERS, st.randoms(use_true_random=False))
def test_order_of_members_changes_nothing(group: list[Member], chance: random.Random) -> None:
    shuffled = chance.sample(group, len(group))
    assert choose(shuffled) == choose(group)


@given(MEMBERS)
def test_the_keeper_is_first_by_all_steps_together(group: list[Member]) -> None:
    first = min(group, key=lambda m: tuple(rank(m) for _, rank in keeper.STEPS))
    assert choose(group).keeper == first.page.id


@given(MEMBERS)
def test_an_open_member_is_always_preferred(group: list[Member]) -> None:
    kept = next(m for m in group if m.page.id == choose(group).keeper)
    if any(m.page.indexability == "indexable" for m in group):
        assert kept.page.indexability == "indexable"
        assert "answers_200" in codes(choose(group).reasons)


def test_reasons_of_a_well_kept_group() -> None:
    """Old address redirects, the print page and the http twin name the page, the page names itself."""
    good = page(1, "https://e.com/p", in_sitemap=True, inlinks=7)
    good = naming(good, good)
    group = [
        good,
        page(2, "https://e.com/old", status=301, outcome="redirect", redirect_to=1, indexability="redirect", inlinks=2),
        naming(page(3, "https://e.com/p/print/"), good),
        naming(page(4, "http://e.com/p"), good),
    ]
    choice = choose(weigh(group, {1: 1, 2: 1, 3: 3, 4: 4}, {}))
    assert choice.keeper == 1
    assert codes(choice.reasons) == [
        "answers_200", "only_member_open", "redirect_target", "canonical_target", "self_canonical", "https",
        "html_not_print", "in_sitemap", "most_inlinks",
    ]  # fmt: skip
    assert all(reason.good for reason in choice.reasons)
    assert values(choice, "answers_200") == {"status": 200}
    assert values(choice, "redirect_target") == {"n": 1}
    assert values(choice, "canonical_target") == {"n": 2}
    assert values(choice, "html_not_print") == {"kind": "print"}
    assert values(choice, "most_inlinks") == {"n": 7}
    assert choice.conflicts == ()


def test_what_speaks_against_the_keeper_is_said() -> None:
    group = [
        Member(page(1, "https://e.com/a", inlinks=2), contains=1),
        Member(page(2, "https://e.com/b", inlinks=9, in_sitemap=True)),
    ]
    choice = choose(group)
    assert choice.keeper == 1
    assert codes(choice.reasons) == ["answers_200", "contains_others", "not_in_sitemap", "fewer_inlinks"]
    assert [reason.good for reason in choice.reasons] == [True, True, False, False]
    assert values(choice, "fewer_inlinks") == {"n": 2, "most": 9}


def test_what_is_alike_for_all_is_no_reason() -> None:
    choice = choose([Member(page(n, f"https://e.com/{n}", inlinks=3)) for n in (1, 2)])
    assert codes(choice.reasons) == ["answers_200", "first_by_address"]


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ("https://e.com/?utm_source=x", "cleaner_url"),
        ("https://e.com/index.html", "cleaner_url"),
        ("https://e.com/longer", "shorter_url"),
        ("https://e.com/b", "first_by_address"),
    ],
)
def test_the_address_is_a_reason_where_it_decides(other: str, code: str) -> None:
    choice = choose([Member(page(1, "https://e.com/a")), Member(page(2, other))])
    assert choice.keeper == 1
    assert codes(choice.reasons) == ["answers_200", code]


def test_a_group_without_an_open_member_keeps_the_page_that_the_others_name() -> None:
    target = page(1, "https://e.com/z", indexability="noindex")
    group = [target, naming(page(2, "https://e.com/a"), target), naming(page(3, "https://e.com/b"), target)]
    choice = choose(weigh(group, {}, {}))
    assert choice.keeper == 1
    assert codes(choice.reasons)[:2] == ["not_indexable", "canonical_target"]
    assert values(choice, "not_indexable") == {"why": "noindex"}
    assert not choice.reasons[0].good


def test_a_keeper_that_names_another_page_says_so() -> None:
    away = {"canonical_url": "https://f.com/p", "indexability": "canonicalised"}
    choice = choose([Member(page(1, "https://e.com/a", **away)), Member(page(2, "https://e.com/b", **away))])
    assert Reason(False, "canonical_elsewhere", {"url": "https://f.com/p"}) in choice.reasons
    assert choice.conflicts == (Reason(False, "canonical_elsewhere", {"url": "https://f.com/p", "n": 2}),)


def test_conflicts_of_canonicals() -> None:
    a, b, c, d = (page(n, f"https://e.com/{n}") for n in (1, 2, 3, 4))
    # Each names itself, one is silent: two canonicals for one text.
    choice = choose(weigh([naming(a, a), naming(b, b), c], {}, {}))
    assert choice.conflicts == (Reason(False, "mixed_canonicals", {"n": 2}), Reason(False, "no_canonical", {"n": 1}))
    # All agree.
    assert choose(weigh([naming(a, a), naming(b, a), naming(c, a)], {}, {})).conflicts == ()
    # One page is open and silent, the other closed: nothing is left to choose, so silence is no conflict.
    assert choose(weigh([a, replace(b, indexability="noindex")], {}, {})).conflicts == ()
    # Some canonicals leave the group; the one named most often is shown.
    out = {"indexability": "canonicalised"}
    group = [
        naming(a, a),
        replace(b, canonical=77, canonical_url="HTTPS://e.com/x", **out),  # type: ignore[arg-type]
        replace(c, canonical_url="https://f.com/y", **out),  # type: ignore[arg-type]
        replace(d, canonical_url="HTTPS://f.com/y", **out),  # type: ignore[arg-type]
    ]
    assert choose(weigh(group, {}, {})).conflicts == (
        Reason(False, "mixed_canonicals", {"n": 3}),
        Reason(False, "canonical_elsewhere", {"url": "HTTPS://f.com/y", "n": 2}),
    )


def test_weigh_counts_the_group_alone() -> None:
    a, b = page(1, "https://e.com/a"), page(2, "https://e.com/b")
    group = [
        naming(a, a),
        naming(b, a),
        replace(page(3, "https://e.com/c"), canonical=99, canonical_url="https://e.com/q"),
    ]
    permanent = {1: 1, 2: 2, 3: 3, 50: 1, 4: None}
    assert [(m.redirects, m.named_by, m.contains) for m in weigh(group, permanent, {2: 4})] == [
        (0, 1, 0),
        (0, 0, 4),
        (0, 0, 0),
    ]


def test_a_page_does_not_vote_for_itself() -> None:
    a, b = page(1, "https://e.com/long-address"), page(2, "https://e.com/b")
    assert choose(weigh([naming(a, a), b], {1: 1, 2: 2}, {})).keeper == 2


SIZES = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9)).map(lambda t: (t[0], t[1], min(t))), max_size=10
)


@given(SIZES, st.sampled_from([0.5, 0.8, 1.0]))
def test_contains_agrees_with_the_pairs_one_by_one(sizes: list[tuple[int, int, int]], threshold: float) -> None:
    ends = itertools.combinations(range(5), 2)
    rows = [(a, b, shared, size_a, size_b) for (a, b), (size_a, size_b, shared) in zip(ends, sizes, strict=False)]
    columns = np.array(rows, dtype=np.int64).reshape(-1, 5).T
    pairs = Pairs(*columns, np.zeros(len(rows), np.int8), np.zeros(len(rows), np.int8))
    group_of = {0: 7, 1: 7, 2: 7, 3: 8}
    want: dict[int, int] = {}
    for pair in pairs:
        a_way, b_way = (pair.a, pair.b, pair.a_in_b, pair.b_in_a), (pair.b, pair.a, pair.b_in_a, pair.a_in_b)
        for inner, outer, inside, around in (a_way, b_way):
            if inside >= threshold > around and group_of.get(inner, -1) == group_of.get(outer, -2):
                want[outer] = want.get(outer, 0) + 1
    assert contains(pairs, group_of, threshold) == want


def test_what_engines_say_is_told_with_what_disagrees() -> None:
    """Most clicks decide; the others' clicks and a second page in search are conflicts, with their numbers."""
    a = Member(page(0, "https://e.com/a", clicks=3, shows=90, in_search=True))
    b = Member(page(1, "https://e.com/b", clicks=12, shows=80, in_search=True))
    c = Member(page(2, "https://e.com/c", clicks=0))
    choice = choose([a, b, c])
    assert choice.keeper == 1
    assert codes(choice.reasons)[:3] == ["answers_200", "in_search", "most_clicks"]
    found = {r.code: dict(r.values) for r in choice.conflicts}
    assert found["several_in_search"] == {"n": 2}
    assert found["clicks_elsewhere"] == {"n": 1, "clicks": 3, "of": 15}


def test_clicks_of_a_page_that_search_engines_may_not_show_do_not_keep_it() -> None:
    closed = Member(page(0, "https://e.com/a", clicks=50, in_search=True, indexability="noindex"))
    choice = choose([closed, Member(page(1, "https://e.com/b", clicks=1))])
    assert choice.keeper == 1
    assert values(choice, "fewer_clicks") == {"n": 1, "most": 50}
    assert "not_in_search" in codes(choice.reasons)


def test_without_imports_nothing_is_said_of_engines() -> None:
    choice = choose([Member(page(n, f"https://e.com/{n}")) for n in range(3)])
    said = {*codes(choice.reasons), *codes(choice.conflicts)}
    assert not said & {"in_search", "not_in_search", "most_clicks", "fewer_clicks", "most_shows", "clicks_elsewhere"}
