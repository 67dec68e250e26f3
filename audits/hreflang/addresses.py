"""Rules on the addresses of alternates: absolute, over https, and spelled in one way."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from ...urls import variants
from ..rule import N_, Facts, Hit, rule
from .codes import Bools
from .edges import rows
from .graph import SOURCES
from .spots import by_page, url

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LOCALE = frozenset(("lang", "language", "locale", "loc", "hl", "l", "lng", "region", "country"))


def _odd(facts: Facts, fits: Callable[[str], bool]) -> Bools:
    """The annotations whose address as written fits; those spelled like their key are not looked at."""
    graph = facts.hreflang
    fitting = np.array([n > 0 and fits(raw.strip()) for n, raw in enumerate(graph.hrefs)], np.bool_)
    return fitting[graph.raw]


def _hits(facts: Facts, chosen: Bools, message: str) -> Iterator[Hit]:
    """One for each page: the first address as written and as resolved, and how many there are."""
    graph = facts.hreflang
    found = rows(chosen)
    for spot in by_page(facts, graph.page[found], found):
        target = int(graph.target[spot.row])
        values: dict[str, str | int] = {
            "code": graph.written[graph.code[spot.row]], "raw": graph.hrefs[graph.raw[spot.row]], "n": spot.n,
        }  # fmt: skip
        yield Hit(spot.page, message, url(facts, target) if target >= 0 else "", values=values)


@rule("hreflang-href-missing", ("any", "error"))
def href_missing(facts: Facts) -> Iterator[Hit]:
    """An alternate has no address.

    Why: There is no version to offer.
    Fix: Fill in the address of the version, or take the entry out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: <link rel=alternate hreflang=de href="">.
    Silent: The same with an address.
    """
    graph = facts.hreflang
    blank = np.array([not raw.strip() for raw in graph.hrefs], np.bool_)
    chosen = (graph.target < 0) & blank[graph.raw]
    yield from _hits(
        facts, chosen, N_("%(url)s lists versions without an address, the first for %(code)s; entries: %(n)s")
    )


@rule("hreflang-url-invalid", ("any", "error"))
def url_invalid(facts: Facts) -> Iterator[Hit]:
    """The address of an alternate is no web address.

    Why: It cannot be fetched.
    Fix: Write an address that begins with https:// and has a host.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: href="https://" or "mailto:a@e.com".
    Silent: href="https://e.com/x".
    """
    chosen = (facts.hreflang.target < 0) & _odd(facts, bool)
    yield from _hits(facts, chosen, N_("%(url)s lists what is no web address: %(raw)s (%(code)s); entries: %(n)s"))


@rule("hreflang-url-relative", ("any", "error"))
def url_relative(facts: Facts) -> Iterator[Hit]:
    """The address of an alternate is relative.

    Why: Google asks for whole addresses, with the protocol. The rest of this audit reads them as browsers would.
    Fix: Write the whole address with protocol and host.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: href="/es/" or "../es/".
    Silent: href="https://e.com/es/"; href="//e.com/es/" lacks only the protocol.
    """
    chosen = _odd(facts, lambda raw: raw != "" and not _ABSOLUTE.match(raw) and not raw.startswith("//"))
    said = N_("%(url)s lists relative addresses, the first is %(raw)s (%(code)s); entries: %(n)s")
    yield from _hits(facts, chosen, said)


@rule("hreflang-url-protocol-relative", ("any", "error"))
def url_protocol_relative(facts: Facts) -> Iterator[Hit]:
    """The address of an alternate has no protocol.

    Why: Google names //example.com/foo as what not to write.
    Fix: Write https: in front of it.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: href="//e.com/es/".
    Silent: href="https://e.com/es/".
    """
    chosen = _odd(facts, lambda raw: raw.startswith("//"))
    said = N_("%(url)s lists addresses without a protocol, the first is %(raw)s (%(code)s); entries: %(n)s")
    yield from _hits(facts, chosen, said)


@rule("hreflang-url-fragment", ("any", "warning"))
def url_fragment(facts: Facts) -> Iterator[Hit]:
    """The address of an alternate has a fragment.

    Why: What follows # is ignored: all such entries mean one page.
    Fix: Give each version an address of its own, and write it without a fragment.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: href="https://e.com/#es".
    Silent: href="https://e.com/es".
    """
    chosen = _odd(facts, lambda raw: "#" in raw)
    said = N_(
        "%(url)s lists addresses with a fragment, which is ignored; the first is %(raw)s (%(code)s); entries: %(n)s"
    )
    yield from _hits(facts, chosen, said)


@rule("hreflang-url-http-on-https", ("any", "warning"))
def http_on_https(facts: Facts) -> Iterator[Hit]:
    """A page over https lists a version over http.

    Why: Entries over http speak for http as the address to keep; Google advises to leave them out of hreflang.
    Fix: List the address over https.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: https://e.com/ lists http://e.com/de/.
    Silent: https://e.com/ lists https://e.com/de/; http://e.com/ lists http://e.com/de/.
    """
    graph = facts.hreflang
    if not len(graph):
        return
    secure = np.zeros(graph.nodes, np.bool_)
    for n, page in facts.pages.items():
        secure[n] = page.key.startswith("https:")
    secure[graph.pages :] = [key.startswith("https:") for key in graph.unseen]
    chosen = graph.effective & secure[graph.page]
    chosen[chosen] = ~secure[graph.target[chosen]]
    said = N_(
        "%(url)s is served over https and lists addresses over http, the first is %(related)s (%(code)s); "
        "entries: %(n)s"
    )
    yield from _hits(facts, chosen, said)


@rule("hreflang-url-mixed-form", ("any", "warning"))
def mixed_form(facts: Facts) -> Iterator[Hit]:
    """Pages that list each other spell one address in two ways.

    Why: To an engine these are two addresses; entries that should meet miss each other.
    Fix: Write the address in one spelling everywhere, the one that answers 200.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /de, its other version /b lists /de/.
    Silent: Both list /de; or /de and /de/ are listed by pages that have nothing to do with each other.
    """
    graph = facts.hreflang
    spelled: defaultdict[str, list[int]] = defaultdict(list)
    for node in np.unique(graph.entries.target).tolist():
        spelled[variants.spelling(_key(facts, node))].append(node)
    twins = {node: few for few in spelled.values() if len(few) > 1 for node in few}
    if not twins:
        return
    listing = rows(np.isin(graph.entries.target, list(twins)))
    pages, targets = graph.entries.page[listing].tolist(), graph.entries.target[listing].tolist()
    listed_by: defaultdict[int, set[int]] = defaultdict(set)
    for page, target in zip(pages, targets, strict=True):
        listed_by[target].add(page)
    told: set[int] = set()
    for page, target in zip(pages, targets, strict=True):
        other = next((o for o in twins[target] if o != target and _meet(facts, listed_by, page, o)), None)
        if other is not None and page not in told and _rather(facts, listed_by, other, target):
            told.add(page)
            said = N_("%(url)s lists %(related)s, its set elsewhere %(other)s: one page in two spellings")
            yield Hit(facts.pages[page], said, url(facts, target), values={"other": url(facts, other)})


def _meet(facts: Facts, listed_by: dict[int, set[int]], page: int, other: int) -> bool:
    """Whether the other spelling is listed by the page itself or by a page of its set."""
    if page in listed_by[other]:
        return True
    edges = facts.edges
    begin, end = np.searchsorted(edges.page, (page, page + 1)).tolist()
    near = set(edges.target[begin:end].tolist())
    return not near.isdisjoint(listed_by[other])


def _rather(facts: Facts, listed_by: dict[int, set[int]], one: int, than: int) -> bool:
    """Whether the first spelling is the one to write: it answers, or more pages list it, or it comes first."""

    def rank(node: int) -> tuple[bool, int, str]:
        page = facts.pages.get(node)
        return page is None or page.indexability != "indexable", -len(listed_by[node]), _key(facts, node)

    return rank(one) < rank(than)


def _key(facts: Facts, node: int) -> str:
    page = facts.pages.get(node)
    return page.key if page else facts.hreflang.unseen[node - facts.hreflang.pages]


@rule("hreflang-locale-in-query", ("any", "info"))
def locale_in_query(facts: Facts) -> Iterator[Hit]:
    """The versions of a page differ in a query parameter alone.

    Why: Google does not recommend parameters for languages: visitors do not see them, and they are hard to tell apart.
    Fix: If the site is rebuilt one day, give each language a folder, subdomain or domain of its own.
    Source: https://developers.google.com/search/docs/specialty/international/managing-multi-regional-sites
    Fires: /a?lang=en and /a?lang=de.
    Silent: /en/a and /de/a.
    """
    graph = facts.hreflang
    bare: dict[str, int] = {}
    of_node = np.full(graph.nodes, -1, np.int64)
    for node in np.unique(graph.entries.target).tolist():
        path, _, query = _key(facts, node).partition("?")
        by_language = any(part.partition("=")[0].lower() in _LOCALE for part in query.split("&"))
        of_node[node] = bare.setdefault(path, len(bare)) if by_language else -1
    chosen = rows(of_node[graph.entries.target] >= 0)
    pairs = zip(graph.entries.page[chosen].tolist(), graph.entries.target[chosen].tolist(), strict=True)
    seen: Counter[tuple[int, int]] = Counter()
    for page, target in dict.fromkeys(pairs):
        seen[page, int(of_node[target])] += 1
        if seen[page, int(of_node[target])] == 2:
            said = N_("Versions of %(url)s differ in a query parameter alone, like %(related)s")
            yield Hit(facts.pages[page], said, url(facts, target))


@rule("hreflang-media-attr", ("any", "warning"))
def media_attr(facts: Facts) -> Iterator[Hit]:
    """An alternate with hreflang has a media or type attribute too.

    Why: Google asks not to combine them: the link may be read as one to a mobile address or to a feed.
    Fix: Take the attribute away.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: <link rel=alternate hreflang=de media=print href=https://e.com/de>.
    Silent: The same link without media.
    """
    graph = facts.hreflang
    head = graph.source == SOURCES.index("head")
    found = rows(head & (graph.attrs > 0))
    for spot in by_page(facts, graph.page[found], found):
        target = int(graph.target[spot.row])
        values: dict[str, str | int] = {"attributes": graph.notes[graph.attrs[spot.row]], "n": spot.n}
        said = N_(
            "%(url)s has hreflang links with other attributes (%(attributes)s), the first to %(related)s; links: %(n)s"
        )
        yield Hit(spot.page, said, url(facts, target) if target >= 0 else "", values=values)


RULES = (
    href_missing, url_invalid, url_relative, url_protocol_relative, url_fragment, http_on_https, mixed_form,
    locale_in_query, media_attr,
)  # fmt: skip
