"""The pairs that the owner has judged in a review: each has a page of its own, with the answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..config import TextSettings
from . import data_groups, group_pages
from .data import Site
from .data_groups import Member
from .group_texts import Texts
from .language import N_, Language

_MOST = 300  # the latest answers; a review asks 24
ANSWERS = {"same": N_("Same"), "different": N_("Different"), "unsure": N_("Unsure")}


@dataclass(frozen=True, slots=True)
class Reviewed:
    """An answer of the owner about two pages that are compared now. `name` is the path of its page in the report."""

    name: str
    a: Member
    b: Member
    answer: str
    note: str
    labelled: str


def read(connection: sqlite3.Connection) -> list[Reviewed]:
    """The latest answers whose pages both have a text, newest first."""
    rows = connection.execute(
        """SELECT a.id, b.id, l.label, l.note, l.labelled FROM labels l
        JOIN addresses a ON a.key = l.key_a JOIN addresses b ON b.key = l.key_b
        ORDER BY l.labelled DESC, l.key_a, l.key_b LIMIT ?""",
        (_MOST,),
    ).fetchall()
    known = data_groups.compared(connection, {address for row in rows for address in row[:2]})
    found = [row for row in rows if row[0] in known and row[1] in known]
    return [
        Reviewed(f"pairs/answer-{n}.html", known[a], known[b], *answer) for n, (a, b, *answer) in enumerate(found, 1)
    ]


def pages(
    connection: sqlite3.Connection, site: Site, found: Sequence[Reviewed], reading: TextSettings, language: Language
) -> Iterator[group_pages.Page]:
    """A page for each, in the order given."""
    texts = Texts(connection, site)
    for n, one in enumerate(found):
        values = group_pages.pair_values(connection, texts, site, one.a, one.b, reading, language)
        after = found[n + 1].name if n + 1 < len(found) else ""
        yield one.name, "pair.html.j2", {"g": None, "next": after, "cause": "", "reviewed": one, **values}
