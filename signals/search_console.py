"""Exports of Google Search Console: performance (clicks by page) and page indexing (one reason, its addresses).

A download is a ZIP of CSV files; their names and headings follow the language of the interface, so each is known by
what stands in it. The period stands in Filters.csv and Chart.csv, the reason in Metadata.csv.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..errors import UsageError
from .bundle import Bundle
from .labels import plain, slug
from .records import Faults, Import, Signal, Told
from .sheet import Sheet, pairs, sheet
from .table import traffic
from .values import dates, day

LOOKED_FOR = (
    "a Search Console export (performance: the ZIP, or its pages as CSV with addresses, clicks, impressions, CTR and"
    " position; page indexing: open one reason and export that, as the summary names no pages)"
)
_REASON = ("issue", "reason", "проблема", "причина", "ошибка")


def imports(bundle: Bundle, told: Told) -> list[Import] | None:
    """What a download holds: the numbers of its pages, or its addresses with one reason."""
    tables = [t for name in bundle.names if _is_text(name) and (t := sheet(bundle, name, told))]
    found: list[Import] = []
    for each in tables:
        if each.find("seen") is not None and each.find("status") is None and each.find("clicks") is None:
            found += _indexing(each, tables)
        elif _is_performance(each):
            begins, ends = _period(bundle, each)
            found += traffic(each, told, "performance", "google", begins, ends)
    return found or None


def _is_text(name: str) -> bool:
    return not name or name.lower().endswith((".csv", ".tsv", ".txt"))


def _is_performance(found: Sheet) -> bool:
    return any("ctr" in plain(heading).split() for heading in found.headings) and found.find("status") is None


def _indexing(found: Sheet, tables: list[Sheet]) -> list[Import]:
    others = [name for name in found.bundle.names if name not in {t.name for t in tables} and _is_text(name)]
    small = [pairs(found.bundle, name) for name in others]
    reason = next((r for rows in small if (r := _reason(rows))), "")
    if not reason:
        raise UsageError(
            f"{found.place}: addresses of a page indexing export without their reason, which stands in Metadata.csv;"
            " import the ZIP as it was downloaded"
        )
    as_of = max((d for rows in small for d in _days(rows)), default="")
    return [Import("indexing", "google", partial(_addresses, found, reason), reason, as_of, as_of, merge="newest")]


def _addresses(found: Sheet, reason: str, faults: Faults) -> Iterator[Signal]:
    url, seen = found.find("url"), found.find("seen")
    assert url is not None
    assert seen is not None
    meaning = slug("google", reason)
    in_search = None if meaning == "gsc-unknown" else meaning.startswith("gsc-indexed")
    for line, cells in found.rows(faults):
        if len(cells) <= url:
            faults.add(f"line {line}", f"{len(cells)} cells, too few for this table")
            continue
        visited = day(cells[seen]) if seen < len(cells) else ""
        yield Signal(cells[url].strip(), line, status=reason, in_search=in_search, seen=visited)


def _reason(rows: list[list[str]]) -> str:
    """The reason in a table of property and value: by the name of the property, else by a value that is known."""
    twos = [(plain(row[0]), row[1].strip()) for row in rows if len(row) == 2]
    named = next((value for name, value in twos if name in _REASON), "")
    return named or next((value for _, value in twos if slug("google", value) not in ("", "gsc-unknown")), "")


def _days(rows: list[list[str]]) -> list[str]:
    """The days of a chart: a table of many rows that begin with a date."""
    days = [day(row[0]) for row in rows[1:] if row]
    return [d for d in days if d] if days and all(days) else []


def _period(bundle: Bundle, pages: Sheet) -> tuple[str, str]:
    """First and last day: of a filter that names two days, else of the chart; empty when neither is there."""
    charts: list[str] = []
    for name in bundle.names:
        if not name or name == pages.name or not _is_text(name):
            continue
        rows = pairs(bundle, name)
        charts += _days(rows)
        for row in rows:
            if len(row) == 2 and plain(row[0]) in ("date", "дата") and len(named := dates(row[1])) == 2:
                return min(named), max(named)
    return (min(charts), max(charts)) if charts else ("", "")
