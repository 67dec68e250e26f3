"""Hosts with their main ones and the address of each page for each engine, from what the crawl left."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .canonical import mirrors, rating, steps
from .canonical.canonize import Canonized, canonize
from .config import CanonicalSettings, CompareSettings
from .groups import Compared
from .model import PageState
from .similarity.engine import PAIR_KINDS
from .similarity.text import TextChoice
from .store.analysis import PageRow
from .store.annotations import annotations as read_annotations
from .store.canonized import read_outside
from .store.file import Store
from .store.probes import read_probes
from .store.robots import read_robots
from .urls.cleanparam_lint import accepted
from .urls.robotstxt import of_engines

Alike = dict[tuple[int, int], bool]


def hosts(
    store: Store,
    rows: list[PageRow],
    pages: list[PageState],
    choices: Mapping[int, TextChoice],
    compared: Compared,
    settings: CanonicalSettings,
) -> list[rating.Host]:
    """The hosts with their main ones."""
    page_of = {row.address: n for n, row in enumerate(rows)}
    outside = _outside(store, page_of)
    alternates: dict[int, list[tuple[str, str]]] = {}
    if len({steps.origin(page.key) for page in pages}) > 1:
        for listed in read_annotations(store, page_of):
            if listed.source != "body":
                alternates.setdefault(listed.page, []).append((listed.hreflang, listed.url))
    evidence = mirrors.evidence(pages, _texts(rows, choices, compared), outside, read_probes(store), alternates)
    return rating.hosts(evidence, pages, settings)


def found(
    store: Store,
    rows: list[PageRow],
    pages: list[PageState],
    main_of: Mapping[str, str],
    compared: Compared,
    owners: Mapping[str, str],
    settings: CompareSettings,
) -> tuple[list[Canonized], Alike]:
    """The address of each page for each engine, and which pairs were held alike; `main_of` as in canonize."""
    outside = _outside(store, {row.address: n for n, row in enumerate(rows)})
    alike = _alike(steps.pairs_to_compare(pages, main_of), compared, settings)
    robots = read_robots(store)
    read = (text for text in robots.values() if text.outcome == "ok")
    clean = {text.origin: accepted(text.body.decode("utf-8-sig", "replace")) for text in read}
    site = steps.Site(pages, outside, alike, clean, of_engines(robots))
    return list(canonize(site, main_of, owners)), alike


def _outside(store: Store, page_of: Mapping[int, int]) -> dict[int, str]:
    return {page_of[address]: url for address, url in read_outside(store).items()}


def _texts(rows: list[PageRow], choices: Mapping[int, TextChoice], compared: Compared) -> list[bytes | None]:
    """What is equal for pages of one text: its hash, that of the first page for exact copies."""
    texts: list[bytes | None] = [None] * len(rows)
    for n, choice in choices.items():
        texts[n] = rows[n].main_hash if choice.kind == "main" else rows[n].body_hash
    exact = compared.pairs.kind == PAIR_KINDS.index("exact")
    first = np.arange(len(rows))
    np.minimum.at(first, compared.pairs.b[exact], compared.pairs.a[exact])
    return [texts[n] for n in first.tolist()]


def _alike(pairs: list[tuple[int, int]], compared: Compared, settings: CompareSettings) -> Alike:
    """Whether pairs of pages meet a threshold; those of which one was not compared are left out."""
    both = [(a, b) for a, b in pairs if a in compared and b in compared]
    shared, a, b = compared.score([a for a, _ in both], [b for _, b in both])
    alike = (shared >= settings.jaccard * (a + b - shared)) | (shared >= settings.containment * np.minimum(a, b))
    return dict(zip(both, alike.tolist(), strict=True))
