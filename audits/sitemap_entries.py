"""Rules on the entries of sitemaps as they are written: addresses, whose they are, and what stands beside them.

One finding for each file: how many entries have the fault, and the first of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set

from ..model import EntryFault, SitemapFile
from ..urls import identity
from ..urls.robotstxt import parse
from .rule import N_, Facts, Hit, Verdict, rule


def _with(facts: Facts, fault: EntryFault, message: str) -> Iterator[Hit]:
    for file in facts.sitemaps:
        if fault in file.faults:
            yield _counted(file, message, *file.faults[fault])


def _counted(file: SitemapFile, message: str, n: int, first: str, *verdicts: Verdict) -> Hit:
    return Hit(file, message, verdicts=verdicts, values={"n": n, "example": first})


class _Proofs:
    """Which hosts let a sitemap list their addresses: those whose robots.txt names it, or an index above it."""

    def __init__(self, facts: Facts) -> None:
        self._files = {file.url: file for file in facts.sitemaps}
        self._named: defaultdict[str, set[str]] = defaultdict(set)
        self._seen = set()
        for text in facts.robots.values():
            host, read = identity.host(text.origin), text.outcome in ("ok", "too_large")
            if read or (text.status is not None and 400 <= text.status < 500 and text.status != 429):
                self._seen.add(host)
            for url in parse(text.body, text.url).sitemaps if read else ():
                self._named[identity.key(url)].add(host)

    def lacking(self, file: SitemapFile, hosts: Set[str]) -> tuple[set[str], set[str]]:
        """Of some hosts, those that do not name the sitemap, and those whose robots.txt was not seen."""
        proved: set[str] = set()
        above, url = set(), file.url
        while url and url not in above:
            above.add(url)
            proved |= self._named.get(identity.key(url), set())
            url = self._files[url].parent if url in self._files else ""
        rest = set(hosts) - proved
        return rest & self._seen, rest - self._seen


def _foreign(facts: Facts, kinds: Set[str], lacking: str, unknown: str) -> Iterator[Hit]:
    """Entries on other hosts: an error without proof, a note where nobody looked for it."""
    proofs = _Proofs(facts)
    for file in facts.sitemaps:
        if file.kind in kinds and file.hosts:
            without, unseen = proofs.lacking(file, file.hosts.keys())
            if without:
                yield _counted(file, lacking, *_sum(file.hosts, without))
            if unseen:
                yield _counted(file, unknown, *_sum(file.hosts, unseen), ("any", "info"))


def _sum(counted: Mapping[str, tuple[int, str]], hosts: Set[str]) -> tuple[int, str]:
    """How many entries of these hosts, and the first of the first of them."""
    found = [both for host, both in counted.items() if host in hosts]
    return sum(n for n, _ in found), found[0][1]


@rule("sitemap-index-cross-host", ("any", "error"))
def index_cross_host(facts: Facts) -> Iterator[Hit]:
    """A sitemap index lists sitemaps of another host.

    Why: Google takes them only when the sites are shown to belong together, in Search Console or by robots.txt.
    Fix: Keep sitemaps on the host of the index, or name the index in the robots.txt of the other host.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: https://e.com/sitemap.xml lists https://f.com/a.xml, and the robots.txt of f.com does not name the index.
    Silent: It names it. Where that robots.txt was not seen, this is a note.
    """
    lacking = N_(
        "The index %(url)s lists sitemaps of other hosts, whose robots.txt does not name it: %(n)s, first %(example)s"
    )
    unknown = N_(
        "The index %(url)s lists sitemaps of other hosts, whose robots.txt was not seen: %(n)s, first %(example)s"
    )
    yield from _foreign(facts, {"index"}, lacking, unknown)


@rule("sitemap-child-outside-dir", ("any", "warning"))
def child_outside_dir(facts: Facts) -> Iterator[Hit]:
    """A sitemap index lists sitemaps that are not in its folder or below it.

    Why: Google asks that they are in the folder of the index, or deeper.
    Fix: Put the index higher up, best into the root of the site.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: /maps/index.xml lists /a.xml.
    Silent: /index.xml lists /maps/a.xml.
    """
    for file in facts.sitemaps:
        if file.kind == "index" and "outside" in file.faults:
            said = N_("The index %(url)s lists sitemaps outside of its folder: %(n)s, first %(example)s")
            yield _counted(file, said, *file.faults["outside"])


@rule("sitemap-url-outside-dir", ("any", "warning"))
def url_outside_dir(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists addresses that are not in its folder or below it.

    Why: Unless it is submitted in Search Console or named in robots.txt, it speaks for its own folder alone.
    Fix: Put the sitemap into the root of the site, or name it in robots.txt.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: /maps/a.xml lists /page, and robots.txt does not name it. What was submitted by hand cannot be seen.
    Silent: robots.txt names it, or the index that lists it; or robots.txt was not seen; or it is /a.xml.
    """
    proofs = _Proofs(facts)
    for file in facts.sitemaps:
        if file.kind != "index" and "outside" in file.faults and proofs.lacking(file, {identity.host(file.url)})[0]:
            said = N_(
                "%(url)s lists addresses outside of its folder, and robots.txt does not name it:"
                " %(n)s, first %(example)s"
            )
            yield _counted(file, said, *file.faults["outside"])


@rule("sitemap-url-cross-host", ("any", "error"))
def url_cross_host(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists addresses of another host.

    Why: A sitemap speaks for its own host, unless the robots.txt of the other one names it.
    Fix: List them in a sitemap of that host, or name this one in its robots.txt.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: https://e.com/sitemap.xml lists https://f.com/a, and the robots.txt of f.com does not name it.
    Silent: It names it, or the index that lists it. Where that robots.txt was not seen, this is a note.
    """
    lacking = N_("%(url)s lists addresses of other hosts, whose robots.txt does not name it: %(n)s, first %(example)s")
    unknown = N_("%(url)s lists addresses of other hosts, whose robots.txt was not seen: %(n)s, first %(example)s")
    yield from _foreign(facts, {"sitemap", "text", "feed"}, lacking, unknown)


@rule("sitemap-url-relative", ("any", "error"))
def url_relative(facts: Facts) -> Iterator[Hit]:
    """A sitemap or index has entries that are no whole addresses.

    Why: Google asks for absolute addresses; others are not read.
    Fix: Write protocol, host and path.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: <loc>/a</loc>
    Silent: <loc>https://e.com/a</loc>
    """
    yield from _with(facts, "relative", N_("%(url)s has entries that are no whole addresses: %(n)s, first %(example)s"))


@rule("sitemap-url-too-long", ("any", "error"))
def url_too_long(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists addresses of 2,048 characters or more.

    Why: The protocol allows less than 2,048.
    Fix: Shorten the addresses, most often by leaving out parameters.
    Source: https://www.sitemaps.org/protocol.html
    Fires: An address of 2,048 characters.
    Silent: One of 2,047.
    """
    yield from _with(facts, "too_long", N_("%(url)s lists addresses that are too long: %(n)s, first %(example)s"))


@rule("sitemap-url-fragment", ("any", "warning"))
def url_fragment(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists addresses with a fragment (#).

    Why: Google does not go by what stands behind #, so that the entry is the page without it.
    Fix: List the address without it, once.
    Source: https://developers.google.com/search/docs/crawling-indexing/url-structure
    Fires: https://e.com/a#part
    Silent: https://e.com/a
    """
    yield from _with(facts, "fragment", N_("%(url)s lists addresses with #: %(n)s, first %(example)s"))


@rule("sitemap-url-unescaped", ("any", "warning"))
def url_unescaped(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists addresses with characters that have to be escaped: spaces, letters that are not English.

    Why: Google asks for addresses that are escaped as RFC 3986 says; each program writes others its own way.
    Fix: Write such characters with percent signs, in UTF-8, and the host in Punycode.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: https://e.com/привет or https://e.com/a b
    Silent: https://e.com/%D0%BF
    """
    said = N_("%(url)s lists addresses with characters that are not escaped: %(n)s, first %(example)s")
    yield from _with(facts, "unescaped", said)


@rule("sitemap-lastmod-invalid", ("any", "warning"))
def lastmod_invalid(facts: Facts) -> Iterator[Hit]:
    """A lastmod is no date in the form of the W3C.

    Why: Google asks for that form; another cannot be relied on.
    Fix: Write YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or a zone like +03:00.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: 20.11.2026; 2026-11-20 10:00; 2026-11-20T10:00 without a zone; 2026-02-30.
    Silent: 2026; 2026-11; 2026-11-20; 2026-11-20T10:00Z; 2026-11-20T10:00:00.5+03:00.
    """
    said = N_("%(url)s has lastmod values that are no dates of the W3C form: %(n)s, first %(example)s")
    yield from _with(facts, "lastmod_invalid", said)


@rule("sitemap-lastmod-future", ("any", "warning"))
def lastmod_future(facts: Facts) -> Iterator[Hit]:
    """A lastmod is in the future.

    Why: Google uses lastmod when it is consistently and verifiably accurate; a date to come cannot be.
    Fix: Write when the page was last changed.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: A date of next year.
    Silent: A date up to a day after the time of reading, for clocks and zones.
    """
    said = N_("%(url)s has lastmod values in the future: %(n)s, first %(example)s")
    yield from _with(facts, "lastmod_future", said)


@rule("sitemap-lastmod-all-same", ("any", "info"))
def lastmod_all_same(facts: Facts) -> Iterator[Hit]:
    """All entries of a sitemap have the same lastmod.

    Why: It often is the time at which the sitemap was made. Google uses lastmod when it is verifiably accurate.
    Fix: Write when each page was last changed, or leave lastmod out.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: Ten entries or more (our suggestion), all with 2026-11-20.
    Silent: One of them has another date or none; or it is an index, whose sitemaps may well be made at one time.
    """
    for file in facts.sitemaps:
        if file.kind == "sitemap" and file.lastmod:
            said = N_("All entries of %(url)s (%(n)s) have the same lastmod: %(lastmod)s")
            yield Hit(file, said, values={"n": file.locs, "lastmod": file.lastmod})


@rule("sitemap-priority", ("google", "info"))
def priority(facts: Facts) -> Iterator[Hit]:
    """A sitemap has priority or changefreq.

    Why: Google ignores both; Yandex reads priority.
    Fix: Nothing has to be done; for Google alone they can be left out.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: <priority>0.8</priority> in an entry.
    Silent: Entries with loc and lastmod.
    """
    said = N_("%(url)s has priority or changefreq, which Google ignores; entries: %(n)s, first %(example)s")
    yield from _with(facts, "ranked", said)


RULES = (
    index_cross_host, child_outside_dir, url_outside_dir, url_cross_host, url_relative, url_too_long, url_fragment,
    url_unescaped, lastmod_invalid, lastmod_future, lastmod_all_same, priority,
)  # fmt: skip
