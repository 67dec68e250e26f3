"""Superdups across audits: pages of one that another one has, too; nothing is written to either.

Texts are proposed by their SimHash, which differs in at most 3 of 64 bits, and confirmed by the exact score of their
shingles. Redirects and canonicals that leave one site are followed into the other audits.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..canonical import superdups
from ..canonical.keeper import Member
from ..canonical.superdups import How
from ..config import CompareSettings, TextSettings
from ..errors import UsageError
from ..model import PageState
from ..progress import Progress
from ..reports import export, export_text
from ..similarity.shingled import Cutting
from ..store.file import FILE, reading
from ..store.shingles import TextFile
from ..urls import identity
from .across_texts import Close, Texts, close_texts

Row = tuple[str, str, str, str, float | None, str, str, str, str]

_PAGES = """
SELECT p.key, p.url, p.status, p.outcome, p.amp, p.in_sitemap, n.inlinks, n.canonical_url, n.indexability,
       s.clicks, s.shows, s.in_search, coalesce(r.key, ''), n.text,
       CASE n.text WHEN 'main' THEN p.main_hash WHEN 'body' THEN p.body_hash END
FROM pages p JOIN analysed n ON n.address = p.address
LEFT JOIN page_signals s ON s.address = p.address LEFT JOIN addresses r ON r.id = p.redirect_to
ORDER BY p.key"""
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
    """What is known of one audit. `leads` are its own superdups: duplicate to (main, how, score)."""

    name: str
    pages: list[Page]
    leads: dict[str, tuple[str, How, float | None]]


def across(folders: Sequence[Path], progress: Progress) -> list[Row]:
    """Every duplicate in these audits with its final main address, by key: columns of reports.tables (`superdups`).

    Raises AuditFileError for what is no audit, UsageError for one that was not compared yet, or compared otherwise than
    the first.
    """
    texts = Texts()
    compared: list[tuple[Path, dict[str, Any], dict[str, Any]]] = []
    audits = [_read(folder, number, texts, compared) for number, folder in enumerate(folders)]
    settings = compared[0][1]
    close = close_texts(texts, settings["jaccard"], settings["containment"], progress)
    page_of: dict[str, Page] = {}
    for page in (page for audit in audits for page in audit.pages):
        if page.state.key not in page_of or not superdups.is_page(page_of[page.state.key].state):
            page_of[page.state.key] = page
    own = {key: lead for audit in reversed(audits) for key, lead in audit.leads.items()}
    hows: dict[str, How] = {key: how for key, (_, how, _) in own.items()}
    leads = {key: main for key, (main, _, _) in own.items()}
    for page in page_of.values():
        if page.state.key not in leads and (found := _elsewhere(page, page_of)):
            leads[page.state.key], hows[page.state.key] = found
    ranks = _ranks(page_of, leads, hows)
    for key, (main, how) in _by_text(audits, close, ranks).items():
        if key not in leads:
            leads[key], hows[key] = main, how
    mains = {
        key: main for key, main in superdups.resolve(leads, lambda key: _place(ranks, key)).items() if main in ranks
    }
    scores = _scores(mains, hows, own, page_of, texts)
    return [
        (
            page_of[key].state.url, key, page_of[main].state.url, main, scores.get(key), hows[key],
            superdups.why(hows[key], ranks[key], ranks[main]) if key in ranks else f"{hows[key]}_target",
            audits[page_of[key].audit].name, audits[page_of[main].audit].name,
        )
        for key, main in sorted(mains.items()) if key in page_of
    ]  # fmt: skip


def write(rows: Iterable[Row], file: Path | None, stdout: BinaryIO) -> None:
    """Write them as CSV. Raises UsageError for a file that cannot be written."""
    with export.target(file, stdout) as sink:
        export_text.csv("superdups", iter(rows), sink, ",", ".")


def _read(
    folder: Path, number: int, texts: Texts, compared: list[tuple[Path, dict[str, Any], dict[str, Any]]]
) -> Audit:
    with reading(folder) as connection:
        if connection.execute(_DONE).fetchone() is None:
            raise UsageError(f"{folder}: the pages were not compared yet; run 'pagetwin analyze {folder}' first")
        results = {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM results")}
        compared.append((folder, results["compare"], results.get("reading", {})))
        _check_alike(*compared[0], *compared[-1])
        cutting = Cutting(_settings(CompareSettings, results["compare"]), _settings(TextSettings, compared[-1][2]))
        rows = connection.execute(_PAGES).fetchall()
        leads = dict(_leads(connection))
    file = folder / FILE
    numbers = {
        "main": texts.add(TextFile(file, cutting), number, (r[-1] for r in rows if r[-2] == "main")),
        "body": texts.add(
            TextFile(file, cutting, frozenset(results["site_blocks"])), number, (r[-1] for r in rows if r[-2] == "body")
        ),
    }
    pages = []
    for key, url, status, outcome, amp, in_sitemap, inlinks, canonical, indexability, *told, to, kind, digest in rows:
        clicks, shows, in_search = told
        state = PageState(
            -1, url, key, status, outcome, amp=bool(amp), in_sitemap=bool(in_sitemap), inlinks=inlinks, clicks=clicks,
            shows=shows, in_search=in_search and bool(in_search), canonical_url=canonical, indexability=indexability,
        )  # fmt: skip
        pages.append(Page(number, state, to, numbers[kind][digest] if kind else -1))
    return Audit(str(folder), pages, leads)


def _leads(connection: sqlite3.Connection) -> Iterator[tuple[str, tuple[str, How, float | None]]]:
    for key, main, how, found in connection.execute("SELECT duplicate_key, main_key, how, score FROM superdups"):
        yield key, (main, how, found)


def _settings(kind: Any, values: Mapping[str, Any]) -> Any:
    return kind(**values)


def _check_alike(
    first: Path, compare: dict[str, Any], read: dict[str, Any],
    other: Path, compare_other: dict[str, Any], read_other: dict[str, Any],
) -> None:  # fmt: skip
    """Shingles of other lengths, or of words that were read otherwise, cannot be told equal."""
    for name in ("shingle", "shingle_unspaced"):
        if compare[name] != compare_other[name]:
            raise UsageError(
                f"{other} was compared with {name} = {compare_other[name]}, {first} with {compare[name]};"
                f" compare one of them anew: pagetwin analyze {other} with the settings of the other"
            )
    if read != read_other:
        raise UsageError(
            f"{other} was read with {read_other}, {first} with {read} ([text] of the settings);"
            f" compare one of them anew: pagetwin analyze {other} --config FILE"
        )


def _elsewhere(page: Page, page_of: Mapping[str, Page]) -> tuple[str, How] | None:
    """The address of another audit that a page redirects to, or names as its canonical."""
    if page.leads_to and page.state.outcome in ("redirect", "stub"):
        return (page.leads_to, "redirect") if page.leads_to in page_of else None
    canonical = identity.key(page.state.canonical_url) if page.state.canonical_url else ""
    if page.state.indexability != "canonicalised" or canonical not in page_of:
        return None
    named = page_of[canonical].state
    return (canonical, "canonical") if superdups.is_page(named) or named.indexability == "redirect" else None


def _ranks(page_of: Mapping[str, Page], leads: Mapping[str, str], hows: Mapping[str, How]) -> dict[str, superdups.Rank]:
    """The place of each page in our order, by facts of its own audit; redirects and canonicals of all audits count."""
    redirects = Counter(main for key, main in leads.items() if hows[key] == "redirect")
    named_by = Counter(
        identity.key(page.state.canonical_url)
        for key, page in page_of.items()
        if page.state.canonical_url and identity.key(page.state.canonical_url) != key
    )
    return {
        key: superdups.rank(Member(page.state, redirects[key], named_by[key]))
        for key, page in page_of.items()
        if superdups.is_page(page.state)
    }


def _place(ranks: Mapping[str, superdups.Rank], key: str) -> tuple[Any, ...]:
    """What is no page comes behind all pages."""
    return (0, ranks[key]) if key in ranks else (1, key)


def _by_text(
    audits: Sequence[Audit], close: Iterable[Close], ranks: Mapping[str, superdups.Rank]
) -> dict[str, tuple[str, How]]:
    """Where the main addresses of the audits lead by their texts: of two the worse one leads to the better one, and of
    several better ones to that of the highest score. A duplicate speaks for its main address.
    """
    mains: defaultdict[int, set[str]] = defaultdict(set)
    for audit in audits:
        for page in audit.pages:
            key = audit.leads.get(page.state.key, (page.state.key,))[0]
            if page.text >= 0 and key in ranks:
                mains[page.text].add(key)
    best: dict[str, tuple[float, superdups.Rank, str, How]] = {}
    for a, b, how, value in close:
        for one in mains[a]:
            for other in mains[b]:
                if one == other:
                    continue
                better, worse = sorted((one, other), key=lambda key: ranks[key])
                found = (-value, ranks[better], better, how)
                best[worse] = min(best.get(worse, found), found)
    return {worse: (better, how) for worse, (_, _, better, how) in best.items()}


def _scores(
    mains: Mapping[str, str],
    hows: Mapping[str, How],
    own: Mapping[str, tuple[str, How, float | None]],
    page_of: Mapping[str, Page],
    texts: Texts,
) -> dict[str, float | None]:
    """The score of each duplicate with its final main address; what its own audit measured is not measured again."""
    found = {key: own[key][2] for key, main in mains.items() if key in own and own[key][0] == main}
    pairs = [(key, page_of[key].text, page_of[main].text) for key, main in mains.items() if key not in found]
    pairs = [pair for pair in pairs if pair[1] >= 0 and pair[2] >= 0]
    columns = (np.array([pair[n] for pair in pairs], np.int64) for n in (1, 2))
    jaccard, containment, _ = texts.score(*columns)
    for (key, *_), alike, inside in zip(pairs, jaccard.tolist(), containment.tolist(), strict=True):
        found[key] = inside if hows[key] == "contained" else alike
    return found
