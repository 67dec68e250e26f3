"""Answers of two interfaces for programs, as JSON: Google's URL Inspection, and pages in search of Yandex Webmaster.

Google's answer does not name the address that was asked for, so it must stand beside it (`inspectionUrl` or `url`), as
in the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from ..errors import UsageError
from . import yandex
from .bundle import Bundle
from .json_items import items, looks_like
from .records import Faults, Import, Signal, Told
from .values import moment

LOOKED_FOR = "JSON of Google's URL Inspection (inspectionResult) or of Yandex Webmaster (samples with url and event)"
_IN_SEARCH = {"PASS": True, "NEUTRAL": False, "FAIL": False}


def imports(bundle: Bundle, _: Told) -> list[Import] | None:
    """The answers in a file, by the first objects in it."""
    found: list[Import] = []
    for name in bundle.names:
        if not looks_like(bundle.head(name)):
            continue
        for _number, item in islice(items(bundle, name, Faults()), 20):
            if _index_status(item) is not None:
                found.append(
                    Import("inspection", "google", partial(_rows, bundle, name, _google), merge="last", unit="item")
                )
            elif "event_date" in item or "excluded_url_status" in item:
                found.append(
                    Import("yandex", "yandex", partial(_rows, bundle, name, _yandex), merge="last", unit="item")
                )
            else:
                continue
            break
        else:
            if bundle.names == [""]:
                raise UsageError(
                    f"{bundle.place(name)}: JSON, but of no kind that is read here. Looked for: {LOOKED_FOR}"
                )
    return found or None


def _rows(
    bundle: Bundle, name: str, read: Callable[[Mapping[str, Any], int], Signal | str], faults: Faults
) -> Iterator[Signal]:
    for number, item in items(bundle, name, faults):
        found = read(item, number)
        if isinstance(found, str):
            faults.add(f"item {number}", found)
        else:
            yield found


def _index_status(item: Mapping[str, Any]) -> Mapping[str, Any] | None:
    result = item.get("inspectionResult", item)
    status = result.get("indexStatusResult") if isinstance(result, dict) else None
    return status if isinstance(status, dict) else None


def _google(item: Mapping[str, Any], number: int) -> Signal | str:
    status, request = _index_status(item), item.get("request")
    if status is None:
        return "no indexStatusResult"
    asked = request if isinstance(request, dict) else {}
    url = _word(item, "inspectionUrl") or _word(item, "url") or _word(asked, "inspectionUrl")
    if not url:
        return "no address; keep the inspectionUrl of the request beside its answer"
    return Signal(
        url, number, status=_word(status, "coverageState"), in_search=_IN_SEARCH.get(_word(status, "verdict")),
        target=_word(status, "googleCanonical"), declared=_word(status, "userCanonical"),
        seen=moment(_word(status, "lastCrawlTime")),
    )  # fmt: skip


def _yandex(item: Mapping[str, Any], number: int) -> Signal | str:
    url = _word(item, "url")
    if not url:
        return "no url"
    event = _word(item, "event").replace("_", " ")
    status = _word(item, "excluded_url_status")
    return yandex.signal(
        url, number, status, event, _word(item, "target_url"), _word(item, "event_date"), _word(item, "last_access")
    )


def _word(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return value.strip() if isinstance(value, str) else ""
