"""`pagetwin rules`: what is checked, for whom, why, and how to mend it; as text, JSON, or Markdown for docs/."""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Literal

from ..audits import RULES, Rule, elsewhere
from ..audits.rule import PARTS
from ..errors import UsageError
from ..reports.language import Code, Language
from ..reports.rule_docs import HEADS, Explained, explained

Format = Literal["text", "markdown", "json"]
FORMATS: tuple[Format, ...] = Format.__args__  # type: ignore[attr-defined]
_MARKUP = re.compile(r"([\\`*_<>\[\]|~&])")


def rules(ids: Sequence[str], kind: Format, code: Code, width: int = 100) -> str:
    """All rules, a line for each, or those of `ids` in full; JSON and Markdown tell all in full. `width` of the text.

    Raises UsageError naming an id that no rule has, and the nearest one that is.
    """
    language = Language(code)
    if kind == "json":
        return _as_json(_named(ids), language)
    if kind == "markdown":
        return page(code, _named(ids))
    by_theme = explained(_named(ids), language)
    if ids:
        return "\n".join(_in_full(each, language, width) for _, few in by_theme for each in few)
    return "\n".join(_list(language._(theme.heading), few, width) for theme, few in by_theme)


def _named(ids: Sequence[str]) -> Sequence[Rule]:
    known = {rule.id: rule for rule in RULES}
    for each in ids:
        if each not in known:
            (near,) = difflib.get_close_matches(each, known, n=1, cutoff=0)
            raise UsageError(f"no rule is called {each}; the nearest is {near}. `pagetwin rules` lists all")
    return [known[each] for each in dict.fromkeys(ids)] if ids else RULES


# Text -----------------------------------------------------------------------------------------------------------


def _list(heading: str, few: Sequence[Explained], width: int) -> str:
    lines = [heading]
    for each in few:
        lines += [f"  {each.rule.id}  ({each.verdict})", *_wrapped(each.parts["What"], width, "    ")]
    return "\n".join((*lines, ""))


def _in_full(each: Explained, language: Language, width: int) -> str:
    lines = [each.rule.id, f"  {each.theme}; {each.verdict}", *_wrapped(each.parts["What"], width)]
    for part in PARTS:
        lines += ["", f"  {language._(HEADS[part])}", *_wrapped(each.parts[part], width, "    ")]
    if each.elsewhere:
        lines += ["", "  " + language._("In other tools"), *(f"    {tool}: {name}" for tool, name in each.elsewhere)]
    return "\n".join((*lines, ""))


def _wrapped(text: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(
        text, max(width, 40), initial_indent=indent, subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


# JSON -----------------------------------------------------------------------------------------------------------


def _as_json(found: Sequence[Rule], language: Language) -> str:
    """A list of records with an object a line; engines, severities and themes are codes, the rest is text."""
    records = [
        {
            "id": each.rule.id, "theme": theme.id,
            "verdicts": [{"engine": engine, "severity": severity} for engine, severity in each.rule.verdicts],
            **{part.lower(): text for part, text in each.parts.items()}, "elsewhere": dict(each.elsewhere),
        }
        for theme, few in explained(found, language) for each in few
    ]  # fmt: skip
    return "[\n" + ",\n".join(json.dumps(record, ensure_ascii=False) for record in records) + "\n]\n"


# Markdown -------------------------------------------------------------------------------------------------------


def page(code: Code, found: Sequence[Rule] = RULES, head: str = "") -> str:
    """A document with all of the rules in full: contents, then theme by theme; `head` stands below its title."""
    language = Language(code)
    chapters = [
        (theme.id, language._(theme.heading), [line for each in few for line in _section(each, language)])
        for theme, few in explained(found, language)
    ]
    if others := _other_tools(found, language):
        chapters.append(("elsewhere", language._("In other tools"), others))
    lines = [f"# {language._('Rules')}", "", *([head, ""] if head else [])]
    lines += [f"- [{heading}](#{anchor})" for anchor, heading, _ in chapters]
    for anchor, heading, body in chapters:
        lines += ["", f'<a id="{anchor}"></a>', "", f"## {heading}", *body]
    return "\n".join((*lines, ""))


def _section(each: Explained, language: Language) -> Iterator[str]:
    yield from ("", f"### {each.rule.id}", "", _plain(each.parts["What"]), "", f"*{each.verdict}*", "")
    for part in PARTS:
        text = f"<{each.parts[part]}>" if part == "Source" else _plain(each.parts[part])
        yield f"- **{language._(HEADS[part])}:** {text}"


def _other_tools(found: Sequence[Rule], language: Language) -> list[str]:
    """A table of the rules whose names in other tools are known; nothing without any."""
    rows = [
        f"| [{each.id}](#{each.id}) | {' | '.join(map(_plain, elsewhere.NAMES[each.id]))} |"
        for each in found
        if each.id in elsewhere.NAMES
    ]
    told = language._("As the makers of these tools or public lists of their checks say, in November 2026.")
    head = ["", told, "", f"| pagetwin | {' | '.join(elsewhere.TOOLS)} |", "|---|" + "---|" * len(elsewhere.TOOLS)]
    return [*head, *rows] if rows else []


def _plain(text: str) -> str:
    """Text as Markdown shows it unchanged."""
    return _MARKUP.sub(r"\\\1", text)
