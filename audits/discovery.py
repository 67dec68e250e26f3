"""Rules on how pages are found: by links, by the sitemap, or by one of them alone."""

from __future__ import annotations

from collections.abc import Iterator

from .rule import N_, Facts, Hit, rule


@rule("sitemap-missing-page", ("any", "info"))
def missing_page(facts: Facts) -> Iterator[Hit]:
    """Pages link to a page that the sitemap does not list.

    Why: The sitemap tells engines which pages there are and when they changed; what it leaves out is found later.
    Fix: Add the page to the sitemap, unless it shall not stand in search.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview
    Fires: /a is open to search engines, / links to it, and the sitemap lists other pages only.
    Silent: /a is noindex, canonicalised or redirects; or there is no sitemap, or a part of it could not be read.
    """
    if not facts.sitemaps_whole or not any(page.in_sitemap for page in facts.pages.values()):
        return
    for page in facts.read:
        is_page = page.outcome != "not_html" and page.indexability == "indexable"
        if is_page and page.inlinks and not page.in_sitemap:
            said = N_("Pages link to %(url)s (%(n)s of them), but the sitemap does not list it")
            yield Hit(page, said, values={"n": page.inlinks})


@rule("orphan-page", ("any", "info"))
def orphan_page(facts: Facts) -> Iterator[Hit]:
    """No page links to a page of the sitemap.

    Why: Visitors cannot reach it, and engines take links for a sign of what matters on a site.
    Fix: Link to it from a page where visitors would look for it, or take it out of the sitemap.
    Source: https://developers.google.com/search/docs/crawling-indexing/links-crawlable
    Fires: The sitemap lists /a, the links of the site were followed (--follow), and none of them leads to /a.
    Silent: A link leads to it, also by a redirect; it is the home page; links were not followed, so that the linking
    page may not have been seen.
    """
    if not facts.followed:
        return
    led_to = {facts.redirect_ends[page.id] for page in facts.pages.values() if page.inlinks}
    for page in facts.read:
        is_page = page.in_sitemap and page.outcome != "not_html" and page.indexability == "indexable"
        is_home = page.key.count("/") == 3 and page.key.endswith("/")
        if is_page and not is_home and page.id not in led_to:
            yield Hit(page, N_("The sitemap lists %(url)s, but no page links to it"))
