"""Rules on sitemaps as files: how long, how they are packed and written, and what stands in which of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ..model import SitemapFile, SitemapKind
from .rule import N_, Facts, Hit, rule

MOST = 50_000  # addresses of a sitemap, sitemaps of an index
LARGEST = 52_428_800  # bytes unpacked
_MOST_INDEXES = 500
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XML: tuple[SitemapKind, ...] = ("sitemap", "index", "feed")


def _of(facts: Facts, *kinds: SitemapKind) -> Iterator[SitemapFile]:
    return (file for file in facts.sitemaps if file.kind in kinds)


@rule("sitemap-too-many-urls", ("any", "error"))
def too_many_urls(facts: Facts) -> Iterator[Hit]:
    """A sitemap lists more than 50,000 addresses.

    Why: That is the limit of Google and Yandex for one file; what stands behind it may not be read.
    Fix: Part the sitemap and list its parts in a sitemap index.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: A sitemap with 50,001 loc elements.
    Silent: One with 50,000, however many xhtml:link elements stand beside them.
    """
    for file in _of(facts, "sitemap", "text", "feed"):
        if file.locs > MOST:
            yield Hit(file, N_("%(url)s lists %(n)s addresses; a sitemap may have 50,000"), values={"n": file.locs})


@rule("sitemap-too-large", ("any", "error"))
def too_large(facts: Facts) -> Iterator[Hit]:
    """A sitemap is larger than 50 MB when it is unpacked.

    Why: That is the limit of Google and Yandex, packed or not.
    Fix: Part the sitemap and list its parts in a sitemap index.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: A sitemap of 60 MB, or one of 2 MB that unpacks to 60 MB.
    Silent: One of 52,428,800 bytes.
    """
    for file in facts.sitemaps:
        if file.size > LARGEST:
            said = N_("%(url)s has %(n)s bytes unpacked, as far as it was read; a sitemap may have 52,428,800")
            yield Hit(file, said, values={"n": file.size})


@rule("sitemap-index-too-many", ("any", "error"))
def index_too_many(facts: Facts) -> Iterator[Hit]:
    """A sitemap index lists more than 50,000 sitemaps, or there are more than 500 indexes.

    Why: 50,000 is the limit for one index; in Search Console a site may have 500 of them.
    Fix: Put more addresses into each sitemap, or part the index.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: An index with 50,001 sitemaps.
    Silent: One with 50,000.
    """
    indexes = list(_of(facts, "index"))
    for file in indexes:
        if file.locs > MOST:
            yield Hit(file, N_("%(url)s lists %(n)s sitemaps; an index may have 50,000"), values={"n": file.locs})
    if len(indexes) > _MOST_INDEXES:
        said = N_("The site has %(n)s sitemap indexes, like %(url)s; Search Console takes 500")
        yield Hit(indexes[0], said, verdicts=(("google", "info"),), values={"n": len(indexes)})


@rule("sitemap-index-nested", ("any", "error"))
def index_nested(facts: Facts) -> Iterator[Hit]:
    """A sitemap index lists another index.

    Why: By the protocol an index lists sitemaps; what stands below a second index may never be read.
    Fix: List the sitemaps themselves in one index, or submit each index by itself.
    Source: https://www.sitemaps.org/protocol.html
    Fires: /sitemap.xml is an index that lists /more.xml, which is an index.
    Silent: /more.xml is a sitemap.
    """
    read = {file.url: file for file in facts.sitemaps}
    inner: defaultdict[str, list[SitemapFile]] = defaultdict(list)
    for file in _of(facts, "index"):
        if file.parent in read:
            inner[file.parent].append(file)
    for parent, files in inner.items():
        said = N_("The index %(url)s lists other indexes: %(n)s, first %(related)s")
        yield Hit(read[parent], said, files[0].url, values={"n": len(files)})


@rule("sitemap-not-utf8", ("any", "error"))
def not_utf8(facts: Facts) -> Iterator[Hit]:
    """A sitemap is not written in UTF-8.

    Why: Google and the protocol ask for UTF-8.
    Fix: Write the file in UTF-8.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: An address with Cyrillic letters in windows-1251.
    Silent: The same in UTF-8; or nothing but ASCII, whatever encoding is declared.
    """
    for file in _of(facts, *_XML, "text"):
        if file.encoding == "?":
            yield Hit(file, N_("%(url)s has bytes that are not UTF-8"))
        elif file.encoding:
            yield Hit(file, N_("%(url)s is not UTF-8, but %(encoding)s"), values={"encoding": file.encoding})


@rule("sitemap-bom", ("any", "info"))
def bom(facts: Facts) -> Iterator[Hit]:
    """A sitemap begins with a byte order mark.

    Why: XML allows it, and engines skip it; some simpler programs trip over it.
    Fix: Nothing has to be done; to be safe, write UTF-8 without a byte order mark.
    Source: https://www.w3.org/TR/xml/
    Fires: The file begins with the bytes EF BB BF.
    Silent: It begins with <?xml.
    """
    for file in _of(facts, *_XML, "text"):
        if file.bom:
            yield Hit(file, N_("%(url)s begins with a byte order mark"))


@rule("sitemap-leading-whitespace", ("any", "error"))
def leading_whitespace(facts: Facts) -> Iterator[Hit]:
    """Blank space stands before the XML declaration of a sitemap.

    Why: <?xml may stand at the very beginning alone; a strict parser takes nothing of such a file.
    Fix: Remove what is written before <?xml, often an empty line of a template or plugin.
    Source: https://www.w3.org/TR/xml/
    Fires: An empty line, then <?xml version="1.0"?>.
    Silent: The file begins with <?xml; or it has no XML declaration at all.
    """
    for file in _of(facts, *_XML):
        if file.blank:
            yield Hit(file, N_("%(url)s has blank space before <?xml, which strict parsers do not take"))


@rule("sitemap-namespace", ("any", "warning"))
def namespace(facts: Facts) -> Iterator[Hit]:
    """The elements of a sitemap are not in the namespace of the protocol.

    Why: The protocol asks for it; a program that goes by it finds no entries.
    Fix: Write xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" into the first element.
    Source: https://www.sitemaps.org/protocol.html
    Fires: <urlset> without xmlns; or with https:// in it, or with Google's old one of 0.84.
    Silent: <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.
    """
    for file in _of(facts, "sitemap", "index"):
        if file.namespace == "":
            yield Hit(file, N_("The elements of %(url)s have no namespace"))
        elif file.namespace is not None and file.namespace != _NAMESPACE:
            said = N_("The elements of %(url)s have another namespace than that of the protocol: %(namespace)s")
            yield Hit(file, said, values={"namespace": file.namespace})


@rule("sitemap-xml-invalid", ("any", "error"))
def xml_invalid(facts: Facts) -> Iterator[Hit]:
    """A sitemap is not well-formed XML, or is none that can be read.

    Why: Engines may read none of it, or its beginning alone.
    Fix: Let a program write it that escapes &, < and > in addresses, and look at the place of the fault.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/sitemap
    Fires: <loc>https://e.com/?a=1&b=2</loc>
    Silent: <loc>https://e.com/?a=1&amp;b=2</loc>; or it is so large that the crawl read a part of it.
    """
    for file in _of(facts, *_XML, "unknown"):
        if file.cut or not file.step or (file.guessed and file.kind == "unknown"):
            continue
        if file.step == "unread":
            yield Hit(file, N_("%(url)s is no sitemap that can be read: %(fault)s"), values={"fault": file.fault})
        else:
            yield Hit(file, N_("%(url)s is not well-formed XML: %(fault)s"), values={"fault": file.fault})


@rule("sitemap-html", ("any", "error"))
def html(facts: Facts) -> Iterator[Hit]:
    """There is a web page where a sitemap should be.

    Why: It lists nothing for engines.
    Fix: Let the address answer with the sitemap, or take it out of robots.txt and the index.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/sitemap
    Fires: robots.txt names /sitemap.xml, which answers with <html>.
    Silent: It answers with <urlset>; or nobody names /sitemap.xml.
    """
    for file in _of(facts, "html"):
        if not file.guessed:
            yield Hit(file, N_("%(url)s answers with a web page in place of a sitemap"))


@rule("sitemap-gz-broken", ("any", "error"))
def gz_broken(facts: Facts) -> Iterator[Hit]:
    """The gzip data of a sitemap is damaged, ends too early or has something behind it.

    Why: Engines may not be able to unpack it.
    Fix: Pack it anew, and look whether the server sends all of it.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/sitemap
    Fires: A .gz file without its last bytes.
    Silent: A whole one; or a file called .gz that is not packed.
    """
    for file in facts.sitemaps:
        if file.torn and not file.cut:
            yield Hit(file, N_("The gzip data of %(url)s is damaged or not complete"))


@rule("sitemap-gz-double", ("any", "info"))
def gz_double(facts: Facts) -> Iterator[Hit]:
    """A sitemap is packed twice.

    Why: Programs unpack it once and find no XML.
    Fix: Pack it once; often the server packs a .gz file again.
    Source: https://yandex.ru/support/webmaster/en/error-dictionary/sitemap
    Fires: gzip in gzip.
    Silent: A .gz file, also one sent with Content-Encoding: gzip that is packed once.
    """
    for file in facts.sitemaps:
        if file.layers > 1:
            yield Hit(file, N_("%(url)s is packed by gzip %(n)s times"), values={"n": file.layers})


@rule("sitemap-txt-junk", ("any", "error"))
def txt_junk(facts: Facts) -> Iterator[Hit]:
    """A sitemap in text form has lines that are no whole addresses.

    Why: It may have one address in each line and nothing else.
    Fix: Remove such lines, titles and comments too.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: A line /a, or a line # pages.
    Silent: Each line is an address like https://e.com/a; empty lines do not count.
    """
    for file in _of(facts, "text"):
        if "junk" in file.faults:
            n, first = file.faults["junk"]
            said = N_("%(url)s has lines that are no whole addresses: %(n)s, first %(example)s")
            yield Hit(file, said, values={"n": n, "example": first})


@rule("sitemap-feed", ("any", "info"))
def feed(facts: Facts) -> Iterator[Hit]:
    """A feed (RSS or Atom) serves as a sitemap.

    Why: Google takes it, but a feed often has the latest addresses alone. Yandex lists XML and text as its formats.
    Fix: Keep the feed for news, and list all pages in an XML sitemap.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
    Fires: robots.txt names /feed.xml, an RSS feed, as a sitemap.
    Silent: It names a sitemap in XML.
    """
    for file in _of(facts, "feed"):
        said = N_("%(url)s is a feed with %(n)s addresses, not an XML sitemap")
        yield Hit(file, said, values={"n": file.locs})


@rule("sitemap-url-in-many", ("any", "info"))
def url_in_many(facts: Facts) -> Iterator[Hit]:
    """Two sitemaps list the same addresses.

    Why: It does no harm by itself, but makes the sitemaps longer and their reports in webmaster tools hard to read.
    Fix: List each address in one sitemap.
    Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
    Fires: /a.xml and /b.xml both list /page.
    Silent: Each lists others; or /b.xml is a feed; or one sitemap lists the address twice.
    """
    for pair in facts.listed_twice:
        said = N_("%(url)s and %(related)s list the same addresses: %(n)s, first %(example)s")
        yield Hit(pair, said, pair.other, values={"n": pair.n, "example": pair.example})


RULES = (
    too_many_urls, too_large, index_too_many, index_nested, not_utf8, bom, leading_whitespace, namespace, xml_invalid,
    html, gz_broken, gz_double, txt_junk, feed, url_in_many,
)  # fmt: skip
