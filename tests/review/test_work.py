"""Answers and analyses beside each other, and an end in the middle of one."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
from pagetwin.config import Settings
from pagetwin.model import Counts, Label
from pagetwin.review import serve
from pagetwin.store import review as store_review
from pagetwin.store.file import Store
from pagetwin.store.review import labels

from .opened import opened

LABEL = Label("u", "v", "k", "l", "main", b"1", b"2", 0.5, 0.6, 0.7, "same", "", "2026-05-04T08:00:00+00:00")


def test_an_answer_waits_for_what_is_being_written_and_is_not_lost(out: Path) -> None:
    with Store.open(out) as store, labels(store) as writer:
        with store.writing() as db:  # as at the end of an analysis
            db.execute("DELETE FROM findings")
            saving = threading.Thread(target=writer.save, args=([LABEL],))
            saving.start()
            saving.join(0.2)
            assert saving.is_alive()
        saving.join(30)
        assert store.connection.execute("SELECT key_a, label FROM labels").fetchall() == [("k", "same")]


def test_ctrl_c_in_the_middle_of_a_count_ends_the_review(out: Path) -> None:
    lines: list[str] = []
    asking: list[threading.Thread] = []

    def say(line: str) -> None:
        lines.append(line)
        if line.startswith("review: "):
            address = line.split(" ")[1]
            asking.append(threading.Thread(target=httpx.get, args=(f"{address}result",)))
            asking[0].start()

    def pressed(*_: object) -> Counts:
        raise KeyboardInterrupt

    with opened(out) as review:
        while (number := review.session.next_open(-1)) is not None:
            same = review.session.items[number].pair.value >= 0.62
            review.session.answer(number, "same" if same else "different", "")
        serve.run(review.session, serve.Hands(pressed, pressed), out / "report", Settings(), say, open_browser=False)
        asking[0].join(30)
        assert not any(thread.name == "review" for thread in threading.enumerate())
    assert lines[1].startswith("review ended: 24 answers stored (")
    assert store_review.adopted(out) == {}
