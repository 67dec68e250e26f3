"""What readers of signals give: rows about addresses, the imports that they belong to, and the rows that are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["performance", "indexing", "inspection", "yandex", "table", "log"]
Phase = Literal["", "before", "after"]
NOBODY = "table"  # in place of an engine, where nobody said whose numbers a table holds
_SHOWN = 3  # faults that are told in full


@dataclass(frozen=True, slots=True)
class Signal:
    """One row about one address, as written there, `at` its number. None is what the row does not say.

    `status` is the engine's own word, never translated or dropped. `target` is the address that the engine takes in its
    place, `declared` the canonical that the engine read. `dated` is when the row became so, `seen` when the engine's
    bot was there; both ISO 8601, empty when unknown. `bot` names the visitor in rows of a log.
    """

    url: str
    at: int
    clicks: int | None = None
    shows: int | None = None
    position: float | None = None
    visits: int | None = None
    status: str = ""
    in_search: bool | None = None
    target: str = ""
    declared: str = ""
    dated: str = ""
    seen: str = ""
    bot: str = ""


@dataclass(slots=True)
class Faults:
    """Rows that are no signal, so that none is lost without a word: `count` could not be used, `aside` were read and
    are of no concern here (visitors that are no bots)."""

    count: int = 0
    aside: int = 0
    shown: list[str] = field(default_factory=list)

    def add(self, place: str, why: str) -> None:
        """What should be a row cannot be used."""
        self.count += 1
        if self.count <= _SHOWN:
            self.shown.append(f"{place}: {why}")


@dataclass(frozen=True)
class Import:
    """Rows of one kind and one period. `rows(faults)` reads the file from its beginning, and holds one row at a time.

    `engine` is google, yandex, or who else the numbers come from. `scope` tells imports of one kind apart (the reason
    of an indexing export). `begins` and `ends` are ISO dates, empty when the file does not say. `phase` is given where
    a file holds two periods. Of several rows about one address: `sum` adds numbers up, `newest` keeps the row with the
    latest `dated`, the first among equals, `last` the last among equals. `unit` is what rows are counted in.
    """

    kind: Kind
    engine: str
    rows: Callable[[Faults], Iterator[Signal]]
    scope: str = ""
    begins: str = ""
    ends: str = ""
    phase: Phase = ""
    merge: Literal["sum", "newest", "last"] = "sum"
    unit: Literal["line", "item"] = "line"


@dataclass(frozen=True, slots=True)
class Told:
    """What the owner says of a file: names or numbers (from 1) of its columns, its period, whose numbers they are."""

    url_column: str = ""
    clicks_column: str = ""
    shows_column: str = ""
    begins: str = ""
    ends: str = ""
    source: str = ""
