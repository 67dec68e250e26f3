"""Sitemaps as they are found in the field: entries come out right, and what was wrong is said."""

from __future__ import annotations

import gzip
from xml.sax.saxutils import escape

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler.sitemap import Entry, read

NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def urlset(inside: str, head: str = HEAD, ns: str = NS) -> bytes:
    return f"{head}<urlset {ns}>{inside}</urlset>".encode()


def url(loc: str, more: str = "") -> str:
    return f"<url><loc>{loc}</loc>{more}</url>"


GOOD = urlset(
    url("https://e.com/a?x=1&amp;y=2", "<lastmod>2026-01-02</lastmod>")
    + url("\n  https://e.com/б  \n")
    + url("/relative")
)
ENTRIES = [Entry("https://e.com/a?x=1&y=2", "2026-01-02"), Entry("https://e.com/б"), Entry("/relative")]


def entries(body: bytes, **limits: int) -> tuple[str, list[Entry], str]:
    sitemap = read(body, **limits)
    found = list(sitemap.entries)
    return sitemap.kind, found, sitemap.note


def locs(body: bytes) -> list[str]:
    return [entry.loc for entry in entries(body)[1]]


def test_a_sitemap() -> None:
    assert entries(GOOD) == ("sitemap", ENTRIES, "")


def test_an_index() -> None:
    body = f"{HEAD}<sitemapindex {NS}><sitemap><loc>https://e.com/1.xml.gz</loc><lastmod>2026</lastmod></sitemap></sitemapindex>"
    assert entries(body.encode()) == ("index", [Entry("https://e.com/1.xml.gz", "2026")], "")


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + GOOD,
        b"\xef\xbb\xbf<urlset>" + GOOD.split(b">", 2)[2],
        GOOD.replace(HEAD.encode(), b""),
        GOOD.replace(NS.encode(), b""),
        GOOD.replace(NS.encode(), b'xmlns="https://www.google.com/schemas/sitemap/0.84"'),
        GOOD.decode().replace("UTF-8", "utf-16").encode("utf-16"),
        GOOD.decode().replace("UTF-8", "windows-1251").encode("windows-1251"),
        GOOD.replace(b"<loc>", b"<!-- c --><loc>").replace(b"<urlset", b"<!-- <html> -->\n<?pi x?><urlset"),
        GOOD.replace(b"<urlset", b"<s:urlset").replace(b"xmlns=", b"xmlns:s=").replace(b"</urlset", b"</s:urlset")
        .replace(b"url>", b"s:url>").replace(b"</s:url>", b"</s:url>").replace(b"</url", b"</s:url")
        .replace(b"loc>", b"s:loc>").replace(b"lastmod>", b"s:lastmod>").replace(b"s:s:", b"s:"),
    ],
    ids=["bom", "bom alone", "no declaration", "no namespace", "old space", "utf-16", "cp1251", "comments", "prefix"],
)  # fmt: skip
def test_well_formed_spellings_of_one_sitemap(body: bytes) -> None:
    assert entries(body) == ("sitemap", ENTRIES, "")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (gzip.compress(GOOD), ""),
        (gzip.compress(gzip.compress(GOOD)), ""),
        (gzip.compress(GOOD[:100]) + gzip.compress(GOOD[100:]), ""),
        (gzip.compress(GOOD) + bytes(512), ""),
        (gzip.compress(GOOD) + b"<!-- cached -->", "behind the gzip data"),
        (gzip.compress(GOOD)[:-8], "ends too early"),
    ],
    ids=["gzip", "double", "two members", "zero padding", "garbage behind", "no trailer"],
)
def test_gzip_is_known_by_its_first_bytes(body: bytes, words: str) -> None:
    kind, found, note = entries(body)
    assert (kind, found) == ("sitemap", ENTRIES)
    assert (words in note) if words else not note


def test_what_stands_before_the_end_of_a_cut_gzip_is_kept() -> None:
    body = urlset("".join(url(f"https://e.com/{i * 7919 % 100003}") for i in range(20_000)))
    packed = gzip.compress(body)
    kind, found, note = entries(packed[: len(packed) // 2])
    assert kind == "sitemap"
    assert 5_000 < len(found) < 20_000
    assert [e.loc for e in found[:-1]] == [f"https://e.com/{i * 7919 % 100003}" for i in range(len(found) - 1)]
    assert "gzip" in note


def test_loc_counts_only_as_child_of_its_unit() -> None:
    image = '<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>https://e.com/i.png</i:loc></i:image>'
    direct = '<i:loc xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">https://e.com/i.png</i:loc>'
    alternate = '<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="https://e.com/de"/>'
    body = urlset(
        f"<url>{image}{alternate}</url><url>{direct}{image}<loc>https://e.com/a</loc></url><loc>https://e.com/b</loc>"
    )
    assert locs(body) == ["https://e.com/a"]


@pytest.mark.parametrize(
    ("fault", "how"),
    [
        (url("https://e.com/q?a=1&b=2&nbsp;c"), "repaired"),
        (url("https://e.com/\x0bq?a=1&amp;b=2&amp;nbsp;c").replace("\x0b", "\x01"), "repaired"),
        ("<url><loc>https://e.com/q?a=1&amp;b=2&amp;nbsp;c</loc>", "read by pattern"),
        (url("https://e.com/q?a=1&amp;b=2&amp;nbsp;c", "<priority></prio>"), "read by pattern"),
        ("<url><loc>https://e.com/q?a=1&amp;b=2&amp;nbsp;c</url>", "read by pattern"),
        ("<url><loc><![CDATA[https://e.com/q?a=1&b=2&nbsp;c]]></loc><x></url>", "read by pattern"),
    ],
    ids=["bare ampersand", "control character", "unclosed url", "crossed tags", "unclosed loc", "cdata, unclosed x"],
)
def test_faults_are_mended_and_nothing_behind_them_is_lost_or_changed(fault: str, how: str) -> None:
    """Oracle: the entries of the same sitemap without the fault."""
    before, behind = (
        url("https://e.com/a?x=1&amp;y=2"),
        url("https://e.com/b?x=1&amp;y=2", "<lastmod>2026-05</lastmod>"),
    )
    kind, found, note = entries(urlset(before + "<!-- " + url("https://e.com/no") + " -->" + fault + behind))
    assert kind == "sitemap"
    assert found == [
        Entry("https://e.com/a?x=1&y=2"),
        Entry("https://e.com/q?a=1&b=2&nbsp;c"),
        Entry("https://e.com/b?x=1&y=2", "2026-05"),
    ]
    assert how in note


def test_a_bare_ampersand_in_cdata_is_right_as_it_is() -> None:
    body = urlset(url("<![CDATA[https://e.com/a?x=1&y=2]]>") + url("https://e.com/b?x=1&y=2"))
    assert locs(body) == ["https://e.com/a?x=1&y=2", "https://e.com/b?x=1&y=2"]


@pytest.mark.parametrize(
    "junk", ["\n", "\r\n  \n", "<br />\n<b>Warning</b>: file not found\n", "Notice: undefined\n", "\ufeff\n"]
)
def test_what_stands_before_the_declaration_is_left_out(junk: str) -> None:
    kind, found, note = entries(junk.encode() + GOOD)
    assert (kind, found) == ("sitemap", ENTRIES)
    assert note


def test_broken_utf8_and_an_unknown_encoding_lose_no_entry() -> None:
    assert len(locs(GOOD.replace("б".encode(), b"\xff\xfe"))) == 3
    assert locs(GOOD.replace(b"UTF-8", b"nonsense-8")) == [e.loc for e in ENTRIES]


@pytest.mark.parametrize("lost", range(1, 60, 7))
def test_a_file_that_was_cut_gives_what_it_has_and_no_address_cut_short(lost: int) -> None:
    want = [f"https://e.com/{i}" for i in range(100, 300)]
    _, found, note = entries(urlset("".join(map(url, want)))[:-lost])
    assert [e.loc for e in found] == want[: len(found)]
    assert len(found) >= 198
    assert "not well-formed" in note


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        (b"", "unknown", "empty"),
        (b" \n\xef\xbb\xbf", "unknown", "empty"),
        (b"\xff\xfe\x00", "unknown", ""),
        (gzip.compress(b""), "unknown", "empty"),
        (b"<!DOCTYPE html><title>Hello</title>", "html", "HTML where XML should be"),
        (b"\n<!-- x --><HTML lang=en><body>", "html", "HTML where XML should be"),
        (b'<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', "html", "HTML where XML should be"),
        (b"<Error><Code>AccessDenied</Code></Error>", "unknown", "<Error>"),
        (b'{"error": 1}', "unknown", "neither XML"),
        (b"<", "unknown", "no root element"),
        (b"<!-- never closed", "unknown", "no root element"),
    ],
)
def test_what_is_no_sitemap_is_told_apart(body: bytes, kind: str, words: str) -> None:
    got = entries(body)
    assert got[:2] == (kind, [])
    assert words in got[2]


def test_a_doctype_is_refused() -> None:
    entity = '<!DOCTYPE urlset [<!ENTITY a "https://e.com/"><!ENTITY f SYSTEM "file:///etc/hostname">]>'
    kind, found, note = entries(urlset(url("&a;") + url("&f;"), head=HEAD + "<!-- x -->" + entity))
    assert (kind, found) == ("unknown", [])
    assert "DOCTYPE" in note


def test_an_undeclared_entity_is_not_opened() -> None:
    assert locs(urlset(url("https://e.com/&f;"))) == ["https://e.com/&f;"]


def test_text_lists() -> None:
    text = "https://e.com/a\r\n\r\n  https://e.com/б \nnot an address\nhttp://e.com/c"
    want = ["https://e.com/a", "https://e.com/б", "not an address", "http://e.com/c"]
    for body in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), gzip.compress(text.encode())):
        assert entries(body) == ("text", [Entry(loc) for loc in want], "")


def test_a_line_without_end_stays_bounded() -> None:
    assert len(locs(b"https://e.com/" + b"a" * 1_000_000)[0]) <= 65_536


RSS = b"""<rss version="2.0"><channel><link>https://e.com/</link>
<item><title>A</title><link>https://e.com/a?x=1&amp;y=2</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item>
</channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://e.com/"/><entry>
<link rel="enclosure" href="https://e.com/a.mp3"/><link href="https://e.com/b"/><updated>2026-01-05</updated></entry></feed>"""


def test_feeds() -> None:
    assert entries(RSS) == ("feed", [Entry("https://e.com/a?x=1&y=2", "Mon, 05 Jan 2026 10:00:00 GMT")], "")
    assert entries(ATOM) == ("feed", [Entry("https://e.com/b", "2026-01-05")], "")


def test_a_broken_feed_gives_what_stands_before_the_fault() -> None:
    kind, found, note = entries(RSS.replace(b"</channel>", b"</chan><item><link>https://e.com/b</link></item>"))
    assert (kind, [e.loc for e in found]) == ("feed", ["https://e.com/a?x=1&y=2"])
    assert "not well-formed" in note


def test_reading_stops_at_the_limit() -> None:
    body = urlset("".join(url(f"https://e.com/{i}") for i in range(10_000)))
    _, found, note = entries(gzip.compress(body), max_bytes=100_000)
    assert 1000 < len(found) < 5000
    assert "100,000" in note


def test_memory_does_not_grow_with_the_file() -> None:
    """10 MB of XML out of 30 KB of gzip; the whole tree would take 150 MB."""
    row = url("https://e.com/a", "<lastmod>2026-01-01</lastmod>" + "<x/>" * 30)
    body = gzip.compress(urlset(row * 50_000), 1)
    before, most, count = psutil.Process().memory_info().rss, 0, 0
    for _ in read(body).entries:
        count += 1
        if count % 10_000 == 0:
            most = max(most, psutil.Process().memory_info().rss)
    assert count == 50_000
    assert most - before < 30_000_000


@given(st.lists(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1), max_size=8))
def test_every_address_comes_out_as_it_went_in(paths: list[str]) -> None:
    want = [f"https://e.com/{path}".strip() for path in paths]
    assert locs(urlset("".join(url(escape(loc)) for loc in want))) == want


PARTS = st.sampled_from(
    [b"<urlset>", b"<url>", b"</url>", b"<loc>", b"</loc>", b"https://e.com/a&b", b"&amp;", b"<![CDATA[", b"]]>",
     b"<!--", b"-->", b"<?xml version='1.0'?>", b"\n", b"\xff", b"\x00", b"</urlset>", b"<sitemapindex>",
     b"\x1f\x8b", b"<rss>", b"<item>", b"<!DOCTYPE x"]
)  # fmt: skip


@given(st.lists(PARTS, max_size=20).map(b"".join) | st.binary(max_size=200))
def test_no_bytes_raise(body: bytes) -> None:
    for whole in (body, gzip.compress(body), b"\x1f\x8b" + body):
        for entry in entries(whole)[1]:
            assert entry.loc == entry.loc.strip() != ""


def test_a_namespace_that_is_no_address_does_not_stop_the_reading() -> None:
    """libxml2 overlooks it when it builds no tree and refuses it when it does."""
    body = url_set_with_namespace("ht\u00e9/\xff x").replace(
        b"</urlset>", b"<url><loc>https://e.com/b</loc></url></urlset>"
    )
    assert [entry.loc for entry in read(body).entries] == ["https://e.com/a", "https://e.com/b"]


def url_set_with_namespace(name: str) -> bytes:
    return f'<urlset xmlns="{name}"><url><loc>https://e.com/a</loc></url></urlset>'.encode()


@pytest.mark.parametrize(
    "piece",
    ["<![CDATA[", "<!--", "<loc>", "<loc><![CDATA[", "<url><loc>", "&", "&#1", "]]>", "<?xml ", "\n", " ", "<url "],
)
@pytest.mark.parametrize("before", ["<urlset><url><loc>", "<urlset>", "junk "])
def test_what_is_opened_again_and_again_takes_no_quadratic_time(before: str, piece: str) -> None:
    """A megabyte of it would take an hour."""
    body = f"{before}{piece * (1_000_000 // len(piece))}<url><loc>https://e.com/a</loc></url>".encode()
    assert len([entry for entry in read(body).entries if entry.loc == "https://e.com/a"]) <= 1
