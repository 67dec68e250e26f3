"""When an origin that has answered refuses connections: wait as a whole, and give up after a minute.

A server that restarts then costs no page; one that is gone ends the crawl with its addresses still waiting, instead of
each of them being tried and noted as failed. One that only ever says 429 or 503 is given up, too, after ten minutes.
"""

from __future__ import annotations

from collections.abc import Callable

PATIENCE = 60.0  # seconds without a connection after which an origin is given up
PUT_OFF = 600.0  # seconds of nothing but 429 and 503 after which it is given up
_LONGEST = 15.0  # seconds between two attempts
_FIRST = 1.0

# What trouble.py and fetch.py call a connection that never was.
_WORDS = ("connection refused", "no connection", "name not found")


def is_refusal(note: str) -> bool:
    """Whether the words of a failed request mean that there was no connection at all."""
    return note.startswith(_WORDS)


class Outage:
    """Of one origin. One that never answered has none: it is just not there. `clock` in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._answered = False
        self._since: float | None = None  # the first refusal of a connection
        self._put_off: float | None = None  # the first 429 or 503
        self.over = ""  # why it was given up, in words; empty while it is not

    def answered(self, put_off: bool = False) -> None:
        """It spoke: to `put_off` us (429 or 503), or else whatever it said."""
        self._answered, self._since = True, None
        if not put_off:
            self._put_off = None
            return
        now = self._clock()
        self._put_off = now if self._put_off is None else self._put_off
        if now - self._put_off >= PUT_OFF:
            self.over = f"answers nothing but 429 and 503, for {PUT_OFF / 60:g} minutes"

    def refused(self) -> float:
        """Seconds until it is worth asking again, twice as long each time; 0 when it is not."""
        if not self._answered or self.over:
            return 0.0
        now = self._clock()
        self._since = now if self._since is None else self._since
        down = now - self._since
        if down >= PATIENCE:
            self.over = f"answered before and now takes no connection, for {PATIENCE:g} seconds"
        return 0.0 if self.over else min(_LONGEST, max(_FIRST, down))
