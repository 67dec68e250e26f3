"""Network errors in words that an owner understands, and whether asking again may help."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

from .connect import PrivateAddressError

# The first kind found among the causes names the trouble: (exception, words, whether asking again may help).
_KINDS: tuple[tuple[type[BaseException], str, bool], ...] = (
    (PrivateAddressError, "the name leads to a private address, where a public site may not lead", False),
    (ssl.SSLCertVerificationError, "certificate not valid", False),
    (ssl.SSLError, "TLS handshake failed", False),
    (socket.gaierror, "name not found", True),
    (ConnectionRefusedError, "connection refused", True),
    (ConnectionResetError, "connection reset", True),
)
# What the HTTP layer says (part of its message, words, whether asking again may help).
_MESSAGES = (
    ("without sending complete", "connection closed in mid body", True),
    ("incomplete chunked", "connection closed in mid body", True),
    ("disconnected without", "connection closed without an answer", True),
    ("too long", "the header block is too long", False),
    ("too large", "the header block is too long", False),
    ("unsupported protocol", "not a web address", False),
    ("connection attempts failed", "no connection", True),
)


def in_words(error: BaseException) -> tuple[str, bool]:
    """(words, whether asking again may help). Never holds an address, and so no credentials."""
    causes = list(_causes(error))
    for kind, words, again in _KINDS:
        found = next((cause for cause in causes if isinstance(cause, kind)), None)
        if message := getattr(found, "verify_message", ""):  # what is wrong with the certificate
            return f"{words}: {message}", again
        if found is not None:
            return words, again
    text = str(error)
    for part, words, again in _MESSAGES:
        if part in text:
            return words, again
    if type(error).__name__ == "RemoteProtocolError":  # httpx is named in fetch.py alone
        return "the answer is not valid HTTP", True
    return f"connection failed ({type(error).__name__})", True


def tls_fault(error: BaseException) -> str:
    """What is wrong with the certificate that was shown, in OpenSSL's words; empty when nothing is."""
    found = next((cause for cause in _causes(error) if isinstance(cause, ssl.SSLCertVerificationError)), None)
    return "" if found is None else getattr(found, "verify_message", "") or "not valid"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception and all that led to it, those inside of groups too."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for inner in error.exceptions:
                yield from _causes(inner)
        error = error.__cause__ or error.__context__
