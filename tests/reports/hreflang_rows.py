"""Rows of the table `hreflang` for tests, in an audit file of fixture.py."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable
from pathlib import Path

from pagetwin.audits.hreflang.clusters import LINE_STATES
from pagetwin.urls.identity import key

Entry = tuple[str, str, str]  # code, target, state
SOUND = ("self", "confirmed", "unknown")


def add(path: Path, rows: Iterable[tuple[str, int, str, list[Entry]]]) -> None:
    """Add (address, cluster, own code, entries), all of the head."""
    connection = sqlite3.connect(path)
    with connection:
        for url, cluster, own, entries in rows:
            connection.execute("INSERT OR IGNORE INTO addresses (key, url) VALUES (?, ?)", (key(url), url))
            (number,) = connection.execute("SELECT id FROM addresses WHERE key = ?", (key(url),)).fetchone()
            z = zlib.compress(json.dumps([(c, t, 1, LINE_STATES.index(s)) for c, t, s in entries]).encode())
            broken = sum(state not in SOUND for *_, state in entries)
            columns = "address, cluster, own, broken, z"
            connection.execute(
                f"INSERT INTO hreflang ({columns}) VALUES (?, ?, ?, ?, ?)", (number, cluster, own, broken, z)
            )
    connection.close()


def shop(origin: str, n: int, cluster: int) -> list[tuple[str, int, str, list[Entry]]]:
    """A product in two languages; the German page does not link back."""
    de, en = f"{origin}/de/product/{n}-blau.html", f"{origin}/en/product/{n}-blue.html"
    return [
        (de, cluster, "de", [("de", de, "self"), ("fr-CA", f"{origin}/ca/{n}", "unknown")]),
        (en, cluster, "en", [("de", de, "return-missing"), ("en", en, "self"), ("x-default", en, "self")]),
    ]
