"""Objects of a JSON file one after another: one object, a list, a list inside an answer, or JSON Lines."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from .bundle import Bundle
from .records import Faults

_LONGEST = 2_000_000  # characters of one object; beyond, it is not what we know
_PIECE = 65_536
_LIST = re.compile(
    r'\s*(?:\[|\{\s*(?:"\w+"\s*:\s*(?:"[^"]*"|[\w.+-]+)\s*,\s*)*"(?:samples|results|items|inspections)"\s*:\s*\[)'
)
_BETWEEN = re.compile(r"[\s,]*")


def looks_like(head: bytes) -> bool:
    """Whether a file begins as JSON does."""
    return _text(head)[:2_000].lstrip().startswith(("{", "["))


def items(bundle: Bundle, name: str, faults: Faults) -> Iterator[tuple[int, dict[str, Any]]]:
    """(number from 1, object). What is no object is a fault; behind damage, reading goes on at the next line that
    begins with a brace."""
    decoder, number, buffer, begun = json.JSONDecoder(), 0, "", False
    pieces = _pieces(bundle, name)
    while True:
        if not begun:
            while len(buffer) < 2_000 and (piece := next(pieces, "")):
                buffer += piece
            start = _LIST.match(buffer)
            buffer, begun = buffer[start.end() if start else 0 :], True
        buffer = buffer[_BETWEEN.match(buffer).end() :]  # type: ignore[union-attr]
        if not buffer:
            buffer = next(pieces, "")
            if not buffer:
                return
            continue
        if buffer[0] in "]}":  # the end of the list, and of the answer around it
            return
        try:
            item, end = decoder.raw_decode(buffer)
        except RecursionError:
            number += 1
            faults.add(f"item {number}", "nested too deep")
            return
        except ValueError:
            piece = next(pieces, "") if len(buffer) < _LONGEST else ""
            if piece and not _is_damaged(buffer, decoder):
                buffer += piece
                continue
            number += 1
            faults.add(f"item {number}", "not JSON, or cut short")
            buffer = _behind(buffer + piece)
            continue
        number, buffer = number + 1, buffer[end:]
        if isinstance(item, dict):
            yield number, item
        else:
            faults.add(f"item {number}", "no object")


def _is_damaged(buffer: str, decoder: json.JSONDecoder) -> bool:
    """Whether more data cannot mend it: the error stands well before the end of what is there."""
    try:
        decoder.raw_decode(buffer)
    except json.JSONDecodeError as error:
        return not error.msg.startswith("Unterminated") and error.pos < len(buffer) - 64
    except ValueError:  # a number of too many digits
        return True
    return False


def _behind(buffer: str) -> str:
    at = buffer.find("\n{")
    return buffer[at + 1 :] if at >= 0 else ""


def _pieces(bundle: Bundle, name: str) -> Iterator[str]:
    with bundle.open(name) as file:
        start = file.read(_PIECE)
        decoder = codecs.getincrementaldecoder(_encoding(start))("replace")
        while start:
            yield decoder.decode(start)
            start = file.read(_PIECE)


def _encoding(start: bytes) -> str:
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig"


def _text(head: bytes) -> str:
    return head.decode(_encoding(head), "replace")
