"""static/text.js against the analysis: the same words, shingles and passages, worked out by both for the same texts."""

import random
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from pagetwin.similarity.compare import Same, SideBySide, side_by_side
from pagetwin.similarity.words import tokens

from ..browser import browser, watched

_SENTENCES = (
    "Мы привозим посылки каждый день, кроме воскресенья; ещё мы ждём вас на складе у моря.",
    "Wrap every glass on its own: two sheets of paper, e\u0301 and \u00e9, na\u00efve caf\u0065\u0301s.",
    "配送は毎日。荷物は三十キロまで、ガラスは紙で包んでください。",
    "ร้านเปิดเจ็ดโมง ปิดสองทุ่ม 24 ชั่วโมง",
    "Die Straße ist groß, STRASSE; ΟΔΟΣ και οδός, ᾳ ΐ ǰ ﬁn ß ẞ.",
    "क्षेत्र में सेवा नि\u200dशुल्क है, co\u00adop\u200berate \ufeff zero\u2060width ...",
    "\u1112\u1161\u11ab\u1100\u1173\u11af 한글 ① ½ x² ４５６ \U0001f69a Ⅷ ᏣᎳᎩ ꮳꮃꭹ",
)


@pytest.fixture(scope="module")
def script() -> Iterator[Any]:
    """A page with the script: evaluates JavaScript."""
    with browser() as running, watched(running) as it:
        page = it.page()
        page.add_script_tag(content=files("pagetwin.templates").joinpath("static", "text.js").read_text("utf-8"))
        yield page


def test_every_letter_is_folded_and_cut_as_in_the_analysis(script: Any) -> None:
    """All characters of Python's Unicode, inside a word, alone and at the end of one."""
    letters = [c for c in map(chr, range(0x33480)) if unicodedata.category(c) not in ("Cn", "Cs", "Co")]
    text = "\n".join(f"x{c}y {c} x{c}" for c in letters)
    wrong = script.evaluate(
        """([text, words]) => {
          const expected = words.split("\\n"), found = PTText.tokens(text);
          const at = expected.findIndex((word, i) => word !== found[i]);
          return at < 0 ? [expected.length - found.length] : [at, expected.slice(at, at + 3), found.slice(at, at + 3)];
        }""",
        [text, "\n".join(tokens(text))],
    )
    assert wrong == [0]


def _texts() -> list[tuple[str, str, int]]:
    """Pairs of texts: changed, moved, repeated, cut copies of one another in all scripts."""
    rng = random.Random(7)
    out = [("", "", 3), ("", "one two", 3), ("one two", "One, two!", 3), ("one two", "two one", 3), ("\u0301", "a", 2)]
    for _ in range(120):
        a = [rng.choice(_SENTENCES) for _ in range(rng.randrange(1, 12))]
        b = [line if rng.random() < 0.7 else rng.choice(_SENTENCES) for line in a]
        if rng.random() < 0.3:
            rng.shuffle(b)
        words = "\n".join(b).split(" ")
        for _ in range(rng.randrange(4)):
            words[rng.randrange(len(words))] = rng.choice(("other", "слово", "紙"))
        out.append(("\n".join(a), " ".join(words), rng.choice((2, 4, 10))))
    return out


def _plain(side: SideBySide) -> dict[str, Any]:
    rows: list[dict[str, Any]] = []
    for row in side.rows:
        if isinstance(row, Same):
            rows.append({"same": row.words, "a": row.text_a, "b": row.text_b})
        else:
            rows.append({"a": [list(part) for part in row.parts_a], "b": [list(part) for part in row.parts_b]})
    return {"shared": side.shared, "sizeA": side.size_a, "sizeB": side.size_b, "rows": rows, "moved": len(side.moved)}


def test_shingles_and_passages_are_those_of_the_analysis(script: Any) -> None:
    texts = _texts()
    found = script.evaluate("texts => texts.map(([a, b, w]) => PTText.sideBySide(a, b, w))", texts)
    moved = 0
    for (a, b, w), got in zip(texts, found, strict=True):
        expected = _plain(side_by_side(a, b, w))
        assert got == expected, (a, b, w)
        moved += expected["moved"]
    assert moved > 5  # texts in another order were among them


def test_one_text_alone_gives_its_shingles(script: Any) -> None:
    assert script.evaluate("[...PTText.shingles('Ёлки, ёлки: a b!', 3)]") == ["елки елки a", "елки a b"]
    assert script.evaluate("[...PTText.shingles('two words', 3)]") == ["two words"]
    assert script.evaluate("[...PTText.shingles('', 3)]") == []
    assert script.evaluate("PTText.tokens('Ёж', false)") == ["ёж"]
    assert script.evaluate("PTText.passages('x a b c', 'a b c y', 3)") == [{"a": 1, "b": 0, "n": 3}]
