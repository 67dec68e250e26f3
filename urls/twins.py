"""The addresses that may show the same page as one address: all its twins, for an owner who checks by hand or by probe.

`spellings` picks a few of them for probes behind a crawl; here is the whole list. Pure text, no network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, unquote, urlsplit, urlunsplit

import ada_url

from . import identity
from .spellings import upper

Kind = Literal[
    "protocol", "www", "slash", "home", "index_file", "upper_case", "double_slash", "tracking", "parameter",
    "percent", "percent_legacy", "idn", "page_one", "print", "amp", "mobile",
]  # fmt: skip
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]
INDEX_FILES = (
    "index.php", "index.html", "index.htm", "index", "index.asp", "index.aspx", "index.jsp", "index.shtml",
    "index.xhtml", "index.pl", "index.cgi", "default.asp", "default.aspx", "default.htm", "default.html", "home.php",
    "home.html",
)  # fmt: skip
_WORDS: dict[str, tuple[str, str | bool]] = {
    "https": ("protocol", "https"), "http": ("protocol", "http"), "www": ("www", True), "no-www": ("www", False),
    "slash": ("slash", True), "no-slash": ("slash", False),
}  # fmt: skip
_INDEX = re.compile(rf"(?<=/)(?:{'|'.join(map(re.escape, INDEX_FILES))})$", re.IGNORECASE)
_LETTERS = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")
_FILE = re.compile(r"[^/]\.[A-Za-z][A-Za-z0-9]{1,5}$")


@dataclass(frozen=True, slots=True)
class Main:
    """The main spelling of a site's addresses; None: as the address given."""

    protocol: str | None = None
    www: bool | None = None
    slash: bool | None = None


@dataclass(frozen=True, slots=True)
class Twin:
    """Another address that may show the page."""

    kind: Kind
    url: str

    @property
    def key(self) -> str:
        """Its identity key. Twins with that of the page are the same address by the standards."""
        return identity.key(self.url)


def main_spelling(text: str) -> Main:
    """Reads `https,no-www,slash`, any of them in any order. Raises ValueError naming the word that is none of them."""
    found: dict[str, str | bool] = {}
    for word in filter(None, (word.strip().lower() for word in text.split(","))):
        if word not in _WORDS or _WORDS[word][0] in found:
            raise ValueError(word)
        name, value = _WORDS[word]
        found[name] = value
    return Main(**found)  # type: ignore[arg-type]


def spelt(url: str, main: Main) -> str:
    """The address in the main spelling, without fragment: an index file, campaign tags and the like are kept.

    The path keeps its spelling, escapes and all. Empty for what is no web address. A final slash is neither put behind
    the name of a file nor taken from the home page; an address with a port or an IP address keeps protocol and host.
    """
    url = identity.without_credentials(identity.resolve("", url)).partition("#")[0]
    if not url:
        return ""
    parts = urlsplit(url)
    if main.protocol and not parts.port:
        parts = parts._replace(scheme=main.protocol)
    bare = parts.netloc.removeprefix("www.")
    if main.www is not None and _is_name(parts.netloc):
        parts = parts._replace(netloc=f"www.{bare}" if main.www else bare)
    if main.slash is not None and parts.path != "/" and not _FILE.search(parts.path):
        slashed = parts.path if parts.path.endswith("/") else parts.path + "/"
        parts = parts._replace(path=slashed if main.slash else parts.path.rstrip("/") or "/")
    return urlunsplit(parts)


def twins(url: str) -> list[Twin]:
    """The twins of an address in its main spelling (see `spelt`), each address once and never the page's own spelling.

    First protocol and host, then the path, then parameters: in the order in which they are worth setting up.
    """
    found = {url: Twin("home", url)}
    for twin in _all(url):
        found.setdefault(twin.url, twin)
    return list(found.values())[1:]


def _all(url: str) -> Iterator[Twin]:
    parts = urlsplit(url)
    if not parts.port:
        yield Twin("protocol", urlunsplit(parts._replace(scheme="http" if parts.scheme == "https" else "https")))
    if _is_name(parts.netloc):
        bare = parts.netloc.removeprefix("www.")
        yield Twin("www", urlunsplit(parts._replace(netloc=bare if bare != parts.netloc else f"www.{bare}")))
    for kind, path in _paths(parts.path):
        yield Twin(kind, urlunsplit(parts._replace(path=path)))
    yield Twin("tracking", _with(url, "utm_source=test"))
    yield Twin("parameter", _with(url, "pagetwin=1"))
    yield from _encodings(url)
    yield from _hosts(url)
    for more in ("page=1", "PAGEN_1=1"):
        yield Twin("page_one", _with(url, more))
    for more in ("print=1", "print=Y"):
        yield Twin("print", _with(url, more))
    for kind, path in _folders(parts.path):
        yield Twin(kind, urlunsplit(parts._replace(path=path)))
    yield Twin("amp", _with(url, "amp=1"))
    if _is_name(parts.netloc):
        bare = parts.netloc.removeprefix("www.")
        yield Twin("amp", urlunsplit(parts._replace(netloc=f"amp.{bare}")))
        yield Twin("mobile", urlunsplit(parts._replace(netloc=f"m.{bare}")))


def _paths(path: str) -> Iterator[tuple[Kind, str]]:
    if path == "/":
        yield "home", ""
    else:
        yield "slash", path[:-1] if path.endswith("/") else path + "/"
    folder = path if path.endswith("/") else path + "/"
    if _INDEX.search(path):
        yield "index_file", _INDEX.sub("", path)
    elif not _FILE.search(path):
        for name in INDEX_FILES:
            yield "index_file", folder + name
    if (capitals := upper(path)) != path:
        yield "upper_case", capitals
    if path != "/":
        above, _, name = path[:-1].rpartition("/")
        yield "double_slash", f"{above}//{name}{path[-1]}"


def _folders(path: str) -> Iterator[tuple[Kind, str]]:
    """Print and AMP versions in folders of their own."""
    folder = path if path.endswith("/") else path + "/"
    yield "print", f"/print{path}"
    if not _FILE.search(path):
        yield "print", f"{folder}print/"
        yield "amp", f"{folder}amp/"
    yield "amp", f"/amp{path}"


def _encodings(url: str) -> Iterator[Twin]:
    """Other ways to write the letters of the path; all but the legacy one are the same address by the standards."""
    parts = urlsplit(url)
    if re.search("%(?![0-9A-Fa-f]{2})", parts.path):
        return  # a stray % makes any rewriting of it another address
    letters = _LETTERS.sub(_decoded, parts.path)
    if letters != parts.path:
        lower = re.sub("%..", lambda escape: escape[0].lower(), parts.path)
        for path in (lower, letters):
            yield Twin("percent", urlunsplit(parts._replace(path=path)))
        with suppress(UnicodeEncodeError):  # the letters of other alphabets
            legacy = re.sub(r"[^\x00-\x7f]+", lambda word: quote(word[0].encode("cp1251")), letters)
            yield Twin("percent_legacy", urlunsplit(parts._replace(path=legacy)))
    elif letter := re.search(r"(?<![%\w])[A-Za-z]", parts.path):
        path = f"{parts.path[: letter.start()]}%{ord(letter[0]):02X}{parts.path[letter.end() :]}"
        yield Twin("percent", urlunsplit(parts._replace(path=path)))


def _hosts(url: str) -> Iterator[Twin]:
    """A host in Punycode as the letters that it stands for."""
    parts = urlsplit(url)
    if "xn--" in parts.netloc:
        yield Twin("idn", urlunsplit(parts._replace(netloc=str(ada_url.idna_to_unicode(parts.netloc)))))


def _decoded(escapes: re.Match[str]) -> str:
    """The letters that escapes stand for; the escapes where they are no UTF-8, or would not be seen."""
    try:
        text = unquote(escapes[0], errors="strict")
    except UnicodeDecodeError:
        return escapes[0]
    return text if text.isprintable() else escapes[0]


def _with(url: str, more: str) -> str:
    return f"{url}{'&' if urlsplit(url).query else '?'}{more}"


def _is_name(netloc: str) -> bool:
    """Whether a host is a registered name, which may have sisters with www and m: no port, no IP address."""
    return ":" not in netloc and "." in netloc and not re.fullmatch(r"[\d.]+", netloc) and not netloc.startswith("[")
