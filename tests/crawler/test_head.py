"""Where links stand and what ended the head, told from the text of a page."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pagetwin.crawler import head, parse
from pagetwin.model import HeadEnd
from selectolax.lexbor import LexborHTMLParser

DE = '<link rel="alternate" hreflang="de" href="https://e.com/de">'


def placed(html: str) -> parse.Facts:
    tree = LexborHTMLParser(html)
    return head.placed(parse.facts(tree, "https://e.com/"), tree, html)


# What stands in head before the links, and what has ended it, by element and line.
ENDS = [
    ("<title>t</title>\n<div>x</div>", "div", 3),
    ("<iframe src=x></iframe>", "iframe", 2),
    ("<!-- <div> -->\n<script>'<p>'</script>\n<object></object>", "object", 4),
    ("<style>a > b {}</style>\n\n<my-el></my-el>", "my-el", 4),
    ("<div/>", "div", 2),
    ("<meta name=x content='a > b'>\n<img alt='<p>'\nsrc='x > y'>", "img", 3),
    ("<title>t</title>\n\n  words", "#text", 4),
    ("<meta charset=utf-8>\u00a0", "#text", 2),
    ("\ufeff", "#text", 2),
    ("</br>", "br", 2),
    ("<svg><title>t</title></svg>", "svg", 2),
    ("<image src=x>", "img", 2),
]


@pytest.mark.parametrize(("before", "tag", "line"), ENDS)
def test_what_ended_the_head(before: str, tag: str, line: int) -> None:
    html = f"<html><head>\n{before}\n{DE}<link rel=canonical href=/c>\n</head><body>x</body></html>"
    links = before.count("\n") + 3
    assert placed(html).head_end == HeadEnd(tag, line, 2, closed=links + 1)


@pytest.mark.parametrize(
    "before",
    [
        "", "<!-- c -->", "</p>", "<bgsound>", "<base href=/>", "<head>", "<template><p>x</p></template>",
        "<noscript><link rel=stylesheet href=x></noscript>", "<script>var a = '<div>'</script>",
    ],
)  # fmt: skip
def test_a_head_that_goes_on(before: str) -> None:
    assert placed(f"<html><head>{before}{DE}</head><body><p>x</p></body></html>").head_end is None
    assert placed(f"<html><head>{before}</head>{DE}<body><p>x</p></body></html>").head_end is None
    assert placed(f"<html><head>{before}</head><body><div>x</div></body></html>").head_end is None


def test_a_head_that_was_closed_in_its_place() -> None:
    """Links in body: nothing ended the head too early. `closed` would say that a `</head>` comes behind."""
    assert placed(f"<head><title>t</title></head>\n<body>\n{DE}").head_end == HeadEnd("body", 2, 1)
    assert placed(f"<head><title>t</title>\n<body>\n{DE}</head>").head_end == HeadEnd("body", 2, 1)
    assert placed(f"<head><title>t</title></head>\n<div>{DE}</div></head>").head_end == HeadEnd("div", 2, 1)
    assert placed(f"<body>{DE}").head_end == HeadEnd("body", 1, 1)
    assert placed(f"<title>t</title>\n<p>{DE}").head_end == HeadEnd("p", 2, 1)


@pytest.mark.parametrize(
    ("html", "noscript"),
    [
        (f"<head>\n<noscript><iframe src=x></iframe></noscript>{DE}</head>", True),
        (f"<head>\n<noscript><img src=x></noscript>{DE}</head>", True),
        (f"<head>\n<noscript><img src=x></noscript><div>x</div>{DE}</head>", False),
        (f"<head>\n<div>x</div><noscript><img src=x></noscript>{DE}</head>", False),
        (f"<head>\n<noscript><style>a</style></noscript><p>{DE}</head>", False),
    ],
)
def test_noscript_ends_the_head_only_for_those_who_run_no_scripts(html: str, noscript: bool) -> None:
    end = placed(html).head_end
    assert end is not None
    assert (end.line, end.noscript) == (2, noscript)


@pytest.mark.parametrize(
    ("html", "tag", "line"),
    [
        (f"<head>\n<title>Shop\n{DE}</head><body>x", "title", 2),
        (f"<head>\n\n<style>p{{}}\n{DE}<link rel='canonical' href=/c></head><body>x", "style", 3),
        (f"<head>\n<script>var a=1;{DE}</head><body>x", "script", 2),
        (f"<head>\n<script>\nvar a=1;\n{DE}\n<script src=x></script></head><body>x", "script", 2),
    ],
)
def test_links_that_an_unclosed_element_swallows(html: str, tag: str, line: int) -> None:
    got = placed(html)
    assert got.said.hreflang == got.said.canonicals == ()
    assert got.head_end == HeadEnd(tag, line, html.count("<link"), swallowed=True)


@pytest.mark.parametrize(
    "html",
    [
        f"<head><script>add('{DE}')</script></head><body>hreflang",
        f"<head><script>add('<meta>{DE}')</script></head><body>x",
        f"<head><script type=text/template>\n{DE}</head></script></head><body>x",
        f"<head><script>\n{DE}</script>{DE}<link rel=canonical href=/c></head>",
        f"<head><!-- {DE} --><title>rel=canonical and hreflang=</title></head><body>x",
        "<head><style>link[hreflang=de] {}</style></head><body>x",
    ],
)
def test_markup_in_scripts_and_comments_is_not_swallowed(html: str) -> None:
    assert placed(html).head_end is None


def test_lines_of_links() -> None:
    html = (
        f"<html>\n<head>\n<!-- {DE} -->\n<script>'{DE}'</script>{DE}\n<template>{DE}</template>\n"
        '<link rel=alternate href="/fr?a=1&amp;b=2" hreflang=fr\n type=text/html>\n'
        f"<LINK HREFLANG=en REL=Alternate HREF=/en>\n<p>{DE}"
    )
    assert [(a.hreflang, a.source, a.line) for a in placed(html).said.hreflang] == [
        ("de", "head", 4), ("fr", "head", 6), ("en", "head", 8), ("de", "body", 9),
    ]  # fmt: skip


PARTS = [
    "<title>t</title>", "<meta name=a content='x > y'>", "<script>1 > 0</script>", "<style>a > b</style>",
    "<!-- > <p -->",
    "<base>", "<noscript><img></noscript>", "<noscript><link></noscript>", "<div>", "<p>", "</p>", "</br>", "text", " ",
    "<template><p></template>", "<svg><title>", "<x-y>", "<head>", "<", "<>", "</", "&nbsp;", "&#32;", "\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), st.lists(st.sampled_from(PARTS), max_size=3))
def test_the_end_of_the_head_is_where_body_begins(before: str, behind: list[str]) -> None:
    """Whatever the markup: cut before the place there is nothing in body, and with what stands there, there is."""
    html = f"<head>{before}{DE}{''.join(behind)}</head><body><p>x</p></body>"
    tree = LexborHTMLParser(html)
    first = tree.body.first_child if tree.body else None
    assume(first is not None)
    assert first is not None
    begins = head._begin_of_body(html, first.tag or "")
    if first.tag != "-text" and html[begins : begins + 6] != "<body>":
        assert not head._has_body(html[:begins])
    assert html[begins] not in " \t\n"
    assert LexborHTMLParser(html[begins:]).body is not None


@pytest.mark.parametrize(
    "junk", ["<script", "<noscript>", "</noscript", "<title>", "<!--", "<link ", "\n", "<link hreflang=", ">", "<p>"]
)
def test_much_of_anything_takes_no_long_time(junk: str) -> None:
    """A hundred thousand times: what looked on to the end from each would take minutes, and the run would not end."""
    many = junk * 100_000
    placed(f"<head><script>{many}{DE}</head>")
    placed(f"<head>{many}{DE}<p>{DE}")
    placed(f"<head><p>{DE}{many}")
