"""Rules on where alternates lead: to pages that answer, may be indexed, and are canonical."""

from __future__ import annotations

from collections.abc import Iterator

from ..rule import N_, Facts, Hit, Verdict, rule
from .edges import State
from .returns import by_verdict, closed_to
from .spots import by_source, by_target, hit


@rule("hreflang-target-4xx", ("any", "error"))
def target_4xx(facts: Facts) -> Iterator[Hit]:
    """A page lists an address that is not there.

    Why: There is no version to show.
    Fix: List the address that answers, or take the entry out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b, which answers 404.
    Silent: /b answers 200; an answer 429 tells of the pace of this crawl alone.
    """
    yield from _by_status(facts, "target-4xx")


@rule("hreflang-target-5xx", ("any", "error"))
def target_5xx(facts: Facts) -> Iterator[Hit]:
    """A page lists an address where the server fails.

    Why: A version that cannot be read cannot be shown, and cannot link back.
    Fix: Mend the server for that address.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b, which answers 503 also when asked again.
    Silent: /b answers 200, or not in time.
    """
    yield from _by_status(facts, "target-5xx")


def _by_status(facts: Facts, state: State) -> Iterator[Hit]:
    for spot in by_source(facts, facts.edges.where(state)):
        status = facts.pages[int(facts.edges.target[spot.row])].status or 0
        said = N_("%(url)s lists %(related)s as %(code)s, which answers %(status)s; such addresses: %(n)s")
        yield hit(spot.page, said, spot.other, code=spot.code, status=status, n=spot.n)


@rule("hreflang-target-redirect", ("any", "error"))
def target_redirect(facts: Facts) -> Iterator[Hit]:
    """A page lists an address that redirects.

    Why: An address that redirects has no annotations, so it cannot link back.
    Fix: List the address where the redirect ends.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /old, which redirects to /b, by the server or by a meta refresh without delay.
    Silent: /a lists /b.
    """
    edges = facts.edges
    for spot in by_source(facts, edges.where("target-redirect")):
        end = facts.redirects_to(facts.pages[int(edges.target[spot.row])])
        if end is None:
            said = N_("%(url)s lists %(related)s as %(code)s, which redirects; such addresses: %(n)s")
            yield hit(spot.page, said, spot.other, code=spot.code, n=spot.n)
            continue
        if end.id == spot.page.id:
            said = N_("%(url)s lists %(related)s as %(code)s, which redirects to %(end)s; such addresses: %(n)s")
        elif spot.page.id in edges.of(end.id):
            said = N_(
                "%(url)s lists %(related)s as %(code)s, which redirects to %(end)s; that page links back; such"
                " addresses: %(n)s"
            )
        else:
            said = N_(
                "%(url)s lists %(related)s as %(code)s, which redirects to %(end)s; that page does not link back;"
                " such addresses: %(n)s"
            )
        yield hit(spot.page, said, spot.other, code=spot.code, end=end.url, n=spot.n)


@rule("hreflang-target-noindex", ("any", "error"))
def target_noindex(facts: Facts) -> Iterator[Hit]:
    """A page lists a page that engines are told not to index.

    Why: A version that is taken out of search cannot be shown there.
    Fix: Open that page to engines, or take the entry out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b, and /b has <meta name=robots content=noindex>.
    Silent: /b may be indexed. Where just one engine is told, the finding is for that engine.
    """
    for verdicts, pairs in closed_to(facts, facts.edges.where("target-noindex")):
        for spot in by_source(facts, pairs):
            said = N_("%(url)s lists %(related)s as %(code)s, which is noindex; such pages: %(n)s")
            yield hit(spot.page, said, spot.other, verdicts, code=spot.code, n=spot.n)


@rule("hreflang-target-robots", ("any", "error"))
def target_robots(facts: Facts) -> Iterator[Hit]:
    """A page lists an address that robots.txt blocks.

    Why: What engines may not read cannot be seen to link back.
    Fix: Allow the address in robots.txt, or take the entry out.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b, and robots.txt keeps Googlebot from /b.
    Silent: Googlebot and the robot of Yandex may read /b. Where just one is kept out, the finding is for that engine.
    """
    edges = facts.edges
    blocked = edges.where("target-blocked")
    of: dict[int, tuple[Verdict, ...]] = {
        node: (("any", "error"),) if len(engines) > 1 else tuple((engine, "error") for engine in engines)
        for node, engines in edges.barred.items()
    }
    for verdicts, pairs in by_verdict(blocked, edges.target[blocked], of):
        for spot in by_source(facts, pairs):
            said = N_(
                "%(url)s lists %(related)s as %(code)s, which robots.txt blocks, so that no link back can be seen; such"
                " addresses: %(n)s"
            )
            yield hit(spot.page, said, spot.other, verdicts, code=spot.code, n=spot.n)


@rule("hreflang-target-noncanonical", ("any", "error"))
def target_noncanonical(facts: Facts) -> Iterator[Hit]:
    """A page lists a page that names another address as its canonical.

    Why: The entry asks for one address to be shown, and that page asks for another.
    Fix: List the canonical address.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a lists /b?sort=price, whose canonical is /b.
    Silent: /b names itself or nothing; or it is a mobile page whose canonical lists it for small screens, as
    Google asks for just that.
    """
    for spot in by_source(facts, facts.edges.where("target-noncanonical")):
        canonical = facts.pages[int(facts.edges.target[spot.row])].canonical_url
        said = N_("%(url)s lists %(related)s as %(code)s, whose canonical is %(canonical)s; such pages: %(n)s")
        yield hit(spot.page, said, spot.other, code=spot.code, canonical=canonical, n=spot.n)


@rule("hreflang-target-not-html", ("any", "info"))
def target_not_html(facts: Facts) -> Iterator[Hit]:
    """A page lists a file without hreflang of its own, such as a PDF.

    Why: A file has no head; it can link back only by its HTTP header, or from the sitemap.
    Fix: Send a Link header with that file, or list its versions in the sitemap.
    Source: https://developers.google.com/search/docs/specialty/international/localized-versions
    Fires: /a lists /b.pdf, which comes without a Link header.
    Silent: The Link header of /b.pdf lists /a.
    """
    for spot in by_source(facts, facts.edges.where("target-not-html")):
        said = N_(
            "%(url)s lists %(related)s as %(code)s, which is no HTML page and can link back only by an HTTP header or"
            " the sitemap; such files: %(n)s"
        )
        yield hit(spot.page, said, spot.other, code=spot.code, n=spot.n)


@rule("hreflang-target-not-in-sitemap", ("any", "info"))
def target_not_in_sitemap(facts: Facts) -> Iterator[Hit]:
    """A page that others list as a version of theirs is in no sitemap.

    Why: No engine asks for it, but a sitemap that has some versions only is mostly one that forgets pages.
    Fix: Add the page to the sitemap.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview
    Fires: /a lists /b, and the sitemap lists /a alone.
    Silent: The sitemap lists /b; there is none, or a part of it could not be read; /b may not be indexed.
    """
    if not facts.sitemaps_whole or not any(page.in_sitemap for page in facts.pages.values()):
        return
    for spot in by_target(facts, facts.edges.where("confirmed", "return-missing", "return-alias")):
        if not spot.page.in_sitemap and spot.page.outcome in ("ok", "not_modified", "not_html"):
            said = N_("%(related)s lists %(url)s as %(code)s, which is in no sitemap; pages that list it: %(n)s")
            yield hit(spot.page, said, spot.other, code=spot.code, n=spot.n)


@rule("hreflang-unlinked", ("any", "info"))
def unlinked(facts: Facts) -> Iterator[Hit]:
    """No page links to a page that others list as a version of theirs.

    Why: Visitors reach it only from search, and engines take links for a sign of what matters on a site.
    Fix: Link to it, such as from a choice of languages.
    Source: https://developers.google.com/search/docs/crawling-indexing/links-crawlable
    Fires: /a lists /b, the links of the site were followed (--follow), and none of them leads to /b.
    Silent: A link leads to /b, also by a redirect; or links were not followed, so that the linking page may not have
    been seen.
    """
    if not facts.followed:
        return
    led_to = {facts.redirect_ends[page.id] for page in facts.pages.values() if page.inlinks}
    for spot in by_target(facts, facts.edges.where("confirmed", "return-missing", "return-alias")):
        if spot.page.id not in led_to and spot.page.outcome in ("ok", "not_modified", "not_html"):
            said = N_("No page links to %(url)s, which %(related)s lists as %(code)s; pages that list it: %(n)s")
            yield hit(spot.page, said, spot.other, code=spot.code, n=spot.n)
