"""Readers for test_workers, in a module that a new process can import. The body of the answer says what they do."""

import os
import signal
import sys
import time
from pathlib import Path

from pagetwin.crawler import workers
from pagetwin.model import Fetch, Page, Texts


def obedient(fetch: Fetch) -> tuple[Page, Texts]:
    """Does what the body asks for; otherwise answers with its process id and the page's own address."""
    order, _, argument = fetch.body.decode().partition(" ")
    if order == "hang":
        time.sleep(3600)
    elif order == "hoard":
        hoard = bytearray(int(argument) * 1_000_000)
        time.sleep(3600)
        assert hoard
    elif order == "exit":
        os._exit(3)
    elif order == "kill":
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    elif order == "exit-once" and not Path(argument).exists():
        Path(argument).touch()
        os._exit(3)
    elif order == "interrupt" and sys.platform != "win32":
        os.kill(os.getpid(), signal.SIGINT)
    elif order == "tire":
        workers._memory = lambda: workers._MAX_MEMORY + 1  # type: ignore[assignment]
    elif order == "headers":
        return Page(fetch.url, 200, "ok"), Texts(",".join(name for name, _ in fetch.headers))
    return Page(fetch.url, 200, "ok", note=str(os.getpid())), Texts(fetch.url, fetch.body.decode())


class Unstartable:
    """Cannot be unpickled in another process."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (5,)

    def __call__(self, fetch: Fetch) -> tuple[Page, Texts]:
        return obedient(fetch)
