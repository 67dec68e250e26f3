"""The content of a robots meta element or X-Robots-Tag line, taken apart.

Sources: Google, robots meta tag specifications (https://developers.google.com/search/docs/crawling-indexing/
robots-meta-tag); Yandex, robots meta tag (https://yandex.ru/support/webmaster/en/controlling-robot/meta-robots).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import NamedTuple

from ..model import SearchEngine

# Which names each engine obeys.
BOTS: dict[SearchEngine, frozenset[str]] = {
    "google": frozenset(("robots", "googlebot")),
    "yandex": frozenset(("robots", "yandex")),
}
DENY = frozenset(("noindex", "none"))
ALLOW = frozenset(("index", "all"))
# What an engine documents, now or once; the last ones take a value behind a colon.
KNOWN = DENY | ALLOW | frozenset((
    "follow", "nofollow", "nosnippet", "indexifembedded", "notranslate", "noimageindex", "noarchive", "archive",
    "nocache", "nositelinkssearchbox", "noyaca", "noodp", "noydir",
    "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after",
))  # fmt: skip
_UNAVAILABLE = re.compile(r"\bunavailable_after\s*:", re.IGNORECASE)


class Directives(NamedTuple):
    """The words, in lower case; the date of `unavailable_after`, None without one or where it cannot be read; whether
    there is one that cannot.
    """

    words: frozenset[str]
    until: datetime | None = None
    bad_date: bool = False


@lru_cache(maxsize=1024)  # a site says the same on most pages
def read(content: str) -> Directives:
    """What a content says."""
    found = _UNAVAILABLE.search(content)
    if not found:
        return Directives(_words(content))
    # A date may hold commas itself (RFC 822 and RFC 850 begin with a weekday), so it is the shortest run that parses.
    pieces = content[found.end() :].split(",")
    for end in range(1, min(len(pieces), 3) + 1):
        until = _date(",".join(pieces[:end]).strip())
        if until is not None:
            return Directives(_words(content[: found.start()]) | _words(",".join(pieces[end:])), until)
    return Directives(_words(content[: found.start()]) | _words(",".join(pieces[1:])), bad_date=True)


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip().lower() for word in text.split(","))


def _date(text: str) -> datetime | None:
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            date = parse(text)
        except (ValueError, TypeError, OverflowError):
            continue
        return date if date.tzinfo else date.replace(tzinfo=UTC)
    return None
