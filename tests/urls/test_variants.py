"""What the spelling of an address tells; parameters that may change the content are no variants."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import variants

E = "https://e.com"


@pytest.mark.parametrize(
    ("url", "kinds"),
    [
        (f"{E}/a", set()),
        (f"{E}/", set()),
        (f"{E}/a?utm_source=x", {"tracking"}),
        (f"{E}/a?UTM_Source=x&id=3", {"tracking"}),
        (f"{E}/a?id=3&amp;utm_medium=x", {"tracking"}),
        (f"{E}/a?yclid=1", {"tracking"}),
        (f"{E}/a?_openstat=1", {"tracking"}),
        (f"{E}/a?ScCid=1", {"tracking"}),
        (f"{E}/a?mindbox-click-id=1", {"tracking"}),
        (f"{E}/a?hsCtaTracking=1", {"tracking"}),
        (f"{E}/a?fb%5Faction_ids=1", {"tracking"}),
        (f"{E}/a?PHPSESSID=1", {"session"}),
        (f"{E}/a?ASPSESSIONIDQQ=1", {"session"}),
        (f"{E}/a;jsessionid=AB12?x=1", {"session"}),
        (f"{E}/(S(abc123))/a.aspx", {"session"}),
        (f"{E}/index.php", {"index_file"}),
        (f"{E}/shop/index.html?x=1", {"index_file"}),
        (f"{E}/shop/INDEX.HTM", {"index_file"}),
        (f"{E}/shop/index", {"index_file"}),
        (f"{E}/default.aspx", {"index_file"}),
        (f"{E}/home.php", {"index_file"}),
        (f"{E}/a?print=1", {"print"}),
        (f"{E}/a?print=Y", {"print"}),
        (f"{E}/a?print", {"print"}),
        (f"{E}/a?printable=", {"print"}),
        (f"{E}/a?format=print", {"print"}),
        (f"{E}/a/print/", {"print"}),
        (f"{E}/print/a", {"print"}),
        (f"{E}/print.php?id=3", {"print"}),
        (f"{E}/amp/", {"amp"}),
        (f"{E}/a/amp", {"amp"}),
        (f"{E}/amp/a", {"amp"}),
        (f"{E}/a?amp", {"amp"}),
        (f"{E}/a?amp=1", {"amp"}),
        (f"{E}/a.amp.html", {"amp"}),
        ("https://amp.e.com/a", {"amp"}),
        (f"{E}/a/print/?utm_source=x&sessionid=3", {"print", "tracking", "session"}),
        # What only looks like one.
        (f"{E}/print/", set()),
        (f"{E}/printers", set()),
        (f"{E}/blueprint", set()),
        (f"{E}/a?print=poster", set()),
        (f"{E}/a?format=pdf", set()),
        (f"{E}/amplifiers/a", set()),
        (f"{E}/a?amp=220", set()),
        (f"{E}/index-funds", set()),
        (f"{E}/myindex.html", set()),
        (f"{E}/home", set()),
        (f"{E}/index.html/a", set()),
        (f"{E}/a?ref=x&source=y&page=2&sid=4&color=red", set()),
        (f"{E}/a?x=utm_source", set()),
    ],
)
def test_kinds(url: str, kinds: set[str]) -> None:
    assert variants.kinds(url) == kinds


def test_addresses_from_clean_to_untidy() -> None:
    """Hand-made order: each fault weighs more than all those named before it."""
    in_order = [
        f"{E}/shoes",
        f"{E}/Shoes",
        f"{E}/shoes?a=1",
        f"{E}/shoes?a=1&b=2",
        f"{E}/shoes/print/",
        f"{E}/shoes/index.html",
        f"{E}/shoes?phpsessid=1",
        f"{E}/shoes?utm_source=1",
        f"{E}/shoes?utm_source=1&utm_medium=2",
    ]
    shuffled = random.Random(5).sample(in_order, len(in_order))
    assert sorted(shuffled, key=variants.untidiness) == in_order


def test_upper_case_in_percent_escapes_is_no_capital() -> None:
    assert variants.untidiness(f"{E}/%D0%BA") == variants.untidiness(f"{E}/a")
    assert variants.untidiness(f"{E}/%D0%BAB") > variants.untidiness(f"{E}/%D0%BAb")


@pytest.mark.parametrize(
    "other",
    [
        "http://e.com/Shop/a", "https://www.e.com/shop/a", f"{E}/shop/a/", f"{E}//shop//a", f"{E}/shop/a/index.php",
        f"{E}/shop/a?utm_source=x", f"{E}/shop/a;jsessionid=4", f"{E}/shop/a/?gclid=1&phpsessid=3",
    ],
)  # fmt: skip
def test_spellings_of_one_page(other: str) -> None:
    assert variants.spelling(other) == variants.spelling(f"{E}/shop/a")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (f"{E}/a", f"{E}/b"),
        (f"{E}/a?id=1", f"{E}/a?id=2"),
        (f"{E}/a?id=x", f"{E}/a?id=X"),
        (f"{E}/a?t=1&t=2", f"{E}/a?t=2&t=1"),
        (f"{E}/a", "https://m.e.com/a"),
        (f"{E}/a", "https://e.com:8443/a"),
        (f"{E}/a/print/", f"{E}/a/"),
        (f"{E}/%D0%BA", f"{E}/%D0%BB"),
    ],
)
def test_other_pages_keep_their_own_spelling(a: str, b: str) -> None:
    assert variants.spelling(a) != variants.spelling(b)


def test_order_of_parameters_is_no_difference() -> None:
    assert variants.spelling(f"{E}/a?b=2&a=1") == variants.spelling(f"{E}/a?a=1&b=2")


@given(st.text(alphabet="/a.?&=;%Pprint()S_1", max_size=20))
def test_any_address_is_read_without_failing(rest: str) -> None:
    url = f"{E}/{rest}"
    assert variants.untidiness(url) >= variants.untidiness(E)
    assert variants.spelling(url) == variants.spelling(url.replace("https:", "http:"))
