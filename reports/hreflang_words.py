"""The states of hreflang entries in words, each with its sign and one of the four colours of states."""

from __future__ import annotations

from typing import NamedTuple

from ..audits.hreflang.clusters import LINE_STATES
from .language import N_, Language


class State(NamedTuple):
    """A state as it is shown: `tone` is a class of the style sheet, `short` stands in a cell, `long` in the legend."""

    code: str
    sign: str
    tone: str
    short: str
    long: str


_STATES: dict[str, tuple[str, str, str, str]] = {
    "self": ("●", "plain", N_("itself"), N_("the page lists itself")),
    "confirmed": ("✓", "agreed", N_("returned"), N_("both pages list each other")),
    "return-alias": ("≈", "self", N_("other spelling"), N_("the link back names another spelling of the page")),
    "return-missing": ("↩", "mixed", N_("no link back"), N_("the other page does not list this one")),
    "target-4xx": ("✕", "mixed", N_("status 4xx"), N_("the address answers with a status 400 to 499")),
    "target-5xx": ("✕", "mixed", N_("status 5xx"), N_("the address answers with a status 500 to 599")),
    "target-redirect": ("→", "self", N_("redirects"), N_("the address leads to another one")),
    "target-noindex": ("⊘", "mixed", N_("noindex"), N_("the page is closed to search engines by noindex")),
    "target-noncanonical": ("≠", "self", N_("not canonical"), N_("the page names another address as canonical")),
    "target-blocked": ("⊟", "none", N_("robots.txt"), N_("robots.txt keeps search engines from the address")),
    "target-not-html": ("□", "none", N_("a file"), N_("no page, but a file of another kind")),
    "unknown": ("?", "plain", N_("not seen"), N_("the address was not asked, or gave no answer")),
    "code-invalid": ("!", "mixed", N_("bad code"), N_("search engines pass over an entry with this code")),
}  # fmt: skip


def states(language: Language) -> list[State]:
    """All states, by their place in LINE_STATES."""
    return [
        State(code, sign, tone, language._(short), language._(long))
        for code, (sign, tone, short, long) in ((code, _STATES[code]) for code in LINE_STATES)
    ]
