"""Pairs that were judged in a review have pages of their own in the report."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from . import fixture
from .fixture_site import SITE
from .folder import changed, page, report, said

_LABELS = """INSERT INTO labels
  SELECT a.url, b.url, a.key, b.key, 'main', x'00', x'00', 0.4, 0.5, 0.6, '{answer}', '{note}', '{when}'
  FROM addresses a, addresses b WHERE a.url = '{site}{a}' AND b.url = '{site}{b}'"""


@pytest.fixture
def audit(tmp_path: Path) -> Path:
    """Answers about a pair of one group, about pages of different groups, and about a page that is not compared."""
    return changed(
        fixture.build, tmp_path / "audit.sqlite",
        _LABELS.format(site=SITE, a="/dostavka/kazan/", b="/dostavka/omsk/", answer="same", note="<b>cities</b>",
                       when="2026-11-02T10:00:00+00:00"),
        _LABELS.format(site=SITE, a="/", b="/dostavka/kazan/", answer="different", note="",
                       when="2026-11-03T10:00:00+00:00"),
        "INSERT INTO labels SELECT url_a, 'https://gone.example/', key_a, 'https://gone.example/', text, hash_a,"
        " hash_b, jaccard, a_in_b, b_in_a, 'unsure', '', labelled FROM labels WHERE label = 'same'",
    )  # fmt: skip


def test_each_answer_has_its_page_and_stands_in_the_list(audit: Path, tmp_path: Path) -> None:
    with sqlite3.connect(audit) as connection:
        assert connection.execute("SELECT count(*) FROM labels").fetchone() == (3,)
    folder = report(audit, tmp_path / "report")
    rows = page(folder, "pairs.html").xpath("//section[@id='answers']//tbody/tr")
    assert [said(row[2]) for row in rows] == ["Different", "Same"]  # newest first; without the page that is gone
    assert [row.xpath(".//a[contains(@href, 'answer')]/@href") for row in rows] == [
        ["pairs/answer-1.html"], ["pairs/answer-2.html"],
    ]  # fmt: skip
    tree = page(folder, "pairs/answer-2.html")
    assert "you said: Same. <b>cities</b>" in said(tree.get_element_by_id("answer"))
    assert "../pairs.html#answers" in tree.xpath("//p[@class='crumbs']//a/@href")
    assert len(tree.xpath("//div[@data-pair]//div[contains(@class, 'drow')]")) > 1
    assert page(folder, "pairs/answer-1.html").xpath("//nav[@class='pager']//a/@href")[-1] == "../pairs/answer-2.html"


def test_without_a_review_nothing_is_said_of_answers(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    assert not page(folder, "pairs.html").xpath("//*[@id='answers']")
    assert not list((folder / "pairs").glob("answer-*"))
