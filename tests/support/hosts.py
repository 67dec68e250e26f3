"""Sites on their own names and default ports: one server on loopback for http, one for https, all hosts behind them.

A crawler in this process that connects to port 80 or 443 of 127.0.0.1 is led to them. The certificate is signed by
itself, for both domains of the tests and their hosts, until the year 2098; where SSL_CERT_FILE names it, it is trusted.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpcore
import pytest
from crawler.site import Answer, Asked, Site
from pagetwin.crawler import fetch

from .tls import untrusted

_PEM = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAPh+LsJGlxw6gQN0
JY2rdn5WKZVDRVDrr46cCe5JxIqhRANCAAQhIyRqNYDi47NH0rpXp2kJvu01Cqai
HFBczZCPLlL9LFen7ETQC1FJP5e/MsF+8WyUveinXCckrX1UEub66vX7
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIB5jCCAYygAwIBAgIUNtJ8s7V+V8vB+EUxPzxU4PnzljAwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbGFtcHMuZXhhbXBsZTAgFw0yNjExMzAyMjQ3NTlaGA8yMDk4
MDIwNTIyNDc1OVowGDEWMBQGA1UEAwwNbGFtcHMuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCEjJGo1gOLjs0fSulenaQm+7TUKpqIcUFzNkI8uUv0s
V6fsRNALUUk/l78ywX7xbJS96KdcJyStfVQS5vrq9fujgbEwga4wHQYDVR0OBBYE
FNkW9EtpR4MJYO4vcIog1jyDLEJdMB8GA1UdIwQYMBaAFNkW9EtpR4MJYO4vcIog
1jyDLEJdMA8GA1UdEwEB/wQFMAMBAf8wSwYDVR0RBEQwQoINbGFtcHMuZXhhbXBs
ZYIPKi5sYW1wcy5leGFtcGxlgg5saWdodHMuZXhhbXBsZYIQKi5saWdodHMuZXhh
bXBsZTAOBgNVHQ8BAf8EBAMCAoQwCgYIKoZIzj0EAwIDSAAwRQIgPwvTACwKcu9+
km9pe3YdTqPJ/frcwWAMK+QpqL0L+xwCIQDTmhc1oPOT2Tq1VLJ3WM80YWdHwqPX
2N/aNSHGHA8VIw==
-----END CERTIFICATE-----
"""


@contextmanager
def hosts(
    pages: Mapping[str, Answer], folder: Path, patch: pytest.MonkeyPatch, without_certificate: str = ""
) -> Iterator[None]:
    """Pages by whole address, each default port left out. A host `without_certificate` shows one that nobody trusts."""
    file = folder / "trusted.pem"
    file.write_text(_PEM, "ascii")
    context, other = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), untrusted(folder)
    context.load_cert_chain(file)

    def choose(connection: ssl.SSLObject | ssl.SSLSocket, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = other if name == without_certificate else context

    context.sni_callback = choose
    patch.setenv("SSL_CERT_FILE", str(file))
    patch.setattr(fetch, "_tls", fetch._tls.__wrapped__)
    with Site() as plain, _secure(context) as secure:
        plain.pages, secure.pages = _Paths(pages, "http"), _Paths(pages, "https")
        patch.setattr(httpcore.AnyIOBackend, "connect_tcp", _led({80: plain.port, 443: secure.port}))
        yield


def _secure(context: ssl.SSLContext) -> Site:
    site = Site()
    # Shaking hands is for the thread of a connection: it must not keep others from being accepted.
    site._server.socket = context.wrap_socket(site._server.socket, server_side=True, do_handshake_on_connect=False)
    return site


class _Paths(dict[str, Any]):
    """What a Site looks its pages up in: any path is answered by the host that it is asked of."""

    def __init__(self, pages: Mapping[str, Answer], scheme: str) -> None:
        super().__init__()
        self._pages, self._scheme = pages, scheme

    def get(self, path: str, missing: Any = None) -> Callable[[Asked], Answer]:  # type: ignore[override]
        return partial(self._answer, missing)

    def _answer(self, missing: Answer, asked: Asked) -> Answer:
        return self._pages.get(f"{self._scheme}://{asked.headers['host']}{asked.path}", missing)


def _led(ports: Mapping[int, int]) -> Callable[..., Any]:
    connect = httpcore.AnyIOBackend.connect_tcp

    async def connect_tcp(self: Any, host: str, port: int, *more: Any, **options: Any) -> Any:
        assert host == "127.0.0.1", f"a connection to {host}"
        return await connect(self, host, ports[port], *more, **options)

    return connect_tcp
