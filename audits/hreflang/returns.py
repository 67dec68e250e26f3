"""Rules on what pages say of one another: links back, and whether they agree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from ..rule import N_, Facts, Hit, Verdict, denied, rule
from .codes import Bools, Ints
from .edges import OPEN, contains, rows
from .spots import by_page, by_source, by_target, code, hit, listed, url, varied

_INFO: tuple[Verdict, ...] = (("any", "info"),)
_WARNING: tuple[Verdict, ...] = (("any", "warning"),)


@rule("hreflang-return-missing", ("any", "error"))
def return_missing(facts: Facts) -> Iterator[Hit]:
    """A page lists an address that does not list it back.

    Why: Google ignores the annotations of two pages that do not both point to each other; other pairs still count.
    Fix: Let that page list this one too, or take it out here.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b as de, and /b lists itself alone.
    Silent: /b lists /a; /b was not seen, redirects, is noindex or not canonical, which other rules tell; /b has no
    hreflang at all, which hreflang-orphan-member tells. For x-default alone it is a note.
    """
    edges = facts.edges
    missing = edges.where("return-missing")
    missing = missing[edges.has_set[edges.target[missing]]]
    for verdicts, kept in ((), missing[~edges.default[missing]]), (_INFO, missing[edges.default[missing]]):
        for spot in by_source(facts, kept):
            said = N_("%(url)s lists %(related)s as %(code)s, which does not list it back; such addresses: %(n)s")
            yield hit(spot.page, said, spot.other, verdicts, code=spot.code, n=spot.n)


@rule("hreflang-orphan-member", ("any", "error"))
def orphan_member(facts: Facts) -> Iterator[Hit]:
    """Pages list a page as a version of theirs, and it has no hreflang itself.

    Why: Google ignores annotations that are not returned, so this version counts for none of those pages.
    Fix: Write the same set on this page.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a and /c list /b as de, and /b lists nothing.
    Silent: /b has an entry; or it was not seen. When all list it as x-default alone it is a note.
    """
    edges = facts.edges
    missing = edges.where("return-missing")
    missing = missing[~edges.has_set[edges.target[missing]]]
    meant = set(edges.target[missing[~edges.default[missing]]].tolist())
    for spot in by_target(facts, missing):
        said = N_("%(url)s has no hreflang, but %(related)s lists it as %(code)s; pages that list it: %(n)s")
        verdicts = () if spot.page.id in meant else _INFO
        yield hit(spot.page, said, spot.other, verdicts, code=spot.code, n=spot.n)


@rule("hreflang-return-to-alias", ("any", "warning"))
def return_to_alias(facts: Facts) -> Iterator[Hit]:
    """A page lists an address that links back to another spelling of the page.

    Why: Google asks for both pages to point to each other; an address that redirects or is not canonical is another.
    Fix: Let all pages write the one address that answers and is canonical.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b, and /b lists /a/, which redirects to /a, or differs only in the slash.
    Silent: /b lists /a; or this page is the other spelling, /a/, which hreflang-self-noncanonical tells.
    """
    edges = facts.edges
    aliased = edges.where("return-alias")
    aliased = aliased[edges.stands_for[edges.page[aliased]] == edges.page[aliased]]
    for spot in by_source(facts, aliased):
        lists = edges.of(int(edges.target[spot.row]))
        alias = int(lists[edges.stands_for[lists] == spot.page.id][0])
        said = N_("%(url)s lists %(related)s, which links back to %(alias)s instead; such addresses: %(n)s")
        yield hit(spot.page, said, spot.other, alias=url(facts, alias), n=spot.n)


@rule("hreflang-return-lang-inconsistent", ("any", "error"))
def return_lang_inconsistent(facts: Facts) -> Iterator[Hit]:
    """Pages that a page lists call it by another code than it calls itself.

    Why: All versions are expected to have one set; where codes differ, nobody can tell which of them is meant.
    Fix: Write one code for this page, everywhere.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists itself as en and /b as de, and /b lists /a as fr. Where only the region differs it is a warning.
    Silent: /b lists /a as en; or /a does not list itself, or not /b.
    """
    graph, edges, codes = facts.hreflang, facts.edges, facts.hreflang.codes
    entries = graph.entries
    language, page, target = graph.languages, entries.page.astype(np.int64), entries.target
    width, spoken = max(len(codes.names), 1), language >= 0
    own = spoken & graph.own
    called = spoken & ~graph.own & contains(edges.key, graph.key(target, entries.page))
    called &= contains(np.unique(page[own]), target.astype(np.int64))
    same_language = contains(np.unique(page[own] * width + language[own]), target.astype(np.int64) * width + language)
    same_code = contains(
        np.unique(page[own] * width + entries.code[own]), target.astype(np.int64) * width + entries.code
    )
    itself = dict(zip(page[own].tolist(), np.flatnonzero(own).tolist(), strict=True))
    for verdicts, kept in ((), rows(called & ~same_language)), (_WARNING, rows(called & same_language & ~same_code)):
        _, once = np.unique(graph.key(target[kept], entries.page[kept]), return_index=True)
        kept = kept[once]
        for spot in by_page(facts, target[kept], kept):
            said = N_("%(url)s is %(own)s for itself and %(code)s for %(related)s; pages that call it otherwise: %(n)s")
            yield hit(
                spot.page,
                said,
                url(facts, int(entries.page[spot.row])),
                verdicts,
                own=code(facts, itself[spot.page.id]),
                code=code(facts, spot.row),
                n=spot.n,
            )


@rule("hreflang-return-noindex", ("any", "error"))
def return_noindex(facts: Facts) -> Iterator[Hit]:
    """The link back to a page stands on a page that engines are told not to index.

    Why: What stands on a page that is taken out of search is no ground to show another one.
    Fix: Open that page to engines, or take both entries out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a and /b list each other, and /b is noindex.
    Silent: /b may be indexed; or does not list /a. Where just one engine is told, the finding is for that engine.
    """
    edges = facts.edges
    closed = edges.where("target-noindex")
    for verdicts, kept in closed_to(facts, closed[edges.back[closed]]):
        for spot in by_source(facts, kept):
            said = N_("The link back to %(url)s stands on %(related)s, which is noindex; such pages: %(n)s")
            yield hit(spot.page, said, spot.other, verdicts, n=spot.n)


def by_verdict(
    pairs: Ints, targets: Ints, of: dict[int, tuple[Verdict, ...]]
) -> Iterator[tuple[tuple[Verdict, ...], Ints]]:
    """Rows of pairs by the verdicts that `of` has for their targets."""
    for verdicts in sorted(set(of.values())):
        yield verdicts, pairs[np.isin(targets, [node for node, each in of.items() if each == verdicts])]


def closed_to(facts: Facts, pairs: Ints) -> Iterator[tuple[tuple[Verdict, ...], Ints]]:
    """These pairs by the engines that are told not to index their targets."""
    targets = facts.edges.target[pairs]
    return by_verdict(pairs, targets, {page: denied(facts.pages[page]) for page in np.unique(targets).tolist()})


@rule("hreflang-incoming-conflict", ("any", "error"))
def incoming_conflict(facts: Facts) -> Iterator[Hit]:
    """Pages list one page under several languages.

    Why: It is written in one of them, so that some of these annotations are wrong.
    Fix: List the page under its own language, everywhere.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /c as de, and /b lists /c as fr.
    Silent: Both list it as de, or as de-AT and de-CH. One page that contradicts itself is told by
    hreflang-url-many-langs.
    """
    entries = facts.hreflang.entries
    language = facts.hreflang.languages
    said_of = rows((language >= 0) & (entries.target < facts.hreflang.pages))
    target = entries.target[said_of]
    named = np.unique(facts.hreflang.key(target, entries.page[said_of])) // max(facts.hreflang.nodes, 1)
    for found in varied(target, language[said_of], said_of):
        node = int(entries.target[found[0]])
        n = int(np.searchsorted(named, node, side="right") - np.searchsorted(named, node))
        if n > 1:
            related = next((int(entries.page[e]) for e in found if entries.page[e] != node), node)
            message = N_("%(url)s is listed under several languages (%(codes)s), such as by %(related)s; pages: %(n)s")
            yield hit(facts.pages[node], message, url(facts, related), codes=listed(facts, found), n=n)


@rule("hreflang-cluster-split", ("any", "info"))
def cluster_split(facts: Facts) -> Iterator[Hit]:
    """Pages that belong together by hreflang fall into groups without a confirmed link between them.

    Why: Google goes by pairs that point to each other, so that a group knows nothing of the other groups.
    Fix: Write one set, with all versions, on every page.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a and /b list each other, /c and /d list each other, and /a lists /c.
    Silent: All four list each other; or /a lists only pages that list it, or /c as x-default alone.
    """
    edges, nodes = facts.edges, facts.hreflang.nodes
    named = _components(edges.page, edges.target, ~edges.default, nodes)
    confirmed = _components(edges.page, edges.target, ~edges.default & (edges.state == OPEN), nodes)
    firm = rows(np.bincount(confirmed, minlength=1)[confirmed] > 1) if nodes else np.zeros(0, np.int32)
    for found in varied(named[firm], confirmed[firm], firm):
        first, second = sorted(found)[:2]
        said = N_("By hreflang %(url)s and %(related)s belong together, but confirmed pairs form %(n)s separate groups")
        yield hit(facts.pages[first], said, url(facts, second), n=len(found))


def _components(page: Ints, target: Ints, kept: Bools, nodes: int) -> Ints:
    """The number of the connected part of each node, over the kept edges in both directions."""
    if not nodes:
        return np.zeros(0, np.int32)
    edges = (np.ones(int(kept.sum()), np.int8), (page[kept], target[kept]))
    _, labels = connected_components(coo_matrix(edges, (nodes, nodes)), directed=False)
    return np.asarray(labels, np.int32)


@rule("hreflang-targets-not-crawled", ("any", "info"))
def targets_not_crawled(facts: Facts) -> Iterator[Hit]:
    """A page lists addresses of which the crawl knows too little to judge them.

    Why: Whether they link back, answer and may be indexed is open; nothing is said against them.
    Fix: Take the other hosts or folders into the crawl.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists https://e.de/, which is no address of the crawl; or /b, which did not answer in time.
    Silent: All addresses that /a lists were read.
    """
    edges = facts.edges
    for spot in by_source(facts, edges.where("unknown")):
        said = N_("%(url)s lists %(related)s, which this crawl cannot judge; such addresses: %(n)s")
        yield hit(spot.page, said, spot.other, n=spot.n)
