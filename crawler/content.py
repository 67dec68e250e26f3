"""The content area: which elements of a page are its text, by the owner's CSS selectors."""

from __future__ import annotations

import re
from dataclasses import dataclass

import ada_url
from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..config import ContentArea, CrawlSettings

_FURNITURE = frozenset(("nav", "header", "footer", "aside", "form"))
_CELLS = frozenset(("caption", "thead", "tbody", "tfoot", "tr", "td", "th"))

Found = tuple[tuple[str, int], ...]  # selectors with the number of elements that each found


@dataclass(frozen=True, slots=True)
class Area:
    """The selectors for one page."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()


def area(settings: CrawlSettings, url: str) -> Area:
    """The selectors that hold for an address (see config.CrawlSettings)."""
    include, exclude = settings.content_include, settings.content_exclude
    if settings.content:
        parsed = ada_url.URL(url)
        matching = [a for a in settings.content if _matches(a, parsed.pathname + parsed.search)]
        include = next((a.include for a in matching if a.include), include)
        exclude += tuple(selector for a in matching for selector in a.exclude)
    return Area(include, tuple(dict.fromkeys(exclude)))


def cut(tree: LexborHTMLParser, area: Area) -> tuple[str, Found]:
    """(markup of the page with its content area alone, what each selector found). Changes the tree.

    What is excluded is removed first. Where no include finds anything, the whole page stays: a page of another
    template must not be taken for an empty one.
    """
    found = tuple((selector, len(tree.css(selector))) for selector in dict.fromkeys((*area.include, *area.exclude)))
    for node in _outermost(tree.css(", ".join(area.exclude))) if area.exclude else ():
        if node.tag not in ("html", "head", "body"):
            node.decompose(recursive=False)
    kept = _outermost(tree.css(", ".join(area.include))) if area.include else []
    if not kept:
        return tree.html or "", found
    head = tree.head.html if tree.head else ""
    return f"<!doctype html><html>{head}<body>{''.join(map(_markup, kept))}</body></html>", found


def note(area: Area, found: Found) -> str:
    """What the owner should know of a page on which no include found anything; empty otherwise."""
    if not area.include or any(number for selector, number in found if selector in area.include):
        return ""
    return f"read whole: {' and '.join(repr(selector) for selector in area.include)} found nothing on it"


def _matches(area: ContentArea, path: str) -> bool:
    return re.search(area.path, path) is not None


def _outermost(nodes: list[LexborNode]) -> list[LexborNode]:
    """The nodes that stand in no other of them, each once, in document order (in which they come)."""
    ids = {node.mem_id for node in nodes}
    kept = {}
    for node in nodes:
        parent = node.parent
        while parent is not None and parent.mem_id not in ids:
            parent = parent.parent
        if parent is None:
            kept[node.mem_id] = node
    return list(kept.values())


def _markup(node: LexborNode) -> str:
    """An element so that it counts: one that is named for furniture is meant here, and cells need their table."""
    html = node.html or ""
    if node.tag in _FURNITURE:
        return f"<div>{node.inner_html}</div>"
    return f"<table>{html}</table>" if node.tag in _CELLS else html
