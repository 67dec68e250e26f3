"""One key per address: the spellings that RFC 3986 section 6.2.2 and the WHATWG URL Standard call the same, merged.

Only what is safe is merged: scheme and host case, default port, empty path, dot segments, fragment, case of percent
escapes, escapes of unreserved characters, raw non-ASCII as UTF-8 escapes, IDN as Punycode (UTS 46), an empty query.
Path case, trailing slash, query order, double slashes and `%2F` stay: a server may tell such addresses apart.
Ids, order and joins of the whole program rest on this key.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

import ada_url

# Not after a stray "%" or "%X": decoding there would make an escape that was none ("%%32e" is not "%2e").
_ESCAPE = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_USER_INFO = re.compile(r"^((?:[a-z][a-z0-9+.-]*:)?//).*@|^[^/\\?#\s]+:[^/\\?#\s]*@", re.IGNORECASE | re.DOTALL)
_BREAKS = re.compile(r"[\t\n\r]")

Oddity = Literal["backslash", "route", "escaped_and", "white_space", "final_dot", "empty_query"]
_ODD: dict[Oddity, re.Pattern[str]] = {
    # Browsers and Google read a backslash as a slash; Yandex documents the address as a separate page.
    "backslash": re.compile(r"^[^?#]*\\"),
    "route": re.compile(r"#[!/]"),  # a page of its own to a script, never to an engine
    "escaped_and": re.compile(r"\?[^#]*&amp;"),
    "white_space": re.compile(r"^\s|\s$|[\t\n\r]"),
    "final_dot": re.compile(r"^[^:/?#]+://[^/?#]*\.(?::\d+)?(?:[/?#]|$)"),
    "empty_query": re.compile(r"\?(?:#|$)"),
}


class Spelling(NamedTuple):
    """An address as somebody wrote it, as it can be asked for, its key, and what is odd about the writing."""

    raw: str
    url: str
    key: str
    oddities: tuple[Oddity, ...]


def read(raw: str, base: str = "") -> Spelling:
    """An address as written, on a page at `base` if it is relative; `url` and `key` are empty when it is none."""
    url = resolve(base, raw)
    return Spelling(raw, url, key(url) if url else "", tuple(name for name, odd in _ODD.items() if odd.search(raw)))


def resolve(base: str, reference: str) -> str:
    """The absolute address that `reference` means on a page at `base`; empty when it means none that can be fetched.

    Only http and https count. The spelling is kept but for what joining needs (WHATWG URL Standard, section 4.4).
    """
    reference = _BREAKS.sub("", reference.strip())
    try:
        url = ada_url.join_url(base, reference) if base else ada_url.normalize_url(reference)
    except ValueError:
        return ""
    return url if url.startswith(("http://", "https://")) else ""


@lru_cache(maxsize=8192)  # the links of a site's menus; an entry takes half a kilobyte
def key(url: str) -> str:
    """The identity key of an absolute http(s) address; empty when it is none. `key(key(u)) == key(u)`.

    Credentials in the address are left out: they say who asks, not what is asked for.
    """
    try:
        parsed = ada_url.URL(_BREAKS.sub("", url.strip()))
    except ValueError:
        return ""
    if parsed.protocol not in ("http:", "https:") or not parsed.host:
        return ""
    # Decoding %2E may make a new dot segment, so the path is parsed once more after it.
    path = _escapes(parsed.pathname)
    if path != parsed.pathname:
        try:
            path = ada_url.URL(f"http://h{path}").pathname
        except ValueError:
            return ""
    query = _escapes(parsed.search)
    return f"{parsed.protocol}//{parsed.host}{_escapes(path)}{query if query != '?' else ''}"


def host(url: str) -> str:
    """Host name in lower case without port (`[::1]` keeps its brackets); empty when there is none."""
    try:
        return str(ada_url.URL(url).hostname)
    except ValueError:
        return ""


def origin(url: str) -> str:
    """Scheme, host and port: `https://example.com:8443`; the scope of one robots.txt (RFC 9309, section 2.3)."""
    try:
        return str(ada_url.URL(url).origin)
    except ValueError:
        return ""


def path_and_query(url: str) -> str:
    """What robots.txt rules and patterns are matched against: `/a/b?x=1`."""
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def without_credentials(url: str) -> str:
    """The address as it may be shown and logged; also of what is none, but has something like credentials in it."""
    if "@" not in url:
        return url
    try:
        parsed = ada_url.URL(url)
    except ValueError:
        return _USER_INFO.sub(lambda match: match[1] or "", url)
    if parsed.protocol not in ("http:", "https:"):
        return _USER_INFO.sub(lambda match: match[1] or "", url)
    if parsed.username or parsed.password:
        parsed.username = parsed.password = ""
    return str(parsed.href)


def _escapes(text: str) -> str:
    return _ESCAPE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    value = int(match[1], 16)
    return chr(value) if value in _UNRESERVED else f"%{match[1].upper()}"
