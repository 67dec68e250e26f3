"""The sources that the user named, understood before anything is asked: what is read here, what is asked on the web.

Pages of local sources are read first; then the sites are crawled, and the scope is the union of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..config import CrawlSettings
from ..errors import UsageError
from ..progress import Progress
from ..urls import identity
from . import local, readers, sources
from .crawl import crawl
from .frontier import Frontier
from .probes import ProbeBook
from .readers import Local
from .workers import Workers


@dataclass(frozen=True, slots=True)
class Given:
    """All sources, in the order given, each once: an address, or what was found on this machine."""

    sources: tuple[str | Local, ...]

    @property
    def named(self) -> list[tuple[str, str]]:
        """Each source as the audit file knows it, and the site it is about where the source itself does not say so."""
        return [_named(each) for each in self.sources]

    async def crawl(
        self, settings: CrawlSettings, frontier: Frontier, workers: Workers, progress: Progress, book: ProbeBook
    ) -> list[tuple[str, str]]:
        """Read and crawl them all; each source with the origin that it turned out to be about."""
        pages = [each for each in self.sources if isinstance(each, Local) and not each.is_list]
        web = [each for each in self.sources if each not in pages]
        origins: dict[str | Local, str] = {}
        if pages:
            others = tuple(_likely_site(each) for each in web)
            done = await local.read(pages, settings, frontier, workers, progress, others)
            origins.update(zip(pages, done.sites, strict=True))
        if web:
            beside = tuple(origins.values())
            done = await crawl(web, settings, frontier, workers, progress, book, beside)
            origins.update(zip(web, done.sites, strict=True))
        return [(_named(each)[0], origins[each]) for each in self.sources]


def understand(given: Sequence[str], settings: CrawlSettings) -> Given:
    """What the user typed. Raises UsageError and SiteError for what no source can be, naming it."""
    found = tuple(dict.fromkeys(readers.find(each, settings) or each for each in given))
    if len(found) > 1:
        for each in found:
            _likely_site(each)
        _check_folders([each for each in found if isinstance(each, Local) and each.path.is_dir()])
    return Given(found)


def _check_folders(folders: Sequence[Local]) -> None:
    """Files of a folder get their addresses from --base-url, so of two folders nobody could tell whose they are."""
    if len(folders) > 1:
        raise UsageError(
            f"{folders[0].path} and {folders[1].path} would both hold the pages of {identity.origin(folders[0].site)}/;"
            " audit each folder with a --base-url of its own, and join the audits with 'pagetwin superdups'"
        )


def _named(source: str | Local) -> tuple[str, str]:
    return (str(source.path), source.site) if isinstance(source, Local) else (source, "")


def _likely_site(source: str | Local) -> str:
    """The origin that a source is about unless its server says otherwise."""
    return identity.origin(source.site if isinstance(source, Local) else sources.addresses(source)[0])
