"""The lists of the report: pages, groups, pairs, findings. Each is the first rows in plain HTML, and all rows in
chunks (chunks.py) that static/rows.js sorts, searches and turns; one description of the columns serves both.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..config import ReportSettings
from . import hreflang, list_columns, list_rows, list_texts, rule_help, sentences
from .chunks import FOLDER, Chunks, Row
from .data import Site
from .data_groups import Group
from .language import N_, Language
from .list_columns import Column, Filter
from .list_rows import FindingRows, PageRows

PLAIN = 50  # rows that stand in the page itself
PAGE = 100  # rows on a screen
_NOTES = 2_000  # different values of findings that are looked at for notes to translate
TITLES = {
    "groups.html": N_("Groups"), "pages.html": N_("Pages"), "pairs.html": N_("Pairs"), "findings.html": N_("Findings"),
    hreflang.NAME: N_("hreflang"),
}  # fmt: skip
_PLACE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True)
class Lists:
    """All that the lists of one report share, whatever its language; written by `write`."""

    pages: PageRows
    groups: list[Row]
    pairs: list[Row]
    findings: FindingRows
    starts: dict[str, list[int]]  # of each list: the first row of each file
    texts: list[list[int]]  # list_texts.write
    held: dict[str, dict[int, int]]  # the same
    found: int  # findings of all, listed or not
    hreflang: hreflang.Views | None

    @property
    def listed(self) -> tuple[str, ...]:
        """The pages that there are: those of groups and pairs only where there are any, that of hreflang likewise."""
        some = (("groups", self.groups), ("pairs", self.pairs), ("hreflang", self.hreflang))
        empty = {f"{name}.html" for name, rows in some if not rows}
        return tuple(name for name in TITLES if name not in empty)


def write(
    connection: sqlite3.Connection, chunks: Chunks, site: Site, groups: Sequence[Group], settings: ReportSettings
) -> Lists:
    """Write the rows of all lists, and the texts of pairs."""
    pages = list_rows.pages(connection, site.origin, groups)
    pairs = list_rows.pairs(connection, pages.places)
    findings = list_rows.findings(connection, pages.places, site.origin)
    lists = {
        "pages": pages.rows, "groups": list_rows.group_rows(groups, site.origin), "pairs": pairs,
        "findings": findings.rows,
    }  # fmt: skip
    starts = {name: chunks.write(name, rows) for name, rows in lists.items()}
    texts, held = list_texts.write(
        connection, chunks, pairs, list(pages.places), site.blocks, settings.pair_texts_mb * 1_000_000
    )
    found = connection.execute("SELECT count(*) FROM findings").fetchone()[0]
    views = hreflang.write(connection, chunks, site.origin) if hreflang.is_there(connection) else None
    return Lists(pages, lists["groups"], pairs, findings, starts, texts, held, found, views)


def pages(
    lists: Lists, connection: sqlite3.Connection, site: Site, paged: Sequence[Group], root: str, yo_is_e: bool,
    language: Language,
) -> Iterator[tuple[str, str, dict[str, Any]]]:  # fmt: skip
    """(path, template, values) of the pages; `root` leads from them to the folder of the chunks."""
    _ = language._
    with_page = {group.id for group in paged}
    common: dict[str, Any] = {
        "dir": f"{root}{FOLDER}/", "per": PAGE, "kinds": list_rows.TEXTS,
        "paged": None if len(with_page) == len(lists.groups) else sorted(with_page),
        "states": [list_columns.state(code, language) for code in list_rows.STATES],
        "t": _texts(language),
    }  # fmt: skip

    def values(
        name: str, rows: Sequence[Row], columns: Sequence[Column], filters: Sequence[Filter], **more: Any
    ) -> Any:
        data = {
            **common, "name": name, "total": len(rows), "starts": lists.starts[name], "sorted": -1,
            "columns": [asdict(c) for c in columns],
            "classes": [list_columns.classes(n, c) for n, c in enumerate(columns)],
            "filters": [asdict(f) for f in filters], "base": "pages" if any(c.of for c in columns) else "",
            "base_starts": lists.starts["pages"], "base_total": len(lists.pages.rows), **more,
        }  # fmt: skip
        return {"list": data, "codes": list_rows.STATES, "rows": rows[:PLAIN], "base": lists.pages.rows,
                "columns": columns, "filters": filters}  # fmt: skip

    yield "pages.html", "pages.html.j2", values(
        "pages", lists.pages.rows, list_columns.page_columns(language),
        list_columns.page_filters(lists.pages, language), group=2, sorted=3,
    )  # fmt: skip
    if lists.groups:
        yield "groups.html", "groups.html.j2", {
            **values("groups", lists.groups, list_columns.group_columns(language),
                     list_columns.group_filters(lists.groups, language), group=1),
            "left": len(lists.groups) - len(paged),
        }  # fmt: skip
    if lists.pairs:
        yield "pairs.html", "pairs.html.j2", {
            **values("pairs", lists.pairs, list_columns.pair_columns(language),
                     list_columns.pair_filters(lists.pairs, language), group=8, sorted=2),
            "left": site.pair_count - len(lists.pairs),
        }  # fmt: skip
        yield "pair.html", "drawn.html.j2", {
            "drawn": {**common, "texts": lists.texts, "shingle": site.shingle, "yo_is_e": yo_is_e,
                      "body": _("body text without what stands on the whole site") if site.blocks else _("body text"),
                      "jaccard": site.jaccard, "containment": site.containment}
        }  # fmt: skip
    rules = list(rule_help.summary(connection, language))
    yield "findings.html", "findings.html.j2", {
        **values("findings", lists.findings.rows, list_columns.finding_columns(lists.findings, language),
                 list_columns.finding_filters(lists.findings, rules, language), group=-1,
                 **_sentences(lists, language)),
        "rules": rules, "chapters": rule_help.chapters(rules, language),
        "left": lists.found - len(lists.findings.rows),
        "sentence": lambda row: _sentence(lists, row, language),
    }  # fmt: skip
    if lists.hreflang:
        yield (
            hreflang.NAME,
            "hreflang.html.j2",
            hreflang.values(connection, lists.hreflang, root, f"{root}../rules/", language),
        )


def _sentences(lists: Lists, language: Language) -> dict[str, Any]:
    """The sentences of findings with their places left open, and notes among their values in this language."""
    values = {v for row in lists.findings.rows if row[6] for v in row[6].values() if isinstance(v, str)}
    notes = {v: said for v in sorted(values)[:_NOTES] if (said := sentences.note(v, language)) != v}
    return {"messages": [_open(message, language) for message in lists.findings.messages], "notes": notes}


def _open(message: str, language: Language) -> str:
    """A sentence in the language, with its places as they were; one without places is a text that nothing is put in."""
    places = set(_PLACE.findall(message))
    return language._(message, **{name: f"%({name})s" for name in places}) if places else message


def _sentence(lists: Lists, row: Row, language: Language) -> str:
    page, related, _, _, _, message, values = row
    text = _open(lists.findings.messages[message] if isinstance(message, int) else message, language)
    known = {"url": lists.pages.rows[page][0] if page >= 0 else "", "related": related}
    known |= {
        k: language.num(v) if isinstance(v, int) else sentences.note(v, language) for k, v in (values or {}).items()
    }
    return _PLACE.sub(lambda match: known.get(match[1], match[0]), text)


def _texts(language: Language) -> dict[str, str]:
    """What the scripts say; {a} are places that they fill."""
    _ = language._
    figures = language.dec(0.5)[1], language.num(1_000)[1:-3], language.pct(0.5)[2:]
    return {
        "point": figures[0], "thousands": figures[1], "percent": figures[2],
        "all": _("Rows: {n}"), "found": _("Found: {n} of {all}"), "loading": _("Loaded: {n} of {all}"),
        "nothing": _("Nothing found. Take a filter away or search for less."), "empty": _("There is nothing to list."),
        "range": _("{a} to {b} of {n}"),
        "broken": _("The file {file} is missing: {n} rows cannot be shown. Copy the whole folder of the report."),
        "group": _("Group {n}"), "compare": _("compare"), "not_listed": _("not listed"),
        "same": _("{n} more words the same"), "only": _("only on {who}, words: {n}"), "nothing_here": _("nothing here"),
        "words": _("{n} words in a row"), "moved": _("Shared passages in another order, shown plain: {n}"),
        "exact": _("Both pages have the same text"), "in_a": _("{p} of page B stands inside page A"),
        "in_b": _("{p} of page A stands inside page B"), "near": _("{p} of all their text is the same on both pages"),
        "jaccard": _("Jaccard"), "a_in_b": _("A in B"), "b_in_a": _("B in A"), "shared": _("shared shingles"),
        "of": _("{s} of {u}"), "main": _("main text"),
        "pair": _("Pair"), "choose": _("Choose a pair in the list of pairs."), "live": _("opens the live page"),
        "absent": _("The texts of this pair are not in the report: it holds those of the closest pages, up to a limit "
                    "(pair_texts_mb in the section report of the settings)."),
        "gone": _("The file {file} is missing. Copy the whole folder of the report."),
    }  # fmt: skip
