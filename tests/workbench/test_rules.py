"""`pagetwin rules` tells every rule, in two languages and three formats, from the help that the code has."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from lxml import html
from markdown_it import MarkdownIt
from pagetwin.audits import RULES, Rule, themes
from pagetwin.audits.rule import PARTS
from pagetwin.reports.language import Language
from pagetwin.reports.rule_docs import HEADS
from pagetwin.workbench import rules

from .command import pagetwin

EN, RU = Language("en"), Language("ru")


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_list_has_every_rule_once_with_its_verdict_below_its_theme() -> None:
    text = pagetwin("rules").stdout
    assert sorted(re.findall(r"^  ([a-z0-9-]+)  \(", text, re.MULTILINE)) == sorted(each.id for each in RULES)
    assert "\n  canonical-relative  (Google: warning, Yandex: error)\n    A canonical is not an absolute" in text
    assert text.index("\nSitemaps\n") < text.index("sitemap-url-robots") < text.index("\nrobots.txt\n")
    russian = pagetwin("rules", "--language", "ru").stdout
    assert "\n  canonical-relative  (Google: предупреждение, Yandex: ошибка)\n" in russian


@pytest.mark.parametrize("language", [EN, RU], ids=["en", "ru"])
def test_one_rule_is_told_in_full(language: Language) -> None:
    text = flat(pagetwin("rules", "hreflang-return-missing", "--language", language.code).stdout)
    help_of = next(each.parts for each in RULES if each.id == "hreflang-return-missing")
    for part in PARTS:
        assert f"{language._(HEADS[part])} {flat(language.plain(help_of[part]))}" in text
    assert "Screaming Frog: Missing Return Links" in text
    assert "hreflang-return-noindex " not in text


def test_an_unknown_rule_names_the_nearest() -> None:
    done = pagetwin("rules", "canonical-lop")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith("no rule is called canonical-lop; the nearest is canonical-loop. `pagetwin rules` lists all")


def test_json_holds_what_the_code_says() -> None:
    records = json.loads(pagetwin("rules", "--format", "json").stdout)
    held = {
        (r["id"], *((v["engine"], v["severity"]) for v in r["verdicts"]), *(r[p.lower()] for p in ("What", *PARTS)))
        for r in records
    }
    assert held == {(each.id, *each.verdicts, *each.parts.values()) for each in RULES}
    (one,) = json.loads(pagetwin("rules", "sitemap-url-robots", "--format", "json").stdout)
    assert one["theme"] == "sitemap"


def read(markdown: str) -> Any:
    return html.fromstring(MarkdownIt("commonmark").enable("table").render(markdown))


@pytest.mark.parametrize("language", [EN, RU], ids=["en", "ru"])
def test_markdown_shows_each_text_unchanged(language: Language) -> None:
    tree = read(rules.page(language.code))
    shown = [flat(each.text_content()) for each in tree.iter("li", "p")]
    for each in RULES:
        for part, text in each.parts.items():
            text = flat(language.plain(text))
            assert (text if part == "What" else f"{language._(HEADS[part])}: {text}") in shown
    assert sorted(h.text for h in tree.iter("h3")) == sorted(each.id for each in RULES)
    anchors = {f"#{a.get('id')}" for a in tree.iter("a")} | {f"#{each.id}" for each in RULES}
    assert {a.get("href") for a in tree.iter("a") if a.get("href", "").startswith("#")} <= anchors


def test_markup_in_a_text_stays_text() -> None:
    odd = "a|b *c* _d_ `e` <f> [g](h) ~~i~~ &amp; \\ # j"
    made = replace(RULES[0], help=f"{odd}\nWhy: {odd}\nFix: x\nSource: https://e.com/\nFires: x\nSilent: x")
    shown = [flat(each.text_content()) for each in read(rules.page("en", [made])).iter("li", "p")]
    assert (shown.count(odd), shown.count(f"Why it matters: {odd}")) == (1, 1)


def test_every_rule_has_a_theme() -> None:
    def left(each: Rule) -> str:
        return f"{each.id}: name {each.check.__module__} in audits/themes.py"

    assert [left(each) for each in RULES if themes.of(each) is themes.OTHER] == []
    assert sorted(each.id for _, few in themes.grouped(RULES) for each in few) == sorted(each.id for each in RULES)
