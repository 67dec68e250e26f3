"""What the start page says of imported signals: our groups beside the engines', clicks around an update."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

_ROWS = 10  # of what differs; the rest stands in summary.json
_NAMES = {"google": "Google", "yandex": "Yandex"}
_VERDICTS = ("agree", "engine-other", "engine-split", "unknown")


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine beside us. `verdicts` count groups in the order of the table; `ages` are days from its visits to our
    crawl, least and most, None when it does not tell; `share` is (addresses, of so many): left out as duplicates by
    Yandex, or with the canonical that they declare at Google. `differing` are (page to keep here, addresses that the
    engine has in its place), `merged` (address, the one it takes for it)."""

    name: str
    known: int
    verdicts: tuple[int, ...]
    merged_more: int
    ages: tuple[int, int] | None
    share: tuple[int, int]
    differing: list[tuple[str, list[str]]]
    merged: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Update:
    """Clicks around an update: `parts` are (`in groups` or `rest`, pages, before, after, change), `sections` the same
    by section; days are 0 where they are not known."""

    begins: str
    ends: str
    days: tuple[int, int]
    parts: list[tuple[str, int, int, int, float | None]]
    sections: list[tuple[str, int, int, int, float | None]]


def values(connection: sqlite3.Connection) -> dict[str, Any]:
    """`engines`, a list, and `around`, the update, None when no two periods can be compared."""
    query = "SELECT name, value FROM results WHERE name IN ('engines', 'update')"
    found = {name: json.loads(value) for name, value in connection.execute(query)}
    told = found.get("engines", {})
    return {
        "engines": [_engine(name, told[engine]) for engine, name in _NAMES.items() if engine in told],
        "around": _update(found["update"]) if "update" in found else None,
    }


def _engine(name: str, told: dict[str, Any]) -> Engine:
    kinds = (
        ("excluded_as_duplicates", "all_known") if name == "Yandex" else ("canonical_as_declared", "canonicals_known")
    )
    return Engine(
        name, told["known"], tuple(told["verdicts"][v] for v in _VERDICTS), told["merged_more"],
        tuple(told["ages"]) if told["ages"] else None, (told[kinds[0]], told[kinds[1]]),
        [(group["keeper"], group["chosen"]) for group in told["groups"][:_ROWS]],
        [(page["key"], page["target"]) for page in told["merged"][:_ROWS]],
    )  # fmt: skip


def _update(told: dict[str, Any]) -> Update:
    def rows(name: str) -> list[tuple[str, int, int, int, float | None]]:
        return [(c["name"], c["pages"], c["before"], c["after"], c["change"]) for c in told[name][:_ROWS]]

    days = (told["before_days"], told["after_days"])
    return Update(told["begins"], told["ends"], days, rows("pages"), rows("sections"))
