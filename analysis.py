"""From the stored crawl to groups with their keepers: hands records from one pure stage to the next.

Two kinds of ids meet here. A *page id* is the place of an address in key order over the whole crawl; a *document id*
counts only the pages whose texts are compared. Both ascend together; `Compared` speaks page ids to the outside.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from .audits import Facts, Membership, run
from .canonical import keeper, roles, state
from .config import CompareSettings, Settings
from .model import Choice, Cluster, Document, Finding, PageState, PairKind, Texts
from .progress import Progress
from .similarity.blocks import Blocks, without_blocks
from .similarity.cluster import group
from .similarity.engine import PAIR_KINDS, Comparison, Ints, Pairs
from .similarity.local import compare
from .similarity.text import TextChoice, TextFacts, choose, find_blocks
from .store import Store
from .store_analysis import AnalysedRow, Analysis, Group, MemberRow, PageRow, read_links, read_pages, read_texts
from .urls.targets import chains


def analyse(store: Store, settings: Settings, progress: Progress) -> tuple[Analysis, dict[str, float]]:
    """Everything behind the crawl, and the seconds that each stage took."""
    clock = _Clock()
    rows = read_pages(store)
    with clock.stage("text"):
        docs = [n for n, row in enumerate(rows) if row.outcome in ("ok", "not_modified") and _words(row)]
        blocks, chosen = _choose(store, [rows[n] for n in docs], settings)
        choices = dict(zip(docs, chosen, strict=True))
    with clock.stage("compare"):
        documents = _Documents(store, rows, choices, blocks)
        comparison = compare(documents, settings.compare, settings.text, progress)
        clusters = group(len(docs), comparison, settings.compare)
    with clock.stage("canonical"):
        pages = _judge(store, rows, choices)
        compared = Compared(docs, comparison)
        groups = _groups(clusters, pages, compared, settings.compare)
    with clock.stage("audit"):
        findings = run(_facts(pages, groups, compared, settings.compare))
    found = _Found(rows, pages, choices, blocks, compared, groups, findings)
    return _stored(found, settings.compare), clock.seconds


class _Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - began


class Compared:
    """A comparison seen by page ids."""

    def __init__(self, docs: Sequence[int], comparison: Comparison) -> None:
        self.comparison = comparison
        self.docs = np.asarray(docs, dtype=np.int64)
        self._doc_of = {page: doc for doc, page in enumerate(docs)}
        found = comparison.pairs
        self.pairs: Pairs = dataclasses.replace(found, a=self.docs[found.a], b=self.docs[found.b])

    def __contains__(self, page: int) -> bool:
        return page in self._doc_of

    def doc(self, page: int) -> int:
        """The document id of a compared page."""
        return self._doc_of[page]

    def cluster(self, found: Cluster) -> Cluster:
        """A group of documents as a group of pages."""
        members = tuple(self.docs[list(found.members)].tolist())
        return dataclasses.replace(found, representative=int(self.docs[found.representative]), members=members)

    def score(self, a: Sequence[int], b: Sequence[int]) -> tuple[Ints, Ints, Ints]:
        """Shared shingles and both sizes of pairs of compared pages."""
        return self.comparison.score(self._docs_of(a), self._docs_of(b))

    def _docs_of(self, pages: Sequence[int]) -> Ints:
        return np.fromiter((self._doc_of[page] for page in pages), np.int64, len(pages))


def _words(row: PageRow) -> int:
    return row.main_words + row.body_words


def _choose(store: Store, rows: list[PageRow], settings: Settings) -> tuple[Blocks, list[TextChoice]]:
    """The blocks that stand on the whole site, and the text that each page is judged by."""
    facts = [
        TextFacts(n, urlsplit(row.key).path, row.main_hash, row.body_hash, row.main_words, row.body_words)
        for n, row in enumerate(rows)
    ]

    def read(ids: Sequence[int]) -> Iterator[Texts]:
        return read_texts(store, (rows[n] for n in ids))

    blocks = find_blocks(facts, read)
    return blocks, choose(facts, read, settings.text, blocks)


@dataclass(frozen=True)
class _Documents:
    """The chosen pages with their texts, read anew at each pass: a site's texts need not fit in memory."""

    store: Store
    rows: list[PageRow]
    choices: Mapping[int, TextChoice]
    blocks: Blocks

    def __iter__(self) -> Iterator[Document]:
        texts = read_texts(self.store, (self.rows[page] for page in self.choices))
        for doc, (choice, text) in enumerate(zip(self.choices.values(), texts, strict=True)):
            yield Document(doc, choice.kind, text.main, without_blocks(text.body, self.blocks), choice.note)


def _judge(store: Store, rows: list[PageRow], choices: Mapping[int, TextChoice]) -> list[PageState]:
    """The state of every address; its place in the list is its page id."""
    id_of = {row.key: n for n, row in enumerate(rows)}
    page_of = {row.address: n for n, row in enumerate(rows)}
    links = state.inlinks(((page_of[address], keys) for address, keys in read_links(store)), id_of)
    now = datetime.now(UTC)
    found = []
    for n, row in enumerate(rows):
        choice = choices.get(n)
        page = PageState(
            n, row.url, row.key, row.status, row.outcome,
            redirect_to=page_of.get(row.redirect_to) if row.redirect_to is not None else None,
            canonicals=row.canonicals, robots=row.robots, alternates=row.alternates, amp=row.amp,
            in_sitemap=row.in_sitemap, inlinks=links[n], title=row.title, lang=row.lang,
            words=0 if choice is None else row.main_words if choice.kind == "main" else row.body_words,
        )  # fmt: skip
        found.append(state.judged(page, id_of, now))
    return found


@dataclass(frozen=True)
class _PageGroup:
    """A group by page ids, with its keeper and what each member is."""

    cluster: Cluster
    choice: Choice
    resolved: bool
    members: tuple[MemberRow, ...]


def _groups(
    clusters: Iterable[Cluster], pages: list[PageState], compared: Compared, settings: CompareSettings
) -> list[_PageGroup]:
    """The groups, open ones first, then by size and the keeper's key."""
    by_id = dict(enumerate(pages))
    ends = chains({page.id: page.redirect_to for page in pages})
    joined = roles.attach_redirects([compared.cluster(c) for c in clusters], by_id, ends)
    permanent = state.permanent_ends(pages)
    group_of = {member: number for number, cluster in enumerate(joined) for member in cluster.members}
    contains = keeper.contains(compared.pairs, group_of, settings.containment)
    chosen = [keeper.choose(keeper.weigh([pages[m] for m in c.members], permanent, contains)) for c in joined]
    kinds = _kinds(compared.pairs, group_of, [c.keeper for c in chosen], [c.representative for c in joined])
    groups = []
    for number, (cluster, choice) in enumerate(zip(joined, chosen, strict=True)):
        members = [pages[m] for m in cluster.members]
        rows = _members(cluster, choice, members, kinds[number], compared)
        groups.append(_PageGroup(cluster, choice, roles.is_resolved(members), rows))
    return sorted(groups, key=lambda g: (g.resolved, -len(g.members), g.choice.keeper))


def _kinds(
    pairs: Pairs, group_of: Mapping[int, int], keepers: Sequence[int], centres: Sequence[int]
) -> list[dict[int, PairKind]]:
    """For each group, the kind of each member's pair with the keeper; without one, with the representative."""
    relations: list[dict[int, PairKind]] = [{} for _ in keepers]
    for by_group in (centres, keepers):  # the keeper last, as it has the last word
        heads = np.array(sorted(set(by_group)), dtype=np.int64)
        touching = np.isin(pairs.a, heads) | np.isin(pairs.b, heads)
        columns = (pairs.a[touching].tolist(), pairs.b[touching].tolist(), pairs.kind[touching].tolist())
        for a, b, kind in zip(*columns, strict=True):
            number = group_of.get(a)
            if number is None or number != group_of.get(b):
                continue
            head = by_group[number]
            if head in (a, b):
                relations[number][a + b - head] = PAIR_KINDS[kind]
    return relations


def _members(
    cluster: Cluster, choice: Choice, members: Sequence[PageState], kinds: Mapping[int, PairKind], compared: Compared
) -> tuple[MemberRow, ...]:
    found = roles.roles(members, choice.keeper, kinds)
    texts = [m.id for m in members if m.id in compared]
    measures = dict.fromkeys((m.id for m in members), (0.0, 0.0, 0.0, 0.0))
    if texts:
        near = _measures(compared, texts, cluster.representative)
        kept = _measures(compared, texts, choice.keeper)
        measures |= {page: (near[n][0], *kept[n]) for n, page in enumerate(texts)}
    return tuple(MemberRow(m.id, found[m.id], *measures[m.id]) for m in members)


def _measures(compared: Compared, texts: list[int], head: int) -> list[tuple[float, float, float]]:
    """Jaccard, containment in `head` and of `head`, of each page; a page equals itself."""
    if head not in compared:
        return [(0.0, 0.0, 0.0)] * len(texts)
    shared, sizes, head_sizes = compared.score(texts, [head] * len(texts))
    jaccard = shared / np.maximum(sizes + head_sizes - shared, 1)
    columns = (jaccard, shared / np.maximum(sizes, 1), shared / np.maximum(head_sizes, 1))
    rows = list(zip(*(column.tolist() for column in columns), strict=True))
    return [(1.0, 1.0, 1.0) if page == head else row for page, row in zip(texts, rows, strict=True)]


def _facts(pages: list[PageState], groups: list[_PageGroup], compared: Compared, settings: CompareSettings) -> Facts:
    canonical = [p for p in pages if p.canonical not in (None, p.id) and p.id in compared and p.canonical in compared]
    targets = [p.canonical for p in canonical if p.canonical is not None]
    shared, a, b = compared.score([p.id for p in canonical], targets)
    alike = (shared >= settings.jaccard * (a + b - shared)) | (shared >= settings.containment * np.minimum(a, b))
    return Facts(
        dict(enumerate(pages)),
        {m.address: Membership(n, g.choice.keeper, g.resolved) for n, g in enumerate(groups, 1) for m in g.members},
        dict(zip((p.id for p in canonical), alike.tolist(), strict=True)),
    )


@dataclass(frozen=True)
class _Found:
    """All results, by page ids."""

    rows: list[PageRow]
    pages: list[PageState]
    choices: Mapping[int, TextChoice]
    blocks: Blocks
    compared: Compared
    groups: list[_PageGroup]
    findings: list[Finding]


def _stored(found: _Found, settings: CompareSettings) -> Analysis:
    """The results with row ids of the audit file in place of page ids."""
    address = [row.address for row in found.rows]
    comparison = found.compared.comparison
    return Analysis(
        rows=[_analysed(page, found, address) for page in found.pages],
        pairs=found.compared.pairs,
        address_of=address,
        groups=[_group(g, address) for g in found.groups],
        findings=found.findings,
        results={**_results(comparison, settings), "site_blocks": sorted(found.blocks)},
    )


def _results(comparison: Comparison, settings: CompareSettings) -> dict[str, Any]:
    used = ("shingle", "jaccard", "containment", "candidates")
    return {
        "compare": {name: getattr(settings, name) for name in used},
        "recall": {name: dataclasses.asdict(recall) for name, recall in comparison.recall.items()},
        "histograms": comparison.histograms,
        "pair_count": comparison.pair_count,
        "pairs_complete": comparison.complete,
    }


def _group(found: _PageGroup, address: list[int]) -> Group:
    cluster = dataclasses.replace(found.cluster, representative=address[found.cluster.representative])
    choice = dataclasses.replace(found.choice, keeper=address[found.choice.keeper])
    members = tuple(dataclasses.replace(m, address=address[m.address]) for m in found.members)
    return Group(cluster, choice, found.resolved, members)


def _analysed(page: PageState, found: _Found, address: list[int]) -> AnalysedRow:
    canonical = None if page.canonical is None else address[page.canonical]
    row = AnalysedRow(address[page.id], page.indexability, canonical, page.canonical_url, page.inlinks)
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
        unique_share=int(measures.unique[doc]) / shingles if shingles else 0.0,
    )
