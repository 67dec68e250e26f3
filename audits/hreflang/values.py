"""The value of hreflang: what Google documents as valid, what is wrong with the rest, and what was probably meant.

Google: a language (ISO 639-1), then a script (ISO 15924) and a region (ISO 3166-1 alpha-2) if need be, or x-default
(https://developers.google.com/search/docs/specialty/international/localized-versions). BCP 47 allows more, and the
parsers of general libraries accept it, so none of them can tell what Google passes over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from ...model import Engine, Severity
from .registry import DEPRECATED, NEAR, RESERVED, SCRIPT_NAMES, SPOKEN, names, two_letters

X_DEFAULT = "x-default"
_SUBTAGS = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_NEARLY_DEFAULT = ("xdefault", "default")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a value: the rule that tells it, for whom and how badly, the part meant, and what to write
    in place of the whole value ('' where nobody can know).
    """

    rule: str
    part: str = ""
    fixed: str = ""
    engine: Engine = "any"
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Value:
    """A value taken apart. `script` and `region` are '' where there is none; `ignored` tells that engines pass over the
    whole annotation. A region that they pass over alone is not in `region`.
    """

    raw: str
    language: str = ""
    script: str = ""
    region: str = ""
    faults: tuple[Fault, ...] = ()
    ignored: bool = False

    @property
    def code(self) -> str:
        """The usual spelling of what engines make of it, like `zh-Hant-TW`; '' when they pass over it."""
        if self.ignored:
            return ""
        return "-".join(filter(None, (self.language, self.script, self.region)))


@lru_cache(maxsize=4096)  # a site has a few dozen values on all its pages
def read(raw: str) -> Value:
    """Take a value apart, as written in the attribute or header."""
    text = raw.strip()
    if not text:
        return Value(raw, faults=(Fault("hreflang-value-missing"),), ignored=True)
    value = _spaced(raw, text)
    if text.lower() == X_DEFAULT:
        return replace(value, language=X_DEFAULT)
    if re.sub(r"[\s_-]", "", text.lower()) in _NEARLY_DEFAULT:
        return _worthless(value, "hreflang-bad-x-default", text, X_DEFAULT)
    if "_" in text:
        return _worthless(value, "hreflang-underscore", "_", _meant(text.replace("_", "-")))
    if not _SUBTAGS.fullmatch(text):
        tidied = "-".join(re.findall(r"[A-Za-z0-9]+", text))
        return _worthless(value, "hreflang-bad-syntax", text, _meant(tidied))
    first, *rest = text.split("-")
    return _after(_language(value, first, rest), rest)


def language(code: str) -> str:
    """The language of a code in its usual spelling: `zh` of `zh-Hant-TW`; '' of x-default."""
    return "" if code == X_DEFAULT else code.partition("-")[0]


def is_region_too(text: str) -> bool:
    """Whether a bare code of two letters is both a language and the code of a country."""
    return text.lower() in names("language") and text.upper() in names("region")


def _spaced(raw: str, text: str) -> Value:
    around = Fault("hreflang-bad-syntax", " ", severity="info")
    return Value(raw, faults=(around,) if raw != text else ())


def _worthless(value: Value, rule: str, part: str, fixed: str) -> Value:
    return replace(value, faults=(*value.faults, Fault(rule, part, fixed)), ignored=True)


def _meant(text: str) -> str:
    """What to write in place of a value that has been tidied: itself, or what its own fault proposes."""
    value = read(text) if text else None
    if value is None:
        return ""
    grave = next((fault for fault in value.faults if fault.severity == "error"), None)
    return grave.fixed if grave else value.code


def _language(value: Value, first: str, rest: list[str]) -> Value:
    code = first.lower()
    behind = "".join(f"-{part}" for part in rest)
    if code in names("language"):
        if not rest and first.isupper() and is_region_too(first):
            doubt = Fault("hreflang-lang-looks-like-region", first, code, severity="warning")
            value = replace(value, faults=(*value.faults, doubt))
        return replace(value, language=code)
    if code in DEPRECATED:
        new = DEPRECATED[code]
        old = Fault("hreflang-lang-deprecated", first, _meant(new + behind), severity="warning")
        base, _, script = new.partition("-")
        return replace(value, language=base, script=script, faults=(*value.faults, old))
    if code in two_letters():
        return _worthless(value, "hreflang-lang-three-letter", first, _meant(two_letters()[code] + behind))
    if code.upper() in names("region"):
        return _worthless(value, "hreflang-region-only", first, _of_country(code.upper(), rest))
    return _worthless(value, "hreflang-lang-unknown", first, _meant(NEAR[code] + behind) if code in NEAR else "")


def _of_country(region: str, rest: list[str]) -> str:
    if rest and rest[0].lower() in names("language"):
        return _meant("-".join((rest[0], *rest[1:], region)))
    return SPOKEN.get(region, "") if not rest else ""


def _after(value: Value, rest: list[str]) -> Value:
    """The parts behind the language, up to the first that cannot stand there."""
    if value.ignored:
        return value
    for part in rest:
        fault = _misplaced(value, part)
        if fault is not None and fault.rule == "hreflang-region-reserved":
            return replace(value, faults=(*value.faults, fault), ignored=part is not rest[-1])
        if fault is not None and fault.severity == "error":
            also = _for_yandex(value, part)
            return replace(value, faults=(*value.faults, fault, *also), ignored=True)
        if fault is not None:
            value = replace(value, faults=(*value.faults, fault))
        value = replace(value, script=part.title()) if len(part) == 4 else replace(value, region=part.upper())
    return value


def _misplaced(value: Value, part: str) -> Fault | None:
    """Why a part cannot stand behind what `value` holds; None when it can."""
    if len(part) == 4 and part.isalpha():
        return _script(value, part.title())
    if value.region:
        return Fault("hreflang-extra-subtags", part, value.code)
    if part.lower() in SCRIPT_NAMES:
        return Fault("hreflang-region-unknown", part, f"{value.language}-{SCRIPT_NAMES[part.lower()]}")
    if len(part) == 3 and part.isdecimal():
        return Fault("hreflang-region-m49", part, value.code)
    if len(part) == 1 or part.isdecimal() or (len(part) >= 4 and not part.isalpha()):
        return Fault("hreflang-extra-subtags", part, value.code)
    return _region(value, part.upper())


def _script(value: Value, script: str) -> Fault | None:
    if value.region:
        known = script in names("script") and not value.script
        fixed = "-".join((value.language, script, value.region)) if known else value.code
        return Fault("hreflang-wrong-order" if known else "hreflang-extra-subtags", script, fixed)
    if value.script:
        return Fault("hreflang-extra-subtags", script, value.code)
    return None if script in names("script") else Fault("hreflang-script-unknown", script, value.language)


def _region(value: Value, region: str) -> Fault | None:
    if region in names("region"):
        return None
    if region == "XK":  # Kosovo: user-assigned, in use, and in no list that Google names
        return Fault("hreflang-region-unknown", region, value.code, "google", "warning")
    if region in RESERVED:
        fixed = f"{value.code}-{RESERVED[region]}" if RESERVED[region] else value.code
        return Fault("hreflang-region-reserved", region, fixed)
    return Fault("hreflang-region-unknown", region, value.code)


def _for_yandex(value: Value, part: str) -> tuple[Fault, ...]:
    """Yandex documents the subdivisions of Russia as regions (https://yandex.ru/support/webmaster/yandex-indexing/
    locale-pages)."""
    at_home = value.language == "ru" and value.region in ("", "RU") and part.upper() in names("subdivision")
    return (Fault("hreflang-yandex-subdivision", part, "", "yandex", "info"),) if at_home else ()
