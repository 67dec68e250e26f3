"""Any table (CSV, TSV, semicolons) with a column of addresses and numbers: clicks, shows, average position, visits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from ..errors import UsageError
from .bundle import Bundle
from .labels import Column, metric, printable
from .records import NOBODY, Faults, Import, Phase, Signal, Told
from .sheet import Sheet, place_of, sheet
from .values import count, dates, number

LOOKED_FOR = "a table with a column of addresses and one of clicks, shows or visits (else name them: --url-column)"
_COUNTS = ("clicks", "shows", "visits")
_BEFORE = ("previous", "before", "предыдущ", "до ", "ранее")


def imports(bundle: Bundle, told: Told) -> list[Import] | None:
    """The numbers of each table, for one period or two."""
    tables = [found for name in bundle.names if (found := sheet(bundle, name, told))]
    imported = [i for found in tables for i in traffic(found, told, "table", told.source or NOBODY)]
    if imported or not tables:
        return imported or None
    has = printable(", ".join(heading for heading in tables[0].headings if heading)[:200])
    raise UsageError(
        f"{tables[0].place}: a column of addresses, but none of clicks, shows or visits is known among: {has};"
        " name one with --clicks-column"
    )


def traffic(found: Sheet, told: Told, kind: str, engine: str, begins: str = "", ends: str = "") -> list[Import]:
    """The numbers of a table, one import a period; empty when it has none."""
    url = place_of(found, told.url_column, "url")
    if url is None:
        return []
    make = partial(Import, kind, engine)  # type: ignore[arg-type]
    periods = _periods(found)
    if periods and not told.clicks_column:
        return [
            make(partial(_rows, found, url, places), begins=first, ends=last, phase=phase)
            for phase, first, last, places in periods
        ]
    named = {"clicks": told.clicks_column, "shows": told.shows_column}
    columns: tuple[Column, ...] = ("clicks", "shows", "visits", "position")
    places = {c: n for c in columns if (n := place_of(found, named.get(c, ""), c)) is not None}
    if not set(places) & set(_COUNTS):
        return []
    begins, ends = told.begins or begins, told.ends or ends
    return [make(partial(_rows, found, url, places), begins=begins, ends=ends)]


def _rows(found: Sheet, url: int, places: Mapping[Column, int], faults: Faults) -> Iterator[Signal]:
    least = max(url, *places.values())
    counts = [(c, n) for c, n in places.items() if c in _COUNTS]
    position = places.get("position")
    for line, cells in found.rows(faults):
        if len(cells) <= least:
            faults.add(f"line {line}", f"{len(cells)} cells, too few for this table")
            continue
        try:
            values = {c: count(cells[n]) for c, n in counts}
            rank = number(cells[position], whole=False) if position is not None else None
        except ValueError as error:
            faults.add(f"line {line}", str(error))
            continue
        yield Signal(cells[url].strip(), line, position=rank, **values)  # type: ignore[arg-type]


def _periods(found: Sheet) -> list[tuple[Phase, str, str, dict[Column, int]]]:
    """(phase, first day, last day, columns) of a table that compares two periods; empty for any other."""
    periods: dict[str, dict[Column, int]] = {}
    for n, heading in enumerate(found.headings):
        if seen := metric(heading):
            periods.setdefault(seen[1], {})[seen[0]] = n
    if len(periods) != 2:
        return []
    labels = list(periods)
    spans = _spans(labels)
    if all(spans) and spans[0] != spans[1]:
        earlier = labels[spans.index(min(spans))]
    else:  # Search Console puts the later period first
        earlier = next((text for text in labels if text.startswith(_BEFORE) or "previous" in text), labels[1])
    phases: dict[bool, Phase] = {True: "before", False: "after"}
    return [
        (phases[text == earlier], *(span or ("", "")), periods[text]) for text, span in zip(labels, spans, strict=True)
    ]


def _spans(labels: list[str]) -> list[tuple[str, str] | tuple[()]]:
    """First and last day of each label; all read together, so that one clear date tells how the others are meant."""
    days = dates(" ".join(labels))
    if len(days) != 4:
        return [(), ()]
    return [(min(days[:2]), max(days[:2])), (min(days[2:]), max(days[2:]))]
