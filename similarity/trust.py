"""Pairs that main texts make and bodies deny: extraction kept what is alike and lost what sets the pages apart.

A cookie notice with the date or the product in it, shuffled tips, one paragraph with the name of the city: such main
texts are near, not equal, so they come to light only when pages have been compared. Where the bodies are no pair, and a
body has much of its own that main left out, the page is judged by its body, and all is compared once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..config import CompareSettings, TextSettings
from .blocks import Blocks, without_blocks
from .classes import classes
from .engine import TEXT_KINDS, Comparison, Floats, Pairs
from .expand import only_closest, picked
from .measure import containment, jaccard
from .score import shared
from .shingles import read, windows
from .text import Read, TextChoice, TextFacts
from .words import Hashes, unspaced, word_hashes

OWN = 0.4  # words that main left out and that are the page's own, as a share of main's, from which on body is believed
LINE, LETTERS = 3, 5  # words, or letters of a script without spaces, in a row and in one line, by which own is told
PARTNERS = 20  # pairs looked at for each page, its closest
ROUNDS = 3
SAMPLE = 1_000  # other pages by which it is told what is own
BATCH = 200  # pages read at a time


@dataclass(frozen=True)
class Site:
    """What is known of the pages that were compared; `facts` by document id."""

    facts: Sequence[TextFacts]
    read: Read
    blocks: Blocks
    settings: CompareSettings
    reading: TextSettings

    def texts(self, pages: Sequence[int]) -> Iterator[list[tuple[int, str, str]]]:
        """Page, main text and body text without the blocks of the whole site, some pages at a time."""
        for start in range(0, len(pages), BATCH):
            some = pages[start : start + BATCH]
            found = self.read([self.facts[page].id for page in some])
            yield [(page, t.main, without_blocks(t.body, self.blocks)) for page, t in zip(some, found, strict=True)]


def settle(
    choices: Sequence[TextChoice], compare: Callable[[Sequence[TextChoice]], Comparison], site: Site
) -> list[TextChoice]:
    """The choices that bodies do not deny. `compare` compares the pages by some choices; it is called again where some
    had to change and not all pairs had been looked at.
    """
    chosen = list(choices)
    for _ in range(ROUNDS):
        pairs, all_seen = _suspects(compare(chosen), site)
        denied = distrusted(pairs, site)
        chosen = [denied.get(page, choice) for page, choice in enumerate(chosen)]
        if all_seen or not denied:
            break
    return chosen


def _suspects(comparison: Comparison, site: Site) -> tuple[Pairs, bool]:
    """Pairs on main whose bodies are not equal, few for each page; and whether those are all."""
    bodies: dict[bytes | None, int] = {}
    body = np.array([bodies.setdefault(fact.body_hash, len(bodies)) for fact in site.facts], np.int64)
    pairs = comparison.pairs
    on_main = pairs.text == TEXT_KINDS.index("main")
    found = picked(pairs, np.flatnonzero(on_main & (body[pairs.a] != body[pairs.b])))
    if len(found) <= PARTNERS * len(body):
        return found, comparison.complete
    return only_closest(found, PARTNERS), False


def distrusted(pairs: Pairs, site: Site) -> dict[int, TextChoice]:
    """Pages to be judged by their body, from pairs on main whose bodies are no pair.

    A contained page left out `OWN` or more of its own words; of two that are near each other, both left out that much
    on average, and the page itself did.
    """
    if not len(pairs):
        return {}
    denied = picked(pairs, np.flatnonzero(_denied(pairs, site)))
    if not len(denied):
        return {}
    partners: defaultdict[int, list[int]] = defaultdict(list)
    near = set()
    for pair in denied:
        if pair.kind != "contained":
            near.add((pair.a, pair.b))
            partners[pair.a].append(pair.b)
            partners[pair.b].append(pair.a)
        else:
            part, whole = (pair.a, pair.b) if pair.size_a <= pair.size_b else (pair.b, pair.a)
            partners[part].append(whole)
    pages = np.union1d(denied.a, denied.b).tolist()
    own = _own_runs(pages, _others(pairs, pages), site)

    def left_out(page: int, other: int) -> bool:
        share = _share(own[page][1], own[other][0])
        if share < OWN or (min(page, other), max(page, other)) not in near:
            return share >= OWN
        return share + _share(own[other][1], own[page][0]) >= 2 * OWN

    found = {}
    for page, others in sorted(partners.items()):
        if any(left_out(page, other) for other in others):
            like = "a page whose body differs" if len(others) == 1 else f"{len(others)} pages whose bodies differ"
            found[page] = TextChoice("body", f"main text is much like that of {like}")
    return found


def _denied(pairs: Pairs, site: Site) -> NDArray[np.bool_]:
    """Which pairs are below both thresholds by their bodies."""
    pages, place = np.unique(np.concatenate((pairs.a, pairs.b)), return_inverse=True)
    sets: list[Hashes] = []
    for batch in site.texts(pages.tolist()):
        sets += read([body for _, _, body in batch], site.settings, site.reading)[2]
    merged = classes(sets)
    a, b = np.split(place.astype(np.int64), 2)
    common, size_a, size_b = shared(merged, a, b), merged.sizes[a], merged.sizes[b]
    alike = jaccard(common, size_a, size_b) >= site.settings.jaccard
    inside = containment(common, np.minimum(size_a, size_b)) >= site.settings.containment
    return ~(alike | inside)


def _others(pairs: Pairs, pages: Sequence[int]) -> list[int]:
    """A sample of the other pages of the pairs."""
    rest = np.setdiff1d(np.union1d(pairs.a, pairs.b), np.array(pages, np.int64)).tolist()
    return list(rest[:: max(1, -(-len(rest) // SAMPLE))])


@dataclass(frozen=True)
class _Runs:
    """The distinct runs of words of a text's lines, ascending, the words that each counts for, and those of all."""

    values: Hashes
    weights: Floats
    words: float

    def beyond(self, other: _Runs) -> _Runs:
        """Those that the other text has not."""
        new = ~_in(self.values, other.values)
        return _Runs(self.values[new], self.weights[new], self.words)


def _own_runs(pages: Sequence[int], others: Sequence[int], site: Site) -> dict[int, tuple[_Runs, _Runs]]:
    """Of each page the runs of its body, and those that main left out, with `words` of main; what stands on several
    pages counts for less, such as titles of other pages in lists of links.
    """
    found: dict[int, tuple[_Runs, _Runs]] = {}
    bodies: dict[bytes | None, Hashes] = {}
    wanted = set(pages)
    for batch in site.texts(sorted({*pages, *others})):
        ids = [page for page, _, _ in batch]
        all_body = _runs([body for _, _, body in batch], site.reading)
        all_main = _runs([main for _, main, _ in batch], site.reading)
        for page, body, main in zip(ids, all_body, all_main, strict=True):
            bodies[site.facts[page].body_hash] = body.values
            if page in wanted:
                found[page] = body, replace(body.beyond(main), words=main.words)
    known, spread = np.unique(np.concatenate(list(bodies.values())), return_counts=True)
    return {
        page: (body, replace(extra, weights=extra.weights / spread[np.searchsorted(known, extra.values)]))
        for page, (body, extra) in found.items()
    }


def _share(extra: _Runs, body: _Runs) -> float:
    """Words that main left out and that do not stand in another body either, as a share of main's words."""
    size = max(extra.words, 1)
    most = float(extra.weights.sum()) / size
    return float(extra.beyond(body).weights.sum()) / size if most >= OWN else most


def _runs(texts: Sequence[str], reading: TextSettings) -> list[_Runs]:
    """Of each text. A letter of a script written without spaces counts for less than a word."""
    lines = [text.splitlines() for text in texts]
    hashes, counts = word_hashes([line for some in lines for line in some], reading)
    values, sizes = windows(hashes, counts, LINE, LETTERS)
    worth = np.concatenate(([0.0], np.cumsum(np.where(unspaced(hashes), LINE / LETTERS, 1.0))))
    in_line = np.diff(worth[np.concatenate(([0], np.cumsum(counts)))])
    weights = np.repeat(in_line / np.maximum(sizes, 1), sizes)
    line_ends = np.cumsum([len(some) for some in lines])
    ends = np.concatenate(([0], np.cumsum(sizes)))[line_ends]
    words = np.diff(np.concatenate(([0.0], np.cumsum(in_line)))[line_ends], prepend=0.0)
    found = []
    for start, end, size in zip([0, *ends[:-1].tolist()], ends.tolist(), words.tolist(), strict=True):
        runs, first = np.unique(values[start:end], return_index=True)
        found.append(_Runs(runs, weights[start:end][first], size))
    return found


def _in(values: Hashes, among: Hashes) -> NDArray[np.bool_]:
    """Which of the values are among others, both ascending."""
    if not len(among):
        return np.zeros(len(values), bool)
    return np.asarray(among[np.minimum(np.searchsorted(among, values), len(among) - 1)] == values)
