"""The codes that a value of hreflang may be made of. The table registry.csv is frozen; a script writes it."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Literal

Kind = Literal["language", "region", "script", "subdivision"]


@cache
def names(kind: Kind) -> dict[str, str]:
    """Code to English name. Languages are in lower case, regions and subdivisions (of Russia) in capitals, scripts
    with one capital."""
    return {code: name.partition(";")[0] for found, code, _, name in _rows() if found == kind}


@cache
def two_letters() -> dict[str, str]:
    """Three-letter code of ISO 639-2 (both kinds) or 639-3 to the two-letter code of the same language."""
    return {longer: code for kind, code, beside, _ in _rows() if kind == "language" for longer in beside.split()}


@cache
def _rows() -> tuple[tuple[str, str, str, str], ...]:
    text = files(__package__).joinpath("registry.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return tuple((kind, code, beside, name) for kind, code, beside, name in csv.reader(lines[1:]))


# Withdrawn codes that are still met, and what stands in their place (IANA language subtag registry).
DEPRECATED = {"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "sh": "sr-Latn"}
# Codes that ISO 3166-1 reserves without assigning them; UK is what is meant by most.
RESERVED = dict.fromkeys(["EU", "UN", "SU", "AC", "CP", "CQ", "DG", "EA", "EZ", "FX", "IC", "TA"], "") | {"UK": "GB"}
# Countries written where the language should stand, and what is meant.
SPOKEN = {
    "AU": "en-AU", "BY": "be", "CN": "zh", "CZ": "cs", "DK": "da", "GB": "en-GB", "GE": "ka", "GR": "el", "HK": "zh-HK",
    "JP": "ja", "KZ": "kk", "MX": "es-MX", "NZ": "en-NZ", "RS": "sr", "TW": "zh-TW", "UA": "uk", "US": "en-US",
    "VN": "vi",
}  # fmt: skip
# Languages with a code of three letters alone that have a near one of two; old names of scripts written as regions.
NEAR = {"fil": "tl"}
SCRIPT_NAMES = {"chs": "Hans", "cht": "Hant"}
