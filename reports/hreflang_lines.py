"""Broken entries of hreflang by template: what is the same on ten thousand pages is one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from ..audits.hreflang.values import read

MOST = 200_000  # pairs of addresses that the report lists; the table `hreflang` has all
_MOST_OF_LINE = 20_000
_CODE = re.compile(r"[A-Za-z]{2}(?:[-_][A-Za-z]{2,4})?")
_WORD = re.compile(r"[A-Za-z_-]{1,24}")
_ENDING = re.compile(r"\.[A-Za-z]{1,5}$")


@dataclass
class BrokenLine:
    """Entries with one state, one pair of codes and one pair of patterns: how many, and the first of their pairs."""

    state: int
    own: str
    code: str
    source: str
    target: str
    count: int = 0
    pairs: list[tuple[str, str]] = field(default_factory=list)


class Lines:
    """Gathers broken entries; memory is bounded by lines and MOST."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self._lines: dict[tuple[int, str, str, str, str], BrokenLine] = {}
        self._kept = 0

    def add(self, state: int, own: str, code: str, url: str, target: str) -> None:
        """Count an entry of the page `url`."""
        key = (state, own, code, self._pattern(url), self._pattern(target))
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = BrokenLine(*key)
        line.count += 1
        if len(line.pairs) < _MOST_OF_LINE and self._kept < MOST:
            line.pairs.append((url, target))
            self._kept += 1

    def _pattern(self, url: str) -> str:
        return pattern(url, self._origin)

    def __iter__(self) -> Iterator[BrokenLine]:
        """The lines, those of most entries first."""
        lines = self._lines.values()
        return iter(
            sorted(lines, key=lambda line: (-line.count, line.state, line.own, line.code, line.source, line.target))
        )


@lru_cache(maxsize=65536)
def pattern(url: str, origin: str) -> str:
    """An address without what tells its page from others of the same template.

    Of the path a folder of a language and one more of plain letters stay, of the query the names: /de/product/*,
    /shop/*.html?id=*. The host is left out where it is that of `origin`.
    """
    parts = urlsplit(url)
    *folders, last = parts.path.split("/")[1:] or [""]
    kept: list[str] = []
    words = 0
    for folder in folders:
        if not kept and _is_code(folder):
            kept.append(folder)
        elif not words and "*" not in kept and _WORD.fullmatch(folder):
            kept.append(folder)
            words = 1
        elif kept[-1:] != ["*"]:
            kept.append("*")
    if not last and words and kept[-1] == folders[-1]:
        kept[-1] = "*"  # /de/glass/: the folder is the page
    if last and not (not folders and _is_code(last)):
        ending = _ENDING.search(last)
        last = f"*{ending[0] if ending else ''}"
    if last == "*" and kept[-1:] == ["*"]:
        kept.pop()
    query = "&".join(f"{pair.partition('=')[0]}=*" for pair in parts.query.split("&") if pair)
    host = f"{parts.scheme}://{parts.netloc}"
    return f"{'' if host == origin else host}/{'/'.join([*kept, last])}" + (f"?{query}" if query else "")


def _is_code(folder: str) -> bool:
    return _CODE.fullmatch(folder) is not None and not read(folder.replace("_", "-")).ignored
