"""gzip and deflate in small pieces, so that a few bytes that unpack to gigabytes can be stopped on the way."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

GZIP_MAGIC = b"\x1f\x8b"
_PIECE = 65_536
_MOST_LAYERS = 3
_CODINGS = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}


class Inflater:
    """Unpacks data as it arrives. What does not begin like its coding is passed on as it is: servers mislabel.

    gzip: several members one after another are one stream (RFC 1952); anything else behind the first is `garbage`.
    deflate: zlib (RFC 1950) as the standard says, or raw (RFC 1951) as some servers send it.
    """

    def __init__(self, coding: str = "gzip") -> None:
        self._gzip = coding == "gzip"
        self._held = b""  # what came before there were the two bytes that tell how it is packed
        self._state = "start"  # start, packed, between (gzip members), plain, over
        self._z = zlib.decompressobj()
        self.garbage = False

    @property
    def complete(self) -> bool:
        """Whether the data so far could be all of it."""
        return self._state != "packed"

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Unpacked pieces of at most 64 KiB. Raises zlib.error where the data is damaged."""
        data = self._held + data
        self._held = b""
        while data and self._state != "over":
            if self._state in ("start", "between"):
                if len(data) < 2:
                    self._held = data
                    return
                self._begin(data[:2])
            elif self._state == "plain":
                yield data
                return
            else:
                data = yield from self._unpack(data)

    def _begin(self, head: bytes) -> None:
        packed = head == GZIP_MAGIC if self._gzip else True
        if self._state == "between" and not packed:
            self.garbage = head != b"\0\0"  # tapes and some tools pad with zeros
        if packed:
            zlib_header = head[0] & 0x0F == 8 and int.from_bytes(head, "big") % 31 == 0
            self._z = zlib.decompressobj(31 if self._gzip else 15 if zlib_header else -15)
            self._state = "packed"
        else:
            self._state = "plain" if self._state == "start" else "over"

    def _unpack(self, data: bytes) -> Generator[bytes, None, bytes]:
        """Pieces of the present member; returns what stands behind it."""
        while True:
            piece = self._z.decompress(data, _PIECE)
            if piece:
                yield piece
            if self._z.eof:
                self._state = "between" if self._gzip else "over"
                return self._z.unused_data
            data = self._z.unconsumed_tail
            if not data and len(piece) < _PIECE:
                return b""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A body as far as it was read; `trouble` is the outcome that it means for its page, empty when all is well."""

    data: bytes
    trouble: Literal["", "too_large", "error"] = ""
    note: str = ""


async def unpack(chunks: AsyncIterator[bytes], codings: Iterable[str], most: int) -> Unpacked:
    """A body out of its Content-Encoding headers' codings; reading ends as soon as either form exceeds `most` bytes."""
    names = [name for value in codings for name in value.lower().replace(" ", "").split(",")]
    names = [name for name in names if name not in ("", "identity")]
    if unknown := next((name for name in names if name not in _CODINGS), None):
        return Unpacked(b"", "error", f"Content-Encoding {unknown[:40]} was not asked for and cannot be read")
    layers = [Inflater(_CODINGS[name]) for name in reversed(names)]
    body, received = bytearray(), 0
    try:
        async for chunk in chunks:
            received += len(chunk)
            for piece in _through(layers, chunk):
                body += piece
                if len(body) > most:
                    break
            if max(received, len(body)) > most:
                return Unpacked(bytes(body[:most]), "too_large", f"larger than {most:,} bytes")
    except zlib.error:
        return Unpacked(bytes(body), "error", "the compressed body is damaged")
    if not all(layer.complete for layer in layers):
        return Unpacked(bytes(body), "error", "the compressed body ends too early")
    return Unpacked(bytes(body))


def _through(layers: list[Inflater], data: bytes) -> Iterator[bytes]:
    if not layers:
        yield data
        return
    for piece in layers[0].feed(data):
        yield from _through(layers[1:], piece)


def unzipped(body: bytes, notes: list[str]) -> Iterator[bytes]:
    """The pieces of `body` out of as many layers of gzip as it shows by its first bytes, three at most.

    What is wrong is noted, what could be read before it is given.
    """
    return _opened(body, notes)[0]


def layers(body: bytes) -> int:
    """How many layers of gzip `unzipped` opens."""
    return _opened(body, [])[1]


def _opened(body: bytes, notes: list[str]) -> tuple[Iterator[bytes], int]:
    pieces: Iterator[bytes] = (body[i : i + _PIECE] for i in range(0, len(body), _PIECE))
    for layer in range(_MOST_LAYERS):
        head, pieces = peek(pieces, 2)
        if not head.startswith(GZIP_MAGIC):
            return pieces, layer
        pieces = _gunzip(pieces, notes)
    return pieces, _MOST_LAYERS


def capped(pieces: Iterator[bytes], most: int, notes: list[str]) -> Iterator[bytes]:
    """The pieces up to `most` bytes in all."""
    left = most
    for piece in pieces:
        if len(piece) > left:
            yield piece[:left]
            notes.append(f"larger than {most:,} bytes; the rest was not read")
            return
        left -= len(piece)
        yield piece


def peek(pieces: Iterator[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    """At least the first `size` bytes, as far as there are so many, and all pieces again."""
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= size:
            break
    return head, itertools.chain([head], pieces)


def _gunzip(pieces: Iterator[bytes], notes: list[str]) -> Iterator[bytes]:
    inflater = Inflater("gzip")
    try:
        for piece in pieces:
            yield from inflater.feed(piece)
    except zlib.error:
        notes.append("damaged gzip data; what stands before the damage was read")
        return
    if not inflater.complete:
        notes.append("gzip data ends too early; what is there was read")
    if inflater.garbage:
        notes.append("something that is not gzip behind the gzip data, left out")
