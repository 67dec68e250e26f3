"""The pages of a review and what their forms do, without a browser."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from pagetwin.model import Counts
from pagetwin.review import session as sessions
from pagetwin.review.fit import fit
from pagetwin.store.file import FILE

from .audit import SCRIPT
from .opened import TOKEN, Opened, opened


def rows(out: Path) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(out / FILE)
    found = connection.execute("SELECT * FROM labels ORDER BY labelled, key_a").fetchall()
    connection.close()
    return found


def said(text: str) -> str:
    return " ".join(html.document_fromstring(text).find(".//main").text_content().split())


def answer_all(review: Opened, hidden: float = 0.62) -> None:
    """As an owner with this threshold would."""
    while (number := review.session.next_open(-1)) is not None:
        same = review.session.items[number].pair.value >= hidden
        review.post(f"pair/{number + 1}/answer", label="same" if same else "different")


def test_each_answer_is_stored_at_once(out: Path) -> None:
    with opened(out, 3) as review:
        page = review.get()
        assert "Pair 1 of 3, 3 unanswered" in said(page)
        assert review.post("pair/1/answer", label="same", note=" Städte\r\nпара ") == "pair/2"
        (row,) = rows(out)
        pair = review.session.items[0].pair
        assert row[2:5] == (pair.key_a, pair.key_b, "main")
        assert row[7:12] == (
            pair.jaccard, pair.shared / pair.size_a, pair.shared / pair.size_b, "same", "Städte\nпара",
        )  # fmt: skip
        hashes = sqlite3.connect(out / FILE).execute("SELECT hash FROM texts").fetchall()
        assert {(row[5],), (row[6],)} <= set(hashes)


def test_back_changes_an_answer_and_keeps_the_notes(out: Path) -> None:
    with opened(out, 3) as review:
        review.post("pair/1/answer", label="same", note="")
        assert review.post("pair/2/answer", go="back", note="a thought") == "pair/1"
        assert review.post("pair/1/answer", label="different", note="on second thoughts") == "pair/2"
        assert "a thought" in review.get("pair/2")
        assert [(row[10], row[11]) for row in rows(out)] == [("different", "on second thoughts")]
        assert review.post("pair/1/answer", go="back", note="third") == "pair/1"  # before the first there is none
        assert [(row[10], row[11]) for row in rows(out)] == [("different", "third")]


def test_scores_are_hidden_until_the_end(out: Path) -> None:
    with opened(out, 3) as review:
        for _ in range(2):
            page = review.get()
            assert not re.search(r"\d[.,]\d\d|\d\s?%", said(page))
            review.post(f"pair/{len(review.session.items)}/answer", label="unsure")


def test_hostile_texts_are_shown_as_text(out: Path) -> None:
    note = "</textarea><script>alert(1)</script>"
    with opened(out) as review:
        seen = 0
        while (number := review.session.next_open(-1)) is not None:
            tree = html.document_fromstring(review.get(f"pair/{number + 1}"))
            words = tree.find_class("diff")[0].text_content()
            seen += SCRIPT.split(" ")[0] in words
            assert all(node.get("src", "").startswith(f"/{TOKEN}/static/") for node in tree.iter("script"))
            review.post(f"pair/{number + 1}/answer", label="unsure", note=note)
        tree = html.document_fromstring(review.get("pair/1"))
        assert tree.get_element_by_id("note").text_content() == note
        assert seen


def test_the_result_is_that_of_the_fit(out: Path) -> None:
    with opened(out) as review:
        answer_all(review)
        found = fit(review.session.points("jaccard"), 0.5)
        assert found is not None
        text = said(review.get("result"))
        assert f"Your answers fit a Jaccard threshold of {found.threshold:.2f} best" in text
        assert f"agrees with {found.agree} of {found.answers} answers" in text
        assert abs(found.threshold - 0.62) < 0.1  # as near as the few pairs of this site allow
        assert "hardly depend" not in text


def test_answers_that_follow_nothing_are_advised_against(out: Path) -> None:
    with opened(out) as review:
        while (number := review.session.next_open(-1)) is not None:
            same = review.session.items[number].pair.value < 0.5  # the less alike, the more the same
            review.post(f"pair/{number + 1}/answer", label="same" if same else "different")
        page = review.get("result")
        assert "Your answers hardly depend on similarity" in said(page)
        adopt = html.document_fromstring(page).get_element_by_id("adopt", None)
        assert adopt is None or "btn-main" not in adopt.get("class").split()


def test_answers_about_containment_alone(out: Path) -> None:
    with opened(out, 36) as review:
        while (number := review.session.next_open(-1)) is not None:
            pair = review.session.items[number].pair
            label = "unsure" if pair.measure == "jaccard" else "same" if pair.value >= 0.62 else "different"
            review.post(f"pair/{number + 1}/answer", label=label)
        proposed = review.session.proposal()
        assert proposed is not None
        assert proposed.jaccard == 0.5
        text = said(review.get("result"))
        assert "Your answers fit a containment threshold of 0.6" in text
        assert "Jaccard: its threshold stays" in text
        assert proposed.raised == ("Containment goes no lower" in text)


def test_what_a_threshold_gives_is_counted_and_adopted(out: Path) -> None:
    with opened(out) as review:
        answer_all(review)
        proposed = review.session.proposal()
        assert proposed is not None
        thresholds = (proposed.jaccard, proposed.containment)
        assert "Counting what they would give" in review.get("result")
        asked: list[tuple[float, float]] = []

        def compute(jaccard: float, containment: float, *_: object) -> Counts:
            asked.append((jaccard, containment))
            return Counts(4321, 7, 18, 5)

        review.work.run(compute, compute, lambda: not review.work.busy)
        assert "4,321" in said(review.get("result"))
        assert asked == [thresholds]
        assert review.post("adopt", thresholds="0.9 0.9") == "result"  # what another page showed
        assert not review.work.busy
        review.post("adopt", thresholds=f"{proposed.jaccard} {proposed.containment}")
        assert review.work.adopting
        review.work.run(compute, compute, lambda: not review.work.busy)
        assert (asked[1:], review.work.adopted) == ([thresholds], thresholds)


def test_trouble_with_a_count_is_told(out: Path) -> None:
    from pagetwin.errors import AuditFileError

    def full(*_: object) -> Counts:
        raise AuditFileError("the disk is full; free some space")

    with opened(out) as review:
        answer_all(review)
        review.get("result")
        review.work.run(full, full, lambda: not review.work.busy)
        assert "the disk is full" in said(review.get("result"))


def test_more_pairs(out: Path) -> None:
    with opened(out, 3) as review:
        answer_all(review)
        assert review.post("more") == "pair/4"
        assert review.session.total == 15


def test_a_review_goes_on_where_it_stopped(out: Path) -> None:
    with opened(out, 6) as review:
        whole = [review.session.items[0].pair]
        for number in range(1, 6):
            review.post(f"pair/{number}/answer", label="same" if number % 2 else "different")
            whole.append(review.session.items[number].pair)
    for done in range(4):
        connection = sqlite3.connect(out / FILE)
        keep = [pair.keys for pair in whole[:done]]
        for key_a, key_b in connection.execute("SELECT key_a, key_b FROM labels").fetchall():
            if (key_a, key_b) not in keep:
                connection.execute("DELETE FROM labels WHERE key_a = ? AND key_b = ?", (key_a, key_b))
        connection.rollback()
        connection.close()
    with opened(out, 6) as review:
        assert review.session.carried == 5
        assert [item.pair.keys for item in review.session.items[:5]] == [
            item.pair.keys
            for item in sorted(review.session.items[:5], key=lambda i: i.label.labelled)  # type: ignore[union-attr]
        ]
        assert {item.pair for item in review.session.items} == set(whole)
        assert "Pair 6 of 6, 1 unanswered" in said(review.get())


@pytest.mark.parametrize(
    ("place", "form", "status"),
    [("pair/1/answer", {"label": "maybe"}, 400), ("pair/9/answer", {"label": "same"}, 404),
     ("pair/0/answer", {"label": "same"}, 404), ("pair/1/answer", {"note": "x" * 70_000}, 413)],
)  # fmt: skip
def test_forms_that_are_none_of_ours(out: Path, place: str, form: dict[str, str], status: int) -> None:
    with opened(out, 3) as review:
        origin = {"origin": "http://127.0.0.1:4711"}
        assert review.client.post(f"/{TOKEN}/{place}", data=form, headers=origin).status_code == status
        assert rows(out) == []


def test_in_russian(out: Path) -> None:
    with opened(out, 3) as review:
        answer = review.client.get(f"/{TOKEN}/language/ru?back=pair/1")
        assert answer.headers["location"] == f"/{TOKEN}/pair/1"
        assert "Пара 1 из 3, без ответа 3" in said(review.get("pair/1"))
        answer_all(review)
        assert "ясных ответа" in said(review.get("result"))
        answer = review.client.get(f"/{TOKEN}/language/en?back=//evil.example/")
        assert answer.headers["location"] == f"/{TOKEN}/"


def test_a_higher_jaccard_threshold_takes_containment_along() -> None:
    """Two pages of 100 shingles each that share 82 have J = 82/118 = 0.69 and contain one another by 0.82."""
    by_jaccard = fit([(n / 20, n >= 14) for n in range(6, 18)], 0.5)
    assert by_jaccard is not None
    assert 0.65 < by_jaccard.threshold <= 0.7
    found = sessions.proposal({"jaccard": by_jaccard}, 0.5, 0.8)
    assert found.raised
    equal = 2 * found.jaccard / (1 + found.jaccard)
    assert equal <= found.containment < equal + 0.01
    assert not sessions.proposal({"jaccard": by_jaccard}, 0.5, 0.9).raised
    assert not sessions.proposal({"containment": by_jaccard}, 0.5, 0.8).raised
