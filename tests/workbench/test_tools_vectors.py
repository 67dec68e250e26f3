"""The scripts of the tools page in a browser, held to the vectors that the package works out."""

import json
import random
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from pagetwin.similarity.words import tokens
from pagetwin.urls import cleanparam, identity, twins
from pagetwin.workbench.tools_rules import rules

from ..browser import browser, watched

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "workbench.json").read_text("ascii"))
SCRIPTS = ("static/text.js", "tools/address.js", "tools/twins.js", "tools/cleanparam.js")


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    templates = files("pagetwin.templates")
    with browser() as running, watched(running) as chromium:
        page = chromium.page()
        for name in SCRIPTS:
            page.add_script_tag(content=templates.joinpath(name).read_text("utf-8"))
        page.evaluate("rules => { window.rules = rules }", rules())
        yield page
        assert chromium.trouble == []


def answers(page: Any, vectors: str, script: str) -> list[Any]:
    """What a script gives for each vector."""
    found: list[Any] = page.evaluate(f"vectors => vectors.map(v => {script})", VECTORS[vectors])
    assert len(found) == len(VECTORS[vectors]) > 3
    return found


def test_words(page: Any) -> None:
    wanted = [[word for word, _, _ in v["tokens"]] for v in VECTORS["tokens"]]
    assert answers(page, "tokens", "PTText.tokens(v.text)") == wanted


def test_shingles_and_passages(page: Any) -> None:
    found = answers(page, "pairs", """(() => {
        const { shared, sizeA, sizeB, rows } = PTText.sideBySide(v.a, v.b, v.k), u = sizeA + sizeB - shared;
        const a = PTText.shingles(v.a, v.k), b = PTText.shingles(v.b, v.k);
        return [shared, sizeA, sizeB, a.size, b.size, [...a].filter(s => b.has(s)).length,
                u ? shared / u : 0, rows.filter(r => r.same).map(r => r.same)];
    })()""")  # fmt: skip
    for v, (shared, size_a, size_b, *sets, jaccard, passages) in zip(VECTORS["pairs"], found, strict=True):
        assert (shared, size_a, size_b) == (v["shared"], v["size_a"], v["size_b"]), v
        assert sets == [size_a, size_b, shared]
        assert round(jaccard, 6) == v["jaccard"]
        assert passages == v["passages"], v


def test_variants(page: Any) -> None:
    found = answers(page, "variants", """(() => {
        const page = PTTwins.spelt(v.url, PTTwins.mainSpelling(v.main)), key = page && PTAddress.key(page);
        const twins = page ? PTTwins.twins(page, rules).map(t => [t.kind, t.url, PTAddress.key(t.url) === key]) : [];
        return { url: v.url, main: v.main, page, key, twins };
    })()""")  # fmt: skip
    for got, wanted in zip(found, VECTORS["variants"], strict=True):
        assert got == wanted, wanted["url"]


def test_clean_param(page: Any) -> None:
    checked = answers(
        page, "clean_param_check", "PTParams.check(v.value, rules).map(i => [i.code, i.severity, i.rejected])"
    )
    for got, wanted in zip(checked, VECTORS["clean_param_check"], strict=True):
        assert got == wanted["issues"], wanted["value"]
    built = answers(page, "clean_param_build", "PTParams.build(v.names, v.prefix && PTParams.prefix(v.prefix), rules)")
    assert built == [v["values"] for v in VECTORS["clean_param_build"]]


def test_parameters(page: Any) -> None:
    wanted = [v["class"] for v in VECTORS["parameters"]]
    assert answers(page, "parameters", "PTParams.kind(v.name, rules)") == wanted


# Put together by chance, the same in every run --------------------------------------------------------------------

LETTERS = (
    "abcXYZ ,.-'_", "ёЁйЙАбв ", "и\u0306е\u0308a\u0301", "東京都のテキスト々〆 ", "한국\u1112\u1161\u11ab", "ภาษาไทยกำ",
    "हिन्दी ा", "عرب\u0640ي", "Σςσ ὈΔ", "İIß ﬁ", "½²Ⅻ①٣४", "\U00020000\U00010400\U0001d518",
    "👩\u200d👧\ufe0f", "\u00ad\u200b \u034f",
)  # fmt: skip
HOSTS = (
    "example.ru", "www.example.ru", "пример.рф", "faß.de", "127.0.0.1", "[::1]", "localhost", "e.com:8443", "e.com:80",
    "u:p@e.com", "日本語.jp", "WWW.E.COM", "xn--zzzz---.ru",
)  # fmt: skip
FOLDERS = (
    "a", "B", "index.php", "Index.HTM", "index", "x.html", "%41", "%7e", "%D0%BA%D0%B0", "%", "%zz", "каталог", "..",
    "%2e%2e", "a b", "%E2%80%8B", "%FF", "é", "%F0%9F%98%80", "ё", "a%2Fb", "€",
)  # fmt: skip
QUERIES = ("", "?", "?a=1", "?a=1&b", "?ё=1", "?a=%41", "#top", "?utm_source=x&y=2")
MAINS = ("", "https,no-www,slash", "http,www,no-slash", "no-slash", "slash", "www")


def test_words_of_any_letters(page: Any) -> None:
    chance = random.Random(5)
    texts = []
    for _ in range(500):
        some = chance.sample(LETTERS, 2)
        texts.append("".join(chance.choice(chance.choice(some)) for _ in range(chance.randint(0, 20))))
    found = page.evaluate("texts => texts.map(text => PTText.tokens(text))", texts)
    assert found == [tokens(text) for text in texts]


def test_variants_of_any_address(page: Any) -> None:
    chance = random.Random(11)
    given = []
    for _ in range(500):
        path = "/".join(chance.choices(FOLDERS, k=chance.randint(0, 4)))
        end = chance.choice(("", "/", "//")) + chance.choice(QUERIES)
        start = f"{chance.choice(('http', 'HTTPS'))}://{chance.choice(HOSTS)}"
        url = start + chance.choice("/\\") + path + end
        given.append((url, chance.choice(MAINS)))
    found = page.evaluate("""given => given.map(([url, main]) => {
        const page = PTTwins.spelt(url, PTTwins.mainSpelling(main));
        return [page, PTAddress.key(page), page ? PTTwins.twins(page, rules).map(t => [t.kind, t.url]) : [],
                PTAddress.oddities(url)];
    })""", [list(each) for each in given])  # fmt: skip
    for (url, main), got in zip(given, found, strict=True):
        page_ = twins.spelt(url, twins.main_spelling(main))
        wanted = [[twin.kind, twin.url] for twin in twins.twins(page_)] if page_ else []
        assert got == [page_, identity.key(page_), wanted, list(identity.read(url).oddities)], (url, main)


def test_checks_of_any_value(page: Any) -> None:
    chance = random.Random(3)
    signs = (*"aZ09&&&=,;|/*?$ \t.-_[]%:", "ё", " /c/", " /", "sid", "utm_x", "東")
    values = ["".join(chance.choices(signs, k=chance.randint(0, 9))) for _ in range(1000)]
    found = page.evaluate(
        "all => all.map(v => PTParams.check(v, rules).map(i => [i.code, i.severity, i.values, i.rejected]))", values
    )
    for value, got in zip(values, found, strict=True):
        wanted = [[issue.code, issue.severity, issue.values, issue.rejected] for issue in cleanparam.check(value)]
        assert got == wanted, value
