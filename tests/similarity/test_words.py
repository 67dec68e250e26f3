"""Words of all scripts, their places in the text, and their hashes."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.words import token_spans, tokens, word_hashes

CASES = {
    "Plain words, with-hyphens & 42 digits!": ["plain", "words", "with", "hyphens", "42", "digits"],
    "snake_case stays apart": ["snake", "case", "stays", "apart"],
    "Привет, МИР! Ещё раз": ["привет", "мир", "еще", "раз"],
    "Straße STRASSE": ["strasse", "strasse"],
    "naïve nai\u0308ve": ["naïve", "naïve"],
    "Й и\u0306": ["й", "й"],
    "до\u00adста\u00adвка zero\u200bwidth": ["доставка", "zerowidth"],
    "हिन्दी में लिखा": ["हिन्दी", "में", "लिखा"],
    "العربيّة كتابٌ": ["العربيّة", "كتابٌ"],
    "ภาษาไทย 2567": ["ภ", "า", "ษ", "า", "ไ", "ท", "ย", "2567"],
    "ที่นี่": ["ที่", "นี่"],
    "中文网页abc": ["中", "文", "网", "页", "abc"],
    "日本語のテスト": ["日", "本", "語", "の", "テ", "ス", "ト"],
    "ｶﾞｲﾄﾞ": ["ガ", "イ", "ド"],
    "한국어 문서": ["한국어", "문서"],
    "ພາສາລາວ": ["ພ", "າ", "ສ", "າ", "ລ", "າ", "ວ"],
    "ភាសាខ្មែរ": ["ភា", "សា", "ខ្", "មែ", "រ"],
    "မြန်မာ": ["မြ", "န်", "မာ"],
    "ﬁle ① ½": ["file", "1", "1", "2"],
    "𝐁𝐨𝐥𝐝 𠀋": ["bold", "𠀋"],
    "": [],
    " \n\t—…": [],
    "\u0301abc": ["abc"],
}


@pytest.mark.parametrize(("text", "want"), CASES.items())
def test_tokens(text: str, want: list[str]) -> None:
    assert tokens(text) == [unicodedata.normalize("NFC", word) for word in want]


def test_yo_is_kept_apart_when_asked() -> None:
    assert tokens("Ёлка е\u0308лка", TextSettings(yo_is_e=False)) == ["ёлка", "ёлка"]
    assert tokens("Ёлка елка") == ["елка", "елка"]


def slow_tokens(folded: str) -> list[str]:
    """The definition, character by character."""
    words: list[str] = []
    inside = ""  # what the last character belongs to: "" nothing, "w" a word, "s" a single letter
    for char in folded:
        if unicodedata.category(char).startswith("M"):
            if inside:
                words[-1] += char
        elif not char.isalnum():
            inside = ""
        elif unicodedata.name(char, "").split()[0] in ("CJK", "HIRAGANA", "KATAKANA", "THAI") and not char.isdecimal():
            words.append(char)
            inside = "s"
        elif inside == "w":
            words[-1] += char
        else:
            words.append(char)
            inside = "w"
    return words


LETTERS = st.text(st.sampled_from("aБ1ё _-.\n中あアไ็ि\u0301\u200dक٣éß"), max_size=40)


@given(LETTERS)
def test_tokens_equal_the_definition(text: str) -> None:
    folded = unicodedata.normalize("NFKC", text.replace("\u200d", "")).casefold().replace("ё", "е")
    assert tokens(text) == slow_tokens(unicodedata.normalize("NFKC", folded))


ANY = st.one_of(
    st.text(max_size=60), LETTERS, st.text(st.characters(codec="utf-16", categories=["M", "L", "No"]), max_size=12)
)


@given(ANY)
@example("ǰ ŉ İ ΐ ﬃ")
@example("\u1100\u1161\u11a8 ㄱㅏ ｶﾞ ¼½")
@example("a\u0345\u0301 x\u200b\u0301")
@example("\ud800a b")
def test_spans_name_the_same_words_and_stand_in_the_text(text: str) -> None:
    spans = token_spans(text)
    assert [word for word, _, _ in spans] == tokens(text)
    assert all(0 <= start < end <= len(text) for _, start, end in spans)
    starts = [start for _, start, _ in spans]
    assert starts == sorted(starts)
    for word, start, end in spans:
        assert tokens(word) == tokens(text[start:end]) or word in "".join(tokens(text[start:end]))


@given(st.lists(ANY, max_size=6))
def test_words_have_their_own_hash_wherever_they_stand(texts: list[str]) -> None:
    hashes, counts = word_hashes(texts)
    words = [tokens(text) for text in texts]
    assert counts.tolist() == [len(each) for each in words]
    alone = [word_hashes([word])[0] for each in words for word in each]
    known = {
        word: int(found[0])
        for word, found in zip((w for each in words for w in each), alone, strict=True)
        if len(found)
    }
    flat = [word for each in words for word in each]
    assert [known.get(word) for word in flat] == hashes.tolist()
    assert len(set(known.values())) == len(known)


def test_hashes_of_many_words_do_not_meet() -> None:
    words = [f"{a}{b}" for a in range(100, 500) for b in ("x", "y", "xy", "yx", "ыж", "жы")]
    words += [word[::-1] for word in words if word != word[::-1]]
    hashes, counts = word_hashes([" ".join(words)])
    assert counts.tolist() == [len(words)]
    assert len(np.unique(hashes)) == len(set(words))
