"""A review in a real browser, by keyboard: an owner answers, adopts a threshold and sees the groups change."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pagetwin.store.file import FILE

from ..browser import Watched, browser, watched
from .running import Running, review


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    with browser() as it:
        yield it


@pytest.fixture(scope="module")
def served(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Path]]:
    """A review of a copy of the audit for all tests that leave it running, and the copy."""
    out = tmp_path_factory.mktemp("served") / "out"
    shutil.copytree(made, out)
    with review(out, "--pairs", 60) as it:
        yield it, out


@contextmanager
def online(it: Any, **options: Any) -> Iterator[Watched]:
    """A context that may reach this machine."""
    with watched(it, **options) as context:
        context.context.set_offline(False)
        yield context


def query(out: Path, sql: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(f"{(out / FILE).resolve().as_uri()}?mode=ro", uri=True)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def similarity(out: Path, page: Any) -> tuple[int, str]:
    """The number of the pair on the page, and the answer of an owner who calls pages the same when half their words are
    marked as shared or plain; the scores are not on the page."""
    own = page.locator(".diff .own, .diff .only").all_text_contents()
    whole = page.locator(".diff .drow:not(:first-child) .txt").all_text_contents()
    share = 1 - len(" ".join(own).split()) / max(len(" ".join(whole).split()), 1)
    return int(page.url.rpartition("/")[2]), "1" if share > 0.88 else "2"


def test_24_pairs_by_keyboard_then_adopted(running: Any, out: Path) -> None:
    before = query(out, "SELECT count(*), sum(size) FROM clusters")
    with review(out) as served, online(running) as chromium:
        page = chromium.page()
        page.goto(served.address)
        for number in range(1, 25):
            assert "Pair" in page.title()
            at, key = similarity(out, page)
            assert at == number
            with page.expect_navigation():
                page.keyboard.press(key)
            assert query(out, "SELECT count(*) FROM labels") == [(number,)]  # at once
        assert page.url.endswith("/result")
        assert page.locator(".prog a[data-a='same'], .prog a[data-a='different']").count() == 24
        page.locator("#adopt").wait_for()
        counted = page.locator(".cmp tbody .new", has_text=re.compile(r"^[\d,]+$"))
        counted.nth(3).wait_for()  # the page comes anew when all is counted
        promised = counted.all_inner_texts()
        threshold = page.locator(".big").inner_text()
        assert threshold != "0.50"
        page.locator("#adopt").focus()
        page.keyboard.press("Enter")
        page.locator("#adopted").wait_for()
        assert f"Jaccard {threshold}" in page.locator("#adopted").inner_text()
        now = page.locator(".cmp tbody td").all_inner_texts()
        assert now == promised
        ((groups, pages_in),) = query(out, "SELECT count(*), sum(size) FROM clusters")
        assert [groups, pages_in] == [int(text.replace(",", "")) for text in now[1:3]]
        assert [(groups, pages_in)] != before
        with chromium.context.expect_page() as opened:
            page.get_by_role("link", name="Open the report").click()
        report = opened.value
        assert "set in the review on" in report.locator(".foot").inner_text()
        assert chromium.trouble == []
        assert {url.split("/")[2] for url in chromium.requests if url.startswith("http")} == {
            served.address.split("/")[2]
        }
        assert served.stop() == 0
        labels = dict(query(out, "SELECT label, count(*) FROM labels GROUP BY 1"))
        ((containment,),) = query(out, "SELECT containment FROM adopted")
        counts = f"24 answers stored ({labels['same']} same, {labels['different']} different, 0 unsure)"
        taken = f"adopted: Jaccard {threshold}, containment {containment:.2f}"
        assert served.said == [f"review ended: {counts}; {taken}"]


def test_back_note_and_keys_that_are_off(running: Any, served: tuple[Running, Path]) -> None:
    review, out = served
    with online(running) as chromium:
        page = chromium.page()
        page.goto(review.address)
        first = page.url
        page.keyboard.press("n")
        assert page.evaluate("document.activeElement.id") == "note"
        page.keyboard.type("1 and 2")  # in the note they are letters
        page.keyboard.press("Escape")
        with page.expect_navigation():
            page.keyboard.press("Numpad1")
        second = page.url
        with page.expect_navigation():
            page.keyboard.press("Backspace")
        assert page.url == first
        assert page.locator("#note").input_value() == "1 and 2"
        assert page.locator("[data-answer='1']").get_attribute("aria-current") == "true"
        with page.expect_navigation():
            page.keyboard.press("3")
        page.get_by_label("Answer by keys").uncheck()
        page.keyboard.press("1")
        page.wait_for_timeout(100)
        assert page.url == second
        page.reload()
        assert not page.get_by_label("Answer by keys").is_checked()
        with page.expect_navigation():
            page.get_by_role("button", name="Different").click()
        assert page.url not in (first, second)
        found = query(out, "SELECT label, note FROM labels")
        assert sorted(found) == [("different", ""), ("unsure", "1 and 2")]
        assert chromium.trouble == []


def test_a_key_held_down_answers_one_pair(running: Any, served: tuple[Running, Path]) -> None:
    review, out = served
    ((before,),) = query(out, "SELECT count(*) FROM labels")
    with online(running) as chromium:
        page = chromium.page()
        page.goto(review.address)
        with page.expect_navigation():
            for _ in range(5):  # the second and later ones repeat the first
                page.keyboard.down("1")
        page.wait_for_timeout(100)
        page.keyboard.up("1")
        assert query(out, "SELECT count(*) FROM labels") == [(before + 1,)]


class _Evil(BaseHTTPRequestHandler):
    """A page of another site that knows the address, token and all."""

    target = ""

    def do_GET(self) -> None:
        body = f"""<!doctype html><title>evil</title><img id=i src="{self.target}static/style.css">
          <iframe src="{self.target}pair/1"></iframe>
          <form method=post action="{self.target}pair/1/answer"><input name=label value=same></form>""".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_page_of_another_site_gets_and_changes_nothing(running: Any, served: tuple[Running, Path]) -> None:
    review, out = served
    before = query(out, "SELECT * FROM labels ORDER BY key_a, key_b")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Evil)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with online(running) as chromium:
            _Evil.target = review.address
            page = chromium.page()
            answers: dict[str, int] = {}
            page.on("response", lambda response: answers.update({response.url: response.status}))
            page.goto(f"http://localhost:{server.server_port}/")
            page.wait_for_load_state("networkidle")
            assert {answers.get(review.address + name) for name in ("static/style.css", "pair/1")} <= {403, None}
            read = """async address => {
              try { return await (await fetch(address)).text() } catch (error) { return String(error) }
            }"""
            assert "TypeError" in page.evaluate(read, review.address + "pair/1")
            page.evaluate("document.forms[0].submit()")
            page.wait_for_url("**/answer")
            assert "refused: the request comes from another site" in page.content()
            assert query(out, "SELECT * FROM labels ORDER BY key_a, key_b") == before
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_russian_and_narrow(running: Any, served: tuple[Running, Path], scheme: str) -> None:
    review, _ = served
    with online(running, color_scheme=scheme) as chromium:
        page = chromium.page()
        page.goto(review.address)
        page.get_by_role("link", name="Русский").click()
        assert page.locator("html").get_attribute("lang") == "ru"
        assert page.locator("h1").inner_text() == "Эти две страницы говорят об одном и том же?"
        for place in ("pair/1", "result"):
            page.goto(review.address + place)
            for width in (320, 420, 768, 1440):
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, place
        page.get_by_role("link", name="English").click()
        assert page.url == review.address + "result"
        assert page.locator("html").get_attribute("lang") == "en"
        assert chromium.trouble == []


def test_without_scripts_the_forms_work(running: Any, served: tuple[Running, Path]) -> None:
    review, _ = served
    with online(running, java_script_enabled=False) as chromium:
        page = chromium.page()
        page.goto(review.address)
        first = page.url
        assert not page.get_by_label("Answer by keys").is_visible()
        page.get_by_role("button", name="Same").click()
        page.wait_for_url(lambda url: url != first)
        page.get_by_role("button", name="Back").click()
        page.wait_for_url(first)
