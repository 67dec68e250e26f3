"""Whether a server answers much more slowly than it can: the moving median of its answer times against the best seen.

A rising latency is the first sign of a server that is asked too much, long before it refuses (Brakmo and Peterson 1995,
TCP Vegas). The median, because a single slow page says nothing of the server.
"""

from __future__ import annotations

from collections import deque
from statistics import median

_WINDOW = 15  # answers that a median is of
_TIMES = 3.0  # the best median: above it the server is strained ...
_SECONDS = 1.0  # ... if the median is above this, too: three times nothing is nothing


class Latency:
    """Of one origin. `median` in seconds."""

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=_WINDOW)
        self._best = float("inf")
        self._since = 0  # answers since the last cut
        self.median = 0.0
        self.strained = False

    def add(self, seconds: float) -> bool:
        """Learn from an answer; whether to slow down now (not again before a window of answers has come)."""
        self._recent.append(seconds)
        self._since += 1
        if len(self._recent) < _WINDOW:
            return False
        self.median = median(self._recent)
        self._best = min(self._best, self.median)
        self.strained = self.median > max(_SECONDS, _TIMES * self._best)
        if not self.strained or self._since < _WINDOW:
            return False
        self._since = 0
        return True

    def accept(self) -> None:
        """Slowing down did not help, so it is not our doing: these pages just take that long."""
        self._best, self.strained = self.median, False
