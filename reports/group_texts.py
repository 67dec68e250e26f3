"""The texts of a group: what stands on all its pages, and what each has of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ..config import TextSettings
from ..similarity.align import bounds
from ..similarity.blocks import without_blocks
from ..similarity.slots import slots
from ..similarity.template import MOST, template
from . import data_groups, sides
from .data import Site
from .data_groups import Member
from .show import shorten
from .sides import Pieces

OWN = 16  # pages of a group of which their own words are shown
FRAME = 4  # words in a row that count as text on all pages
_CHARACTERS = 2_000_000  # of all texts together that are read; more pages than that are sampled
_SHOWN, _FOLDED = 30_000, 2_500  # characters of a template that are shown, and shown at once
_SLOT, _CHIP, _CHIPS = 300, 80, 12  # characters of a field, of a value of it, and values shown of each page


class Part(NamedTuple):
    """A run of a template: on all pages (`values` is 0), or a field with so many values seen."""

    text: Pieces
    values: int


@dataclass(frozen=True, slots=True)
class Common:
    """What the pages of a group have in common, on the keeper. `rest` folds away. `own`: pages with their words in the
    fields. `looked`: pages that were read, `others`: those that could have been; `cut`: there is more text.
    """

    words: int
    of: int
    fields: int
    head: list[Part]
    rest: list[Part]
    own: list[tuple[Member, list[str]]]
    looked: int
    others: int
    cut: bool


class Texts:
    """Texts of members as they were compared, each read once; bodies where one of those asked for is judged by it."""

    def __init__(self, connection: sqlite3.Connection, site: Site) -> None:
        self._connection, self._site = connection, site
        self._known: dict[tuple[str, bytes | None], str] = {}

    def of(self, members: Sequence[Member], kind: str = "") -> list[str]:
        """In the order of `members`; `kind` is main or body."""
        kind = kind or ("body" if any(member.text == "body" for member in members) else "main")
        return [self._of(member, kind) for member in members]

    def _of(self, member: Member, kind: str) -> str:
        key = (kind, member.main_hash if kind == "main" else member.body_hash)
        if key not in self._known:
            text = data_groups.text(self._connection, member, kind)
            blocks = self._site.blocks if kind == "body" else frozenset[int]()
            self._known[key] = without_blocks(text, blocks).translate(sides.UNSEEN)
        return self._known[key]


def common(texts: Texts, members: Sequence[Member], reading: TextSettings) -> Common | None:
    """What stands on all pages; None for fewer than three, and where all texts are the same. The keeper comes first."""
    compared = [member for member in members if member.text]
    if len(compared) < 3 or not members[0].text:
        return None
    characters = 7 * sum(member.words for member in compared)
    step = max(-(-len(compared) // MOST), characters // _CHARACTERS, 1)
    used = compared[:: min(step, -(-len(compared) // 3))]
    read = [text[: sides.TEXT_LIMIT] for text in texts.of(used)]
    if len(set(read)) < 2 or not read[0]:
        return None
    found = template(read, FRAME, reading)
    places = slots(found)
    begins = [bounds(text) for text in read[: OWN if step == 1 else 1]]
    parts = []
    for before, slot in pairwise([None, *places, None]):
        start, stop = before.stop if before else 0, slot.start if slot else len(begins[0]) - 1
        if stop > start:
            parts.append(Part(sides.flow(read[0][begins[0][start] : begins[0][stop]]), 0))
        if slot:
            text = read[0][begins[0][slot.start] : begins[0][slot.stop]] if slot.stop > slot.start else ""
            parts.append(Part(sides.flow(shorten(text, _SLOT)), slot.values))
    head, rest, cut = _folded(parts)
    own = []
    for n, (member, text, at) in enumerate(zip(used, read, begins, strict=False)):
        spans = [slot.spans[n] for slot in places]
        values = [shorten(text[at[span[0]] : at[span[1]]], _CHIP) for span in spans if span and span[1] > span[0]]
        own.append((member, [value for value in values if value][:_CHIPS]))
    words = found.words[0]
    return Common(
        words.all, words.all + words.some + words.own, len(places), head, rest, own if step == 1 else [], len(used),
        len(compared), cut,
    )  # fmt: skip


def _folded(parts: Sequence[Part]) -> tuple[list[Part], list[Part], bool]:
    """The parts shown at once, those that fold, and whether some are left out; a long part is cut at a piece of it."""
    head: list[Part] = []
    rest: list[Part] = []
    shown = 0
    for part in parts:
        for piece in part.text if part.values == 0 else (None,):
            size = len(piece.text) if piece else sum(len(p.text) for p in part.text)
            if shown + size > _SHOWN and shown:
                return head, rest, True
            (head if shown < _FOLDED else rest).append(Part((piece,), 0) if piece else part)
            shown += size
    return head, rest, False
