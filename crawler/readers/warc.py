"""WARC (ISO 28500), gzip or not: its HTTP answers as if they came now. warcio is named in this module alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...config import CrawlSettings
from ...errors import UsageError
from ...model import Fetch
from .. import answer
from .common import Answer, Faults, Item, opened

KIND = "warc"
_PIECE = 65_536
# Parts of pages, which a crawl would not ask for. (Of feeds, PDF files and the like it keeps the head.)
_PARTS = ("image/", "video/", "audio/", "font/", "text/css", "text/javascript", "application/javascript",
          "application/x-javascript", "application/json", "application/font", "application/wasm")  # fmt: skip


def knows(path: Path, head: bytes) -> bool:  # noqa: ARG001 (the shape of all readers)
    """By its first bytes."""
    return head.startswith(b"WARC/")


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
    """Its answers to requests over HTTP; what else stands there is counted, by kind.

    Requests and words on the archive itself are no pages and not counted. Raises UsageError where it is damaged.
    """
    try:
        from warcio.archiveiterator import WARCIterator
        from warcio.exceptions import ArchiveLoadFailed
        from warcio.statusandheaders import StatusAndHeadersParserException
    except ImportError:
        raise UsageError(
            f"{path}: WARC is read by warcio, which is not installed; run: python -m pip install warcio"
        ) from None
    others: Counter[str] = Counter()
    number = 0
    try:
        with opened(path) as file:
            for number, record in enumerate(WARCIterator(file), 1):  # noqa: B007 (for errors)
                if other := _other(record):
                    others[other] += 1
                elif record.rec_type == "response":
                    yield Item(
                        record.rec_headers.get_header("WARC-Target-URI"), partial(_load, record, settings.max_bytes)
                    )
    except (ArchiveLoadFailed, StatusAndHeadersParserException) as error:
        said = str(error).strip().splitlines()[0][:120]
        raise UsageError(f"{path}: record {number + 1}: damaged ({said}); make or copy the file anew") from None
    except UsageError as error:
        raise UsageError(f"{path}: record {number + 1}: {str(error).removeprefix(f'{path}: ')}") from None
    faults.aside = [f"{count:,} records {other}" for other, count in others.most_common()]


def _other(record: Any) -> str:
    """What a record is when it is no page, in words; empty for pages, and for what nobody would take for one."""
    if record.rec_type in ("revisit", "resource", "conversion", "continuation"):
        more = ", whose page is an earlier record or in another archive" if record.rec_type == "revisit" else ""
        return f"of kind {record.rec_type}{more}"
    if record.rec_type != "response":
        return ""
    if not (record.rec_headers.get_header("WARC-Target-URI") or "").startswith(("http://", "https://")):
        return "not of the web"
    if record.http_headers is None or not _status(record):
        return "without an HTTP status"
    kind = (record.http_headers.get_header("content-type") or "").partition(";")[0].strip().lower()
    return f"of type {kind}" if kind.startswith(_PARTS) else ""


def _status(record: Any) -> int:
    code = str(record.http_headers.get_statuscode() or "")
    return int(code) if code.isascii() and code.isdigit() and len(code) == 3 else 0


async def _load(record: Any, most: int, url: str) -> Answer:
    """As if a server had sent it now: archives keep bodies as they came, packed and chunked."""
    from warcio.bufferedreaders import ChunkedDataReader

    http = record.http_headers
    chunked = (http.get_header("transfer-encoding") or "").strip().lower() == "chunked"
    stream = ChunkedDataReader(record.raw_stream) if chunked else record.raw_stream

    async def pieces() -> AsyncIterator[bytes]:
        while piece := stream.read(_PIECE):
            yield piece

    headers = [(name.encode(), value.encode()) for name, value in http.headers]
    got = await answer.read(url, _status(record), headers, pieces(), answer.Limits(False, most, 0.0, 0.0))
    if got.outcome == "ok" and getattr(record.raw_stream, "limit", 0) > 0:
        return Fetch(url, None, got.headers, b"", "error", "the archive's record is cut short")
    return got
