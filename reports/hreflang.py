"""The page of hreflang: a matrix for each cluster, and the broken entries by template.

Clusters and pairs lie in chunks (chunks.py), which static/hreflang.js shows; the first ones stand in the page itself.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ..audits.hreflang.clusters import LINE_STATES, SOUND, Line
from . import hreflang_files, rule_help
from .chunks import FOLDER, Chunks, Row
from .hreflang_lines import BrokenLine, Lines
from .hreflang_words import states
from .language import Code, Language
from .tables_hreflang import lines

NAME = "hreflang.html"
CLUSTERS, PLAIN, ROWS, COLUMNS = 20, 8, 60, 60  # clusters on a screen and in the page, rows and columns of a matrix
_PLAIN_ROWS, _LINES, _EXAMPLES = 12, 200, 3
_X_DEFAULT = "x-default"
_BY_CLUSTER = """
SELECT h.cluster, a.url, h.own, h.broken, h.z FROM hreflang h CROSS JOIN addresses a ON a.id = h.address
ORDER BY h.cluster, h.address"""
_SOUND = frozenset(LINE_STATES.index(name) for name in SOUND)
_RETURN_MISSING = LINE_STATES.index("return-missing")


@dataclass(frozen=True)
class Views:
    """What the page shows in any language. A row of `clusters` is (number, broken, pages, codes, rows of the matrix as
    (address, own codes, places in LINE_STATES by code, -1 for no entry)).
    """

    pages: int
    clusters: int
    whole: int
    entries: int
    broken: int
    counts: dict[int, int]
    first: list[Row]
    lines: list[BrokenLine]
    starts: dict[str, list[int]]
    origin: str


def is_there(connection: sqlite3.Connection) -> bool:
    """Whether a page of the site has hreflang."""
    return connection.execute("SELECT 1 FROM hreflang LIMIT 1").fetchone() is not None


def write(connection: sqlite3.Connection, chunks: Chunks, origin: str) -> Views:
    """Write the chunks, cluster by cluster."""
    counts: Counter[int] = Counter()
    numbers: Counter[str] = Counter()
    first: list[Row] = []
    broken = Lines(origin)

    def matrices() -> Iterator[Row]:
        for number, found in groupby(connection.execute(_BY_CLUSTER), key=lambda row: row[0]):
            members = [(url, own, faults, list(lines(z))) for _, url, own, faults, z in found]
            for url, own, faults, entries in members:
                counts.update(line.state for line in entries)
                numbers["entries"] += len(entries)
                for line in entries if faults else ():
                    if is_broken(line):
                        broken.add(line.state, own, line.code, url, line.target)
            row = _matrix(number, members)
            numbers.update(pages=len(members), clusters=1, whole=not row[1], broken=row[1])
            if len(first) < PLAIN:
                first.append(row)
            yield row

    starts = {"hreflang": chunks.write("hreflang", matrices())}
    told = list(broken)
    pairs = ((place, *pair) for place, line in enumerate(told[:_LINES]) for pair in line.pairs)
    starts["hreflang-pairs"] = chunks.write("hreflang-pairs", pairs)
    return Views(
        numbers["pages"], numbers["clusters"], numbers["whole"], numbers["entries"], numbers["broken"],
        dict(counts), first, told, starts, origin,
    )  # fmt: skip


def is_broken(line: Line) -> bool:
    """As audits.hreflang.clusters.is_broken."""
    return line.state not in _SOUND and not (line.state == _RETURN_MISSING and line.code == _X_DEFAULT)


def _matrix(number: int, members: Sequence[tuple[str, str, int, list[Line]]]) -> Row:
    codes = sorted({line.code for *_, entries in members for line in entries}, key=lambda c: (c == _X_DEFAULT, c))
    place = {code: n for n, code in enumerate(codes[:COLUMNS])}
    rows = []
    for url, own, _, entries in sorted(members, key=lambda m: (not m[1], m[1], m[0]))[:ROWS]:
        cells = [-1] * len(place)
        for line in entries:
            at = place.get(line.code)
            if at is not None and (cells[at] in _SOUND or cells[at] < 0):
                cells[at] = line.state
        rows.append((url, own, cells))
    return number, sum(faults for _, _, faults, _ in members), len(members), codes[:COLUMNS], rows


def values(connection: sqlite3.Connection, views: Views, root: str, rules: str, language: Language) -> dict[str, Any]:
    """What the template needs; `root` leads to the folder of the chunks, `rules` to that of files to paste."""
    _ = language._
    shown = states(language)
    at = 0
    told = []
    for line in views.lines[:_LINES]:
        told.append((line, shown[line.state], at))
        at += len(line.pairs)
    data = {
        "dir": f"{root}{FOLDER}/", "starts": views.starts, "total": views.clusters, "per": CLUSTERS,
        "origin": views.origin,
        "t": {
            "thousands": language.num(1_000)[1:-3], "range": _("{a} to {b} of {n}"),
            "page": _("Page"), "cluster": _("Cluster {n}"), "pages": _("Pages: {n}"),
            "faults": _("Entries that cannot count: {n}"), "left": _("Pages that are not shown: {n}"),
            "broken": _("The file {file} is missing: {n} rows cannot be shown. Copy the whole folder of the report."),
        },
    }  # fmt: skip
    return {
        "views": views, "data": data, "states": shown, "lines": told, "left": len(views.lines) - len(told),
        "legend": [(state, views.counts.get(n, 0)) for n, state in enumerate(shown) if views.counts.get(n)],
        "plain_rows": _PLAIN_ROWS, "examples": _EXAMPLES, "alone": False, "rules": (),
        "files": hreflang_files.shown(connection, rules, language),
    }  # fmt: skip


def closing(connection: sqlite3.Connection, code: Code) -> str:
    """The closing words of an audit of hreflang alone."""
    language = Language(code)
    pages, clusters, broken = connection.execute(
        "SELECT count(*), count(DISTINCT cluster), coalesce(sum(broken), 0) FROM hreflang"
    ).fetchone()
    if not pages:
        return language._("No page has hreflang.")
    rules = sum(1 for _ in rule_help.summary(connection, language))
    num = language.num
    return language._(
        "Pages with hreflang: %(pages)s in clusters: %(clusters)s. Entries that cannot count: %(broken)s."
        " Rules that found something: %(rules)s.",
        pages=num(pages), clusters=num(clusters), broken=num(broken), rules=num(rules),
    )  # fmt: skip
