"""Who recommends a group: pages that link to any of its addresses, their hosts, and the words they use.

Links of a site are many, so they are held as arrays and counted there: each page counts once, however often it links.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
ANCHORS = 10  # kept of each group, the most common


@dataclass(frozen=True)
class Links:
    """Links between different pages of a crawl, repeats and all: from, to (page ids), and the place of the text in
    `anchors`."""

    source: Ints
    target: Ints
    anchor: Ints
    anchors: tuple[str, ...]

    def inlinks(self, pages: int) -> list[int]:
        """How many other pages link to each of the `pages`."""
        found = np.unique(self.target * pages + self.source) // max(pages, 1)
        return list(map(int, np.bincount(found, minlength=pages)))


@dataclass(frozen=True, slots=True)
class Recommended:
    """Links to a group from outside: `pages` that link to any of its addresses, `to_keeper` those of them that link to
    the keeper, `duplicates` its other addresses that are linked to. `inside` counts members that link to other members:
    those are no recommendation. Hosts, owners and anchors come with the pages that they stand for, most first.
    """

    pages: int = 0
    to_keeper: int = 0
    duplicates: int = 0
    inside: int = 0
    hosts: tuple[tuple[str, int], ...] = ()
    owners: tuple[tuple[str, int], ...] = ()
    anchors: tuple[tuple[str, int], ...] = ()


def links(pages: Iterable[tuple[int, Iterable[tuple[str, str, int]]]], id_of: Mapping[str, int]) -> Links:
    """From (page id, its links as identity key, anchor, nofollow). Links to other sites and to itself are left out."""
    source, target, anchor = array("q"), array("q"), array("q")
    places: dict[str, int] = {}
    for page, found in pages:
        for key, text, _ in found:
            to = id_of.get(key)
            if to is not None and to != page:
                source.append(page)
                target.append(to)
                anchor.append(places.setdefault(text, len(places)))
    return Links(np.array(source), np.array(target), np.array(anchor), tuple(places))


def recommended(
    links: Links, groups: Sequence[tuple[int, Sequence[int]]], host_of: Sequence[str], owner_of: Mapping[str, str]
) -> list[Recommended]:
    """For each group of (keeper, members). `host_of` are the hosts of all pages, `owner_of` their owners."""
    n = len(host_of)
    number = np.full(n + 1, -1, np.int64)
    for place, (_, members) in enumerate(groups):
        number[list(members)] = place
    keepers = np.array([keeper for keeper, _ in groups], np.int64)
    here = number[links.target] >= 0
    source, target, anchor = links.source[here], links.target[here], links.anchor[here]
    group = number[target]
    inside = number[source] == group
    within = _counts(_distinct(group[inside], source[inside], n), len(groups))
    source, target, anchor, group = (column[~inside] for column in (source, target, anchor, group))
    keeping = target == keepers[group]
    linking = _distinct(group, source, n)
    to_keeper = _counts(_distinct(group[keeping], source[keeping], n), len(groups))
    duplicates = _counts(_distinct(group[~keeping], target[~keeping], n), len(groups))
    by_host: list[Counter[str]] = [Counter() for _ in groups]
    for place, page in zip(*(column.tolist() for column in linking), strict=True):
        by_host[place][host_of[page]] += 1
    texts = _anchors(group, source, anchor, links.anchors, n, len(groups))
    return [
        Recommended(
            found.total(), to_keeper[place], duplicates[place], within[place], _most(found), _owners(found, owner_of),
            texts[place],
        )
        for place, found in enumerate(by_host)
    ]  # fmt: skip


def from_other_hosts(links: Links, host_of: Sequence[str]) -> dict[str, int]:
    """How many pages of other hosts link to each host; hosts without any are left out."""
    names = list(dict.fromkeys(host_of))
    if len(names) < 2:
        return {}
    place = {name: at for at, name in enumerate(names)}
    host = np.array([place[name] for name in host_of], np.int64)
    across = host[links.source] != host[links.target]
    counts = _counts(_distinct(host[links.target[across]], links.source[across], len(host_of)), len(names))
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _anchors(
    group: Ints, source: Ints, anchor: Ints, texts: Sequence[str], pages: int, groups: int
) -> list[tuple[tuple[str, int], ...]]:
    """The most common texts of the links to each group, by pages that use them; links without a text say none."""
    pairs, places = np.unique(group * max(len(texts), 1) + anchor, return_inverse=True)
    used, _ = _distinct(places.astype(np.int64), source, pages)
    found: list[Counter[str]] = [Counter() for _ in range(groups)]
    for pair, count in zip(pairs.tolist(), np.bincount(used, minlength=len(pairs)).tolist(), strict=True):
        if text := texts[pair % len(texts)].strip():
            found[pair // len(texts)][text] += count
    return [_most(counts)[:ANCHORS] for counts in found]


def _owners(hosts: Counter[str], owner_of: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    owners: Counter[str] = Counter()
    for host, count in hosts.items():
        owners[owner_of[host]] += count
    return _most(owners)


def _most(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _distinct(first: Ints, second: Ints, below: int) -> tuple[Ints, Ints]:
    """Both columns without repeats; values of the second are below `below`."""
    found = np.unique(first * max(below, 1) + second)
    return found // max(below, 1), found % max(below, 1)


def _counts(pairs: tuple[Ints, Ints], least: int) -> list[int]:
    return list(map(int, np.bincount(pairs[0], minlength=least)))
