"""Words of all scripts, their places in the text, and their hashes."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.words import fold, token_spans, token_starts, tokens, unspaced, word_hashes

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
    "كتـــاب كتاب": ["كتاب", "كتاب"],  # tatweel only stretches; vowel marks stay, as those of other scripts do
    "می\u200cخواهم": ["میخواهم"],
    "ＡＢＣ　１２３，ｶﾀｶﾅ": ["abc", "123", "カ", "タ", "カ", "ナ"],
    "ﾊﾟｿｺﾝ パソコン": ["パ", "ソ", "コ", "ン", "パ", "ソ", "コ", "ン"],
    "葛\U000e0100城 葛城": ["葛", "城", "葛", "城"],
    "1\ufe0f\u20e3 шаг 👍🏽 \U0001f469\u200d\U0001f4bb готово": ["1", "шаг", "готово"],
    "٣٥ ३४ ๒๕๖๗ 二〇二六年": ["٣٥", "३४", "๒๕๖๗", "二", "〇", "二", "六", "年"],
    "iPhone15を99,800円で": ["iphone15", "を", "99", "800", "円", "で"],
    "Цена:5₽…да\u00a0нет": ["цена", "5", "да", "нет"],
    "ချစ် ຂໍ້ ស្រី": ["ချ", "စ်", "ຂໍ້", "ស្", "រី"],
    "ᄒ\u1161\u11ab글 한\u3164글": ["한글", "한글"],
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


def test_digits_masked() -> None:
    masked = TextSettings(mask_digits=True)
    assert tokens("от 1 290,50 до 15 000 ₽, iPhone15, ٣٥ и ½", masked) == [
        "от", "0", "0", "0", "до", "0", "0", "iphone0", "0", "и", "0", "0"
    ]  # fmt: skip
    text = "Room 1204… ten\u00a0000"
    assert [text[start:end] for _, start, end in token_spans(text, masked)] == ["Room", "1204", "ten", "000"]
    assert word_hashes(["a1 22"], masked)[0].tolist() == word_hashes(["a0 0"])[0].tolist()


UNSPACED = (
    "CJK", "HIRAGANA", "KATAKANA", "HENTAIGANA", "THAI", "LAO", "KHMER", "MYANMAR", "IDEOGRAPHIC", "HANGZHOU",
    "VERTICAL KANA", "VERTICAL IDEOGRAPHIC",
)  # fmt: skip


def test_letters_of_scripts_without_spaces_are_words_and_no_others() -> None:
    """By the names that Unicode gives to characters."""
    for code in (*range(0x3400), *range(0x3400, 0x34000, 7)):
        char = chr(code)
        if char.isalnum() and fold(char) == char:
            alone = unicodedata.name(char, "").startswith(UNSPACED) and not char.isdecimal()
            alone &= not unicodedata.name(char, "").startswith("IDEOGRAPHIC TALLY")
            words, _ = word_hashes([char + char])
            assert (len(words), unspaced(words).all()) == (2, True) if alone else (1, False), hex(code)


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
        elif unicodedata.name(char, "").startswith(UNSPACED) and not char.isdecimal():
            words.append(char)
            inside = "s"
        elif inside == "w":
            words[-1] += char
        else:
            words.append(char)
            inside = "w"
    return words


LETTERS = st.text(st.sampled_from("aБ1ё _-.\n中あアไ็ि\u0301\u200dक٣éßكـّ…\u00a0ｶﾞ한မ်ខ្ຂ１👍"), max_size=40)


@given(LETTERS)
def test_tokens_equal_the_definition(text: str) -> None:
    folded = unicodedata.normalize("NFKC", text.replace("\u200d", "").replace("ـ", "")).casefold().replace("ё", "е")
    assert tokens(text) == slow_tokens(unicodedata.normalize("NFKC", folded))


ANY = st.one_of(
    st.text(max_size=60), LETTERS, st.text(st.characters(codec="utf-16", categories=["M", "L", "No"]), max_size=12)
)


@given(ANY)
@example("ǰ ŉ İ ΐ ﬃ")
@example("\u1100\u1161\u11a8 ㄱㅏ ｶﾞ ¼½")
@example("a\u0345\u0301 x\u200b\u0301")
@example("\ud800a b")
@example("… \u00a0a\u200b\u0301…й 가\u11a8 ½x")
def test_spans_name_the_same_words_and_stand_in_the_text(text: str) -> None:
    spans = token_spans(text)
    assert [word for word, _, _ in spans] == tokens(text)
    assert all(0 <= start < end <= len(text) for _, start, end in spans)
    starts = [start for _, start, _ in spans]
    assert starts == sorted(starts)
    assert token_starts(text) == starts
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
