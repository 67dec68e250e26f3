"""Sections of a site: pages whose addresses begin with the same folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import urlsplit

_DEEPEST = 4
_CROWDED = 0.8  # more than this share of the pages in one folder says nothing; the folders in it are taken


def sections(urls: Iterable[str]) -> list[str]:
    """The section of each address: its first folder, as `/shop/`; empty for a page right under the root.

    Where one folder holds nearly everything (`/docs/`), the sections are the folders in it, and so on.
    """
    paths = [folders(url) for url in urls]
    depth = 1
    while depth < _DEEPEST and _crowded(paths, depth):
        depth += 1
    return ["/" + "".join(f"{folder}/" for folder in path[:depth]) if path else "" for path in paths]


@lru_cache(maxsize=65_536)
def folders(url: str) -> tuple[str, ...]:
    """The folders of an address; a page right under the root has none."""
    return tuple(part for part in urlsplit(url).path.split("/") if part)[:-1]


def _crowded(paths: list[tuple[str, ...]], depth: int) -> bool:
    """Whether one folder of that depth holds over 80 % of the pages and has folders of its own."""
    counts = Counter(path[:depth] for path in paths)
    head, count = max(counts.items(), key=lambda item: item[1], default=((), 0))
    return (
        len(head) == depth
        and count > _CROWDED * len(paths)
        and any(len(path) > depth and path[:depth] == head for path in paths)
    )
