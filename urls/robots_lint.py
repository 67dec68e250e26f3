"""The lines of a robots.txt, looked at one by one: what an engine reads otherwise than it was meant, or not at all.

Sources: Google, how Google interprets the robots.txt specification, and its parser (github.com/google/robotstxt);
Yandex, error dictionary for robots.txt (https://yandex.ru/support/webmaster/en/error-dictionary/robots-txt). Lines of
Clean-param have a module of their own (cleanparam_lint.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from .robotstxt import MAX_BYTES

Fault = Literal[
    "bom", "not-utf8", "rule-before-ua", "no-slash", "typo", "missing-colon", "unknown-field", "noindex-field",
    "multiple-star", "rule-long", "special-char", "cyrillic-host", "sitemap-relative", "disallow-params",
]  # fmt: skip
LONGEST_RULE = 1024  # characters, Yandex's limit

_KNOWN = frozenset((
    "user-agent", "allow", "disallow", "sitemap", "crawl-delay", "clean-param", "host", "noindex", "request-rate",
    "visit-time",
))  # fmt: skip
# What Google's parser takes for the field beside it.
_TYPOS = {
    "useragent": "user-agent", "user agent": "user-agent", "site-map": "sitemap", "dissallow": "disallow",
    "dissalow": "disallow", "disalow": "disallow", "diasllow": "disallow", "disallaw": "disallow",
}  # fmt: skip
_LINE_END = re.compile(r"\r\n|\r|\n")
_NOT_IN_A_RULE = re.compile(r"[\\^|{}<>\"`\s]|\$(?!$)")  # signs of regular expressions, and what no address holds


@dataclass(frozen=True, slots=True)
class Line:
    """What is wrong with a line. `number` counts from 1, `text` is the line as written; 0 and empty for the whole."""

    fault: Fault
    number: int = 0
    text: str = ""


@lru_cache(maxsize=64)  # one for each origin; several rules ask
def faults(body: bytes) -> tuple[Line, ...]:
    """All that is wrong with the bytes of a robots.txt, in the order of its lines."""
    body = body[:MAX_BYTES]
    found: list[Line] = []
    if body.startswith(b"\xef\xbb\xbf"):
        found.append(Line("bom"))
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.start < MAX_BYTES - 4:  # the cut may part a character
            number = body.count(b"\n", 0, error.start) + 1
            found.append(Line("not-utf8", number))
        text = body.decode("utf-8-sig", "replace")
    return (*found, *_lines(text))


def _lines(text: str) -> Iterator[Line]:
    stars = 0
    agents = in_rules = False
    for number, raw in enumerate(_LINE_END.split(text), 1):
        shown = raw.strip()[:200]
        name, value, fault = _read(raw.partition("#")[0].strip())
        if fault is not None:
            yield Line(fault, number, shown)
        if name == "user-agent":
            stars += value == "*" and (in_rules or not agents or stars == 0)
            agents, in_rules = True, False
            if value == "*" and stars > 1:
                yield Line("multiple-star", number, shown)
        elif name in ("allow", "disallow"):
            in_rules = True
            if not agents:
                yield Line("rule-before-ua", number, shown)
            yield from (Line(each, number, shown) for each in _rule(name, value))
        elif name in ("sitemap", "host"):
            yield from (Line(each, number, shown) for each in _address(name, value))
        elif name == "noindex":
            yield Line("noindex-field", number, shown)


def _read(line: str) -> tuple[str, str, Fault | None]:
    """(field, value, what is wrong with the field) of a line without its comment."""
    if not line:
        return "", "", None
    name, colon, value = line.partition(":")
    name = name.strip().lower()
    if not colon:
        words = line.split()
        name = words[0].lower()
        name = _TYPOS.get(name, name)
        return (name, words[1], "missing-colon") if len(words) == 2 and name in _KNOWN else ("", "", "unknown-field")
    if name in _TYPOS:
        return _TYPOS[name], value.strip(), "typo"
    return (name, value.strip(), None) if name in _KNOWN else ("", "", "unknown-field")


def _rule(name: str, value: str) -> Iterator[Fault]:
    if value and value[0] not in "/*":
        yield "no-slash"
    if len(value) > LONGEST_RULE:
        yield "rule-long"
    if _NOT_IN_A_RULE.search(value):
        yield "special-char"
    if name == "disallow" and "?" in value and value.partition("?")[2].strip("*$"):
        yield "disallow-params"


def _address(name: str, value: str) -> Iterator[Fault]:
    scheme, colon, rest = value.partition("://")
    host = (rest if colon else value if name == "host" else "").partition("/")[0]
    if name == "sitemap" and (not colon or scheme.lower() not in ("http", "https") or not host):
        yield "sitemap-relative"
    if not host.isascii():
        yield "cyrillic-host"
