"""The bytes of a sitemap -> its entries, piece by piece; whatever the bytes are, nothing is raised.

XML is read strictly. Only where that fails it is repaired and read once more, and at last searched by pattern.
libxml2's own recovery is never used: after the first fault it drops every `&amp;`, so that `?x=1&amp;y=2` becomes
`?x=1y=2`.
"""

from __future__ import annotations

import codecs
import contextlib
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from lxml import etree

from ..model import SitemapKind
from .inflate import capped, layers, peek, unzipped
from .sitemap_form import Form
from .sitemap_links import SitemapLink, of_element
from .sitemap_repair import XML_BEGINS, by_pattern, repaired

MAX_BYTES = 200_000_000  # unpacked; the protocol allows 50 MB
_HEAD = 65_536  # bytes in which the root element must begin
_LONGEST_LINE = 65_536
_LONGEST_FAULT = 200

_ROOTS: dict[str, SitemapKind] = {
    "urlset": "sitemap", "sitemapindex": "index", "rss": "feed", "feed": "feed", "rdf": "feed",
    "html": "html", "head": "html", "body": "html", "title": "html", "div": "html", "script": "html", "p": "html",
}  # fmt: skip
_UNITS = {"sitemap": ("url",), "index": ("sitemap",), "feed": ("item", "entry")}
_STEPS = {"repaired": "repaired", "pattern": "read by pattern", "part": "read up to there"}
_FEED_DATES = ("updated", "published", "pubDate", "date")
_PROLOG = re.compile(r"(?:\s++|<\?.*?\?>|<!--.*?-->)*+", re.DOTALL)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)")
_DOCTYPE = re.compile(r"<!DOCTYPE\s+([\w:.-]*)", re.IGNORECASE)


class Entry(NamedTuple):
    """An address, its lastmod and its hreflang links, all as written but for spaces around them.

    `ranked`: priority or changefreq stands beside it.
    """

    loc: str
    lastmod: str = ""
    links: tuple[SitemapLink, ...] = ()
    ranked: bool = False


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What the bytes are. `entries` can be read once; `form` (how they are written) is complete when they were."""

    kind: SitemapKind
    entries: Iterator[Entry] = field(default_factory=lambda: iter(()))
    form: Form = field(default_factory=Form)

    @property
    def note(self) -> str:
        """What was wrong, in one line."""
        return self.form.note


def read(body: bytes, max_bytes: int = MAX_BYTES) -> Sitemap:
    """The sitemap in `body`, gzip or not, whatever it is called. At most `max_bytes` unpacked bytes are read."""
    form = Form(layers=layers(body))
    head, pieces = peek(capped(unzipped(body, form.packed), max_bytes, form.cut), _HEAD)
    form.begins(head)
    kind, trouble = _recognise(head)
    if trouble:
        form.notes.append(trouble)
        form.step, form.fault = "unread", trouble
        return Sitemap(kind, form=form)
    if kind == "text":
        return Sitemap(kind, _lines(form.metered(pieces), _encoding(head)), form)
    return Sitemap(kind, _xml(kind, pieces, lambda: capped(unzipped(body, []), max_bytes, []), form), form)


def _recognise(head: bytes) -> tuple[SitemapKind, str]:
    """(kind, why it is of no use) by how it begins."""
    text = head.decode(_encoding(head), "replace").lstrip("\ufeff\0 \t\r\n")
    if not text:
        return "unknown", "empty answer"
    if not text.startswith("<"):
        listed = re.search(r"^[^\S\n]*https?://", text, re.MULTILINE | re.IGNORECASE)
        return _behind_junk(text) or (("text", "") if listed else ("unknown", "neither XML nor a list of addresses"))
    prolog = _PROLOG.match(text)
    rest = text[prolog.end() if prolog else 0 :]
    doctype, root = _DOCTYPE.match(rest), _ROOT.match(rest)
    if doctype and doctype[1].lower() != "html":
        return "unknown", "a DOCTYPE, which no sitemap needs and which can hide what it says, is refused"
    name = "html" if doctype else root[1] if root else ""
    kind = _ROOTS.get(name.lower(), "unknown")
    if kind == "html":
        return kind, "HTML where XML should be"
    if kind == "unknown":
        words = f"XML that is no sitemap (<{name[:40]}>)" if name else "no root element where XML should begin"
        return _behind_junk(rest) or (kind, words)
    return kind, ""


def _behind_junk(text: str) -> tuple[SitemapKind, str] | None:
    """What is recognised behind the warnings that a program wrote before its sitemap."""
    root = XML_BEGINS.search(text)
    return (_ROOTS[root[1]], "") if root else None


def _xml(
    kind: SitemapKind, pieces: Iterator[bytes], again: Callable[[], Iterator[bytes]], form: Form
) -> Iterator[Entry]:
    """Entries by the first step that takes the whole file. Reading it twice is cheaper than giving entries twice."""
    fault = _fault(_from_the_first_sign(form.metered(pieces), form.notes))
    if not fault:
        yield from _well_formed(kind, _from_the_first_sign(again(), []), again, form)
        return
    text = repaired(b"".join(form.metered(again())))
    if not _fault([text.encode()]):
        _mended(form, "repaired", fault)
        yield from _well_formed(kind, [text.encode()], again, form)
    elif kind == "feed":
        _mended(form, "part", fault)
        with contextlib.suppress(etree.XMLSyntaxError):
            yield from _strict(kind, [text.encode()], form)
    else:
        _mended(form, "pattern", fault)
        yield from (Entry(*found) for found in by_pattern(text, _UNITS[kind][0]))


def _mended(form: Form, step: Literal["repaired", "pattern", "part"], fault: str) -> None:
    form.step, form.fault = step, fault[:_LONGEST_FAULT]
    form.notes.append(f"not well-formed XML ({fault}); {_STEPS[step]}")


def _well_formed(
    kind: SitemapKind, pieces: Iterable[bytes], again: Callable[[], Iterator[bytes]], form: Form
) -> Iterator[Entry]:
    """Entries of XML in which `_fault` found nothing. It overlooks namespaces that are no address: what stands behind
    the place where the strict parser stops is read by pattern.
    """
    given = 0
    try:
        for entry in _strict(kind, pieces, form):
            yield entry
            given += 1
    except etree.XMLSyntaxError as error:
        _mended(form, "pattern", error.msg or "")
        found = by_pattern(repaired(b"".join(again())), _UNITS[kind][0])
        yield from (Entry(*rest) for rest in itertools.islice(found, given, None))


def _fault(pieces: Iterable[bytes]) -> str:
    """What keeps the XML from being well-formed; empty when nothing does."""
    parser = etree.XMLParser(  # type: ignore[call-overload] # the stubs ask for methods that lxml does not
        target=_Nothing(), resolve_entities=False, no_network=True, huge_tree=False
    )
    try:
        for piece in pieces:
            parser.feed(piece)
        parser.close()
    except etree.XMLSyntaxError as error:
        return str(error.msg)
    return ""


class _Nothing:
    """A parser's target that keeps nothing."""

    def close(self) -> None: ...


def _strict(kind: SitemapKind, pieces: Iterable[bytes], form: Form) -> Iterator[Entry]:
    """Entries of well-formed XML. Raises XMLSyntaxError, behind those that stand before the fault."""
    parser = etree.XMLPullParser(
        events=("end",),
        tag=[f"{{*}}{name}" for name in _UNITS[kind]],
        remove_comments=True,
        remove_pis=True,
        resolve_entities=False,
        no_network=True,
        huge_tree=False,
    )
    entry_of: Callable[[etree._Element], Entry] = _feed_entry if kind == "feed" else _sitemap_entry
    for piece in itertools.chain(filter(None, pieces), [b""]):
        fault = None
        try:
            parser.feed(piece) if piece else parser.close()
        except etree.XMLSyntaxError as error:
            fault = error
        for _, unit in parser.read_events():
            if form.namespace is None:
                form.namespace = str(unit.tag).rpartition("}")[0][1 : _LONGEST_FAULT + 1]
            entry = entry_of(unit)
            if entry.loc:
                yield entry
            _forget(unit)
        if fault is not None:
            raise fault


def _sitemap_entry(unit: etree._Element) -> Entry:
    """`loc` counts only as a child of the unit and in its namespace: image:loc is another thing."""
    space = str(unit.tag).rpartition("}")[0]
    loc = lastmod = ""
    ranked = False
    for child in unit:
        child_space, _, name = str(child.tag).rpartition("}")
        if name == "loc" and child_space == space:
            loc = loc or (child.text or "").strip()
        elif name == "lastmod":
            lastmod = lastmod or (child.text or "").strip()
        ranked = ranked or name in ("priority", "changefreq")
    return Entry(loc, lastmod, of_element(unit), ranked)


def _feed_entry(unit: etree._Element) -> Entry:
    """RSS: the text of `link`. Atom: `href` of the `link` that is the entry itself."""
    loc = lastmod = ""
    for child in unit:
        name = str(child.tag).rpartition("}")[2]
        if name == "link" and child.get("rel", "alternate") == "alternate":
            loc = loc or (child.get("href") or child.text or "").strip()
        elif name in _FEED_DATES:
            lastmod = lastmod or (child.text or "").strip()
    return Entry(loc, lastmod)


def _forget(unit: etree._Element) -> None:
    """Free what was read: the tree must not grow with the file."""
    unit.clear()
    parent = unit.getparent()
    while parent is not None and unit.getprevious() is not None:
        del parent[0]


def _from_the_first_sign(pieces: Iterable[bytes], notes: list[str]) -> Iterator[bytes]:
    """Without blank space (and a BOM before it) in front of `<?xml`, which no XML parser takes."""
    pieces = iter(pieces)
    first = next(pieces, b"")
    bare = first.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n\t ")
    if bare.startswith(b"<") and len(bare) < len(first.removeprefix(codecs.BOM_UTF8)):
        notes.append("blank space before the XML begins")
        first = bare
    yield first
    yield from pieces


def _lines(pieces: Iterable[bytes], encoding: str) -> Iterator[Entry]:
    """One address a line (a line that is none is an entry all the same: whoever reads it counts it)."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    rest = ""
    for piece in itertools.chain(pieces, [b""]):
        *lines, rest = (rest + decoder.decode(piece, final=not piece)).split("\n")
        if len(rest) > _LONGEST_LINE:
            lines, rest = [*lines, rest[:_LONGEST_LINE]], ""
        yield from (Entry(line.strip()) for line in lines if line.strip("\ufeff \r\t"))
    if rest.strip("\ufeff \r\t"):
        yield Entry(rest.strip())


def _encoding(head: bytes) -> str:
    return "utf-16" if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
