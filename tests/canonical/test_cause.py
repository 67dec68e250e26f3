"""Why a page repeats its keeper, told from addresses and measures."""

import pytest
from pagetwin.canonical.cause import Likeness, cause

SAME = Likeness(1.0, 1.0, 1.0)
NEAR = Likeness(0.69, 0.82, 0.82)
INSIDE = Likeness(0.29, 1.0, 0.29)  # a short page in a long keeper
AROUND = Likeness(0.46, 0.52, 0.82)  # the keeper in a longer page
BELOW = Likeness(0.41, 0.55, 0.6)  # joined by the representative, below both thresholds with the keeper
KEEPER = "https://example.com/shop/boots"


def _cause(url, keeper=KEEPER, likeness=SAME, size=2):
    return cause(url, keeper, likeness, size, 0.5, 0.8)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/shop/boots",
        "https://www.example.com/shop/boots",
        "https://example.com/shop/boots/",
        "https://example.com/shop//boots",
        "https://example.com/Shop/Boots",
        "https://example.com/shop/boots/index.html",
        "https://example.com/shop/boots?utm_source=mail&yclid=5",
        "http://www.example.com/shop/boots/?PHPSESSID=abc",
    ],
)
@pytest.mark.parametrize("likeness", [SAME, NEAR, None])
def test_spellings_of_one_address_are_variants_whatever_a_counter_changes_in_the_text(url, likeness):
    assert _cause(url, likeness=likeness) == "address variant"


@pytest.mark.parametrize(
    ("likeness", "size", "expected"),
    [(SAME, 2, "address variant"), (NEAR, 2, "similar text"), (NEAR, 7, "template"), (INSIDE, 7, "contained")],
)
def test_other_parameters_make_a_variant_only_when_the_text_is_the_same(likeness, size, expected):
    assert _cause("https://example.com/p?id=2", "https://example.com/p?id=1", likeness, size) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (f"{KEEPER}?print=1", "print version"),
        ("https://example.com/print/shop/boots", "print version"),
        (f"{KEEPER}/amp", "AMP version"),
        (f"{KEEPER}?amp=1", "AMP version"),
    ],
)
@pytest.mark.parametrize("likeness", [SAME, NEAR, AROUND, None])
def test_print_and_amp_versions_are_named(url, expected, likeness):
    assert _cause(url, likeness=likeness) == expected


def test_a_page_about_printing_is_no_print_version():
    assert _cause("https://example.com/print/flyers", "https://example.com/web/flyers", BELOW, 5) == "template"
    assert _cause("https://example.com/a/print", "https://example.com/b/print", NEAR) == "similar text"


@pytest.mark.parametrize(
    ("likeness", "size", "expected"),
    [
        (SAME, 2, "same text"),
        (SAME, 40, "same text"),
        (NEAR, 2, "similar text"),
        (NEAR, 3, "template"),
        (INSIDE, 2, "contained"),
        (INSIDE, 40, "contained"),
        (AROUND, 3, "contained"),
        (BELOW, 3, "template"),
        (Likeness(0.5, 0.8, 0.57), 3, "template"),  # both thresholds met: the looser word would hide the stronger fact
        (None, 3, "redirect"),
    ],
)
def test_different_addresses_are_told_by_their_texts(likeness, size, expected):
    assert _cause("https://example.com/sale/boots", likeness=likeness, size=size) == expected


def test_the_keeper_needs_no_cause():
    assert _cause(KEEPER) == ""
