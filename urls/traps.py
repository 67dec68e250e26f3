"""Which addresses that only links name may be without end: repeated segments, calendars, combinations of filters.

Links can be made faster than pages are written, so what links alone name is counted by family: addresses of one
pattern, with numbers, dates and ids written as signs. Sources: Google, URL structure, on infinite spaces
(https://developers.google.com/search/docs/crawling-indexing/url-structure) and on faceted navigation
(https://developers.google.com/crawling/docs/faceted-navigation).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote_plus, urlsplit

from . import variants

Kind = Literal["calendar", "facets", "plain"]

_SAME = 3  # times that one segment may not stand in a path
_DEEPEST = 60  # segments; no site has folders in folders so often
_FILTERS = 2  # parameters that make combinations
_FULL_DATE = re.compile(
    r"(?:19|20|21)\d\d[-_.](?:0?[1-9]|1[0-2])(?:[-_.](?:0?[1-9]|[12]\d|3[01]))?(?:[T ].*)?"
    r"|(?:0?[1-9]|[12]\d|3[01])[-_.](?:0?[1-9]|1[0-2])[-_.](?:19|20|21)\d\d"
)
_YEAR = re.compile(r"\d{4}")
_MONTH = re.compile(r"0?[1-9]|1[0-2]|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april"
                    r"|august|september|october|november|december", re.IGNORECASE)  # fmt: skip
_CALENDAR_NAMES = frozenset((
    "date", "day", "month", "year", "week", "yr", "calendar", "caldate", "cal_date", "tribe-bar-date", "start_date",
    "end_date", "startdate", "enddate", "datefrom", "dateto", "date_from", "date_to", "from_date", "to_date",
))  # fmt: skip
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=.*\d)[0-9a-f]{12,}", re.IGNORECASE)
_FILES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|avi|mov|wmv|webm|og[gav]|wav|flac|zip|rar|7z|t?gz"
    r"|bz2|xz|exe|msi|dmg|iso|apk|deb|rpm|css|js|json|woff2?|ttf|eot)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Family:
    """The addresses of one pattern: `https://e.com/shop/*?color&size`. `{n}`, `{date}` and `{id}` stand for values."""

    pattern: str
    kind: Kind


@lru_cache(maxsize=1024)
def family(key: str) -> Family:
    """The family of an address, by its identity key.

    Filters are offered on every page of a section, so addresses with several parameters are one family for each first
    segment and set of names. Those with a session in them are all one: each answer may name each page anew.
    """
    parts = urlsplit(key)
    segments = parts.path.split("/")[1:]
    parameters = [piece.partition("=") for piece in parts.query.split("&") if piece]
    names = sorted({unquote_plus(name).lower() for name, _, _ in parameters})
    signs = [_sign(unquote_plus(segment)) for segment in segments]
    dated = _is_calendar(segments, [(unquote_plus(n).lower(), unquote_plus(v)) for n, _, v in parameters])
    in_session = "session" in variants.kinds(key)
    kind: Kind = "calendar" if dated else "facets" if in_session or len(names) >= _FILTERS else "plain"
    if in_session:
        signs, names = ["*"], ["session"]
    elif kind == "facets" and len(signs) > 1:
        signs = [signs[0], "*"]
    query = "?" + "&".join(names) if names else ""
    return Family(f"{parts.scheme}://{parts.netloc}/{'/'.join(signs)}{query}", kind)


def repeats(key: str) -> bool:
    """Whether the path goes in circles: a segment for the third time, or a sequence of segments twice in a row.

    Numbers may repeat (/2011/11/11). Relative links that lack a slash make such paths without end.
    """
    segments = urlsplit(key).path.split("/")[1:]
    if segments and not segments[-1]:
        segments.pop()
    if len(segments) > _DEEPEST:
        return True
    words = [segment for segment in segments if not segment.isdigit()]
    if any(words.count(word) >= _SAME for word in set(words)):
        return True
    for size in range(2, len(segments) // 2 + 1):
        for start in range(len(segments) - 2 * size + 1):
            part = segments[start : start + size]
            if part == segments[start + size : start + 2 * size] and not all(map(str.isdigit, part)):
                return True
    return False


def is_file(key: str) -> bool:
    """Whether the name says that this is an image, a film, an archive or the like: never a page."""
    return bool(_FILES.search(urlsplit(key).path))


def _sign(segment: str) -> str:
    if segment.isdigit():
        return "{n}"
    if _FULL_DATE.fullmatch(segment):
        return "{date}"
    if _ID.fullmatch(segment):
        return "{id}"
    return re.sub(r"\d+", "{n}", segment)


def _is_calendar(segments: list[str], parameters: list[tuple[str, str]]) -> bool:
    """Whether an address shows a day, a month or a year, rather than something written then.

    An article may carry its date (/2024/05/17/title), so the path must end with it.
    """
    if any(name in _CALENDAR_NAMES or _FULL_DATE.fullmatch(value) for name, value in parameters):
        return True
    path = [segment for segment in segments if segment]
    if not path:
        return False
    if _FULL_DATE.fullmatch(path[-1]):
        return True
    tail = path[-3:]
    return any(
        _YEAR.fullmatch(tail[at]) and all(_is_month_or_day(part) for part in tail[at + 1 :])
        for at in range(len(tail) - 1)
    )


def _is_month_or_day(text: str) -> bool:
    return bool(_MONTH.fullmatch(text)) or (text.isdigit() and len(text) <= 2 and 1 <= int(text) <= 31)
