"""Rules on where annotations stand: in the head, in the HTTP header, in the sitemap, and whether these agree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...model import HeadEnd, PageState
from ..rule import N_, Facts, Hit, Verdict, rule
from .codes import Bools, Ints
from .edges import rows
from .graph import SOURCES, Bytes
from .spots import HEAD, HEADER, SITEMAP, by_page, code, hit, url

_WARNING: tuple[Verdict, ...] = (("any", "warning"),)


def _by_page(facts: Facts) -> tuple[Ints, Ints, Bytes, Bools]:
    """Each page with a set, the first of its entries, which sources it has, and whether all of them say the same."""
    entries = facts.hreflang.entries
    pages, start = np.unique(entries.page, return_index=True)
    if not len(pages):
        return pages, pages, entries.sources, np.zeros(0, np.bool_)
    used = np.bitwise_or.reduceat(entries.sources, start)
    common = np.bitwise_and.reduceat(entries.sources, start)
    return pages, start.astype(np.int32), used, used == common


def _of(facts: Facts, chosen: Bools) -> Iterator[tuple[PageState, int]]:
    """The page and its sources at each chosen row of _by_page."""
    pages, _, used, _ = _by_page(facts)
    for page, bits in zip(pages[chosen].tolist(), used[chosen].tolist(), strict=True):
        yield facts.pages[page], bits


def _names(bits: int) -> str:
    return ", ".join(name for n, name in enumerate(SOURCES) if bits >> n & 1)


@rule("hreflang-multiple-sources", ("any", "info"))
def multiple_sources(facts: Facts) -> Iterator[Hit]:
    """The same hreflang stands in the sitemap and on the page.

    Why: For Google one is as good as the other; two have to be kept the same.
    Fix: Keep the one that is easier to look after.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The head of /a and the sitemap list the same addresses under the same codes.
    Silent: They stand in one of them; or are not the same, which hreflang-sources-conflict tells; or in head and
    header, which hreflang-header-on-html-and-head tells.
    """
    _, _, used, same = _by_page(facts)
    several = (used & (used - 1)) != 0
    chosen = several & same & (used != HEAD | HEADER)
    for page, bits in _of(facts, chosen):
        yield hit(page, N_("The hreflang of %(url)s stands in several sources: %(sources)s"), sources=_names(bits))


@rule("hreflang-header-on-html-and-head", ("any", "info"))
def header_and_head(facts: Facts) -> Iterator[Hit]:
    """The same hreflang stands in the HTTP header and in the head.

    Why: For Google one is as good as the other; two have to be kept the same.
    Fix: Keep the head for HTML pages, and the header for files such as PDF.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The head of /a and its Link header list the same addresses under the same codes.
    Silent: They stand in one of them; or are not the same, which hreflang-sources-conflict tells.
    """
    _, _, used, same = _by_page(facts)
    for page, _ in _of(facts, same & (used == HEAD | HEADER)):
        yield hit(page, N_("The hreflang of %(url)s stands in the head and in the HTTP header"))


@rule("hreflang-sources-conflict", ("any", "error"))
def sources_conflict(facts: Facts) -> Iterator[Hit]:
    """Head, HTTP header and sitemap do not say the same of a page.

    Why: Nobody can tell which of them engines follow.
    Fix: Write all versions in one source, or the same in all.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The head of /a lists /b as de, and the sitemap lists /c as de. Where an entry is in one of them only it is a
    warning.
    Silent: All sources that the page has list the same addresses under the same codes.
    """
    entries, names = facts.hreflang.entries, max(len(facts.hreflang.codes.names), 1)
    pages, _, used, same = _by_page(facts)
    kept = rows(np.isin(entries.page, pages[~same]))
    if not len(kept):
        return
    order = kept[np.lexsort((entries.target[kept], entries.code[kept], entries.page[kept]))]
    group = entries.page[order].astype(np.int64) * names + entries.code[order]
    _, start, targets = np.unique(group, return_index=True, return_counts=True)
    bits = np.bitwise_or.reduceat(entries.sources[order], start)
    conflict = (targets > 1) & ((bits & (bits - 1)) != 0)
    whole = used[np.searchsorted(pages, entries.page[order[start]])]
    for spot in by_page(facts, entries.page[order[start[conflict]]], rows(conflict)):
        at, end = start[spot.row], start[spot.row] + targets[spot.row]
        elsewhere = (e for e in order[at + 1 : end] if entries.sources[e] != entries.sources[order[at]])
        first, other = order[at], next(elsewhere, order[at + 1])
        said = N_("%(url)s: %(code)s is %(first)s in %(source)s and %(related)s in %(other)s; codes in conflict: %(n)s")
        yield hit(
            spot.page,
            said,
            url(facts, int(entries.target[other])),
            code=code(facts, first),
            first=url(facts, int(entries.target[first])),
            n=spot.n,
            source=_names(int(entries.sources[first])),
            other=_names(int(entries.sources[other])),
        )
    alone = ~conflict & (bits != whole)
    for spot in by_page(facts, entries.page[order[start[alone]]], order[start[alone]]):
        said = N_("%(url)s: the entry %(code)s, %(related)s, stands in %(source)s alone; such entries: %(n)s")
        yield hit(
            spot.page,
            said,
            url(facts, int(entries.target[spot.row])),
            _WARNING,
            code=code(facts, spot.row),
            source=_names(int(entries.sources[spot.row])),
            n=spot.n,
        )


@rule("hreflang-in-body", ("any", "error"))
def in_body(facts: Facts) -> Iterator[Hit]:
    """Links with hreflang stand outside the head of the page.

    Why: Google reads them in a well-formed head alone.
    Fix: Move the links up, before the first element that does not belong into the head.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The links stand in the body, or behind a div in the head, which ends it.
    Silent: They stand in the head, behind elements that belong there. Where only a noscript element ends the head it is
    a warning: to a parser that runs scripts they stand in the head.
    """
    graph = facts.hreflang
    body = rows(graph.source == SOURCES.index("body"))
    for spot in by_page(facts, graph.page[body], body):
        end = facts.head_ends.get(spot.page.id)
        verdicts = _WARNING if end and end.noscript else ()
        if end and end.tag and end.line:
            said = N_("Links with hreflang on %(url)s stand outside its head: %(n)s; %(tag)s on line %(line)s ends it")
            yield hit(spot.page, said, "", verdicts, n=spot.n, tag=_tag(end), line=end.line)
        else:
            said = N_("Links with hreflang on %(url)s stand outside its head: %(n)s")
            yield hit(spot.page, said, "", verdicts, n=spot.n)


def _tag(end: HeadEnd) -> str:
    return end.tag if end.tag.startswith("#") else f"<{end.tag}>"


@rule("hreflang-head-closed-early", ("any", "error"))
def head_closed_early(facts: Facts) -> Iterator[Hit]:
    """Something in the head that does not belong there ends it, before the end tag that was meant.

    Why: Google takes the first such element for the end of the head; links after it are lost.
    Fix: Move the element into the body, behind all links and meta elements.
    Source: https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
    Fires: <head><div></div><link rel="alternate" hreflang="de" ...></head>.
    Silent: The head holds title, meta, link, script, style, base, noscript and template alone. Where only a noscript
    element ends the head it is a warning: to a parser that runs scripts the head goes on.
    """
    for number in np.unique(facts.hreflang.page[facts.hreflang.source == SOURCES.index("body")]).tolist():
        end = facts.head_ends.get(number)
        if end and end.closed and not end.swallowed:
            said = N_("%(tag)s on line %(line)s ends the head of %(url)s; links after it that are lost: %(n)s")
            verdicts = _WARNING if end.noscript else ()
            yield hit(facts.pages[number], said, "", verdicts, tag=_tag(end), line=end.line, n=end.behind)


@rule("hreflang-js-only", ("any", "warning"))
def js_only(facts: Facts) -> Iterator[Hit]:
    """Scripts add hreflang that the page does not have as the server sends it.

    Why: Engines see it only when they have run the scripts, later or never.
    Fix: Write the links into the HTML that the server sends.
    Source: https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
    Fires: /a has no hreflang as it is sent, and lists /b when its scripts have run (--render).
    Silent: It lists /b in both; or no browser ran its scripts.
    """
    for page, n in facts.scripted.items():
        yield hit(facts.pages[page], N_("Scripts add hreflang to %(url)s; entries that only they write: %(n)s"), n=n)


@rule("hreflang-yandex-sitemap-only", ("yandex", "warning"))
def yandex_sitemap_only(facts: Facts) -> Iterator[Hit]:
    """The hreflang of a page stands in the sitemap alone.

    Why: Yandex no longer reads language versions from sitemaps.
    Fix: Write the links into the head of the pages as well.
    Source: https://yandex.ru/support/webmaster/controlling-robot/sitemap-local.html
    Fires: The sitemap lists versions of /a, its head and header do not.
    Silent: The head of /a lists them.
    """
    _, _, used, _ = _by_page(facts)
    for page, _ in _of(facts, used == SITEMAP):
        yield hit(page, N_("The hreflang of %(url)s stands in the sitemap alone"))


@rule("hreflang-yandex-header", ("yandex", "info"))
def yandex_header(facts: Facts) -> Iterator[Hit]:
    """The hreflang of a page stands in the HTTP header alone.

    Why: The help of Yandex describes links in the head only.
    Fix: Write the links into the head of HTML pages.
    Source: https://yandex.ru/support/webmaster/controlling-robot/sitemap-local.html
    Fires: The Link header of /a lists its versions, its head does not.
    Silent: The head of /a lists them.
    """
    _, _, used, _ = _by_page(facts)
    for page, _ in _of(facts, used == HEADER):
        yield hit(page, N_("The hreflang of %(url)s stands in the HTTP header alone"))
