"""The scripts of the tools page in a browser, held to the vectors that the package works out."""

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
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
