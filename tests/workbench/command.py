"""The command line in this process, without worker processes: a second faster for each call than another process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from pagetwin import cli
from pagetwin.workbench import asking
from support.inline import InlineWorkers


class Ran(NamedTuple):
    """What a command left."""

    returncode: int
    stdout: str
    stderr: str


def pagetwin(*arguments: object) -> Ran:
    """Run `pagetwin ARGUMENTS`."""
    out, error = io.StringIO(), io.StringIO()
    argv = ["pagetwin", *map(str, arguments)]
    code = 0
    with (
        redirect_stdout(out), redirect_stderr(error), patch.object(sys, "argv", argv),
        patch.object(asking, "Workers", InlineWorkers),
    ):  # fmt: skip
        try:
            cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Ran(code, out.getvalue(), error.getvalue())
