"""Facts of the head and links: what is recorded, where it stood, what it means as an address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler import parse
from pagetwin.crawler.parse import Refresh
from pagetwin.model import Alternate, Annotation, CanonicalLink, Fetch, Link, LinkFault, RobotsDirective
from pagetwin.urls import identity
from selectolax.lexbor import LexborHTMLParser

HERE = "https://e.com/shop/bell?x=1"


def facts(html: str, url: str = HERE) -> parse.Facts:
    return parse.facts(LexborHTMLParser(html), url)


def headers(*pairs: tuple[str, str]) -> parse.Annotations:
    return parse.from_headers(Fetch(HERE, 200, pairs, b"", "ok"))


def test_plain_facts() -> None:
    got = facts(
        '<html lang="ru"><head><title> Звонок &amp;\n гудок </title><META NAME="Description" content="Медный\nзвонок">'
        '<meta name="description" content="second"></head><body><svg><title>no</title></svg>'
        "<h1>Звонок <i>медный</i></h1><h1>second</h1></body></html>"
    )
    assert (got.title, got.description, got.h1, got.lang) == ("Звонок & гудок", "Медный звонок", "Звонок медный", "ru")
    assert not got.amp


def test_a_page_without_any() -> None:
    got = facts("")
    assert (got.title, got.description, got.h1, got.lang, got.amp, got.links) == ("", "", "", "", False, ())
    assert got.said == parse.Annotations()


def test_title_is_not_taken_from_a_drawing_and_may_stand_in_body() -> None:
    assert facts("<body><svg><g><title>icon</title></g></svg><p>x<title>late</title>").title == "late"


@pytest.mark.parametrize("start", ["<html amp>", "<html ⚡>", "<html ⚡️ lang=en>", '<html AMP="">'])
def test_amp(start: str) -> None:
    assert facts(f"{start}<p>x").amp


def test_xhtml_language() -> None:
    assert facts('<html xml:lang="de"><p>x').lang == "de"


# What ends the head (HTML Standard, section 13.2.6.4, scripting off): markup before the link, and where that then is.
PLACES = [
    ("", "head"),
    ("<title>t</title><style>p{}</style><script>1</script><base href=/>", "head"),
    ("<!-- a comment -->", "head"),
    ("<template><div>inert</div></template>", "head"),
    ("<noscript><link rel=stylesheet href=x></noscript>", "head"),
    ("</p>", "head"),
    ("<head>", "head"),
    ("<bgsound>", "head"),
    ("<div>x</div>", "body"),
    ("<p>x", "body"),
    ("<div/>", "body"),
    ("<img src=x>", "body"),
    ("<iframe src=x></iframe>", "body"),
    ("<svg></svg>", "body"),
    ("<object></object>", "body"),
    ("<my-tag></my-tag>", "body"),
    ("<noscript><img src=pixel></noscript>", "body"),
    ("<noscript><iframe src=x></iframe></noscript>", "body"),
    ("text", "body"),
    ("\u00a0", "body"),
    ("\ufeff", "body"),
    ("</br>", "body"),
]


@pytest.mark.parametrize(("before", "place"), PLACES)
def test_where_a_canonical_and_an_alternate_stand(before: str, place: str) -> None:
    link = '<link rel="canonical" href="https://e.com/c"><link rel=alternate hreflang=de href="https://e.com/de">'
    got = facts(f"<html><head>{before}{link}</head><body>words</body></html>").said
    assert [c.source for c in got.canonicals] == [place]
    assert [a.source for a in got.hreflang] == [place]


@pytest.mark.parametrize("opened", ["<script>var a = 1;", "<title>t", "<style>p{", "<template>", "<textarea>"])
def test_a_canonical_that_is_swallowed_is_none(opened: str) -> None:
    assert (
        facts(f'<html><head>{opened}<link rel="canonical" href="/c"></head><body>x</body></html>').said.canonicals == ()
    )


@pytest.mark.parametrize(
    ("html", "raw", "url"),
    [
        ('<link rel="canonical" href="https://e.com/a">', "https://e.com/a", "https://e.com/a"),
        ('<link rel="CANONICAL nofollow" href=" /a ">', " /a ", "https://e.com/a"),
        ('<link rel="canonical" href="?y=2">', "?y=2", "https://e.com/shop/bell?y=2"),
        ('<base href="/other/"><link rel="canonical" href="a">', "a", "https://e.com/other/a"),
        ('<link rel="canonical" href="a"><base href="//f.com/x/">', "a", "https://f.com/x/a"),
        ('<base href="mailto:x"><link rel="canonical" href="a">', "a", "https://e.com/shop/a"),
        ('<base target="_top"><base href="/o/"><link rel="canonical" href="a">', "a", "https://e.com/o/a"),
        ('<link rel="canonical" href="">', "", ""),
        ('<link rel="canonical">', "", ""),
        ('<link rel="canonical" href="javascript:1">', "javascript:1", ""),
        (
            '<link rel="canonical" href="https://e.com/a?b=1&amp;c=2">',
            "https://e.com/a?b=1&c=2",
            "https://e.com/a?b=1&c=2",
        ),
    ],
)
def test_a_canonical_raw_and_resolved(html: str, raw: str, url: str) -> None:
    assert facts(html).said.canonicals == (CanonicalLink("head", raw, url),)


def test_all_canonicals_are_kept() -> None:
    got = facts("<head><link rel=canonical href=/a><link rel=canonical href=/b></head><p><link rel=canonical href=/c>")
    assert [(c.source, c.raw) for c in got.said.canonicals] == [("head", "/a"), ("head", "/b"), ("body", "/c")]


def test_alternates_of_languages_and_devices_but_not_feeds_and_styles() -> None:
    got = facts(
        '<link rel="alternate" hreflang="ru-RU" href="/ru/"><link rel="ALTERNATE" hreflang href="/none/">'
        '<link rel="alternate" media="only screen and (max-width: 640px)" href="//m.e.com/">'
        '<link rel="alternate" media="handheld" hreflang="de" href="/de/">'
        '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate" href="/print">'
        '<link rel="alternate stylesheet" media="print" href="/print.css"><link rel="next" hreflang="de" href="/2">'
        '<link rel="alternate" hreflang="de" type="Application/RSS+XML" href="/de/feed">'
        '<link rel="alternate" hreflang="fr" type="text/html" media="print" href="https://e.com/fr/">'
    )
    assert got.said.alternates == (
        Alternate("head", "only screen and (max-width: 640px)", "//m.e.com/", "https://m.e.com/"),
    )
    assert got.said.hreflang == (
        Annotation(-1, "head", "ru-RU", "/ru/", "https://e.com/ru/"),
        Annotation(-1, "head", "", "/none/", "https://e.com/none/"),
        Annotation(-1, "head", "de", "/de/", "https://e.com/de/", attrs="media"),
        Annotation(-1, "head", "fr", "https://e.com/fr/", "https://e.com/fr/", attrs="media,type"),
    )


def test_robots_of_every_bot() -> None:
    got = facts(
        '<meta name="ROBOTS" content="NoIndex,\n follow"><meta name="googlebot" content="noindex">'
        '<meta name="Googlebot-News" content="nosnippet"><meta name="yandex" content="none">'
        '<meta name="bingbot"><meta name="viewport" content="x"><meta property="robots" content="x">'
        '<body><p>x<meta name="robots" content="nofollow">'
    )
    assert got.said.robots == (
        RobotsDirective("meta", "robots", "NoIndex, follow"),
        RobotsDirective("meta", "googlebot", "noindex"),
        RobotsDirective("meta", "googlebot-news", "nosnippet"),
        RobotsDirective("meta", "yandex", "none"),
        RobotsDirective("meta", "bingbot", ""),
        RobotsDirective("meta", "robots", "nofollow", in_body=True),
    )


@pytest.mark.parametrize(
    ("line", "bot", "content"),
    [
        ("noindex", "robots", "noindex"),
        ("noindex, nofollow", "robots", "noindex, nofollow"),
        ("Googlebot: noindex, nofollow", "googlebot", "noindex, nofollow"),
        ("otherbot :none", "otherbot", "none"),
        ("*: noindex", "robots", "noindex"),
        ("max-snippet:50, noindex", "robots", "max-snippet:50, noindex"),
        ("Max-Image-Preview: large", "robots", "Max-Image-Preview: large"),
        ("unavailable_after: 25 Jun 2030 15:00:00 PST", "robots", "unavailable_after: 25 Jun 2030 15:00:00 PST"),
        ("noindex, unavailable_after: 2030-01-01", "robots", "noindex, unavailable_after: 2030-01-01"),
        (
            "googlebot: unavailable_after: 25 Jun 2030 15:00:00 PST",
            "googlebot",
            "unavailable_after: 25 Jun 2030 15:00:00 PST",
        ),
    ],
)
def test_x_robots_tag(line: str, bot: str, content: str) -> None:
    assert headers(("x-robots-tag", line)).robots == (RobotsDirective("header", bot, content),)


def test_x_robots_tag_lines_stay_apart() -> None:
    got = headers(("x-robots-tag", "googlebot: nofollow"), ("vary", "*"), ("x-robots-tag", "noindex")).robots
    assert [(r.bot, r.content) for r in got] == [("googlebot", "nofollow"), ("robots", "noindex")]


def test_link_header_is_resolved_to_the_address_and_may_be_about_another() -> None:
    got = headers(
        ("link", '</a>; rel="canonical", <https://e.com/de>; rel=alternate; hreflang=de; hreflang=de-AT'),
        ("link", "</b>; rel=canonical; anchor=/elsewhere, </c>; rel=canonical; anchor='bell'"),
        ("link", '</d>; rel=canonical; anchor="/shop/bell?x=1#part", </style.css>; rel=preload'),
        ("link", '<//m.e.com/>; rel=alternate; media="handheld"'),
    )
    assert got.canonicals == (
        CanonicalLink("header", "/a", "https://e.com/a"),
        CanonicalLink("header", "/d", "https://e.com/d"),
    )
    assert got.alternates == (Alternate("header", "handheld", "//m.e.com/", "https://m.e.com/"),)
    assert got.hreflang == (
        Annotation(-1, "header", "de", "https://e.com/de", "https://e.com/de"),
        Annotation(-1, "header", "de-AT", "https://e.com/de", "https://e.com/de"),
    )


def test_faults_of_link_headers() -> None:
    """Of links that matter to an audit: a style sheet may be relative, and speak of whom it likes."""
    got = headers(
        ("link", 'https://e.com/x; rel=canonical, </a>; rel="canonical", </s.css>; rel=preload'),
        ("link", "<https://e.com/de>; hreflang=de, <//e.com/fr>; rel=alternate; hreflang=fr; media=print"),
        ("link", "<https://e.com/o>; rel=canonical; anchor=/other, </p>; rel=next; anchor=/other"),
    )
    assert got.link_faults == (
        LinkFault("unparsable", "https://e.com/x; rel=canonical"),
        LinkFault("relative", "/a"),
        LinkFault("rel", "https://e.com/de"),
        LinkFault("relative", "//e.com/fr"),
        LinkFault("anchor", "https://e.com/o"),
    )
    assert [(a.hreflang, a.raw, a.attrs) for a in got.hreflang] == [("fr", "//e.com/fr", "media")]


@pytest.mark.parametrize(
    ("content", "delay", "path"),
    [
        ("0;url=/n", 0, "/n"),
        ("0; URL='/n'", 0, "/n"),
        (' 5 ; url = "/n" ignored', 5, "/n"),
        ("3 /n", 3, "/n"),
        ("1.9,/n", 1, "/n"),
        (".5; url=/n", 0, "/n"),
        ("0; url=n", 0, "/shop/n"),
        ("5", None, ""),
        ("url=/n", None, ""),
        ("-1; url=/n", None, ""),
        ("0; url=", None, ""),
        ("0; url=mailto:a@e.com", None, ""),
    ],
)
def test_refresh_by_element_and_by_header(content: str, delay: int | None, path: str) -> None:
    want = None if delay is None else Refresh(delay, f"https://e.com{path}")
    escaped = content.replace('"', "&quot;")
    assert facts(f'<meta http-equiv="Refresh" content="{escaped}">').said.refresh == want
    assert headers(("refresh", content)).refresh == want


def test_refresh_for_visitors_without_scripts_is_none() -> None:
    assert facts('<noscript><meta http-equiv="refresh" content="0; url=/n"></noscript>').said.refresh is None


def test_links_once_for_each_key_with_the_first_words_and_nofollow_only_if_all_are() -> None:
    got = facts(
        '<a href="/a#top"><img></a><a href="/a" rel="nofollow">The\n <b>a</b></a><a href="HTTPS://E.com:443/a">again</a>'
        '<a href="b" rel="nofollow ugc">B</a><a href="//f.com" rel="nofollow">F</a><a href="http://f.com/">f</a>'
        '<a href="?x=1#here">self</a><a>no address</a><a href="#x">part</a><a href="">empty</a>'
        '<a href="mailto:a@e.com">m</a>'
        '<a href="javascript:void(0)">j</a><a href="tel:1">t</a><a href="http://[bad">bad</a>'
    )
    assert got.links == (
        Link("https://e.com/a", "The a", False),
        Link("https://e.com/shop/b", "B", True),
        Link("https://f.com/", "F", True),
        Link("http://f.com/", "f", False),
        Link("https://e.com/shop/bell?x=1", "self", False),
    )


@pytest.mark.parametrize(
    ("attributes", "ignored"),
    [
        ("", ""),
        ("crossorigin id=c", ""),
        ("hreflang=en", "hreflang"),
        ('TYPE="text/html" lang', "lang,type"),
        ('media="only screen"', "media"),
    ],
)
def test_attributes_for_which_google_passes_a_canonical_over(attributes: str, ignored: str) -> None:
    assert facts(f"<link rel=canonical href=/x {attributes}>").said.canonicals[0].ignored == ignored


def test_the_address_for_social_networks_and_the_neighbours_of_a_page() -> None:
    got = facts(
        '<base href="/list/"><meta property="og:url" content="a"><meta name="og:url" content="b">'
        '<link rel="prev" href="?page=1"><link rel="next nofollow" href="?page=3"><link rel=prev href="?page=0">'
    )
    assert got.og_url == "https://e.com/list/a"
    assert (got.prev_url, got.next_url) == ("https://e.com/list/?page=1", "https://e.com/list/?page=3")


INSECURE = [
    ('<script src="http://s.com/x"></script>', ["http://s.com/x"]),
    ('<link rel="preload stylesheet" href="HTTP://s.com/x">', ["http://s.com/x"]),
    ('<iframe src="http://s.com/1"></iframe><object data="http://s.com/2"></object>',
     ["http://s.com/1", "http://s.com/2"]),
    ('<video src="http://s.com/1"><track src="http://s.com/2"></video>', ["http://s.com/1", "http://s.com/2"]),
    ('<script src="http://s.com/x"></script><script src="http://s.com/x"></script>', ["http://s.com/x"] * 2),
    ('<script src="https://s.com/x"></script><script src="//s.com/x"></script><script src=/x></script>', []),
    ('<img src="http://s.com/x"><input type=image src="http://s.com/x"><a href="http://s.com/x">x</a>', []),
    ('<link rel=canonical href="http://e.com/"><link rel=icon href="http://e.com/i.png">', []),
    ('<p><noscript><iframe src="http://s.com/x"></iframe></noscript>', []),
    ('<script>location = "http://s.com/x"</script>', []),
    ('<base src="http://s.com/x"><script src="x"></script>', []),
    ('<meta http-equiv=Content-Security-Policy content="upgrade-insecure-requests"><script src="http://s.com/x">', []),
]  # fmt: skip


@pytest.mark.parametrize(("html", "urls"), INSECURE)
def test_what_an_https_page_asks_for_over_http(html: str, urls: list[str]) -> None:
    assert sorted(facts(html).insecure) == sorted(urls)
    assert facts(html, "http://e.com/").insecure == ()


def test_anchor_is_shortened() -> None:
    assert facts(f"<a href=/a>{'word ' * 50}</a>").links[0].anchor == ("word " * 50)[:80].strip()


def test_links_have_a_limit() -> None:
    html = "".join(f"<a href=/{n}>x</a>" for n in range(parse.MAX_LINKS + 10)) + '<a href="/1">y</a>'
    assert len(facts(html).links) == parse.MAX_LINKS


REFERENCES = st.lists(
    st.sampled_from(
        [
            "/",
            "//",
            "a",
            "b.html",
            "..",
            ".",
            "?",
            "&x=1",
            "#f",
            "%20",
            "%7E",
            "ж",
            ":",
            "https:",
            "e.com",
            "\\",
            " ",
            ";",
        ]
    ),
    min_size=1,
    max_size=7,
).map("".join)
BASES = st.tuples(
    st.sampled_from(
        ["https://e.com", "http://f.com:8080/x", "https://e.com/a/b/", "https://e.com/a\\b/c", "https://e.com/?/"]
    ),
    st.sampled_from(["", "/", "/page.html", "?q=/1/2", "/p?q=1#/3/", "#/f"]),
).map("".join)


@given(BASES, st.lists(REFERENCES, max_size=5))
def test_keys_of_links_are_those_of_the_whole_base(base: str, references: list[str]) -> None:
    """The shortcut over the base's folder changes no key: compared with resolving each reference in full."""
    got = facts("".join(f'<a href="{reference}">x</a>' for reference in references), base).links
    plain = [r for r in references if r.strip() and not r.strip().startswith("#")]
    keys = [identity.key(identity.resolve(base, reference)) for reference in plain]
    assert [link.key for link in got] == list(dict.fromkeys(key for key in keys if key))


@given(st.text("<>/=\"' abhrefl!-&;#⚡\n", max_size=120))
def test_tag_soup_does_not_raise(html: str) -> None:
    got = facts(f"<link rel=canonical href='/x'>{html}")
    assert got.said.canonicals[0].url == "https://e.com/x"
