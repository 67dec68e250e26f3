"""Which of the addresses that sources name are fetched: those of the site that the owner's patterns and limit leave."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..config import CrawlSettings
from ..model import Declared
from ..urls import identity
from .frontier import Frontier
from .scope import Sites, belongs

_CHUNK = 1000


@dataclass(slots=True)
class Tally:
    """What became of the addresses of a source. `ours` pass every test; `example` is one that does not."""

    entries: int = 0
    ours: int = 0
    foreign: int = 0
    excluded: int = 0
    unusable: int = 0
    too_long: int = 0
    foreign_host: str = ""
    unusable_example: str = ""

    def add(self, other: Tally) -> None:
        """Sum up."""
        self.entries += other.entries
        self.ours += other.ours
        self.foreign += other.foreign
        self.excluded += other.excluded
        self.unusable += other.unusable
        self.too_long += other.too_long
        self.foreign_host = self.foreign_host or other.foreign_host
        self.unusable_example = self.unusable_example or other.unusable_example

    @property
    def note(self) -> str:
        """The addresses that nobody will fetch, in words; empty when there are none."""
        said = []
        if self.unusable:
            said.append(f"{self.unusable:,} relative or unusable, like '{self.unusable_example[:60]}'")
        if self.too_long:
            said.append(f"{self.too_long:,} too long")
        if self.foreign:
            said.append(f"{self.foreign:,} of another site, like {self.foreign_host}")
        return "; ".join(said)


class Chooser:
    """Hands addresses to the frontier: to be fetched, or skipped with a reason."""

    def __init__(self, site: Sites, settings: CrawlSettings, frontier: Frontier) -> None:
        self._site, self._frontier = site, frontier
        self._include = [re.compile(pattern) for pattern in settings.include]
        self._longest = settings.max_url
        self._exclude = [re.compile(pattern) for pattern in settings.exclude]
        known = frontier.counts()
        self._room = settings.max_pages - known.waiting - known.done - known.failed if settings.max_pages else None

    def add(self, found: Iterable[Declared]) -> Tally:
        """Sort addresses as written in a source; what has no usable address is only counted."""
        tally = Tally()
        for chunk in _chunks(found):
            fates: dict[str, list[Declared]] = {"": [], "too_long": [], "foreign_host": [], "excluded": []}
            for declared in chunk:
                tally.entries += 1
                url = identity.resolve("", declared.url)
                url = identity.without_credentials(url) if "@" in url else url
                if url:
                    fates[self._fate(url, tally)].append(dataclasses.replace(declared, url=url))
                else:
                    tally.unusable += 1
                    tally.unusable_example = tally.unusable_example or identity.without_credentials(declared.url)
            tally.ours += len(fates[""])
            self._declare(fates.pop(""))
            for reason, addresses in fates.items():
                if addresses:
                    self._frontier.skip(addresses, reason)
        return tally

    def _fate(self, url: str, tally: Tally) -> str:
        """Why an address is skipped; empty when it is not."""
        if len(url) > self._longest:
            tally.too_long += 1
            return "too_long"
        if not belongs(self._site, url):
            tally.foreign += 1
            tally.foreign_host = tally.foreign_host or identity.origin(url).partition("//")[2]
            return "foreign_host"
        included = not self._include or any(pattern.search(url) for pattern in self._include)
        if not included or any(pattern.search(url) for pattern in self._exclude):
            tally.excluded += 1
            return "excluded"
        return ""

    def _declare(self, ours: list[Declared]) -> None:
        """As many as there is room for. Known ones take no room, so it may need several rounds to fill it."""
        while ours and self._room != 0:
            part, ours = ours[: self._room], ours[len(ours[: self._room]) :]
            new = self._frontier.declare(part)
            if self._room is not None:
                self._room -= new
        if ours:
            self._frontier.skip(ours, "over_limit")


def _chunks(found: Iterable[Declared]) -> Iterator[list[Declared]]:
    found = iter(found)
    while chunk := list(itertools.islice(found, _CHUNK)):
        yield chunk
