"""A rule as it is explained to people, in one language: the same for the command, the documents and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..audits import Rule, elsewhere, themes
from . import rule_help
from .language import N_, Language

HEADS = {
    "Why": N_("Why it matters"), "Fix": N_("How to fix it"), "Source": N_("Source"), "Fires": N_("It fires"),
    "Silent": N_("It is silent"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explained:
    """A rule with its theme, its verdicts as (engine, severity) in words, and the parts of its help."""

    rule: Rule
    theme: str
    verdicts: tuple[tuple[str, str], ...]
    parts: dict[str, str]
    elsewhere: tuple[tuple[str, str], ...]  # (tool, what it calls the same fault)

    @property
    def verdict(self) -> str:
        """In a line: Google: warning, Yandex: error."""
        return ", ".join(f"{engine}: {severity}" for engine, severity in self.verdicts)


def explained(rules: Sequence[Rule], language: Language) -> list[tuple[themes.Theme, list[Explained]]]:
    """The rules by theme."""
    return [(theme, [_explained(each, theme, language) for each in few]) for theme, few in themes.grouped(rules)]


def _explained(rule: Rule, theme: themes.Theme, language: Language) -> Explained:
    verdicts = tuple((rule_help.engine(e, language), rule_help.severity(s, language)) for e, s in rule.verdicts)
    names = elsewhere.NAMES.get(rule.id, elsewhere.Elsewhere())
    others = tuple((tool, name) for tool, name in zip(elsewhere.TOOLS, names, strict=True) if name)
    return Explained(rule, language._(theme.heading), verdicts, rule_help.parts(rule.parts, language), others)
