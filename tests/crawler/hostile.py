"""A server on loopback that does to a crawler what the worst servers do, one trick for each path."""

from __future__ import annotations

import contextlib
import gzip
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
LOOP = 30  # redirects that go round in a circle
TICK = 0.05  # seconds between the bytes of a server that trickles: a second, scaled down
METADATA = "http://169.254.169.254/latest/meta-data/"

Trick = Callable[[socket.socket], None]


def _raw(data: bytes) -> Trick:
    return lambda connection: connection.sendall(data)


def _over_and_over(head: bytes, piece: bytes, pause: float = 0.0) -> Trick:
    """Sends `piece` until the crawler hangs up."""

    def send(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(piece)
            time.sleep(pause)

    return send


def _reset(connection: socket.socket) -> None:
    """Half of the body, then RST instead of FIN."""
    connection.sendall(OK + b"Content-Length: 5000\r\n\r\n<p>half of")
    time.sleep(TICK)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("hh" if os.name == "nt" else "ii", 1, 0))


_BOMB = gzip.compress(bytes(50_000_000), 9)
_WORDS = b"<p>" + b"word " * 40

# Path: (what is done, the outcome that its page must have, a part of the note).
TRICKS: dict[str, tuple[Trick, str, str]] = {
    "/endless": (_over_and_over(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"2000\r\n" + b"x" * 8192 + b"\r\n"),
                 "too_large", "larger than"),
    "/endless-without-length": (_over_and_over(OK + b"\r\n", b"x" * 8192), "too_large", "larger than"),
    "/trickle": (_over_and_over(OK + b"Content-Length: 9999\r\n\r\n", b"x", TICK), "timeout", "no complete answer"),
    "/trickling-headers": (_over_and_over(OK + b"X-Slow: ", b"x", TICK), "timeout", "no complete answer"),
    "/trickling-chunks": (_over_and_over(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n", TICK),
                          "timeout", "no complete answer"),
    "/silence": (lambda connection: time.sleep(60 * TICK), "timeout", "no data within"),
    "/bomb": (_raw(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(_BOMB) + _BOMB),
              "too_large", "larger than"),
    "/long-header": (_over_and_over(OK + b"X-Long: ", b"x" * 65_536), "error", "header block is too long"),
    "/many-headers": (_over_and_over(OK, b"X-Many: yes\r\n" * 4096), "error", "header block is too long"),
    "/continue": (_over_and_over(b"", b"HTTP/1.1 100 Continue\r\n\r\n", TICK), "timeout", "no complete answer"),
    "/metadata": (_raw(b"HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n" % METADATA.encode()),
                  "redirect", "another site"),
    "/longer-than-it-is": (_raw(OK + b"Content-Length: 5000\r\n\r\n<p>short"), "error", "closed in mid body"),
    "/length-of-letters": (_raw(OK + b"Content-Length: many\r\n\r\n" + _WORDS), "error", "not valid HTTP"),
    "/two-lengths": (_raw(OK + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\n" + _WORDS), "error", "not valid HTTP"),
    "/shorter-than-it-is": (_raw(OK + b"Content-Length: 203\r\n\r\n" + _WORDS + b"HTTP/1.1 200 OK\r\n\r\nsmuggled"),
                            "ok", ""),
    "/reset": (_reset, "error", "connection"),
    "/http10": (_raw(OK.replace(b"1.1", b"1.0") + b"\r\n" + _WORDS), "ok", ""),
    "/odd-headers": (_raw(OK + b"X-Odd: \xff\xfe caf\xe9\r\nLink: <\xff>; rel=canonical\r\nContent-Length: 203\r\n\r\n"
                          + _WORDS), "ok", ""),
    "/odd-location": (_raw(b"HTTP/1.1 301 Moved\r\nLocation: \xff\xfe\r\nContent-Length: 0\r\n\r\n"), "redirect", ""),
    "/empty": (_raw(b""), "error", "without an answer"),
    "/not-http": (_raw(b"SSH-2.0-OpenSSH_9.2\r\n"), "error", ""),
}  # fmt: skip


class Hostile:
    """The server. `pages` are further whole answers by path; `sent` counts the bytes sent for each path."""

    def __init__(self, pages: dict[str, bytes] | None = None) -> None:
        self.pages = dict(pages or {})
        self.sent: dict[str, int] = {}
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        for n in range(LOOP):
            self.pages[f"/loop/{n}"] = (
                f"HTTP/1.1 302 Found\r\nLocation: /loop/{(n + 1) % LOOP}\r\nContent-Length: 0\r\n\r\n".encode()
            )

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self._listener.close()

    def page(self, body: str, kind: str = "text/html") -> bytes:
        """A whole good answer."""
        data = body.encode()
        return f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError), connection:
            for path in _paths(connection):
                counted = _Counted(connection)
                try:
                    if path in TRICKS:
                        TRICKS[path][0](counted)  # type: ignore[arg-type]
                        return
                    nothing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
                    counted.sendall(self.pages.get(path, nothing))
                finally:
                    self.sent[path] = self.sent.get(path, 0) + counted.bytes


class _Counted:
    """A connection that counts what is sent."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.bytes = 0

    def sendall(self, data: bytes) -> None:
        self._connection.sendall(data)
        self.bytes += len(data)

    def setsockopt(self, *option: object) -> None:
        self._connection.setsockopt(*option)  # type: ignore[call-overload]


def _paths(connection: socket.socket) -> Iterator[str]:
    """The paths that are asked for on one connection; what is no HTTP ends it."""
    data = b""
    while True:
        while b"\r\n\r\n" not in data:
            more = connection.recv(65_536)
            if not more or not (data + more).startswith(b"GET"[: len(data + more)]):
                return
            data += more
        head, _, data = data.partition(b"\r\n\r\n")
        yield head.split(b" ")[1].decode("ascii")
