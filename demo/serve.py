"""Serves the sample site by HTTP/1.1 on loopback: `with serve() as address:`."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import format_datetime
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ..errors import UsageError
from .layout import render
from .pages import Page, pages, resource
from .sitemap import day, files

HOST = "127.0.0.1"
_NOT_FOUND = Page("", "<p>Nothing stands at this address.</p>\n", title="404", h1="Not found", status=404)
_HOST_HEADER = re.compile(r"[A-Za-z0-9.-]+(:\d+)?")


@contextmanager
def serve(port: int = 0) -> Iterator[str]:
    """The address of the running site, `http://127.0.0.1:PORT/`; 0 takes a free port. Stops on leaving.

    Raises UsageError when the port is taken.
    """
    try:
        server = _Server((HOST, port), _Handler)
    except (OSError, OverflowError) as error:
        words = f"port {port} on {HOST} cannot be used ({error}); choose another, or 0 for a free one"
        raise UsageError(words) from None
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass(frozen=True)
class Answer:
    """What the site says to a request; `headers` without those that every answer has."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def answer(target: str, origin: str) -> Answer:
    """The answer to a request for path and query `target` at `origin`. Unknown parameters change nothing."""
    path = target.partition("?")[0]
    made = files(origin).get(path)
    if made is not None:
        return Answer(200, (("Content-Type", made.content_type),), made.body)
    if path == "/static/planner.js":
        return Answer(200, (("Content-Type", "text/javascript; charset=utf-8"),), resource("planner.js").encode())
    site = pages()
    page = site.get(target) or site.get(path) or _NOT_FOUND
    if page.location:
        return Answer(page.status, (("Location", origin + page.location),), b"")
    if page.status == 404:
        page = _NOT_FOUND
    body = render(page, site, origin)
    return Answer(page.status, tuple(_headers(page, origin, body)), body)


def _headers(page: Page, origin: str, body: bytes) -> Iterator[tuple[str, str]]:
    charset = f"; charset={page.charset}" if page.declared == "header" else ""
    yield "Content-Type", f"text/html{charset}"
    if page.canonical_header:
        yield "Link", f'<{origin}{page.canonical_header}>; rel="canonical"'
    if page.status == 200:
        yield "Last-Modified", format_datetime(day(page), usegmt=True)
        yield "ETag", f'"{blake2b(body, digest_size=8).hexdigest()}"'


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would let two servers share one port
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away in the middle is no trouble of ours."""
        if not isinstance(sys.exc_info()[1], ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "Halfspoke"
    sys_version = ""
    timeout = 30  # a client that keeps a connection and says nothing does not hold a thread for ever
    wbufsize = -1  # head and body leave together, not as two packets that wait for each other

    def do_GET(self) -> None:
        host = self.headers.get("Host", "")
        if not _HOST_HEADER.fullmatch(host):
            host = f"{HOST}:{self.connection.getsockname()[1]}"
        found = answer(self.path, f"http://{host}")
        if self._is_known(dict(found.headers)):
            found = Answer(304, tuple(h for h in found.headers if h[0] in ("ETag", "Last-Modified")), b"")
        self.send_response(found.status)
        for name, value in found.headers:
            self.send_header(name, value)
        if found.status != 304:
            self.send_header("Content-Length", str(len(found.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(found.body)

    do_HEAD = do_GET  # noqa: N815  (the name that http.server looks for)

    def _is_known(self, headers: dict[str, str]) -> bool:
        """Whether the client has this version; its ETag outweighs the date (RFC 9110, section 13.2.2)."""
        if "ETag" not in headers:
            return False
        match = self.headers.get("If-None-Match")
        if match is not None:
            return match.strip() == "*" or headers["ETag"] in (tag.strip() for tag in match.split(","))
        return self.headers.get("If-Modified-Since") == headers["Last-Modified"]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the name of the overridden parameter)
        """Quiet: the audit that runs beside it owns the console."""
