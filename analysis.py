"""From the stored crawl to groups with their keepers: hands records from one pure stage to the next.

Page ids are places in key order over the whole crawl (see groups.py); the audit file has row ids of its own.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np

from . import addressing, carrying, engines, superdups
from .audits import Facts, Membership, run, run_hreflang
from .audits.hreflang import build
from .audits.hreflang.clusters import Sets
from .audits.hreflang.content import asked
from .audits.hreflang.corrected import corrected
from .cache import FOLDER, Cache
from .canonical import rating, recommend, state
from .canonical.canonize import Canonized
from .canonical.superdups import Superdup
from .config import CompareSettings, Settings
from .corpus import Corpus
from .groups import Compared, PageGroup, form
from .model import Finding, PageState
from .progress import Progress
from .similarity.blocks import Blocks
from .similarity.cluster import group
from .similarity.engine import NO_PAIRS, Comparison
from .similarity.known import version
from .similarity.text import TextChoice
from .store.analysis import AnalysedRow, Analysis, Group, PageRow, SpreadRow, read_pages
from .store.annotations import annotations as read_annotations
from .store.annotations import head_ends, link_faults
from .store.carried import Carrying, read_links
from .store.file import Store
from .store.hreflang import Judged
from .store.links import read_discovery
from .store.probes import read_probes
from .store.renders import read_canonicals, read_hreflang
from .store.robots import read_robots
from .store.sitemaps import read_sitemaps, read_twice
from .urls import identity
from .urls.sections import sections


def analyse(store: Store, settings: Settings, progress: Progress) -> tuple[Analysis, dict[str, float]]:
    """Everything behind the crawl, and the seconds that each stage took."""
    clock = _Clock()
    cache = Cache(store.folder / FOLDER, version())
    rows = read_pages(store)
    with clock.stage("text"):
        docs = [n for n, row in enumerate(rows) if row.outcome in ("ok", "not_modified") and _words(row)]
        corpus = Corpus(store, [rows[n] for n in docs], settings, cache)
        blocks, chosen = corpus.choices(progress)
        choices = dict(zip(docs, chosen, strict=True))
    with clock.stage("compare"):
        comparison = corpus.compared(chosen, blocks, progress)
        clusters = group(len(docs), comparison, settings.compare)
    with clock.stage("canonical"):
        signals = engines.known(store, {row.address: n for n, row in enumerate(rows)})
        links = _links(store, rows)
        pages = _judge(rows, choices, signals, links)
        compared = Compared(docs, comparison)
        hosts = addressing.hosts(store, rows, pages, choices, compared, settings.canonical)
        pages = rating.marked(pages, hosts)
        groups = form(clusters, pages, compared, settings.compare)
        owners = {entry.host: entry.owner for entry in settings.canonical.owners}
        canonized, alike = addressing.found(
            store, rows, pages, rating.main_of(hosts), compared, owners, settings.compare
        )
        address = [row.address for row in rows]
        carried, leak = carrying.found(
            store, pages, groups, links, compared.unique, address, owners, settings.selection
        )
        mains = superdups.within(pages, groups, compared)
    with clock.stage("audit"):
        facts = _facts(pages, groups, alike, compared, settings.compare)
        facts = _as_crawled(facts, store, {row.address: n for n, row in enumerate(rows)})
        listed = np.flatnonzero(np.isin(docs, asked(facts.hreflang))).tolist()
        detected = corpus.languages(chosen, listed, progress)
        facts = dataclasses.replace(facts, detected={docs[doc]: found for doc, found in detected.items()})
        findings = run(facts)
        beside = engines.results(store, signals, pages, groups, address)
    found = _Found(
        rows, pages, choices, blocks, compared, groups, mains, findings, leak | beside, carried, hosts, canonized,
        Judged(Sets(facts), corrected(facts)),
    )  # fmt: skip
    return _stored(found, settings), clock.seconds


def hreflang_alone(store: Store) -> Analysis:
    """The states of the pages and what the rules on hreflang say of them; no text is read."""
    rows = read_pages(store)
    page_of = {row.address: n for n, row in enumerate(rows)}
    pages = _judge(rows, {}, engines.known(store, page_of), _links(store, rows))
    facts = _as_crawled(Facts(dict(enumerate(pages))), store, page_of)
    address = [row.address for row in rows]
    return Analysis(
        rows=[_of_state(page, address) for page in pages],
        pairs=NO_PAIRS,
        address_of=address,
        groups=(),
        findings=run_hreflang(facts),
        hreflang=Judged(Sets(facts), corrected(facts)),
    )


class _Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - began


def _words(row: PageRow) -> int:
    return row.main_words + row.body_words


def _links(store: Store, rows: list[PageRow]) -> recommend.Links:
    page_of = {row.address: n for n, row in enumerate(rows)}
    id_of = {row.key: n for n, row in enumerate(rows)}
    return recommend.links(((page_of[address], found) for address, found in read_links(store)), id_of)


def _judge(
    rows: list[PageRow], choices: Mapping[int, TextChoice], signals: engines.Known, links: recommend.Links
) -> list[PageState]:
    """The state of every address; its place in the list is its page id."""
    id_of = {row.key: n for n, row in enumerate(rows)}
    page_of = {row.address: n for n, row in enumerate(rows)}
    inlinks = links.inlinks(len(rows))
    now = datetime.now(UTC)
    found = []
    for n, row in enumerate(rows):
        choice = choices.get(n)
        page = PageState(
            n, row.url, row.key, row.status, row.outcome,
            redirect_to=page_of.get(row.redirect_to) if row.redirect_to is not None else None,
            refresh_delay=row.refresh_delay, charset_conflict=row.charset_conflict,
            canonicals=row.canonicals, robots=row.robots, alternates=row.alternates, amp=row.amp,
            in_sitemap=row.in_sitemap, inlinks=inlinks[n], title=row.title, description=row.description, lang=row.lang,
            og_url=row.og_url, prev=id_of.get(identity.key(row.prev_url)) if row.prev_url else None,
            insecure=row.insecure, insecure_url=row.insecure_url, tls_fault=row.tls_fault,
            words=0 if choice is None else row.main_words if choice.kind == "main" else row.body_words,
            **signals.page(n),
        )  # fmt: skip
        found.append(state.judged(page, id_of, now))
    return found


def _facts(
    pages: list[PageState],
    groups: list[PageGroup],
    alike: Mapping[tuple[int, int], bool],
    compared: Compared,
    settings: CompareSettings,
) -> Facts:
    canonical = {
        p.id: alike[p.id, p.canonical] for p in pages if p.canonical is not None and (p.id, p.canonical) in alike
    }
    return Facts(
        dict(enumerate(pages)),
        {m.address: Membership(n, g.choice.keeper, g.resolved) for n, g in enumerate(groups, 1) for m in g.members},
        canonical,
        nearly_same=partial(compared.nearly_same, jaccard=settings.jaccard),
    )


def _as_crawled(facts: Facts, store: Store, page_of: Mapping[int, int]) -> Facts:
    """The facts with what the crawl saw beside the pages themselves."""
    followed, whole = read_discovery(store)
    return dataclasses.replace(
        facts,
        followed=followed,
        sitemaps_whole=whole,
        probes=read_probes(store),
        robots=read_robots(store),
        sitemaps=read_sitemaps(store),
        listed_twice=read_twice(store),
        now=datetime.now(UTC),
        rendered={page_of[address]: both for address, *both in read_canonicals(store)},
        hreflang=build(read_annotations(store, page_of), {p.key: n for n, p in facts.pages.items()}, len(facts.pages)),
        head_ends=dict(head_ends(store, page_of)),
        link_faults=dict(link_faults(store, page_of)),
        scripted=Counter(annotation.page for annotation in read_hreflang(store, page_of)),
    )


@dataclass(frozen=True)
class _Found:
    """All results, by page ids."""

    rows: list[PageRow]
    pages: list[PageState]
    choices: Mapping[int, TextChoice]
    blocks: Blocks
    compared: Compared
    groups: list[PageGroup]
    superdups: list[Superdup]
    findings: list[Finding]
    beside: dict[str, Any]
    carried: Carrying
    hosts: list[rating.Host]
    canonized: list[Canonized]
    hreflang: Judged


def _stored(found: _Found, settings: Settings) -> Analysis:
    """The results with row ids of the audit file in place of page ids."""
    address = [row.address for row in found.rows]
    comparison = found.compared.comparison
    return Analysis(
        rows=[_analysed(page, found, address) for page in found.pages],
        pairs=found.compared.pairs,
        address_of=address,
        groups=[_group(g, address) for g in found.groups],
        findings=found.findings,
        spread=list(_spread(found, address)),
        signals=engines.rows(found.pages, address),
        canonized=found.canonized,
        hosts=found.hosts,
        superdups=[
            dataclasses.replace(s, duplicate=address[s.duplicate], main=address[s.main]) for s in found.superdups
        ],
        carried=found.carried,
        hreflang=found.hreflang,
        results={**_results(comparison, settings), **found.beside, "site_blocks": sorted(found.blocks)},
    )


def _results(comparison: Comparison, settings: Settings) -> dict[str, Any]:
    used = ("shingle", "shingle_unspaced", "jaccard", "containment", "candidates")
    return {
        "compare": {name: getattr(settings.compare, name) for name in used},
        "reading": {name: getattr(settings.text, name) for name in ("yo_is_e", "mask_digits")},
        "recall": {name: dataclasses.asdict(recall) for name, recall in comparison.recall.items()},
        "histograms": comparison.histograms,
        "pair_count": comparison.pair_count,
        "pairs_complete": comparison.complete,
        "pairs_left_out": comparison.left_out,
    }


def _group(found: PageGroup, address: list[int]) -> Group:
    cluster = dataclasses.replace(found.cluster, representative=address[found.cluster.representative])
    choice = dataclasses.replace(found.choice, keeper=address[found.choice.keeper])
    members = tuple(dataclasses.replace(m, address=address[m.address]) for m in found.members)
    return Group(cluster, choice, found.resolved, members)


def _spread(found: _Found, address: list[int]) -> Iterator[SpreadRow]:
    """On which other pages the text of each compared page stands, and its section."""
    docs, comparison = found.compared.docs.tolist(), found.compared.comparison
    names = sections(found.pages[page].url for page in docs)
    numbers = {name: n for n, name in enumerate(dict.fromkeys(names))}
    spread = comparison.spread(np.array([numbers[name] for name in names], np.int64))
    counts = np.column_stack((spread.on[:, 1:], spread.inside, spread.outside))
    shares = (counts / np.maximum(comparison.pages.shingles, 1)[:, None]).tolist()
    for page, name, row in zip(docs, names, shares, strict=True):
        yield SpreadRow(address[page], name, *row)


def _of_state(page: PageState, address: list[int]) -> AnalysedRow:
    canonical = None if page.canonical is None else address[page.canonical]
    return AnalysedRow(address[page.id], page.indexability, canonical, page.canonical_url, page.inlinks)


def _analysed(page: PageState, found: _Found, address: list[int]) -> AnalysedRow:
    row = _of_state(page, address)
    choice = found.choices.get(page.id)
    if choice is None:
        return row
    doc, measures = found.compared.doc(page.id), found.compared.comparison.pages
    shingles, closest = int(measures.shingles[doc]), int(measures.closest[doc])
    return dataclasses.replace(
        row,
        text=choice.kind,
        text_note=choice.note,
        words=page.words,
        shingles=shingles,
        closest=address[found.compared.docs[closest]] if closest >= 0 else None,
        closest_jaccard=float(measures.closest_jaccard[doc]),
        closest_containment=float(measures.closest_containment[doc]),
        near_duplicates=int(measures.near_duplicates[doc]),
        unique_share=found.compared.unique(page.id),
    )
