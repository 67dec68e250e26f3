"""The hreflang links of a sitemap's `url` elements, from the tree or, where no parser takes the file, from its text."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, pairwise
from typing import NamedTuple

from lxml import etree

from ..model import Annotation
from ..urls import identity

_XHTML = "http://www.w3.org/1999/xhtml"
_MOST = 1_000  # of one address
_CODE, _ADDRESS = 100, 4_096  # characters kept, or an address may have
_DECLARED = re.compile(rf"\bxmlns:([\w.-]+)\s*+=\s*+[\"']{re.escape(_XHTML)}[\"']")
# No "<" inside: whatever the text is, each character is looked at a few times at most.
_TAG = re.compile(r"<(?:([\w.-]+):)?link\b([^<>]*+)>")
_LOC = re.compile(r"<(/?)(?:[\w.-]+:)?loc\b")
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)')")


class SitemapLink(NamedTuple):
    """A link as written; `attrs` as in model.Annotation."""

    code: str
    href: str
    attrs: str = ""


def of_element(unit: etree._Element) -> tuple[SitemapLink, ...]:
    """Links of a `url` element that have hreflang, of whatever namespace, and wherever they stand in it."""
    return tuple(islice(_in_tree(unit), _MOST))


def of_text(text: str, start: int, end: int, prefixes: frozenset[str]) -> tuple[SitemapLink, ...]:
    """The same of a `url` element between two places of a text; `prefixes` of `declared`."""
    return tuple(islice(_in_text(text, start, end, prefixes), _MOST))


def declared(text: str) -> frozenset[str]:
    """The prefixes that stand for XHTML somewhere in a text."""
    return frozenset(_DECLARED.findall(text))


def as_annotations(links: Iterable[SitemapLink], loc: str) -> tuple[Annotation, ...]:
    """What the links say of the address that they stand beside; a relative one is resolved against it."""
    return tuple(
        Annotation(
            -1, "sitemap", link.code[:_CODE], identity.without_credentials(link.href[:_ADDRESS]),
            _resolved(loc, link.href), attrs=link.attrs,
        )
        for link in links
    )  # fmt: skip


def _resolved(loc: str, href: str) -> str:
    return identity.without_credentials(identity.resolve(loc, href)) if href and len(href) <= _ADDRESS else ""


def _in_tree(unit: etree._Element) -> Iterator[SitemapLink]:
    for element in unit.iter(etree.Element):
        space, _, name = str(element.tag).rpartition("}")
        # A prefix that is not declared stays in the name.
        if name.rpartition(":")[2] == "link" and element.get("hreflang") is not None:
            parent = element.getparent()
            in_loc = parent is not None and str(parent.tag).rpartition("}")[2] == "loc"
            yield _link({str(k): str(v) for k, v in element.items()}, space == "{" + _XHTML, in_loc)


def _in_text(text: str, start: int, end: int, prefixes: frozenset[str]) -> Iterator[SitemapLink]:
    locs = [(a.end(), b.start()) for a, b in pairwise(_LOC.finditer(text, start, end)) if b[1] and not a[1]]
    for tag in _TAG.finditer(text, start, end):
        said = {name: html.unescape(double or single) for name, double, single in _ATTRIBUTE.findall(tag[2])}
        if "hreflang" in said:
            yield _link(said, tag[1] in prefixes, any(a <= tag.start() < b for a, b in locs))


def _link(said: Mapping[str, str], is_xhtml: bool, in_loc: bool) -> SitemapLink:
    has_rel = "alternate" in said.get("rel", "").lower().split()
    odd = (("namespace", not is_xhtml), ("rel", not has_rel), ("loc", in_loc))
    attrs = ",".join(name for name, holds in odd if holds)
    return SitemapLink(said["hreflang"].strip(), said.get("href", "").strip(), attrs)
