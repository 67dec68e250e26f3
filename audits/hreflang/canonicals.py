"""Rules where hreflang and canonical contradict each other, and on mobile pages with addresses of their own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..rule import N_, Facts, Hit, rule
from .edges import contains, is_elsewhere, rows
from .spots import by_source, hit


@rule("hreflang-self-noncanonical", ("any", "error"))
def self_noncanonical(facts: Facts) -> Iterator[Hit]:
    """A page with hreflang names another address as its canonical.

    Why: It asks to be shown to some visitors, and to be left out in favour of another page.
    Fix: Let the page name itself as canonical, or write hreflang on the canonical page alone.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /b?sort=price lists /a as en, and its canonical is /b.
    Silent: /b names itself; or it is a mobile page whose canonical lists it for small screens, as Google asks for just
    that (https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing).
    """
    for page in facts.read:
        if is_elsewhere(page) and facts.edges.has_set[page.id] and page.id not in facts.edges.mobile:
            yield hit(page, N_("%(url)s has hreflang, but its canonical is %(related)s"), page.canonical_url)


@rule("hreflang-canonical-cross-locale", ("any", "error"))
def canonical_cross_locale(facts: Facts) -> Iterator[Hit]:
    """The canonical of a page is its version for another language or region.

    Why: Google asks for a canonical in the same language; so this version asks to be left out of search.
    Fix: Let each version name itself as canonical.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /de/ lists itself as de and /en/ as en, and its canonical is /en/.
    Silent: Its canonical is /de/; or /de/?utm_source=x does not list itself, and its canonical /de/.
    """
    graph, edges = facts.hreflang, facts.edges
    own = np.unique(graph.entries.page[graph.entries.page == graph.entries.target]).astype(np.int64)
    named = edges.canonical[edges.page] == edges.target
    mobile = np.isin(edges.page, list(edges.mobile))
    for spot in by_source(facts, rows(named & contains(own, edges.page.astype(np.int64)) & ~mobile)):
        said = N_("The canonical of %(url)s is %(related)s, which it lists as its version for %(code)s")
        yield hit(spot.page, said, spot.other, code=spot.code)


@rule("hreflang-mobile-cross", ("any", "warning"))
def mobile_cross(facts: Facts) -> Iterator[Hit]:
    """The hreflang of a mobile page names a desktop page, or the other way round.

    Why: Google asks for hreflang between mobile pages among themselves, and between desktop pages among themselves.
    Fix: Name the mobile address of each version on mobile pages, and the desktop address on desktop pages.
    Source: https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing
    Fires: https://m.e.com/ names https://e.com/es/, which has a mobile version https://m.e.com/es/.
    Silent: https://m.e.com/ names https://m.e.com/es/; or the site has no mobile pages with addresses of their own.
    """
    edges = facts.edges
    kind = np.zeros(len(edges.node_state), np.int8)
    kind[list(edges.mobile)], kind[list(edges.mobile.values())] = 1, 2
    for spot in by_source(facts, rows(kind[edges.page] + kind[edges.target] * 4 == 9)):
        said = N_("The mobile page %(url)s names the desktop page %(related)s in its hreflang; such pages: %(n)s")
        yield hit(spot.page, said, spot.other, n=spot.n)
    for spot in by_source(facts, rows(kind[edges.page] + kind[edges.target] * 4 == 6)):
        said = N_("The desktop page %(url)s names the mobile page %(related)s in its hreflang; such pages: %(n)s")
        yield hit(spot.page, said, spot.other, n=spot.n)
