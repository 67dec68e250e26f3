"""Rules on what contradicts a canonical: sitemap, links, redirects, noindex, robots.txt, og:url, scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..model import PageState
from ..urls import identity
from ..urls.targets import named_canonicals
from .rule import N_, Facts, Hit, lists_mobile, rule, told


@rule("canonical-vs-sitemap", ("any", "warning"))
def vs_sitemap(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists a page that names another one as its canonical.

    Why: The sitemap asks for one address and the page for another.
    Fix: List the canonical page in the sitemap, or let the listed page name itself.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: The sitemap lists /a, and /a names /b.
    Silent: The sitemap lists /b alone.
    """
    for page, _ in facts.canonicalised:
        if page.in_sitemap:
            yield Hit(page, N_("The sitemap lists %(url)s, its canonical says %(related)s"), page.canonical_url)


@rule("canonical-not-in-sitemap", ("any", "info"))
def not_in_sitemap(facts: Facts) -> Iterator[Hit]:
    """A page is named as canonical, and the sitemap does not list it.

    Why: A sitemap is to list the addresses that shall stand in search; that is a weak sign for the choice of canonical.
    Fix: Add the canonical address to the sitemap.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a?sort=1 names /a, which is open to search engines, and the sitemap lists other pages of the host only.
    Silent: The sitemap lists /a; or the host has no sitemap, or a part of it could not be read; or /a alone names /a
    and pages link to it, which sitemap-missing-page tells.
    """
    if not facts.sitemaps_whole:
        return
    hosts = {_host(page) for page in facts.pages.values() if page.in_sitemap}
    named_by = Counter(target.id for _, target in facts.targets)
    for page in facts.read if hosts else ():
        others = named_by[page.id]
        is_named = others or (page.canonical_url and not page.inlinks)
        is_page = page.indexability == "indexable" and page.outcome != "not_html"
        if is_named and is_page and not page.in_sitemap and _host(page) in hosts:
            said = N_("%(url)s is named as canonical (by other pages: %(n)s), but the sitemap does not list it")
            yield Hit(page, said, values={"n": others})


def _host(page: PageState) -> str:
    return page.key.split("/", 3)[2]


@rule("canonical-vs-internal-links", ("any", "warning"))
def vs_internal_links(facts: Facts) -> Iterator[Hit]:
    """Most internal links lead to a page that names another one as its canonical, and not to that one.

    Why: Links are a sign, too; Google asks to link to the canonical address rather than to a duplicate.
    Fix: Change the links (menus and templates first) to the canonical address.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a?from=menu names /a; five pages link to /a?from=menu, and two to /a.
    Silent: At most half of the pages that link to either link to the duplicate; or /a was not seen; or the page is an
    AMP page or a mobile address that its canonical lists, which link among themselves.
    """
    for page, target in facts.targets:
        total = page.inlinks + target.inlinks
        if 2 * page.inlinks > total and not page.amp and not lists_mobile(target, page):
            said = N_("Internal links use %(url)s, its canonical is %(related)s: %(n)s of %(total)s pages (%(share)s)")
            share = f"{round(100 * page.inlinks / total)} %"
            yield Hit(page, said, target.url, values={"n": page.inlinks, "total": total, "share": share})


@rule("canonical-vs-redirect", ("any", "error"))
def vs_redirect(facts: Facts) -> Iterator[Hit]:
    """A page names a canonical that redirects back to the page: canonical and redirect go in a circle.

    Why: Each of the two says that the other is the one to keep; Yandex ignores a canonical that redirects.
    Fix: Decide which address is to be kept. If it is this one, let it name itself; if not, turn the redirect around.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: /a names /b, and /b redirects to /a.
    Silent: /b redirects elsewhere, which canonical-to-redirect tells, or answers 200.
    """
    for page, target in facts.targets:
        if facts.redirects_back(page, target):
            yield Hit(page, N_("The canonical of %(url)s is %(related)s, which redirects back to it"), target.url)


@rule("canonical-noindex", ("any", "warning"))
def noindex(facts: Facts) -> Iterator[Hit]:
    """A page is noindex and names another page as its canonical.

    Why: noindex asks to take the page out, the canonical asks to merge it with another; Google advises against noindex
    for choosing among the pages of one site.
    Fix: Decide for one: take noindex away to merge the page, or let it name itself to have it taken out.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: /a has <meta name=robots content=noindex> and names /b.
    Silent: /a is noindex and names itself or nothing. Where just one engine is told, the finding is for that engine.
    """
    for page, _ in facts.canonicalised:
        if page.denied:
            said = N_("%(url)s is noindex, which removes it, and its canonical %(related)s asks to merge it")
            yield Hit(page, said, page.canonical_url, told(page.denied, "warning"))


@rule("canonical-robots-blocked-source", ("any", "warning"))
def robots_blocked_source(facts: Facts) -> Iterator[Hit]:
    """A page names another one as its canonical, but robots.txt keeps search engines from reading it.

    Why: What may not be read says nothing: neither canonical nor noindex on such a page is seen.
    Fix: Open the page in robots.txt, so that its canonical can be read; or redirect it (301).
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: robots.txt says "User-agent: Googlebot, Disallow: /print/", and /print/a names /a.
    Silent: The page may be read; or robots.txt was not seen, or names other robots only.
    """
    for page, _ in facts.canonicalised:
        if engines := facts.barred(page.url):
            said = N_("robots.txt keeps %(url)s from being read, so its canonical %(related)s is not seen")
            yield Hit(page, said, page.canonical_url, told(engines, "warning"))


@rule("canonical-vs-og-url", ("any", "info"))
def vs_og_url(facts: Facts) -> Iterator[Hit]:
    """The canonical of a page and its og:url are different addresses.

    Why: og:url is what social networks share and link to; two addresses for one page split its signals.
    Fix: Write the canonical address in og:url, too.
    Source: https://ogp.me/
    Fires: The canonical is https://e.com/a, og:url is https://e.com/a?from=share.
    Silent: Both are one address, or one of them is missing.
    """
    for page in facts.read:
        if page.og_url and page.canonical_url and identity.key(page.og_url) != identity.key(page.canonical_url):
            said = N_("The canonical of %(url)s is %(canonical)s, its og:url is %(related)s")
            yield Hit(page, said, page.og_url, values={"canonical": page.canonical_url})


@rule("canonical-js-changed", ("google", "warning"))
def js_changed(facts: Facts) -> Iterator[Hit]:
    """Scripts change the canonical that the server sent.

    Why: Google may read either of the two; it asks to set the canonical in the source and not to change it, or to leave
    it out of the source and set it by script alone.
    Fix: Let the server send the canonical that is meant, or none.
    Source: https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
    Fires: The source says /a; when scripts have run, the head says /b or nothing.
    Silent: Both say the same; or only the scripts set one; or the page was not opened in a browser (--render).
    """
    for number, (raw, rendered) in facts.rendered.items():
        page = facts.pages.get(number)
        before, after = named_canonicals(raw), named_canonicals(rendered)
        if page is None or not before or before.keys() == after.keys():
            continue
        if after:
            said = N_("Scripts change the canonical of %(url)s from %(before)s to %(related)s")
            yield Hit(page, said, next(iter(after.values())), values={"before": next(iter(before.values()))})
        else:
            yield Hit(page, N_("Scripts remove the canonical of %(url)s: %(related)s"), next(iter(before.values())))
