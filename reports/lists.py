"""The lists of the report: pages, groups, pairs, findings. Each is the first rows in plain HTML, and all rows in
chunks (chunks.py) that static/rows.js sorts, searches and turns; one description of the columns serves both.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ..config import ReportSettings
from . import list_rows, list_texts, rule_help, sentences, words
from .chunks import FOLDER, Chunks, Row
from .data import Site
from .data_groups import Group
from .language import N_, Language
from .list_rows import ALONE, GROUPED, LEFT, FindingRows, PageRows

Kind = Literal["page", "keeper", "group", "bar", "num", "pct", "dec", "code", "state", "text", "pair"]
PLAIN = 50  # rows that stand in the page itself
PAGE = 100  # rows on a screen
_NUMERIC = ("group", "bar", "num", "pct", "dec")
_NOTES = 2_000  # different values of findings that are looked at for notes to translate
_SECTIONS = 300  # to choose from
TITLES = {
    "groups.html": N_("Groups"), "pages.html": N_("Pages"), "pairs.html": N_("Pairs"), "findings.html": N_("Findings"),
}  # fmt: skip
_PLACE = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Column:
    """What a column shows: the value at place `at` of a row, as its kind says (templates/list.html.j2, rows.js).

    `page` is an address: a text, with its title at `more`; or, with `of`, a number of a row of pages, with the kind of
    text of the pair that it then leads to at `more`. `keeper` is an address that leads to the group at `more`. `pair`
    leads to the pair of the pages at 0 and 1, with its kind of text at `more`. `names` put codes into words. `falls`:
    sorted downwards first. `opt`: left out on narrow screens.
    """

    kind: Kind
    label: str
    at: int
    more: int = -1
    of: bool = False
    names: tuple[str, ...] = ()
    falls: bool = False
    opt: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a filter: rows whose value at place `at` is one of `values`."""

    value: str
    label: str
    at: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter by name, as it stands in the address (#section=/shop/). The first choice, all rows, is `label`."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Lists:
    """All that the lists of one report share, whatever its language; written by `write`."""

    pages: PageRows
    groups: list[Row]
    pairs: list[Row]
    findings: FindingRows
    starts: dict[str, list[int]]  # of each list: the first row of each file
    texts: list[list[int]]  # list_texts.write
    texts_whole: bool
    found: int  # findings of all, listed or not

    @property
    def listed(self) -> tuple[str, ...]:
        """The pages that there are: those of groups and pairs only where there are any."""
        empty = {f"{name}.html" for name, rows in (("groups", self.groups), ("pairs", self.pairs)) if not rows}
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
    texts, whole = list_texts.write(
        connection, chunks, pairs, list(pages.places), site.blocks, settings.pair_texts_mb * 1_000_000
    )
    found = connection.execute("SELECT count(*) FROM findings").fetchone()[0]
    return Lists(pages, lists["groups"], pairs, findings, starts, texts, whole, found)


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
        "states": [_state(code, language) for code in list_rows.STATES],
        "t": _texts(language),
    }  # fmt: skip

    def values(
        name: str, rows: Sequence[Row], columns: Sequence[Column], filters: Sequence[Filter], **more: Any
    ) -> Any:
        data = {
            **common, "name": name, "total": len(rows), "starts": lists.starts[name], "sorted": -1,
            "columns": [asdict(c) for c in columns], "classes": [_classes(n, c) for n, c in enumerate(columns)],
            "filters": [asdict(f) for f in filters], "base": "pages" if any(c.of for c in columns) else "",
            "base_starts": lists.starts["pages"], "base_total": len(lists.pages.rows), **more,
        }  # fmt: skip
        return {"list": data, "codes": list_rows.STATES, "rows": rows[:PLAIN], "base": lists.pages.rows,
                "columns": columns, "filters": filters}  # fmt: skip

    yield "pages.html", "pages.html.j2", values("pages", lists.pages.rows, _page_columns(language),
                                                _page_filters(lists, language), group=2, sorted=3)  # fmt: skip
    if lists.groups:
        yield "groups.html", "groups.html.j2", {
            **values("groups", lists.groups, _group_columns(language), _group_filters(lists, language), group=1),
            "left": len(lists.groups) - len(paged),
        }  # fmt: skip
    if lists.pairs:
        yield "pairs.html", "pairs.html.j2", {
            **values("pairs", lists.pairs, _pair_columns(language), _pair_filters(lists, language), group=8, sorted=2),
            "left": site.pair_count - len(lists.pairs),
        }  # fmt: skip
        yield "pair.html", "drawn.html.j2", {
            "drawn": {**common, "texts": lists.texts, "shingle": site.shingle, "yo_is_e": yo_is_e,
                      "body": _("body text without what stands on the whole site") if site.blocks else _("body text"),
                      "jaccard": site.jaccard, "containment": site.containment}
        }  # fmt: skip
    rules = list(rule_help.summary(connection, language))
    yield "findings.html", "findings.html.j2", {
        **values("findings", lists.findings.rows, _finding_columns(lists, language),
                 _finding_filters(lists, rules, language), group=-1, **_sentences(lists, language)),
        "rules": rules, "left": lists.found - len(lists.findings.rows),
        "sentence": lambda row: _sentence(lists, row, language),
    }  # fmt: skip


def _classes(place: int, column: Column) -> str:
    full = "full" if column.kind == "page" and place else ""
    return " ".join(filter(None, (full, "num" if column.kind in _NUMERIC else "", "opt" if column.opt else "")))


def _page_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("page", _("Page"), 0, more=1), Column("group", _("Group"), 2, more=3),
        Column("page", _("Closest match"), 4, more=5, of=True), Column("bar", _("Jaccard"), 6, falls=True),
        Column("num", _("Near duplicates"), 7, falls=True, opt=True), Column("pct", _("Own text"), 8),
        Column("num", _("Words"), 9, falls=True, opt=True), Column("code", _("State"), 10, names=_status(language)),
    )  # fmt: skip


def _page_filters(lists: Lists, language: Language) -> tuple[Filter, ...]:
    _ = language._
    status = _status(language)
    reasons = sorted({row[10] for row in lists.pages.rows if row[11] == LEFT and row[10] >= 0})
    show = (
        Option("grouped", _("in a group"), 11, (GROUPED,)), Option("alone", _("in no group"), 11, (ALONE,)),
        Option("left", _("left out"), 11, (LEFT,)),
        *(Option(f"left-{list_rows.STATUS[n]}", _("left out: %(why)s", why=status[n]), 10, (n,)) for n in reasons),
    )  # fmt: skip
    named = [(n, name) for n, name in enumerate(lists.pages.sections[:_SECTIONS]) if name]
    sections = tuple(Option(name, name, 12, (n,)) for n, name in sorted(named, key=lambda item: item[1]))
    return Filter("show", _("All pages"), show), *([Filter("section", _("All sections"), sections)] if named else [])


def _group_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("keeper", _("Page to keep"), 0, more=1), Column("group", _("Group"), 1),
        Column("num", _("Pages"), 2, falls=True), Column("code", _("Kind"), 3, names=_kinds(language)),
        Column("state", _("Canonical"), 4),
        Column("bar", _("Lowest Jaccard"), 5, falls=True), Column("dec", _("Median"), 6, falls=True, opt=True),
    )  # fmt: skip


def _group_filters(lists: Lists, language: Language) -> tuple[Filter, ...]:
    _ = language._
    used = sorted({row[4] for row in lists.groups})
    states = tuple(Option(list_rows.STATES[n], _state(list_rows.STATES[n], language), 4, (n,)) for n in used)
    return (Filter("kind", _("All kinds"), _kind_options(lists.groups, 3, language)),
            Filter("state", _("All states"), states))  # fmt: skip


def _pair_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("page", _("Page A"), 0, of=True), Column("page", _("Page B"), 1, of=True),
        Column("bar", _("Jaccard"), 2, falls=True), Column("pct", _("A in B"), 3, falls=True, opt=True),
        Column("pct", _("B in A"), 4, falls=True, opt=True),
        Column("num", _("shared shingles"), 5, falls=True, opt=True),
        Column("code", _("Kind"), 7, names=_kinds(language)), Column("group", _("Group"), 8),
        Column("pair", _("compare"), 0, more=6),
    )  # fmt: skip


def _pair_filters(lists: Lists, language: Language) -> tuple[Filter, ...]:
    return (Filter("kind", language._("All kinds"), _kind_options(lists.pairs, 7, language)),)


def _finding_columns(lists: Lists, language: Language) -> tuple[Column, ...]:
    _ = language._
    severities = tuple(rule_help.severity(code, language) for code in list_rows.SEVERITIES)
    engines = tuple(rule_help.engine(code, language) for code in list_rows.ENGINES)
    return (
        Column("page", _("Page"), 0, of=True), Column("text", _("What was found"), 5),
        Column("code", _("Rule"), 2, names=tuple(lists.findings.rules)),
        Column("code", _("Severity"), 4, names=severities), Column("code", _("Engine"), 3, names=engines),
    )  # fmt: skip


def _finding_filters(lists: Lists, rules: Sequence[rule_help.Summary], language: Language) -> tuple[Filter, ...]:
    _ = language._
    known = {code: n for n, code in enumerate(lists.findings.rules)}
    severities = tuple(
        Option(code, rule_help.severity(code, language), 4, (n,)) for n, code in enumerate(list_rows.SEVERITIES)
    )
    engines = tuple(Option(code, rule_help.engine(code, language), 3, (n,)) for n, code in enumerate(list_rows.ENGINES))
    named = tuple(Option(rule.id, rule.id, 2, (known[rule.id],)) for rule in rules if rule.id in known)
    return (Filter("rule", _("All rules"), named), Filter("severity", _("Every severity"), severities),
            Filter("engine", _("All engines"), engines))  # fmt: skip


def _kind_options(rows: Sequence[Row], at: int, language: Language) -> tuple[Option, ...]:
    used = sorted({row[at] for row in rows})
    return tuple(Option(list_rows.KINDS[n], _kinds(language)[n], at, (n,)) for n in used)


def _kinds(language: Language) -> tuple[str, ...]:
    return tuple(words.name(words.KINDS, code, language) for code in list_rows.KINDS)


def _status(language: Language) -> tuple[str, ...]:
    here = len(words.INDEXABILITY)
    return tuple(
        words.name(words.INDEXABILITY, code, language) if n < here else words.left_out(code, language)[0]
        for n, code in enumerate(list_rows.STATUS)
    )


def _state(code: str, language: Language) -> str:
    return language._("settled") if code == "settled" else words.name(words.STATES, code, language)


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
