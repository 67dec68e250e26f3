"""Rules on rel=canonical as a page states it: is there one, just one, where engines read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..urls.targets import named_canonicals
from .rule import N_, Facts, Hit, rule


@rule("canonical-missing", ("any", "warning"))
def missing(facts: Facts) -> Iterator[Hit]:
    """An indexable page names no canonical. In a group of like pages that is a warning, elsewhere a note.

    Why: Without one the engine alone chooses which page of the group it shows, or which spelling of the address.
    Fix: Give every page of the group a canonical that names the page to keep; that page names itself, as others may.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a and /b say the same, both may be indexed, /b has no canonical. A note: /c is like no other page, and has
    none; or the others like it are closed, so that nothing is left to choose.
    Silent: The page has a canonical, or is noindex.
    """
    for page in facts.read:
        group = facts.groups.get(page.id)
        if page.indexability != "indexable" or page.canonicals or page.outcome == "not_html":
            continue
        if group is None or group.resolved:
            yield Hit(page, N_("%(url)s names no canonical"), verdicts=(("any", "info"),))
            continue
        keep = facts.pages[group.keeper].url
        if group.keeper == page.id:
            yield Hit(page, N_("Other pages say the same as %(url)s; it should name itself as canonical"))
        else:
            said = N_("Other pages say the same as %(url)s; it names no canonical (page to keep: %(related)s)")
            yield Hit(page, said, keep)


@rule("canonical-multiple", ("any", "error"))
def multiple(facts: Facts) -> Iterator[Hit]:
    """A page names two or more different canonicals, in its head, its header or both.

    Why: Google cannot tell which is meant; Yandex ignores all of them.
    Fix: Find which part of the site writes each of them (template, plugin, server) and leave one.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: <link rel=canonical href=https://e.com/a> and a second one to https://e.com/b.
    Silent: Two links to the same address.
    """
    for page in facts.read:
        if len(page.canonicals) < 2:
            continue
        named = list(named_canonicals(page.canonicals).values())
        if len(named) > 1:
            said = N_("%(url)s names different canonicals: %(named)s; keep one")
            yield Hit(page, said, named[0], values={"named": _some(named)})


@rule("canonical-multiple-same", ("any", "info"))
def multiple_same(facts: Facts) -> Iterator[Hit]:
    """A page names one canonical several times.

    Why: It does no harm as long as all say the same; with two places to keep, one day they will not.
    Fix: Find which parts of the site write them (template, plugin, server) and leave one.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: Two links to https://e.com/a in the head, or one there and one in the HTTP header.
    Silent: One link; or links to different addresses, which canonical-multiple tells.
    """
    for page in facts.read:
        links = [link for link in page.canonicals if named_canonicals((link,))] if len(page.canonicals) > 1 else []
        if len(links) > 1 and page.canonical_url:
            said = N_("%(url)s names its canonical %(n)s times: %(related)s")
            yield Hit(page, said, page.canonical_url, values={"n": len(links)})


@rule("canonical-header-vs-element", ("any", "error"))
def header_vs_element(facts: Facts) -> Iterator[Hit]:
    """The HTTP header and the link element name different canonicals.

    Why: They are one signal given in two places; when they differ, neither can be relied on.
    Fix: Leave one of the two places, or make both name the same address.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: Header Link: <https://e.com/a>; rel="canonical", element https://e.com/b.
    Silent: Header and element both name https://e.com/a.
    """
    for page in facts.read:
        if len(page.canonicals) < 2:
            continue
        header = named_canonicals(c for c in page.canonicals if c.source == "header")
        element = named_canonicals(c for c in page.canonicals if c.source == "head")
        if header and element and header.keys() != element.keys():
            said = N_("Two canonicals: the header of %(url)s says %(header)s, its head %(head)s")
            values: dict[str, str | int] = {"header": _some(header.values()), "head": _some(element.values())}
            yield Hit(page, said, next(iter(header.values())), values=values)


@rule("canonical-in-body", ("any", "error"))
def in_body(facts: Facts) -> Iterator[Hit]:
    """A canonical stands in the body, where engines do not read it.

    Why: It is accepted only in the head; an element that may not stand there ends the head early.
    Fix: Move it into the head, and look for an element before it that may not stand there and so ends the head.
    Source: https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
    Fires: <body><link rel=canonical href=https://e.com/a>.
    Silent: The same link in the head.
    """
    for page in facts.read:
        link = next((c for c in page.canonicals if c.source == "body"), None)
        if link:
            said = N_("The canonical of %(url)s stands outside the head and is ignored: %(raw)s")
            yield Hit(page, said, link.url, values={"raw": link.raw})


@rule("canonical-ignored-attrs", ("google", "error"))
def ignored_attrs(facts: Facts) -> Iterator[Hit]:
    """A canonical carries an attribute for which Google passes it over: hreflang, lang, media or type.

    Why: Google reads such a link as one to another version of the page and not as a canonical.
    Fix: Take the attribute away, or write the link to the other version as an alternate.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: <link rel=canonical hreflang=en href=https://e.com/a>.
    Silent: The same link without hreflang.
    """
    for page in facts.read:
        link = next((c for c in page.canonicals if c.ignored and c.source != "body"), None)
        if link:
            said = N_("The canonical of %(url)s carries %(attributes)s, so Google ignores it: %(raw)s")
            attributes = link.ignored.replace(",", ", ")
            yield Hit(page, said, link.url, values={"attributes": attributes, "raw": link.url or link.raw})


def _some(urls: Iterable[str]) -> str:
    """The first three addresses, and how many more there are."""
    listed = list(urls)
    return ", ".join(listed[:3]) + (f", … (+{len(listed) - 3})" if len(listed) > 3 else "")
