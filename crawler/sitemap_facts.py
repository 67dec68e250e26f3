"""What rules need to know of a sitemap beside its addresses, gathered while it is read: counts, and first examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta, timezone
from typing import TypeVar

import ada_url

from ..model import EntryFault, SitemapFile, SitemapKind
from ..urls import identity
from .sitemap import Entry
from .sitemap_form import Form

_Name = TypeVar("_Name", bound=str)
LONGEST = 2048  # from so many characters on an address is too long for sitemaps.org
_MOST_HOSTS = 50  # other hosts that are counted one by one; the rest is not counted
_LONGEST_EXAMPLE = 300
_SLACK = timedelta(days=1)  # a day that has begun elsewhere, a clock that goes wrong
_FEWEST = 10  # entries of which one says something about all having the same lastmod
_ABSOLUTE = re.compile("https?://", re.IGNORECASE)
# RFC 3986: what an address is written with; a percent sign begins an escape.
_ESCAPED = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*+")
# https://www.w3.org/TR/NOTE-datetime; a time needs its zone there
_W3C = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:(Z)|([+-])(\d\d):(\d\d)))?)?)?", re.ASCII
)


class Gauge:
    """Looks at the entries of one sitemap as they pass.

    `addresses` are those that it was asked by and answered from: an entry that is on neither host is of another one.
    """

    def __init__(self, kind: SitemapKind, addresses: Iterable[str], now: datetime) -> None:
        self._kind, self._soon = kind, now + _SLACK
        asked = [ada_url.URL(url) for url in addresses]
        self._ours = {url.hostname for url in asked}
        self._inside = {f"{url.host}{url.pathname[: url.pathname.rfind('/') + 1]}" for url in asked}
        self._locs = self._dated = 0
        self._lastmod = ""
        self._faults: dict[EntryFault, tuple[int, str]] = {}
        self._hosts: dict[str, tuple[int, str]] = {}

    def watch(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries, each looked at."""
        for entry in entries:
            self._see(entry)
            yield entry

    def file(self, form: Form, url: str, *, parent: str, guessed: bool, cut: bool) -> SitemapFile:
        """The record of the file, when all entries were seen. `cut`: the answer was not read to its end."""
        same = self._lastmod[:_LONGEST_EXAMPLE] if self._dated == self._locs >= _FEWEST else ""
        return SitemapFile(
            url, self._kind, form.size, self._locs, cut or bool(form.cut), form.layers, bool(form.packed), form.bom,
            form.blank, form.namespace, form.encoding, form.step, form.fault, parent, guessed, dict(self._faults),
            dict(self._hosts), same,
        )  # fmt: skip

    def _see(self, entry: Entry) -> None:
        self._locs += 1
        url = _parsed(entry.loc)
        if url is None:
            self._fault("junk" if self._kind == "text" else "relative", entry.loc)
        else:
            self._address(entry.loc, url)
        if entry.ranked:
            self._fault("ranked", entry.loc)
        if entry.lastmod and self._kind in ("sitemap", "index"):
            self._date(entry.lastmod)

    def _address(self, loc: str, url: ada_url.URL) -> None:
        if len(loc) >= LONGEST:
            self._fault("too_long", loc)
        if "#" in loc:
            self._fault("fragment", loc)
        if not _ESCAPED.fullmatch(loc):
            self._fault("unescaped", loc)
        if url.hostname not in self._ours:
            if url.hostname in self._hosts or len(self._hosts) < _MOST_HOSTS:
                _count(self._hosts, url.hostname, loc)
        elif not any(f"{url.host}{url.pathname}".startswith(inside) for inside in self._inside):
            self._fault("outside", loc)

    def _date(self, lastmod: str) -> None:
        self._dated += 1
        self._lastmod = lastmod if self._dated == 1 or lastmod == self._lastmod else ""
        when = w3c(lastmod)
        if when is None:
            self._fault("lastmod_invalid", lastmod)
        elif when > self._soon:
            self._fault("lastmod_future", lastmod)

    def _fault(self, name: EntryFault, example: str) -> None:
        _count(self._faults, name, example)


def _parsed(loc: str) -> ada_url.URL | None:
    """None for what is no whole address."""
    if not _ABSOLUTE.match(loc):
        return None
    try:
        return ada_url.URL(loc)
    except ValueError:
        return None


def _count(found: dict[_Name, tuple[int, str]], name: _Name, example: str) -> None:
    n, first = found.get(name, (0, ""))
    found[name] = n + 1, first or identity.without_credentials(example)[:_LONGEST_EXAMPLE]


def w3c(text: str) -> datetime | None:
    """When a W3C Datetime begins, in UTC where it has no zone; None where the text is none, or no such day."""
    match = _W3C.fullmatch(text)
    if match is None:
        return None
    parts = [int(part or least) for part, least in zip(match.groups()[:6], "011000", strict=True)]
    ahead = timedelta(hours=int(match[9] or 0), minutes=int(match[10] or 0))
    try:
        zone = timezone(-ahead if match[8] == "-" else ahead)
        return datetime(*parts, tzinfo=zone) if int(match[10] or 0) < 60 else None  # type: ignore[misc,arg-type]
    except ValueError:
        return None
