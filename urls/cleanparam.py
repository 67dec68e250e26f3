"""Yandex's Clean-param directive: built, split and checked. Google does not read it.

`Clean-param: p0[&p1&..&pn] [path]` stands anywhere in robots.txt, for no group in particular. What is documented:
https://yandex.ru/support/webmaster/ru/robot-workings/clean-param. What Yandex's own parser takes beyond that is known
from its source (ydb-platform/ydb, library/cpp/robots_txt), and is told apart here by `Issue.rejected`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urlsplit

from ..model import Severity
from . import identity, parameters

FIELD = "Clean-param"
LONGEST = 500  # characters of a value, as documented
_PARSED = 503  # bytes that the parser takes, a space counted where none parts names and path
_NOT_IN_PATH = re.compile(r"[^A-Za-z0-9.\-/*_]")  # documented
_NOT_PARSED = re.compile(r"[^A-Za-z0-9.\-/*_,;:%]")


@dataclass(frozen=True, slots=True)
class Issue:
    """What is wrong or worth knowing. `values` fill the sentence of `code`; `rejected`: Yandex drops the whole line."""

    code: str
    severity: Severity
    values: dict[str, str | int] = field(default_factory=dict)
    rejected: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A value, read: its names as written, and its path ("" for the whole site)."""

    names: tuple[str, ...]
    path: str


def check(value: str) -> list[Issue]:
    """The syntax of a value, that is what stands behind `Clean-param:`."""
    value = value.strip(" ")
    if not value.strip("& \t"):
        return [Issue("empty", "error", rejected=value != "")]
    issues = []
    if "\t" in value:
        issues.append(Issue("tab", "error", rejected=True))
    first, *others = value.replace("\t", " ").split()
    if first.startswith("/") or "://" in first:
        return [*issues, Issue("path-first", "error", {"path": first}, rejected=True)]
    issues += _check_names(first)
    if len(others) == 1:
        issues += _check_path(others[0])
    elif others and all(other.startswith(("/", "*")) for other in others):
        issues.append(Issue("path-two", "error", {"path": others[1]}, rejected=True))
    elif others:
        issues.append(Issue("wrong-separator", "error", {"sign": " "}, rejected=True))
    if len(value) > LONGEST:
        size = len(value.encode()) + (" " not in value)
        issues.append(Issue("too-long", "error", {"n": len(value)}, rejected=size > _PARSED))
    return issues


def hints(names: Iterable[str]) -> list[Issue]:
    """What the names themselves tell: parameters that usually change a list, and those that Yandex drops by itself."""
    names = list(names)
    listing = [name for name in names if parameters.kind(name) in parameters.LISTING]
    issues = [Issue("listing", "warning", {"names": ", ".join(listing)})] if listing else []
    dropped = [name for name in names if parameters.dropped_by_yandex(name)]
    if dropped:
        issues.append(Issue("useless", "info", {"names": ", ".join(dropped)}))
    return issues


def read(value: str) -> Rule:
    """Names and path of a value; of a faulty one as far as they can be told."""
    first, *others = value.split() or [""]
    return Rule(tuple(filter(None, re.split("[&,;|]", first))), others[-1] if others else "")


def build(names: Sequence[str], path: str = "") -> tuple[str, ...]:
    """Values for these names, each once and in their order, in as many lines as the length of a line asks for.

    Nothing is checked: `check` each of them.
    """
    tail = f" {path}" if path else ""
    values: list[str] = []
    line = ""
    for name in dict.fromkeys(names):
        longer = f"{line}&{name}" if line else name
        if line and len(longer) + len(tail) > LONGEST:
            values.append(line + tail)
            longer = name
        line = longer
    return (*values, line + tail) if line else ()


def prefix(text: str) -> str:
    """The path for a directive from a path or a whole address as people write it: other letters as percent escapes."""
    text = text.strip()
    path = urlsplit(text).path or "/" if "://" in text else text
    return quote(path, safe="".join(map(chr, range(33, 127))))


def common_prefix(paths: Iterable[str]) -> str:
    """The longest run of folders that all paths begin with, in documented characters alone: `/shop/`, at least `/`."""
    split = [path.split("/")[:-1] for path in paths]
    shared = []
    for column in zip(*split, strict=False):
        if len(set(column)) > 1 or _NOT_IN_PATH.search(column[0]) or "*" in column[0]:
            break
        shared.append(column[0])
    return "/".join(shared) + "/"


def covers(rule: Rule, path: str) -> bool:
    """Whether a rule is about an address of that path; `*` stands for any characters, also behind the end."""
    pattern = ".*".join(map(re.escape, rule.path.split("*")))
    return re.match(pattern, path) is not None or re.match(pattern, unquote(path)) is not None


def cleaned(url: str, rules: Sequence[Rule]) -> str:
    """The address without the parameters that rules of its robots.txt name; by case, as Yandex reads names."""
    bare, mark, _ = url.partition("#")[0].partition("?")
    if not mark:
        return url
    path = identity.path_and_query(bare)
    names = {name for rule in rules if covers(rule, path) for name in rule.names}
    return parameters.without(url, names.__contains__)


def _check_names(text: str) -> list[Issue]:
    issues = [Issue("wrong-separator", "error", {"sign": sign}, rejected=True) for sign in ",;|/" if sign in text]
    names = text.split("&")
    if "" in names[1:-1]:
        issues.append(Issue("empty-param", "error", rejected=True))
    elif "" in names:
        issues.append(Issue("empty-param", "warning"))
    for name in filter(None, names):
        if re.search(r"[*?$]", name):
            issues.append(Issue("wildcard", "error", {"name": name}, rejected=True))
        if not re.fullmatch(r"[!-~]+", name):
            issues.append(Issue("param-char", "error", {"name": name}, rejected=True))
        if "=" in name:
            issues.append(Issue("value-in-name", "warning", {"name": name}))
    return issues


def _check_path(path: str) -> list[Issue]:
    issues = []
    if not path.startswith(("/", "*")):
        issues.append(Issue("path-no-slash", "warning", {"path": path}))
    if signs := "".join(dict.fromkeys(_NOT_IN_PATH.findall(path))):
        rejected = _NOT_PARSED.search(path) is not None
        issues.append(Issue("path-char", "error" if rejected else "warning", {"signs": signs}, rejected=rejected))
    return issues
