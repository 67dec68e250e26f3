"""A pair side by side, made ready to be drawn: shared passages folded and numbered, differing words apart.

Nothing here is markup; the template puts every text in as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, NamedTuple

from ..config import TextSettings
from ..similarity.compare import Moved, Same, SideBySide, side_by_side
from ..similarity.masked import masked
from .data import Site
from .language import Language

Kind = Literal["text", "own", "only", "dot", "moved"]
Parts = Sequence[tuple[bool, str]]

TEXT_LIMIT = 200_000  # characters of each text that are compared on the page; longer texts are cut and said to be
PAGE_LIMIT = 1_000_000  # bytes of both columns together
_FOLD_FROM, _HEAD, _TAIL = 30, 10, 7  # words of a shared passage: folded from, shown before and after the fold
_RULE_FROM = 13  # words on one page only that get a rule at their side instead of a mark
_SHORT = 36  # characters under which a line is a label and runs on behind a dot
_OVERHEAD = 60  # bytes of markup around a piece, at most
_WORD = re.compile(r"\S+")
# Characters without looks: the words of a text do not depend on them (similarity.words), but finding their places does.
UNSEEN = str.maketrans({"\u00a0": " ", "\u00ad": None, "\u200b": None, "\ufeff": None})


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: plain, `own` (differs), `only` (a long passage of one page, `words` long), a `dot`, or `moved`: a
    passage that stands elsewhere on the other page, with its `number`.
    """

    kind: Kind
    text: str
    words: int = 0
    number: int = 0


Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One column of a row. `middle` is what folds away, `folded` its words; both empty when nothing folds."""

    head: Pieces
    middle: Pieces = ()
    tail: Pieces = ()
    folded: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A shared passage (`number` from 1, `words` in a row) or, with number 0, a stretch where the pages differ; `words`
    are then those of the longer column.
    """

    number: int
    words: int
    a: Side
    b: Side


class Passage(NamedTuple):
    """Where a shared passage stands, in words."""

    number: int
    a: int
    words: int
    b: int


def compared(
    text_a: str, text_b: str, w: int, reading: TextSettings, letters: int | None = None
) -> tuple[SideBySide, bool]:
    """Two texts, cut to TEXT_LIMIT, side by side by shingles of `w` words; and whether one was cut.

    Equal texts, of which sites are full, need no search; their shingles are not counted.
    """
    texts = [text.translate(UNSEEN) for text in (text_a, text_b)]
    a, b = (text[:TEXT_LIMIT] for text in texts)
    if a and a == b:
        return SideBySide(0, 0, 0, (Same(a, b, len(a.split())),), ()), [a, b] != texts
    return side_by_side(a, b, w, reading, letters), [a, b] != texts


def rows(side: SideBySide, moved: Sequence[Moved] = ()) -> Iterator[Row]:
    """The rows in the order of the texts; the passages `moved` (compare.apart) are numbered on behind those of rows."""
    number = 0
    first = 1 + sum(isinstance(row, Same) for row in side.rows)
    at_a = at_b = 0
    marks_a = sorted((m.start_a, m.start_a + len(m.text_a), first + n) for n, m in enumerate(moved))
    marks_b = sorted((m.start_b, m.start_b + len(m.text_b), first + n) for n, m in enumerate(moved))
    for row in side.rows:
        if isinstance(row, Same):
            number += 1
            yield Row(number, row.words, _same(row.text_a), _same(row.text_b))
            at_a, at_b = at_a + len(row.text_a), at_b + len(row.text_b)
        else:
            words = max(sum(_count(text) for _, text in parts) for parts in (row.parts_a, row.parts_b))
            yield Row(0, words, Side(_differ(row.parts_a, at_a, marks_a)), Side(_differ(row.parts_b, at_b, marks_b)))
            at_a += sum(len(text) for _, text in row.parts_a)
            at_b += sum(len(text) for _, text in row.parts_b)


def cut(all_rows: Iterator[Row], limit: int = PAGE_LIMIT) -> tuple[list[Row], bool]:
    """As much as fits into `limit` bytes of page, and whether that was not all; the last row may be cut in itself."""
    whole = list(all_rows)
    if sum(_most(row.a) + _most(row.b) for row in whole) <= limit:
        return whole, False
    out, left = [], limit
    for row in whole:
        size = _bytes(row.a) + _bytes(row.b)
        if size > left:
            out.append(replace(row, a=_trim(row.a, left // 2), b=_trim(row.b, left // 2)))
            return out, True
        left -= size
        out.append(row)
    return out, False


def passages(side: SideBySide, moved: Sequence[Moved] = ()) -> tuple[tuple[Passage, ...], int, int]:
    """Where the shared passages stand, those in another order last, and the words of both texts."""
    at_a = at_b = 0
    out: list[Passage] = []
    text_a, text_b = [], []
    for row in side.rows:
        if isinstance(row, Same):
            out.append(Passage(len(out) + 1, at_a, row.words, at_b))
            at_a, at_b = at_a + row.words, at_b + row.words
            pieces_a, pieces_b = [row.text_a], [row.text_b]
        else:
            pieces_a, pieces_b = [text for _, text in row.parts_a], [text for _, text in row.parts_b]
            at_a += sum(map(_count, pieces_a))
            at_b += sum(map(_count, pieces_b))
        text_a += pieces_a if moved else []
        text_b += pieces_b if moved else []
    whole_a, whole_b = "".join(text_a), "".join(text_b)
    for passage in moved:
        places = _count(whole_a[: passage.start_a]), _count(whole_b[: passage.start_b])
        out.append(Passage(len(out) + 1, places[0], passage.words, places[1]))
    return tuple(out), at_a, at_b


def masked_facts(
    text_a: str, text_b: str, site: Site, reading: TextSettings, language: Language
) -> Iterator[tuple[str, str]]:
    """How alike the pages are but for numbers and names; nothing for equal texts."""
    if text_a != text_b:
        found = masked(text_a, text_b, site.shingle, reading, site.shingle_unspaced)
        yield language._("Jaccard without numbers and names"), language.dec(found.slots)


def _count(text: str) -> int:
    return len(text.split())


def _most(side: Side) -> int:
    """Not less than `_bytes`, but quicker to tell: five bytes are the most that a character takes."""
    return _OVERHEAD + sum(
        5 * (len(piece.text) + _OVERHEAD) for part in (side.head, side.middle, side.tail) for piece in part
    )


def _bytes(side: Side) -> int:
    return _OVERHEAD + sum(_size(piece) for part in (side.head, side.middle, side.tail) for piece in part)


def _size(piece: Piece) -> int:
    """Bytes of a piece at most: four are added where a character is escaped, and the markup around it."""
    return (
        len(piece.text.encode("utf-8", "replace"))
        + 4 * sum(piece.text.count(c) for c in "<>&\"'")
        + _OVERHEAD * (5 if piece.kind == "moved" else 1)
    )


def _trim(side: Side, limit: int) -> Side:
    """The beginning of a column that needs no more than `limit` bytes."""
    out: list[Piece] = []
    for piece in (*side.head, *side.middle, *side.tail):
        if _size(piece) > limit:
            text = piece.text[: max(limit - _OVERHEAD, 0) // 6]  # six bytes: the longest escape
            return Side((*out, replace(piece, text=text))) if text else Side(tuple(out))
        limit -= _size(piece)
        out.append(piece)
    return Side(tuple(out))


def _same(text: str) -> Side:
    """A shared passage; from _FOLD_FROM words on, its middle folds."""
    words = list(_WORD.finditer(text))
    if len(words) < _FOLD_FROM:
        return Side(flow(text))
    start, end = words[_HEAD].start(), words[-_TAIL].start()
    folded = len(words) - _HEAD - _TAIL
    return Side(flow(text[:start]), flow(text[start:end]), flow(text[end:]), folded)


def _differ(parts: Parts, at: int, marks: Sequence[tuple[int, int, int]]) -> Pieces:
    """The pieces of a stretch that begins at character `at`; `marks` are passages moved, as (from, to, number)."""
    out: list[Piece] = []
    for own, text in parts:
        end = at + len(text)
        done = at
        for start, stop, number in () if own else marks:
            start, stop = max(start, at), min(stop, end)
            if start < stop:
                out += flow(text[done - at : start - at]) if start > done else ()
                moved = text[start - at : stop - at]
                out.append(Piece("moved", moved, _count(moved), number))
                done = stop
        if done < end:
            out += _own(text) if own else flow(text[done - at :])
        at = end
    return tuple(out)


def _own(text: str) -> list[Piece]:
    """Words of one page only: marked line by line, so that no mark covers white space; a rule for a long passage."""
    count = _count(text)
    if count >= _RULE_FROM:
        return [Piece("only", text.strip(), count)]
    out = []
    for n, line in enumerate(text.split("\n")):
        words = line.strip()
        before, after = line[: len(line) - len(line.lstrip())], line[len(line.rstrip()) :] if words else ""
        out.append(Piece("text", ("\n" if n else "") + before))
        if words:
            out.append(Piece("own", words))
        out.append(Piece("text", after))
    return [piece for piece in out if piece.text]


def flow(text: str) -> Pieces:
    """Short lines (lists, labels) run on with a dot, so that a menu stays small; prose keeps its breaks."""
    lines = text.split("\n")
    out, run = [], [lines[0]]
    for before, line in pairwise(lines):
        if before.strip() and line.strip() and len(before) < _SHORT and len(line) < _SHORT:
            out += [Piece("text", "\n".join(run)), Piece("dot", "")]
            run = []
        run.append(line)
    return (*out, Piece("text", "\n".join(run)))
