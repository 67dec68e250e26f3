"""Two texts to compare, from wherever they are: addresses, files, or the texts themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import words
from ..config import Settings
from ..crawler import charset
from ..crawler.extract import read_page
from ..errors import SiteError, UsageError
from ..model import Fetch, Page, TextKind, Texts
from ..progress import Progress
from ..similarity.text import TextFacts, choose
from ..urls import identity
from .asking import Asker, ask

_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_SHOWN = 40  # characters of a text that name it


@dataclass(frozen=True, slots=True)
class Source:
    """A text with the name it is shown by. `kind` says which text of a page it is, None where it is no page."""

    name: str
    text: str
    kind: TextKind | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Read:
    """What was found at one side: a page with both texts, or one text in `texts.main`."""

    name: str
    texts: Texts
    is_page: bool
    title: str = ""


def read(given: Sequence[str], settings: Settings, progress: Progress, wanted: TextKind | None = None) -> list[Source]:
    """The texts that are meant. Of pages it is the main text, or the body text where one of them has no good main text.

    Raises UsageError for what is neither an address, a file nor a text of several words; SiteError for an address
    without a page.
    """
    addresses = [text.strip() for text in given if _ADDRESS.match(text.strip())]
    pages = _fetched(addresses, settings, progress) if addresses else {}
    found = [pages.get(text.strip()) or _local(text) for text in given]
    kind = wanted or _kind([side.texts for side in found if side.is_page], settings)
    return [_source(side, kind) for side in found]


def _source(side: _Read, kind: TextKind) -> Source:
    if not side.is_page:
        return Source(side.name, side.texts.main)
    text = side.texts.main if kind == "main" else side.texts.body
    return Source(side.name, text, kind, side.title)


def _kind(pages: Sequence[Texts], settings: Settings) -> TextKind:
    """Texts of one kind are compared: the body text as soon as one page is to be judged by it."""
    facts = [
        TextFacts(number, "/", None, None, words.count(texts.main), words.count(texts.body))
        for number, texts in enumerate(pages)
    ]
    chosen = choose(facts, lambda _: (), settings.text)
    return "body" if any(choice.kind == "body" for choice in chosen) else "main"


def _fetched(addresses: Sequence[str], settings: Settings, progress: Progress) -> dict[str, _Read]:
    for address in addresses:
        if not identity.resolve("", address):
            raise UsageError(f"'{identity.without_credentials(address)}' is no web address; check its spelling")

    async def work(asker: Asker) -> list[tuple[Page, Texts]]:
        return [await asker.end(address) for address in progress.over(dict.fromkeys(addresses), "pages")]

    found = {}
    for address, (page, texts) in zip(
        dict.fromkeys(addresses), ask(addresses[0], settings.crawl, progress, work), strict=True
    ):
        if page.status != 200 or not (texts.main or texts.body):
            why = page.note or page.outcome
            raise SiteError(f"{page.url}: no text to compare ({why}); give another address, or a file")
        found[address] = _Read(page.url, texts, True, page.title)
    return found


def _local(given: str) -> _Read:
    path = Path(given)
    if not _is_file(path):
        return _typed(given)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{given}: cannot be read ({error.strerror}); check the file") from None
    if path.suffix.lower() in (".html", ".htm", ".xhtml") or _HTML.match(data[:1000]):
        page, texts = read_page(Fetch("http://localhost/", 200, (("content-type", "text/html"),), data, "ok"))
        return _Read(given, texts, True, page.title)
    return _Read(given, Texts(charset.decode(data, "text/plain").text), False)


def _is_file(path: Path) -> bool:
    """False also for a text that is too long for a name, or holds what no name may."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _typed(given: str) -> _Read:
    if len(given.split()) < 2 and words.count(given) < 2:
        raise UsageError(
            f"'{given[:_SHOWN]}' is neither a web address, nor a file that is there, nor a text of several words"
        )
    line = " ".join(given.split())
    return _Read(f"“{line[:_SHOWN]}{'…' if len(line) > _SHOWN else ''}”", Texts(given), False)
