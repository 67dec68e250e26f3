"""Runs a review: a server in a thread of its own, the work in this one, until Ctrl-C."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from ..config import Settings
from ..errors import UsageError
from .app import App, build
from .session import Session
from .work import Adopt, Compute, Work


@dataclass(frozen=True)
class Hands:
    """What a review changes and computes with: it never writes the audit file by itself."""

    preview: Compute
    adopt: Adopt


def run(
    session: Session, hands: Hands, report: Path, settings: Settings, say: Callable[[str], None], open_browser: bool
) -> None:
    """Serve until Ctrl-C (or until the server ends), then say what was stored; `say` is given lines for the user."""
    work, token = Work(), secrets.token_urlsafe(24)
    with closing(_listen(settings.review.port)) as listening:
        port = listening.getsockname()[1]
        app = build(lambda root: App(session, work, report, settings.report.language, root), port, token)
        server = uvicorn.Server(uvicorn.Config(
            app, log_config=None, access_log=False, lifespan="off", server_header=False, timeout_graceful_shutdown=2,
        ))  # fmt: skip
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, name="review", daemon=True)
        thread.start()
        before = _ended_by_signals()
        try:
            address = f"http://127.0.0.1:{port}/{token}/"
            say(f"review: {address} (for this computer and this run only; Ctrl-C ends it)")
            if open_browser:
                webbrowser.open(address)
            work.run(hands.preview, hands.adopt, lambda: not thread.is_alive())
        except KeyboardInterrupt:
            pass
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            server.should_exit = True
            thread.join(timeout=10)
    say(_closing(session, work))


def _closing(session: Session, work: Work) -> str:
    counts = dict.fromkeys(("same", "different", "unsure"), 0)
    for item in session.answered:
        assert item.label is not None
        counts[item.label.label] += 1
    words = ", ".join(f"{n} {answer}" for answer, n in counts.items())
    taken = f"; adopted: Jaccard {work.adopted[0]:.2f}, containment {work.adopted[1]:.2f}" if work.adopted else ""
    return f"review ended: {len(session.answered)} answers stored ({words}){taken}"


def _ended_by_signals() -> dict[int, Any]:
    """Let being told to end (kill; Ctrl-Break on Windows) be as Ctrl-C; the handlers of before."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGBREAK") if hasattr(signal, name)]
    return {number: signal.signal(number, signal.default_int_handler) for number in numbers}


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError as error:
        listening.close()
        raise UsageError(f"port {port} is not free ({error.strerror}); choose another with --port") from None
    return listening
