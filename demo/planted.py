"""What is planted in the sample site, as data: the tests hold an audit to it, and a reader can look a case up.

Addresses are path and query, as in `pages.py`. All numbers are of shingles of ten words.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..model import Indexability, Outcome, PairKind, Role


@dataclass(frozen=True)
class Group:
    """Pages that an audit must put into one group, with the page to keep and the role of each of the others.

    `kind` is the loosest relation inside. `resolved`: fewer than two of the pages are open to search engines.
    """

    name: str
    keeper: str
    others: tuple[tuple[str, Role], ...]
    kind: PairKind
    resolved: bool = False

    @property
    def addresses(self) -> frozenset[str]:
        """The keeper and all others."""
        return frozenset((self.keeper, *(address for address, _ in self.others)))


@dataclass(frozen=True)
class Counted:
    """Two pages whose numbers are known: shingles of each and on both."""

    name: str
    a: str
    b: str
    size_a: int
    size_b: int
    shared: int


@dataclass(frozen=True)
class Apart:
    """Pages that must stand in no group, though something about them tempts a tool to put them into one."""

    name: str
    addresses: tuple[str, ...]


@dataclass(frozen=True)
class Answered:
    """An address that is no page to compare, or not an open one: what an audit must say of it."""

    name: str
    address: str
    outcome: Outcome
    indexability: Indexability


TOWNS = tuple(f"/en/service/{town}/" for town in ("kazan", "omsk", "penza", "perm", "tula", "tver", "ufa"))
SHELVES = tuple(
    f"/ru/katalog/{shelf}/"
    for shelf in ("detskie", "fonari", "gorodskie", "nasosy", "shiny", "skidki", "turisticheskie", "zamki")
)

GROUPS = (
    Group(
        "delivery to three cities from one template; only containment ties Omsk to the others",
        "/ru/dostavka/omsk/",
        (("/ru/dostavka/kazan/", "contained"), ("/ru/dostavka/perm/", "contained")),
        "contained",
    ),
    Group(
        "service in seven towns from one template; the town with most links leads",
        TOWNS[0],
        tuple((town, "near") for town in TOWNS[1:]),
        "near",
    ),
    Group(
        "a page under its index file and a campaign address",
        "/en/",
        (("/en/?utm_source=newsletter&utm_medium=email", "copy"), ("/en/index.html", "copy")),
        "exact",
    ),
    Group(
        "print version in a folder, same text",
        "/ru/sovety/zimnee-hranenie/",
        (("/print/ru/sovety/zimnee-hranenie/", "copy"),),
        "exact",
    ),
    Group(
        "print version by parameter, with a line of its own",
        "/en/guides/tyre-pressure/",
        (("/en/guides/tyre-pressure/?print=1", "near"),),
        "near",
    ),
    Group(
        "a short page inside a long one",
        "/en/guides/fitting-a-bicycle/",
        (("/en/faq/inseam/", "contained"),),
        "contained",
    ),
    Group(
        "exact copies; a permanent redirect decides against more links",
        "/en/guides/first-long-ride/",
        (("/en/tips/first-long-ride/", "copy"), ("/en/blog/2024/first-long-ride/", "redirect")),
        "exact",
    ),
    Group(
        "one product in two categories without a canonical",
        "/ru/katalog/gorodskie/dorozhnyy-114/",
        (("/ru/katalog/skidki/dorozhnyy-114/", "copy"),),
        "exact",
    ),
    Group(
        "two pages in windows-1251, of which one does not say so",
        "/arhiv/2009/pravila-prokata.html",
        (("/arhiv/2010/pravila-prokata.html", "near"),),
        "near",
    ),
    Group(
        "a page that names itself canonical, one that points to it, and one that is silent",
        "/en/terms-of-sale/",
        (("/en/shop/terms/", "canonicalised"), ("/en/terms/", "copy")),
        "exact",
    ),
    Group(
        "colours canonicalised to the product, by element and by header",
        "/en/shop/pannier/",
        (("/en/shop/pannier/?colour=green", "canonicalised"), ("/en/shop/pannier/?colour=grey", "canonicalised")),
        "exact",
        resolved=True,
    ),
    Group(
        "a noindex page that repeats another",
        "/ru/garantiya/",
        (("/ru/reklama/garantiya/", "noindex"),),
        "exact",
        resolved=True,
    ),
    Group(
        "a temporary redirect and its target",
        "/en/shop/saddle-bag/",
        (("/en/todays-offer/", "redirect"),),
        "exact",
        resolved=True,
    ),
    Group(
        "a meta refresh stub and its target",
        "/ru/remont/",
        (("/ru/tseny/", "redirect"),),
        "exact",
        resolved=True,
    ),
)

# The published example of shingling: one word changed in the middle of 64, then a sentence of 32 words more.
COUNTED = (
    Counted("one word changed", "/ru/dostavka/kazan/", "/ru/dostavka/perm/", 55, 55, 45),
    Counted("one word changed, one sentence more", "/ru/dostavka/kazan/", "/ru/dostavka/omsk/", 55, 87, 45),
    Counted("the longer page beside the other copy", "/ru/dostavka/omsk/", "/ru/dostavka/perm/", 87, 55, 45),
)

APART = (
    Apart("shelves whose main text is one shared notice", SHELVES),
    Apart("the same headings over other sentences", ("/ru/remont/diskovye-tormoza/", "/ru/remont/obodnye-tormoza/")),
    Apart("the same headings over other sentences, in English", ("/en/shop/battery-lamp/", "/en/shop/dynamo-lamp/")),
    Apart("eight words each, fewer than a shingle has", ("/ru/sertifikaty/", "/ru/vakansii/")),
    Apart("windows-1251 declared by meta, another text", ("/arhiv/2008/osennie-gonki.html",)),
)

ANSWERED = (
    Answered("meta refresh stub", "/ru/tseny/", "stub", "redirect"),
    Answered("permanent redirect", "/en/blog/2024/first-long-ride/", "redirect", "redirect"),
    Answered("temporary redirect", "/en/todays-offer/", "redirect", "redirect"),
    Answered("soft 404, Russian", "/ru/aktsii/vesna/", "soft_404", "not_a_page"),
    Answered("soft 404, English", "/en/shop/carbide-lamp/", "soft_404", "not_a_page"),
    Answered("nothing there", "/en/shop/brass-bell/", "http_error", "error"),
    Answered("forbidden by robots.txt", "/en/cart/", "blocked_by_robots", "blocked"),
    Answered("JavaScript shell", "/en/planner/", "shell", "not_a_page"),
    Answered("noindex", "/ru/reklama/garantiya/", "ok", "noindex"),
    Answered("canonical element to another page", "/en/shop/pannier/?colour=grey", "ok", "canonicalised"),
    Answered("canonical header to another page", "/en/shop/pannier/?colour=green", "ok", "canonicalised"),
    Answered("canonical to itself", "/en/terms-of-sale/", "ok", "indexable"),
)
