"""Audits as the search for superdups across them needs them, read from their files; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..canonical.superdups import How
from ..config import CompareSettings, TextSettings
from ..errors import UsageError
from ..model import PageState
from ..similarity.shingled import Cutting
from ..store.file import FILE, reading
from ..store.shingles import TextFile
from ..urls import identity
from .across_texts import Texts

_PAGES = """
SELECT p.key, p.url, p.status, p.outcome, p.amp, p.in_sitemap, n.inlinks, n.canonical_url, n.indexability,
       s.clicks, s.shows, s.in_search, coalesce(r.key, ''), n.text,
       CASE n.text WHEN 'main' THEN p.main_hash WHEN 'body' THEN p.body_hash END
FROM pages p JOIN analysed n ON n.address = p.address
LEFT JOIN page_signals s ON s.address = p.address LEFT JOIN addresses r ON r.id = p.redirect_to
ORDER BY p.key"""
_LEADS = "SELECT duplicate_key, main_key, how, score FROM superdups"
_DONE = """SELECT 1 FROM crawls c JOIN stages s ON s.crawl = c.id AND s.stage = 'audit'
WHERE c.id = (SELECT max(id) FROM crawls) AND EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'superdups')"""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of an audit. `text` is a number of Texts, -1 for none; `leads_to` the key that it redirects to, or ''."""

    audit: int
    state: PageState
    leads_to: str
    text: int


@dataclass(frozen=True)
class Audit:
    """What is known of one audit. `leads` are its own superdups: duplicate to (main, how, score). `compare` are
    settings by which pages were compared, `reading` those by which words were read.
    """

    name: str
    pages: list[Page]
    leads: dict[str, tuple[str, How, float | None]]
    compare: dict[str, Any]
    reading: dict[str, Any]


def read_all(folders: Sequence[Path], texts: Texts) -> list[Audit]:
    """The audits, and the texts that their pages were compared by.

    Raises AuditFileError for what is no audit, UsageError for one that was not compared yet, or compared otherwise than
    the first.
    """
    audits = [_read(folder, number, texts) for number, folder in enumerate(folders)]
    for audit in audits[1:]:
        _check_alike(audits[0], audit)
    return audits


def _read(folder: Path, number: int, texts: Texts) -> Audit:
    with reading(folder) as connection:
        if connection.execute(_DONE).fetchone() is None:
            raise UsageError(f"{folder}: the pages were not compared yet; run 'pagetwin analyze {folder}' first")
        results = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM results")}
        rows = connection.execute(_PAGES).fetchall()
        others = {host for (host,) in connection.execute("SELECT host FROM mirrors WHERE host <> main")}
        leads = {key: (main, how, score) for key, main, how, score in connection.execute(_LEADS)}
    compare, words = results["compare"], results.get("reading", {})
    cutting = Cutting(CompareSettings(**compare), TextSettings(**words))
    of_bodies = frozenset(results["site_blocks"])
    numbers = {
        kind: texts.add(TextFile(folder / FILE, cutting, blocks), number, (r[-1] for r in rows if r[-2] == kind))
        for kind, blocks in (("main", frozenset()), ("body", of_bodies))
    }
    pages = []
    for key, url, status, outcome, amp, in_sitemap, inlinks, canonical, indexability, *told, to, kind, digest in rows:
        clicks, shows, in_search = told
        state = PageState(
            -1, url, key, status, outcome, amp=bool(amp), in_sitemap=bool(in_sitemap), inlinks=inlinks, clicks=clicks,
            shows=shows, in_search=in_search and bool(in_search), off_main=identity.origin(key) in others,
            canonical_url=canonical, indexability=indexability,
        )  # fmt: skip
        pages.append(Page(number, state, to, numbers[kind][digest] if kind else -1))
    return Audit(str(folder), pages, leads, compare, words)


def _check_alike(first: Audit, other: Audit) -> None:
    """Shingles of other lengths, or of words that were read otherwise, cannot be told equal."""
    for name in ("shingle", "shingle_unspaced"):
        if first.compare[name] != other.compare[name]:
            raise UsageError(
                f"{other.name} was compared with {name} = {other.compare[name]}, {first.name} with"
                f" {first.compare[name]}; compare one of them anew, with 'pagetwin analyze'"
            )
    if first.reading != other.reading:
        raise UsageError(
            f"{other.name} was read with {other.reading}, {first.name} with {first.reading} ([text] of the settings);"
            " compare one of them anew, with 'pagetwin analyze --config FILE'"
        )
