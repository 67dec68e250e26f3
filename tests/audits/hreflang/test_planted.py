"""Faults in 50 places of a site of whole sets are all found, and nothing else is."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from pagetwin.audits.hreflang import rules
from pagetwin.audits.rule import run
from support.hreflang import E, P, facts

CODES = ("en", "de", "fr", "es")
Set = dict[str, P]  # code: its page
Expected = set[tuple[str, str]]  # rule, page


def whole(n: int) -> Set:
    said = {code: f"/{code}/{n}" for code in CODES} | {"x-default": f"/en/{n}"}
    return {code: P(f"/{code}/{n}", dict(said), listed=True, lang=code) for code in CODES}


def all_of(rule: str, pages: Set, *but: str) -> Expected:
    return {(rule, page.url) for code, page in pages.items() if code not in but}


def head(page: P) -> dict[str, str]:
    assert isinstance(page.head, dict)
    return page.head


def return_link(pages: Set, code: str, other: str) -> Expected:
    del head(pages[other])[code]
    return {("hreflang-return-missing", pages[code].url)} | all_of("hreflang-set-differs", pages, code)


def wrong_code(pages: Set, code: str, other: str) -> Expected:
    head(pages[other])["it"] = head(pages[other]).pop(code)
    wrong = {(f"hreflang-{rule}", pages[code].url) for rule in ("incoming-conflict", "return-lang-inconsistent")}
    return wrong | all_of("hreflang-set-differs", pages)


def gone(pages: Set, code: str, _: str) -> Expected:
    pages[code].status, pages[code].head = 404, ()
    return all_of("hreflang-target-4xx", pages, code)


def moved(pages: Set, code: str, _: str) -> Expected:
    pages[code].status, pages[code].head, pages[code].to = 301, (), pages["en"].url
    return all_of("hreflang-target-redirect", pages, code)


def closed(pages: Set, code: str, _: str) -> Expected:
    pages[code].noindex = "robots"
    return all_of("hreflang-target-noindex", pages, code) | all_of("hreflang-return-noindex", pages, code)


def elsewhere(pages: Set, code: str, _: str) -> Expected:
    pages[code].canonical = "/elsewhere"
    return {("hreflang-self-noncanonical", pages[code].url)} | all_of("hreflang-target-noncanonical", pages, code)


def itself(pages: Set, code: str, _: str) -> Expected:
    del head(pages[code])[code]
    return {("hreflang-self-missing", pages[code].url)} | all_of("hreflang-set-differs", pages)


def two_defaults(pages: Set, code: str, other: str) -> Expected:
    pages[code].head = (*head(pages[code]).items(), ("x-default", pages[other].url))
    return {("hreflang-xdefault-multiple", pages[code].url)} | all_of("hreflang-set-differs", pages)


FAULTS: list[Callable[[Set, str, str], Expected]] = [
    return_link, wrong_code, gone, moved, closed, elsewhere, itself, two_defaults,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_what_is_planted_is_found_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    sets = [whole(n) for n in range(80)]
    expected: Expected = set()
    for n, pages in enumerate(chance.sample(sets, 50)):
        code, other = chance.sample(CODES[1:], 2)  # the page for everybody has x-default too
        expected |= FAULTS[n % len(FAULTS)](pages, code, other)
    site = facts(*(page for pages in sets for page in pages.values()))
    assert {(f.rule, f.url.removeprefix(E)) for f in run(rules.RULES, site)} == expected


def test_a_site_in_order_has_no_findings() -> None:
    assert run(rules.RULES, facts(*(page for n in range(3) for page in whole(n).values()))) == []
