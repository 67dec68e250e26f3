"""Other spellings of an address that a careless server answers with the same page."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit, urlunsplit

from ..model import ProbeKind

_INDEX = re.compile(r"(?<=/)index\.\w+$", re.IGNORECASE)
_PIECES = re.compile(r"%[0-9A-Fa-f]{2}|[^%]+|%")


def section(key: str) -> str:
    """The part of the site that an address is in, by its first folder: `https://e.com/docs/`; `https://e.com/`."""
    parts = urlsplit(key)
    first, slash, _ = parts.path[1:].partition("/")
    return f"{parts.scheme}://{parts.netloc}/{first + '/' if slash else ''}"


def of_page(key: str, www_twin: str, index_file: str) -> dict[ProbeKind, str]:
    """The spellings of a page, one of each kind; kinds that make no sense for the address are left out.

    `www_twin` is the host with or without www (empty: there is none, nor another scheme), `index_file` the name that
    index files have on the site.
    """
    parts = urlsplit(key)
    path, query = parts.path, parts.query
    more = f"{query}&" if query else ""
    found: dict[ProbeKind, str] = {}
    if www_twin and not parts.port:
        found["scheme"] = urlunsplit(parts._replace(scheme="http" if parts.scheme == "https" else "https"))
        found["www"] = urlunsplit(parts._replace(netloc=www_twin))
    if _INDEX.search(path):
        found["index_file"] = urlunsplit(parts._replace(path=_INDEX.sub("", path)))
    elif path.endswith("/"):
        found["index_file"] = urlunsplit(parts._replace(path=path + index_file))
    if path != "/":
        found["slash"] = urlunsplit(parts._replace(path=path[:-1] if path.endswith("/") else path + "/"))
        folder, _, name = path[:-1].rpartition("/")
        found["double_slash"] = urlunsplit(parts._replace(path=f"{folder}//{name}{path[-1]}"))
    if (capitals := upper(path)) != path:
        found["upper_case"] = urlunsplit(parts._replace(path=capitals))
    found["unknown_parameter"] = urlunsplit(parts._replace(query=f"{more}pagetwin=1"))
    found["tracking"] = urlunsplit(parts._replace(query=f"{more}utm_source=pagetwin"))
    return found


def missing(section: str) -> str:
    """An address in a section that no site has; always the same one, so that two runs give the same tables."""
    return f"{section}pagetwin-{hashlib.sha256(section.encode()).hexdigest()[:12]}"


def upper(path: str) -> str:
    """The path in capitals, its percent escapes as they are."""
    return "".join(piece if piece.startswith("%") else piece.upper() for piece in _PIECES.findall(path))
