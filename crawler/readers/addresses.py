"""A text file with one address a line, to be asked on the web. Empty lines and lines that begin with # say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ...config import CrawlSettings
from ...model import Fetch
from ...urls import identity
from .common import NOT_UTF8, Answer, Faults, Item, is_clean, lines

KIND = "list"
_SUFFIXES = (".txt", ".txt.gz", ".list", ".urls")
_LISTED = re.compile(rb"^\s*https?://\S+\s*$", re.MULTILINE | re.IGNORECASE)


def knows(path: Path, head: bytes) -> bool:
    """By its name, or since a line is an address."""
    return path.name.lower().endswith(_SUFFIXES) or bool(_LISTED.search(head))


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:  # noqa: ARG001
    """Its addresses; a line that is none is a fault with its number."""
    for number, line in lines(path, faults):
        url = line.strip()
        if not url or url.startswith("#"):
            continue
        if not is_clean(url):
            faults.add(f"line {number}", NOT_UTF8)
        elif not identity.resolve("", url):
            faults.add(f"line {number}", f"'{url[:60]}' is no web address; write it with https://")
        else:
            yield Item(url, _unasked)


async def _unasked(url: str) -> Answer:
    return Fetch(url, None, (), b"", "error", "a list holds no pages")
