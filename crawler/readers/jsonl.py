"""JSON Lines, gzip or not: each line an object with `url` and `text` or `html`, and perhaps `title`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ...config import CrawlSettings
from .common import NOT_UTF8, Faults, Item, is_clean, lines, row_item

KIND = "jsonl"
_SUFFIXES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


def knows(path: Path, head: bytes) -> bool:
    """By its name, or since it begins with an object."""
    return path.name.lower().endswith(_SUFFIXES) or head.lstrip(b"\xef\xbb\xbf\r\n\t ").startswith(b"{")


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
    """Its pages; a line that is none is a fault with its number. Raises UsageError where it cannot be read on."""
    for number, line in lines(path, faults):
        place = f"line {number}"
        if not line.strip():
            continue
        if not is_clean(line):
            faults.add(place, NOT_UTF8)
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            faults.add(place, "not JSON")
            continue
        if not isinstance(row, dict):
            faults.add(place, "no object")
        elif item := row_item({key.lower(): value for key, value in row.items()}, place, settings, faults):
            yield item
