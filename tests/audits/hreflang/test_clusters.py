"""The sets that are stored: every entry with its state, and pages that belong together under one number."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.audits.hreflang import verdicts
from pagetwin.audits.hreflang.clusters import LINE_STATES, PageSet, Sets
from pagetwin.audits.rule import Facts
from support.hreflang import E, P, address, facts

SETS = {"en": "/en", "de": "/de", "fr": "/fr"}


def sets(found: Facts) -> dict[str, PageSet]:
    return {address(found, each.page).removeprefix(E): each for each in Sets(found)}


def states(one: PageSet) -> dict[str, str]:
    return {line.code: LINE_STATES[line.state] for line in one.lines}


def test_states_own_codes_and_faults_of_each_page() -> None:
    found = sets(
        facts(
            P("/en", head={**SETS, "x-default": "/en", "zz": "/x"}, sitemap={"de": "/de"}),
            P("/de", head={"de": "/de", "en": "/en"}),
            P("/fr", status=404),
        )
    )
    assert states(found["/en"]) == {
        "de": "confirmed", "en": "self", "fr": "target-4xx", "x-default": "self", "zz": "code-invalid",
    }  # fmt: skip
    assert [line.sources for line in found["/en"].lines if line.code in ("de", "en")] == [1 | 8, 1]
    assert (found["/en"].own, found["/en"].broken, found["/de"].broken) == ("en", 2, 0)
    assert list(found) == ["/de", "/en"]


def test_no_link_back_from_x_default_is_no_fault() -> None:
    found = sets(facts(P("/en", head={"en": "/en", "x-default": "/"}), P("/", head={"en": "/"})))
    assert states(found["/en"])["x-default"] == "return-missing"
    assert found["/en"].broken == 0


def test_a_page_that_all_list_by_mistake_does_not_melt_them() -> None:
    pages = [P("/home", head={"es": "/home"})]
    for n in range(3):
        said = {"de": f"/de{n}", "en": f"/en{n}", "es": "/home"}
        pages += [P(f"/de{n}", head=said), P(f"/en{n}", head=said)]
    found = sets(facts(*pages))
    assert len({one.cluster for one in found.values()}) == 4
    assert all(found[f"/de{n}"].cluster == found[f"/en{n}"].cluster for n in range(3))
    assert found["/home"].cluster == 4  # without a fault it comes last


def test_a_page_that_nobody_confirms_stands_with_those_it_lists() -> None:
    found = sets(facts(P("/en", head={"en": "/en", "de": "/de"}), P("/de", head={"de": "/de", "en": "/en"}),
                       P("/fr", head=SETS)))  # fmt: skip
    assert {one.cluster for one in found.values()} == {1}


CODES = ("en", "de", "fr", "x-default", "uk_UA")
entries = st.lists(st.tuples(st.sampled_from(CODES), st.sampled_from("abcdx")), max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.lists(entries, min_size=1, max_size=4))
def test_each_entry_once_with_the_verdict_on_its_pair(drawn: list[list[tuple[str, str]]]) -> None:
    site = [P(f"/{name}", head=tuple((c, f"/{t}") for c, t in said)) for name, said in zip("abcd", drawn, strict=False)]
    found = facts(*site)
    table = verdicts(found.hreflang, found)
    of_pair = {
        (address(found, page), address(found, target)): LINE_STATES[state]
        for page, target, state in zip(table.page.tolist(), table.target.tolist(), table.state.tolist(), strict=True)
    }
    told = list(Sets(found))
    listed = [(address(found, one.page), line) for one in told for line in one.lines]
    said = {(p.url, c.lower(), t) for p in site for c, t in p.head}  # type: ignore[misc]
    assert sorted((url, line.code.lower(), line.target.removeprefix(E)) for url, line in listed) == sorted(said)
    for url, line in listed:
        expected = "code-invalid" if "_" in line.code else of_pair[url, line.target.removeprefix(E)]
        assert LINE_STATES[line.state] == expected
    numbers = [one.cluster for one in told]
    assert set(numbers) == set(range(1, len(set(numbers)) + 1))
    faults = [sum(one.broken for one in told if one.cluster == n) for n in sorted(set(numbers))]
    assert faults == sorted(faults, reverse=True)
