"""The HTTP `Link` header (RFC 8288, section 3): targets with their relations, however oddly they are written.

httpx keeps one link per relation and so loses all alternates but the last; this parser keeps every link of a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LENGTH = 65_536  # characters of one header line that are read

_TARGET = re.compile(r"<([^>]*)>")
# One parameter after its semicolon: name, then a quoted value or one that ends at the next separator.
_PARAMETER = re.compile(r'\s*;\s*([^\s=;,"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;,]*)))?', re.DOTALL)
_REST = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*"?)*', re.DOTALL)  # up to the comma that ends an element
_SEPARATORS = re.compile(r"[\s,]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class HeaderLink:
    """One link: its target as written, its relations in lower case, and the parameters that matter to an audit.

    `hreflang` may be repeated, of all others the first counts. `anchor` is None when the link is about the page itself.
    """

    target: str
    rels: tuple[str, ...] = ()
    hreflang: tuple[str, ...] = ()
    media: str = ""
    anchor: str | None = None


def parse(line: str, unparsable: list[str] | None = None) -> list[HeaderLink]:
    """The links of one header line, in order. What has no `<target>` is put into `unparsable`, nothing raises."""
    line = line[:MAX_LENGTH]
    links = []
    at = _end(_SEPARATORS, line, 0)
    while at < len(line):
        if target := _TARGET.match(line, at):
            at, parameters = _parameters(line, target.end())
            links.append(_link(target[1].strip(), parameters))
        begins, at = at, _end(_REST, line, at)
        if target is None and unparsable is not None:
            unparsable.append(line[begins:at].strip())
        at = _end(_SEPARATORS, line, at)
    return links


def _end(pattern: re.Pattern[str], line: str, at: int) -> int:
    match = pattern.match(line, at)
    return match.end() if match else at


def _parameters(line: str, at: int) -> tuple[int, list[tuple[str, str]]]:
    found = []
    while match := _PARAMETER.match(line, at):
        at = match.end()
        quoted, plain = match[2], match[3]
        value = _ESCAPED.sub(r"\1", quoted) if quoted is not None else (plain or "").strip()
        found.append((match[1].lower(), value))
    return at, found


def _link(target: str, parameters: list[tuple[str, str]]) -> HeaderLink:
    first = dict(reversed(parameters))
    return HeaderLink(
        target=target,
        rels=tuple(first.get("rel", "").lower().split()),
        hreflang=tuple(value for name, value in parameters if name == "hreflang"),
        media=first.get("media", ""),
        anchor=first.get("anchor"),
    )
