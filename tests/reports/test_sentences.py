"""Sentences kept in English are said in Russian: findings with their values, notes by their patterns, fixed words."""

from __future__ import annotations

import inspect
import json
import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical import keeper
from pagetwin.canonical.advice import Advice
from pagetwin.canonical.cause import Cause
from pagetwin.config import ReportSettings, TextSettings
from pagetwin.crawler import charset, kinds, trouble
from pagetwin.model import Fetch, Reason, Texts
from pagetwin.reports import sentences, tables, words
from pagetwin.reports.language import Language
from pagetwin.reports.sentence_texts import ADVICE, CAUSES, NOTES
from pagetwin.similarity.text import TextFacts, choose
from pagetwin.urls import robotstxt

from . import fixture

EN, RU = Language("en"), Language("ru")
_PLACE = re.compile(r"%\((\w+)\)s")


def is_russian(text: str) -> bool:
    return re.search("[а-яё]", text) is not None


def test_every_advice_and_cause_has_words() -> None:
    assert set(Advice.__args__) == ADVICE  # type: ignore[attr-defined]
    assert CAUSES.keys() == set(Cause.__args__) - {""}  # type: ignore[attr-defined]
    assert [code for code in ADVICE if not is_russian(sentences.advice(code, RU))] == []
    assert [code for code in CAUSES if not is_russian(sentences.cause(code, RU))] == []
    assert sentences.advice("of tomorrow, 100%", RU) == sentences.cause("of tomorrow, 100%", RU) == "of tomorrow, 100%"
    assert sentences.cause("", RU) == ""


def test_every_reason_that_the_keeper_gives_has_words() -> None:
    values = {
        "n": 2, "most": 3, "status": 200, "why": "noindex", "url": "u", "kind": "print", "clicks": 3, "of": 9,
    }  # fmt: skip
    steps = {("True", step) for step, _ in keeper.STEPS}
    given = set(re.findall(r'Reason\((True|False), "(\w+)"', inspect.getsource(keeper))) | steps
    assert len(given) > 15
    for good, code in given:
        said = words.reason(Reason(good == "True", code, values), RU)
        assert is_russian(said), code


def test_a_finding_is_filled_in_either_language() -> None:
    message = "The sitemap lists %(url)s, which answers %(status)s"
    given = ("https://e.com/%D0%B0?a=%(x)s", "", json.dumps({"status": 404}))
    assert sentences.finding(message, *given, EN) == f"The sitemap lists {given[0]}, which answers 404"
    assert sentences.finding(message, *given, RU) == f"{given[0]} есть в карте сайта, но отвечает 404"


@pytest.mark.parametrize("message", ["100% the same", "%s", "%(nothing)s to fill", "https://e.com/%25%20d"])
def test_a_message_of_another_kind_is_shown_as_it_is(message: str) -> None:
    assert sentences.finding(message, "u", "r", "{}", RU) == message


@pytest.mark.parametrize("template", NOTES)
def test_each_note_is_said_in_russian_with_its_values(template: str) -> None:
    values = {name: "403" if name in ("n", "m", "status") else "name not found" for name in _PLACE.findall(template)}
    text = template % values
    assert sentences.note(text, EN) == text
    said = sentences.note(text, RU)
    assert is_russian(said)
    for name, value in values.items():
        assert (value if name != "why" else "имя хоста не найдено") in said


def test_joined_notes_are_said_one_by_one() -> None:
    text = "charset conflict: declared as windows-1251, but the bytes are UTF-8; read as declared; foo; rendered"
    assert sentences.note(text, RU) == (
        "кодировки расходятся: указана windows-1251, но байты в UTF-8; прочитано как указано; foo; открыта в браузере"
    )
    assert sentences.note("1,234,567 too long; redirect loop at https://e.com/; ", RU).startswith(
        "слишком длинных: 1\u00a0234\u00a0567; переадресация по кругу на https://e.com/; "
    )


@given(st.lists(st.text("ab%;() ", max_size=8), max_size=5))
def test_foreign_words_are_kept(parts: list[str]) -> None:
    text = "; ".join(parts)
    assert sentences.note(text, RU) == text


def test_what_the_stages_really_write_is_known() -> None:
    """The patterns are copies of what these modules say; when one of them changes its words, this fails."""
    fetch = Fetch("https://e.com/robots.txt", 503, (), b"", "http_error", "HTTP status 503")
    notes = [robotstxt.policy_of(fetch).note, f"robots.txt {robotstxt.policy_of(fetch).note}"]
    notes += [robotstxt.parse(b"<!doctype html><html><body>x", "https://e.com/robots.txt").note]
    notes += [words for _, words, _ in (*trouble._KINDS, *trouble._MESSAGES)]
    notes += [
        kinds.of_page(kinds.Seen("u", title, "", "", Texts("", body), shell=shell)).note
        for title, body, shell in [
            ("", "", ""),
            ("", "", "#app"),
            ("", "one two", "#app"),
            ("404 not found", "a b", ""),
        ]
    ]
    body = "<meta charset=utf-8>" + "Привет, как дела? " * 5
    notes += [
        charset.decode(body.encode("cp1251"), "text/html; charset=windows-1251").note,
        charset.decode(body.encode("utf-8-sig"), "text/html; charset=windows-1251").note,
        charset.decode(body.encode().replace(b"utf-8", b"cp1251"), "text/html").note,
        charset.decode(body.encode("cp1251"), "text/html; charset=utf-8").note,
    ]
    facts = [
        TextFacts(0, "/", None, b"b", 0, 50), TextFacts(1, "/", None, None, 0, 0),
        TextFacts(2, "/", b"m", b"c", 9, 900), TextFacts(3, "/", b"s", b"d", 90, 100),
        TextFacts(4, "/", b"s", b"e", 90, 100),
    ]  # fmt: skip
    texts = choose(facts, lambda ids: [Texts("", f"word{n} " * 60) for n in ids], TextSettings())
    notes += [choice.note for choice in texts]
    assert len([choice for choice in texts if choice.note]) == 5
    assert all(notes)
    assert [note for note in notes if not is_russian(sentences.note(note, RU))] == []
    left = [sentences.note(note, RU) for note in notes]
    assert [text for text in left if re.search(r"\b(the|says|with|words)\b", text)] == []


def test_tables_speak_the_language_of_the_report(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    connection.execute("UPDATE analysed SET text_note = 'main text has 12 of 300 words' WHERE text = 'body'")
    connection.execute(
        "INSERT INTO findings SELECT 'sitemap-url-non-200', 'any', 'error', address, '',"
        " 'The sitemap lists %(url)s, which answers %(status)s', '{\"status\": 404}' FROM analysed LIMIT 1"
    )
    said = {}
    for code in ("en", "ru"):
        tables.write(connection, tmp_path / code, ReportSettings(language=code))
        said[code] = {name: (tmp_path / code / f"{name}.csv").read_text("utf-8-sig") for name in tables.WRITTEN}
    assert said["en"]["pairs"] == said["ru"]["pairs"]
    for name, english, russian in [
        ("pages", "main text has 12 of 300 words", "в основном тексте слов: 12 из 300"),
        ("clusters", "canonical to the keeper", "указать основную страницу канонической"),
        ("findings", "which answers 404", "есть в карте сайта, но отвечает 404"),
    ]:
        assert english in said["en"][name]
        assert english not in said["ru"][name]
        assert russian in said["ru"][name]
        # Codes and columns stay what scripts know.
        assert said["en"][name].splitlines()[0] == said["ru"][name].splitlines()[0]
    assert {"template", "indexable"} <= set(re.split(r"[,\r\n]", said["ru"]["clusters"]))
