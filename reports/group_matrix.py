"""How alike the pages of a small group are, each with each, and what they would make at other thresholds."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ..config import TextSettings
from ..similarity.square import square, stars
from . import data_groups
from .data import Site
from .data_groups import Member
from .group_texts import Texts

MOST = 16  # pages of a group up to which all are shown with all
_STEPS = 5
_CUTS, _CUT = 7, 0.05  # thresholds that are tried, and how far apart


class Cell(NamedTuple):
    """A value of the matrix: its class in the style sheet, and the page of the pair or nothing."""

    value: float
    step: str
    pair: str


def matrix(
    connection: sqlite3.Connection, texts: Texts, members: Sequence[Member], pairs: dict[int, str], site: Site,
    reading: TextSettings,
) -> list[tuple[Member, list[Cell | None]]]:  # fmt: skip
    """Each page with each, for three to MOST pages with a text; the keeper first. `pairs` are its pair pages.

    Pairs at a threshold are stored. The others are scored from the texts, as the pairs were: on the bodies where one of
    the two pages is judged by it.
    """
    compared = [member for member in members if member.text]
    if not 3 <= len(compared) <= MOST or compared[0] is not members[0]:
        return []
    known: dict[frozenset[int], float] = {}
    for (a, b), score in data_groups.inside(connection, [m.address for m in compared]).items():
        known[frozenset((a, b))] = score.shared / max(score.size_a + score.size_b - score.shared, 1)
    if len(known) < len(compared) * (len(compared) - 1) // 2:
        known = _scores(texts, compared, site, reading) | known
    rows = []
    for i, one in enumerate(compared):
        row: list[Cell | None] = []
        for j, other in enumerate(compared):
            value = known.get(frozenset((one.address, other.address)), 0.0)
            pair = pairs.get(other.address if i == 0 else one.address if j == 0 else -1, "")
            row.append(None if i == j else Cell(value, _step(value, site.jaccard), pair))
        rows.append((one, row))
    return rows


def splits(rows: Sequence[tuple[Member, list[Cell | None]]], cut: float) -> list[tuple[float, list[int], int]]:
    """What the pages of a matrix would make at the threshold `cut` and above: (threshold, sizes, pages alone)."""
    values = np.array([[1.0 if cell is None else cell.value for cell in row] for _, row in rows])
    out = []
    for step in range(_CUTS):
        higher = round(cut + step * _CUT, 2)
        if higher < 1:
            sizes = stars(values, higher)
            out.append((higher, [size for size in sizes if size > 1], sizes.count(1)))
    return out


def _scores(
    texts: Texts, members: Sequence[Member], site: Site, reading: TextSettings
) -> dict[frozenset[int], float]:  # fmt: skip
    found: dict[frozenset[int], float] = {}
    for kind in ("body", "main"):  # the last word is that of two main texts
        few = [member for member in members if kind == "body" or member.text == "main"]
        if len(few) < 2 or (kind == "body" and all(member.text == "main" for member in members)):
            continue
        values = square(texts.of(few, kind), site.shingle, site.shingle_unspaced, reading)
        for (i, a), (j, b) in combinations(enumerate(few), 2):
            found[frozenset((a.address, b.address))] = float(values[i, j])
    return found


def _step(value: float, cut: float) -> str:
    """q0 below the threshold, then q1 to q5 in equal steps up to 1."""
    if value < cut:
        return "q0"
    return f"q{min(1 + int((value - cut) / max(1 - cut, 1e-9) * _STEPS), _STEPS)}"
