"""Facts of a page's head, its links and its Link and X-Robots-Tag headers, recorded as written; rules judge later.

The tree is Lexbor's (HTML Standard, scripting off), which decides what stands in head and what in body.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..model import (
    Alternate,
    Annotation,
    CanonicalLink,
    Fetch,
    HeadEnd,
    Link,
    LinkFault,
    LinkFaultKind,
    RobotsDirective,
)
from ..urls import identity
from . import linkheader
from .linkheader import HeaderLink

MAX_LINKS = 5_000
MAX_ANNOTATIONS = 1_000  # canonicals, robots directives and alternates each
_FAULTY, _CODE = 200, 100  # characters of a fault's text and of an hreflang value that are kept
_FEEDS = frozenset(("application/rss+xml", "application/atom+xml"))
_WHOLE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)  # an address with its scheme
_ANCHOR, _TITLE, _DESCRIPTION, _ADDRESS = 80, 1_000, 2_000, 4_096  # characters kept, or an address may have

# Elements that a single search brings, in document order.
_WANTED = "base[href], title, meta, link[rel], h1, a[href]"
# What a page asks for over http, images left out; style sheets stand among the links. (The order makes it quick.)
_LOADED = ("script", "iframe", "embed", "audio", "video", "source", "track", "object")
_INSECURE = f', [src^="http:" i]:is({", ".join(_LOADED[:-1])}), object[data^="http:" i]'
_LOADING = frozenset(("stylesheet", "modulepreload"))  # relations of links that are loaded with the page
# Google passes over a canonical that has one of these ("consolidate duplicate URLs", best practices).
_IGNORED = ("hreflang", "lang", "media", "type")
_BOTS = frozenset(("robots", "googlebot-news", "googlebot-image", "yandex", "slurp", "baiduspider", "google-extended"))
_PREFIXED = re.compile(r"\s*([\w.*-]+)\s*:(.*)", re.DOTALL)
_VALUED = frozenset(("max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"))
# References that depend on more than the folder of their base: those that are empty or begin with query or fragment.
_NEEDS_BASE = re.compile(r"[\x00-\x20]*(?:https?:)?(?:[?#]|$)", re.IGNORECASE)
# The declarative refresh of the HTML Standard, section 4.2.5.3.
_REFRESH = re.compile(
    r"\s*(\d+|(?=\.))[\d.]*(?:\s*[;,]|(?=\s))\s*(?:url\s*=\s*)?([\"']?)(.*)", re.DOTALL | re.IGNORECASE
)


_Element = tuple[LexborNode, dict[str, str | None]]  # with its attributes, which are made anew each time they are asked


@dataclass(frozen=True, slots=True)
class Refresh:
    """A redirect by meta element or Refresh header: seconds of delay and the resolved target."""

    delay: int
    url: str


@dataclass(frozen=True, slots=True)
class Annotations:
    """What is said about an address to search engines, from one place or from several."""

    canonicals: tuple[CanonicalLink, ...] = ()
    robots: tuple[RobotsDirective, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    hreflang: tuple[Annotation, ...] = ()
    link_faults: tuple[LinkFault, ...] = ()
    refresh: Refresh | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What the page itself says; named as in model.Page."""

    title: str
    description: str
    h1: str
    lang: str
    amp: bool
    said: Annotations
    links: tuple[Link, ...]
    og_url: str
    prev_url: str
    next_url: str
    insecure: tuple[str, ...]  # what it asks for over http, if it came over https
    head_end: HeadEnd | None = None  # head.placed


def facts(tree: LexborHTMLParser, url: str) -> Facts:
    """The facts of a page answered at `url`. The tree is not changed."""
    found: dict[str | None, list[LexborNode]] = {}
    for node in tree.css(_WANTED + _INSECURE if url.startswith("https:") else _WANTED):
        found.setdefault(node.tag, []).append(node)
    base = _base(found.get("base", ()), url)
    metas = [(node, node.attributes) for node in found.get("meta", ())]
    heads = [(node, node.attributes) for node in found.get("link", ())]
    html = tree.root.attributes if tree.root else {}
    return Facts(
        title=next((_words(n.text(), _TITLE) for n in found.get("title", ()) if not around(n, "svg")), ""),
        description=next(
            (_words(_value(a, "content"), _DESCRIPTION) for _, a in metas if _name(a) == "description"), ""
        ),
        h1=next((_words(n.text(), _TITLE) for n in found.get("h1", ())), ""),
        lang=_words(_value(html, "lang") or _value(html, "xml:lang"), 100),
        amp=any(name == "amp" or name.startswith("⚡") for name in html),
        said=Annotations(
            refresh=next(filter(None, (_meta_refresh(node, a, base) for node, a in metas)), None),
            robots=tuple(_robots(metas))[:MAX_ANNOTATIONS],
            canonicals=tuple(_canonicals(heads, base))[:MAX_ANNOTATIONS],
            alternates=tuple(_alternates(heads, base))[:MAX_ANNOTATIONS],
            hreflang=tuple(_hreflang(heads, base))[:MAX_ANNOTATIONS],
        ),
        links=_links(found.get("a", ()), base),
        og_url=next((_target(base, _value(a, "content")) for _, a in metas if _is_og_url(a)), ""),
        prev_url=_neighbour(heads, base, "prev", "previous"),
        next_url=_neighbour(heads, base, "next"),
        insecure=tuple(_insecure(found, heads, base)) if url.startswith("https:") and not _upgrades(metas) else (),
    )


def from_headers(fetch: Fetch) -> Annotations:
    """What the answer's headers say: Link, X-Robots-Tag (line by line) and Refresh, targets resolved to the address."""
    unparsable: list[str] = []
    links = [link for name, line in fetch.headers if name == "link" for link in linkheader.parse(line, unparsable)]
    about_page = [link for link in links if link.anchor is None or _is_same(fetch.url, link.anchor)]
    alternates = [link for link in about_page if "alternate" in link.rels]
    elsewhere = [link for link in links if link not in about_page]
    faults = [LinkFault("unparsable", text[:_FAULTY]) for text in unparsable]
    faults += [LinkFault(kind, _written(link.target)[:_FAULTY]) for kind, link in _link_faults(about_page, elsewhere)]
    return Annotations(
        canonicals=tuple(
            CanonicalLink("header", _written(link.target), _target(fetch.url, link.target))
            for link in about_page
            if "canonical" in link.rels
        )[:MAX_ANNOTATIONS],
        robots=tuple(_robots_line(line) for name, line in fetch.headers if name == "x-robots-tag")[:MAX_ANNOTATIONS],
        alternates=tuple(
            Alternate("header", link.media, _written(link.target), _target(fetch.url, link.target))
            for link in alternates
            if link.media and not link.hreflang
        )[:MAX_ANNOTATIONS],
        hreflang=tuple(
            Annotation(
                -1,
                "header",
                code[:_CODE],
                _written(link.target),
                _target(fetch.url, link.target),
                attrs="media" * bool(link.media),
            )
            for link in alternates
            for code in link.hreflang
        )[:MAX_ANNOTATIONS],
        link_faults=tuple(faults[:MAX_ANNOTATIONS]),
        refresh=_refresh(fetch.header("refresh"), fetch.url),
    )


def _link_faults(
    about_page: list[HeaderLink], elsewhere: list[HeaderLink]
) -> Iterator[tuple[LinkFaultKind, HeaderLink]]:
    """What is wrong with links that say where a page's versions or its canonical are."""
    for link in about_page:
        is_alternate = "alternate" in link.rels
        if link.hreflang and not is_alternate:
            yield "rel", link
        if ("canonical" in link.rels or (link.hreflang and is_alternate)) and not _WHOLE.match(link.target):
            yield "relative", link
    for link in elsewhere:
        if link.hreflang or "canonical" in link.rels:
            yield "anchor", link


def _base(nodes: Iterable[LexborNode], url: str) -> str:
    """What relative references are resolved against: the first base element, if it makes sense."""
    url = identity.resolve("", url)
    return next((identity.resolve(url, _value(node.attributes, "href")) or url for node in nodes), url)


def _robots(metas: Iterable[tuple[LexborNode, dict[str, str | None]]]) -> Iterator[RobotsDirective]:
    for node, attributes in metas:
        bot = _name(attributes)
        if bot in _BOTS or bot.endswith("bot"):
            content = _words(_value(attributes, "content"), _DESCRIPTION)
            yield RobotsDirective("meta", bot, content, in_body=_place(node) == "body")


def _robots_line(line: str) -> RobotsDirective:
    """One X-Robots-Tag line. A word before the first colon names a bot, unless it is a directive that has a value."""
    match = _PREFIXED.fullmatch(line)
    if match is None or match[1].lower() in _VALUED:
        return RobotsDirective("header", "robots", _words(line, _DESCRIPTION))
    bot = match[1].lower()
    return RobotsDirective("header", "robots" if bot == "*" else bot, _words(match[2], _DESCRIPTION))


def _canonicals(heads: Iterable[_Element], base: str) -> Iterator[CanonicalLink]:
    for node, attributes in heads:
        if "canonical" in _tokens(attributes, "rel"):
            raw = _value(attributes, "href")
            ignored = ",".join(name for name in _IGNORED if name in attributes)
            yield CanonicalLink(_place(node), _written(raw), _target(base, raw), ignored)


def _alternates(heads: Iterable[_Element], base: str) -> Iterator[Alternate]:
    """Alternates with media alone: mobile addresses. Feeds and style sheets are none."""
    for node, attributes in heads:
        relations = _tokens(attributes, "rel")
        is_other = "stylesheet" in relations or "type" in attributes or "hreflang" in attributes
        if "alternate" in relations and "media" in attributes and not is_other:
            raw, media = _value(attributes, "href"), _value(attributes, "media")
            yield Alternate(_place(node), media[:200], _written(raw), _target(base, raw))


def _hreflang(heads: Iterable[_Element], base: str) -> Iterator[Annotation]:
    """Alternates with hreflang, feeds left out; their lines are found by head.placed."""
    for node, attributes in heads:
        if "hreflang" not in attributes or "alternate" not in _tokens(attributes, "rel"):
            continue
        if _value(attributes, "type").strip().lower() not in _FEEDS:
            raw, odd = _value(attributes, "href"), ",".join(name for name in ("media", "type") if name in attributes)
            code = _value(attributes, "hreflang")[:_CODE]
            yield Annotation(-1, _place(node), code, _written(raw), _target(base, raw), attrs=odd)


def _neighbour(heads: Iterable[_Element], base: str, *names: str) -> str:
    """Where the first link with one of these relations leads."""
    found = (_target(base, _value(a, "href")) for _, a in heads if not _none_of(_tokens(a, "rel"), names))
    return next(found, "")


def _insecure(found: dict[str | None, list[LexborNode]], heads: Iterable[_Element], base: str) -> Iterator[str]:
    """What is asked for over http, each time that it is. Of noscript nothing is, where scripts run."""
    nodes = (node for tag in _LOADED for node in found.get(tag, ()))
    asked = [(node, _value(node.attributes, "data" if node.tag == "object" else "src")) for node in nodes]
    asked += [(node, _value(a, "href")) for node, a in heads if not _none_of(_tokens(a, "rel"), _LOADING)]
    for node, raw in asked:
        url = _target(base, raw)
        if url.startswith("http:") and not around(node, "noscript"):
            yield url


def _upgrades(metas: Iterable[_Element]) -> bool:
    """Whether the page has http turned into https (Upgrade Insecure Requests, W3C)."""
    policies = (a for _, a in metas if _value(a, "http-equiv").lower() == "content-security-policy")
    return any("upgrade-insecure-requests" in _value(a, "content").lower() for a in policies)


def _is_og_url(attributes: dict[str, str | None]) -> bool:
    return "og:url" in (_value(attributes, "property").strip().lower(), _name(attributes))


def _meta_refresh(node: LexborNode, attributes: dict[str, str | None], base: str) -> Refresh | None:
    """None inside noscript: there it is meant for visitors without scripts alone."""
    if _value(attributes, "http-equiv").strip().lower() != "refresh" or around(node, "noscript"):
        return None
    return _refresh(_value(attributes, "content"), base)


def _refresh(content: str, base: str) -> Refresh | None:
    match = _REFRESH.match(content[:_ADDRESS])
    if not match:
        return None
    delay, quote, rest = match.groups()
    reference = rest.partition(quote)[0] if quote else rest
    target = _target(base, reference)
    return Refresh(int((delay or "0")[:6]), target) if target else None


def _links(nodes: Iterable[LexborNode], base: str) -> tuple[Link, ...]:
    """Links to web addresses, one for each identity key: nofollow only if all its links are, anchor of the first."""
    folder = base.partition("?")[0].partition("#")[0].rpartition("/")[0] + "/"
    anchors: dict[str, str] = {}
    nofollow: dict[str, bool] = {}
    for node in islice(nodes, 4 * MAX_LINKS):
        attributes = node.attributes
        href = _value(attributes, "href").strip()
        if not href or href[0] == "#" or len(href) > _ADDRESS:
            continue
        key = _link_key(base if _NEEDS_BASE.match(href) else folder, href)
        if not key or (key not in anchors and len(anchors) >= MAX_LINKS):
            continue
        if not anchors.get(key):
            anchors[key] = _words(node.text(), _ANCHOR)
        nofollow[key] = nofollow.get(key, True) and "nofollow" in _tokens(attributes, "rel")
    return tuple(Link(key, anchor, nofollow[key]) for key, anchor in anchors.items())


@lru_cache(maxsize=65_536)
def _link_key(folder: str, href: str) -> str:
    """Pages of one folder share their menus, so most references are met again."""
    return identity.key(identity.resolve(folder, href))


def _target(base: str, raw: str) -> str:
    """Where a reference leads. An empty one is a mistake to report, not a reference to the page itself."""
    url = identity.resolve(base, raw) if raw.strip() and len(raw) <= _ADDRESS else ""
    return identity.without_credentials(url)


def _written(raw: str) -> str:
    """A reference as written, but for a password in it."""
    return identity.without_credentials(raw[:_ADDRESS])


def _is_same(url: str, reference: str) -> bool:
    return identity.key(identity.resolve(url, reference)) == identity.key(url)


def around(node: LexborNode, *tags: str) -> LexborNode | None:
    """The nearest element with one of these tags that a node stands in."""
    parent = node.parent
    while parent is not None and parent.tag not in tags:
        parent = parent.parent
    return parent


def _place(node: LexborNode) -> Literal["head", "body"]:
    return "head" if around(node, "head") else "body"


def _value(attributes: dict[str, str | None], name: str) -> str:
    return attributes.get(name) or ""


def _name(attributes: dict[str, str | None]) -> str:
    return _value(attributes, "name").strip().lower()


def _tokens(attributes: dict[str, str | None], name: str) -> list[str]:
    return _value(attributes, name).lower().split()


def _none_of(tokens: Iterable[str], names: Iterable[str]) -> bool:
    return frozenset(names).isdisjoint(tokens)


def _words(text: str, limit: int) -> str:
    """On one line, no longer than `limit` characters."""
    return " ".join(text.split())[:limit].rstrip()
