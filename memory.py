"""Peak memory of the whole process tree, sampled while the work runs."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

import psutil


def children_mb(names: tuple[str, ...]) -> int:
    """Resident memory of the children of this process, theirs included, in whose names one of these stands, in MB."""
    total = 0
    for process in psutil.Process().children(recursive=True):
        try:
            is_meant = any(name in process.name().lower() for name in names)
            total += process.memory_info().rss if is_meant else 0
        except psutil.Error:  # it has just ended
            continue
    return total // 1_000_000


class PeakMemory:
    """`with PeakMemory() as peak: ...; peak.mb`: highest resident memory of this process and its children, in MB.

    Sampled, so that a spike shorter than the interval may be missed; shared pages count in every process.
    """

    def __init__(self, interval: float = 0.5) -> None:
        self.mb = 0
        self._interval = interval
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def sample(self) -> None:
        """Look now."""
        me = psutil.Process()
        total = 0
        for process in [me, *me.children(recursive=True)]:
            try:
                total += process.memory_info().rss
            except psutil.Error:  # it has just ended
                continue
        self.mb = max(self.mb, total // 1_000_000)

    def _watch(self) -> None:
        while not self._stop.wait(self._interval):
            self.sample()

    def __enter__(self) -> Self:
        self.sample()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._stop.set()
        self._thread.join()
        self.sample()
