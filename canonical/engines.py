"""What Google and Yandex say about each cause of a group, as facts with their sources; where they differ, both stand.

What is documented has its source; the rest is said to be ours. Sentences stand in reports/engine_texts.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from .cause import Cause

Kind = Literal["do", "know", "avoid"]
KINDS: tuple[Kind, ...] = ("do", "know", "avoid")

_GOOGLE = "https://developers.google.com/search/docs/"
_YANDEX = "https://yandex.ru/support/webmaster/"
SOURCES: dict[str, str] = {
    "G-CAN": f"{_GOOGLE}crawling-indexing/consolidate-duplicate-urls",
    "G-WHAT": f"{_GOOGLE}crawling-indexing/canonicalization",
    "G-RED": f"{_GOOGLE}crawling-indexing/301-redirects",
    "G-PAG": f"{_GOOGLE}specialty/ecommerce/pagination-and-incremental-page-loading",
    "G-LANG": f"{_GOOGLE}specialty/international/localized-versions",
    "G-MOB": f"{_GOOGLE}crawling-indexing/mobile/mobile-sites-mobile-first-indexing",
    "G-BLOCK": f"{_GOOGLE}crawling-indexing/block-indexing",
    "G-ROB": "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec",
    "Y-CAN": f"{_YANDEX}ru/robot-workings/canonical",
    "Y-DUP": f"{_YANDEX}en/yandex-indexing/about-doubles",
    "Y-CP": f"{_YANDEX}ru/robot-workings/clean-param",
    "Y-META": f"{_YANDEX}en/controlling-robot/meta-robots",
    "Y-LANG": f"{_YANDEX}yandex-indexing/locale-pages",
}


class Fact(NamedTuple):
    """One thing to do, to know or to avoid. `text` is the key of its sentence, `source` one of SOURCES; empty where it
    is advice of ours.
    """

    engine: Literal["google", "yandex"]
    kind: Kind
    text: str
    source: str


def _facts(engine: Literal["google", "yandex"], *rows: tuple[Kind, str, str]) -> tuple[Fact, ...]:
    return tuple(Fact(engine, kind, text, source) for kind, text, source in rows)


_REDIRECT = _facts(
    "google", ("do", "redirect_301", "G-RED"), ("know", "temporary", "G-RED"), ("do", "link_keeper", "G-CAN"),
    ("avoid", "robots_google", "G-CAN"),
) + _facts(
    "yandex", ("do", "redirect_301_yandex", "Y-DUP"), ("avoid", "slash_yandex", "Y-DUP"),
    ("avoid", "protocol_yandex", "Y-CAN"), ("know", "other_host_yandex", "Y-CAN"), ("know", "time_yandex", "Y-DUP"),
)  # fmt: skip
_CANONICAL = _facts(
    "google", ("do", "canonical", "G-CAN"), ("know", "hint", "G-WHAT"), ("do", "link_keeper", "G-CAN"),
    ("avoid", "robots_google", "G-CAN"),
) + _facts(
    "yandex", ("do", "canonical_yandex", "Y-CAN"), ("know", "ignored_yandex", "Y-CAN"),
    ("know", "time_yandex", "Y-DUP"),
)  # fmt: skip
_FOLD = _facts(
    "google", ("do", "merge", "G-RED"), ("do", "canonical_stays", "G-CAN"), ("know", "hint", "G-WHAT"),
    ("avoid", "robots_google", "G-CAN"),
) + _facts(
    "yandex", ("do", "merge", "Y-DUP"), ("do", "canonical_stays", "Y-CAN"), ("know", "differs_yandex", "Y-CAN"),
    ("know", "time_yandex", "Y-DUP"),
)  # fmt: skip
_HOST = _facts(
    "google", ("do", "merge", "G-RED"), ("do", "link_keeper", "G-CAN"), ("avoid", "robots_google", "G-CAN"),
) + _facts(
    "yandex", ("do", "merge", "Y-DUP"), ("know", "regional_yandex", "Y-DUP"), ("know", "other_host_yandex", "Y-CAN"),
    ("know", "time_yandex", "Y-DUP"),
)  # fmt: skip
_TEMPLATE = _facts(
    "google", ("do", "enrich", ""), ("do", "merge", "G-RED"), ("do", "canonical_stays", "G-CAN"),
    ("know", "noindex_visitors", "G-BLOCK"), ("avoid", "noindex_google", "G-CAN"),
) + _facts(
    "yandex", ("do", "enrich", ""), ("do", "merge", "Y-DUP"), ("do", "canonical_stays", "Y-CAN"),
    ("know", "noindex_visitors", "Y-META"), ("know", "differs_yandex", "Y-CAN"), ("know", "time_yandex", "Y-DUP"),
)  # fmt: skip

FACTS: dict[Cause, tuple[Fact, ...]] = {
    "redirect": _REDIRECT,
    "address variant": _REDIRECT,
    "same text": _FOLD,
    "contained": _FOLD,
    "similar text": _FOLD,
    "template": _TEMPLATE,
    "two folders": _CANONICAL,
    "another host": _HOST,
    "parameters": _CANONICAL + _facts("google", ("know", "no_clean_param", "G-ROB"))
    + _facts("yandex", ("do", "clean_param", "Y-CP"), ("avoid", "sort_param", "Y-CP")),
    "print version": _CANONICAL + _facts("yandex", ("know", "print_yandex", "Y-DUP")),
    "AMP version": _CANONICAL + _facts("yandex", ("know", "amp_yandex", "Y-DUP")),
    "mobile version": _facts("google", ("do", "mobile", "G-MOB"))
    + _facts("yandex", ("know", "other_host_yandex", "Y-CAN")),
    "translation missing": _facts(
        "google", ("do", "translate", "G-LANG"), ("do", "hreflang", "G-LANG"), ("know", "untranslated", "G-WHAT"),
        ("avoid", "canonical_language", "G-CAN"),
    ) + _facts("yandex", ("do", "hreflang_yandex", "Y-LANG"), ("avoid", "sitemap_language", "Y-LANG")),
    "pagination": _facts(
        "google", ("do", "own_canonical", "G-PAG"), ("avoid", "first_page", "G-PAG"),
    ) + _facts("yandex", ("avoid", "sort_param", "Y-CP"), ("know", "differs_yandex", "Y-CAN")),
}  # fmt: skip


# What serves both engines: a key of sentences, the facts of FACTS that ask for it, and where each engine says so.
_BOTH: tuple[tuple[str, frozenset[str], tuple[str, str]], ...] = (
    ("both_redirect", frozenset(("redirect_301", "merge")), ("G-RED", "Y-DUP")),
    ("both_canonical", frozenset(("canonical", "canonical_stays")), ("G-CAN", "Y-CAN")),
)


def both(causes: Iterable[Cause]) -> list[tuple[str, tuple[str, str]]]:
    """What serves both engines for these causes: key of a sentence, and one of SOURCES for Google and for Yandex."""
    asked = {fact.text for fact in facts(causes)}
    return [(text, sources) for text, by, sources in _BOTH if asked & by]


def facts(causes: Iterable[Cause]) -> list[Fact]:
    """The facts for the causes of a group, each once: by engine, then what to do, to know and to avoid."""
    found = dict.fromkeys(fact for cause in causes for fact in FACTS.get(cause, ()))
    return sorted(found, key=lambda fact: (fact.engine, KINDS.index(fact.kind)))
