"""Sources that are files or folders on this machine: which kind one is, and what reads it.

A reader is a module with `KIND` (as in model.SourceSeen), `knows(path, head)` and `read(path, settings, faults)`,
which yields an Item for each page in the order of the source, and may be called again. It streams: what it gave is not
kept. To add one: such a module, and its name in READERS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ...config import CrawlSettings
from ...errors import SiteError, UsageError
from ...urls import identity
from . import addresses, folder, jsonl, parquet, table, warc
from .common import Faults, Item, head


class Reader(Protocol):
    """What each module of READERS has."""

    @property
    def KIND(self) -> str:  # noqa: N802 (a constant of a module)
        """As in model.SourceSeen."""

    def knows(self, path: Path, head: bytes) -> bool:
        """Whether the source is of this kind, by its name or its first bytes (unpacked; none of a folder)."""

    def read(self, path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
        """Its pages. What cannot be used goes to `faults`; raises UsageError for what cannot be read at all."""


READERS: tuple[Reader, ...] = (folder, warc, parquet, jsonl, table, addresses)  # the surest signs first
_SUFFIX = re.compile(r"\.(?:txt|list|urls|csv|tsv|jsonl|ndjson|json|parquet|warc|html?|xhtml)(?:\.gz)?$", re.IGNORECASE)
_MARKUP = "give the folder that it stands in, or its web address"
_KNOWN = "give a folder of HTML files, a list of addresses (.txt), JSONL, CSV, Parquet or WARC"
_PATH = re.compile(r"\.{0,2}[/\\](?!/)|~|[A-Za-z]:[/\\]")


@dataclass(frozen=True, slots=True)
class Local:
    """A source on this machine. `site` is the address of the site that it is about."""

    path: Path
    reader: Reader
    site: str

    @property
    def is_list(self) -> bool:
        """Whether it names addresses that are asked on the web; all others hold the pages themselves."""
        return self.reader is addresses


def path_of(source: str) -> Path | None:
    """The file or folder that a source is; None for a web address. Raises UsageError for a path that is not there."""
    if not source or re.match(r"\s*https?:", source, re.IGNORECASE):
        return None
    try:
        path = Path(source).expanduser()
        if path.exists():
            return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    if _PATH.match(source) or ("/" not in source and _SUFFIX.search(source)):
        raise UsageError(f"{source}: no such file or folder; check the name, or write a web address with https://")
    return None


def find(source: str, settings: CrawlSettings) -> Local | None:
    """The local source that is meant; None for a web address.

    Raises UsageError for a kind that nobody reads or a damaged file, SiteError for an empty one.
    """
    path = path_of(source)
    if path is None:
        return None
    if not (path.is_dir() or path.is_file()):
        raise UsageError(f"{path}: no regular file; save what it gives in a file, which is read more than once")
    start = b"" if path.is_dir() else head(path)
    reader = next((each for each in READERS if each.knows(path, start)), None)
    if reader is None:
        hint = _MARKUP if start.lstrip(b"\xef\xbb\xbf\r\n\t ").startswith(b"<") else _KNOWN
        raise UsageError(f"{path}: no source that can be read; {hint}")
    return Local(path, reader, settings.base_url or _first(path, reader, settings))


def _first(path: Path, reader: Reader, settings: CrawlSettings) -> str:
    """The first address that can be used: it says which site a file is about."""
    faults, entries = Faults(), 0
    for item in reader.read(path, settings, faults):
        entries += 1
        if url := identity.resolve("", item.url):
            return identity.without_credentials(url)
    raise nothing(path, entries, faults)


def nothing(path: Path, entries: int, faults: Faults) -> UsageError | SiteError:
    """What to say of a source without an address that can be used."""
    if entries:
        return UsageError(
            f"{path}: none of its {entries:,} addresses is absolute; write them like https://example.com/a"
        )
    if faults.count:
        return UsageError(f"{path}: names no pages: {faults.note}")
    return SiteError(f"{path} is empty: it names no pages")
