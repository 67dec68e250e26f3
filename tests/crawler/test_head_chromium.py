"""Where links stand: agreement with Chromium's parser, scripting off, which DOMParser is by its definition."""

from __future__ import annotations

import random

import pytest
from pagetwin.crawler import head, parse

from ..browser import browser, watched

LINKS = "<link rel=canonical href=/c><link rel=alternate hreflang=de href=/de>"
# Each with its links in head, in body, or nowhere.
CASES = [
    ("<title>t</title>{}", "head"), ("<div>x</div>{}", "body"), ("<iframe src=x></iframe>{}", "body"),
    ("<noscript><p>x</p></noscript>{}", "body"), ("<noscript><iframe src=x></iframe></noscript>{}", "body"),
    ("<noscript><link rel=stylesheet href=x></noscript>{}", "head"), ("\u00a0{}", "body"), ("\ufeff{}", "body"),
    ("<script>var a=1;{}", ""), ("<title>t{}", ""), ("<style>p{}", ""), ("<my-el></my-el>{}", "body"),
    ("<!-- c -->{}", "head"), ("<div/>{}", "body"), ("</head><body>{}", "body"), ("</head>{}<body>", "head"),
    ("</p>{}", "head"), ("</br>{}", "body"), ("<head>{}", "head"), ("<bgsound>{}", "head"),
    ("<object></object>{}", "body"),
    ("<template>{}</template>", ""), ("<!--{}-->", ""), ("<svg></svg>{}", "body"),
    ("<!--[if IE]><p><![endif]-->{}", "head"),
    ("<frameset>{}", ""), ("<svg><title>{}</title></svg>", "body"), ("text{}", "body"), ("&#32;{}", "head"),
]  # fmt: skip
PARTS = [
    "<title>t</title>", "<title>", "</title>", "<meta charset=utf-8>", "<base href=/>", "<script>1</script>",
    "<script>", "<script><!-- <script> </script>", "</script>", "<style>p{}</style>", "<style>", "<noscript>",
    "</noscript>", "<noscript><img></noscript>", "<noscript><link><style></style></noscript>", "<template>",
    "</template>", "<!-- c -->", "<!--", "-->", "<!-->", "<!doctype html>", "<?php ?>", "<![CDATA[x]]>", "<head>",
    "</head>", "<body>", "</body>", "<html lang=en>", "</html>", "<p>", "</p>", "</br>", "<div>", "<img>", "<svg>",
    "</svg>", "<math>", "<x-y>", "<table>", "<tr>", "</table>", "<select>", "<frameset>", "<iframe>", "</iframe>",
    "<textarea>", "<plaintext>", "<noframes>", "</noframes>", "<bgsound>", "<basefont>", "<object>", "<", "</",
    "&nbsp;", "&#32;", "\xa0", "\ufeff", " ", "\n", "text", "<a href='", '">', '<meta content="a > b">',
    "<link rel=stylesheet>", "\x00", "\x0c",
]  # fmt: skip
# Where the canonicals stand, then the alternates, each in the order of the document.
SCRIPT = """
htmls => htmls.map(html => {
  const links = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('link')];
  return ['/c', '/de'].flatMap(href => links.filter(link => link.getAttribute('href') === href)
    .map(link => href + ' ' + (link.closest('head') ? 'head' : 'body')));
})
"""


def generated(seed: int, how_many: int) -> list[str]:
    """Heads with links between parts that may end it, leave it open, or hide what comes."""
    chance = random.Random(seed)
    heads = []
    for _ in range(how_many):
        parts = [*chance.choices(PARTS, k=chance.randint(1, 7)), LINKS]
        chance.shuffle(parts)
        heads.append(f"<html><head>{''.join(parts)}</head><body><p>x</p>{LINKS * chance.randint(0, 1)}</body></html>")
    return heads


def places(html: str) -> list[str]:
    said = parse.facts(head.parsed(html), "https://e.com/").said
    return [f"{link.raw} {link.source}" for link in (*said.canonicals, *said.hreflang)]


@pytest.mark.parametrize(("inside", "where"), CASES)
def test_where_links_stand(inside: str, where: str) -> None:
    html = f"<html><head>{inside.replace('{}', LINKS)}</head><body>x</body></html>"
    assert places(html) == ([f"/c {where}", f"/de {where}"] if where else [])


def test_chromium_agrees() -> None:
    htmls = [f"<html><head>{inside.replace('{}', LINKS)}</head><body>x</body></html>" for inside, _ in CASES]
    htmls += generated(1, 500)
    with browser() as running, watched(running) as context:
        theirs = context.page().evaluate(SCRIPT, htmls)
    differ = [(html, places(html), other) for html, other in zip(htmls, theirs, strict=True) if places(html) != other]
    assert not differ, f"{len(differ)}: {differ[:3]}"
