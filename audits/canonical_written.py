"""Rules on the address of a canonical as it is written: whole, absolute, without a fragment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model import CanonicalLink, PageState
from .rule import N_, Facts, Hit, rule

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@rule("canonical-empty", ("any", "error"))
def empty(facts: Facts) -> Iterator[Hit]:
    """A canonical has no address.

    Why: An empty address means the page itself by the rules of HTML, which is hardly what was meant.
    Fix: Fill in the address of the page to keep, or take the element out.
    Source: https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/canonical.js
    Fires: <link rel=canonical href="">.
    Silent: <link rel=canonical href="https://e.com/a">.
    """
    for page in facts.read:
        if any(not c.raw.strip() for c in page.canonicals):
            yield Hit(page, N_("The canonical of %(url)s is empty"))


@rule("canonical-relative", ("google", "warning"), ("yandex", "error"))
def relative(facts: Facts) -> Iterator[Hit]:
    """A canonical is not an absolute address.

    Why: Google supports relative ones and advises against them; Yandex asks for an absolute address.
    Fix: Write the whole address with protocol and host.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: href="/a" or href="a".
    Silent: href="https://e.com/a"; href="//e.com/a" lacks only the protocol.
    """
    for page in facts.read:
        for link in page.canonicals:
            raw = link.raw.strip()
            if link.source != "body" and link.url and not raw.startswith("//") and not _SCHEME.match(raw):
                said = N_("The canonical of %(url)s is relative: %(raw)s; write %(related)s in full")
                yield Hit(page, said, link.url, values={"raw": raw})
                break


@rule("canonical-protocol-relative", ("any", "warning"))
def protocol_relative(facts: Facts) -> Iterator[Hit]:
    """A canonical has no protocol.

    Why: It then names another address over http than over https; Google advises against it, Yandex asks for an absolute
    address.
    Fix: Write the whole address with protocol and host.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: href="//e.com/a".
    Silent: href="https://e.com/a".
    """
    for page in facts.read:
        link = next((c for c in _stated(page) if c.url and c.raw.strip().startswith("//")), None)
        if link:
            said = N_("The canonical of %(url)s has no protocol: %(raw)s; write %(related)s in full")
            yield Hit(page, said, link.url, values={"raw": link.raw.strip()})


@rule("canonical-invalid", ("any", "error"))
def invalid(facts: Facts) -> Iterator[Hit]:
    """A canonical is no web address.

    Why: Engines can make nothing of it, so the page has no canonical.
    Fix: Write the whole address of the page to keep, with protocol and host.
    Source: https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/canonical.js
    Fires: href="https://" or href="mailto:me@e.com".
    Silent: href="https://e.com/a"; an empty href is told by canonical-empty.
    """
    for page in facts.read:
        link = next((c for c in _stated(page) if not c.url and c.raw.strip()), None)
        if link:
            said = N_("The canonical of %(url)s is no web address: %(raw)s")
            yield Hit(page, said, values={"raw": link.raw.strip()})


@rule("canonical-fragment", ("any", "warning"))
def fragment(facts: Facts) -> Iterator[Hit]:
    """A canonical has a fragment, the part of an address behind #.

    Why: Engines leave fragments out, so another address is kept than the one that is written.
    Fix: Write the address without the fragment; what is a page of its own needs an address of its own.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: href="https://e.com/a#reviews".
    Silent: href="https://e.com/a".
    """
    for page in facts.read:
        link = next((c for c in _stated(page) if c.url and "#" in c.raw), None)
        if link:
            said = N_("The canonical of %(url)s has a fragment, which engines leave out: %(related)s")
            yield Hit(page, said, link.url)


def _stated(page: PageState) -> Iterator[CanonicalLink]:
    """The canonicals that stand where engines read them."""
    return (link for link in page.canonicals if link.source != "body")
