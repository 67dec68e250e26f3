"""Where links stand in the text of a page, and what ended its head before them.

Lexbor decides what stands in head (HTML Standard, scripting off), but tells no lines. The line of a link is looked for
in the text. What ended the head is found by the parser itself: the shortest beginning of the text that puts something
into body ends with it. Both are done only for pages that need it.
"""

from __future__ import annotations

import dataclasses
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from ..model import Annotation, HeadEnd
from .parse import MAX_ANNOTATIONS, Annotations, Facts, facts

# What is no markup (comments, text of elements like script), and the tags that are looked for outside of it.
_TOKEN = re.compile(
    r"<(?:!--.*?(?:-->|\Z)|(script|style|title|textarea|xmp|iframe|noembed|noframes)\b[^<>]*+>.*?(?:</\1\b|\Z)"
    r"|(?P<tag>link|body|/head)\b[^<>]*+)",
    re.IGNORECASE | re.DOTALL,
)
_NOSCRIPT = re.compile(r"<noscript\b[^<>]*+>.*?(?:</noscript\s*+>|\Z)", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(r"<link\b[^<>]*?\b(?:rel\s*+=\s*+[\"']?canonical|hreflang\s*+=)", re.IGNORECASE)
_SCRIPTS = re.compile(r"(?:(?:text|application)/(?:x-)?(?:java|ecma)script|module)?", re.IGNORECASE)


def parsed(html: str) -> LexborHTMLParser:
    """The tree of a text. NUL is left out, as browsers do; by the letter of the standard it would end the head."""
    return LexborHTMLParser(html.replace("\0", ""), options=LexborDocumentOptions.WO_EVENTS)


def placed(found: Facts, tree: LexborHTMLParser, html: str) -> Facts:
    """The facts with the lines of hreflang links and with what ended the head, where links are lost by it.

    `tree` is that of `html`, as parsed.
    """
    said = found.said
    if said.hreflang:
        said = dataclasses.replace(said, hreflang=tuple(_with_lines(said.hreflang, html)))
    end = _end(tree, html, _outside(said)) if _outside(said) else None
    return dataclasses.replace(found, said=said, head_end=end or _swallowed(said, tree, html))


def _with_lines(links: Iterable[Annotation], html: str) -> Iterator[Annotation]:
    """Each with the line of the next tag that has its code and address; 0 where none has."""
    tags = [
        (match.start(), unescape(match[0]))
        for match in islice(_tags(html, "link"), 4 * MAX_ANNOTATIONS)
        if "hreflang" in match[0].lower()
    ]
    at, line = 0, 1
    for link in links:
        for n, (begins, tag) in enumerate(tags):
            if link.hreflang in tag and link.raw in tag:
                line += html.count("\n", at, begins)
                at = begins
                tags = tags[n + 1 :]
                link = link._replace(line=line)
                break
        yield link


def _tags(html: str, *names: str) -> Iterator[re.Match[str]]:
    return (match for match in _TOKEN.finditer(html) if (match["tag"] or "").lower() in names)


def _outside(said: Annotations) -> int:
    return [*(x.source for x in said.canonicals), *(x.source for x in said.hreflang)].count("body")


def _end(tree: LexborHTMLParser, html: str, behind: int) -> HeadEnd | None:
    first = tree.body.first_child if tree.body else None
    if first is None:
        return None
    begins = _begin_of_body(html, first.tag or "")
    marks = [(match.start(), (match["tag"] or "").lower()) for match in _tags(html, "body", "/head")]
    before = [mark for mark in marks if mark[0] < begins]
    closed = next((at for at, name in marks if name == "/head" and at > begins), None)
    opened = next((at for at, name in before if name == "body"), None)
    if opened is not None:
        return HeadEnd("body", _line(html, opened), behind)
    if before:  # closed in its place; what stands behind it opens body
        closed = None
    tag = "#text" if first.tag == "-text" else first.tag or ""
    noscript = _NOSCRIPT.search(html, 0, begins) is not None and _is_better_without_noscript(html, behind)
    return HeadEnd(tag, _line(html, begins), behind, 0 if closed is None else _line(html, closed), noscript)


def _begin_of_body(html: str, tag: str) -> int:
    """Where the text of the first node of body begins.

    Text is only cut behind a `>`: then a beginning of it never ends in half a tag that would be taken for text. So
    once body has something in it, it has it in all longer ones.
    """
    cuts = [match.end() for match in re.finditer(">", html)] + [len(html)]
    most = 1
    while most < len(cuts) and not _has_body(html[: cuts[most]]):
        most *= 2
    n = bisect_left(cuts, True, most // 2, min(most, len(cuts) - 1), key=lambda cut: _has_body(html[:cut]))
    begins = cuts[n - 1] if n else 0
    if tag == "-text":
        return begins + len(html[begins:]) - len(html[begins:].lstrip("\t\n\f\r "))
    opening = re.compile(rf"</?{re.escape(tag)}\b", re.IGNORECASE)
    if match := opening.search(html, begins, cuts[n]):
        return match.start()
    return max((match.start() for match in opening.finditer(html, 0, cuts[n])), default=html.rfind("<", 0, cuts[n]))


def _has_body(html: str) -> bool:
    body = parsed(html).body
    return body is not None and body.first_child is not None


def _is_better_without_noscript(html: str, behind: int) -> bool:
    """Whether a parser that runs scripts, to which noscript is text, leaves fewer links outside."""
    return _outside(facts(parsed(_NOSCRIPT.sub("", html)), "").said) < behind


def _swallowed(said: Annotations, tree: LexborHTMLParser, html: str) -> HeadEnd | None:
    """The unclosed element whose text holds a link that the tree lacks."""
    has = ((said.canonicals, "canonical"), (said.hreflang, "hreflang"))
    if not any(sign in html for links, sign in has if not links):
        return None
    for node in tree.css("title, script, style"):
        text = node.text()
        if "<link" not in text or (node.tag == "script" and not _is_open(text, node.attributes.get("type") or "")):
            continue
        if links := _LINK.findall(text):
            return HeadEnd(node.tag or "", _line(html, max(0, html.find(text))), len(links), swallowed=True)
    return None


def _is_open(text: str, kind: str) -> bool:
    """Whether the text of a script goes on in the markup behind it, rather than holding some in its strings."""
    if _SCRIPTS.fullmatch(kind) is None:
        return False
    before = (text[max(0, match.start() - 99) : match.start()].rstrip(" \t\r") for match in _LINK.finditer(text))
    return "</head" in text or any(code[-1:] in ("", "\n", ";", "}") for code in before)


def _line(html: str, at: int) -> int:
    return html.count("\n", 0, at) + 1
