"""What the crawler needs from whoever keeps its books. The pipeline hands in an implementation on the audit file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..model import Crawled, Declared, Link, SourceSeen, Task


@dataclass(frozen=True, slots=True)
class Counts:
    """Addresses of this crawl by state. `declared` were named by a source; `waiting` are still to be fetched."""

    declared: int
    waiting: int
    done: int
    failed: int
    skipped: int


class Frontier(Protocol):
    """The addresses of one crawl. All calls come from one thread; each returns when it is safely stored."""

    def saw_source(self, seen: SourceSeen) -> None:
        """Note a robots.txt or sitemap that was read."""

    def declare(self, found: Iterable[Declared]) -> int:
        """Add addresses that wait to be fetched; returns how many were new (by identity key)."""

    def skip(self, found: Iterable[Declared], reason: str) -> int:
        """Add addresses that will not be fetched, with the reason; known ones stay. Returns how many were new."""

    def all_declared(self) -> None:
        """All sources were read to the end; a resumed crawl need not read them again."""

    @property
    def is_declared(self) -> bool:
        """Whether `all_declared` was said for this crawl, in this or an earlier run."""

    def take(self, after: int, limit: int) -> list[Task]:
        """At most `limit` waiting addresses with an id above `after`, by id."""

    def waiting(self, url: str) -> Task | None:
        """The task of an address if it waits."""

    def unanswered(self, after: int, limit: int) -> list[Task]:
        """The same for addresses that were asked in vain, but may answer another time."""

    def known(self) -> Iterator[str]:
        """Pages of the crawl before that nobody has named in this one; to be read while they are declared."""

    def links(self, version: int) -> tuple[Link, ...]:
        """The links of a page as an earlier crawl found them (Known.version)."""

    def save(self, batch: Sequence[Crawled]) -> None:
        """Store a batch in one transaction: pages, texts, links, and the addresses they led to."""

    def counts(self) -> Counts:
        """How far the crawl is."""

    def deepest(self) -> int:
        """The highest level (model.Declared) of an address that was not skipped."""

    def linked(self) -> Iterator[str]:
        """The keys of all addresses of origin `link` that were not skipped."""

    def targets(self, most: int, may: Callable[[str], bool]) -> int:
        """Add targets of hreflang annotations that nobody else had fetched and that `may` allows, in the order of keys.

        A crawl never has more than `most` of them; what they name in turn is no target. Returns how many wait.
        """

    def follow(self, level: int, judge: Callable[[str, bool], str | None]) -> int:
        """Add the addresses that pages of `level` link to and that nobody named before, on the level below them.

        `judge` is given each key, in the order of keys, and whether all links to it are nofollow; it answers why the
        address is skipped, "" to have it fetched, None to leave it alone. Addresses that were skipped as `nofollow`
        are judged again. All or nothing is stored; returns how many are to be fetched.
        """
