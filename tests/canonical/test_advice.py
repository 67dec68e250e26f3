"""What to do with each page of a group: nothing that is done already, else one step by its cause."""

import pytest
from pagetwin.canonical.advice import advice

KEEPER = "https://example.com/shop/boots"
OTHER = "https://example.com/sale/boots"


def _advice(cause="same text", indexability="indexable", url=OTHER, redirects=False, names=False):
    return advice(url, KEEPER, cause, indexability, redirects_to_keeper=redirects, names_keeper=names)


@pytest.mark.parametrize("indexability", ["indexable", "noindex", "canonicalised"])
def test_the_keeper_is_kept(indexability):
    assert _advice("", indexability, url=KEEPER, names=True) == "keep"


@pytest.mark.parametrize(
    ("indexability", "redirects", "names", "expected"),
    [
        ("redirect", True, False, "nothing: redirects to the keeper"),
        ("noindex", False, False, "nothing: already noindex"),
        ("noindex", False, True, "nothing: already noindex"),
        ("canonicalised", False, True, "nothing: canonical points to the keeper"),
        ("blocked", False, False, "nothing: not indexable"),
        ("error", False, False, "nothing: not indexable"),
        ("not_a_page", False, False, "nothing: not indexable"),
    ],
)
@pytest.mark.parametrize("cause", ["same text", "template", "address variant", "print version"])
def test_what_is_done_needs_nothing(cause, indexability, redirects, names, expected):
    assert _advice(cause, indexability, redirects=redirects, names=names) == expected


def test_a_redirect_or_canonical_that_leads_elsewhere_is_to_be_changed():
    assert _advice("redirect", "redirect") == "redirect to the keeper"
    assert _advice("template", "canonicalised") == "canonical to the keeper"
    assert _advice("same text", "canonicalised") == "canonical to the keeper"
    assert _advice("another host", "canonicalised") == "redirect to the keeper or text of its own"


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        ("same text", "redirect to the keeper"),
        ("print version", "canonical to the keeper"),
        ("AMP version", "canonical to the keeper"),
        ("mobile version", "canonical to the keeper"),
        ("two folders", "canonical to the keeper"),
        ("another host", "redirect to the keeper or text of its own"),
        ("translation missing", "translate it, or redirect to the keeper"),
        ("contained", "redirect to the keeper or text of its own"),
        ("template", "canonical to the keeper or text of its own"),
        ("similar text", "canonical to the keeper or text of its own"),
    ],
)
def test_an_open_page_gets_one_step_by_its_cause(cause, expected):
    assert _advice(cause) == expected


def test_a_redirect_would_cut_campaign_parameters_off():
    assert _advice("parameters", url=f"{KEEPER}?utm_source=mail") == "canonical to the keeper"
    assert _advice("address variant", url=f"{KEEPER}/") == "redirect to the keeper"


def test_the_pages_of_a_list_name_themselves_and_not_its_first_page():
    assert _advice("pagination", url=f"{KEEPER}?page=2") == "nothing: a page of a list"
    for names in (True, False):
        assert _advice("pagination", "canonicalised", url=f"{KEEPER}?page=2", names=names) == "canonical to itself"


@pytest.mark.parametrize("cause", ["parameters", "print version", "template", "address variant"])
def test_an_address_that_redirects_elsewhere_has_no_page_to_name_a_canonical(cause):
    assert _advice(cause, "redirect") == "redirect to the keeper"


def test_another_spelling_is_redirected_whatever_it_names():
    assert _advice("address variant", "canonicalised", url=f"{KEEPER}/") == "redirect to the keeper"
