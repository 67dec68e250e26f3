"""What pages tell of parameters: pairs that speak for one, against one, or for none."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.workbench.evidence import Address, Parameter, Proposal, parameters_of, proposals

E = "https://e.com"


def same(a: str, b: str) -> bool | None:
    """Texts are words here: equal, or nearly when they begin alike."""
    return True if a == b else None if a[0] == b[0] == "~" else False


def found(pages: dict[str, str]) -> dict[str, Parameter]:
    return {p.name: p for p in parameters_of([Address(E + path, text) for path, text in pages.items()], same)}


def lines(pages: dict[str, str]) -> list[tuple[str, tuple[str, ...]]]:
    return [(line.path, line.names) for line in proposals(found(pages).values())]


def test_a_parameter_that_changes_nothing_and_one_that_does() -> None:
    pages = {"/c/a": "one", "/c/a?sid=1": "one", "/c/a?sid=2": "one", "/c/b": "two", "/c/b?id=7": "three"}
    parameters = found(pages)
    assert (parameters["sid"].verdict, parameters["id"].verdict) == ("same", "changes")
    assert (parameters["sid"].addresses, parameters["sid"].values) == (2, {"1", "2"})
    (pair,) = parameters["id"].changed
    assert (pair.a, pair.b) == (f"{E}/c/b?id=7", f"{E}/c/b")
    assert lines(pages) == [("/c/", ("sid",))]


def test_parameters_that_come_together_are_judged_together() -> None:
    pages = {"/a": "x", "/a?utm_source=m&utm_medium=e&utm_campaign=3": "x"}
    assert {p.verdict for p in found(pages).values()} == {"same"}
    assert lines(pages) == [("/", ("utm_campaign", "utm_medium", "utm_source"))]


def test_without_an_address_to_compare_with_nothing_is_proposed() -> None:
    pages = {"/a?sid=1": "x", "/b?sid=1": "x", "/c": "y", "/d?sid=4&ref=5": "z", "/d?sid=5&ref=6": "other"}
    assert {p.verdict for p in found(pages).values()} == {"unknown"}
    assert lines(pages) == []


def test_another_value_tells_as_well_as_its_absence() -> None:
    assert found({"/a?sid=1&id=2": "x", "/a?sid=9&id=2": "x"})["sid"].verdict == "same"
    assert found({"/a?sid=1&id=2": "x", "/a?sid=1&id=3": "y"})["id"].verdict == "changes"
    assert found({"/a?id=2&id=3": "x", "/a?id=3&id=2": "y"})["id"].verdict == "changes"


def test_an_address_without_a_page_stands_in_nobodys_way() -> None:
    pages = {"/a?v=1": "", "/a?v=2": "x", "/a?v=3": "y", "/b": "", "/b?w=1": "x"}
    assert (found(pages)["v"].verdict, found(pages)["w"].verdict) == ("changes", "unknown")
    assert found(pages)["v"].addresses == 3


def test_one_pair_against_outweighs_many_for() -> None:
    pages = (
        {f"/p{n}": f"t{n}" for n in range(9)} | {f"/p{n}?view=all": f"t{n}" for n in range(8)} | {"/p8?view=all": "x"}
    )
    assert found(pages)["view"].verdict == "changes"
    assert lines(pages) == []


def test_the_one_of_several_that_nothing_clears_is_blamed() -> None:
    pages = {"/a": "x", "/a?sid=1": "x", "/a?sid=1&page=2": "y", "/b": "z", "/b?sid=3&page=2": "other"}
    parameters = found(pages)
    assert (parameters["sid"].verdict, parameters["page"].verdict) == ("same", "changes")
    alone = found({"/a": "x", "/a?sid=1": "x", "/b": "z", "/b?sid=3&page=2": "other"})
    assert (alone["sid"].verdict, alone["page"].verdict) == ("same", "changes")


def test_when_cleared_ones_together_change_the_text_none_is_cleared() -> None:
    pages = {"/a": "x", "/a?p=1": "x", "/a?q=1": "x", "/b": "y", "/b?p=1&q=1": "z"}
    assert {p.verdict for p in found(pages).values()} == {"changes"}


def test_a_list_that_happens_to_be_the_same_is_not_proposed() -> None:
    pages = {"/a": "x", "/a?sort=price": "x", "/a?lang=en": "x", "/a?ref=1": "x"}
    assert lines(pages) == [("/", ("ref",))]


def test_nearly_the_same_is_left_to_the_owner() -> None:
    pages = {"/a": "~one", "/a?print=1": "~two"}
    assert found(pages)["print"].verdict == "nearly"
    assert lines(pages) == []


def test_where_it_changes_one_section_it_is_proposed_for_the_others() -> None:
    pages = {"/a/x": "1", "/a/x?v=1": "1", "/b/x": "2", "/b/x?v=1": "3", "/c": "4", "/c?v=2": "4"}
    assert lines(pages) == [("/a/", ("v",))]


def test_lines_are_grouped_by_host_and_folders() -> None:
    addresses = [
        Address(f"{host}{path}", "t")
        for host in (E, "https://m.e.com")
        for path in ("/a/b/x", "/a/b/x?sid=1", "/a/b/y", "/a/b/y?ref=2", "/a/b/y?SID=2")
    ]
    got = proposals(parameters_of(addresses, same))
    assert [(line.origin, line.path, line.names, line.pairs) for line in got] == [
        (E, "/a/b/", ("SID", "ref", "sid"), 3), ("https://m.e.com", "/a/b/", ("SID", "ref", "sid"), 3),
    ]  # fmt: skip
    assert isinstance(got[0], Proposal)


def test_a_list_of_thousands_is_not_read_thousands_of_times() -> None:
    reads = itertools.count()

    def counted(a: str, b: str) -> bool:
        next(reads)
        return False

    addresses = [Address(f"{E}/a", "t")] + [Address(f"{E}/a?page={n}", f"t{n}") for n in range(3000)]
    assert parameters_of(addresses, counted)[0].verdict == "changes"
    assert next(reads) < 20


@given(st.integers(0, 10**9))
def test_a_site_that_is_known(seed: int) -> None:
    """A made-up site whose text is a function of some parameters alone: no other is called a cause, none cleared."""
    draw = random.Random(seed)
    names = ["a", "b", "c", "d"]
    matter = set(draw.sample(names, 2))
    addresses = []
    for _ in range(60):
        query = {name: draw.choice("12") for name in names if draw.random() < 0.4}
        path = draw.choice(["/x", "/y"])
        text = path + "".join(f"{n}{v}" for n, v in sorted(query.items()) if n in matter)
        addresses.append(
            Address(f"{E}{path}?" + "&".join(f"{n}={v}" for n, v in query.items()) if query else E + path, text)
        )
    for parameter in parameters_of(addresses, lambda a, b: a == b):
        if parameter.name not in matter:
            assert parameter.verdict in ("same", "unknown")
        else:
            assert parameter.verdict in ("changes", "unknown")


@pytest.mark.parametrize("order", [0, 1])
def test_order_of_parameters_is_no_difference(order: int) -> None:
    pages = ["/a?x=1&y=2", "/a?y=2&x=1"][:: 1 - 2 * order]
    assert {p.verdict for p in found({pages[0]: "1", pages[1]: "2"}).values()} == {"unknown"}
