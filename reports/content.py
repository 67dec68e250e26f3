"""What the owner's selectors of the content area found on the pages of the latest crawl."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

_KEYS = ("include", "exclude")


@dataclass(frozen=True, slots=True)
class Selector:
    """A CSS selector: on how many pages it found anything, of those that it was looked for on."""

    css: str
    matched: int
    pages: int


def selectors(connection: sqlite3.Connection) -> tuple[Selector, ...]:
    """Every selector of the owner's, those that found the least first."""
    given = [json.loads(text) for (text,) in connection.execute("SELECT settings FROM crawls ORDER BY id DESC LIMIT 1")]
    areas = [area for crawl in given for area in crawl.get("content", ())]
    named = [css for crawl in given for name in _KEYS for css in crawl.get(f"content_{name}", ())]
    named += [css for area in areas for name in _KEYS for css in area[name]]
    rows = connection.execute(
        """SELECT json_extract(found.value, '$[0]'), sum(json_extract(found.value, '$[1]') > 0), count(*)
        FROM pages, json_each(pages.content) AS found WHERE pages.content <> '[]' GROUP BY 1 ORDER BY 2, 1"""
    )
    found = {row[0]: Selector(*row) for row in rows}
    # One for a path that no page has was looked for nowhere.
    nowhere = [Selector(css, 0, 0) for css in dict.fromkeys(named) if css not in found]
    return (*nowhere, *found.values())


def unused(connection: sqlite3.Connection) -> tuple[Selector, ...]:
    """The selectors that found nothing on any page: most likely misspelt."""
    return tuple(selector for selector in selectors(connection) if not selector.matched)
