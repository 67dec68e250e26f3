"""Which page of a listing an address is, by its spelling: `?page=2`, `?PAGEN_1=2`, `?start=20`, `/page/2/`."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote_plus

from . import parameters

_SIZES = frozenset(("limit", "page_size", "per_page", "perpage"))  # how many items a page has, not which page it is
_OFFSETS = frozenset(("offset", "start"))  # items before it, from 0
_IN_PATH = re.compile(r"/page[-_/]?(\d{1,6})(?:\.html?|\.php)?/?$", re.IGNORECASE)


class Place(NamedTuple):
    """The listing, without the part of the address that counts; its other parameters; the number of the page, from 1.

    A page that is told by items before it has number 2, whichever it is.
    """

    listing: str
    parameters: frozenset[str]
    number: int


def place(url: str) -> Place:
    """Where an address without fragment stands in its listing; number 1 when nothing in it counts pages."""
    path, _, query = url.partition("?")
    number, rest = 1, set()
    for name, value in parameters.split(query):
        kind, known = parameters.kind(name), unquote_plus(name).lower()
        if kind != "page" or known in _SIZES or not value.isdecimal():
            rest.add(f"{name}={value}")
        elif known in _OFFSETS:
            number = max(number, 2 if int(value[:9]) else 1)
        else:
            number = max(number, int(value[:9]))
    if found := _IN_PATH.search(path):
        number, path = max(number, int(found[1])), path[: found.start()]
    return Place(path.rstrip("/"), frozenset(rest), number)


def leads_back(url: str, target: str) -> bool:
    """Whether `url` is a later page of the listing whose first page `target` is."""
    here = place(url)
    there = place(target) if here.number > 1 else here
    return here.number > there.number == 1 and here.listing == there.listing and there.parameters <= here.parameters
