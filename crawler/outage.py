"""When an origin that has answered refuses connections: wait as a whole, and give up after a minute.

A server that restarts then costs no page; one that is gone ends the crawl with its addresses still waiting, instead of
each of them being tried and noted as failed.
"""

from __future__ import annotations

from collections.abc import Callable

PATIENCE = 60.0  # seconds without a connection after which an origin is given up
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
        self._since: float | None = None
        self.over = False  # given up

    def answered(self) -> None:
        """It spoke, whatever it said."""
        self._answered, self._since = True, None

    def refused(self) -> float:
        """Seconds until it is worth asking again, twice as long each time; 0 when it is not."""
        if not self._answered or self.over:
            return 0.0
        now = self._clock()
        self._since = now if self._since is None else self._since
        down = now - self._since
        self.over = down >= PATIENCE
        return 0.0 if self.over else min(_LONGEST, max(_FIRST, down))
