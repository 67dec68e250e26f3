"""From what the user typed to the addresses of the sites, through robots.txt, sitemaps and lists."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import ada_url

from ..config import CrawlSettings
from ..errors import SiteError, UsageError
from ..model import Declared, Listed, SourceSeen
from ..progress import Progress
from ..urls import identity
from ..urls.robotstxt import Policy
from . import sitemap, sitemap_links
from .choose import Chooser, Tally
from .declare import declare
from .fetch import TRY_AGAIN, Client
from .frontier import Frontier
from .readers import Local
from .robots import MAX_REDIRECTS, Robots
from .scope import may_visit
from .sitemap import Entry
from .sitemap_facts import Gauge

_GUESSES = ("/sitemap.xml", "/sitemap_index.xml", "/sitemap.xml.gz")
_SITEMAP_NAME = re.compile(r"\.(xml|txt|gz)$", re.IGNORECASE)
_BARE_HOST = re.compile(r"(\[[^\]]+\]|[^\s/:@?#\\]+)(:\d+)?([/?#].*)?")
_DEEPEST = 5  # indexes in indexes; the protocol allows one
_MOST_CHILDREN = 50_000  # of all indexes together; the protocol's limit for one
_PATIENCE = 10.0  # times the page limits: a shop's sitemap may take minutes to be made
_SAID = 10  # notes that are shown at once; all are kept with their sources
_IF_YOURS = "if the site is yours, add --ignore-robots"


@dataclass(frozen=True, slots=True)
class Start:
    """What the user typed, understood: an address that answers, and what its robots.txt says. `listed`: a list."""

    url: str
    policy: Policy
    listed: Local | None = None

    @property
    def site(self) -> str:
        """The origin that the audit is about."""
        return identity.origin(self.url)


async def site_of(source: str | Local, client: Client, robots: Robots, further: bool = False) -> Start:
    """The site that a source (an address, or a list) means; a bare host is tried by https, then by http.

    `further`: it is not the first one that the user named. Raises UsageError for what is no web address, SiteError
    when nothing answers or robots.txt lets nobody in.
    """
    listed = source if isinstance(source, Local) else None
    troubles = []
    for address in addresses(source.site if isinstance(source, Local) else source):
        (client.add_home if further else client.set_home)(address)
        start = Start(identity.without_credentials(address), await robots.policy(address), listed)
        if start.policy.status is not None:
            _check_entry(start)
            return start
        troubles.append(f"{start.site} {start.policy.note}")
    raise SiteError(f"the site cannot be reached ({'; '.join(troubles)}); check the address and the connection")


def addresses(source: str) -> list[str]:
    """The addresses that may be meant by what the user typed, the likeliest first. Raises UsageError for none."""
    text = source.strip().removeprefix("//")
    spellings = [f"https://{text}", f"http://{text}"] if _BARE_HOST.fullmatch(text) else [text]
    found = [identity.resolve("", spelling) for spelling in spellings]
    if not all(found):
        shown = identity.without_credentials(source)
        raise UsageError(f"'{shown}' is no web address; give a site like https://example.com/ or a sitemap address")
    return found


def _check_entry(start: Start) -> None:
    if start.policy.state == "closed":
        raise SiteError(
            f"{start.site}/robots.txt {start.policy.note}; until it can be, nothing may be fetched (RFC 9309):"
            f" try again later, or {_IF_YOURS}"
        )
    if start.policy.forbids_all:
        raise SiteError(f"{start.site}/robots.txt forbids the whole site to pagetwin; allow it there, or, {_IF_YOURS}")


async def load(
    starts: Sequence[Start], settings: CrawlSettings, client: Client, frontier: Frontier, progress: Progress
) -> tuple[str, ...]:
    """Declare the addresses of all sources, which may name those of each other; returns what was wrong with them.

    When a sitemap gave no answer the audit is not called declared: they are to be read again later.
    Raises SiteError when no address can be had from a source, UsageError when include and exclude leave none of it.
    """
    sites = tuple(start.site for start in starts)
    notes: list[str] = []
    silent = False
    for start in starts:
        if start.listed is not None:
            notes += declare(start.listed, settings, frontier, progress, sites)
            continue
        walk = _Walk(start.site, client, Chooser(sites, settings, frontier), frontier, progress)
        await _load(walk, start, settings, client, frontier, progress)
        notes += walk.troubles
        silent = silent or walk.silent
    if not silent:
        frontier.all_declared()
    return tuple(notes)


async def _load(
    walk: _Walk, start: Start, settings: CrawlSettings, client: Client, frontier: Frontier, progress: Progress
) -> None:
    progress.start("sitemap")
    given = await _is_sitemap(start, client)
    if given:
        await walk.read([start.url])
    else:
        await walk.read(start.policy.sitemaps)
        for guess in _GUESSES:
            if not walk.usable:
                await walk.read([start.site + guess], guessed=True)
    if given or not settings.follow:  # links may lead on where sitemaps do not
        _check(walk, start, given)
    if not given:  # behind the sitemaps: what they list is theirs
        beginning = [Declared(start.url, "start")]
        if settings.follow and not walk.total.ours:  # patterns or not, somewhere it has to begin
            frontier.declare(beginning)
        walk.chooser.add(beginning)


class _Walk:
    """Reads sitemaps and all that they lead to, each address once."""

    def __init__(self, site: str, client: Client, chooser: Chooser, frontier: Frontier, progress: Progress) -> None:
        self.chooser = chooser
        self.total = Tally()
        self.usable: list[str] = []  # addresses that were sitemaps of any kind
        self.tried: list[str] = []
        self.troubles: list[str] = []
        self.silent = False  # one that may answer another time did not
        self._site, self._client, self._frontier, self._progress = site, client, frontier, progress
        self._seen: set[str] = set()
        self._allowed = 0  # children of indexes that were read or wait

    async def read(self, urls: Iterable[str], guessed: bool = False) -> None:
        """Read sitemaps and their children; whatever is wrong with one never stops the others."""
        waiting = deque((url, 0, "") for url in self._new(urls))
        while waiting:
            url, depth, parent = waiting.popleft()
            waiting.extend((child, depth + 1, url) for child in await self._one(url, depth, parent, guessed))

    def _new(self, urls: Iterable[str]) -> list[str]:
        """Those that were not seen before, each once; seen they are from now on."""
        new = []
        for url in map(identity.without_credentials, urls):
            if identity.key(url) not in self._seen:
                self._seen.add(identity.key(url))
                new.append(url)
        return new

    async def _one(self, url: str, depth: int, parent: str, guessed: bool) -> list[str]:
        """Read one sitemap; its children if it is an index."""
        self.tried.append(url)
        if not may_visit(self._site, url):
            self._saw(SourceSeen(url, "sitemap", None, 0, "a private address, which a public site may not lead to"))
            return []
        fetch = await self._client.follow(
            url, MAX_REDIRECTS, lambda to: may_visit(self._site, to), max_bytes=sitemap.MAX_BYTES, patience=_PATIENCE
        )
        if fetch.outcome not in ("ok", "too_large"):
            self.silent = self.silent or fetch.status is None or fetch.status in TRY_AGAIN
            if not (guessed and depth == 0 and fetch.status in (404, 410)):  # a guess that is not there is no trouble
                self._saw(SourceSeen(url, "sitemap", fetch.status, 0, fetch.note))
            return []
        found = sitemap.read(fetch.body)
        gauge = Gauge(found.kind, (url, fetch.url), datetime.now(UTC))
        entries = gauge.watch(found.entries)
        kind, count, note = "sitemap", 0, ""
        children: list[str] = []
        if found.kind == "index":
            named = [entry.loc for entry in entries]
            children, note = self._children(fetch.url, named, depth)
            kind, count = found.kind, len(named)
        elif found.kind not in ("html", "unknown"):
            file = "" if found.kind == "feed" else url  # that a feed repeats what a sitemap lists is as it should be
            tally = self.chooser.add(declared(file, *numbered) for numbered in enumerate(entries, 1))
            self.total.add(tally)
            self._progress.advance(tally.entries)
            kind, count, note = found.kind, tally.entries, tally.note
        if found.kind not in ("html", "unknown"):
            self.usable.append(url)
        cut, guess = fetch.outcome == "too_large", guessed and depth == 0
        record = gauge.file(found.form, url, parent=parent, guessed=guess, cut=cut)
        self._saw(SourceSeen(url, kind, fetch.status, count, _joined(fetch.note, found.note, note), file=record))
        return children

    def _children(self, index: str, named: list[str], depth: int) -> tuple[list[str], str]:
        """The sitemaps of an index that are to be read, and what was wrong with the others."""
        resolved = [identity.resolve(index, loc) for loc in named]
        unusable = [identity.without_credentials(loc) for loc, url in zip(named, resolved, strict=True) if not url]
        notes = [f"{len(unusable):,} unusable, like '{unusable[0][:60]}'"] if unusable else []
        if depth >= _DEEPEST:
            return [], _joined(*notes, f"indexes in more than {_DEEPEST} indexes are not followed")
        children = self._new(url for url in resolved if url)
        room = _MOST_CHILDREN - self._allowed
        self._allowed += min(room, len(children))
        if len(children) > room:
            notes.append(f"{len(children) - room:,} sitemaps above the limit of {_MOST_CHILDREN:,} are not followed")
        return children[:room], "; ".join(notes)

    def _saw(self, seen: SourceSeen) -> None:
        self._frontier.saw_source(seen)
        if seen.note:
            self.troubles.append(f"{seen.url}: {seen.note}")
            if len(self.troubles) <= _SAID:
                self._progress.say(self.troubles[-1])


def declared(sitemap: str, number: int, entry: Entry) -> Declared:
    """An entry of a sitemap as an address, with what it says of its versions in other languages."""
    listed = Listed(sitemap, number, sitemap_links.as_annotations(entry.links, entry.loc)) if entry.links else None
    return Declared(entry.loc, "sitemap", lastmod=entry.lastmod[:64], listed=listed, file=sitemap)


async def _is_sitemap(start: Start, client: Client) -> bool:
    """Whether the user gave a sitemap rather than a site: by its name, else by what it is."""
    path = ada_url.URL(start.url).pathname
    if path in ("/", "/robots.txt"):
        return False
    if _SITEMAP_NAME.search(path):
        return True
    fetch = await client.follow(
        start.url, MAX_REDIRECTS, lambda to: may_visit(start.site, to), max_bytes=sitemap.MAX_BYTES, patience=_PATIENCE
    )
    return fetch.outcome == "ok" and sitemap.read(fetch.body).kind in ("sitemap", "index", "feed")


def _check(walk: _Walk, start: Start, given: bool) -> None:
    """Raises in clear words when the sitemaps gave nothing to audit."""
    total, first = walk.total, (walk.usable or walk.tried)[0]
    if total.ours:
        return
    trouble = walk.troubles[0] if walk.troubles else ""
    more = f" (and {len(walk.troubles) - 1:,} more)" if len(walk.troubles) > 1 else ""
    if not walk.usable and given:
        raise SiteError(f"{trouble}; give the address of a sitemap, or of the site to find it")
    if not walk.usable:
        tried = f"{trouble}{more}" if trouble else f"tried {', '.join(walk.tried)}"
        raise SiteError(
            f"no sitemap found for {start.site} ({tried}); name it in robots.txt with a Sitemap: line,"
            " or give its address instead of the site's"
        )
    if not total.entries:
        raise SiteError(
            f"{first} names no pages ({trouble}{more})" if trouble else f"{first} is empty: it names no pages"
        )
    if total.excluded:
        raise UsageError(f"none of the {total.excluded:,} addresses of {first} passes include and exclude; loosen them")
    if total.foreign:
        raise SiteError(
            f"{first} names only addresses of {total.foreign_host}, none of {ada_url.URL(start.url).host};"
            " audit that site, or correct the sitemap"
        )
    raise SiteError(f"{first} has no usable address: {total.note}; a sitemap needs absolute addresses")


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)
