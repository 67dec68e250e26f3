"""Which text a page is judged by, with the whole site in view; and the words of a text.

Extraction of the main text fails in ways that look like duplicates: one cookie notice, or one shared paragraph, comes
back for hundreds of different pages. So a page is judged by its main text only while its body does not contradict it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..config import TextSettings
from ..model import TextKind, Texts
from .blocks import Blocks, common_folders, section, site_blocks, without_blocks
from .shingles import shingles
from .words import Hashes, token_spans, tokens, word_hashes

SHINGLE = 4  # words, for comparing two bodies (Manning, Raghavan and Schuetze 2008, 19.6)
SAME_BODY = 0.7  # Jaccard from which on two bodies differ in no more than page furniture
SAMPLE_SECTIONS, SAMPLE_PAGES = 100, 40  # read to find the site-wide blocks: the largest sections, pages of each

Read = Callable[[Sequence[int]], Iterable[Texts]]


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What is known of the texts of a page without reading them. `id` is what `read` is asked with."""

    id: int
    path: str
    main_hash: bytes | None
    body_hash: bytes | None
    main_words: int
    body_words: int


@dataclass(frozen=True, slots=True)
class TextChoice:
    """The text to judge a page by, and why in a few words; no words for a main text that can be trusted."""

    kind: TextKind
    note: str = ""


def choose(
    facts: Sequence[TextFacts], read: Read, settings: TextSettings, blocks: Blocks | None = None
) -> list[TextChoice]:
    """A choice for each page, in the order of `facts`.

    Body is chosen where main is missing, is a small part of the body, or is very short beside it; and where main is the
    same on several pages whose bodies, less the blocks of the whole site, differ in more than page furniture. Only for
    the last are texts read; `read(ids)` gives them in the order asked for. `blocks` are found when not given.
    """
    choices = [alone(fact, settings) for fact in facts]
    same: defaultdict[bytes, list[int]] = defaultdict(list)
    for number, (fact, choice) in enumerate(zip(facts, choices, strict=True)):
        if choice.kind == "main" and fact.main_hash is not None and fact.body_words:
            same[fact.main_hash].append(number)
    for numbers in same.values():
        bodies = {facts[number].body_hash: facts[number].id for number in numbers}
        if len(bodies) < 2:
            continue
        blocks = find_blocks(facts, read) if blocks is None else blocks
        if differ(read(sorted(bodies.values())), blocks, settings):
            note = f"main text is the same on {len(numbers)} pages whose bodies differ"
            for number in numbers:
                choices[number] = TextChoice("body", note)
    return choices


def find_blocks(facts: Sequence[TextFacts], read: Read) -> Blocks:
    """The site-wide blocks, from at most 40 pages of each of the 100 largest sections."""
    depth = common_folders(fact.path for fact in facts)
    sections: defaultdict[str, list[TextFacts]] = defaultdict(list)
    for fact in facts:
        if fact.body_words:
            sections[section(fact.path, depth)].append(fact)
    largest = sorted(sections.values(), key=lambda pages: (-len(pages), pages[0].path))[:SAMPLE_SECTIONS]
    drawn = [fact for pages in largest for fact in pages[:: -(-len(pages) // SAMPLE_PAGES)]]
    bodies = (texts.body for texts in read([fact.id for fact in drawn]))
    return site_blocks(zip((fact.path for fact in drawn), bodies, strict=True), depth)


def alone(fact: TextFacts, settings: TextSettings) -> TextChoice:
    main, body = fact.main_words, fact.body_words
    if not main:
        return TextChoice("body", "main text missing") if body else TextChoice("main", "no text")
    if not body and main < settings.main_words:
        return TextChoice("body", "all words stand in menus, headers or footers")
    if main < settings.main_share * body or (main < settings.main_words and body >= settings.body_words):
        return TextChoice("body", f"main text has {main} of {body} words")
    return TextChoice("main")


def differ(texts: Iterable[Texts], blocks: Blocks, settings: TextSettings) -> bool:
    """Whether any body differs from the first in more than page furniture. Reads no further than it must."""
    first: Hashes | None = None
    for text in texts:
        words, _ = word_hashes([without_blocks(text.body, blocks)], settings)
        found = shingles(words, SHINGLE)
        if first is None:
            first = found
        common = len(np.intersect1d(first, found, assume_unique=True))
        if common < SAME_BODY * (len(first) + len(found) - common):
            return True
    return False


__all__ = ["TextChoice", "TextFacts", "choose", "find_blocks", "site_blocks", "token_spans", "tokens", "without_blocks"]
