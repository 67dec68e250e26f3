"""How addresses and texts of pages are shortened for the eye."""

from __future__ import annotations

import re
from urllib.parse import unquote

_URL = 300  # characters of an address that are shown


def shorten(text: str, most: int) -> str:
    """The beginning of a text of a page, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


_ESCAPED = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")


def address(url: str, origin: str) -> tuple[str, str, str]:
    """An address of the site as people read it: folders, what differs, closing slash. The site itself is left out.

    Escaped letters are shown as letters; a long address loses its middle, never its end.
    """
    shown = url.removeprefix(origin) if url.startswith(origin + "/") else url
    shown = _ESCAPED.sub(_readable, shown)
    if len(shown) > _URL:
        shown = f"{shown[: _URL // 3]}…{shown[-_URL * 2 // 3 :]}"
    path, mark, query = shown.partition("?")
    if mark:
        return path, mark + query, ""
    body = path.rstrip("/")
    if not body:
        return "", shown, ""
    cut = body.rfind("/") + 1
    return path[:cut], body[cut:], path[len(body) :]


def _readable(match: re.Match[str]) -> str:
    text = unquote(match[0], errors="strict") if _decodes(match[0]) else match[0]
    return text if text.isprintable() and " " not in text else match[0]


def _decodes(escaped: str) -> bool:
    try:
        unquote(escaped, errors="strict")
    except UnicodeDecodeError:
        return False
    return True
