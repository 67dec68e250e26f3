"""`python -m pagetwin.demo [PORT]`: shows the sample site until Ctrl-C."""

from __future__ import annotations

import sys
import time

from ..errors import PagetwinError, UsageError
from .serve import serve


def main(arguments: list[str]) -> int:
    """Serve on the port given, or on a free one; returns the exit code."""
    try:
        with serve(_port(arguments)) as address:
            print(f"The sample site is at {address} (Ctrl-C ends it).", flush=True)
            while True:  # not a wait without end: Ctrl-C would not break it on Windows
                time.sleep(60)
    except PagetwinError as error:
        print(f"pagetwin.demo: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        pass
    return 0


def _port(arguments: list[str]) -> int:
    if not arguments:
        return 0
    if len(arguments) == 1 and arguments[0].isascii() and arguments[0].isdigit():
        return int(arguments[0])
    raise UsageError(f"'{' '.join(arguments)}' is not a port; give one number, or nothing for a free port")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
