"""Rules on links that no reader can take for links: faults of HTTP Link headers, elements that are never closed."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import LinkFaultKind
from .rule import N_, Facts, Hit, rule


def _faults(facts: Facts, kind: LinkFaultKind, message: str) -> Iterator[Hit]:
    """One hit for each page with such faults: the first of them, and how many there are."""
    for number, faults in facts.link_faults.items():
        texts = [fault.text for fault in faults if fault.kind == kind]
        if texts:
            yield Hit(facts.pages[number], message, values={"text": texts[0], "n": len(texts)})


@rule("link-header-unparsable", ("any", "warning"))
def unparsable(facts: Facts) -> Iterator[Hit]:
    """A part of a Link header has no address in angle brackets.

    Why: Such a part is no link; what it was to say of canonical or hreflang is not said.
    Fix: Write the address as <https://example.com/page>, then ; and the parameters.
    Source: https://www.rfc-editor.org/rfc/rfc8288#section-3
    Fires: Link: https://e.com/; rel=canonical
    Silent: Link: <https://e.com/>; rel=canonical
    """
    said = N_("The Link header of %(url)s has parts without an address in angle brackets (%(n)s): %(text)s")
    return _faults(facts, "unparsable", said)


@rule("link-header-rel-missing", ("any", "error"))
def rel_missing(facts: Facts) -> Iterator[Hit]:
    """A Link header gives a language but not rel="alternate".

    Why: Google reads versions in other languages from links that say both.
    Fix: Add rel="alternate" to each of these links.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: Link: <https://e.com/de>; hreflang="de"
    Silent: Link: <https://e.com/de>; rel="alternate"; hreflang="de"
    """
    said = N_("Links of the Link header of %(url)s have hreflang without rel=alternate (%(n)s): %(text)s")
    return _faults(facts, "rel", said)


@rule("link-header-anchor", ("any", "info"))
def anchor(facts: Facts) -> Iterator[Hit]:
    """A Link header gives a canonical or hreflang link that speaks of another page.

    Why: A link with anchor is about the address that anchor names; here it is passed over.
    Fix: Leave anchor out, or send the link with the page that it is about.
    Source: https://www.rfc-editor.org/rfc/rfc8288#section-3.2
    Fires: /a sends Link: <https://e.com/c>; rel=canonical; anchor="/b"
    Silent: It sends no anchor, or its own address as one.
    """
    said = N_("Links of the Link header of %(url)s are about another page, by their anchor (%(n)s): %(text)s")
    return _faults(facts, "anchor", said)


@rule("head-swallowed", ("any", "error"))
def swallowed(facts: Facts) -> Iterator[Hit]:
    """A title, script or style element of the head is never closed, and its text holds canonical or hreflang links.

    Why: Up to its end tag everything is the text of such an element; no parser finds the links in it.
    Fix: Close the element.
    Source: https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
    Fires: <head><title>Shop<link rel="canonical" href="/c"></head>
    Silent: The element is closed; or its text holds such a link only as a string of a script.
    """
    for number, end in facts.head_ends.items():
        if end.swallowed:
            said = N_("%(tag)s on line %(line)s of %(url)s is not closed and swallows links: %(n)s")
            values: dict[str, str | int] = {"tag": f"<{end.tag}>", "line": end.line, "n": end.behind}
            yield Hit(facts.pages[number], said, values=values)


RULES = (unparsable, rel_missing, anchor, swallowed)
