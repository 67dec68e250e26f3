"""Rules on https: the reasons for which Google prefers the http address of a page after all."""

from __future__ import annotations

from collections.abc import Iterator

from .rule import N_, Facts, Hit, rule


@rule("https-mixed", ("google", "error"))
def mixed(facts: Facts) -> Iterator[Hit]:
    """A page served over https asks for scripts, style sheets, frames or media over http.

    Why: Browsers block most of it; Google prefers https unless the page has insecure dependencies other than images.
    Fix: Write https in these addresses; where the other server has no https, keep a copy on your own.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: https://e.com/a has <script src="http://s.com/x.js">.
    Silent: Only images come over http; or upgrade-insecure-requests has them fetched over https; or the page is http.
    """
    for page in facts.read:
        if page.insecure:
            said = N_("%(url)s is served over https and asks for %(related)s over http (such things on it: %(n)s)")
            yield Hit(page, said, page.insecure_url, values={"n": page.insecure})


@rule("https-cert-invalid", ("google", "error"))
def cert_invalid(facts: Facts) -> Iterator[Hit]:
    """The certificate of an https address is not valid.

    Why: Browsers warn visitors away; Google then prefers the http address very strongly, and HSTS cannot override that.
    Fix: Renew the certificate for this very host name, and let the server send it with all certificates between.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: The certificate of https://e.com has run out, is for another name, or is signed by itself.
    Silent: It is valid; or the connection failed for another reason.
    """
    for page in facts.pages.values():
        if page.tls_fault:
            said = N_("The certificate of %(url)s is not valid: %(fault)s")
            yield Hit(page, said, values={"fault": page.tls_fault})


@rule("https-redirects-to-http", ("google", "error"))
def redirects_to_http(facts: Facts) -> Iterator[Hit]:
    """An https address redirects to an http address.

    Why: Google prefers https unless the https page redirects to or through http.
    Fix: Redirect from http to https, and from https never back.
    Source: https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
    Fires: https://e.com/a redirects to http://e.com/a.
    Silent: http://e.com/a redirects to https://e.com/a.
    """
    for page in facts.pages.values():
        hop = None if page.redirect_to is None else facts.pages.get(page.redirect_to)
        if hop is not None and page.key.startswith("https:") and hop.key.startswith("http:"):
            yield Hit(page, N_("%(url)s is https and redirects to http: %(related)s"), hop.url)
