"""Sentences of the Clean-param checks, by their codes (urls/cleanparam.py), and notes that go with any result."""

from __future__ import annotations

from ..model import Severity
from ..reports.language import N_, Language
from ..urls.cleanparam import Issue

# For scripts the codes are written as `cleanparam-CODE`.
ISSUES: dict[str, str] = {
    "empty": N_("No parameter: write names behind the colon, such as sid&ref, or take the line out."),
    "tab": N_("A tab: Yandex drops the line; put one space between names and path."),
    "path-first": N_("%(path)s stands before the parameters: names come first, then a space and the path."),
    "path-two": N_("A second path, %(path)s: write a line for each path."),
    "path-no-slash": N_("%(path)s does not begin with / or *: it matches no address."),
    "path-char": N_("Characters in the path that are not documented: %(signs)s; only A-Z a-z 0-9 . - / * _ are."),
    "wrong-separator": N_(
        "Names parted by “%(sign)s”: Yandex drops the line; put & between names, and a space before the path."
    ),
    "empty-param": N_("Two & in a row, or one at the end: take it out."),
    "wildcard": N_("“%(name)s”: names have no wildcards; write each name in full."),
    "param-char": N_(
        "“%(name)s”: letters of other alphabets do not belong into robots.txt; write them as percent escapes."
    ),
    "value-in-name": N_("“%(name)s” has a value: it matches no parameter; write the name alone."),
    "too-long": N_("%(n)s characters; 500 are documented: write several lines."),
    "field": N_("No directive: it is written “Clean-param:”, with a hyphen and a colon."),
    "listing": N_(
        "By name these choose or sort what a list shows, which changes the page: %(names)s. Yandex asks not to list "
        "such parameters."
    ),
    "useless": N_(
        "Yandex may leave these out by itself where they change nothing: %(names)s. Naming them does no harm."
    ),
    "disallowed": N_("Line %(line)s closes the same addresses to Yandex (%(rule)s): what is closed is not merged."),
    "split-group": N_("Stands between two User-agent lines: some parsers end the group there; move it."),
    "case": N_("The site writes %(other)s, too: names differ by case, so list both, or link one."),
    "content": N_("“%(name)s” changes the text of %(url)s: take it out."),
    "unused": N_("No address of the audit has “%(name)s”."),
}  # fmt: skip
SEVERITIES: dict[Severity, str] = {"error": N_("error"), "warning": N_("warning"), "info": N_("note")}
GOOGLE = N_("Clean-param is for Yandex alone; Google does not read it: name the page as canonical for it.")


def sentence(issue: Issue, language: Language) -> str:
    """What an issue says."""
    return language._(ISSUES[issue.code], **issue.values)


def graded(issue: Issue, language: Language) -> str:
    """The same with its severity before it."""
    return f"{language._(SEVERITIES[issue.severity])}: {sentence(issue, language)}"
