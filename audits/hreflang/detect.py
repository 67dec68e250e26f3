"""The language a text is written in, by py3langid, and between which languages it is not to be trusted.

https://github.com/adbar/py3langid (BSD-3-Clause): n-grams of bytes, 140 labels. Why this one: docs/decisions/0029.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import metadata
from typing import NamedTuple

LETTERS, SURE = 200, 0.9  # fewer letters, or less confidence, and nothing is said (our suggestion)
PIECES, SIZE = 5, 200  # so many pieces of so many characters, spread over the text, are looked at

# The two-letter codes among its labels, and nb, which it calls no. Of other languages it knows nothing: Corsican would
# be Italian.
_LABELS = """
af am an ar as az ba be bg bn br bs ca cs cy da de dz el en eo es et eu fa fi fo fr fy ga gd gl gu ha he hi hr
ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lg ln lo lt lv mg mk ml mn mr ms mt my nb ne nl nn no oc
om or pa pl ps pt qu ro ru rw sa se si sk sl sn so sq sr st sv sw ta te tg th tk tl tr tt ug uk ur uz vi vo wa
xh yo zh zu
"""
KNOWN = frozenset(_LABELS.split())
# Languages so close that one may be taken for the other; between these nothing is ever said. Variants of one language
# (en-GB and en-US, pt-BR and pt-PT, zh-Hans and zh-Hant) have one code here in any case.
_CLOSE = (
    "da nb nn no", "bs hr sl sr", "bg mk", "id jv ms", "cs sk", "gl pt", "an ca es gl oc", "af fy nl", "de lb",
    "az tk tr uz", "ba kk ky tt", "fa ps tg", "fo is", "ga gd", "st sn", "xh zu", "hi mr ne sa", "as bn", "fa ku",
    "fr wa", "fr ht", "et fi", "lt lv", "lg rw",
)  # fmt: skip
CLOSE = tuple(frozenset(codes.split()) for codes in _CLOSE)
# Labels for varieties that have a language with a two-letter code nearby: taken for that.
_VARIETIES = {"ary": "ar", "arz": "ar", "hbo": "he", "grc": "el", "kik": "ki", "sdh": "ku", "uzs": "uz", "vec": "it"}
_VARIETIES |= {"wuu": "zh", "yue": "zh", "ltg": "lv", "lij": "it", "gcr": "fr", "gcf": "fr", "ext": "es", "crh": "tr"}


class Detected(NamedTuple):
    """A language code, and from 0 to 1 how sure it is; '' and 0 of a text that is too short."""

    language: str
    confidence: float


def version() -> str:
    """Changes with whatever may change what is detected."""
    return f"py3langid {metadata.version('py3langid')} {LETTERS} {PIECES} {SIZE} {sorted(_VARIETIES.items())}"


@cache
def detector() -> Callable[[str], Detected]:
    """What detects; the model is loaded once in a process, which takes seconds.

    The confidence is the mean of that of the pieces, by their letters; a piece in another language counts as 0. So a
    text with much of another language, or with program code, is not sure.
    """
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    classify = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True).classify

    def detect(text: str) -> Detected:
        if sum(map(str.isalpha, text)) < LETTERS:
            return Detected("", 0.0)
        found: Counter[str] = Counter()
        total = 0
        for piece in _pieces(" ".join(text.split())):
            letters = sum(map(str.isalpha, piece))
            label, confidence = classify(piece)
            found[_VARIETIES.get(label, label)] += letters * confidence
            total += letters
        best = max(sorted(found), key=found.__getitem__)
        return Detected(best, found[best] / total if total else 0.0)

    return detect


def _pieces(text: str) -> Iterator[str]:
    count = min(PIECES, max(1, round(len(text) / SIZE)))
    if count < PIECES:
        step = -(-len(text) // count)
        yield from (text[start : start + step] for start in range(0, len(text), step))
        return
    gap = (len(text) - SIZE) / (PIECES - 1)
    yield from (text[round(n * gap) : round(n * gap) + SIZE] for n in range(PIECES))


def differs(detected: str, language: str, code: str) -> bool:
    """Whether a detected language is surely not the declared one; `code` is the whole code that declares it.

    Never where the code names a script, Chinese apart: Serbian, Hindi or Uzbek in letters that are not the usual ones
    is what a detector has hardly seen.
    """
    scripted = language != "zh" and any(len(part) == 4 and part.isalpha() for part in code.split("-")[1:])
    if scripted or not {language, detected} <= KNOWN:
        return False
    return language != detected and not any({language, detected} <= close for close in CLOSE)
