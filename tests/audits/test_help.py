"""The examples in the help of rules do what it says: those that are code are tried as they stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from pagetwin import audits
from pagetwin.audits import Facts, Rule
from pagetwin.audits.hreflang import build
from pagetwin.model import Annotation, PageState, RobotsTxt
from pagetwin.urls import identity
from support import hreflang

from . import made

E = "https://e.com"
_QUOTED = re.compile(r'"([^"]*)"')
_LINE = re.compile(r"(?:(?<=^)|(?<=; ))(?:\w+(?:-\w+)?: |Disallow /)\S+?(?=\.?$|; )")


def _code(code: str) -> Facts:
    return hreflang.facts(hreflang.P("/a", ((code, "/de"),)), hreflang.P("/de"))


def _alternate(href: str) -> Facts:
    page = PageState(0, f"{E}/a", f"{E}/a", 200, "ok")
    said = Annotation(0, "head", "es", href, identity.resolve(page.url, href) or "", 1, "")
    return Facts({0: page}, hreflang=build([said], {page.key: 0}, 1))


def _canonical(href: str) -> Facts:
    return made.site(made.P("/a", head=(href,)))


def _robots(line: str) -> Facts:
    body = f"User-agent: *\n{line}\n".encode()
    return Facts({}, robots={E: RobotsTxt(E, f"{E}/robots.txt", 200, "ok", "text/plain", body)})


# what an example of these modules is put into, and how it is found in the help
_MADE: dict[str, tuple[re.Pattern[str], Callable[[str], Facts]]] = {
    "hreflang.value_languages": (_QUOTED, _code), "hreflang.value_regions": (_QUOTED, _code),
    "hreflang.addresses": (_QUOTED, _alternate), "canonical_written": (_QUOTED, _canonical),
    "robots": (_LINE, _robots), "robots_lines": (_LINE, _robots),
}  # fmt: skip
# what is said of the example in words, or is part of a whole link
_APART = {"hreflang-lang-looks-like-region", "hreflang-href-missing"}


def _examples() -> Iterator[tuple[Rule, str, str]]:
    for each in audits.RULES:
        pattern, _ = _MADE.get(each.check.__module__.partition(".audits.")[2], (None, None))
        for part in ("Fires", "Silent") if pattern and each.id not in _APART else ():
            yield from ((each, part, found) for found in pattern.findall(each.parts[part]))


@pytest.mark.parametrize(
    ("each", "part", "example"), [pytest.param(*e, id=f"{e[0].id} {e[1]} {e[2]}") for e in _examples()]
)
def test_an_example_does_what_the_help_says(each: Rule, part: str, example: str) -> None:
    _, facts = _MADE[each.check.__module__.partition(".audits.")[2]]
    assert (each.id in {found.rule for found in audits.run(facts(example))}) == (part == "Fires")


def test_enough_examples_are_tried() -> None:
    assert len({(each.id, part) for each, part, _ in _examples()}) > 60
