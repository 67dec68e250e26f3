"""Sentences that the audit file keeps in English, said in the language of the report: findings, notes, advice, causes.

A finding keeps a constant sentence and its values apart. Notes of the crawl are put together from parts by whoever saw
something, so they are told by their patterns (NOTES); a part that matches none, such as what a server says itself, is
shown as it is.
"""

from __future__ import annotations

import json
import re
from functools import cache

from .language import Language
from .sentence_texts import ADVICE, CAUSES, NOTES

_PLACE = re.compile(r"%\((\w+)\)s")


def finding(message: str, url: str, related: str, details: str, language: Language) -> str:
    """The sentence of a finding (model.Finding); `details` is the JSON of its values."""
    if not _PLACE.search(message):  # a whole sentence already: no sign in it is ours
        return message
    values = {k: language.num(v) if isinstance(v, int) else note(v, language) for k, v in json.loads(details).items()}
    try:
        return language._(message, **{"url": url, "related": related, **values})
    except (KeyError, ValueError, TypeError):
        return message


def advice(code: str, language: Language) -> str:
    """A word of canonical/advice.py."""
    return language._(code) if code in ADVICE else code


def cause(code: str, language: Language) -> str:
    """A word of canonical/cause.py as people say it; empty for the keeper."""
    return language._(CAUSES[code]) if code in CAUSES else code


def note(text: str, language: Language) -> str:
    """Notes of the crawl or on the choice of a text, joined by semicolons."""
    if language.code == "en" or not text:
        return text
    parts, said = text.split("; "), []
    while parts:
        # Some notes hold a semicolon themselves, so the longest run that is one note is taken.
        for length in range(min(len(parts), 3), 0, -1):
            one = _one("; ".join(parts[:length]), language)
            if one is not None:
                break
        said.append(parts[0] if one is None else one)
        del parts[:length]
    return "; ".join(said)


def _one(text: str, language: Language) -> str | None:
    if text in _whole():
        return language._(text)
    for template, pattern in _patterns():
        if match := pattern.fullmatch(text):
            return language._(template, **{k: _value(k, v, language) for k, v in match.groupdict().items()})
    return None


def _value(name: str, text: str, language: Language) -> str:
    if name == "why":  # what stands there is a note itself
        return note(text, language)
    return language.num(int(text.replace(",", ""))) if name in ("n", "m") else text


@cache
def _whole() -> frozenset[str]:
    return frozenset(text for text in NOTES if not _PLACE.search(text))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each note with places and what it looks like when they are filled."""
    return tuple((text, _pattern(text)) for text in NOTES if _PLACE.search(text))


def _pattern(text: str) -> re.Pattern[str]:
    parts = _PLACE.split(text.replace("%%", "%"))  # texts and names of places in turn
    made = (re.escape(part) if at % 2 == 0 else _group(part) for at, part in enumerate(parts))
    return re.compile("".join(made), re.DOTALL)


def _group(name: str) -> str:
    if name in ("n", "m", "status"):
        return rf"(?P<{name}>\d[\d,]*)"
    return rf"(?P<{name}>.+?)" if name == "why" else rf"(?P<{name}>(?:(?!; ).)+?)"  # only `why` holds further notes
