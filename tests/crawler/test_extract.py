"""Both texts of a page, and what becomes of answers that are no page."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
import trafilatura
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler import extract, kinds
from pagetwin.crawler.extract import body_text, main_text, read_page
from pagetwin.model import Annotation, CanonicalLink, Fetch, RobotsDirective, Texts
from selectolax.lexbor import LexborHTMLParser

HERE = "https://e.com/remont/"
ARTICLE_EN = [
    "A chain that is cleaned after every wet ride lasts three times as long as one left alone until it squeaks.",
    "Turn the bicycle over, hold a rag around the lower run of the chain and turn the cranks back for half a minute.",
    "Put one drop of oil on each roller, wait for an hour, and wipe off whatever has not crept into the links by then.",
]
ARTICLE_RU = [
    "Цепь, которую протирают после каждой поездки под дождём, служит втрое дольше той, о которой вспоминают по скрипу.",
    "Переверните велосипед, обхватите ветошью нижнюю ветвь цепи и полминуты вращайте шатуны в обратную сторону.",
    "Капните по капле масла на каждый ролик, подождите час и сотрите всё, что к этому времени не ушло внутрь звеньев.",
]
FRAME = (
    "<!doctype html><html><head>{meta}<title>Уход за цепью</title></head><body><header><p>Мастерская</p></header>"
    "<nav><ul><li><a href=/1>Каталог</a><li><a href=/2>Адрес</a></ul></nav><main><article><h1>Уход за цепью</h1>"
    "{article}</article></main><aside>Смотрите также</aside><footer>Работаем с 2009 года</footer></body></html>"
)


def fetch(body: bytes | str, *headers: tuple[str, str], **more: Any) -> Fetch:
    raw = body.encode() if isinstance(body, str) else body
    answer = Fetch(HERE, 200, headers or (("content-type", "text/html"),), raw, "ok")
    return dataclasses.replace(answer, **more)


def body(html: str) -> str:
    return body_text(LexborHTMLParser(html))


@pytest.mark.parametrize(
    ("html", "want"),
    [
        ("<p>one <b>two</b>three <i> four</i></p>", "one twothree four"),
        ("<p>one<p>two<div>three</div>four", "one\ntwo\nthree\nfour"),
        ("one<br>two<hr>three", "one\ntwo\nthree"),
        ("<ul><li>one<li>two</ul>three", "one\ntwo\nthree"),
        ("<table><tr><td>one<td>two<tr><th>three</table>four", "one\ntwo\nthree\nfour"),
        ("<dl><dt>one<dd>two</dl><pre>three\n  four</pre>", "one\ntwo\nthree four"),
        ("<div>a<span>b</span><div>c</div>d<i>e</i></div>", "ab\nc\nde"),
        ("<b>a<p>b</p></b>c", "a\nb\nc"),
        ("Hello <!-- react -->world<img src=x alt=no>!", "Hello world!"),
        ("<b>a</b>\n <b>b</b>", "a b"),
        ("<p>\n  spaced\u00a0 out\t\n</p>", "spaced out"),
        ("&lt;b&gt; &amp; &eacute; e\u0301", "<b> & é e\u0301"),
        ("<p>x<script>no</script><style>no</style><template>no</template><noscript>no</noscript>y", "xy"),
        ("<p>x<svg><text>no</text></svg><iframe>no</iframe><title>no</title>y", "xy"),
        ("<header>no</header><nav>no</nav><aside>no</aside><footer>no</footer><form>no</form><main>yes</main>", "yes"),
        ("<nav>no<nav>no<aside>no</aside></nav>no</nav>yes", "yes"),
        ("<main><header><h1>Title</h1><p>by us</p></header><p>text</main>", "Title\ntext"),
        ("<article><header><div><h1>A <i>title</i></h1></div></header>text</article>", "A title\ntext"),
        ("<header><h1>Site</h1></header><main>text</main>", "text"),
        ("<main>text<header><h2>no</h2></header></main>", "text"),
        ("<form><div>all the page</div><input></form>", "all the page"),
        ("<div><form><main>all the page</main></form></div>", "all the page"),
        ("<p>much more text than any form has<form><label>Name</label></form>", "much more text than any form has"),
        ("<div><form>Search</form></div>", ""),
        ("", ""),
        ("<frameset><frame src=a></frameset>", ""),
    ],
)  # fmt: skip
def test_body_text(html: str, want: str) -> None:
    assert body(html) == want


# A tree as (tag, children) or a word. These tags nest in any way without the parser moving anything.
TREES = st.recursive(
    st.sampled_from(["ab", "cd ", " ef", "ж", " ", "\n", "1"]),
    lambda inner: st.tuples(
        st.sampled_from(["div", "section", "ul", "main", "span", "em", "label", "nav", "aside", "footer", "noscript"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)
Tree = str | tuple[str, list[Any]]


def written(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"<{tree[0]}>{''.join(map(written, tree[1]))}</{tree[0]}>"


def expected(tree: Tree) -> str:
    """The text by the definition: blocks begin and end lines, inline elements do neither, furniture is not there."""
    if isinstance(tree, str):
        return tree.replace("\n", " ")
    tag, children = tree
    if tag in ("nav", "aside", "footer", "noscript"):
        return ""
    inner = "".join(map(expected, children))
    return inner if tag in ("span", "em", "label") else f"\n{inner}\n"


@given(st.lists(TREES, max_size=5))
def test_body_text_of_any_tree(trees: list[Tree]) -> None:
    """Against a text built from the tree itself, without a parser."""
    html = "<body><div>" + "".join(map(written, trees)) + "</div>"
    lines = [" ".join(line.split()) for line in "".join(map(expected, trees)).split("\n")]
    assert body(html) == "\n".join(line for line in lines if line)


@pytest.mark.parametrize(
    ("opened", "levels"), [("<span>x ", 20_000), ("<b>x ", 20_000), ("<main><header><h1>x ", 2_000)]
)
def test_elements_that_are_never_closed(opened: str, levels: int) -> None:
    """Asking each text for all that it stands in, or each heading for all its headers, would take minutes."""
    words = body(opened * levels).split()
    assert 0 < len(words) <= levels
    assert set(words) == {"x"}


@pytest.mark.parametrize("paragraphs", [ARTICLE_EN, ARTICLE_RU])
def test_main_text_is_the_article_alone(paragraphs: list[str]) -> None:
    html = FRAME.format(meta="", article="".join(f"<p>{p}</p>" for p in paragraphs))
    lines = main_text(html).split("\n")
    assert [line for line in lines if line != "Уход за цепью"] == paragraphs


def test_main_text_with_table_and_without_comments() -> None:
    table = "<table><tr><td>Oil, 50 ml</td><td>4.20</td></tr><tr><td>Rag</td><td>0.80</td></tr></table>"
    comments = '<div id="comments" class="comments"><p>Great article, thank you for writing all of it!</p></div>'
    html = FRAME.format(meta="", article="".join(f"<p>{p}</p>" for p in ARTICLE_EN) + table + comments)
    assert "Oil, 50 ml" in main_text(html)
    assert "thank you" not in main_text(html)


@pytest.mark.parametrize("html", ["", "x", "<p>", "<html></html>", "\0", "<!--", "<" * 1000, "<?xml?>", "]]>"])
def test_main_text_of_nothing_is_empty(html: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert len(main_text(html)) <= len(html)
    assert capfd.readouterr().err == ""


def test_extractor_that_fails_leaves_the_body_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> str:
        raise RecursionError

    monkeypatch.setattr(trafilatura, "extract", fail)
    page, texts = read_page(fetch("<p>Words that stand in body.</p>"))
    assert (page.outcome, texts) == ("ok", Texts("", "Words that stand in body."))


def test_parser_that_fails_costs_the_page_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise ValueError("odd markup")

    monkeypatch.setattr(extract, "body_text", fail)
    page, texts = read_page(fetch("<p>x"))
    assert (page.outcome, page.note) == ("error", "reading the page failed (ValueError: odd markup)")
    assert texts == Texts()


RUSSIAN = [
    ("windows-1251", "text/html; charset=windows-1251", ""),
    ("windows-1251", "text/html", '<meta charset="windows-1251">'),
    ("windows-1251", "text/html", ""),
    ("koi8-r", "text/html", '<meta http-equiv="content-type" content="text/html; charset=koi8-r">'),
    ("koi8-r", "text/html", ""),
    ("utf-8", "text/html", ""),
    ("windows-1251", "application/xhtml+xml", "xml"),
]


@pytest.mark.parametrize(("charset", "content_type", "meta"), RUSSIAN)
def test_russian_page_in_every_encoding(charset: str, content_type: str, meta: str) -> None:
    html = FRAME.format(meta=meta.replace("xml", ""), article="".join(f"<p>{p}</p>" for p in ARTICLE_RU))
    if meta == "xml":
        html = f'<?xml version="1.0" encoding="{charset}"?>\n{html}'
    page, texts = read_page(fetch(html.encode(charset), ("content-type", content_type)))
    assert (page.outcome, page.note, page.charset, page.title) == ("ok", "", charset, "Уход за цепью")
    assert texts.body.split("\n") == ["Уход за цепью", *ARTICLE_RU]
    assert all(paragraph in texts.main for paragraph in ARTICLE_RU)


def test_all_facts_of_a_page() -> None:
    html = (
        '<html lang=ru amp><title>Цепь</title><meta name=description content="Уход"><link rel=canonical href=/a>'
        "<meta name=robots content=noindex><link rel=alternate hreflang=en href=/en>"
        '<h1>Уход</h1><p>Слова <a href="/b">тут</a>'
    )
    page, _ = read_page(
        fetch(
            html,
            ("content-type", "text/html; charset=utf-8"),
            ("etag", '"1"'),
            ("last-modified", "Mon, 01 Jun 2026 00:00:00 GMT"),
            ("link", "</c>; rel=canonical"),
            ("x-robots-tag", "yandex: none"),
            seconds=0.25,
        )
    )
    assert (page.url, page.status, page.seconds, page.size) == (HERE, 200, 0.25, len(html.encode()))
    assert (page.content_type, page.etag, page.last_modified) == (
        "text/html; charset=utf-8", '"1"', "Mon, 01 Jun 2026 00:00:00 GMT",
    )  # fmt: skip
    assert (page.title, page.description, page.h1, page.lang, page.amp) == ("Цепь", "Уход", "Уход", "ru", True)
    assert page.canonicals == (
        CanonicalLink("head", "/a", "https://e.com/a"), CanonicalLink("header", "/c", "https://e.com/c"),
    )  # fmt: skip
    assert page.robots == (RobotsDirective("meta", "robots", "noindex"), RobotsDirective("header", "yandex", "none"))
    assert page.hreflang == (Annotation(-1, "head", "en", "/en", "https://e.com/en", 1),)
    assert [(link.key, link.anchor) for link in page.links] == [("https://e.com/b", "тут")]


def test_what_is_not_html_keeps_its_headers() -> None:
    page, texts = read_page(fetch(b"%PDF-1.7", ("content-type", "application/pdf"), ("link", "</c>; rel=canonical")))
    assert page.outcome == "not_html"
    assert page.note == "a PDF file, Content-Type application/pdf"
    assert page.canonicals == (CanonicalLink("header", "/c", "https://e.com/c"),)
    assert texts == Texts()


@pytest.mark.parametrize("outcome", ["redirect", "http_error", "timeout", "too_large", "not_modified", "error"])
def test_other_outcomes_pass_with_their_notes(outcome: str) -> None:
    answer = fetch(b"<title>Oops</title>", status=500, outcome=outcome, note="why", redirect_to="https://e.com/b")
    page, texts = read_page(answer)
    assert (page.outcome, page.note, page.redirect_to, page.title) == (outcome, "why", "https://e.com/b", "")
    assert texts == Texts()


def test_answer_without_a_body_is_empty() -> None:
    page, _ = read_page(fetch(b""))
    assert (page.outcome, page.note) == ("empty", "no body")


def test_challenge_behind_an_error_status() -> None:
    html = "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>"
    page, _ = read_page(fetch(html, status=403, outcome="http_error", note="HTTP status 403"))
    assert page.outcome == "challenge"
    page, _ = read_page(fetch("<title>Forbidden</title>", status=403, outcome="http_error", note="HTTP status 403"))
    assert (page.outcome, page.note) == ("http_error", "HTTP status 403")
    page, _ = read_page(fetch(b"", ("cf-mitigated", "challenge"), status=403, outcome="http_error"))
    assert page.outcome == "challenge"


NOSCRIPT = "<noscript>You need to enable JavaScript to run this app.</noscript>"


@pytest.mark.parametrize(
    ("html", "outcome"),
    [
        ("<title>App</title><div id=root></div><script src=a.js></script>", "shell"),
        ("<div id=app><p>Loading…</p></div><script src=a.js></script><footer>© we</footer>", "shell"),
        (f"<app-root></app-root>{NOSCRIPT}<script src=a.js></script>", "shell"),
        (f"<div></div>{NOSCRIPT}<script src=a.js></script>", "shell"),
        ("<body><noscript>Для работы сайта включите JavaScript</noscript><script src=a.js></script>", "shell"),
        ("<div id=root></div>", "empty"),
        ("<noscript><img src=pixel></noscript><script src=a.js></script>", "empty"),
        (f"<p>No usage of this class was found anywhere.</p>{NOSCRIPT}<script src=a.js></script>", "ok"),
        (f"<div id=root>{'<p>words on the page</p>' * 9}</div><script src=a.js></script>", "ok"),
        ("<meta http-equiv=refresh content='0; url=/new'><title>Moved</title><p>Moved", "stub"),
        ("<title>Not found</title><p>Nothing here", "soft_404"),
        ("<rss></rss>", "not_html"),
    ],
)
def test_kinds_from_markup(html: str, outcome: str) -> None:
    page, _ = read_page(fetch(html))
    assert page.outcome == outcome
    assert bool(page.note) == (outcome != "ok")


def test_stub_by_header_leads_on() -> None:
    page, _ = read_page(fetch("<p>Moved", ("content-type", "text/html"), ("refresh", "0; url=../new")))
    assert (page.outcome, page.redirect_to) == ("stub", "https://e.com/new")


def test_long_text_is_cut_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract, "TEXT_LIMIT", 50)
    page, texts = read_page(fetch(f"<p>{'word ' * 40}</p>"))
    assert len(texts.body) == 50
    assert page.note == "text cut at 50 characters"


def test_notes_are_joined() -> None:
    html = '<meta charset="utf-8"><title>Не найдено</title><p>Пусто'
    page, _ = read_page(fetch(html.encode("cp1251"), ("content-type", "text/html; charset=windows-1251")))
    assert page.note == (
        'answers 200 but says "Не найдено"; '
        "charset conflict: the HTTP header says windows-1251, the page says utf-8; read as the header says"
    )


@given(
    st.binary(max_size=200), st.sampled_from(["text/html", "", "text/html; charset=shift_jis", "application/xhtml+xml"])
)
def test_any_bytes_are_read(raw: bytes, content_type: str) -> None:
    page, texts = read_page(fetch(raw, ("content-type", content_type)))
    assert not page.note.startswith("reading the page failed")
    (texts.main + texts.body + page.title + page.note).encode("utf-8")


TAGS = [
    "a href=y", "base href=x", "link rel=canonical href", "html", "head", "body", "title", "meta", "form", "main", "h1",
    "header", "svg", "noscript", "template", "table", "td", "p", "select", "option", "frameset", "math", "b", "script",
    "article",
]  # fmt: skip


@given(
    st.lists(
        st.tuples(st.sampled_from(TAGS), st.sampled_from(["<", "</"]), st.sampled_from(["", "x", " ж "])), max_size=30
    )
)
def test_any_tag_soup_is_read(soup: list[tuple[str, str, str]]) -> None:
    html = "".join(f"{opening}{tag}>{text}" for tag, opening, text in soup)
    page, texts = read_page(fetch(html))
    assert not page.note.startswith("reading the page failed")
    assert kinds.count_words(texts.body, 100) <= html.count("x") + html.count("ж")


def test_a_long_noscript_takes_no_quadratic_time() -> None:
    """Two megabytes of words that ask, and none that says for what: an hour, if each were searched to the end."""
    html = f"<body><p>a b</p><script src=a.js></script><noscript>{'need ' * 400_000}</noscript>"
    assert read_page(fetch(html))[1].body == "a b"
