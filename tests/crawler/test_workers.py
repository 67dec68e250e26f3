"""A page that hangs or crashes its worker costs itself only; everything else comes back, each answer to its page."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
from pagetwin.crawler.extract import read_page
from pagetwin.crawler.workers import Workers
from pagetwin.errors import PagetwinError
from pagetwin.model import Fetch, Page, Texts

sys.path.insert(0, str(Path(__file__).parent))  # new processes get sys.path, and find the readers
import page_readers

Answer = tuple[Page, Texts]


def ask(number: int, order: str = "", *headers: tuple[str, str]) -> Fetch:
    return Fetch(f"https://e.com/{number}", 200, headers, order.encode() or b"page", "ok")


def read(fetches: Sequence[Fetch], count: int = 2, seconds: float = 30.0) -> list[Answer]:
    """All at once through one pool."""

    async def run() -> list[Answer]:
        async with Workers(count, seconds, page_readers.obedient) as workers:
            return await asyncio.gather(*map(workers.read, fetches))

    return asyncio.run(run())


def test_each_answer_belongs_to_its_page_whatever_befalls_others(tmp_path: Path) -> None:
    """Sixty pages at once, among them ones that hang, exit and are killed: only those fail, each in its own words."""
    orders = {7: "hang", 20: "exit", 21: "kill", 35: f"exit-once {tmp_path / 'seen'}", 50: "hang"}
    answers = read([ask(n, orders.get(n, f"page {n}")) for n in range(60)], count=3, seconds=0.5)
    assert [page.url for page, _ in answers] == [f"https://e.com/{n}" for n in range(60)]
    notes = {n: page.note for n, (page, _) in enumerate(answers) if page.outcome != "ok"}
    assert notes == {
        7: "reading the page took longer than 0.5 s",
        20: "reading the page crashed the reading process twice",
        21: "reading the page crashed the reading process twice",
        50: "reading the page took longer than 0.5 s",
    }
    assert all(texts == Texts() for page, texts in answers if page.outcome == "error")
    assert all(texts.main == page.url for page, texts in answers if page.outcome == "ok")


def test_a_page_that_hoards_memory_costs_itself_only() -> None:
    async def run() -> list[Answer]:
        async with Workers(1, 30.0, page_readers.obedient, page_memory=400) as workers:
            return await asyncio.gather(*(workers.read(ask(n, order)) for n, order in enumerate(orders)))

    orders = ["page", "hoard 500", "page"]
    (first, _), (greedy, texts), (last, _) = asyncio.run(run())
    assert (first.outcome, last.outcome) == ("ok", "ok")
    assert (greedy.outcome, greedy.note) == ("error", "reading the page took more than 400 MB of memory")
    assert texts == Texts()


def test_failed_page_keeps_what_its_headers_say() -> None:
    fetch = ask(1, "hang", ("content-type", "text/html"), ("x-robots-tag", "noindex"), ("etag", '"x"'))
    page, _ = read([fetch], count=1, seconds=0.1)[0]
    assert (page.status, page.content_type, page.etag, page.robots[0].content) == (200, "text/html", '"x"', "noindex")


def test_only_headers_that_matter_travel() -> None:
    fetch = ask(1, "headers", ("link", "x"), ("set-cookie", "y" * 5000), ("content-type", "z"), ("link", "w"))
    assert read([fetch], count=1)[0][1].main == "link,content-type,link"


def test_tired_worker_is_replaced_and_others_stay() -> None:
    async def run() -> list[str]:
        async with Workers(1, 30, page_readers.obedient) as workers:
            return [(await workers.read(ask(n, order)))[0].note for n, order in enumerate(["", "", "tire", "", ""])]

    processes = asyncio.run(run())
    assert len(set(processes[:3])) == 1
    assert processes[3] == processes[4] != processes[2]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is not a signal to one process")
def test_workers_leave_interrupts_to_the_parent() -> None:
    first, second = read([ask(1, "interrupt"), ask(2)], count=1)
    assert first[0].note == second[0].note
    assert first[0].outcome == "ok"


def test_pages_are_read_as_without_workers() -> None:
    """Every field of every record survives the way through the pipe."""
    html = (
        "<html lang=ru amp><title>Цепь</title><link rel=canonical href=/a><meta name=robots content=noindex>"
        '<link rel=alternate hreflang=en href=/en><h1>Уход</h1><p>Слова на странице <a rel=nofollow href="/b">тут</a>'
    )
    kind = ("content-type", "text/html")
    fetches = [
        Fetch("https://e.com/1", 200, (kind, ("link", "</c>; rel=canonical")), html.encode(), "ok", seconds=0.5),
        Fetch("https://e.com/2", 200, (kind,), b"<title>404</title>", "ok"),
        Fetch("https://e.com/3", 301, (("location", "/x"),), b"gone", "redirect", redirect_to="https://e.com/x"),
        Fetch("https://e.com/4", 403, (), b"<title>no</title>", "http_error", "HTTP status 403"),
    ]  # fmt: skip

    async def run() -> list[Answer]:
        async with Workers(1, 30) as workers:
            return await asyncio.gather(*map(workers.read, fetches))

    assert asyncio.run(run()) == list(map(read_page, fetches))


def test_answers_without_a_body_need_no_process() -> None:
    redirect = Fetch("https://e.com/3", 301, (), b"", "redirect", redirect_to="https://e.com/x")
    workers = Workers(1, 30)  # not entered: there are no processes
    assert asyncio.run(workers.read(redirect))[0].redirect_to == "https://e.com/x"


def test_processes_that_cannot_start_are_an_error_of_the_program() -> None:
    async def run() -> None:
        async with Workers(1, 30, page_readers.Unstartable()) as workers:
            await workers.read(ask(1))

    with pytest.raises(PagetwinError, match="end before they begin"):
        asyncio.run(run())


def test_leaving_the_pool_ends_pages_that_hang_and_all_processes() -> None:
    async def run() -> list[int | None]:
        async with Workers(2, 3600, page_readers.obedient) as workers:
            await workers.read(ask(1))
            hanging = [asyncio.create_task(workers.read(ask(n, "hang"))) for n in range(5)]
            await asyncio.sleep(0.05)
            for task in hanging:
                task.cancel()
            return [process.pid for process in multiprocessing.active_children()]

    started = asyncio.run(run())
    assert len(started) == 2
    assert not any(psutil.pid_exists(pid) for pid in started if pid)


PARENT = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
import page_readers
from pagetwin.crawler.workers import Workers
from pagetwin.model import Fetch

async def main():
    async with Workers(2, 3600, page_readers.obedient) as workers:
        fetches = [Fetch("https://e.com/", 200, (), b"x", "ok")] * 20
        pages = await asyncio.gather(*map(workers.read, fetches))
        print(*{page.note for page, _ in pages}, flush=True)
        await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_workers_end_when_the_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    command = [sys.executable, str(script), str(Path(__file__).parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
        assert workers
        os.kill(parent.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    deadline = time.monotonic() + 10
    while alive := [w for w in workers if w.is_running() and w.status() != psutil.STATUS_ZOMBIE]:
        assert time.monotonic() < deadline, alive
        time.sleep(0.02)
