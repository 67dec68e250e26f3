"""Rules on hreflang in sitemaps: entries that lack, and links that are not written as they should be."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...urls import identity
from ..rule import N_, Facts, Hit, rule
from .edges import contains, rows
from .graph import SOURCES
from .spots import SITEMAP, by_page, hit, url


@rule("hreflang-sitemap-self-missing", ("any", "error"))
def sitemap_self_missing(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists versions of a page, but not the page itself among them.

    Why: Google asks that the entry of each page lists all versions, including itself.
    Fix: Add an xhtml:link with the address and the language of the page itself.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The entry of /en in the sitemap lists /de alone.
    Silent: It lists /en and /de; or the sitemap lists no versions.
    """
    entries = facts.hreflang.entries
    said = (entries.sources & SITEMAP) != 0
    own = np.unique(entries.page[said & (entries.page == entries.target)]).astype(np.int64)
    missing = rows(said & ~contains(own, entries.page.astype(np.int64)))
    for spot in by_page(facts, entries.page[missing], missing):
        message = N_("The sitemap lists versions of %(url)s (%(n)s), but not the page itself among them")
        yield hit(spot.page, message, n=spot.n)


@rule("hreflang-sitemap-entry-missing", ("any", "error"))
def sitemap_entry_missing(facts: Facts) -> Iterator[Hit]:
    """A version that the sitemap names has no entry of its own there.

    Why: Google asks for an entry for each version; without one it cannot link back from the sitemap.
    Fix: Add a url element for that address, with the same xhtml:link elements.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The entry of /en in the sitemap lists /de, and no sitemap has an entry for /de.
    Silent: A sitemap has one; or a sitemap could not be read; or /de is on a host of which no sitemap lists a page.
    """
    if not facts.sitemaps_whole or not len(facts.hreflang):
        return
    graph = facts.hreflang
    entries = graph.entries
    listed = [page for page in facts.pages.values() if page.in_sitemap]
    hosts = {identity.host(page.key) for page in listed}
    own = np.zeros(graph.nodes, np.bool_)
    own[[page.id for page in listed]] = True
    own[graph.pages :] = [identity.host(key) not in hosts for key in graph.unseen]
    lacking = rows(((entries.sources & SITEMAP) != 0) & ~own[entries.target] & (entries.page != entries.target))
    for spot in by_page(facts, entries.page[lacking], lacking):
        said = N_("The sitemap names %(related)s as version of %(url)s, but has no entry for it; such addresses: %(n)s")
        yield hit(spot.page, said, url(facts, int(entries.target[spot.row])), n=spot.n)


def _with_fault(facts: Facts, fault: str, said: str) -> Iterator[Hit]:
    """A hit at each page whose links in the sitemap have a fault (model.Annotation.attrs)."""
    graph = facts.hreflang
    odd = np.array([fault in note.split(",") for note in graph.notes], np.bool_)
    found = rows((graph.source == SOURCES.index("sitemap")) & odd[graph.attrs])
    for spot in by_page(facts, graph.page[found], found):
        yield hit(spot.page, said, file=graph.files[graph.file[spot.row]], n=spot.n)


@rule("hreflang-sitemap-namespace", ("any", "error"))
def sitemap_namespace(facts: Facts) -> Iterator[Hit]:
    """Links in a sitemap are not in the namespace of XHTML.

    Why: Without it they are no links of XHTML, which Google asks for.
    Fix: Write xmlns:xhtml="http://www.w3.org/1999/xhtml" into the urlset element.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: The sitemap has xhtml:link elements, and does not declare xhtml or declares it as something else.
    Silent: It declares xhtml as http://www.w3.org/1999/xhtml.
    """
    said = N_("The links of %(url)s in the sitemap %(file)s are not in the namespace of XHTML: %(n)s")
    yield from _with_fault(facts, "namespace", said)


@rule("hreflang-sitemap-rel-missing", ("any", "error"))
def sitemap_rel_missing(facts: Facts) -> Iterator[Hit]:
    """Links with hreflang in a sitemap do not say rel="alternate".

    Why: Only that makes them versions of the page.
    Fix: Write rel="alternate" into each xhtml:link.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: <xhtml:link hreflang="de" href="https://e.com/de"/>
    Silent: <xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"/>
    """
    said = N_('The links of %(url)s in the sitemap %(file)s do not say rel="alternate": %(n)s')
    yield from _with_fault(facts, "rel", said)


@rule("hreflang-sitemap-link-in-loc", ("any", "error"))
def sitemap_link_in_loc(facts: Facts) -> Iterator[Hit]:
    """Links in a sitemap stand inside the loc element.

    Why: They belong beside it, into the url element; loc holds an address and nothing else.
    Fix: Move the xhtml:link elements behind the end of loc.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: <loc>https://e.com/en<xhtml:link .../></loc>
    Silent: <loc>https://e.com/en</loc><xhtml:link .../>
    """
    said = N_("The links of %(url)s in the sitemap %(file)s stand inside the loc element: %(n)s")
    yield from _with_fault(facts, "loc", said)
