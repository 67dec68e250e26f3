"""A server that answers ever more slowly is asked more slowly, by a clock that only moves when something waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from pagetwin.crawler.latency import Latency
from pagetwin.crawler.pace import Pace

from .test_pace import Time

Log = list[tuple[float, float]]  # (start, seconds that the answer took)


def log(requests: int, rate: float, concurrency: int, takes: Callable[[float, int], float]) -> Log:
    """Starts and answer times; each answer takes `takes(start, requests under way)` seconds."""
    time = Time()
    pace = Pace(rate, concurrency, 120, time.clock, time.sleep)
    seen: Log = []
    under_way = 0

    async def request() -> None:
        nonlocal under_way
        async with pace.turn():
            under_way += 1
            begun = time.now
            await time.sleep(takes(begun - 1000, under_way))
            under_way -= 1
        seen.append((begun - 1000, time.now - begun))
        pace.answered(200, seconds=time.now - begun)

    async def all_of_them() -> None:
        await time.pass_until_done([asyncio.create_task(request()) for _ in range(requests)])

    asyncio.run(all_of_them())
    return sorted(seen)


def per_second(seen: Log, begin: float, end: float) -> float:
    return sum(begin <= start < end for start, _ in seen) / (end - begin)


def test_a_spell_of_slow_answers_slows_the_crawl_and_is_forgotten() -> None:
    seen = log(500, 4, 8, lambda at, n: 1.6 if 20 <= at < 50 else 0.2)
    assert per_second(seen, 5, 20) == pytest.approx(4, abs=0.1)
    assert per_second(seen, 35, 50) < 2.2
    assert per_second(seen, 90, 110) == pytest.approx(4, abs=0.2)


def test_fast_answers_that_triple_are_no_reason() -> None:
    """0.05 s to 0.9 s: many times as long, yet nothing that anybody would feel."""
    seen = log(200, 4, 8, lambda at, n: 0.9 if at > 20 else 0.05)
    assert per_second(seen, 25, 45) == pytest.approx(4, abs=0.1)


def test_a_site_that_is_slow_from_the_start_is_not_strained_by_us() -> None:
    seen = log(100, 4, 16, lambda at, n: 3.0)
    assert per_second(seen, 5, 20) == pytest.approx(4, abs=0.1)


def test_pages_that_stay_slow_whatever_we_do_are_accepted_in_the_end() -> None:
    seen = log(700, 4, 16, lambda at, n: 2.0 if at > 20 else 0.2)
    assert per_second(seen, 40, 60) < 2
    last = seen[-1][0]
    assert per_second(seen, last - 20, last) == pytest.approx(4, abs=0.3)


def test_a_server_that_can_do_three_a_second_is_not_driven_into_a_queue() -> None:
    """Each request under way makes the others wait: 16 at once would make every answer take 5 s, as it does without."""
    queue = log(400, 40, 16, lambda at, n: n / 3)
    late = [seconds for start, seconds in queue if start > 60]
    assert sorted(late)[len(late) // 2] < 3
    assert 1 < per_second(queue, 60, queue[-1][0]) < 3.1


def test_one_slow_page_among_many_says_nothing() -> None:
    latency = Latency()
    assert not any(latency.add(20.0 if n % 3 == 0 else 0.1) for n in range(60))
    assert not latency.strained
