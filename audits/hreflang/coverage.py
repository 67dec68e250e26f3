"""Rules on which languages and regions the set of a page covers, and whom it leaves out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .edges import contains, rows
from .spots import code, counted, first_of_page, hit, listed, url, varied


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
    by_code, first = np.unique(facts.hreflang.by_code, return_index=True)
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
    pages, default, counts = counted(facts, facts.hreflang.codes.default[entries.code])
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
    pages, own, counts = counted(facts, facts.hreflang.own)
    _, default, _ = counted(facts, facts.hreflang.codes.default[facts.hreflang.entries.code])
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
    acts, language = codes.acts[entries.code], facts.hreflang.languages
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
