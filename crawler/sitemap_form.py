"""How the bytes of a sitemap are written: packed, encoded, well-formed or not."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..model import SitemapStep

_DECLARED = re.compile(rb"<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]+)[\"']")


@dataclass(slots=True)
class Form:
    """How the bytes of a sitemap are written. Complete when its entries were read.

    The lists hold what was wrong in words: with the gzip data, with the length, with the rest.
    """

    packed: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    layers: int = 0
    size: int = 0
    bom: bool = False
    blank: bool = False
    encoding: str = ""
    namespace: str | None = None
    step: SitemapStep = ""
    fault: str = ""

    @property
    def note(self) -> str:
        """All that was wrong in one line."""
        return "; ".join((*self.packed, *self.cut, *self.notes))

    def begins(self, head: bytes) -> None:
        """Take in the first bytes."""
        wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        bare = head.removeprefix(codecs.BOM_UTF8)
        self.bom = wide or len(bare) < len(head)
        self.blank = bare.lstrip(b"\r\n\t ").startswith(b"<?xml") and not bare.startswith(b"<")
        self.encoding = "utf-16" if wide else ""

    def metered(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces, while their bytes are counted and tried as UTF-8."""
        self.size = 0
        decoder = codecs.getincrementaldecoder("utf-8")()
        plain, broken, declared = True, bool(self.encoding), ""
        for piece in pieces:
            if not self.size and (found := _DECLARED.search(piece[:1000])):
                declared = found[1].decode("ascii").lower()
            self.size += len(piece)
            plain = plain and piece.isascii()
            if not broken:
                try:
                    decoder.decode(piece)
                except UnicodeDecodeError:
                    broken = True
                    self.encoding = declared if declared not in ("", "utf-8", "utf8") else "?"
            yield piece
        if not broken and not plain and declared not in ("", "utf-8", "utf8", "us-ascii"):
            self.encoding = declared
