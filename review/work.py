"""What the program computes while the page waits: what other thresholds would give, and taking them over.

The server's thread asks, the main thread works; both see one `Work`. Ctrl-C reaches the main thread, so it can stop an
analysis at once, and what was not written whole is not written.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from ..errors import PagetwinError
from ..model import Counts
from ..progress import Progress

Thresholds = tuple[float, float]  # Jaccard, containment
Compute = Callable[[float, float, Progress], Counts]
Adopt = Callable[[float, float, int, Progress], Counts]
_TICK = 0.2  # seconds between looks at whether to end; a wait without an end cannot be interrupted on Windows


@dataclass(frozen=True, slots=True)
class Job:
    """Something to compute; `answers` is how many clear answers the thresholds rest on."""

    kind: Literal["preview", "adopt"]
    thresholds: Thresholds
    answers: int = 0


class Work(Progress):
    """The running job and how far it is; itself the progress that the stages report to."""

    def __init__(self) -> None:
        self.stage, self.total, self.done = "", None, 0  # type: str, int | None, int
        self.failed = ""
        self.given: dict[Thresholds, Counts] = {}
        self.adopted: Thresholds | None = None
        self._waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._open: list[Job] = []  # running and waiting

    @property
    def busy(self) -> bool:
        """Whether something is computed or waits for it."""
        return bool(self._open)

    @property
    def adopting(self) -> bool:
        """Whether thresholds are being taken over."""
        return any(job.kind == "adopt" for job in self._open)

    def ask(self, job: Job) -> None:
        """Compute this next, unless another job of its kind is open: who looks again later asks again."""
        if all(job.kind != other.kind for other in self._open):
            self.failed = ""
            self._open.append(job)
            self._waiting.put(job)

    def start(self, name: str, total: int | None = None) -> None:
        self.stage, self.total, self.done = name, total, 0

    def expect(self, total: int) -> None:
        self.total = total

    def advance(self, n: int = 1) -> None:
        self.done += n

    def run(self, preview: Compute, adopt: Adopt, ended: Callable[[], bool]) -> None:
        """Do what is asked for, in this thread, until `ended`."""
        while not ended():
            try:
                job = self._waiting.get(timeout=_TICK)
            except queue.Empty:
                continue
            try:
                if job.kind == "adopt":
                    self.given[job.thresholds] = adopt(*job.thresholds, job.answers, self)
                    self.adopted = job.thresholds
                else:
                    self.given[job.thresholds] = preview(*job.thresholds, self)
            except PagetwinError as error:
                self.failed = str(error)
            finally:
                self.stage = ""
                self._open.remove(job)
