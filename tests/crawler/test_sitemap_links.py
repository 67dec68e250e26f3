"""hreflang links of sitemaps: every way to read a file gives the same ones, and names what is odd about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from pagetwin.crawler import sitemap
from pagetwin.crawler.sitemap_links import SitemapLink, as_annotations

SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
DE = '<xhtml:link rel="alternate" hreflang="de" href="https://e.com/de?a=1&amp;b=2"/>'
GOOD = SitemapLink("de", "https://e.com/de?a=1&b=2")
# What makes a file well-formed, mended, or read by pattern, as a `url` element in front.
WAYS = {
    "strict": "",
    "repaired": "<url><loc>https://e.com/?x=1&y=2</loc></url>",
    "pattern": "<url><loc>https://e.com/</loc>",
}


def links(inside: str, spaces: str = XHTML, way: str = "strict") -> tuple[SitemapLink, ...]:
    """Of the last `url` element of a sitemap that has to be read that way."""
    text = f'<?xml version="1.0"?><urlset xmlns="{SITEMAPS}" {spaces}>{WAYS[way]}<url>{inside}</url></urlset>'
    found = sitemap.read(text.encode())
    last = list(found.entries)[-1]
    assert (way in found.note) == (way != "strict")
    assert last.loc == "https://e.com/en"
    return last.links


LOC = "<loc>https://e.com/en</loc>"
CASES = [
    (LOC + DE, XHTML, [GOOD]),
    (DE + LOC + DE.replace("de", "fr"), XHTML, [GOOD, SitemapLink("fr", "https://e.com/fr?a=1&b=2")]),
    (LOC + DE.replace("xhtml:", "x:"), XHTML.replace(":xhtml", ":x"), [GOOD]),
    (LOC + DE.replace('"', "'").replace("/>", " ></xhtml:link>"), XHTML, [GOOD]),
    (LOC + '<xhtml:link rel="x Alternate" hreflang=" DE " href=" /de "/>', XHTML, [SitemapLink("DE", "/de")]),
    (LOC + '<xhtml:link rel="alternate" hreflang="" />', XHTML, [SitemapLink("", "")]),
    (LOC + DE, 'xmlns:xhtml="http://www.w3.org/TR/xhtml11/xhtml11_schema.xsd"', [GOOD._replace(attrs="namespace")]),
    (LOC + DE.replace("xhtml:", ""), XHTML, [GOOD._replace(attrs="namespace")]),
    (LOC + DE.replace('rel="alternate"', ""), XHTML, [GOOD._replace(attrs="rel")]),
    (LOC + DE.replace("alternate", "canonical"), XHTML, [GOOD._replace(attrs="rel")]),
    (LOC.replace("</", DE + "</"), XHTML, [GOOD._replace(attrs="loc")]),
    (LOC.replace("</", DE.replace("xhtml:", "").replace("rel=", "r=") + "</"), XHTML, [
        GOOD._replace(attrs="namespace,rel,loc")
    ]),
    # Mobile addresses, and links of others: no hreflang.
    (LOC + '<xhtml:link rel="alternate" media="handheld" href="https://m.e.com/"/>', XHTML, []),
    (LOC + '<image:image xmlns:image="i"><image:loc>https://e.com/i</image:loc></image:image>' + DE, XHTML, [GOOD]),
    (LOC + f"<!-- {DE} -->", XHTML, []),
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("inside", "spaces", "want"), CASES)
def test_links_as_they_are_written(inside: str, spaces: str, want: list[SitemapLink], way: str) -> None:
    assert links(inside, spaces, way) == tuple(want)


def test_a_prefix_that_is_not_declared() -> None:
    """No parser takes the file; nothing is lost all the same, neither before nor behind the fault."""
    unit = f"<url>{LOC}{DE}</url>"
    found = sitemap.read(
        f'<urlset xmlns="{SITEMAPS}"><url><loc>https://e.com/0</loc></url>{unit}{unit}</urlset>'.encode()
    )
    assert [entry.links for entry in found.entries] == [(), *((GOOD._replace(attrs="namespace"),),) * 2]
    assert "read by pattern" in found.note


def test_only_so_many_links_of_one_address() -> None:
    for way in WAYS:
        assert len(links(LOC + DE * 1_100, way=way)) == 1_000


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=8).map(str.strip)


@given(st.lists(st.tuples(TEXT, TEXT), max_size=4), st.sampled_from(list(WAYS)))
def test_what_was_written_is_read_again(pairs: list[tuple[str, str]], way: str) -> None:
    """Any characters in code and address, as an XML library writes them."""
    elements = [etree.Element("link", rel="alternate", hreflang=code, href=href) for code, href in pairs]
    inside = "".join(etree.tostring(e, encoding="unicode").replace("<link", "<xhtml:link") for e in elements)
    assert links(LOC + inside, way=way) == tuple(SitemapLink(code, href) for code, href in pairs)


@pytest.mark.parametrize(
    ("href", "raw", "url"),
    [
        ("https://E.com/de", "https://E.com/de", "https://e.com/de"),
        ("/de", "/de", "https://e.com/de"),
        ("../de", "../de", "https://e.com/de"),
        ("//f.com/de", "//f.com/de", "https://f.com/de"),
        ("", "", ""),
        ("javascript:1", "javascript:1", ""),
        ("https://me:secret@e.com/de", "https://e.com/de", "https://e.com/de"),
        ("/" + "a" * 5_000, "/" + "a" * 4_095, ""),
    ],
)
def test_addresses_raw_and_resolved(href: str, raw: str, url: str) -> None:
    (got,) = as_annotations([SitemapLink("de", href, "rel")], "https://e.com/en/shop")
    assert (got.source, got.hreflang, got.raw, got.url, got.attrs) == ("sitemap", "de", raw, url, "rel")
