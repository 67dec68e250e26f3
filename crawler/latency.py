"""Whether a server answers much more slowly than it can: the moving median of its answer times against the best seen.

A rising latency is the first sign of a server that is asked too much, long before it refuses (Brakmo and Peterson 1995,
TCP Vegas). The median, because a single slow page says nothing of the server.
"""

from __future__ import annotations

from collections import deque
from statistics import median

_WINDOW = 15  # answers that the moving median is of
_FEW = 5  # answers in a row that show what the server can do (a queue grows with the first) and that it has recovered
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
        if len(self._recent) >= _FEW:
            latest = median(list(self._recent)[-_FEW:])
            self._best = min(self._best, latest)
            self.strained = self.strained and self._is_high(latest)
        if len(self._recent) < _WINDOW:
            return False
        self.median = median(self._recent)
        if self._since < _WINDOW or not self._is_high(self.median):
            return False
        self._since, self.strained = 0, True
        return True

    def _is_high(self, seconds: float) -> bool:
        return seconds > max(_SECONDS, _TIMES * self._best)

    def accept(self) -> None:
        """Slowing down did not help, so it is not our doing: these pages just take that long."""
        self._best, self.strained = self.median, False
