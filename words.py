"""How many words a text has, in every script: a cheap count for facts and limits, near the comparison's."""

from __future__ import annotations

import re

# Scripts written without spaces: one character counts as a word, as in the comparison (similarity/text.py).
UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Myanmar, Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_UNSPACED = re.compile(f"[{UNSPACED}]")


def count(text: str) -> int:
    """Words between white space; characters of scripts without spaces count one each."""
    if text.isascii():
        return len(text.split())
    characters = len(_UNSPACED.findall(text))
    return characters + len((_UNSPACED.sub(" ", text) if characters else text).split())
