"""Pages of listings by the spelling of their addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls.pagination import leads_back, place

STYLES = ["{}?page={}", "{}?PAGEN_1={}", "{}?a=b&paged={}&c", "{}/page/{}/", "{}/page-{}.html", "{}?pg={}&per_page=20"]
LISTINGS = st.lists(st.sampled_from(["c", "shop", "Каталог", "2024", "pages"]), min_size=1, max_size=3).map(
    lambda parts: "https://e.com/" + "/".join(parts)
)
LATER = st.integers(2, 9_999)


@given(LISTINGS, st.sampled_from(STYLES), LATER, LATER)
def test_later_pages_lead_back_to_the_first_alone(listing: str, style: str, one: int, other: int) -> None:
    later, another, first = (style.format(listing, n) for n in (one, other, 1))
    assert place(later).number == one
    assert leads_back(later, listing)
    assert leads_back(later, listing + "/")
    assert leads_back(later, first)
    assert not leads_back(later, another)
    assert not leads_back(first, later)
    assert not leads_back(listing, first)
    assert not leads_back(later, listing + "/all")


@pytest.mark.parametrize(
    ("url", "number"),
    [("/c?offset=0", 1), ("/c?start=20", 2), ("/c?limit=20", 1), ("/c?page=x", 1), ("/c?page=", 1), ("/homepage2", 1),
     ("/page/2/comments", 1), ("/c?page=1", 1), ("/c?page=0", 1), ("/c?page=%32", 1),
     ("/c?page=" + "9" * 99, 999_999_999)],
)  # fmt: skip
def test_what_counts_pages(url: str, number: int) -> None:
    assert place(f"https://e.com{url}").number == number
