"""What to do first: the order of tasks from facts written by hand, what falls out, and the words of each."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.reports.language import Language
from pagetwin.reports.todo import LEVELS, MOST, Facts, GroupFacts, Task, tasks
from pagetwin.reports.todo_words import lines

LEVEL = {code: level for level, codes in enumerate(LEVELS) for code in codes}


def group(number: int, pages: range, state: str = "agreed", section: str | None = "/a/", **work: range) -> GroupFacts:
    """A group; causes are given with _ for their blanks."""
    by_cause = {cause.replace("_", " "): frozenset(few) for cause, few in work.items()}
    return GroupFacts(number, state, section, frozenset(pages), by_cause)


def codes(facts: Facts) -> list[str]:
    return [task.code for task in tasks(facts)]


def test_nothing_to_do() -> None:
    assert tasks(Facts()) == ()
    assert tasks(Facts(groups=[group(1, range(5))], findings={"rule-crashed": {1}, "canonical-missing": {1}})) == ()


def test_causes_come_before_consequences_however_small() -> None:
    facts = Facts(
        unread=1,
        groups=[
            group(1, range(2), address_variant=range(1)),
            group(2, range(10, 20), parameters=range(11, 20)),
            group(3, range(20, 60), "mixed"),
            group(4, range(100, 300), "self", template=range(101, 300)),
            group(5, range(300, 303), same_text=range(301, 303)),
        ],
        thin=set(range(500, 900)),
        findings={"sitemap-url-noncanonical": set(range(1_000, 3_000))},
    )
    assert codes(facts) == [
        "unread", "spellings", "parameters", "canonical-mixed", "copies", "template", "thin", "undecided", "sitemap",
    ]  # fmt: skip


def test_a_template_is_judged_with_its_keeper_and_its_canonicals_only_afterwards() -> None:
    template, undecided = tasks(Facts(groups=[group(7, range(5), "none", template=range(1, 5))]))
    assert template == Task("template", 5, None, 1, 7, "/a/")
    assert undecided == Task("undecided", 4, None, 1, 7)


def test_redirects_leave_no_canonical_to_choose() -> None:
    few = [
        group(1, range(3), "self", address_variant=range(1, 3)),
        group(2, range(5, 7), "none", same_text=range(6, 7)),
    ]
    assert codes(Facts(groups=few)) == ["spellings", "copies"]
    assert codes(Facts(groups=[group(1, range(3), "self", contained=range(1, 3))])) == ["contained", "undecided"]


def test_within_a_level_the_larger_comes_first_and_ties_keep_the_order_of_levels() -> None:
    assert codes(Facts(stubs={1, 2}, spellings={3, 4}, findings={"redirect-loop": {5, 6, 7}})) == [
        "redirects", "spellings", "stubs",
    ]  # fmt: skip
    assert codes(Facts(findings={"redirect-chain": {1, 2}, "redirect-temporary": {2, 3}}, stubs={4, 5})) == [
        "redirects", "stubs",
    ]  # fmt: skip


def test_clicks_weigh_pages_where_they_are_known() -> None:
    facts = {"spellings": {1, 2, 3, 4}, "stubs": {5, 6}}
    assert codes(Facts(**facts)) == ["spellings", "stubs"]
    first, second = tasks(Facts(**facts, clicks={5: 40, 6: 1, 1: 3, 2: 2, 99: 1_000}))
    assert (first.code, first.pages, first.clicks) == ("stubs", 2, 41)  # 2 * 41 > 4 * 5
    assert (second.code, second.pages, second.clicks) == ("spellings", 4, 5)
    assert codes(Facts(**facts, clicks={99: 5})) == ["spellings", "stubs"]  # nobody clicks on either: by pages


def test_a_page_counts_once_in_a_task() -> None:
    facts = Facts(spellings={1, 2, 3}, groups=[group(1, range(2, 6), address_variant=range(3, 6))])
    assert tasks(facts) == (Task("spellings", 5, None, 1, 1),)


def test_the_largest_three_sections_have_a_task_of_their_own() -> None:
    sizes = {"/a/": 30, "/b/": 30, "/c/": 40, "/d/": 20, None: 2}
    few, start = [], 0
    for number, (section, size) in enumerate(sizes.items(), 1):
        few.append(group(number, range(start, start + size), section=section, template=range(start + 1, start + size)))
        start += size
    found = [(t.section, t.pages, t.groups, t.group) for t in tasks(Facts(groups=few))]
    assert found == [("/c/", 40, 1, 3), ("/a/", 30, 1, 1), ("/b/", 30, 1, 2), (None, 22, 2, 4)]


def test_small_sections_stand_together() -> None:
    few = [
        group(1, range(200), template=range(199)),
        group(2, range(200, 202), section="/b/", template=range(200, 201)),
    ]
    assert [(t.section, t.pages) for t in tasks(Facts(groups=few))] == [("/a/", 200), (None, 2)]


def test_https_is_settled_before_canonicals_and_links_are_no_broken_canonical() -> None:
    rules = {"https-mixed": {1, 2}, "https-cert-invalid": {2, 3}, "canonical-loop": {4, 5, 6, 7}}
    first, second = tasks(Facts(findings={**rules, "canonical-vs-internal-links": {8}}))
    assert (first.code, first.pages) == ("https", 3)
    assert (second.code, second.pages) == ("canonical-broken", 4)


def test_an_unknown_cause_is_a_template() -> None:
    assert codes(Facts(groups=[group(1, range(2), a_cause_of_tomorrow=range(1, 2))])) == ["template"]


def test_of_more_than_ten_the_smallest_fall_out_but_not_those_of_the_crawl() -> None:
    everything = Facts(
        unseen=1, unread=1, spellings=set(range(100)), parameters={1}, stubs=set(range(50)), thin=set(range(40)),
        findings={
            "charset-conflict": {1}, "redirect-loop": set(range(30)), "site-answers-missing": {1, 2},
            "canonical-loop": set(range(20)), "sitemap-url-redirect": set(range(10)), "orphan-page": set(range(9)),
        },
        groups=[
            group(1, range(5), "mixed"), group(2, range(10, 14), same_text=range(11, 14)),
            group(3, range(20, 24), print_version=range(21, 24)), group(4, range(30, 38), template=range(31, 38)),
        ],
    )  # fmt: skip
    found = codes(everything)
    assert found == [
        "unseen", "unread", "charset", "spellings", "stubs", "redirects", "canonical-broken", "thin", "sitemap",
        "links",
    ]  # fmt: skip


pages = st.sets(st.integers(1, 30), max_size=12)
causes = st.dictionaries(
    st.sampled_from(["address variant", "parameters", "same text", "template", "print version", "contained", "new"]),
    pages.map(frozenset), max_size=3,
)  # fmt: skip
groups = st.lists(
    st.builds(
        GroupFacts, st.integers(1, 9), st.sampled_from(["self", "none", "mixed", "agreed"]),
        st.sampled_from(["/a/", "/b/", "/c/", "/d/", "", None]), pages.map(frozenset), causes,
    ), max_size=6,
)  # fmt: skip
rules = st.dictionaries(
    st.sampled_from(["redirect-loop", "canonical-loop", "sitemap-url-redirect", "orphan-page", "charset-conflict"]),
    pages, max_size=5,
)  # fmt: skip


@given(
    st.builds(
        Facts, unseen=st.integers(0, 9), unread=st.integers(0, 9), groups=groups, findings=rules, spellings=pages,
        parameters=pages, shells=pages, missing=pages, stubs=pages, thin=pages,
        clicks=st.none() | st.dictionaries(st.integers(1, 30), st.integers(0, 9)),
    )
)  # fmt: skip
def test_any_facts(facts: Facts) -> None:
    found = tasks(facts)
    assert len(found) <= MOST
    assert len({(task.code, task.section) for task in found}) == len(found)
    assert all(task.pages > 0 for task in found)
    for before, after in pairwise(found):
        assert LEVEL[before.code] <= LEVEL[after.code]
        if LEVEL[before.code] == LEVEL[after.code] > 0:
            assert before.pages * (before.clicks or 1) >= after.pages * (after.clicks or 0)
    shuffled = Facts(
        facts.unseen, facts.unread, facts.groups[::-1], facts.findings, facts.spellings, facts.parameters, facts.shells,
        facts.missing, facts.stubs, facts.thin, facts.clicks,
    )  # fmt: skip
    assert [(t.code, t.pages) for t in tasks(shuffled)] == [(t.code, t.pages) for t in found]


@pytest.mark.parametrize("language", [Language("en"), Language("ru")], ids=["en", "ru"])
@pytest.mark.parametrize("n", [1, 5])
def test_each_task_says_what_why_and_where(language: Language, n: int) -> None:
    every = [Task(code, n, None, n, 3, "/a/") for few in LEVELS for code in few]
    shown = list(lines(every, language, {"/a/": "/a/"}, set(), set(), set()))
    assert [line.code for line in shown] == [task.code for task in every]
    for line in shown:
        assert line.title
        assert line.where
        assert len(line.why) > 40
        assert "%(" not in line.title + line.why + line.unit
        assert str(n) in line.unit


def test_links_lead_to_what_the_report_has() -> None:
    def href(task: Task, paged: set[int], anchors: set[str], lists: set[str]) -> str:
        (line,) = lines([task], Language("en"), {None: "other sections"}, paged, anchors, lists)
        return line.href

    template = Task("template", 9, None, 4, 2)
    assert href(template, {2}, set(), set()) == "groups/2.html"
    assert href(template, {1}, set(), set()) == "groups.html"
    assert href(template, set(), set(), set()) == ""
    assert href(Task("copies", 9, None, 4, 2), {2}, set(), set()) == "groups.html"
    assert href(Task("copies", 9, None, 1, 2), {2}, set(), set()) == "groups/2.html"
    assert href(Task("unseen", 9), set(), {"left"}, set()) == "#left"
    assert href(Task("parameters", 9), set(), {"probes"}, {"findings.html"}) == "#probes"
    assert href(Task("parameters", 9), set(), set(), {"findings.html"}) == "findings.html"
    assert href(Task("unseen", 9), set(), set(), set()) == ""
    assert href(Task("sitemap", 9), set(), set(), {"findings.html"}) == "findings.html"
    assert href(Task("sitemap", 9), set(), set(), {"pages.html"}) == ""
    assert href(Task("thin", 9), set(), set(), {"pages.html"}) == "pages.html"
