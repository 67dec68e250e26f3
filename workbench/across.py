"""Superdups across audits: pages of one that another one has, too; nothing is written to either.

Texts are proposed by their SimHash, which differs in at most 3 of 64 bits (or by the exact join), and confirmed by
the exact score of their shingles. Redirects and canonicals that leave one site are followed into the other audits.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ..canonical import superdups
from ..canonical.keeper import Member
from ..canonical.superdups import How
from ..progress import Progress
from ..reports import export, export_text
from ..urls import identity
from .across_read import Audit, Page, read_all
from .across_texts import Close, Texts, close_texts

Row = tuple[str, str, str, str, float | None, str, str, str, str]


def across(folders: Sequence[Path], progress: Progress, exact: bool = False) -> list[Row]:
    """Every duplicate in these audits with its final main address, by key: columns of reports.tables (`superdups`).

    Thresholds are those of the first. `exact`: texts are found by the exact join (close_texts). Raises as `read_all`.
    """
    texts = Texts()
    audits = read_all(folders, texts)
    close = close_texts(texts, audits[0].compare["jaccard"], audits[0].compare["containment"], progress, exact)
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
