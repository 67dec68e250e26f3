"""Why a page repeats its keeper, told from addresses and measures."""

import pytest
from pagetwin.canonical.cause import Head, Likeness, cause

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
        "http://www.example.com/shop/boots/?PHPSESSID=abc",
    ],
)
@pytest.mark.parametrize("likeness", [SAME, NEAR, None])
def test_spellings_of_one_address_are_variants_whatever_a_counter_changes_in_the_text(url, likeness):
    assert _cause(url, likeness=likeness) == "address variant"


@pytest.mark.parametrize("likeness", [SAME, NEAR, None])
@pytest.mark.parametrize("query", ["utm_source=mail&yclid=5", "PHPSESSID=abc"])
def test_parameters_of_campaigns_and_sessions_are_the_cause_whatever_the_text(query, likeness):
    assert _cause(f"{KEEPER}?{query}", likeness=likeness) == "parameters"
    assert _cause(f"{KEEPER}/?{query}", likeness=likeness) == "address variant"


@pytest.mark.parametrize(
    ("likeness", "size", "expected"),
    [(SAME, 2, "parameters"), (NEAR, 2, "similar text"), (NEAR, 7, "template"), (INSIDE, 7, "contained")],
)
def test_other_parameters_are_a_cause_only_when_the_text_is_the_same(likeness, size, expected):
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
    assert _cause("https://example.com/sale/shoes", likeness=likeness, size=size) == expected


def test_the_keeper_needs_no_cause():
    assert _cause(KEEPER) == ""


def _head(lang="", title="Boots", alternates=(), amp=False):
    return Head(title, lang, amp, alternates)


EN, DE = "https://example.com/a/boots", "https://example.com/b/boots"  # not to be told by their folders


@pytest.mark.parametrize("likeness", [SAME, NEAR, INSIDE])
@pytest.mark.parametrize(
    ("german", "english"),
    [
        (_head("de"), _head("en")),
        (_head("de-AT"), _head("en_US")),
        (_head("en", alternates=(("de", DE), ("en", EN))), _head("en")),  # hreflang is said on purpose, lang often left
        (_head("", alternates=(("DE-ch", DE + "#top"), ("x-default", DE))), _head("en")),
    ],
)
def test_pages_that_name_other_languages_and_say_the_same_are_not_translated(german, english, likeness):
    assert cause(DE, EN, likeness, 9, 0.5, 0.8, head=german, of_keeper=english) == "translation missing"


@pytest.mark.parametrize(
    ("german", "english", "likeness"),
    [
        (_head("en"), _head("en-GB"), NEAR),
        (_head(""), _head("en"), NEAR),  # unknown is not another language
        (_head("", alternates=(("x-default", DE),)), _head("en"), NEAR),
        (_head("de", alternates=(("de", DE), ("en", DE))), _head("en"), NEAR),  # listed under both
        (_head("de", "Stiefel"), _head("en"), BELOW),
    ],
)
def test_one_language_or_an_unknown_one_or_other_texts_are_no_missing_translation(german, english, likeness):
    assert cause(DE, EN, likeness, 9, 0.5, 0.8, head=german, of_keeper=english) != "translation missing"


@pytest.mark.parametrize(
    ("url", "keeper", "expected"),
    [
        ("/ja/help/a.html", "/en-us/help/a.html", "translation missing"),
        ("/docs/RU/a", "/docs/en/a", "translation missing"),
        ("/en-gb/help/a.html", "/en-us/help/a.html", "two folders"),
        ("/tv/help/a.html", "/pc/help/a.html", "two folders"),
        ("/ja/help/b.html", "/en/help/a.html", "same text"),
        ("/ja/help/a.html", "/en/help/a.html/b", "same text"),
        ("/ja/help/de/a.html", "/en/help/fr/a.html", "two folders"),
    ],
)
def test_folders_tell_the_language_where_the_heads_do_not(url, keeper, expected):
    origin = "https://example.com"
    assert _cause(origin + url, origin + keeper, SAME) == expected
    both = {"head": _head("en"), "of_keeper": _head("en")}
    assert cause(origin + url, origin + keeper, SAME, 2, 0.5, 0.8, **both) != "translation missing"


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com/c/shoes?page=2",
        "https://example.com/c/shoes/page/3/",
        "https://example.com/c/shoes?PAGEN_1=4",
        "https://example.com/c/shoes/page-2?",
    ],
)
def test_pages_of_one_list(url):
    assert _cause(url, "https://example.com/c/shoes", NEAR) == "pagination"
    assert _cause(url, "https://example.com/c/shoes?page=1", NEAR, 5) == "pagination"
    assert _cause(url, "https://example.com/c/hats", NEAR) == "similar text"


def test_a_page_that_a_parameter_names_is_no_page_of_a_list():
    assert _cause("https://example.com/?page=about", "https://example.com/?page=team", NEAR) == "similar text"
    assert _cause("https://example.com/c?page=1", "https://example.com/c", SAME) == "parameters"


@pytest.mark.parametrize(
    ("url", "keeper", "likeness", "titles", "expected"),
    [
        ("/sale/red-boots.html", "/boots/red-boots.html", SAME, ("A", "B"), "two folders"),
        ("/sale/red-boots/", "/boots/red-boots", NEAR, ("A", "A"), "two folders"),
        ("/sale/red-boots", "/boots/red-boots", NEAR, ("Sale", "Boots"), "similar text"),
        ("/sale/red-boots", "/boots/red-boots", BELOW, ("A", "A"), "similar text"),
        ("/sale/red-boots?v=1", "/boots/red-boots?v=2", NEAR, ("A", "A"), "similar text"),
        ("/a/2024.html", "/b/2024.html", SAME, ("A", "A"), "same text"),  # numbers and index files name nothing
        ("/a/page-2", "/b/page-2", SAME, ("A", "A"), "same text"),
        ("/a/", "/b/", SAME, ("A", "A"), "same text"),
    ],
)
def test_one_name_in_two_folders_is_one_page_where_text_or_title_agree(url, keeper, likeness, titles, expected):
    heads = {"head": _head(title=titles[0]), "of_keeper": _head(title=titles[1])}
    origin = "https://example.com"
    assert cause(origin + url, origin + keeper, likeness, 2, 0.5, 0.8, **heads) == expected


def test_mobile_versions_are_told_by_the_host():
    assert _cause("https://m.example.com/shop/boots") == "mobile version"
    assert _cause("https://m.example.com/shop/boots", "https://www.example.com/shop/boots", INSIDE) == "mobile version"
    assert _cause("https://m.example.com/shop/hats", likeness=SAME) == "same text"
    assert _cause("https://music.example.com/shop/boots", likeness=SAME) == "another host"


def test_the_same_page_on_another_host_is_no_second_folder():
    for host in ("shop.example.com", "example.net", "example.com:8443"):
        assert _cause(f"https://{host}/shop/boots", likeness=SAME) == "another host"
    assert _cause("https://shop.example.com/shop/hats", likeness=SAME) == "same text"
    assert _cause("https://www.example.com/sale/boots", likeness=SAME) == "two folders"


def test_amp_versions_are_told_by_the_head():
    amp = "https://example.com/fast/boots"
    assert cause(amp, KEEPER, AROUND, 2, 0.5, 0.8, head=_head(amp=True)) == "AMP version"
    assert cause(amp, KEEPER, AROUND, 2, 0.5, 0.8, head=_head(amp=True), of_keeper=_head(amp=True)) != "AMP version"
