"""What the methods page is given: how it was measured, with which versions and settings, and what terms mean."""

from __future__ import annotations

import json
import platform
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict
from importlib import metadata
from typing import Any

from .. import __version__
from ..config import Settings
from .language import Language
from .terms import SOURCES, TERMS

# Of docs/precision.md, the row of all pairs at the default thresholds: pairs read, sites, precision, 95 % interval.
READ, SITES, PRECISION, INTERVAL = 198, 9, 0.51, (0.44, 0.59)

_LIBRARIES = ("trafilatura", "datasketch", "selectolax", "numpy", "scipy")  # those that the measures depend on


def values(connection: sqlite3.Connection, settings: Settings, language: Language) -> dict[str, Any]:
    """All that methods.html.j2 names."""
    row = connection.execute("SELECT settings FROM crawls ORDER BY id DESC LIMIT 1").fetchone()
    crawl = json.loads(row[0]) if row else {}
    results = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM results")}
    kinds = dict(connection.execute("SELECT text, count(*) FROM analysed WHERE text <> '' GROUP BY 1"))
    return {
        "read": READ, "read_sites": SITES, "precision": PRECISION, "interval": INTERVAL,
        "versions": versions(), "crawl": _shown(crawl),
        "compare": _shown(results.get("compare", {})), "text": _shown(asdict(settings.text)),
        "by_main": kinds.get("main", 0), "by_body": kinds.get("body", 0),
        "terms": [(name, language._(term), language._(about)) for name, (term, about) in TERMS.items()],
        "publications": [(address, language._(title)) for address, title in SOURCES.items()],
    }  # fmt: skip


def _shown(settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Settings as they stand in the settings file."""
    return [(name, json.dumps(value, ensure_ascii=False)) for name, value in sorted(settings.items())]


def versions() -> list[tuple[str, str]]:
    """Name and version of the program, of Python and of the libraries that the measures depend on."""
    found = [("pagetwin", __version__), ("Python", platform.python_version())]
    for name in _LIBRARIES:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:  # a copy without the data of its installation
            continue
    return found
