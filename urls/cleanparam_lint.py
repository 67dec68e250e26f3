"""The Clean-param lines of a robots.txt, checked one by one and against the rules for Yandex around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .cleanparam import FIELD, Issue, Rule, check, hints, read

_LINE_END = re.compile(r"\r\n|\r|\n")
_ROBOT = "yandexbot"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a robots.txt: `number` from 1, `raw` as written, field in lower case, value without comment."""

    number: int
    raw: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Linted:
    """A Clean-param line and what there is to say of it."""

    number: int
    raw: str
    value: str
    issues: tuple[Issue, ...]


def lines(text: str) -> list[Line]:
    """The lines that hold a directive. A byte order mark is passed over."""
    found = []
    for number, raw in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
        name, colon, value = raw.partition("#")[0].partition(":")
        if not colon and (words := name.split(maxsplit=1)):
            name, value = words[0], "".join(words[1:])
        if name.strip():
            found.append(Line(number, raw.strip(), name.strip().lower() + (":" if colon else ""), value.strip()))
    return found


def accepted(text: str) -> list[Rule]:
    """The directives of a robots.txt that Yandex takes."""
    return [read(line.value) for line in lint(text) if not any(issue.rejected for issue in line.issues)]


def lint(text: str) -> list[Linted]:
    """Every line of a robots.txt that is, or was meant to be, a Clean-param directive, with its issues."""
    all_lines = lines(text)
    rules = _rules(all_lines)
    linted = []
    for place, line in enumerate(all_lines):
        if re.sub(r"[-_ ]", "", line.field) not in ("cleanparam", "cleanparam:"):
            continue
        if line.field != FIELD.lower() + ":":
            linted.append(Linted(line.number, line.raw, line.value, (Issue("field", "error", rejected=True),)))
            continue
        rule = read(line.value)
        issues = check(line.value)
        if not any(issue.rejected for issue in issues):
            issues += hints(rule.names) + _disallowed(rule, rules)
        around = all_lines[max(place - 1, 0) : place + 2]
        if [near.field for near in around] == ["user-agent:", line.field, "user-agent:"]:
            issues.append(Issue("split-group", "info"))
        linted.append(Linted(line.number, line.raw, line.value, tuple(issues)))
    return linted


def disallowed(rule: Rule, text: str) -> list[Issue]:
    """Whether a robots.txt closes to Yandex what a rule is about: then nothing is merged."""
    return _disallowed(rule, _rules(lines(text)))


def _disallowed(about: Rule, rules: Sequence[tuple[bool, str, int]]) -> list[Issue]:
    path = about.path.replace("*", "") or "/"
    for address in (path, *(f"{path}?{name}=" for name in about.names)):
        fitting = [
            (len(pattern), allow, pattern, number) for allow, pattern, number in rules if _fits(pattern, address)
        ]
        if fitting and not (winner := max(fitting))[1]:
            return [Issue("disallowed", "warning", {"rule": winner[2], "line": winner[3]})]
    return []


def _fits(pattern: str, address: str) -> bool:
    """As Allow and Disallow are matched: from the beginning, `*` for anything, `$` for the end."""
    regex = ".*".join(map(re.escape, pattern.removesuffix("$").split("*")))
    return re.match(regex + ("$" if pattern.endswith("$") else ""), address) is not None


def _rules(all_lines: Sequence[Line]) -> list[tuple[bool, str, int]]:
    """(allow, pattern, line) of the rules that Yandex obeys: of its own groups, else of those for every robot."""
    groups: dict[str, list[tuple[bool, str, int]]] = {}
    agents: list[str] = []
    in_rules = False
    for line in all_lines:
        if line.field == "user-agent:":
            agents, in_rules = ([] if in_rules else agents), False
            agents.append(line.value.lower())
            groups.setdefault(agents[-1], [])
        elif line.field in ("allow:", "disallow:"):
            in_rules = True
            if line.value.startswith(("/", "*")):
                for agent in dict.fromkeys(agents):
                    groups[agent].append((line.field == "allow:", line.value, line.number))
    ours = [agent for agent in groups if agent.startswith("yandex") and _ROBOT.startswith(agent)]
    return groups.get(max(ours, key=len, default="*"), [])
