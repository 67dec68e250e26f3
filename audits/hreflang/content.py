"""The rule on texts in another language than hreflang says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .detect import SURE, differs
from .edges import contains, rows
from .graph import Graph, Longs
from .spots import code, hit, listed, url


@rule("content-language-mismatch", ("any", "warning"))
def content_language_mismatch(facts: Facts) -> Iterator[Hit]:
    """The text of a page is in another language than its hreflang says.

    Why: Google finds the language of a page by its text, so this version is not what the annotation promises.
    Fix: Translate the text, or correct the code.
    Source: https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
    Fires: /de/ lists itself as de, and its text is English. Where a page does not list itself, what others call it.
    Silent: The text has fewer than 200 letters, is mixed, or the detected language is not sure (below 0.9) or close to
    the declared one, like Danish and Norwegian; the code names a script, Chinese apart; the detector does not know it.
    """
    graph, entries = facts.hreflang, facts.hreflang.entries
    sure = np.zeros(graph.nodes, np.bool_)
    sure[[page for page, found in facts.detected.items() if found.confidence >= SURE]] = True
    said = (graph.languages >= 0) & sure[entries.target]
    listing_itself = np.unique(entries.page[said & graph.own].astype(np.int64))
    said &= graph.own | ~contains(listing_itself, entries.target.astype(np.int64))
    kept = rows(said)
    key = entries.target[kept].astype(np.int64) * max(len(graph.codes.names), 1) + entries.code[kept]
    first = kept[np.unique(key, return_index=True)[1]].tolist()
    for page, found in groupby(first, key=lambda entry: int(entries.target[entry])):
        declared = list(found)
        detected = facts.detected[page].language
        if all(differs(detected, graph.codes.languages[graph.languages[e]], code(facts, e)) for e in declared):
            by = int(entries.page[declared[0]])
            if by == page:
                said_here = N_("The text of %(url)s looks like the language %(found)s; its hreflang says %(codes)s")
                yield hit(facts.pages[page], said_here, found=detected, codes=listed(facts, declared))
            else:
                elsewhere = N_(
                    "The text of %(url)s looks like the language %(found)s; %(related)s lists it as %(code)s"
                )
                name = code(facts, declared[0])
                yield hit(facts.pages[page], elsewhere, url(facts, by), found=detected, code=name)


def asked(graph: Graph) -> Longs:
    """The pages whose language must be known: those of the crawl that are listed under one, in order."""
    target = graph.entries.target[(graph.languages >= 0) & (graph.entries.target < graph.pages)]
    return np.unique(target.astype(np.int64))
