"""All signals of a group at its keeper: what the keeper would have if the duplicates were folded into it.

Search engines document that signals of duplicates are gathered at the canonical (Google, consolidate duplicate URLs:
https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls). How much each passes on, none
says; here nothing is lost or made up: sums stay as they are, to the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache

from ..model import PageState
from .recommend import Recommended


@dataclass(frozen=True, slots=True)
class Dates:
    """Days of one page, ISO 8601 in UTC; empty where they are not known.

    `page` is what the owner says of it (lastmod of the sitemap, else Last-Modified), `first_seen` the earliest crawl
    that it answered, `last_changed` the latest one that found another text than the one before.
    """

    page: str = ""
    first_seen: str = ""
    last_changed: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of a signal there is: in all, on addresses that are not the keeper, and how many of them have any.

    `total` is None where nothing is known.
    """

    total: int | None
    elsewhere: int = 0
    addresses: int = 0

    @property
    def at_keeper(self) -> int:
        """What the keeper has already."""
        return (self.total or 0) - self.elsewhere


@dataclass(frozen=True, slots=True)
class Carried:
    """A group as one page. `in_search` and `in_sitemap` count members; `words` are of the longest text."""

    keeper: int
    clicks: Amount
    shows: Amount
    links: Recommended
    dates: Dates
    in_search: int | None
    in_sitemap: int
    words: int

    @property
    def inlinks(self) -> Amount:
        """Pages outside the group that link to it; elsewhere are those that link to its duplicates alone."""
        return Amount(self.links.pages, self.links.pages - self.links.to_keeper, self.links.duplicates)


@dataclass(frozen=True, slots=True)
class Leak:
    """A signal over the whole site: `total` of it, `elsewhere` on `addresses` duplicates of open groups, and `settled`
    on those of groups that a redirect, a canonical or noindex has decided already."""

    total: int
    elsewhere: int
    addresses: int
    settled: int


@dataclass(frozen=True, slots=True)
class HostRow:
    """A host and its owner: addresses of the crawl, pages without their duplicates, duplicates, and what both have.

    `inlinks` counts pages of other hosts that link to it. Clicks and shows are None where nothing is known.
    """

    host: str
    owner: str
    addresses: int
    pages: int
    duplicates: int
    clicks: int | None
    shows: int | None
    in_search: int | None
    inlinks: int


def carry(
    keeper: int, members: Iterable[int], pages: Sequence[PageState], links: Recommended, dates: Mapping[int, Dates]
) -> Carried:
    """The signals of the `members` (page ids, the keeper among them) in one record."""
    group = [pages[member] for member in members]
    known = [dates.get(page.id, Dates()) for page in group]
    return Carried(
        keeper,
        _amount([(page.id == keeper, page.clicks) for page in group]),
        _amount([(page.id == keeper, page.shows) for page in group]),
        links,
        Dates(
            max(found.page for found in known),
            min((found.first_seen for found in known if found.first_seen), default=""),
            max(found.last_changed for found in known),
        ),
        total(None if page.in_search is None else int(page.in_search) for page in group),
        sum(page.in_sitemap for page in group),
        max(page.words for page in group),
    )


def leaks(
    groups: Sequence[tuple[Carried, bool]], pages: Sequence[PageState], grouped: Iterable[int]
) -> dict[str, Leak]:
    """What leaks from keepers to duplicates: clicks, shows and inlinks, each only where any is known.

    `groups` are with whether they are settled; `grouped` are the ids of all their members.
    """
    inside = set(grouped)
    alone = [page for page in pages if page.id not in inside]
    found = {}
    for name, lone in (
        ("clicks", (page.clicks for page in alone)),
        ("shows", (page.shows for page in alone)),
        ("inlinks", (page.inlinks for page in alone)),
    ):
        amounts = [(getattr(group, name), settled) for group, settled in groups]
        whole = total((*lone, *(amount.total for amount, _ in amounts)))
        if whole:
            found[name] = Leak(
                whole,
                sum(amount.elsewhere for amount, settled in amounts if not settled),
                sum(amount.addresses for amount, settled in amounts if not settled),
                sum(amount.elsewhere for amount, settled in amounts if settled),
            )
    return found


def hosts(
    pages: Sequence[PageState],
    host_of: Sequence[str],
    duplicates: Iterable[int],
    inlinks: Mapping[str, int],
    owner: Callable[[str], str],
) -> list[HostRow]:
    """Every host by name. `host_of` are the hosts of the pages, `duplicates` ids of members that are no keepers,
    `inlinks` pages of other hosts that link to a host, `owner` gives the owner of a host."""
    removed = set(duplicates)
    by_host: dict[str, list[PageState]] = {}
    for page, host in zip(pages, host_of, strict=True):
        by_host.setdefault(host, []).append(page)
    return [
        HostRow(
            host, owner(host), len(found), sum(is_page(page) and page.id not in removed for page in found),
            sum(page.id in removed for page in found), total(page.clicks for page in found),
            total(page.shows for page in found),
            total(None if page.in_search is None else int(page.in_search) for page in found), inlinks.get(host, 0),
        )
        for host, found in sorted(by_host.items())
    ]  # fmt: skip


def is_page(page: PageState) -> bool:
    """Whether an address is a page, open to search engines or not; no redirect, error or file."""
    return page.indexability in ("indexable", "noindex", "canonicalised")


def total(values: Iterable[int | None]) -> int | None:
    """The sum of what is known; None when nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None


@lru_cache(maxsize=4096)  # a site is often written in a day
def day(text: str) -> str:
    """A date as sitemaps (W3C) or headers (RFC 9110) write it as the day in UTC; empty when it is none."""
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = parse(text.strip())
        except (ValueError, TypeError, OverflowError, IndexError):
            continue
        try:
            return (found.astimezone(UTC) if found.tzinfo else found).date().isoformat()
        except OverflowError:
            return ""
    return text.strip() if _is_month(text.strip()) else ""


def _is_month(text: str) -> bool:
    """W3C allows a year, or a year and a month."""
    year, _, month = text.partition("-")
    return len(year) == 4 and year.isdecimal() and (not month or (month.isdecimal() and 1 <= int(month) <= 12))


def _amount(values: Sequence[tuple[bool, int | None]]) -> Amount:
    others = [value or 0 for is_keeper, value in values if not is_keeper]
    return Amount(total(value for _, value in values), sum(others), sum(value > 0 for value in others))
