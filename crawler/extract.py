"""A fetched answer to facts, both texts and an outcome. Pure; runs in a worker process (workers.py).

*Main* is what trafilatura takes for the article; *body* is everything but the page's furniture. Measured on real sites:
trafilatura 5 to 13 ms for a median page, all the rest together about 1 ms. trafilatura is named in this module alone.
"""

from __future__ import annotations

import dataclasses
import re

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from ..config import CrawlSettings
from ..model import Fetch, Outcome, Page, Texts
from . import again, charset, content, head, kinds, parse

TEXT_LIMIT = 2_000_000  # characters of each text that are kept
_FAST_FROM = 1_000_000  # characters of markup: above, trafilatura's second opinions (readability, justext) are left out

_FURNITURE = (
    "nav, header, footer, aside, script, style, template, noscript, svg, iframe, title, datalist, noframes, noembed"
)
_ROOTS = "#root, #app, #__next, #__nuxt, #___gatsby, #q-app, #svelte, #main-app, app-root"
_TITLES = 100  # headings saved from the headers of articles
_LOADING = 6  # an element with fewer words than that says "Loading, please wait" at most
# What noscript says of JavaScript, before the word or behind it.
_ASKS = re.compile(r"enabl|need|requir|activat|turn on|support|включ|требу|необходим|нуж|поддерж")
_ASKS_BEHIND = re.compile(r"enabl|need|requir|activat|turn|on|включ|требу|необходим|нуж")
_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        "address article blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure"
        " form frameset h1 h2 h3 h4 h5 h6 hgroup hr html legend li main menu ol optgroup option p pre section select"
        " summary table tbody td textarea tfoot th thead tr ul",
    )
)
_DEFAULT = CrawlSettings()
_XML_DECLARATION = re.compile(r"\s*<\?xml[^>]*>")


def read_page(fetch: Fetch, settings: CrawlSettings = _DEFAULT) -> tuple[Page, Texts]:
    """Facts and texts of an answer. Never raises for its content: a page that cannot be read is an outcome.

    Of the settings only the content area matters.
    """
    try:
        return _read(fetch, content.area(settings, fetch.url))
    except Exception as error:  # whatever a parser makes of broken markup costs this page only
        return unread(fetch, "error", f"reading the page failed ({type(error).__name__}: {error})"), Texts()


def needs_reading(fetch: Fetch) -> bool:
    """Whether there is a body whose content decides something; all other answers are told by their headers."""
    if not fetch.body or kinds.challenge_header(fetch):
        return False
    return fetch.outcome == "ok" or (fetch.outcome == "http_error" and fetch.status in kinds.CHALLENGE_STATUS)


def unread(fetch: Fetch, outcome: Outcome, note: str) -> Page:
    """The facts that stand in the headers of an answer whose body is not read."""
    said = parse.from_headers(fetch)
    return Page(
        url=fetch.url,
        status=fetch.status,
        outcome=outcome,
        note=note,
        redirect_to=fetch.redirect_to,
        seconds=fetch.seconds,
        size=len(fetch.body),
        content_type=fetch.header("content-type"),
        etag=fetch.header("etag"),
        last_modified=fetch.header("last-modified"),
        canonicals=said.canonicals,
        robots=said.robots,
        alternates=said.alternates,
        hreflang=said.hreflang,
        link_faults=said.link_faults,
        tls_fault=fetch.tls_fault,
        content_hash=again.content_hash(fetch),
        header_hash=again.header_hash(fetch),
    )


def _read(fetch: Fetch, area: content.Area) -> tuple[Page, Texts]:
    if evidence := kinds.challenge_header(fetch):
        return unread(fetch, "challenge", evidence), Texts()
    if not needs_reading(fetch):
        empty = fetch.outcome == "ok"
        return unread(fetch, "empty" if empty else fetch.outcome, fetch.note or "no body" * empty), Texts()
    decoded = charset.decode(fetch.body, fetch.header("content-type"))
    if fetch.outcome == "ok" and (reason := kinds.not_html(fetch, decoded.text)):
        return unread(fetch, "not_html", reason), Texts()
    tree = head.parsed(decoded.text)
    facts = head.placed(parse.facts(tree, fetch.url), tree, decoded.text)
    html = decoded.text
    found: content.Found = ()
    if fetch.outcome == "ok" and (area.include or area.exclude):
        html, found = content.cut(tree, area)
        tree = LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS)
    body = body_text(tree)
    if fetch.outcome != "ok":
        evidence = kinds.challenge(facts.title, decoded.text, kinds.count_words(body, kinds.CHALLENGE_WORDS))
        return unread(fetch, "challenge" if evidence else fetch.outcome, evidence or fetch.note), Texts()
    texts = Texts(_capped(main_text(html)), _capped(body))
    page = _page(fetch, decoded, facts, texts)
    note = "; ".join(filter(None, (page.note, content.note(area, found))))
    return dataclasses.replace(page, note=note, content=found), texts


def _page(fetch: Fetch, decoded: charset.Decoded, facts: parse.Facts, texts: Texts) -> Page:
    html = decoded.text
    headers = unread(fetch, "ok", "")
    refresh = facts.said.refresh or parse.from_headers(fetch).refresh
    seen = kinds.Seen(fetch.url, facts.title, facts.h1, html, texts, refresh, _shell_sign(html, texts.body))
    kind = kinds.of_page(seen)
    insecure = () if again.upgrades(fetch) else facts.insecure
    cut = f"text cut at {TEXT_LIMIT:,} characters" if TEXT_LIMIT in (len(texts.main), len(texts.body)) else ""
    return dataclasses.replace(
        headers,
        outcome=kind.outcome,
        note="; ".join(filter(None, (kind.note, decoded.note, cut))),
        redirect_to=kind.redirect_to,
        refresh_delay=refresh.delay if refresh else None,
        charset=decoded.encoding,
        charset_conflict=decoded.conflict,
        title=facts.title,
        description=facts.description,
        h1=facts.h1,
        lang=facts.lang,
        amp=facts.amp,
        canonicals=facts.said.canonicals + headers.canonicals,
        robots=facts.said.robots + headers.robots,
        alternates=facts.said.alternates + headers.alternates,
        hreflang=facts.said.hreflang + headers.hreflang,
        head_end=facts.head_end,
        links=facts.links,
        og_url=facts.og_url,
        prev_url=facts.prev_url,
        next_url=facts.next_url,
        insecure=len(insecure),
        insecure_url=insecure[0] if insecure else "",
    )


def main_text(html: str) -> str:
    """What trafilatura takes for the main text; empty when it finds none or fails.

    Its balanced default: on real sites `fast` loses text on one page in seven and takes 0.6 of the time,
    `favor_precision` loses some on up to nine in ten, `favor_recall` lets menus in.
    """
    import trafilatura  # here, since it takes a quarter of a second and only workers read pages

    html = _XML_DECLARATION.sub("", html, count=1)  # lxml refuses text that declares an encoding
    try:
        return trafilatura.extract(html, include_comments=False, fast=len(html) > _FAST_FROM) or ""
    except Exception:  # of any of its parsers, for any reason: the body text then stands for the page
        return ""


def body_text(tree: LexborHTMLParser) -> str:
    """The text of body without furniture, one line for each block. Changes the tree."""
    body = tree.body
    if body is None:
        return ""
    for heading in body.css("header h1")[:_TITLES]:
        header = parse.around(heading, "header")
        if header and parse.around(header, "main", "article"):  # the title of an article, not of the site
            header.insert_before(heading, move=True)
    for node in body.css(_FURNITURE):
        node.decompose(recursive=False)
    if forms := body.css("form"):
        size = len(body.text())
        for form in forms:
            if not _holds_page(form, size):
                form.decompose(recursive=False)
    return "\n".join(line for line in (" ".join(line.split()) for line in _lines(body)) if line)


def _lines(body: LexborNode) -> list[str]:
    """The text, cut where a block begins (it is met) and where one ends (the next text stands in another)."""
    pieces: list[str] = []
    around: dict[int, int] = {}
    block = 0
    for node in body.traverse(include_text=True):
        tag = node.tag
        if tag == "-text":
            text = node.text_content or ""
            if not text.isspace() and (its_block := _block_around(node, around)) != block:
                block = its_block
                pieces.append("\n")
            pieces.append(text.replace("\n", " "))
        elif tag in _BLOCKS:
            pieces.append("\n")
    return "".join(pieces).split("\n")


def _block_around(node: LexborNode, around: dict[int, int]) -> int:
    """Identity of the nearest block element that a text stands in. `around` remembers that of inline elements."""
    path = []
    parent = node.parent
    while parent is not None and parent.tag not in _BLOCKS and parent.mem_id not in around:
        path.append(parent.mem_id)
        parent = parent.parent
    block = 0 if parent is None else around.get(parent.mem_id, parent.mem_id)
    around.update(dict.fromkeys(path, block))
    return block


def _holds_page(form: LexborNode, size: int) -> bool:
    """Whether a form is wrapped around a page of that many characters, as ASP.NET does, rather than a part of it."""
    if form.css_first("h1, main, article") is not None:
        return True
    return form.parent is not None and form.parent.tag == "body" and 2 * len(form.text()) > size


def _shell_sign(html: str, body: str) -> str:
    """Evidence that scripts are meant to fill in a page with hardly any text; empty when there is none.

    A noscript counts only where there is no text at all: thin pages of script-loving sites have one, too.
    """
    words = kinds.count_words(body, kinds.SHELL_WORDS)
    if words == kinds.SHELL_WORDS:
        return ""
    tree = LexborHTMLParser(html)
    if tree.css_first("script") is None:
        return ""
    for root in tree.css(_ROOTS):
        if kinds.count_words(root.text(), _LOADING) < _LOADING:
            return f'empty <{root.tag} id="{root.id}">' if root.id else f"empty <{root.tag}>"
    asks = words < _LOADING and any(_asks(node.text()) for node in tree.css("noscript"))
    return "its noscript asks for JavaScript" if asks else ""


def _asks(text: str) -> bool:
    """Whether a noscript asks for JavaScript."""
    text = text.lower()
    first, last = text.find("javascript"), text.rfind("javascript")
    return first >= 0 and bool(_ASKS.search(text, 0, last) or _ASKS_BEHIND.search(text, first + len("javascript")))


def _capped(text: str) -> str:
    return text[:TEXT_LIMIT]
