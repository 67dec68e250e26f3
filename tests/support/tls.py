"""A certificate that nobody trusts: self-signed, for localhost and 127.0.0.1, until the year 2100."""

from __future__ import annotations

import ssl
from pathlib import Path

_PEM = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTCe84wmf1+Ry0U7w
Fh51ThTMUOVMoALT/YhHkxt3GfehRANCAAQmmuaaKGU6dDyM0hZ8vBrUCRaP5Q+T
Z5kmCmx3HjV2kuyeVTXXvI+ubWrdnq7/Aa+B/YcZmOq2qSJU19E9Z0a+
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUNpExCbZ+5FXgmWQ9I0JJrM6G1CswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDIxMzgwOVoYDzIxMDAxMTAy
MjEzODA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQmmuaaKGU6dDyM0hZ8vBrUCRaP5Q+TZ5kmCmx3HjV2kuyeVTXXvI+u
bWrdnq7/Aa+B/YcZmOq2qSJU19E9Z0a+o28wbTAdBgNVHQ4EFgQUAnnEOwyOKQn5
bSaxiflnWIrFRcAwHwYDVR0jBBgwFoAUAnnEOwyOKQn5bSaxiflnWIrFRcAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAIC7OA7tRMAfy5VSQlk8pP5Ba9goxBk4HPCGwvq5uG8dAiEA
6a02trM7gr6zhhDyu3clCuo4eX/l6uU5JIoHfRw+sW0=
-----END CERTIFICATE-----
"""


def untrusted(folder: Path) -> ssl.SSLContext:
    """What a server with that certificate needs."""
    file = folder / "untrusted.pem"
    file.write_text(_PEM, "ascii")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
