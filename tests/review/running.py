"""`pagetwin review` as a user starts it: another process, its address, and its end by Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ..support.run import ENVIRONMENT

_WINDOWS = sys.platform == "win32"


@dataclass
class Running:
    """`address` ends with the token and a slash; `said` are the lines behind it, when it has ended."""

    process: subprocess.Popen[str]
    address: str
    said: list[str] = field(default_factory=list)

    def stop(self) -> int:
        """Press Ctrl-C; the exit code."""
        self.process.send_signal(signal.CTRL_BREAK_EVENT if _WINDOWS else signal.SIGINT)  # type: ignore[attr-defined]
        self.said += self.process.communicate(timeout=60)[1].splitlines()
        return self.process.returncode


@contextmanager
def review(out: Path, *options: object) -> Iterator[Running]:
    """A review that runs; it is ended at last, whatever happens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pagetwin", "review", str(out), "--no-browser", *map(str, options)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=ENVIRONMENT,
        creationflags=subprocess.CREATE_NEW_PROCESS_GROUP if _WINDOWS else 0,  # type: ignore[attr-defined]
        preexec_fn=None if _WINDOWS else _hear_ctrl_c,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.match(r"review: (http://127\.0\.0\.1:\d+/[\w-]{32}/) ", line)
        assert found, line + process.stderr.read()
        yield Running(process, found[1])
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _hear_ctrl_c() -> None:
    """Test runners in the background may have told their children to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.setpgrp()
