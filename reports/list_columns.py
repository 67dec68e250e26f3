"""The columns and filters of the report's lists, once for the template and the script that show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from . import carried, list_rows, rule_help, words
from .chunks import Row
from .language import Language
from .list_rows import ALONE, GROUPED, LEFT, FindingRows, PageRows

Kind = Literal["page", "keeper", "group", "bar", "num", "pct", "dec", "code", "state", "text", "pair"]
_NUMERIC = ("group", "bar", "num", "pct", "dec")
_SECTIONS = 300  # to choose from


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


def classes(place: int, column: Column) -> str:
    full = "full" if column.kind == "page" and place else ""
    return " ".join(filter(None, (full, "num" if column.kind in _NUMERIC else "", "opt" if column.opt else "")))


def page_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("page", _("Page"), 0, more=1), Column("group", _("Group"), 2, more=3),
        Column("page", _("Closest match"), 4, more=5, of=True), Column("bar", _("Jaccard"), 6, falls=True),
        Column("num", _("Near duplicates"), 7, falls=True, opt=True), Column("pct", _("Own text"), 8),
        Column("num", _("Words"), 9, falls=True, opt=True), Column("code", _("State"), 10, names=_status(language)),
    )  # fmt: skip


def page_filters(pages: PageRows, language: Language) -> tuple[Filter, ...]:
    _ = language._
    status = _status(language)
    reasons = sorted({row[10] for row in pages.rows if row[11] == LEFT and row[10] >= 0})
    show = (
        Option("grouped", _("in a group"), 11, (GROUPED,)), Option("alone", _("in no group"), 11, (ALONE,)),
        Option("left", _("left out"), 11, (LEFT,)),
        *(Option(f"left-{list_rows.STATUS[n]}", _("left out: %(why)s", why=status[n]), 10, (n,)) for n in reasons),
    )  # fmt: skip
    named = [(n, name) for n, name in enumerate(pages.sections[:_SECTIONS]) if name]
    sections = tuple(Option(name, name, 12, (n,)) for n, name in sorted(named, key=lambda item: item[1]))
    scored = {row[13] for row in pages.rows} - {-1}
    tiers = tuple(Option(code, _(carried.TIERS[code][0]), 13, (n,)) for n, code in enumerate(list_rows.TIERS))
    return (
        Filter("show", _("All pages"), show), *([Filter("section", _("All sections"), sections)] if named else []),
        *([Filter("tier", _("Index, our suggestion: all"), tiers)] if scored else []),
    )  # fmt: skip


def group_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("keeper", _("Page to keep"), 0, more=1), Column("group", _("Group"), 1),
        Column("num", _("Pages"), 2, falls=True), Column("code", _("Kind"), 3, names=_kinds(language)),
        Column("state", _("Canonical"), 4),
        Column("bar", _("Lowest Jaccard"), 5, falls=True), Column("dec", _("Median"), 6, falls=True, opt=True),
    )  # fmt: skip


def group_filters(groups: Sequence[Row], language: Language) -> tuple[Filter, ...]:
    _ = language._
    used = sorted({row[4] for row in groups})
    states = tuple(Option(list_rows.STATES[n], state(list_rows.STATES[n], language), 4, (n,)) for n in used)
    return (Filter("kind", _("All kinds"), _kind_options(groups, 3, language)),
            Filter("state", _("All states"), states))  # fmt: skip


def pair_columns(language: Language) -> tuple[Column, ...]:
    _ = language._
    return (
        Column("page", _("Page A"), 0, of=True), Column("page", _("Page B"), 1, of=True),
        Column("bar", _("Jaccard"), 2, falls=True), Column("pct", _("A in B"), 3, falls=True, opt=True),
        Column("pct", _("B in A"), 4, falls=True, opt=True),
        Column("num", _("shared shingles"), 5, falls=True, opt=True),
        Column("code", _("Kind"), 7, names=_kinds(language)), Column("group", _("Group"), 8),
        Column("pair", _("compare"), 0, more=6),
    )  # fmt: skip


def pair_filters(pairs: Sequence[Row], language: Language) -> tuple[Filter, ...]:
    return (Filter("kind", language._("All kinds"), _kind_options(pairs, 7, language)),)


def finding_columns(findings: FindingRows, language: Language) -> tuple[Column, ...]:
    _ = language._
    severities = tuple(rule_help.severity(code, language) for code in list_rows.SEVERITIES)
    engines = tuple(rule_help.engine(code, language) for code in list_rows.ENGINES)
    return (
        Column("page", _("Page"), 0, of=True), Column("text", _("What was found"), 5),
        Column("code", _("Rule"), 2, names=tuple(findings.rules)),
        Column("code", _("Severity"), 4, names=severities), Column("code", _("Engine"), 3, names=engines),
    )  # fmt: skip


def finding_filters(
    findings: FindingRows, rules: Sequence[rule_help.Summary], language: Language
) -> tuple[Filter, ...]:
    _ = language._
    known = {code: n for n, code in enumerate(findings.rules)}
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


def state(code: str, language: Language) -> str:
    return language._("settled") if code == "settled" else words.name(words.STATES, code, language)
