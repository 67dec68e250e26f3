"""Access logs of a web server (combined format, packed or not): visits of search bots.

A bot is known by its user agent alone, which anyone can send: the visits are unverified, and said to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice

from .bundle import Bundle
from .lines import lines
from .records import Faults, Import, Signal, Told

LOOKED_FOR = "an access log in the combined format"
BOTS = {"googlebot": "Googlebot", "yandexbot": "YandexBot"}
_QUOTED = r'"((?:[^"\\]|\\.)*+)"'
# Perhaps the virtual host; client, two names, time, request, status, size, referrer, user agent, perhaps more.
_LINE = re.compile(
    rf"(?:([\w.-]+\.[\w-]+)(?::\d+)? )?\S+ \S+ \S.{{0,99}}? \[(\d\d)/(\w{{3}})/(\d{{4}}):([\d:]{{8}})[^\]]{{0,10}}\] "
    rf"{_QUOTED} (\d{{3}}) \S+ {_QUOTED} {_QUOTED}"
)
_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {m: n for n, m in enumerate(_NAMES, 1)}


def imports(bundle: Bundle, _: Told) -> list[Import] | None:
    """The visits in a log: a file in whose first lines there are some of the format."""
    found = []
    for name in bundle.names:
        with closing(lines(bundle, name, Faults())) as numbered:
            first = [line for _, line in islice(numbered, 20)]
        if any(_LINE.match(line) for line in first):
            found.append(Import("log", "", partial(_rows, bundle, name)))
    return found or None


def _rows(bundle: Bundle, name: str, faults: Faults) -> Iterator[Signal]:
    with closing(lines(bundle, name, faults)) as numbered:
        for number, line in numbered:
            if not line.strip():
                continue
            match = _LINE.match(line)
            if not match:
                faults.add(f"line {number}", "not in the combined format")
                continue
            agent = match[9].lower()
            bot = next((b for word, b in BOTS.items() if word in agent), "")
            if not bot:
                faults.aside += 1
                continue
            request = match[6].split(" ")
            if len(request) < 2 or match[3] not in _MONTHS:
                faults.add(f"line {number}", "no address in its request")
                continue
            seen = f"{match[4]}-{_MONTHS[match[3]]:02}-{match[2]}T{match[5]}"
            url = f"//{match[1]}{request[1]}" if match[1] and request[1].startswith("/") else request[1]
            yield Signal(url, number, visits=1, status=match[7], seen=seen, bot=bot)
