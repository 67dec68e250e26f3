"""`pagetwin clean-param`: lines built from names, a robots.txt checked, lines proposed from an audit."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ..config import CrawlSettings
from ..errors import UsageError
from ..reports.language import Code, Language
from ..urls import cleanparam, cleanparam_lint
from ..urls.cleanparam import FIELD, Issue, Rule
from ..urls.cleanparam_lint import Linted
from .asking import robots_txt
from .cleanparam_words import GOOGLE, graded, sentence
from .evidence import Parameter
from .output import Format, shown, table


class Built(NamedTuple):
    """Lines for robots.txt, and what is to be said of them."""

    lines: tuple[str, ...]
    notes: tuple[str, ...]


def build(params: str, prefix: str, robots: str | None, code: Code) -> Built:
    """The directive for names parted by commas, `&` or spaces, and a path or address.

    Raises UsageError naming what cannot stand in it.
    """
    language = Language(code)
    names = [name for name in re.split(r"[,&\s]+", params.strip().lstrip("?")) if name]
    if not names:
        raise UsageError("--params has no name; give them as --params sid,ref")
    path = cleanparam.prefix(prefix) if prefix.strip() else ""
    values = cleanparam.build(names, path)
    issues = [issue for value in values for issue in cleanparam.check(value)]
    if fatal := [issue for issue in issues if issue.severity == "error"]:
        raise UsageError(f"no Clean-param can be made of it: {sentence(fatal[0], Language('en'))}")
    issues += cleanparam.hints(names)
    if robots is not None:
        issues += cleanparam_lint.disallowed(Rule(tuple(names), path), robots)
    said = dict.fromkeys(graded(issue, language) for issue in issues)
    return Built(tuple(f"{FIELD}: {value}" for value in values), (*said, language._(GOOGLE)))


def robots_text(source: str, settings: CrawlSettings) -> str:
    """A robots.txt from a file, `-` for the standard input, or an address. Raises UsageError and SiteError."""
    if re.match(r"https?://", source, re.IGNORECASE):
        return robots_txt(source, settings)
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise UsageError(f"{source}: cannot be read ({error.strerror}); give a file or an address") from None
    return data.decode("utf-8-sig", "replace")


def check(text: str, found: Sequence[Parameter] | None) -> list[Linted]:
    """The Clean-param lines of a robots.txt; with the parameters of an audit, against what its pages tell, too."""
    linted = cleanparam_lint.lint(text)
    if found is None:
        return linted
    return [replace(line, issues=(*line.issues, *against(cleanparam.read(line.value), found))) for line in linted]


def against(rule: Rule, found: Sequence[Parameter]) -> Iterator[Issue]:
    """What an audit tells of a rule: names that change the text, that differ by case, that no address has."""
    known = {parameter.name: parameter for parameter in found}
    for name in rule.names:
        others = sorted(other for other in known.keys() - set(rule.names) if other.lower() == name.lower())
        if others:
            yield Issue("case", "warning", {"other": ", ".join(others)})
        parameter = known.get(name)
        if parameter is None:
            yield Issue("unused", "info", {"name": name})
            continue
        pair = next((pair for pair in parameter.changed if cleanparam.covers(rule, _path(pair.a))), None)
        if pair is not None:
            yield Issue("content", "error", {"name": name, "url": pair.a})


def checked(linted: Sequence[Linted], kind: Format, code: Code) -> str:
    """The result of a check as text, CSV or JSON."""
    language = Language(code)
    if kind != "text":
        return table(
            ("line", "value", "rule", "severity", "message"),
            (
                (line.number, line.value, f"cleanparam-{issue.code}", issue.severity, sentence(issue, language))
                for line in linted
                for issue in line.issues
            ),
            kind,
        )
    out = []
    for line in linted:
        out.append(language._("Line %(n)s: %(text)s", n=line.number, text=shown(line.raw)))
        out += [f"    {shown(graded(issue, language))}" for issue in line.issues]
    if not linted:
        out.append(language._("No Clean-param line."))
    errors = sum(issue.severity == "error" for line in linted for issue in line.issues)
    out += ["", language.n_("%(n)s error", "%(n)s errors", errors) + ". " + language._(GOOGLE), ""]
    return "\n".join(out)


def has_errors(linted: Sequence[Linted]) -> bool:
    """Whether a check found an error."""
    return any(issue.severity == "error" for line in linted for issue in line.issues)


def _path(key: str) -> str:
    return urlsplit(key).path
