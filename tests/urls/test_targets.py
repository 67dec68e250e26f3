"""Which canonical a page names, and where chains end (against walking each chain by hand)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.model import CanonicalLink
from pagetwin.urls.targets import chains, effective_canonical, named_canonicals

A, B = "https://e.com/a", "https://e.com/b"


def link(url: str, source: str = "head", raw: str | None = None, ignored: str = "") -> CanonicalLink:
    return CanonicalLink(source, url if raw is None else raw, url, ignored)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("links", "want"),
    [
        ([], ""),
        ([link(A)], A),
        ([link(A, "header")], A),
        ([link(A, "body")], ""),
        ([link(A), link(B, "body")], A),
        ([link(A), link(B)], ""),
        ([link(A), link(B, "header")], ""),
        ([link(A), link("https://E.com:443/a")], A),
        ([link(A + "#part")], A),
        ([link(A + "#x"), link(A + "#y")], A),
        ([link(B, raw="")], ""),
        ([link(B, raw=" \n")], ""),
        ([link(A), link(B, raw="")], A),
        ([link("", raw="mailto:me@e.com")], ""),
        ([link(A, ignored="media")], ""),
        ([link(A, ignored="media"), link(B)], B),
    ],
)
def test_the_one_canonical_that_engines_read(links: list[CanonicalLink], want: str) -> None:
    assert effective_canonical(links) == want


def test_different_canonicals_are_told_apart_by_identity_and_not_by_spelling() -> None:
    assert list(named_canonicals([link(A), link("HTTPS://E.COM/a#x"), link(B, "header")]).values()) == [A, B]


MAPS = st.dictionaries(st.integers(0, 12), st.none() | st.integers(0, 15), max_size=13)


def walk(start: int, leads_to: dict[int, int | None]) -> int | None:
    """Hop by hop; whoever has made more hops than there are ids goes in circles."""
    here = start
    for _ in range(len(leads_to) + 1):
        onward = leads_to.get(here)
        if onward is None:
            return here
        here = onward
    return None


@given(MAPS)
def test_chains_end_where_walking_ends(leads_to: dict[int, int | None]) -> None:
    assert chains(leads_to) == {start: walk(start, leads_to) for start in leads_to}


def test_long_chains_take_no_recursion() -> None:
    length = 50_000
    ends = chains({i: i + 1 for i in range(length)})
    assert set(ends.values()) == {length}
    assert len(ends) == length
    circle = chains({i: (i + 1) % length for i in range(length)})
    assert set(circle.values()) == {None}
