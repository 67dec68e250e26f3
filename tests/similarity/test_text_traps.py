"""Sites on which extraction makes different pages look alike: none may be called duplicates, true ones must stay."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from pagetwin.config import CompareSettings

from .trap_sites import NOTICES, Page, judged, prose, read_html

SCRIPTS = ("en", "ru", "zh", "th")
SLOTS = {
    "nothing": lambda n, script: "",
    "a date": lambda n, script: f"{n % 28 + 1}.{n % 12 + 1}.202{n % 7}",
    "a price": lambda n, script: f"{n}99,50 €",
    "a product": lambda n, script: prose(f"product {n}", 3, script),
    "a city": lambda n, script: prose(f"city {n}", 1, script),
}


def notice(n: int, script: str, slot: str) -> str:
    """The notice, with something of the page in its middle and at its end."""
    words, what = NOTICES[script], SLOTS[slot](n, script)
    half = len(words) // 2 if script in ("zh", "th") else words.index(" ", len(words) // 2)
    return f"{words[:half]} {what} {words[half:]} {what}".strip()


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("slot", SLOTS)
def test_a_hundred_shop_pages_reduced_to_a_cookie_notice(script: str, slot: str) -> None:
    pages: list[Page] = []
    for n in range(100):
        said = notice(n, script, slot)
        pages.append((f"/shop/{n}", said, f"{prose(n, 4, script)}\n{prose((n, 'about'), 60, script)}\n{said}"))
    found = judged(pages)
    assert (found.pairs, found.clusters) == (set(), [])
    if slot != "a product":  # whose three words in two places leave too little in a row
        assert [choice.kind for choice in found.choices].count("body") >= 99


@pytest.mark.parametrize(
    ("script", "slot"), [("en", "nothing"), ("en", "a date"), ("ru", "a product"), ("zh", "a city")]
)
def test_shop_pages_as_they_are_read(script: str, slot: str) -> None:
    """Properties in a list, then the notice in the only paragraph: that alone is taken for the main text."""
    pages = []
    for n in range(30):
        said = notice(n, script, slot)
        rows = "".join(f"<li><span>{prose((n, row), 5, script)}</span></li>" for row in range(12))
        html = f"<div class=product><h1>{prose(n, 3, script)}</h1><ul>{rows}</ul></div><div><p>{said}</p></div>"
        pages.append(read_html(f"/shop/{n}", f"<title>{n}</title><body><div><a href=/>Shop</a></div>{html}"))
    found = judged(pages)
    assert {len(main.split()) for _, main, _ in pages} <= {len(notice(n, script, slot).split()) for n in range(30)}
    assert (found.pairs, found.clusters) == (set(), [])


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("named", [False, True])
def test_twenty_city_pages_reduced_to_a_shared_paragraph(script: str, named: bool) -> None:
    shared = prose("shared", 60, script)
    pages = []
    for n in range(20):
        main = f"{prose(f'city {n}', 1, script)} {shared}" if named else shared
        pages.append((f"/city/{n}/", main, f"{main}\n{prose(f'about {n}', 50, script)}"))
    assert judged(pages).pairs == set()


@pytest.mark.parametrize(("script", "number"), [("en", 1500), ("ru", 150), ("zh", 150)])
def test_route_pages_reduced_to_tips(script: str, number: int) -> None:
    """Pages with eight tips out of ten, some in another order, each with its own table of times."""
    tips = [prose(f"tip {n}", 14, script) for n in range(10)]
    pages = []
    for n in range(number):
        r = random.Random(n)
        main = "\n".join(r.sample(tips, 8) if n % 2 else tips)
        times = "\n".join(f"{prose((n, stop), 5, script)} {r.randint(0, 23)}:{r.randint(10, 59)}" for stop in range(16))
        pages.append((f"/route/{n}", main, f"{times}\n{main}"))
    found = judged(pages)
    assert found.comparison.pair_count == 0
    assert found.clusters == []


@pytest.mark.parametrize("script", SCRIPTS)
def test_help_pages_reduced_to_the_name_of_a_module(script: str) -> None:
    """Short names with long bodies fall to the choice of one page, short ones to its look at equal main texts."""
    names = [prose(name, 1, script) for name in range(3)]
    pages = [(f"/help/{n}", names[n % 3], prose(n, 110 if n % 2 else 40, script)) for n in range(30)]
    assert judged(pages).pairs == set()


def test_the_page_of_the_notice_itself_and_pages_that_have_it() -> None:
    about = prose("about cookies", 80)
    pages = [("/cookies", f"{NOTICES['en']} {about}", f"{NOTICES['en']}\n{about}")]
    pages += [(f"/shop/{n}", f"{NOTICES['en']} {n}", f"{prose(n, 70)}\n{NOTICES['en']} {n}") for n in range(20)]
    assert judged(pages).pairs == set()


def test_products_with_much_and_with_little_to_say() -> None:
    pages = []
    for n in range(40):
        said = notice(n, "en", "a price")
        pages.append((f"/shop/{n}", said, f"{prose(n, 120 if n % 2 else 16)}\n{said}"))
    for a, b in judged(pages).pairs:
        assert a % 2 == b % 2 == 0, "bodies of 16 own words are a pair by themselves"


def test_more_pairs_than_are_stored() -> None:
    """The comparison then knows only the closest pairs, which are looked at until none is denied."""
    pages = [
        (f"/shop/{n}", notice(n, "en", "a price"), f"{prose(n, 60)}\n{notice(n, 'en', 'a price')}") for n in range(60)
    ]
    settings = CompareSettings(pair_limit=100, closest=3)
    assert judged(pages, settings).pairs == set()
    pages += [(f"/sale/{n}", *pages[n][1:]) for n in range(60)]
    assert judged(pages, settings).pairs == {(n, n + 60) for n in range(60)}


def test_a_notice_that_stands_in_the_furniture_and_not_in_the_body() -> None:
    pages = [(f"/shop/{n}", notice(n, "en", "a price"), prose(n, 45)) for n in range(20)]
    assert judged(pages).pairs == set()


def test_pages_without_a_body_do_not_stand_inside_others_through_the_name_of_the_site() -> None:
    name = "Help for all versions of our office programs"
    pages = [(f"/help/{n}", f"{name}\n{prose(n, 60)}", prose(n, 60)) for n in range(6)]
    pages.append(("/help/pictures", name, ""))
    found = judged(pages)
    assert found.pairs == set()
    assert found.choices[6].note == "all words stand in menus, headers or footers"


@pytest.mark.parametrize("script", SCRIPTS)
def test_true_template_pages_stay_duplicates(script: str) -> None:
    """Main is one paragraph of the template with the name of the city; all the rest of the template is alike, too."""
    first, rest = prose("first", 60, script), [prose(f"rest {n}", 25, script) for n in range(6)]
    pages = []
    for n in range(20):
        city = prose(f"city {n}", 1, script)
        main = f"{city} {first}"
        pages.append((f"/city/{n}/", main, "\n".join((main, *(f"{part} {city}" for part in rest[:3]), *rest[3:]))))
    found = judged(pages)
    assert found.pairs == set(combinations(range(20), 2))
    assert [cluster.members for cluster in found.clusters] == [tuple(range(20))]


@pytest.mark.parametrize("slot", SLOTS)
def test_true_copies_of_trapped_pages_are_found_among_them(slot: str) -> None:
    """Each product has a second address, and a third with a line more."""
    pages: list[Page] = []
    for n in range(30):
        main = notice(n, "en", slot)
        body = f"{prose(n, 90)}\n{main}"
        pages += [(f"/shop/{n}", main, body), (f"/shop/{n}?from=mail", main, body), (f"/p/{n}", main, body + "\nPrint")]
    found = judged(pages)
    assert found.pairs == {pair for n in range(0, 90, 3) for pair in ((n, n + 1), (n, n + 2), (n + 1, n + 2))}
    exact = {(pair.a, pair.b) for pair in found.comparison.pairs if pair.kind == "exact"}
    assert exact >= {(n, n + 1) for n in range(0, 90, 3)}


def test_articles_with_other_links_beside_them_stay_pairs_on_main() -> None:
    """Bodies are no pair, as lists of links to other articles break them up, but links are not the page's own text."""
    titles = [prose(f"title {n}", 7) for n in range(60)]
    pages = []
    for n in range(40):
        r = random.Random(n)
        words = prose(f"article {n // 2}", 160).split()
        if n % 2:
            words[::60] = prose(f"edit {n}", 3).split()
        parts = [" ".join(words[at : at + 12]) for at in range(0, 160, 12)]
        body = "\n".join(line for part in parts for line in (part, r.choice(titles)))
        pages.append((f"/news/{n}", " ".join(words), body))
    found = judged(pages)
    assert {choice.kind for choice in found.choices} == {"main"}
    assert found.pairs == {(n, n + 1) for n in range(0, 40, 2)}


def test_no_verdict_exact_copy_while_bodies_differ() -> None:
    main = prose("article", 60)
    pages = [(f"/{n}", main, f"{main}\n{prose(n, 20)}") for n in range(3)]
    found = judged(pages)
    assert found.pairs == {(0, 1), (0, 2), (1, 2)}
    assert {pair.kind for pair in found.comparison.pairs} == {"near"}


def test_why_a_page_is_judged_by_its_body() -> None:
    pages = [(f"/shop/{n}", notice(n, "en", "a price"), prose(n, 90)) for n in range(5)]
    notes = {choice.note for choice in judged(pages[:2]).choices}
    assert notes == {"main text is much like that of a page whose body differs"}
    notes = {choice.note for choice in judged(pages).choices}
    assert notes == {"main text is much like that of 4 pages whose bodies differ"}
