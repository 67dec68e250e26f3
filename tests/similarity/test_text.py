"""The choice of text on sites whose main text was extracted badly, and blocks of the whole site."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document, Texts
from pagetwin.progress import Progress
from pagetwin.similarity.blocks import common_folders, section
from pagetwin.similarity.engine import Comparison
from pagetwin.similarity.local import compare
from pagetwin.similarity.text import TextChoice, TextFacts, choose, find_blocks, site_blocks, tokens, without_blocks

COOKIE = (
    "We use cookies and similar technologies to run this shop, to remember your basket and to learn which pages help "
    "you. You can accept all of them, accept only those that the shop needs, or change your choice later at any time "
    "in the settings."
)
FOOTER = "Warehouse and pickup: 12 Harbour Street, open every day from nine to eight"
HEADER = "Free returns within thirty days for all orders"


class Site:
    """Pages in memory, with what the choice may know of them, and a record of what it read."""

    def __init__(self, pages: Sequence[tuple[str, str, str]]) -> None:
        self.pages, self.read_ids = pages, list[int]()
        self.facts = [
            TextFacts(n, path, _digest(main), _digest(body), len(tokens(main)), len(tokens(body)))
            for n, (path, main, body) in enumerate(pages)
        ]

    def read(self, ids: Sequence[int]) -> Iterable[Texts]:
        for number in ids:
            self.read_ids.append(number)
            yield Texts(self.pages[number][1], self.pages[number][2])

    def choices(self) -> list[TextChoice]:
        return choose(self.facts, self.read, TextSettings())

    def compared(self) -> Comparison:
        blocks = find_blocks(self.facts, self.read)
        documents = [
            Document(n, choice.kind, main, without_blocks(body, blocks), choice.note)
            for n, ((_, main, body), choice) in enumerate(zip(self.pages, self.choices(), strict=True))
        ]
        return compare(documents, CompareSettings(), TextSettings(), Progress())


def _digest(text: str) -> bytes | None:
    return hashlib.sha256(text.encode()).digest()[:16] if text else None


def prose(seed: str, words: int) -> str:
    r = random.Random(seed)
    return " ".join(
        "".join(r.choice("bdklmnrst") + r.choice("aeiou") for _ in range(r.randint(1, 4))) for _ in range(words)
    )


def test_thirty_shop_pages_reduced_to_one_cookie_notice_are_no_copies() -> None:
    pages = [
        (f"/shop/item-{n}.html", COOKIE, f"{HEADER}\n{prose(f'item {n}', 120)}\n{COOKIE}\n{FOOTER}") for n in range(30)
    ]
    pages += [
        (f"/help/{n}.html", prose(f"help {n}", 90), f"{HEADER}\n{prose(f'help {n}', 90)}\n{FOOTER}") for n in range(5)
    ]
    site = Site(pages)
    choices = site.choices()
    assert {c.kind for c in choices[:30]} == {"body"}
    assert choices[0].note == "main text is the same on 30 pages whose bodies differ"
    assert {(c.kind, c.note) for c in choices[30:]} == {("main", "")}
    assert len(site.compared().pairs) == 0


def test_city_pages_reduced_to_one_shared_paragraph_are_judged_by_what_differs() -> None:
    shared = prose("shared paragraph", 60)
    pages = [(f"/city/{n}/", shared, f"{shared}\n{prose(f'city {n}', 130)}") for n in range(20)]
    site = Site(pages)
    assert {c.kind for c in site.choices()} == {"body"}
    assert len(site.compared().pairs) == 0


def test_city_pages_of_a_true_template_stay_duplicates_whichever_text_is_used() -> None:
    """Main lost the paragraph that is shared; the bodies of the template still are near-duplicates."""
    template = prose("template", 150)
    pages = [
        (f"/city/{n}/", "Delivery in your city", f"Delivery in city{n}\n{template}\nOur city{n} office")
        for n in range(20)
    ]
    pages += [(f"/blog/{n}/", prose(f"blog {n}", 90), prose(f"blog {n}", 90)) for n in range(6)]
    site = Site(pages)
    assert {c.kind for c in site.choices()[:20]} == {"body"}
    assert site.compared().pair_count == 20 * 19 // 2


def test_print_version_and_tracking_variant_stay_on_main() -> None:
    article = prose("article", 150)
    body = f"{article}\n{prose('related', 15)}"
    pages = [
        ("/news/a.html", article, body),
        ("/news/a.html?utm_source=x", article, body),
        ("/print/news/a.html", article, f"{article}\nPrinted from the site"),
        ("/news/b.html", prose("b", 90), prose("b", 95)),
        ("/news/c.html", prose("c", 90), prose("c", 95)),
    ]
    site = Site(pages)
    assert [c.kind for c in site.choices()] == ["main"] * 5
    assert [(p.a, p.b, p.kind) for p in site.compared().pairs] == [(0, 1, "exact"), (0, 2, "exact"), (1, 2, "exact")]


def test_pages_with_equal_bodies_are_never_read() -> None:
    text = prose("same", 90)
    site = Site([(f"/{n}.html", text, text) for n in range(8)])
    assert {c.kind for c in site.choices()} == {"main"}
    assert site.read_ids == []


def test_site_wide_blocks_do_not_make_different_bodies_look_alike() -> None:
    """Most of each body is the site's furniture; what is left differs."""
    furniture = "\n".join(prose(f"furniture {n}", 40) for n in range(8))
    lead = prose("lead", 90)
    pages = [
        (f"/{name}/{n}.html", lead, f"{furniture}\n{prose(f'{name}{n}', 60)}") for name in "abcd" for n in range(5)
    ]
    assert {c.kind for c in Site(pages).choices()} == {"body"}


def test_help_pages_reduced_to_a_module_name() -> None:
    pages = [(f"/help/{n}.html", "Calc", prose(f"help {n}", 110)) for n in range(12)]
    site = Site(pages)
    choices = site.choices()
    assert {(c.kind, c.note) for c in choices} == {("body", "main text has 1 of 110 words")}
    assert len(site.compared().pairs) == 0


def test_rules_for_one_page() -> None:
    def kind(main: int, body: int) -> tuple[str, str]:
        (choice,) = choose([TextFacts(0, "/", b"m", b"b", main, body)], lambda ids: [], TextSettings())
        return choice.kind, choice.note

    assert kind(0, 80) == ("body", "main text missing")
    assert kind(0, 0) == ("main", "no text")
    assert kind(14, 420) == ("body", "main text has 14 of 420 words")
    assert kind(29, 100) == ("body", "main text has 29 of 100 words")
    assert kind(30, 100) == kind(29, 99) == kind(84, 420) == kind(500, 100) == ("main", "")
    assert kind(83, 420) == ("body", "main text has 83 of 420 words")


def test_blocks_of_the_whole_site_and_not_those_of_one_section() -> None:
    template = "This text stands on every page of the catalogue"
    pages = [(f"/catalogue/{n}", f"Menu\n{template}\nitem {n}\n{FOOTER}") for n in range(40)]
    pages += [(f"/blog/{n}", f"Menu\npost {n}\n  {FOOTER.upper()} ") for n in range(4)]
    pages += [(f"/{n}.html", f"Menu\npage {n}\n{FOOTER}") for n in range(3)]
    blocks = site_blocks(pages)
    assert without_blocks(pages[0][1], blocks) == f"{template}\nitem 0"
    assert without_blocks(pages[40][1], blocks) == "post 0"
    assert without_blocks("Menu of the day\n\nMenu", blocks) == "Menu of the day\n"


@pytest.mark.parametrize("root", ["/", "/docs/", "/en/docs/"])
@pytest.mark.parametrize("everywhere", [True, False])
def test_long_furniture_in_every_section_and_in_one_only(root: str, everywhere: bool) -> None:
    """Thirty menu lines beside 40 own words: furniture where all sections have them, content where one has."""
    menu = "\n".join(prose(f"menu {n}", 5) for n in range(30))
    pages = []
    for name in ("shop", "blog", "help"):
        for n in range(6):
            own = prose(f"{name} {n}", 40)
            body = f"{menu}\n{own}\n{FOOTER}" if everywhere or name == "shop" else f"{own}\n{prose('other', 30)}"
            pages.append((f"{root}{name}/{n}.html", "", body))
    site = Site(pages)
    assert {c.kind for c in site.choices()} == {"body"}
    alike = {(pair.a, pair.b) for pair in site.compared().pairs}
    assert alike == (set() if everywhere else set(combinations(range(6), 2)))


def test_folders_that_all_pages_share_are_no_section() -> None:
    assert common_folders(["/docs/a/1.html", "/docs/b/2.html", "/docs/3.html"]) == 1
    assert common_folders(["/docs/a/1.html", "/docs/a/b/2.html"]) == 2
    assert common_folders(["/docs/1.html", "/index.html"]) == common_folders(["/"]) == common_folders([]) == 0
    assert (section("/docs/a/1.html", 1), section("/docs/3.html", 1), section("/", 0)) == ("a", "", "")


def test_a_site_of_one_section_and_a_tiny_site_have_no_site_wide_blocks() -> None:
    assert site_blocks((f"/{n}/", f"Menu\n{n}") for n in range(50)) == frozenset()
    assert site_blocks((f"/{name}/{n}", "Menu") for name in "ab" for n in range(2)) == frozenset()
    assert site_blocks([]) == frozenset()


def test_few_pages_of_each_section_are_read_to_find_blocks() -> None:
    site = Site([(f"/{name}/{n:04}", "x", f"Menu\n{name}{n}") for name in ("a", "b") for n in range(500)])
    assert without_blocks("Menu\na1", find_blocks(site.facts, site.read)) == "a1"
    assert len(site.read_ids) <= 80
