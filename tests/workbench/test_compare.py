"""`pagetwin compare`: addresses, files and texts; numbers, passages, terminal and page."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from crawler.site import Answer, Site, to
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import TextSettings
from pagetwin.similarity.words import tokens
from pagetwin.workbench import compare_html, compare_text, comparing
from pagetwin.workbench.sources import Source

from .command import pagetwin

A, B = (" ".join(f"w{n}" for n in range(first, first + 13)) for first in (1, 3))
DISCLAIMER = "no verdict of a search engine"


def numbers(*arguments: object) -> dict[str, object]:
    run = pagetwin("compare", *arguments, "--format", "json", "-q")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_ten_and_ten_with_eight_shared() -> None:
    found = numbers(A, B)
    assert (found["shared"], found["jaccard"], found["a_in_b"], found["b_in_a"]) == (8, 0.6667, 0.8, 0.8)
    assert found["passages"] == [{"words": 11, "text": " ".join(f"w{n}" for n in range(3, 14)), "moved": False}]
    assert numbers(A, B, "--shingle", "1")["jaccard"] == 0.7333  # 11 of 15 words
    text = pagetwin("compare", A, B).stdout
    assert "Jaccard 0.67; of A 80% stand in B, of B 80% in A" in text
    assert DISCLAIMER in text


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12)


@given(WORDS, WORDS, st.integers(1, 4))
def test_measures_are_those_of_sets(a: list[str], b: list[str], k: int) -> None:
    """Against sets of tuples."""
    found = comparing.compare(Source("a", " ".join(a)), Source("b", " ".join(b)), k, TextSettings()).score
    x, y = ({tuple(t[i : i + k]) for i in range(max(len(t) - k + 1, min(len(t), 1)))} for t in (a, b))
    assert found.jaccard == (len(x & y) / len(x | y) if x | y else 0)
    assert (found.a_in_b, found.b_in_a) == (len(x & y) / len(x) if x else 0, len(x & y) / len(y) if y else 0)


def test_files_of_html_and_of_text(tmp_path: Path) -> None:
    prose = " ".join(f"слово{n}" for n in range(40))
    html = (
        f"<html><head><title>T</title></head><body><nav>menu menu</nav><article><p>{prose}</p></article></body></html>"
    )
    (tmp_path / "a.html").write_text(html, "utf-8")
    (tmp_path / "b.txt").write_bytes(prose.encode("cp1251"))
    found = numbers(tmp_path / "a.html", tmp_path / "b.txt", "--text", "body")
    assert found["jaccard"] == 1.0
    assert found["a"] == {"name": str(tmp_path / "a.html"), "text": "body", "words": 40, "shingles": 37}
    assert found["b"]["text"] is None  # type: ignore[index]


def test_addresses_are_fetched_and_robots_txt_is_obeyed() -> None:
    with Site() as site:
        site.pages |= {
            "/robots.txt": Answer("User-agent: *\nDisallow: /closed\n", headers=(("Content-Type", "text/plain"),)),
            "/a": f"<html><body><p>{A}</p></body></html>", "/b": f"<html><body><p>{B}</p></body></html>",
            "/to": to("/b"),
        }  # fmt: skip
        found = numbers(f"{site.url}/a", f"{site.url}/to", "--rate", "0")
        closed = pagetwin("compare", f"{site.url}/a", f"{site.url}/closed", "--rate", "0", "-q")
        gone = pagetwin("compare", f"{site.url}/a", f"{site.url}/gone", "--rate", "0", "-q")
        asked = site.paths()
    assert (found["jaccard"], found["b"]["name"]) == (0.6667, f"{site.url}/b")  # type: ignore[index]
    assert (closed.returncode, gone.returncode) == (3, 3)
    assert "no text to compare (robots.txt forbids it)" in closed.stderr
    assert "no text to compare (HTTP status 404)" in gone.stderr
    assert "/closed" not in asked


@pytest.mark.parametrize(("given", "words"), [("word", "neither a web address"), ("http://[bad", "no web address")])
def test_what_cannot_be_compared_is_told_in_a_line(given: str, words: str) -> None:
    run = pagetwin("compare", given, A, "-q")
    assert run.returncode == 2
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_long_text_on_one_line_is_no_file_name() -> None:
    long = " ".join(f"word{n}" for n in range(400))
    assert numbers(long, long + "\nand more")["b_in_a"] > 0.99  # type: ignore[operator]


TEXT_A = "Доставка по городу за один день. Оплата картой или наличными при получении заказа."
TEXT_B = "Оплата картой или наличными при получении заказа. Доставка по городу за один день, кроме выходных."


def test_passages_in_another_order_are_found() -> None:
    found = comparing.compare(Source("a", TEXT_A), Source("b", TEXT_B), 4, TextSettings())
    assert sorted((passage.words, passage.moved) for passage in found.passages) == [(6, True), (7, False)]


def test_the_terminal_is_coloured_and_other_outputs_are_plain() -> None:
    found = comparing.compare(Source("a", TEXT_A), Source("b", TEXT_B), 4, TextSettings())
    plain, coloured = (compare_text.render(found, "en", 100, colours) for colours in (False, True))
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).split() == plain.split()
    assert "[[" in plain
    assert max(map(len, plain.splitlines()[-6:])) <= 100
    assert "Доставка по городу" in plain


def test_letters_that_the_output_lacks_are_escaped() -> None:
    command = [sys.executable, "-m", "pagetwin", "compare", TEXT_A, TEXT_B, "-q"]
    run = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"})
    assert run.returncode == 0, run.stderr
    assert b"\\u0414" in run.stdout


def test_texts_of_others_send_no_control_characters_to_the_terminal() -> None:
    bad = "one two three \x1b]0;title\x07 four \x9b31m five\r six [bold]seven[/bold]"
    found = comparing.compare(Source(bad, bad), Source("b", bad + " eight"), 2, TextSettings())
    text = compare_text.render(found, "ru", 80, False)
    assert all(char.isprintable() or char == "\n" for char in text)
    assert "[bold]seven[/bold]" in text


@pytest.mark.parametrize("code", ["en", "ru"])
def test_the_page_needs_nothing_and_runs_nothing(tmp_path: Path, code: str) -> None:
    evil = "<script>alert(1)</script> <img src=x onerror=alert(2)> words that are common"
    (tmp_path / "a.txt").write_text(f"{TEXT_A} {evil}", "utf-8")
    (tmp_path / "b.txt").write_text(f"{TEXT_B} {evil} and more", "utf-8")
    run = pagetwin("compare", tmp_path / "a.txt", tmp_path / "b.txt", "--html", tmp_path / "c.html", "--language", code)
    assert run.stdout.strip() == str(tmp_path / "c.html")
    page = (tmp_path / "c.html").read_text("utf-8")
    assert "<script" not in page
    assert "<img" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert not re.search(r"url\(\s*[\"']?(?!#|data:)|@import", page)
    assert "default-src 'none'" in page
    assert (DISCLAIMER in page) == (code == "en")
    assert "<mark" in page
    assert "<style>" in page


def test_both_texts_stand_whole_on_the_page() -> None:
    found = comparing.compare(Source("a", TEXT_A), Source("b", TEXT_B), 4, TextSettings())
    page = compare_html.page(found, "en")
    shown = re.sub(r"<small>.*?</small>|<[^>]+>", " ", page[page.index('class="diff"') :])
    for text in (TEXT_A, TEXT_B):
        assert set(tokens(text)) <= set(tokens(shown))
