"""The head and body of an HTTP answer -> one Fetch."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from ..model import Fetch
from ..urls import identity
from .inflate import unpack

_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_DRAINED = 65_536  # bytes of a redirect's body that are read to keep its connection


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one request: `timeout` for each step and `deadline` for all in seconds, `max_bytes` packed and unpacked.

    `any_type`: the body is read whatever Content-Type says.
    """

    any_type: bool
    max_bytes: int
    timeout: float
    deadline: float


async def read(
    address: str, status: int, raw_headers: Iterable[tuple[bytes, bytes]], chunks: AsyncIterator[bytes], limits: Limits
) -> Fetch:
    """The answer of `address` from its head and the pieces of its body, which are read as far as they are wanted."""
    headers = tuple((_text(name).lower(), _text(value)) for name, value in raw_headers)
    answer = Fetch(address, status, headers, b"", "ok")
    if status in _REDIRECTS:
        with contextlib.suppress(Exception):  # what it says in its body matters to nobody
            await unpack(chunks, (), _DRAINED)
        return _redirect(answer)
    if status >= 300:
        answer = dataclasses.replace(answer, outcome="http_error", note=f"HTTP status {status}")
    elif not (limits.any_type or _may_be_page(answer.header("content-type"))):
        return dataclasses.replace(answer, outcome="not_html", note=f"Content-Type {answer.header('content-type')}")
    codings = [value for name, value in headers if name == "content-encoding"]
    unpacked = await unpack(chunks, codings, limits.max_bytes)
    answer = dataclasses.replace(answer, body=unpacked.data)
    return dataclasses.replace(answer, outcome=unpacked.trouble, note=unpacked.note) if unpacked.trouble else answer


def _redirect(answer: Fetch) -> Fetch:
    target = identity.resolve(answer.url, answer.header("location")) if answer.header("location") else ""
    if not target:
        note = f"HTTP status {answer.status} without a usable Location"
        return dataclasses.replace(answer, outcome="http_error", note=note)
    return dataclasses.replace(answer, outcome="redirect", redirect_to=identity.without_credentials(target))


def _may_be_page(content_type: str) -> bool:
    """False only where the header clearly names something that is neither HTML nor XML nor text."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind.count("/") != 1 or kind.startswith(("text/", "multipart/")) or kind.endswith(("xml", "/html", "/*"))


def _text(raw: bytes) -> str:
    """A header as text: UTF-8 where it is that, else byte by byte."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
