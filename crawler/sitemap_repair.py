"""Sitemaps that are not well-formed: the common faults mended, and addresses found where nothing else helps."""

from __future__ import annotations

import codecs
import html
import itertools
import re
from collections.abc import Iterator

from .sitemap_links import SitemapLink, declared, of_text

XML_BEGINS = re.compile(r"(?:<\?xml\b[^<>]*>\s*)?<(?:[\w.-]+:)?(urlset|sitemapindex)\b")
_DECLARATION = re.compile(r"<\?xml\b[^<>]*>\s*")
_DECLARED = re.compile(rb"<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]+)[\"']")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, section 2.2
_BARE_AMPERSAND = re.compile(r"&(?!(?:#\d+|#x[0-9a-fA-F]+|amp|lt|gt|quot|apos);)")


def repaired(body: bytes) -> str:
    """The text with its usual faults mended: what stands before it, control characters, bare `&`, broken bytes.

    Without an XML declaration: its encoding is not that of the text any more.
    """
    text = _FORBIDDEN.sub("", body.decode(_encoding(body), "replace"))
    begin = XML_BEGINS.search(text)
    text = _DECLARATION.sub("", text[begin.start() if begin else 0 :].lstrip("\ufeff \t\r\n"), count=1)
    return "".join(_BARE_AMPERSAND.sub("&amp;", out) + cdata for out, cdata in _parts(text, "<![CDATA[", "]]>"))


def by_pattern(text: str, unit: str) -> Iterator[tuple[str, str, tuple[SitemapLink, ...]]]:
    """(loc, lastmod, links) of each `unit` element (`url` or `sitemap`) in a text that no parser takes."""
    text = "".join(out for out, _ in _parts(text, "<!--", "-->"))
    found = re.search(rf"<([\w.-]+:)?{unit}\b", text)
    prefix = re.escape(found[1] or "") if found else ""
    loc, lastmod = (
        # Possessive, and no "<" inside: whatever the text is, each character is looked at a few times at most.
        re.compile(rf"<{prefix}{name}\b[^<>]*+>\s*+(?:<!\[CDATA\[((?:[^<\]]|\](?!\]>))*+)\]\]>|([^<]*+)(?=<))")
        for name in ("loc", "lastmod")
    )
    spaces = declared(text)
    starts = [match.start() for match in re.finditer(rf"<{prefix}{unit}\b", text)]
    for start, end in itertools.pairwise([*starts, len(text)]):
        address = _first(loc, text, start, end)
        if address:
            yield address, _first(lastmod, text, start, end), of_text(text, start, end, spaces)


def _parts(text: str, opening: str, closing: str) -> Iterator[tuple[str, str]]:
    """(what stands before, a part with its marks), the last part empty. What is opened and never closed is no part.

    By hand, because a regular expression looks for the end again from every opening that has none.
    """
    at = 0
    while (begin := text.find(opening, at)) >= 0 and (end := text.find(closing, begin + len(opening))) >= 0:
        yield text[at:begin], text[begin : end + len(closing)]
        at = end + len(closing)
    yield text[at:], ""


def _first(pattern: re.Pattern[str], text: str, start: int, end: int) -> str:
    match = pattern.search(text, start, end)
    if match is None:
        return ""
    return (match[1] if match[1] is not None else html.unescape(match[2])).strip()


def _encoding(body: bytes) -> str:
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    declared = _DECLARED.search(body[:1000])
    try:
        return codecs.lookup(declared[1].decode("ascii")).name if declared else "utf-8"
    except LookupError:
        return "utf-8"
