"""One piece of work on many batches, by several processes where that pays: the same results in the same order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_work: list[Callable[[Any], Any]] = []  # what a process of the pool does with a batch


def worth(items: int, each: int, workers: int) -> int:
    """How many processes to start for so many items, at least `each` for one; `workers` as in settings."""
    return min(workers or os.cpu_count() or 1, items // each)


def over(make: Callable[[], Callable[[T], R]], batches: Sequence[T], processes: int) -> Iterator[R]:
    """What the work that `make` gives makes of each batch. `make` is called once in each process, so it, the batches
    and the results have to be such as can be sent to another one.
    """
    done = 0
    if processes > 1:
        try:
            with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (make,)) as pool:
                for found in pool.map(_do, batches):
                    yield found
                    done += 1
        except BrokenProcessPool:  # they cannot be started, or were killed; what is left is done here
            pass
    if done < len(batches):
        work = make()
        yield from map(work, batches[done:])


def _begin(make: Callable[[], Callable[[Any], Any]]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for these ends them
    _work[:] = [make()]


def _do(batch: Any) -> Any:
    return _work[0](batch)
