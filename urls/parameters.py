"""What the names of query parameters usually mean. The names, each with its class and source, stand in parameters.csv.

A name is a hint, compared without regard to case; whether a parameter changes the page, only its texts can tell. The
classes `tracking` and `session` are of names that no site is known to use for content.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple
from urllib.parse import unquote_plus

Class = Literal[
    "tracking", "session", "referral", "sort", "filter", "page", "view", "print", "language", "region", "unknown"
]
CLASSES: tuple[Class, ...] = Class.__args__  # type: ignore[attr-defined]
# By their names these change which items a page lists, or their order: never for Clean-param by a guess.
LISTING: frozenset[Class] = frozenset(("sort", "filter", "page", "view"))
DROPPED_BY_YANDEX = ("utm_*", "ysclid", "yrclid")  # by itself, where it finds them insignificant


class Known(NamedTuple):
    """A line of parameters.csv. A `name` that ends in `*` is the beginning of names. `source` is a web address."""

    name: str
    kind: Class
    source: str


@cache
def table() -> tuple[Known, ...]:
    """All lines, in the order of names."""
    text = files(__package__).joinpath("parameters.csv").read_text("utf-8")
    rows = csv.reader(text.splitlines()[1:])
    return tuple(Known(name, kind, source) for name, kind, source in rows)  # type: ignore[arg-type]  # a test checks


@lru_cache(maxsize=65_536)
def known(name: str) -> Known | None:
    """What is known of a parameter, by its name as written in the address or decoded; the longest name that fits."""
    name = unquote_plus(name).lower()
    exact, prefixes = _index()
    return exact.get(name) or next((entry for prefix, entry in prefixes if name.startswith(prefix)), None)


def kind(name: str) -> Class:
    """The class of a parameter by its name."""
    found = known(name)
    return found.kind if found else "unknown"


def dropped_by_yandex(name: str) -> bool:
    """Whether Yandex may leave the parameter out by itself (Yandex, duplicate pages: utm_*, ysclid, yrclid)."""
    found = known(name)
    return found is not None and found.name in DROPPED_BY_YANDEX


def split(query: str) -> Iterator[tuple[str, str]]:
    """(name, value) as written, of each parameter of a query: `a=1&b` gives ("a", "1"), ("b", "")."""
    for piece in query.split("&"):
        if piece:
            name, _, value = piece.partition("=")
            yield name, value


def without(url: str, drops: Callable[[str], bool]) -> str:
    """The address less the parameters whose name `drops` says yes to; as it was where there is none."""
    bare, _, query = url.partition("#")[0].partition("?")
    pieces = query.split("&")
    kept = [piece for piece in pieces if not piece or not drops(piece.partition("=")[0])]
    if len(kept) == len(pieces):
        return url
    left = "&".join(filter(None, kept))
    return f"{bare}?{left}" if left else bare


@cache
def _index() -> tuple[dict[str, Known], list[tuple[str, Known]]]:
    exact = {entry.name: entry for entry in table() if not entry.name.endswith("*")}
    prefixes = [(entry.name[:-1], entry) for entry in table() if entry.name.endswith("*")]
    return exact, sorted(prefixes, key=lambda item: (-len(item[0]), item[0]))
