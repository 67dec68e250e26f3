"""Rules on redirects: permanent where they merge spellings, one hop, and never in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import PageState
from ..urls import variants
from .rule import N_, Facts, Hit, rule


@rule("redirect-temporary", ("google", "warning"))
def temporary(facts: Facts) -> Iterator[Hit]:
    """A spelling of an address redirects to the plain one by a temporary redirect.

    Why: Google does not use temporary redirects (302, 303, 307, or a refresh that waits) to choose the page to keep.
    Yandex accepts them.
    Fix: Make it a permanent redirect (301 or 308).
    Source: https://developers.google.com/search/docs/crawling-indexing/301-redirects
    Fires: http://e.com/a answers 302 to https://e.com/a.
    Silent: It answers 301; or /account answers 302 to /login, which is another page.
    """
    for page, hop in _hops(facts):
        waits = page.refresh_delay if page.outcome == "stub" else None
        is_temporary = page.status in (302, 303, 307) or waits
        if is_temporary and variants.spelling(page.key) == variants.spelling(hop.key):
            if waits:
                said = N_("%(url)s leads to %(related)s by a refresh after %(seconds)s s; use 301 or 308")
                yield Hit(page, said, hop.url, values={"seconds": waits})
            else:
                said = N_("%(url)s redirects to %(related)s for the time being (%(status)s); use 301 or 308")
                yield Hit(page, said, hop.url, values={"status": page.status or 0})


@rule("redirect-chain", ("any", "warning"))
def chain(facts: Facts) -> Iterator[Hit]:
    """A redirect leads to an address that redirects again.

    Why: Each hop costs visitors and robots a request, and robots give up after some.
    Fix: Lead the first address straight to the last one.
    Source: https://developers.google.com/search/docs/crawling-indexing/301-redirects
    Fires: /a redirects to /b, and /b redirects to /c.
    Silent: /a and /b both redirect to /c. Circles are told by redirect-loop.
    """
    for page, hop in _hops(facts):
        if hop.indexability == "redirect" and facts.redirect_ends[page.id] is not None:
            end = facts.redirects_to(hop)
            if end:
                said = N_("%(url)s redirects to %(hop)s, which redirects again; redirect to %(related)s directly")
                yield Hit(page, said, end.url, values={"hop": hop.url})
            else:
                yield Hit(page, N_("%(url)s redirects to %(related)s, which redirects again"), hop.url)


@rule("redirect-loop", ("any", "error"))
def loop(facts: Facts) -> Iterator[Hit]:
    """A redirect never ends: it leads in a circle.

    Why: Nobody reaches a page, neither visitor nor robot.
    Fix: Decide which address is the page, and let it answer 200.
    Source: https://developers.google.com/search/docs/crawling-indexing/301-redirects
    Fires: /a redirects to /b, and /b redirects to /a.
    Silent: /a redirects to /b, which answers 200.
    """
    for page, hop in _hops(facts):
        if facts.redirect_ends[page.id] is None:
            yield Hit(page, N_("%(url)s redirects in a circle by way of %(related)s"), hop.url)


def _hops(facts: Facts) -> Iterator[tuple[PageState, PageState]]:
    """Each address that redirects with the one it leads to, where that was seen."""
    for page in facts.pages.values():
        hop = None if page.redirect_to is None else facts.pages.get(page.redirect_to)
        if hop is not None:
            yield page, hop
