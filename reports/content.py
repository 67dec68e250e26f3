"""What the owner's selectors of the content area found on the pages of the latest crawl."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Selector:
    """A CSS selector: on how many pages it found anything, of those that it was looked for on."""

    css: str
    matched: int
    pages: int


def selectors(connection: sqlite3.Connection) -> tuple[Selector, ...]:
    """Every selector that was used, those that found the least first."""
    rows = connection.execute(
        """SELECT json_extract(found.value, '$[0]'), sum(json_extract(found.value, '$[1]') > 0), count(*)
        FROM pages, json_each(pages.content) AS found WHERE pages.content <> '[]' GROUP BY 1 ORDER BY 2, 1"""
    )
    return tuple(Selector(*row) for row in rows)


def unused(connection: sqlite3.Connection) -> tuple[Selector, ...]:
    """The selectors that found nothing on any page: most likely misspelt."""
    return tuple(selector for selector in selectors(connection) if not selector.matched)
