"""How fast one origin is asked: the owner's rate, robots.txt's crawl-delay, and what the server itself asks for.

Additive increase, multiplicative decrease, as in TCP (Chiu and Jain 1989): each 429 or 503 and answers that take ever
longer (latency.py) halve the rate, each second of good answers gives a tenth of it back.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from email.utils import parsedate_to_datetime

from .latency import Latency

SLOW_DOWN = (429, 503)
_SLOWEST = 0.1  # requests a second; slower than one in ten seconds only when told so by a delay
_WINDOW = 1.0  # seconds over which the present rate is measured
_FIRST_PAUSE = 1.0  # seconds after a 429 that does not say how long; doubled by each further one


class Pace:
    """Pacing of one origin. `rate` in requests a second, 0 for none of our own. `clock` and `sleep` in seconds."""

    def __init__(
        self,
        rate: float,
        concurrency: int,
        max_retry_after: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._rate = rate
        self._limit = rate  # the rate now; 0 while nothing holds us back
        self._delay = 0.0
        self._max_retry_after = max_retry_after
        self._clock, self._sleep = clock, sleep
        self._free = asyncio.Semaphore(concurrency)
        self._next = self._quiet_until = self._slowed_at = self._grown_at = float("-inf")
        self._starts: deque[float] = deque()  # of the last _WINDOW seconds
        self._was = 0.0  # the rate at the last slowing down
        self._refusals = 0
        self._latency = Latency()

    @property
    def interval(self) -> float:
        """Seconds between two starts as the owner and robots.txt want it; 0 without pacing."""
        return max(self._delay, 1 / self._rate if self._rate else 0.0)

    @property
    def slowed(self) -> str:
        """Why it is slower than the owner allowed, in a few words; empty when it is not."""
        if self._clock() < self._quiet_until:
            return "waiting as the server asked"
        return f"slowed to {self._limit:.1f}/s by the server" if 0 < self._limit != self._rate else ""

    def keep_apart(self, seconds: float) -> None:
        """A crawl-delay: at least so many seconds between two starts."""
        self._delay = max(self._delay, seconds)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a request may start; it runs inside the block."""
        async with self._free:
            while (wait := self._reserve()) > 0:
                await self._sleep(wait)
                if self._clock() >= self._quiet_until:
                    break
            self._count()
            yield

    def pause(self, seconds: float) -> None:
        """Nothing starts for so long."""
        self._quiet_until = max(self._quiet_until, self._clock() + seconds)

    def answered(
        self, status: int | None, retry_after: str = "", now: float | None = None, seconds: float = 0.0
    ) -> None:
        """Learn from an answer. `retry_after` is the header's text; `now` the wall clock (for dates in it); `seconds`
        what the answer took, or how long it was waited for in vain; 0 when that tells nothing.
        """
        clock = self._clock()
        if status not in SLOW_DOWN:
            self._refusals = 0
            if seconds and self._latency.add(seconds):
                self._ease(clock)
            elif not self._latency.strained:
                self._speed_up(clock)
            return
        pause = retry_after_seconds(retry_after, time.time() if now is None else now)
        if clock > self._slowed_at + _WINDOW:  # what was under way when the first refusal came is the same refusal
            self._slow_down(clock)
            self._refusals += 1
        if pause is None and status == 429:
            pause = _FIRST_PAUSE * 2 ** min(self._refusals - 1, 10)
        if pause:
            self.pause(min(pause, self._max_retry_after))

    def _reserve(self) -> float:
        """Take the next free start; how many seconds it is away."""
        now = self._clock()
        start = max(now, self._next, self._quiet_until)
        interval = max(self._delay, 1 / self._limit if self._limit else 0.0)
        self._next = start + interval
        return start - now

    def _count(self) -> None:
        now = self._clock()
        self._starts.append(now)
        while self._starts[0] <= now - _WINDOW:
            self._starts.popleft()

    def _ease(self, clock: float) -> None:
        """Slow down because answers take ever longer, but never below a server that rests as long as it works."""
        before, was = self._limit, self._was
        self._slow_down(clock, max(_SLOWEST, 0.5 / self._latency.median))
        if before != self._rate:  # slowed down already: the way back is that to where it began
            self._was = max(was, self._was)
        if self._limit == before:
            self._latency.accept()

    def _slow_down(self, clock: float, least: float = _SLOWEST) -> None:
        """Halve the rate that was really reached: a limit far above it would take many refusals to be felt."""
        seen = sum(start > clock - _WINDOW for start in self._starts) / _WINDOW
        self._was = min(self._limit or float("inf"), max(seen, 1.0))
        self._limit = max(self._was / 2, min(self._was, least))
        self._slowed_at = self._grown_at = clock

    def _speed_up(self, clock: float) -> None:
        if self._limit == self._rate or clock < max(self._quiet_until, self._grown_at + 1.0):
            return
        self._grown_at = clock
        self._limit += self._was / 10
        if self._limit >= (self._rate or 2 * self._was):
            self._limit = self._rate


def retry_after_seconds(value: str, now: float) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, section 10.2.3); None when it says nothing usable."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
        return max(0.0, (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() - now)
    except (ValueError, TypeError, OverflowError):
        return None
