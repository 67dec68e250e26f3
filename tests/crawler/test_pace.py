"""Pacing by a clock that only moves when something waits: the starts of requests are exact."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from email.utils import formatdate

import pytest
from pagetwin.crawler.pace import Pace, retry_after_seconds


class Time:
    """A clock for one event loop: sleepers wake in order of their time, and the clock jumps to it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._count = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        self._sleepers.append((self.now + seconds, next(self._count), event))
        await event.wait()

    async def pass_until_done(self, tasks: list[asyncio.Task[None]]) -> None:
        while not all(task.done() for task in tasks):
            for _ in range(20):  # let everything that can run run
                await asyncio.sleep(0)
            if self._sleepers:
                self._sleepers.sort()
                self.now, _, event = self._sleepers.pop(0)
                event.set()
        await asyncio.gather(*tasks)


def starts(
    requests: int,
    rate: float = 0.0,
    concurrency: int = 4,
    seconds: float = 0.0,
    answer: Callable[[float, int], tuple[int, str]] = lambda at, n: (200, ""),
    prepare: Callable[[Pace], None] = lambda pace: None,
    max_retry_after: float = 120.0,
) -> list[float]:
    """When requests start, in seconds from the first; each takes `seconds` and gets `answer(start, number)`."""
    time = Time()
    pace = Pace(rate, concurrency, max_retry_after, time.clock, time.sleep)
    begun: list[float] = []

    async def request() -> None:
        async with pace.turn():
            begun.append(time.now - 1000)
            status, header = answer(begun[-1], len(begun))
            if seconds:
                await time.sleep(seconds)
        pace.answered(status, header, now=time.now)

    async def all_of_them() -> None:
        prepare(pace)
        tasks = [asyncio.create_task(request()) for _ in range(requests)]
        await time.pass_until_done(tasks)

    asyncio.run(all_of_them())
    return begun


def test_a_rate_is_kept_exactly() -> None:
    assert starts(6, rate=5) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])


def test_without_a_rate_nothing_waits() -> None:
    assert starts(100) == [0.0] * 100


def test_no_more_at_once_than_allowed() -> None:
    assert starts(6, concurrency=2, seconds=1) == [0, 0, 1, 1, 2, 2]


def test_time_not_used_is_not_made_up_for() -> None:
    """Slow answers hold the slots; afterwards requests still keep their distance."""
    got = starts(8, rate=10, concurrency=2, seconds=1)
    gaps = [b - a for a, b in itertools.pairwise(got)]
    assert min(gaps) >= 0.1 - 1e-9


@pytest.mark.parametrize(("rate", "gap"), [(0, 3), (5, 3), (0.1, 10)])
def test_a_crawl_delay_holds_whatever_the_rate(rate: float, gap: float) -> None:
    assert starts(4, rate=rate, prepare=lambda pace: pace.keep_apart(3)) == pytest.approx([0, gap, 2 * gap, 3 * gap])


@pytest.mark.parametrize("header", ["7", formatdate(1007, usegmt=True)])
@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_waited_for(status: int, header: str) -> None:
    got = starts(3, concurrency=1, answer=lambda at, n: (status, header) if n == 1 else (200, ""))
    assert got[0] == 0
    assert got[1] == pytest.approx(7)


def test_retry_after_is_capped() -> None:
    got = starts(2, concurrency=1, max_retry_after=60, answer=lambda at, n: (429, "86400") if n == 1 else (200, ""))
    assert got[1] == pytest.approx(60)


def test_a_429_without_a_time_pauses_longer_each_time() -> None:
    got = starts(5, concurrency=1, answer=lambda at, n: (429, ""))
    gaps = [b - a for a, b in itertools.pairwise(got)]
    assert gaps == sorted(gaps)
    assert gaps[-1] > 2 * gaps[0] >= 2


def test_those_that_wait_already_wait_for_retry_after_too() -> None:
    """The first of two slots is refused while the others have their start time: none of them starts in the pause."""
    got = starts(10, rate=2, concurrency=4, seconds=0.1, answer=lambda at, n: (429, "30") if n == 1 else (200, ""))
    assert got[0] == 0
    assert all(start >= 30 for start in got[1:])


def test_a_refusal_halves_the_rate_and_good_answers_give_it_back() -> None:
    got = starts(120, rate=10, concurrency=1, answer=lambda at, n: (503, "") if n == 20 else (200, ""))
    after = got[19]
    assert sum(after < start <= after + 1 for start in got) in (4, 5, 6)
    assert sum(after + 7 < start <= after + 8 for start in got) in (9, 10, 11)


def test_what_is_halved_is_the_rate_that_was_reached() -> None:
    """100 a second are allowed, but answers of half a second make it 4: a refusal leads to 2, not to 50."""
    got = starts(20, rate=100, concurrency=2, seconds=0.5, answer=lambda at, n: (503, "") if n == 10 else (200, ""))
    after = got[9] + 0.5
    assert sum(after < start <= after + 2 for start in got) <= 6


def test_a_refusal_never_makes_a_slow_rate_faster() -> None:
    got = starts(4, rate=0.05, concurrency=1, answer=lambda at, n: (503, ""))
    assert min(b - a for a, b in itertools.pairwise(got)) >= 20


def test_refusals_of_one_moment_count_once() -> None:
    """Four requests under way are refused together: half the rate, not a sixteenth."""
    got = starts(60, rate=8, concurrency=4, seconds=0.5, answer=lambda at, n: (503, "") if 17 <= n <= 20 else (200, ""))
    after = got[19] + 0.6
    assert sum(after < start <= after + 2 for start in got) >= 6


def test_without_a_rate_a_server_that_takes_20_a_second_is_found_out() -> None:
    """No pacing of our own, 1 ms an answer, 429 above 20 in a second: most requests succeed, and it gets on."""
    good: list[float] = []
    recent: list[float] = []
    refused = 0

    def server(at: float, n: int) -> tuple[int, str]:
        nonlocal refused
        recent[:] = [*(start for start in recent if start > at - 1), at]
        if len(recent) > 20:
            refused += 1
            return 429, "1"
        good.append(at)
        return 200, ""

    got = starts(600, concurrency=4, seconds=0.001, answer=server)
    assert refused < 60
    assert 5 < len(good) / got[-1] < 21


def test_the_pace_says_that_it_was_slowed() -> None:
    time = Time()
    pace = Pace(5, 1, 120, time.clock, time.sleep)
    assert pace.slowed == ""
    pace.answered(503)
    assert "slowed" in pace.slowed
    pace.answered(429, "10")
    assert "waiting" in pace.slowed


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        (" 120 ", 120),
        ("86400", 86400),
        (formatdate(1100, usegmt=True), 100),
        (formatdate(900, usegmt=True), 0),
        ("Thu, 01 Jan 1970 00:20:00 -0000", 200),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("9" * 400, float("inf")),
        ("Thu, 99 Jan 1970 00:20:00 GMT", None),
    ],
)
def test_retry_after_values(value: str, seconds: float | None) -> None:
    assert retry_after_seconds(value, now=1000) == seconds
