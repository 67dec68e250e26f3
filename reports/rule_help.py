"""What the report says of the rules: their help, and how often each fired."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..audits import RULES, themes
from ..audits.rule import PARTS
from .language import N_, Language
from .list_rows import SEVERITIES

_HELP = {rule.id: rule.parts for rule in RULES}
_THEMES = {rule.id: themes.of(rule) for rule in RULES}
_EXAMPLES = 5
_SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "info": N_("note")}
_ENGINES = {"google": "Google", "yandex": "Yandex", "any": N_("all engines")}


@dataclass(frozen=True, slots=True)
class Summary:
    """A rule that fired: on how many `pages`, for which engines, how bad at worst, and what its help says."""

    id: str
    severity: str
    severity_name: str
    engines: tuple[str, ...]
    pages: int
    worst: int  # pages on which it is as bad as `severity`
    what: str
    why: str
    fix: str
    source: str
    fires: str
    silent: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A theme and the rules of it that fired, in the order of `summary`."""

    id: str
    heading: str
    rules: tuple[Summary, ...]


def severity(code: str, language: Language) -> str:
    """A severity in words."""
    return language._(_SEVERITIES[code])


def engine(code: str, language: Language) -> str:
    """An engine in words."""
    return language._(_ENGINES[code]) if code == "any" else _ENGINES[code]


def parts(known: Mapping[str, str], language: Language) -> dict[str, str]:
    """The help of a rule by its parts, each empty where there is none; the source is an address in every language."""
    return {name: language.plain(known.get(name, "")) for name in ("What", *PARTS)}


def summary(connection: sqlite3.Connection, language: Language) -> Iterator[Summary]:
    """The rules that fired, errors first, then those on most pages."""
    rows = connection.execute(
        "SELECT rule, severity, engine, count(*) FROM findings GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
    ).fetchall()
    found = [_one(connection, rule, list(few), language) for rule, few in groupby(rows, key=lambda row: row[0])]
    yield from sorted(found, key=lambda s: (SEVERITIES.index(s.severity), -s.pages, s.id))


def chapters(found: Sequence[Summary], language: Language) -> list[Chapter]:
    """The rules by theme, themes with errors first. Findings whose rule is gone, or is none, are other rules."""
    by_theme = {
        theme: [each for each in found if _THEMES.get(each.id, themes.OTHER) is theme] for theme in themes.THEMES
    }
    made = [Chapter(theme.id, language._(theme.heading), tuple(few)) for theme, few in by_theme.items() if few]
    return sorted(made, key=lambda chapter: min(SEVERITIES.index(each.severity) for each in chapter.rules))


def _one(
    connection: sqlite3.Connection, rule: str, rows: list[tuple[str, str, str, int]], language: Language
) -> Summary:
    examples = connection.execute(
        """SELECT DISTINCT a.url, a.key FROM findings f JOIN addresses a ON a.id = f.address
        WHERE rule = ? ORDER BY 2 LIMIT ?""",
        (rule, _EXAMPLES),
    )
    worst = min((row[1] for row in rows), key=SEVERITIES.index)
    said = parts(_HELP.get(rule, {}), language)
    return Summary(
        rule, worst, severity(worst, language), tuple(dict.fromkeys(engine(row[2], language) for row in rows)),
        _pages(connection, rule, SEVERITIES), _pages(connection, rule, (worst,)),
        said["What"], said["Why"], said["Fix"], said["Source"], said["Fires"], said["Silent"],
        tuple(url for url, _ in examples),
    )  # fmt: skip


def _pages(connection: sqlite3.Connection, rule: str, severities: Sequence[str]) -> int:
    marks = ", ".join("?" * len(severities))
    query = f"SELECT count(DISTINCT address) FROM findings WHERE rule = ? AND severity IN ({marks})"  # noqa: S608 (marks)
    return int(connection.execute(query, (rule, *severities)).fetchone()[0])
