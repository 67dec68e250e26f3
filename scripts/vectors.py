"""Test vectors of the workbench, worked out by the package, for implementations in other languages to agree with.

    python scripts/vectors.py           write tests/vectors/workbench.json
    python scripts/vectors.py check     exit code 1 when the file is not what the package gives now

Places in texts are counted in UTF-16 units, as JavaScript counts them. The file holds ASCII alone, so that nothing
changes its characters on the way.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pagetwin.config import TextSettings
from pagetwin.model import Pair
from pagetwin.similarity.compare import Same, side_by_side
from pagetwin.similarity.words import token_spans
from pagetwin.urls import cleanparam, cleanparam_lint, identity, parameters, twins

FILE = Path(__file__).resolve().parents[1] / "tests" / "vectors" / "workbench.json"
READING = TextSettings()

TEXTS = [
    "",
    " \n\t",
    "...",
    "Plain words, and more-words; don't stop.",
    "Ёлка и ёж, всё ещё ЕЛКА",
    "Объём 1\u00a0500 руб.",
    "и\u0306од \u0438\u0306 йод",
    "с\u00adлог мягкий перенос и \u200bнулевой",
    "STRASSE Straße straße ﬁn Ｆｕｌｌ１２",
    "İstanbul ıspanak I i",
    "ΟΔΟΣ οδός ὈΔΌΣ",
    "东京都の天気 2026年",
    "東京 tokyo 東京",
    "日本語テキスト、カタカナ ﾊﾝｶｸ が が",
    "한국어 문장입니다 \u1112\u1161\u11ab",
    "ภาษาไทยไม่มีช่องว่าง กำลัง",
    "हिन्दी में लिखा हुआ पाठ",
    "العربيـــة نص مَكتوب",
    "שָׁלוֹם עולם",
    "a\u0301 \u00e1 e\u0301\u0323 \u1eb9\u0301",
    "emoji 👩‍👩‍👧 and 🏳️‍🌈 words",
    "x² H₂O ½ Ⅻ ①",
    "snake_case camelCase v1.2.3 a@b.ru",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠀀𠀁 𐐀𐐨",
    "မြန်မာဘာသာ ខ្មែរ ລາວ",
    "1,5 1.5 1 5 ٣٤ ४",
    "\u0301начало с знака",
]
_A13, _B13 = (" ".join(f"w{n}" for n in range(first, first + 13)) for first in (1, 3))
PAIRS = [
    (_A13, _B13, 4),  # ten shingles each, eight shared: 0.67
    (_A13, _B13, 1),
    (_A13, _A13, 4),
    (_A13, "", 4),
    ("", "", 4),
    ("one two", "one two", 4),
    ("one two", "two one", 4),
    ("a b c d e f", "d e f a b c", 3),
    ("a a a a a a", "a a a a", 2),
    ("да нет да нет да", "Да НЕТ да нет", 2),
    (
        "Доставка по городу за один день, оплата при получении.",
        "Оплата при получении; доставка по городу за один день и в выходные.",
        3,
    ),
    ("Ёлка стоит в лесу и ждёт зимы", "елка стоит в лесу и ждет весны", 3),
    ("东京都の天気は晴れです", "今日の東京都の天気は晴れ", 4),
    ("東京都の天気は晴れ", "東京都の天気は雨", 4),
    ("caf\u00e9 cre\u0301me bru\u0302le\u0301e dessert maison", "cafe\u0301 cr\u00e9me br\u00fbl\u00e9e dessert", 2),
    ("ภาษาไทยไม่มีช่องว่าง", "ภาษาไทยมีช่องว่าง", 3),
    ("mixed 東京 text with words", "mixed 東京 text with other words", 2),
]
ADDRESSES = [
    ("https://example.ru/catalog/shoes/", "https,no-www,slash"),
    ("http://www.example.ru/catalog/shoes", "https,no-www,slash"),
    ("https://example.ru/catalog/shoes/", "http,www,no-slash"),
    ("https://example.ru", ""),
    ("https://example.ru/", "slash"),
    ("https://example.ru/a/index.php?id=3", "no-www"),
    ("https://example.ru/a/page.html", "slash"),
    ("HTTPS://Example.RU:443/A/../b/./c%7e?x=1#top", ""),
    ("https://пример.рф/каталог/обувь", "https,slash"),
    ("https://xn--e1afmkfd.xn--p1ai/%D0%BA%D0%B0%D1%82/", ""),
    ("http://127.0.0.1:8000/a/", "https,www"),
    ("https://e.com/a?b=2&a=1", "no-slash"),
    ("https://e.com/%41bc", ""),
    ("https://faß.de/straße", ""),
    ("https://e.com:8443/a/", "http"),
    ("https://e.com\\a\\b", "slash"),
    ("https://e.com//", "no-slash"),
    ("ftp://e.com/", ""),
    ("example.ru", ""),
]
VALUES = [
    "",
    "&",
    "sid&ref /catalog/",
    "ref /some_dir/get_book.pl",
    "s&ref /forum*/showthread.php",
    "someTrash&otherTrash",
    "sid&sort /forum/*.php",
    "filter[price] /",
    "sid,ref /c/",
    "sid;ref",
    "sid|ref",
    "sid ref /c/",
    "sid&ref\t/c/",
    "sid&&ref /c/",
    "&sid",
    "sid& /c/",
    "utm_* /",
    "a?b",
    "s$ /",
    "/c/ sid",
    "https://e.ru/?sid",
    "sid /каталог/",
    "имя /",
    "sid /c/?a=1",
    "sid /c$",
    "sid /%D0%BA/",
    "sid /a /b",
    "sid catalog/",
    "sid *catalog",
    "sid=1 /",
    "sid  /a",
    "SID&sid /",
    "a" * 500,
    "a" * 501,
    "a" * 502,
    "a" * 503,
    "a" * 490 + " /bcdefghijkl",
    "sid/catalog/",
]
BUILDS = [
    (["sid", "ref"], "/catalog/"),
    (["ref", "sid", "ref"], ""),
    (["utm_source"], "https://e.ru/каталог/?x=1"),
    ([f"parameter{n:03d}" for n in range(60)], "/catalog/"),
    ([], "/"),
]
NAMES = [
    "utm_source",
    "UTM_Anything",
    "gclid",
    "yclid",
    "ysclid",
    "yrclid",
    "fbclid",
    "PHPSESSID",
    "ASPSESSIONIDQQ",
    "sid",
    "ref",
    "sort",
    "filter[price]",
    "filter%5Bprice%5D",
    "page",
    "PAGEN_1",
    "print",
    "lang",
    "color",
    "zz",
    "",
]
ROBOTS = [
    "User-agent: *\nDisallow: /a/\nClean-param: sid /a/b/\n\nUser-agent: Yandex\nDisallow: /b #c\nClean-param: a /b/\n",
    "\ufeffclean-param: sid,ref /c/\r\nCLEAN-PARAM: ok /c/\rClean-param sid /\nCleanparam: a\n",
    "User-agent: a\nClean-param: sid&sort /\nUser-agent: b\nDisallow: /*?sid=\n",
    "User-agent: Yandex\nDisallow: /shop/\nAllow: /shop/all/\nClean-param: utm_source /shop/all/\n",
    "Disallow: /\n",
    "",
]


def vectors() -> dict[str, list[Any]]:
    """All of them, by what they test."""
    return {
        "tokens": [{"text": text, "tokens": _tokens(text)} for text in TEXTS],
        "pairs": [_pair(*pair) for pair in PAIRS],
        "variants": [_variants(*address) for address in ADDRESSES],
        "clean_param_check": [{"value": value, "issues": _issues(cleanparam.check(value))} for value in VALUES],
        "clean_param_build": [_built(*given) for given in BUILDS],
        "clean_param_lint": [{"robots": robots, "lines": _linted(robots)} for robots in ROBOTS],
        "parameters": [{"name": name, "class": parameters.kind(name)} for name in NAMES],
    }


def text() -> str:
    """The file: a vector a line."""
    parts = []
    for name, records in vectors().items():
        lines = ",\n".join(f"  {json.dumps(record)}" for record in records)
        parts.append(f' "{name}": [\n{lines}\n ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _tokens(text_: str) -> list[Any]:
    return [[word, _utf16(text_, start), _utf16(text_, end)] for word, start, end in token_spans(text_, READING)]


def _utf16(text_: str, place: int) -> int:
    return len(text_[:place].encode("utf-16-le", "surrogatepass")) // 2


def _pair(a: str, b: str, k: int) -> dict[str, Any]:
    side = side_by_side(a, b, k, READING)
    score = Pair(0, 1, side.shared, side.size_a, side.size_b)
    return {
        "a": a, "b": b, "k": k, "size_a": side.size_a, "size_b": side.size_b, "shared": side.shared,
        "jaccard": round(score.jaccard, 6), "a_in_b": round(score.a_in_b, 6), "b_in_a": round(score.b_in_a, 6),
        "passages": [row.words for row in side.rows if isinstance(row, Same)],
        "moved": [one.words for one in side.moved],
    }  # fmt: skip


def _variants(url: str, main: str) -> dict[str, Any]:
    page = twins.spelt(url, twins.main_spelling(main))
    key = identity.key(page) if page else ""
    found = [[twin.kind, twin.url, twin.key == key] for twin in twins.twins(page)] if page else []
    return {"url": url, "main": main, "page": page, "key": key, "twins": found}


def _issues(issues: Iterable[cleanparam.Issue]) -> list[Any]:
    return [[issue.code, issue.severity, issue.rejected] for issue in issues]


def _built(names: list[str], prefix: str) -> dict[str, Any]:
    values = cleanparam.build(names, cleanparam.prefix(prefix) if prefix else "")
    return {"names": names, "prefix": prefix, "values": list(values)}


def _linted(robots: str) -> list[Any]:
    return [[line.number, _issues(line.issues)] for line in cleanparam_lint.lint(robots)]


def main(arguments: list[str]) -> int:
    """Write or check; exit code 2 for anything else."""
    if arguments == ["check"]:
        return int(not FILE.exists() or FILE.read_text("ascii") != text())
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(), "ascii", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
