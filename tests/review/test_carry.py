"""Answers hold for later crawls while both texts stay nearly the same, and are shown as stale when they do not."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from lxml import html
from pagetwin.store.file import FILE

from .audit import SITE, make, texts
from .opened import Opened, opened

KEYS = (f"{SITE}/s1/g1-0", f"{SITE}/s1/g1-1")


@pytest.fixture
def judged(out: Path) -> Path:
    """An audit with an answer about each of two pairs: KEYS, and one of another group."""
    with opened(out, 60) as review:
        _answer(review, KEYS)
        _answer(review, (f"{SITE}/s2/g2-0", f"{SITE}/s2/g2-1"))
    return out


def _answer(review: Opened, keys: tuple[str, str]) -> None:
    """Ask about this pair, and answer."""
    number = len(review.session.items) - 1
    pair = next(pair for pair in review.session._pool if pair.keys == keys)
    review.session.items[number].pair = pair
    review.post(f"pair/{number + 1}/answer", label="different", note="kept")


def changed(text: str, words: int) -> str:
    """The text with so many words changed at one place."""
    parts = text.split()
    at = random.Random(1).randrange(len(parts) - words)
    return " ".join([*parts[:at], *(f"new{n}" for n in range(words)), *parts[at + words :]])


def recrawled(tmp_path: Path, out: Path, text: str) -> None:
    """A second crawl that finds another text at the first of KEYS."""
    make(tmp_path, out, {"/s1/g1-0": text})


def test_a_small_change_leaves_the_answer_and_scores_the_pair_anew(tmp_path: Path, judged: Path) -> None:
    recrawled(tmp_path, judged, changed(texts()["/s1/g1-0"], 3))  # 7 of some 296 shingles: J = 289/303 = 0.95
    with opened(judged) as review:
        (item,) = (item for item in review.session.items if item.pair.keys == KEYS)
        assert item.label is not None
        assert (item.label.label, item.note) == ("different", "kept")
        assert item.pair.jaccard < item.label.jaccard  # as it is now, and as it was judged


def test_a_larger_change_makes_it_stale(tmp_path: Path, judged: Path) -> None:
    recrawled(tmp_path, judged, changed(texts()["/s1/g1-0"], 8))  # 12 shingles of 296: J = 284/308 = 0.92
    with opened(judged) as review:
        assert [kept.stale for kept in review.session.stale] == ["changed"]
        page = html.document_fromstring(review.get("result"))
        assert "a page has changed since" in page.get_element_by_id("stale").text_content()
        _answer(review, KEYS)  # it may be asked again, and then counts
        assert review.session.stale == []
    with opened(judged) as review:
        assert (review.session.carried, review.session.stale) == (2, [])


def test_a_page_that_is_gone_makes_it_stale(tmp_path: Path, judged: Path) -> None:
    recrawled(tmp_path, judged, "")
    with opened(judged) as review:
        assert [kept.stale for kept in review.session.stale] == ["gone"]


def test_a_text_that_is_no_longer_kept_makes_it_stale(judged: Path) -> None:
    connection = sqlite3.connect(judged / FILE)
    connection.execute("UPDATE labels SET hash_a = ? WHERE key_a = ?", (bytes(16), KEYS[0]))
    connection.commit()
    connection.close()
    with opened(judged) as review:
        assert [kept.stale for kept in review.session.stale] == ["lost"]
        assert review.session.carried == 1
