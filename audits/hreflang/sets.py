"""Rules on the set of one page: what its head, its header and the sitemap say together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .codes import Bools, Ints
from .edges import contains, rows
from .graph import Longs
from .spots import by_page, code, first_of_page, hit, listed, url, varied


def _per_page(facts: Facts, chosen: Bools) -> tuple[Ints, Ints, Ints]:
    """Each page with a set, how many of its entries are chosen, and how many it has."""
    pages, start, counts = np.unique(facts.hreflang.entries.page, return_index=True, return_counts=True)
    if not len(pages):
        return pages, pages, pages
    return pages, np.add.reduceat(chosen.astype(np.int32), start), counts.astype(np.int32)


def _own(facts: Facts) -> Bools:
    """Which entries lead to their own page."""
    return np.equal(facts.hreflang.entries.page, facts.hreflang.entries.target)


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
    own = _own(facts) | (entries.target == facts.edges.canonical[entries.page])
    pages, self_entries, counts = _per_page(facts, own)
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
    entries, language = facts.hreflang.entries, _languages(facts)
    own = rows(_own(facts) & (language >= 0))
    for found in varied(entries.page[own], language[own], own):
        page = facts.pages[int(entries.page[found[0]])]
        said = N_("%(url)s lists itself under several languages: %(codes)s")
        yield hit(page, said, codes=listed(facts, found))


def _languages(facts: Facts) -> Ints:
    """The language of each entry, -1 for x-default and for what is none."""
    return facts.hreflang.codes.language[facts.hreflang.entries.code]


def _by_code(facts: Facts) -> Longs:
    """One number for each page and code."""
    entries, codes = facts.hreflang.entries, facts.hreflang.codes
    return entries.page.astype(np.int64) * len(codes.names) + entries.code


def _several_targets(facts: Facts, chosen: Bools) -> Iterator[list[int]]:
    kept = rows(chosen)
    return varied(_by_code(facts)[kept], facts.hreflang.entries.target[kept], kept)


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
    graph, language = facts.hreflang, _languages(facts)
    others = rows(~_own(facts) & (language >= 0))
    pair = graph.key(graph.entries.page[others], graph.entries.target[others])
    for page, found, n in first_of_page(facts, varied(pair, language[others], others)):
        said = N_("%(url)s lists %(related)s under several languages: %(codes)s; addresses with this fault: %(n)s")
        yield hit(page, said, url(facts, int(graph.entries.target[found[0]])), codes=listed(facts, found), n=n)


@rule("hreflang-xdefault-missing", ("any", "info"))
def xdefault_missing(facts: Facts) -> Iterator[Hit]:
    """A page has versions for several languages or regions and none for everybody else.

    Why: Google recommends x-default for visitors whose language none of the versions has.
    Fix: Add an entry x-default; it may name the version in the most common language.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists en and de.
    Silent: /a lists en, de and x-default, also when x-default and en have one address.
    """
    codes = facts.hreflang.codes
    by_code, first = np.unique(_by_code(facts), return_index=True)
    of = facts.hreflang.entries.code[first]
    pages, start = np.unique(facts.hreflang.entries.page[first], return_index=True)
    if not len(by_code):
        return
    default, counts = np.add.reduceat(codes.default[of].astype(np.int32), start), np.diff(np.r_[start, len(of)])
    chosen = (default == 0) & (counts > 1)
    for page, n in zip(pages[chosen].tolist(), counts[chosen].tolist(), strict=True):
        yield hit(facts.pages[page], N_("%(url)s has no x-default; languages and regions: %(n)s"), n=n)


@rule("hreflang-xdefault-only", ("any", "warning"))
def xdefault_only(facts: Facts) -> Iterator[Hit]:
    """The only entry of a page is x-default.

    Why: It tells of no version in any language.
    Fix: List the versions with their languages, or leave hreflang out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists / as x-default, and nothing else.
    Silent: /a lists en and x-default.
    """
    entries = facts.hreflang.entries
    pages, default, counts = _per_page(facts, facts.hreflang.codes.default[entries.code])
    for page in pages[default == counts].tolist():
        yield hit(facts.pages[page], N_("%(url)s has no entry but x-default"))


@rule("hreflang-single-entry", ("any", "info"))
def single_entry(facts: Facts) -> Iterator[Hit]:
    """A page lists itself and no other.

    Why: Without versions in other languages hreflang says nothing.
    Fix: List the other versions, or leave hreflang out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists itself as en, and nothing else.
    Silent: /a lists itself as en and /b as de.
    """
    pages, own, counts = _per_page(facts, _own(facts))
    _, default, _ = _per_page(facts, facts.hreflang.codes.default[facts.hreflang.entries.code])
    for page in pages[(own == counts) & (default < counts)].tolist():
        yield hit(facts.pages[page], N_("%(url)s lists itself and no other version"))


@rule("hreflang-region-without-generic", ("any", "info"))
def region_without_generic(facts: Facts) -> Iterator[Hit]:
    """A language is listed for several regions, and not for its other speakers.

    Why: Google suggests a version for all speakers of a language whose region none of the versions has.
    Fix: List the most general of them under the language alone as well.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists en-IE, en-CA and en-AU.
    Silent: /a lists en or x-default as well.
    """
    codes, entries = facts.hreflang.codes, facts.hreflang.entries
    acts, language = codes.acts[entries.code], _languages(facts)
    width = max(len(codes.languages), 1)
    spoken = entries.page.astype(np.int64) * width + language
    generic = np.unique(spoken[(language >= 0) & ~codes.region[acts]])
    with_default = np.unique(entries.page[codes.default[entries.code]].astype(np.int64))
    page = entries.page.astype(np.int64)
    kept = rows((language >= 0) & codes.region[acts] & ~contains(generic, spoken) & ~contains(with_default, page))
    for where, found, n in first_of_page(facts, varied(spoken[kept], acts[kept], kept)):
        said = N_("%(url)s lists regions of %(language)s (%(codes)s), but no %(language)s for all; languages: %(n)s")
        name = codes.languages[language[found[0]]]
        yield hit(where, said, language=name, codes=listed(facts, found), n=n)


@rule("hreflang-reserved-collision", ("any", "warning"))
def reserved_collision(facts: Facts) -> Iterator[Hit]:
    """A code with a region that is ignored acts like another code of the same page.

    Why: Google ignores regions such as UK or EU, which are reserved and no countries; en-UK then acts as en.
    Fix: Write the code of the country, such as en-GB.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: / lists /uk as en-UK, and / as en.
    Silent: / lists /uk as en-GB, and / as en.
    """
    codes, entries = facts.hreflang.codes, facts.hreflang.entries
    acts = codes.acts[entries.code]
    places = rows(np.ones(len(acts), np.bool_))
    key = entries.page.astype(np.int64) * max(len(codes.names), 1) + acts
    groups = varied(key, entries.code, places)
    for page, found, n in first_of_page(facts, (g for g in groups if any(acts[e] != entries.code[e] for e in g))):
        odd = next(entry for entry in found if acts[entry] != entries.code[entry])
        other = next(entry for entry in found if entry != odd)
        said = N_("On %(url)s %(code)s acts as %(acts)s, as which %(related)s is listed; codes with this fault: %(n)s")
        yield hit(
            page, said, url(facts, int(entries.target[other])), code=code(facts, odd), acts=codes.names[acts[odd]], n=n
        )


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
