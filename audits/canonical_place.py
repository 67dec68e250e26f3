"""Rules on how a canonical differs from the address of its page: host, protocol, spelling, place on the site."""

from __future__ import annotations

from collections.abc import Iterator

from ..urls import identity, variants
from ..urls.owner import domain
from ..urls.pagination import leads_back
from ..urls.targets import chains
from .rule import N_, Facts, Hit, Verdict, lists_mobile, rule

_INFO: tuple[Verdict, ...] = (("any", "info"),)


@rule("canonical-other-host", ("google", "warning"), ("yandex", "error"))
def other_host(facts: Facts) -> Iterator[Hit]:
    """A canonical names a page on another host of the same domain.

    Why: Yandex ignores canonicals to another domain or subdomain; for Google they are often a slip of the template.
    Fix: If the other host is not meant, name the address on this one.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: https://shop.e.com/p names https://www.e.com/p.
    Silent: Both are on one host; or on other domains, which canonical-other-domain tells. A mobile address that its
    canonical lists as alternate is a note, as Google asks for exactly that
    (https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing).
    """
    for page, target in facts.canonicalised:
        here, there = identity.host(page.key), identity.host(page.canonical_url)
        if here == there or domain(here) != domain(there):
            continue
        if target is not None and lists_mobile(target, page):
            said = N_(
                "The canonical of %(url)s is on another host: %(related)s; it is the desktop version of this page"
            )
            yield Hit(page, said, page.canonical_url, _INFO)
        else:
            yield Hit(page, N_("The canonical of %(url)s is on another host: %(related)s"), page.canonical_url)


@rule("canonical-other-domain", ("google", "warning"), ("yandex", "error"))
def other_domain(facts: Facts) -> Iterator[Hit]:
    """A canonical names a page on another domain.

    Why: Yandex ignores canonicals to another domain. Google may follow them and then leaves this page out; where nobody
    meant that, it is a wrong setting or the work of intruders.
    Fix: If the other site is not meant, name the address on this one, and find out who wrote the other.
    Source: https://developers.google.com/search/docs/crawling-indexing/canonicalization-troubleshooting
    Fires: https://e.com/a names https://f.com/a.
    Silent: Both hosts belong to one domain (Public Suffix List), which canonical-other-host tells. A mobile address
    that its canonical lists as alternate is a note.
    """
    for page, target in facts.canonicalised:
        if domain(identity.host(page.key)) == domain(identity.host(page.canonical_url)):
            continue
        if target is not None and lists_mobile(target, page):
            said = N_(
                "The canonical of %(url)s is on another domain: %(related)s; it is the desktop version of this page"
            )
            yield Hit(page, said, page.canonical_url, _INFO)
        else:
            yield Hit(page, N_("The canonical of %(url)s is on another domain: %(related)s"), page.canonical_url)


@rule("canonical-protocol-down", ("any", "error"))
def protocol_down(facts: Facts) -> Iterator[Hit]:
    """A page served over https names a canonical over http.

    Why: It is one of the few things that make Google prefer http; Yandex does not follow canonicals between protocols.
    Fix: Name the address with https.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: https://e.com/a names http://e.com/a.
    Silent: https://e.com/a names https://e.com/a.
    """
    for page, _ in facts.canonicalised:
        if page.key.startswith("https:") and page.canonical_url.startswith("http:"):
            said = N_("%(url)s is served over https, its canonical is over http: %(related)s")
            yield Hit(page, said, page.canonical_url)


@rule("canonical-protocol-up", ("google", "info"), ("yandex", "warning"))
def protocol_up(facts: Facts) -> Iterator[Hit]:
    """A page served over http names a canonical over https.

    Why: Google takes it as meant; Yandex no longer supports canonicals between protocols and asks for a redirect.
    Fix: Redirect http to https (301), for all pages at once.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/canonical
    Fires: http://e.com/a answers 200 and names https://e.com/a.
    Silent: http://e.com/a redirects to https://e.com/a; or page and canonical have one protocol.
    """
    for page, _ in facts.canonicalised:
        if page.key.startswith("http:") and page.canonical_url.startswith("https:"):
            said = N_("%(url)s is served over http, its canonical is over https: %(related)s; redirect (301) instead")
            yield Hit(page, said, page.canonical_url)


@rule("canonical-page1", ("google", "error"))
def page1(facts: Facts) -> Iterator[Hit]:
    """A later page of a listing names the first page as its canonical.

    Why: The pages of a listing are no duplicates; what only they link to may not be found, when they are left out.
    Fix: Let each page of the listing name itself.
    Source: https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading
    Fires: /c?page=2 or /c/page/2/ names /c; or /second, whose rel=prev leads to /first, names /first.
    Silent: /c?page=2 names itself, or a page with the whole listing.
    """
    first = chains({p.id: p.prev if p.prev != p.id else None for p in facts.pages.values()})
    for page, target in facts.canonicalised:
        is_first = target is not None and page.prev is not None and first[page.id] == target.id != page.id
        if is_first or leads_back(page.key, identity.key(page.canonical_url)):
            said = N_("%(url)s is a later page of a listing and names the first one as canonical: %(related)s")
            yield Hit(page, said, page.canonical_url)


@rule("canonical-to-root", ("any", "error"))
def to_root(facts: Facts) -> Iterator[Hit]:
    """A page that is not the home page names the home page as its canonical.

    Why: It asks to be left out in favour of the home page; mostly a template writes one canonical on all pages.
    Fix: Let each page name itself.
    Source: https://github.com/GoogleChrome/lighthouse/blob/main/core/audits/seo/canonical.js
    Fires: /a names /. The message says on how many pages it is so.
    Silent: /index.html or /?from=mail names /, as does a page with nearly the text of the home page; later pages of a
    listing are told by canonical-page1.
    """
    found = [page for page, _ in facts.canonicalised if _is_home(page.canonical_url)]
    found = [p for p in found if not _is_home(p.key) and facts.alike.get(p.id) is not True]
    found = [p for p in found if not leads_back(p.key, identity.key(p.canonical_url))]
    for page in found:
        said = N_("The canonical of %(url)s is the home page, %(related)s (pages for which it is so: %(n)s)")
        yield Hit(page, said, page.canonical_url, values={"n": len(found)})


def _is_home(url: str) -> bool:
    """Whether an address is a spelling of a home page."""
    return "/" not in variants.spelling(url.partition("?")[0])


@rule("canonical-case-slash-alias", ("any", "info"))
def case_slash_alias(facts: Facts) -> Iterator[Hit]:
    """A page answers 200 and names another spelling of its address: capitals, final slash, or www.

    Why: The canonical settles it where an engine follows it; a redirect settles it for visitors and links as well.
    Fix: Redirect (301) to the canonical spelling, for all pages at once.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/double
    Fires: /Page answers 200 and names /page.
    Silent: The other spelling redirects; or the addresses differ in more. For Yandex, the final slash is told by
    canonical-slash-yandex and the host by canonical-other-host.
    """
    for page, _ in facts.canonicalised:
        differs = _spelling_differs(page.key, identity.key(page.canonical_url))
        if differs:
            said = N_("%(url)s answers 200 and names another spelling of itself: %(related)s; better redirect (301)")
            for_google = differs == {"slash"} or "www" in differs
            yield Hit(page, said, page.canonical_url, (("google", "info"),) if for_google else _INFO)


@rule("canonical-slash-yandex", ("yandex", "warning"))
def slash_yandex(facts: Facts) -> Iterator[Hit]:
    """Page and canonical differ only by the final slash.

    Why: Yandex advises a redirect (301) for the slash; the canonical may be ignored.
    Fix: Redirect one spelling to the other (301), for all pages at once.
    Source: https://yandex.ru/support/webmaster/ru/robot-workings/double
    Fires: /p answers 200 and names /p/.
    Silent: /p redirects to /p/; or the addresses differ in more than the slash.
    """
    for page, _ in facts.canonicalised:
        if _spelling_differs(page.key, identity.key(page.canonical_url)) == {"slash"}:
            said = N_("%(url)s and its canonical %(related)s differ only by the final slash; redirect (301) instead")
            yield Hit(page, said, page.canonical_url)


def _spelling_differs(one: str, other: str) -> set[str]:
    """By which of slash, case and www two keys differ; empty when they differ in anything else."""
    (scheme, host, path, query), (scheme2, host2, path2, query2) = map(_split, (one, other))
    bare, bare2 = host.removeprefix("www."), host2.removeprefix("www.")
    plain, plain2 = path.rstrip("/"), path2.rstrip("/")
    if (scheme, bare, query, plain.lower()) != (scheme2, bare2, query2, plain2.lower()):
        return set()
    differs = {"www": host != host2, "case": plain != plain2, "slash": path.endswith("/") != path2.endswith("/")}
    return {name for name, is_so in differs.items() if is_so}


def _split(key: str) -> tuple[str, str, str, str]:
    scheme, _, rest = key.partition("://")
    before, _, query = rest.partition("?")
    host, _, path = before.partition("/")
    return scheme, host, path, query
