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
from .engine import PAIR_KINDS, TEXT_KINDS, Comparison, Floats, Pairs
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
) -> tuple[list[TextChoice], Comparison]:
    """The choices that bodies do not deny, and the comparison by them. `compare` is called again for each change."""
    chosen = list(choices)
    comparison = compare(chosen)
    for _ in range(ROUNDS):
        pairs, all_seen = _suspects(comparison.pairs, site)
        denied = distrusted(pairs, site)
        for page, choice in denied.items():
            chosen[page] = choice
        if denied:
            comparison = compare(chosen)
        if all_seen or not denied:
            break
    return chosen, comparison


def _suspects(pairs: Pairs, site: Site) -> tuple[Pairs, bool]:
    """Pairs on main whose bodies are not equal, few for each page; and whether those are all."""
    bodies: dict[bytes | None, int] = {}
    body = np.array([bodies.setdefault(fact.body_hash, len(bodies)) for fact in site.facts], np.int64)
    on_main = pairs.text == TEXT_KINDS.index("main")
    found = picked(pairs, np.flatnonzero(on_main & (body[pairs.a] != body[pairs.b])))
    if len(found) <= PARTNERS * len(body):
        return found, True
    return only_closest(found, PARTNERS), False


def distrusted(pairs: Pairs, site: Site) -> dict[int, TextChoice]:
    """Pages to be judged by their body, from pairs on main. For a contained page its own words count, else both's."""
    if not len(pairs):
        return {}
    denied = picked(pairs, np.flatnonzero(_denied(pairs, site)))
    contained = denied.kind == PAIR_KINDS.index("contained")
    speaks_a, speaks_b = ~contained | (denied.size_a <= denied.size_b), ~contained | (denied.size_b < denied.size_a)
    partners: defaultdict[int, list[int]] = defaultdict(list)
    for a, b, of_a, of_b in zip(
        denied.a.tolist(), denied.b.tolist(), speaks_a.tolist(), speaks_b.tolist(), strict=True
    ):
        if of_a:
            partners[a].append(b)
        if of_b:
            partners[b].append(a)
    pages = np.union1d(denied.a, denied.b).tolist()
    own = _own_runs(pages, _others(pairs, pages), site)
    found = {}
    for page, others in sorted(partners.items()):
        if any(_left_out(own[page][1], own[other][0]) for other in others):
            who = f"{len(others)} pages whose bodies differ" if len(others) > 1 else "a page whose body differs"
            found[page] = TextChoice("body", f"main text is much like that of {who}")
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


def _left_out(extra: _Runs, body: _Runs) -> bool:
    """Whether much that main left out does not stand in another body either."""
    least = max(OWN * extra.words, 1)
    return float(extra.weights.sum()) >= least and float(extra.beyond(body).weights.sum()) >= least


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
