"""What a person sees while the program works: counts, rate and time left on stderr. Silent when nobody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.text import Text

T = TypeVar("T")


class Progress:
    """Silent progress; also the interface that stages are handed.

    A stage calls `start(name, total)`, `advance(n)` as work is done, `expect(total)` when the total changes, and
    `say(line)` for a line that should stay on the screen. Only one stage runs at a time.
    """

    def start(self, name: str, total: int | None = None) -> None:
        """Begin a stage; `total` in its own units (pages, pairs), None while unknown."""

    def expect(self, total: int) -> None:
        """Tell the total of the running stage."""

    def advance(self, n: int = 1) -> None:
        """`n` more units are done."""

    def detail(self, text: str) -> None:
        """A few words behind the bar, replaced by the next."""

    def say(self, line: str) -> None:
        """A line that stays."""

    def over(self, items: Iterable[T], name: str, total: int | None = None) -> Iterator[T]:
        """Iterate while counting."""
        self.start(name, total)
        for item in items:
            yield item
            self.advance()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """End the display."""


class ConsoleProgress(Progress):
    """Bars on a terminal; on a pipe or in CI a plain line every ten seconds and at the end of each stage."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._bars = Bars(
            TextColumn("{task.description:<10}"), BarColumn(bar_width=28), MofNCompleteColumn(), _Rate(),
            TimeRemainingColumn(compact=True), TextColumn("[dim]{task.fields[detail]}"),
            console=self._console, disable=not self._console.is_terminal,
        )  # fmt: skip
        self._task = (
            None if not self._console.is_terminal else self._bars.add_task("", total=None, visible=False, detail="")
        )
        self._plain = _PlainLines()

    def start(self, name: str, total: int | None = None) -> None:
        if self._task is None:
            self._plain.start(name, total)
            return
        if self._bars.tasks[0].description:
            self._bars.stop_task(self._task)
        self._bars.start()
        self._bars.reset(self._task, total=total, description=name, visible=True, detail="")

    def expect(self, total: int) -> None:
        if self._task is None:
            self._plain.total = total
        else:
            self._bars.update(self._task, total=total)

    def advance(self, n: int = 1) -> None:
        if self._task is None:
            self._plain.advance(n)
        else:
            self._bars.advance(self._task, n)

    def detail(self, text: str) -> None:
        if self._task is not None:
            self._bars.update(self._task, detail=escape(text))

    def say(self, line: str) -> None:
        self._console.print(escape(line))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if self._task is None:
            self._plain.end()
        else:
            self._bars.update(self._task, visible=False)
            self._bars.stop()


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f}/s" if task.speed else "", style="dim")


class _PlainLines:
    """Progress for logs: no control characters, few lines."""

    def __init__(self) -> None:
        self.name, self.total, self.done, self.began, self.shown = "", None, 0, 0.0, 0.0  # type: str, int | None, int, float, float

    def start(self, name: str, total: int | None) -> None:
        self.end()
        self.name, self.total, self.done, self.began = name, total, 0, time.monotonic()
        self.shown = self.began

    def advance(self, n: int) -> None:
        self.done += n
        if time.monotonic() - self.shown >= 10:
            self.shown = time.monotonic()
            self._print()

    def end(self) -> None:
        if self.name:
            self._print()
        self.name = ""

    def _print(self) -> None:
        seconds = time.monotonic() - self.began
        rate = self.done / seconds if seconds else 0.0
        left = ""
        if self.total and 0 < self.done < self.total:
            left = f", about {(self.total - self.done) / rate:,.0f} s left"
        of = f" of {self.total:,}" if self.total else ""
        print(
            f"{self.name:<10} {self.done:,}{of} in {seconds:,.1f} s ({rate:,.0f}/s){left}", file=sys.stderr, flush=True
        )
