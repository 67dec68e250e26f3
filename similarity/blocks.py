"""Blocks of body text that stand on the whole site: menus, notices, addresses. They say nothing about a page.

A block is a line of the body text. It is site-wide when it stands on most pages of most sections, a section being the
first folder of the path behind those that all pages have in common. So the text that all pages of one section have from
their template stays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from xxhash import xxh3_64_intdigest

LEAST_PAGES = 5  # with fewer pages nothing is called site-wide
LEAST_IN_SECTION = 3  # smaller sections are counted together
MOST_PAGES, MOST_SECTIONS = 0.5, 0.8  # more than this share of a section's pages; at least this share of the sections

Blocks = frozenset[int]


def common_folders(paths: Iterable[str]) -> int:
    """How many leading folders all paths have in common: 1 for a site that stands in `/docs/`."""
    folders = [path.lstrip("/").split("/")[:-1] for path in paths]
    low, high = min(folders, default=[]), max(folders, default=[])
    return next(
        (n for n, pair in enumerate(zip(low, high, strict=False)) if len(set(pair)) > 1), min(len(low), len(high))
    )


def section(path: str, depth: int = 0) -> str:
    """The first folder of a path behind `depth` others: `shop` of `/shop/a.html`; empty where there is none."""
    return "".join(path.lstrip("/").split("/")[:-1][depth : depth + 1])


def site_blocks(pages: Iterable[tuple[str, str]], depth: int = 0) -> Blocks:
    """Hashes of the site-wide blocks of pages given as (path, body text). A site of one section has none."""
    sizes: Counter[str] = Counter()
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for path, body in pages:
        name = section(path, depth)
        sizes[name] += 1
        counts[name].update({_hash(line) for line in body.splitlines() if line.strip()})
    for name in [name for name, size in sizes.items() if size < LEAST_IN_SECTION and name]:
        sizes[""] += sizes.pop(name)
        counts[""].update(counts.pop(name))
    if sizes.total() < LEAST_PAGES or len(sizes) < 2:
        return frozenset()
    common = Counter(
        line for name, lines in counts.items() for line, count in lines.items() if count > MOST_PAGES * sizes[name]
    )
    return frozenset(line for line, sections in common.items() if sections >= max(2, MOST_SECTIONS * len(sizes)))


def without_blocks(body: str, blocks: Blocks) -> str:
    """The text less its site-wide blocks."""
    if not blocks:
        return body
    return "\n".join(line for line in body.splitlines() if _hash(line) not in blocks)


def _hash(line: str) -> int:
    return xxh3_64_intdigest(" ".join(line.casefold().split()).encode("utf-8", "surrogatepass"))
