"""Rules on the set of one page: what its head, its header and the sitemap say together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .codes import Bools
from .edges import rows
from .graph import Longs
from .spots import by_page, code, counted, first_of_page, hit, listed, url, varied


@rule("hreflang-self-missing", ("any", "warning"))
def self_missing(facts: Facts) -> Iterator[Hit]:
    """A page lists its versions in other languages, but not itself.

    Why: Google asks each version to list itself as well as all others.
    Fix: Add an entry with the address of the page itself and its own language.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /de/ lists /en/ as en, and nothing else.
    Silent: /de/ lists /de/ too; or /de/?utm_source=x lists /de/, which is its canonical.
    """
    entries = facts.hreflang.entries
    own = facts.hreflang.own | (entries.target == facts.edges.canonical[entries.page])
    pages, self_entries, counts = counted(facts, own)
    for page, n in zip(pages[self_entries == 0].tolist(), counts[self_entries == 0].tolist(), strict=True):
        yield hit(facts.pages[page], N_("%(url)s does not list itself; entries of its hreflang: %(n)s"), n=n)


@rule("hreflang-self-conflict", ("any", "error"))
def self_conflict(facts: Facts) -> Iterator[Hit]:
    """A page lists itself under several languages.

    Why: It can be written in one of them only, so that at least one annotation is wrong.
    Fix: Leave the entry in the language of the page.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists itself as en and as de.
    Silent: /a lists itself as en, en-GB and x-default.
    """
    entries, language = facts.hreflang.entries, facts.hreflang.languages
    own = rows(facts.hreflang.own & (language >= 0))
    for found in varied(entries.page[own], language[own], own):
        page = facts.pages[int(entries.page[found[0]])]
        said = N_("%(url)s lists itself under several languages: %(codes)s")
        yield hit(page, said, codes=listed(facts, found))


def _several_targets(facts: Facts, chosen: Bools) -> Iterator[list[int]]:
    kept = rows(chosen)
    return varied(facts.hreflang.by_code[kept], facts.hreflang.entries.target[kept], kept)


@rule("hreflang-duplicate-code", ("any", "error"))
def duplicate_code(facts: Facts) -> Iterator[Hit]:
    """A page names several addresses for one code.

    Why: There can be one version for a language and region; engines cannot tell which of them is meant.
    Fix: Leave one address for each code.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b as en, and /c as en.
    Silent: Both entries have the same address, also if it is spelled in two ways. Several addresses for x-default are
    told by hreflang-xdefault-multiple.
    """
    entries = facts.hreflang.entries
    for page, found, n in first_of_page(facts, _several_targets(facts, ~facts.hreflang.codes.default[entries.code])):
        said = N_("%(url)s names several addresses for %(code)s: %(first)s, %(related)s; codes with this fault: %(n)s")
        yield hit(
            page,
            said,
            url(facts, int(entries.target[found[1]])),
            code=code(facts, found[0]),
            first=url(facts, int(entries.target[found[0]])),
            n=n,
        )


@rule("hreflang-duplicate-entry", ("any", "info"))
def duplicate_entry(facts: Facts) -> Iterator[Hit]:
    """An entry stands twice in one source.

    Why: It does no harm, but shows that two parts of the site write hreflang, which may part ways one day.
    Fix: Write each entry once.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The head of /a lists /b as de, and again /b as de.
    Silent: The head and the sitemap list /b as de; hreflang-multiple-sources tells that.
    """
    graph = facts.hreflang
    read = rows(graph.effective)
    pair = graph.key(graph.page[read], graph.target[read])
    said = graph.codes.of[graph.code[read]] * 4 + graph.source[read]
    order = np.lexsort((said, pair))
    again = order[1:][(pair[order[1:]] == pair[order[:-1]]) & (said[order[1:]] == said[order[:-1]])]
    for spot in by_page(facts, graph.page[read[again]], read[again]):
        message = N_("%(url)s repeats the entry of %(related)s for %(code)s; repeated entries: %(n)s")
        yield hit(
            spot.page,
            message,
            url(facts, int(graph.target[spot.row])),
            code=graph.codes.names[graph.codes.of[graph.code[spot.row]]],
            n=spot.n,
        )


@rule("hreflang-url-many-langs", ("any", "error"))
def url_many_langs(facts: Facts) -> Iterator[Hit]:
    """A page lists one address under several languages.

    Why: A page is written in one language, so that at least one annotation is wrong.
    Fix: Leave the entry in the language of that address.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b as en and as fr.
    Silent: /a lists /b as en-US, en-GB and x-default. What a page says of itself is told by hreflang-self-conflict.
    """
    graph, language = facts.hreflang, facts.hreflang.languages
    others = rows(~facts.hreflang.own & (language >= 0))
    pair = graph.key(graph.entries.page[others], graph.entries.target[others])
    for page, found, n in first_of_page(facts, varied(pair, language[others], others)):
        said = N_("%(url)s lists %(related)s under several languages: %(codes)s; addresses with this fault: %(n)s")
        yield hit(page, said, url(facts, int(graph.entries.target[found[0]])), codes=listed(facts, found), n=n)


@rule("hreflang-xdefault-multiple", ("any", "error"))
def xdefault_multiple(facts: Facts) -> Iterator[Hit]:
    """A page names several addresses for x-default.

    Why: There can be one page for visitors whose language none of the versions has.
    Fix: Leave one of them.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists / and /select as x-default.
    Silent: /a lists / as x-default, and as en too.
    """
    entries = facts.hreflang.entries
    for found in _several_targets(facts, facts.hreflang.codes.default[entries.code]):
        page = facts.pages[int(entries.page[found[0]])]
        said = N_("%(url)s names several addresses for x-default (%(n)s): %(first)s, %(related)s")
        first, second = (url(facts, int(entries.target[entry])) for entry in found[:2])
        yield hit(page, said, second, first=first, n=len(found))


@rule("hreflang-set-differs", ("any", "info"))
def set_differs(facts: Facts) -> Iterator[Hit]:
    """Two pages list each other, but their sets are not the same.

    Why: Google expects one set on all versions; it does without entries that some pages leave out.
    Fix: Write the same set on every version.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /a, /b and /c, and /b lists /a and /b.
    Silent: Both list /a, /b and /c under the same codes.
    """
    graph, edges = facts.hreflang, facts.edges
    entries = graph.entries
    if not len(entries.page):
        return
    pages, start = np.unique(entries.page, return_index=True)
    sums = np.zeros(graph.nodes, np.uint64)
    sums[pages] = np.add.reduceat(
        _mixed(entries.target.astype(np.uint64) << 32 | entries.code.astype(np.uint64)), start
    )
    differ = rows(edges.back & (sums[edges.page] != sums[edges.target]))
    for spot in by_page(facts, edges.page[differ], differ):
        mine, theirs = (
            {(int(entries.target[e]), code(facts, e)) for e in entries.of(int(page))}
            for page in (spot.page.id, edges.target[spot.row])
        )
        node, name = min(mine ^ theirs)
        said = N_(
            "%(url)s and %(related)s list each other, but only one of them has %(other)s as %(code)s; pages: %(n)s"
        )
        yield hit(spot.page, said, url(facts, int(edges.target[spot.row])), other=url(facts, node), code=name, n=spot.n)


def _mixed(keys: Longs) -> Longs:
    """Numbers without any pattern, so that sums of different sets differ (splitmix64; Steele, Lea, Flood 2014)."""
    with np.errstate(over="ignore"):
        keys = (keys + np.uint64(0x9E3779B97F4A7C15)).astype(np.uint64)
        keys = (keys ^ keys >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        keys = (keys ^ keys >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return keys ^ keys >> np.uint64(31)
