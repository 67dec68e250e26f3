"""Rules on robots.txt as a whole: whether it can be read, and which pages it hides."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import RobotsTxt
from ..urls import identity
from ..urls.robotstxt import MAX_BYTES
from .rule import N_, Facts, Hit, rule, told


def answered(facts: Facts) -> Iterator[RobotsTxt]:
    """The texts that were answered."""
    return (text for text in facts.robots.values() if text.outcome in ("ok", "too_large"))


def is_html(text: RobotsTxt) -> bool:
    """Whether a web page stands where rules should."""
    begins = text.body[:2000].lstrip(b"\xef\xbb\xbf\r\n\t ").lower()
    return begins.startswith((b"<!doctype html", b"<html", b"<head", b"<body"))


@rule("robots-unreachable", ("any", "error"))
def unreachable(facts: Facts) -> Iterator[Hit]:
    """The robots.txt of a host cannot be read: no answer, an error of the server, or 429.

    Why: Google stops to crawl the site until it answers, for as long as 12 hours, and then goes by an older copy.
    Fix: Let the server answer 200 with the rules, or 404 where there are none.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: /robots.txt answers 503.
    Silent: It answers 200 or 404.
    """
    for text in facts.robots.values():
        failed = text.status is None or text.status >= 500 or text.status == 429
        if failed and text.outcome not in ("ok", "too_large", "redirect"):
            if text.status is None:
                yield Hit(text, N_("%(url)s gives no answer; engines may stop to crawl the host"))
            else:
                said = N_("%(url)s answers %(status)s; engines may stop to crawl the host")
                yield Hit(text, said, values={"status": text.status})


@rule("robots-4xx", ("any", "info"))
def missing(facts: Facts) -> Iterator[Hit]:
    """A host has no robots.txt.

    Why: Then everything may be crawled, which is often what is wanted.
    Fix: Nothing, if all may be crawled. A robots.txt with a Sitemap line helps engines to find the sitemap.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: /robots.txt answers 404.
    Silent: It answers 200.
    """
    for text in facts.robots.values():
        if text.status is not None and 400 <= text.status < 500 and text.status != 429:
            said = N_("%(url)s answers %(status)s: engines may crawl everything")
            yield Hit(text, said, values={"status": text.status})


@rule("robots-redirect-too-many", ("any", "error"))
def redirect_too_many(facts: Facts) -> Iterator[Hit]:
    """The robots.txt redirects too often, or in a circle.

    Why: After five redirects Google takes it for missing: no rule counts.
    Fix: Answer 200 at /robots.txt itself.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: /robots.txt redirects to itself.
    Silent: It redirects once.
    """
    for text in facts.robots.values():
        if text.outcome == "redirect":
            yield Hit(text, N_("The robots.txt of %(origin)s redirects without end"), values={"origin": text.origin})


@rule("robots-redirect-offsite", ("any", "warning"))
def redirect_offsite(facts: Facts) -> Iterator[Hit]:
    """The robots.txt of a host redirects to another site.

    Why: The rules of a stranger then hold for this host.
    Fix: Answer 200 with rules of its own.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: https://e.com/robots.txt redirects to https://other.org/robots.txt.
    Silent: http://e.com/robots.txt redirects to https://e.com/robots.txt, or to https://www.e.com/robots.txt.
    """
    for text in answered(facts):
        ours, theirs = (identity.host(url).removeprefix("www.") for url in (text.origin, text.url))
        if ours != theirs:
            said = N_("The robots.txt of %(origin)s redirects to another host: %(url)s")
            yield Hit(text, said, values={"origin": text.origin})


@rule("robots-html", ("any", "error"))
def html(facts: Facts) -> Iterator[Hit]:
    """There is a web page where robots.txt should be.

    Why: It holds no rules, so that everything may be crawled, and no Sitemap line.
    Fix: Answer with a plain text, or with 404 if there are no rules.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: /robots.txt answers 200 with <html>.
    Silent: It answers with User-agent lines.
    """
    for text in answered(facts):
        if is_html(text):
            yield Hit(text, N_("%(url)s answers with a web page, which holds no rules"))


@rule("robots-too-large", ("any", "error"))
def too_large(facts: Facts) -> Iterator[Hit]:
    """The robots.txt is longer than 500 KB.

    Why: Google reads the first 500 KiB of it; Yandex takes the site as open.
    Fix: Shorten it: one pattern often stands for many lines.
    Source: https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec
    Fires: A robots.txt of 600 KB.
    Silent: One of 10 KB.
    """
    for text in answered(facts):
        if text.outcome == "too_large" or len(text.body) > MAX_BYTES:
            yield Hit(text, N_("%(url)s is longer than 500 KB: Google reads its beginning, Yandex none of it"))


@rule("robots-blocks-noindex-page", ("any", "warning"))
def blocks_noindex_page(facts: Facts) -> Iterator[Hit]:
    """A page is closed by robots.txt and asks not to be indexed.

    Why: A robot that may not ask the page never reads its noindex; the address may stay in search.
    Fix: Open the page in robots.txt until it has left the search, or leave out noindex.
    Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    Fires: /a has noindex, and robots.txt says Disallow: /a.
    Silent: /a has noindex, and robots.txt lets robots ask it.
    """
    for page in facts.read:
        engines = [engine for engine in (facts.barred(page.key) if page.denied else ()) if engine in page.denied]
        if engines:
            said = N_("%(url)s asks not to be indexed, but robots.txt keeps robots from reading that")
            yield Hit(page, said, verdicts=told(engines, "warning"))


@rule("sitemap-url-robots", ("any", "error"))
def sitemap_url(facts: Facts) -> Iterator[Hit]:
    """The sitemap lists an address that robots.txt closes.

    Why: The sitemap asks engines to come, robots.txt sends them away.
    Fix: Take the address out of the sitemap, or open it in robots.txt.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: The sitemap lists /a, and robots.txt says Disallow: /a.
    Silent: robots.txt lets robots ask /a.
    """
    for page in facts.pages.values():
        engines = facts.barred(page.key) if page.in_sitemap else ()
        if engines:
            said = N_("The sitemap lists %(url)s, which robots.txt closes")
            yield Hit(page, said, verdicts=told(engines, "error"))


RULES = (
    unreachable, missing, redirect_too_many, redirect_offsite, html, too_large, blocks_noindex_page, sitemap_url,
)  # fmt: skip
