"""What the spelling of an address tells: campaign and session parameters, index files, print and AMP versions.

The names of campaign and session parameters stand in parameters.csv, with their sources; those that change the content
on some sites (`ref`, `source`, `sid`, `page`) are of other classes. Sources: Google, URL structure
(https://developers.google.com/search/docs/crawling-indexing/url-structure); Yandex, duplicate pages
(https://yandex.ru/support/webmaster/en/yandex-indexing/about-doubles).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote_plus

from . import parameters as names

Kind = Literal["print", "amp", "tracking", "session", "index_file"]

_SESSION_PATH = re.compile(r";jsessionid=[^/;]*|/\(S\([^)/]*\)\)", re.IGNORECASE)
_EXTENSIONS = r"\.(?:html?|php|aspx?|jsp|shtml|xhtml|pl|cgi)"
_INDEX_FILE = re.compile(
    rf"(?<=/)(?:index(?:{_EXTENSIONS})?|home{_EXTENSIONS}|default\.(?:aspx?|html?))$", re.IGNORECASE
)
_YES = frozenset(("", "1", "y", "yes", "true"))


class Untidiness(NamedTuple):
    """How far an address is from the plain one, to be compared: the smaller the cleaner."""

    tracking: int
    session: int
    index_file: int
    printed: int
    parameters: int
    capitals: int


@lru_cache(maxsize=65_536)
def kinds(url: str) -> frozenset[Kind]:
    """Which kinds of variant an address looks like by its spelling; whether it is one, only the page can tell."""
    host, path, parameters = _parts(url)
    segments = path.lower().strip("/").split("/")
    found: set[Kind] = set()
    if any(_tracks(name) for name, _ in parameters):
        found.add("tracking")
    if _SESSION_PATH.search(path) or any(_is_session(name) for name, _ in parameters):
        found.add("session")
    if _INDEX_FILE.search(path):
        found.add("index_file")
    if _is_print(segments, parameters):
        found.add("print")
    if _is_amp(host, segments, parameters):
        found.add("amp")
    return frozenset(found)


def untidiness(url: str) -> Untidiness:
    """How clean an address is: no tracking, session, index file or print, few parameters, no capitals in its path."""
    found = kinds(url)
    _, path, parameters = _parts(url)
    return Untidiness(
        tracking="tracking" in found,
        session="session" in found,
        index_file="index_file" in found,
        printed="print" in found,
        parameters=len(parameters),
        capitals=_lower_path(path) != path,
    )


@lru_cache(maxsize=65_536)
def spelling(url: str) -> str:
    """What is left of an address without what usually changes nothing: two addresses with one are likely one page.

    Left out: scheme, `www.`, trailing and doubled slashes, index file, capitals, campaign and session parameters, the
    order of the others. A guess to be confirmed by the pages themselves, never an identity.
    """
    host, path, parameters = _parts(url)
    path = _INDEX_FILE.sub("", _SESSION_PATH.sub("", path))
    path = re.sub(r"/{2,}", "/", _lower_path(path)).rstrip("/")
    # Only names are sorted: a repeated name keeps the order of its values.
    kept = [(n, v) for n, v in parameters if not _tracks(n) and not _is_session(n)]
    query = "&".join(f"{name}={value}" for name, value in sorted(kept, key=lambda pair: pair[0]))
    return f"{host.removeprefix('www.')}{path}?{query}"


def _parts(url: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Host with port, path, and parameters: names in lower case, values as written.

    `&amp;` in an address is an `&` that was escaped once too often.
    """
    before, _, query = url.partition("://")[2].partition("#")[0].partition("?")
    host, slash, path = before.partition("/")
    pieces = (piece.partition("=") for piece in query.replace("&amp;", "&").split("&") if piece)
    return host.lower(), slash + path, [(unquote_plus(name).lower(), value) for name, _, value in pieces]


def _lower_path(path: str) -> str:
    """The path in lower case, its percent escapes as they are."""
    return re.sub(r"%[0-9A-Fa-f]{2}|[^%]+", lambda m: m[0] if m[0].startswith("%") else m[0].lower(), path)


def _tracks(name: str) -> bool:
    return names.kind(name) == "tracking"


def _is_session(name: str) -> bool:
    return names.kind(name) == "session"


def _is_print(segments: list[str], parameters: list[tuple[str, str]]) -> bool:
    # A section called /print/ alone may well be about printing.
    in_path = len(segments) > 1 and ("print" in (segments[0], segments[-1]))
    return (
        in_path
        or segments[-1] == "print.php"
        or any(
            (name in ("print", "printable") and value.lower() in _YES)
            or (name in ("format", "view") and value.lower() == "print")
            for name, value in parameters
        )
    )


def _is_amp(host: str, segments: list[str], parameters: list[tuple[str, str]]) -> bool:
    return (
        host.startswith("amp.")
        or segments[-1] == "amp"
        or (segments[0] == "amp" and len(segments) > 1)
        or segments[-1].endswith((".amp.html", ".amp"))
        or any(name == "amp" and value.lower() in _YES for name, value in parameters)
    )
