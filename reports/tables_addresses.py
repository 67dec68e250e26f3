"""The tables `canonized` and `mirrors`: one address for each address, and the hosts with their ratings.

All words are fixed, so that scripts can rely on them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..canonical.rating import FALLBACKS, SIGNALS
from .cells import Cell

CANONIZED = ("url", "engine", "canonized_url", "main_url", "owner", "kinds", "path")
_TERMS = (*SIGNALS, *FALLBACKS)
MIRRORS = (
    "mirror", "main", "reason", "pages", "same", "redirected", "rating", "fallback", *_TERMS,
    *(f"{name}_points" for name in _TERMS),
)  # fmt: skip
POINTS = ("rating", "fallback", *(f"{name}_points" for name in _TERMS))

_CANONIZED = """
SELECT a.url, c.engine, c.canonized_url, c.main_url, c.owner, c.kinds, c.path
FROM addresses a CROSS JOIN canonized c ON c.address = a.id
ORDER BY a.key, c.engine"""


def canonized(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """One row for each address and engine, by key; `path` says what led where, and why the rest did not."""
    for *columns, path in connection.execute(_CANONIZED):
        yield *columns, "; ".join(map(_step, json.loads(path)))


def main_of(connection: sqlite3.Connection) -> dict[str, str]:
    """The main host (scheme://host[:port]) of each that has another one."""
    return dict(connection.execute("SELECT host, main FROM mirrors WHERE host <> main"))


def mirrors(connection: sqlite3.Connection) -> Iterator[Sequence[Cell]]:
    """One row for each host, by its main one; values and points are empty where there is one host alone."""
    for *columns, terms in connection.execute(
        "SELECT host, main, reason, pages, same, redirected, rating, fallback, terms FROM mirrors ORDER BY main, host"
    ):
        by_name = {term["name"]: term for term in json.loads(terms)}
        rating: list[Cell] = columns[-2:] if by_name else [None, None]
        values = (_value(name, by_name[name]["value"]) if by_name else None for name in _TERMS)
        points = (float(by_name[name]["points"]) if by_name else None for name in _TERMS)
        yield *columns[:-2], *rating, *values, *points


def _value(name: str, value: float) -> Cell:
    return float(value) if name in ("iks", "citation") else int(value)


def _step(step: Mapping[str, Any]) -> str:
    """`CANONIZE redirect: https://e.com/b`; one that was not honoured is `not CANONIZE canonical (chain): ...`."""
    refused = "" if step["honoured"] else "not "
    note = f" ({step['note']})" if step["note"] else ""
    return f"{refused}{step['kind']} {step['by']}{note}" + (f": {step['to']}" if step["to"] else "")
