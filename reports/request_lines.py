"""What a client sends for an address, and how nginx and Apache are told of it. Pure; no address gets out of its quotes.

A rule compares the request as it was sent (`$request_uri`, `THE_REQUEST`): with its query and its escapes, and before
the server looks for an index file, so that `/` is never taken for `/index.php`. Sources: nginx, ngx_http_map_module and
the tokens of its configuration; Apache, mod_rewrite and "Configuration Files".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import ada_url

from ..urls import identity

LONGEST = 1800  # characters of an address in a rule; browsers and servers take little more
NGINX_LONGEST = 4000  # of a line; nginx takes 4,096 bytes for a word and refuses the file for a longer one
# What a browser makes of an address; no quote, and what follows # is not sent.
_ADDRESS = re.compile(r"(https?)://(?:[^/@]*@)?(\[[^]/]*\]|[^/:@]+)(?::([0-9]+))?(/[!$-~]*)(?:#.*)?", re.DOTALL)
_HEX = re.compile(r"%([0-9A-Fa-f]{2})")
_SIGN = re.compile(r"[^A-Za-z0-9/_%-]")
_PORTS = {"http": "80", "https": "443"}


class Sent(NamedTuple):
    """A request: scheme, host without port as punycode, port as written, path with query as ASCII without quotes."""

    scheme: str
    host: str
    port: str
    target: str

    @property
    def key(self) -> str:
        """What nginx looks up; the port is left out, as `$host` has none."""
        return f"{self.scheme}://{self.host}{self.target}"

    @property
    def url(self) -> str:
        """The address in full, as it stands in a Location."""
        return f"{self.scheme}://{self.host}{self.port and ':' + self.port}{self.target}"


def sent(url: str) -> Sent | None:
    """What a browser sends for an address; None where it is none or too long for a rule."""
    try:
        match = _ADDRESS.fullmatch(ada_url.normalize_url(url))
    except ValueError:
        return None
    return Sent(*match.groups(default="")) if match and len(match[0]) <= LONGEST else None


def spellings(url: str) -> Iterator[Sent]:
    """The requests that mean this address: as written, and as its key writes it (`%7E` and `~`)."""
    written, plain = sent(url), sent(identity.key(url))
    if written:
        yield written
    if written and plain and plain.target.lower() != written.target.lower():  # escapes are matched in either case
        yield plain


def pattern(text: str) -> str:
    """A regular expression (PCRE) for text in ASCII; the digits of percent escapes in either case."""
    return _HEX.sub(lambda m: m[0] if m[1].isdigit() else f"%(?i:{m[1]})", _SIGN.sub(r"\\\g<0>", text))


def nginx_line(source: str, target: str, *, case: bool) -> str:
    """An entry of the map: nginx compares words regardless of case, so where case tells addresses apart (`case`) an
    expression has to."""
    word = f"~^{pattern(source)}$" if case else source
    return f"{_quoted(word)} {_quoted(target.replace('$', '${pagetwin_dollar}'))};"


def apache_lines(source: Sent, target: Sent) -> tuple[str, str]:
    """A condition and its rule, for the configuration of a host and for .htaccess alike."""
    port = source.port or _PORTS[source.scheme]
    port = f":{port}" if source.port else f"(?::{port})?"
    host = f"(?i:{pattern(source.host)}){port}"
    asked = f"^{source.scheme}://{host} (?:GET|HEAD) {pattern(source.target)} HTTP/"
    # mod_rewrite ends a word at the next quote, which no address has, and takes backslashes as they are. In place of a
    # substitution, % and $ stand for parts of what matched, `${NAME}` for a value of the server.
    to = re.sub(r"[\\$%{}]", r"\\\g<0>", target.url)
    return (
        f'RewriteCond "%{{REQUEST_SCHEME}}://%{{HTTP_HOST}} %{{THE_REQUEST}}" "{asked}"',
        f'RewriteRule "^" "{to}" [R=301,NE,QSD,L]',
    )


def _quoted(text: str) -> str:
    """A word for nginx, where a backslash is doubled; no address has a quote."""
    return '"' + text.replace("\\", "\\\\") + '"'
