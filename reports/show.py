"""How addresses and texts of pages are shortened for the eye."""

from __future__ import annotations

import re
from urllib.parse import unquote

_URL = 300  # characters of an address that are shown
_LANG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
_ESCAPED = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")


def shorten(text: str, most: int) -> str:
    """The beginning of a text of a page, on one line."""
    line = " ".join(text[: 8 * most].split())
    whole = len(line) <= most and len(text) <= 8 * most
    return line if whole else line[: most - 1] + "…"


def address(url: str, origin: str) -> tuple[str, str, str]:
    """An address of the site as people read it: folders, what differs, closing slash. The site itself is left out.

    Escaped letters are shown as letters; a long address loses its middle, never its end.
    """
    shown = url.removeprefix(origin) if url.startswith(origin + "/") else url
    shown = _cut(_ESCAPED.sub(_readable, _cut(shown, 12 * _URL)), _URL)  # a letter is up to 12 characters escaped
    path, mark, query = shown.partition("?")
    if mark:
        return path, mark + query, ""
    body = path.rstrip("/")
    if not body:
        return "", shown, ""
    cut = body.rfind("/") + 1
    return path[:cut], body[cut:], path[len(body) :]


def lang(code: str) -> str:
    """A page's own language for the attribute of that name; empty when it is no language tag."""
    return code if _LANG.fullmatch(code) else ""


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 3]}…{text[-most * 2 // 3 :]}"


def _readable(match: re.Match[str]) -> str:
    """Escaped bytes as the letters they are, unless they are none or would not be seen."""
    try:
        text = unquote(match[0], errors="strict")
    except UnicodeDecodeError:
        return match[0]
    return text if text.isprintable() and " " not in text else match[0]
