"""Behind the crawl, a few requests in each section: which other spellings of its addresses does the site answer?

Every request keeps the pace of the crawl and robots.txt. One of them asks for an address made up: what answers it with
200 is the site's error page, and pages of that section with the same text are none (soft 404).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from .. import words
from ..config import CrawlSettings
from ..model import PROBES, Page, Probe, ProbeKind, Texts
from ..progress import Progress
from ..urls import identity, spellings, variants
from . import alike
from .fetch import Client
from .robots import Robots
from .scope import www_twin
from .workers import Workers

_WORDS = 10  # a page with fewer tells nothing
_FAILURES = 5  # in a row without an answer: the site is down
_SPARE = 10  # words that a soft 404 may be longer or shorter, beside a fifth


class ProbeBook(Protocol):
    """What probing needs of the audit file. Addresses are identity keys."""

    def pages(self, under: str = "") -> Iterator[tuple[str, int, bool]]:
        """(key, words, False for a soft 404) of every page, by key; of those alone whose key goes on after `under`."""

    def read(self, key: str) -> tuple[str, Texts]:
        """Title and texts of such a page."""

    def probed(self) -> set[tuple[str, str]]:
        """(section, kind) of the probes that are stored."""

    def save(self, probe: Probe, soft_404: Iterable[str] = ()) -> None:
        """Store a probe and the pages that it shows to be soft 404, together."""


@dataclass(frozen=True, slots=True)
class _Planned:
    """A probe to be asked; fields as in model.Probe."""

    section: str
    kind: ProbeKind
    page: str
    asked: str


@dataclass(slots=True)
class _Section:
    """A section, how many pages it has, and those that stand for it: any, and one that may have an index file."""

    size: int = 0
    page: str = ""
    folder: str = ""

    def add(self, key: str) -> None:
        self.size += 1
        if not self.page or _plainness(key) > _plainness(self.page):
            self.page = key
        if not self.folder and (key.endswith("/") or ("/index." in key and "?" not in key)):
            self.folder = key


def _plainness(key: str) -> tuple[bool, bool]:
    """A page without parameters is best, and one that is not the home page: that has few spellings."""
    path, _, query = key.partition("://")[2].partition("/")[2].partition("?")
    return not query, bool(path)


def largest(pages: Iterable[tuple[str, int, bool]], most: int) -> list[str]:
    """The `most` largest sections; soft 404s count, so that telling them does not change which these are."""
    sizes = Counter(spellings.section(key) for key, size, _ in pages if size >= _WORDS)
    return sorted(sizes, key=lambda name: (-sizes[name], name))[:most]


def plan(pages: Iterable[tuple[str, int, bool]], names: Iterable[str]) -> list[_Planned]:
    """The probes of these sections, at most eight each. `pages` are those of the site, as ProbeBook gives them."""
    sections = {name: _Section() for name in names}
    index_file = "index.html"
    for key, size, is_page in pages:
        section = sections.get(spellings.section(key))
        if section is not None and is_page and size >= _WORDS:
            section.add(key)
            index_file = "index.php" if key.partition("?")[0].endswith(".php") else index_file
    planned = []
    for name, section in sections.items():
        found: dict[ProbeKind, _Planned] = {}
        for page in filter(None, (section.page, section.folder)):
            for kind, asked in spellings.of_page(page, www_twin(page), index_file).items():
                found.setdefault(kind, _Planned(name, kind, page, asked))
        planned += [found[kind] for kind in PROBES if kind in found]
    return planned


class Prober:
    """Asks the probes of a site, the largest sections first. `tops` are its home pages, which are no error page."""

    def __init__(
        self,
        tops: Collection[str],
        settings: CrawlSettings,
        client: Client,
        robots: Robots,
        workers: Workers,
        book: ProbeBook,
        progress: Progress,
    ) -> None:
        self._tops, self._settings = tops, settings
        self._client, self._robots, self._workers, self._book = client, robots, workers, book
        self._progress = progress
        self._failures = 0

    async def go(self) -> None:
        """Every probe that is not stored yet; ends early where nothing answers any more.

        Addresses made up come first: no soft 404 shall stand for its section.
        """
        self._progress.start("probes")
        names = largest(self._book.pages(), self._settings.probe_sections)
        await self._all([_Planned(name, "missing", name, spellings.missing(name)) for name in names])
        await self._all(plan(self._book.pages(), names))

    async def _all(self, probes: list[_Planned]) -> None:
        known = self._book.probed()
        for probe in probes:
            if (probe.section, probe.kind) not in known and self._failures < _FAILURES:
                await self._ask(probe)
                self._progress.advance()

    async def _ask(self, probe: _Planned) -> None:
        policy = await self._robots.policy(probe.asked)
        if not policy.allowed(probe.asked):
            note = f"robots.txt {policy.note}" if policy.state == "closed" else "robots.txt forbids it"
            self._book.save(Probe(probe.section, probe.kind, probe.page, probe.asked, None, note=note))
            return
        page, texts = await self._workers.read(await self._client.get(probe.asked))
        self._failures = 0 if page.status else self._failures + (probe.kind not in ("scheme", "www"))
        if probe.kind == "missing":
            self._save_missing(probe, page, texts)
        else:
            self._save_spelling(probe, page, texts)

    def _save_spelling(self, probe: _Planned, page: Page, texts: Texts) -> None:
        _, ours = self._book.read(probe.page)
        same = alike.same_text(ours, texts) if page.status == 200 else None
        named = {identity.key(link.url) for link in page.canonicals if link.url}
        found = Probe(
            probe.section, probe.kind, probe.page, probe.asked, page.status, page.redirect_to, same,
            settled=len(named) == 1 and identity.key(probe.asked) not in named, note="" if page.status else page.note,
        )  # fmt: skip
        self._book.save(found)

    def _save_missing(self, probe: _Planned, page: Page, texts: Texts) -> None:
        error = page.status == 200 and page.outcome in ("ok", "soft_404")
        same = list(self._like_error(probe.section, page, texts)) if error else []
        note = "" if page.status else page.note
        self._book.save(
            Probe(probe.section, probe.kind, probe.page, probe.asked, page.status, page.redirect_to, note=note), same
        )

    def _like_error(self, section: str, error: Page, texts: Texts) -> Iterator[str]:
        """The pages of a section that are the site's error page; never its home page, nor the top of the section."""
        tops = (*self._tops, section, section.rstrip("/"))
        spared = {variants.spelling(identity.key(top)) for top in tops}
        length = words.count(texts.body or texts.main)
        for key, size, is_page in self._book.pages(section):
            if not is_page or spellings.section(key) != section or variants.spelling(key) in spared:
                continue
            if abs(size - length) <= _SPARE + length / 5:
                title, theirs = self._book.read(key)
                if alike.same_error(texts, error.title, theirs, title):
                    yield key
