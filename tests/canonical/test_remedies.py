"""Lines to write for groups: one step for each address, and each redirect ends in one hop at a page that stays."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.advice import Advice
from pagetwin.canonical.remedies import STEPS, Member, remedies

SITE = "https://example.com"
KEEPER = Member(1, f"{SITE}/a", f"{SITE}/a", "", "keep", "indexable", 1.0)
COPY = replace(KEEPER, url=f"{SITE}/b", cause="same text", advice="redirect to the keeper")


def lines(*members):
    return [(line.step, line.url.removeprefix(SITE), line.target.removeprefix(SITE)) for line in remedies(members, {})]


def test_each_page_gets_the_step_that_its_advice_names():
    members = [replace(COPY, url=f"{SITE}/{n}", advice=advice) for n, advice in enumerate(Advice.__args__)]
    assert lines(KEEPER, *members) == [
        ("redirect", "/6", "/a"), ("decide", "/7", "/a"), ("canonical", "/8", "/a"), ("decide", "/9", "/a"),
        ("canonical", "/10", "/10"), ("decide", "/11", "/a"),
    ]  # fmt: skip


def test_a_page_of_another_host_is_redirected_where_its_whole_host_has_that_main_one():
    other = replace(COPY, url="https://old.example/a", cause="another host",
                    advice="redirect to the keeper or text of its own")  # fmt: skip
    assert [line.step for line in remedies([KEEPER, other], {})] == ["decide"]
    assert [line.step for line in remedies([KEEPER, other], {"https://old.example": SITE})] == ["redirect"]


def test_a_line_says_what_it_rests_on():
    (line,) = remedies([KEEPER, replace(COPY, jaccard=0.75)], {})
    assert (line.group, line.cause, line.jaccard) == (1, "same text", 0.75)


def test_nothing_leads_to_a_page_to_keep_that_is_closed():
    for closed in ("noindex", "canonicalised", "redirect", "error"):
        assert lines(replace(KEEPER, indexability=closed), COPY) == []


@pytest.mark.parametrize(
    ("url", "keeper", "step"),
    [
        (f"{SITE}/index.php", f"{SITE}/", "redirect"),
        (f"{SITE}/", f"{SITE}/index.php", "decide"),
        (f"{SITE}", f"{SITE}/home", "decide"),
        (f"{SITE}/shop/", f"{SITE}/shop/index.html", "decide"),
        ("https://www.example.com/", f"{SITE}/", "redirect"),
        ("http://example.com/a", f"{SITE}/a", "redirect"),
        (f"{SITE}/a", "https://www.example.com/a", "decide"),
        (f"{SITE}/a", "https://m.example.com/a", "redirect"),
        (f"{SITE}/a", "http://example.com/a", "decide"),
        (f"{SITE}/a", f"{SITE}/a?utm_source=x", "decide"),
        (f"{SITE}/a/", f"{SITE}/a", "redirect"),
    ],
)
def test_a_redirect_from_the_tidier_address_to_the_other_is_for_the_owner_to_decide(url, keeper, step):
    members = [replace(KEEPER, url=keeper, keeper=keeper), replace(COPY, url=url, keeper=keeper)]
    found = remedies(members, {"https://www.example.com": SITE})
    assert [(line.step, line.target) for line in found] == [(step, keeper)]


def test_a_source_that_is_the_page_to_keep_of_another_group_is_passed_through():
    other = [replace(KEEPER, group=2, url=f"{SITE}/b", keeper=f"{SITE}/b"),
             replace(COPY, group=2, url=f"{SITE}/c", keeper=f"{SITE}/b"),
             replace(COPY, group=2, url=f"{SITE}/d", keeper=f"{SITE}/b", advice="canonical to the keeper")]  # fmt: skip
    expected = [("redirect", "/b", "/a"), ("redirect", "/c", "/a"), ("canonical", "/d", "/a")]
    assert sorted(lines(KEEPER, COPY, *other), key=lambda line: line[1]) == expected


def test_circles_are_left_out():
    back = [replace(KEEPER, group=2, url=f"{SITE}/b", keeper=f"{SITE}/b"),
            replace(COPY, group=2, url=f"{SITE}/a", keeper=f"{SITE}/b"),
            replace(COPY, group=2, url=f"{SITE}/c", keeper=f"{SITE}/b")]  # fmt: skip
    assert lines(KEEPER, COPY, *back) == []


_names = st.sampled_from([f"{SITE}/{name}" for name in "abcdefgh"] + [f"{SITE}/%7Ea", f"{SITE}/~a"])


@st.composite
def _groups(draw):
    """Groups that may share pages, as no analysis makes them: the worst case."""
    found = []
    for number in range(draw(st.integers(0, 6))):
        keeper, *others = draw(st.lists(_names, min_size=1, max_size=5, unique=True))
        state = draw(st.sampled_from(["indexable", "indexable", "noindex"]))
        found.append(Member(number, keeper, keeper, "", "keep", state, 1.0))
        for url in others:
            advice = draw(st.sampled_from(Advice.__args__))
            found.append(Member(number, url, keeper, "same text", advice, "indexable", None))
    return found


@given(_groups())
def test_any_groups_give_redirects_of_one_hop_and_one_step_for_each_address(members):
    found = remedies(members, {})
    same = {f"{SITE}/%7Ea": f"{SITE}/~a"}  # two spellings of one address
    steps = [same.get(line.url, line.url) for line in found]
    assert len(steps) == len(set(steps))
    moved = {same.get(line.url, line.url) for line in found if line.step == "redirect"}
    keepers = {member.keeper for member in members}
    for line in found:
        assert line.step in STEPS
        assert same.get(line.target, line.target) not in moved
        assert line.target in keepers or line.target == line.url
        assert line.step == "canonical" or line.target != line.url
