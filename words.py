"""How many words a text has, in every script: a cheap count for facts and limits, near the comparison's."""

from __future__ import annotations

import re

# Scripts written without spaces, first and last code point: each letter counts as a word, here and in the comparison.
UNSPACED_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007), (0x3021, 0x3029), (0x3038, 0x303B), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),  # Han
    (0x20000, 0x3FFFF),
    (0x3031, 0x3035), (0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F), (0x1AFF0, 0x1B16F),  # Kana
)  # fmt: skip
UNSPACED = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSPACED_RANGES)  # for a class of a pattern
_UNSPACED = re.compile(f"[{UNSPACED}]")


def count(text: str) -> int:
    """Words between white space; characters of scripts without spaces count one each."""
    if text.isascii():
        return len(text.split())
    characters = len(_UNSPACED.findall(text))
    return characters + len((_UNSPACED.sub(" ", text) if characters else text).split())
