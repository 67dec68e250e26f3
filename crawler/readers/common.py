"""What all readers of local sources share: the items they give, the faults they note, lines and rows of text files."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from ...config import CrawlSettings
from ...errors import UsageError
from ...model import Fetch, Outcome, Page, Texts
from ..extract import TEXT_LIMIT
from ..inflate import GZIP_MAGIC

Answer = Fetch | tuple[Page, Texts]  # bytes to be read like those of a server, or a page that is text already
HEAD = 65_536  # bytes by which a kind is recognised
LONGEST = 200_000_000  # characters of a line; beyond, the file is not what it is taken for
_SHOWN = 3  # faults that are told in full
_HTML = "text/html; charset=utf-8"  # of markup that is text already: a meta charset in it speaks of other bytes


@dataclass(frozen=True, slots=True)
class Item:
    """A page of a source. `load` gives its answer as that of the address it is handed.

    It is called before the next item is asked for, or not at all (archives are read from front to back).
    """

    url: str
    load: Callable[[str], Awaitable[Answer]]


@dataclass(slots=True)
class Faults:
    """What a source holds beside its pages, so that nothing is lost without a word.

    `count` rows (lines, files) that should be pages could not be used; `aside` is what is no page by its kind.
    """

    count: int = 0
    shown: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)

    def add(self, place: str, why: str) -> None:
        """What should be a page cannot be used."""
        self.count += 1
        if self.count <= _SHOWN:
            self.shown.append(f"{place}: {why}")

    @property
    def note(self) -> str:
        """All of it in one line; empty when there is nothing."""
        more = f" and {self.count - _SHOWN:,} more" if self.count > _SHOWN else ""
        lost = f"{self.count:,} left out ({'; '.join(self.shown)}{more})" if self.count else ""
        return "; ".join(filter(None, (lost, *self.aside)))


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes, unpacked if it is gzip by its first bytes. Raises UsageError when it cannot be opened."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == GZIP_MAGIC
        with path.open("rb") as file:
            yield cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise UsageError(f"{path}: the gzip data is damaged or cut short; make or copy the file anew") from None
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> UsageError:
    """What to say of a file that the system does not let us read."""
    return UsageError(f"{path}: cannot be read ({error.strerror or error}); check the name and the rights")


def head(path: Path) -> bytes:
    """The first bytes, unpacked."""
    with opened(path) as file:
        return file.read(HEAD)


def lines(path: Path, faults: Faults) -> Iterator[tuple[int, str]]:
    """(number, line with its end) of a UTF-8 or UTF-16 file, gzip or not.

    Bytes that are no UTF-8 come as surrogates (see `is_clean`). A line that is too long is a fault. Raises UsageError
    with the number of the line where the file cannot be read on.
    """
    number = 0
    try:
        with opened(path) as file, _decoded(file, head(path)) as text:
            while line := text.readline(LONGEST):
                number += 1
                if len(line) < LONGEST:
                    yield number, line
                    continue
                faults.add(f"line {number}", f"longer than {LONGEST:,} characters")
                while line and not line.endswith(("\n", "\r")):
                    line = text.readline(LONGEST)
    except UsageError as error:
        raise UsageError(f"{path}: line {number + 1}: {str(error).removeprefix(f'{path}: ')}") from None


def _decoded(file: IO[bytes], start: bytes) -> io.TextIOWrapper:
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return io.TextIOWrapper(file, "utf-16", "replace", newline="")
    return io.TextIOWrapper(file, "utf-8-sig", "surrogateescape", newline="")


def is_clean(text: str) -> bool:
    """Whether all of a line was UTF-8."""
    return text.isascii() or not any("\udc80" <= letter <= "\udcff" for letter in text)


NOT_UTF8 = "not UTF-8; save the file as UTF-8"


def row_item(row: Mapping[str, object], place: str, settings: CrawlSettings, faults: Faults) -> Item | None:
    """The page in a row with `url` and `html` or `text` (html counts where both are filled), and perhaps `title`."""
    url, html, text = row.get("url"), row.get("html"), row.get("text")
    if not isinstance(url, str) or not url.strip():
        faults.add(place, "no 'url'")
        return None
    url = _encodable(url)
    if isinstance(html, str | bytes) and (html or not isinstance(text, str)):
        return Item(url, _markup(html, settings.max_bytes))
    if isinstance(text, str):
        title = row.get("title")
        return Item(url, _text(_encodable(text), " ".join(_encodable(title).split()) if isinstance(title, str) else ""))
    faults.add(place, "neither 'html' nor 'text'")
    return None


def _markup(html: str | bytes, most: int) -> Callable[[str], Awaitable[Answer]]:
    async def load(url: str) -> Answer:
        body = html if isinstance(html, bytes) else html.encode("utf-8", "replace")
        return page_of(url, body, "text/html" if isinstance(html, bytes) else _HTML, most)

    return load


def page_of(url: str, body: bytes, content_type: str, most: int) -> Fetch:
    """Markup as a server would have sent it; more than `most` bytes are too large, as they are there."""
    headers = (("content-type", content_type),)
    if len(body) > most:
        return Fetch(url, 200, headers, body[:most], "too_large", f"larger than {most:,} bytes")
    return Fetch(url, 200, headers, body, "ok")


def _text(text: str, title: str) -> Callable[[str], Awaitable[Answer]]:
    async def load(url: str) -> Answer:
        kept = "\n".join(text[:TEXT_LIMIT].splitlines())
        note = f"text cut at {TEXT_LIMIT:,} characters" if len(text) > TEXT_LIMIT else ""
        outcome: Outcome = "ok" if any(letter.isalnum() for letter in kept) else "empty"
        page = Page(url, 200, outcome, note, size=len(text.encode()), content_type="text/plain", title=title)
        return page, Texts(kept, kept)

    return load


def _encodable(text: str) -> str:
    """Without the lone surrogates that JSON can hold and no encoding can."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
