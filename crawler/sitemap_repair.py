"""Sitemaps that are not well-formed: the common faults mended, and addresses found where nothing else helps."""

from __future__ import annotations

import codecs
import html
import itertools
import re
from collections.abc import Iterator

XML_BEGINS = re.compile(r"(?:<\?xml\b[^<>]*>\s*)?<(?:[\w.-]+:)?(urlset|sitemapindex)\b")
_DECLARATION = re.compile(r"<\?xml\b[^<>]*>\s*")
_DECLARED = re.compile(rb"<\?xml\b[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]+)[\"']")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, section 2.2
_BARE_AMPERSAND = re.compile(r"<!\[CDATA\[.*?\]\]>|&(?!(?:#\d+|#x[0-9a-fA-F]+|amp|lt|gt|quot|apos);)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def repaired(body: bytes) -> str:
    """The text with its usual faults mended: what stands before it, control characters, bare `&`, broken bytes.

    Without an XML declaration: its encoding is not that of the text any more.
    """
    text = _FORBIDDEN.sub("", body.decode(_encoding(body), "replace"))
    begin = XML_BEGINS.search(text)
    text = _DECLARATION.sub("", text[begin.start() if begin else 0 :].lstrip("\ufeff \t\r\n"), count=1)
    return _BARE_AMPERSAND.sub(lambda match: "&amp;" if match[0] == "&" else match[0], text)


def by_pattern(text: str, unit: str) -> Iterator[tuple[str, str]]:
    """(loc, lastmod) of each `unit` element (`url` or `sitemap`) in a text that no parser takes."""
    text = _COMMENT.sub("", text)
    found = re.search(rf"<([\w.-]+:)?{unit}\b", text)
    prefix = re.escape(found[1] or "") if found else ""
    loc, lastmod = (
        re.compile(rf"<{prefix}{name}\b[^<>]*>\s*(?:<!\[CDATA\[(.*?)\]\]>|([^<]*)(?=<))", re.DOTALL)
        for name in ("loc", "lastmod")
    )
    starts = [match.start() for match in re.finditer(rf"<{prefix}{unit}\b", text)]
    for start, end in itertools.pairwise([*starts, len(text)]):
        address = _first(loc, text, start, end)
        if address:
            yield address, _first(lastmod, text, start, end)


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
