"""Rules on what the sitemap lists: only addresses that answer, may be indexed and are the ones to keep."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..model import PageState
from ..urls import variants
from .rule import N_, Facts, Hit, answers_all_alike, denied, rule


@rule("sitemap-url-non-200", ("any", "error"))
def url_non_200(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists an address that answers with an error.

    Why: A sitemap is for pages to be found; addresses that fail cost visits of the robots and trust in the rest.
    Fix: Take the address out of the sitemap, or bring the page back.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: The sitemap lists /gone, which answers 404.
    Silent: It answers 200; or it redirects, which sitemap-url-redirect tells; or 429, which tells of our pace alone.
    """
    for page in facts.pages.values():
        failed = page.status not in (None, 200, 304) and page.indexability != "redirect" and answers_all_alike(page)
        if page.in_sitemap and failed:
            said = N_("The sitemap lists %(url)s, which answers %(status)s")
            yield Hit(page, said, values={"status": page.status or 0})


@rule("sitemap-url-redirect", ("any", "error"))
def url_redirect(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists an address that redirects.

    Why: The sitemap should name the page itself.
    Fix: List the address where the redirect ends.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: The sitemap lists /old, which redirects to /new.
    Silent: The sitemap lists /new.
    """
    for page in facts.pages.values():
        if page.in_sitemap and page.indexability == "redirect":
            end = facts.redirects_to(page)
            if end:
                yield Hit(page, N_("The sitemap lists %(url)s, which redirects to %(related)s; list that"), end.url)
            else:
                yield Hit(page, N_("The sitemap lists %(url)s, which redirects"))


@rule("sitemap-url-noindex", ("any", "error"))
def url_noindex(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists a page that engines are told not to index.

    Why: The sitemap asks for what the page forbids.
    Fix: Take the page out of the sitemap, or lift its noindex.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: The sitemap lists /a, and /a has <meta name=robots content=noindex>.
    Silent: /a may be indexed. Where just one engine is told, the finding is for that engine.
    """
    for page in facts.read:
        if page.in_sitemap and page.denied:
            yield Hit(page, N_("The sitemap lists %(url)s, which is noindex"), verdicts=denied(page))


@rule("sitemap-url-noncanonical", ("any", "error"))
def url_noncanonical(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists an address that is not the page to keep by its own canonical.

    Why: Only the addresses that shall stand in search belong there.
    Fix: List the page that it names as its canonical instead.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: The sitemap lists /a?sort=1, whose canonical is /a.
    Silent: The sitemap lists /a alone.
    """
    for page, _ in facts.canonicalised:
        if page.in_sitemap:
            said = N_("The sitemap lists %(url)s; list its canonical %(related)s in its place")
            yield Hit(page, said, page.canonical_url)


@rule("sitemap-url-variant-dup", ("any", "warning"))
def url_variant_dup(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists one page under two spellings of its address.

    Why: Each spelling is an address of its own for an engine, and the signals of the page are shared among them.
    Fix: List one spelling and redirect the other to it.
    Source: https://developers.google.com/search/docs/crawling-indexing/url-structure
    Fires: The sitemap lists /a/ and /a/index.html, and both show the same.
    Silent: The two are in no common group, so that they may well be different pages.
    """
    spellings: defaultdict[tuple[int, str], list[PageState]] = defaultdict(list)
    for page in facts.read:
        group = facts.groups.get(page.id)
        if page.in_sitemap and group is not None:
            spellings[group.group, variants.spelling(page.key)].append(page)
    for pages in spellings.values():
        if len(pages) == 1:
            continue
        keep = min(
            pages, key=lambda p: (facts.groups[p.id].keeper != p.id, variants.untidiness(p.key), len(p.key), p.key)
        )
        for page in pages:
            if page is not keep:
                yield Hit(page, N_("The sitemap lists one page twice: %(url)s and %(related)s"), keep.url)
