"""Pages in search of Yandex Webmaster, as its download (CSV): a history of what came into search and went out of it.

The list of statuses is open: Webmaster sends words that its documentation does not name, so each is kept as it stands.
The API's answers are read by inspection.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .bundle import Bundle
from .labels import Column, plain, slug
from .records import Faults, Import, Signal, Told
from .sheet import Sheet, place_of, sheet
from .values import moment

LOOKED_FOR = "pages in search of Yandex Webmaster (CSV with addresses, status and target)"
_OUT = ("delete", "removed from search", "удалено", "удалена", "исключена", "удалена из поиска")
_IN = ("add", "appeared in search", "добавлено", "добавлена", "появилась в поиске")


def imports(bundle: Bundle, told: Told) -> list[Import] | None:
    """The pages of a download: a table of addresses with a status, and no clicks."""
    found: list[Import] = []
    for name in bundle.names:
        table = sheet(bundle, name, told)
        if table and table.find("status") is not None and table.find("clicks") is None:
            rows = partial(_rows, table, place_of(table, told.url_column, "url"))
            found.append(Import("yandex", "yandex", rows, merge="newest"))
    return found or None


def signal(url: str, at: int, status: str, event: str, target: str, dated: str, seen: str) -> Signal:
    """A page in the words of Yandex. An event says whether it is in search; without one the status does."""
    event = plain(event)
    if event in _IN or event in _OUT:
        in_search: bool | None = event in _IN
    else:
        in_search = slug("yandex", status) == "ya-searchable" if status else None
    return Signal(
        url.strip(), at, status=status.strip(), in_search=in_search, target=target.strip(),
        dated=moment(dated), seen=moment(seen),
    )  # fmt: skip


def _rows(found: Sheet, url: int | None, faults: Faults) -> Iterator[Signal]:
    assert url is not None
    columns: tuple[Column, ...] = ("status", "event", "target", "dated", "seen")
    places = [found.find(column) for column in columns]
    for line, cells in found.rows(faults):
        if len(cells) <= url or not cells[url].strip():
            faults.add(f"line {line}", "no address")
            continue
        yield signal(cells[url], line, *(cells[n] if n is not None and n < len(cells) else "" for n in places))
