"""Puts a page of the sample site into its frame: head, menu, crumbs, side column, footer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from string import Template

from .pages import Page, resource

NAMES = {"en": "Halfspoke", "ru": "Полуспица"}
MENUS = {
    "en": ("/en/shop/", "/en/repair/", "/en/service/", "/en/delivery/", "/en/guides/", "/en/about/", "/en/contacts/"),
    "ru": ("/ru/katalog/", "/ru/remont/", "/ru/dostavka/", "/ru/sovety/", "/ru/o-masterskoy/", "/ru/kontakty/"),
}
HEADS = {"en": "See also", "ru": "Смотрите также"}
FOOTERS = {
    "en": 'Halfspoke, a workshop that exists only on this page. <a href="/ru/">По-русски</a>',
    "ru": 'Полуспица, мастерская, которой нигде, кроме этих страниц, нет. <a href="/en/">In English</a>',
}
# Stands on the catalogue pages alone, and is the only thing there that an extractor takes for an article.
NOTICE = (
    "Мы сохраняем в вашем браузере маленький файл, чтобы отложенные вещи не пропадали между посещениями. "
    "В нём нет ни имени, ни адреса, посторонним он не передаётся и сам исчезает через тридцать дней. "
    "Удалить его раньше можно в настройках браузера, тогда корзина опустеет."
)
_ROOTED = re.compile(r'(?<=["=])(?=/(?![/>]))')


def render(page: Page, site: Mapping[str, Page], origin: str) -> bytes:
    """The bytes of a page as served at `origin` (`http://127.0.0.1:8000`); all its addresses are absolute."""
    html = page.content if page.layout == "raw" else _framed(page, site)
    return _ROOTED.sub(origin, html).encode(page.charset)


def _framed(page: Page, site: Mapping[str, Page]) -> str:
    frame = {"print": "_print.html", "old": "_old.html"}.get(page.layout, "_frame.html")
    return _template(frame).substitute(
        lang=page.lang,
        title=escape(page.title),
        h1=escape(page.h1),
        description=escape(page.description),
        links=_links(page),
        style=resource("_style.css"),
        name=NAMES[page.lang],
        home=f"/{page.lang}/",
        menu=" ".join(_link(site[address]) for address in MENUS[page.lang]),
        crumbs=" / ".join(_link(above) for above in _above(page.address, site)),
        content=_cards(page.content) if page.layout == "catalogue" else f"<article>\n{page.content}</article>",
        aside=_aside(page, site),
        end=f"<p>{FOOTERS[page.lang]}</p>",
    )


@cache
def _template(name: str) -> Template:
    return Template(resource(name))


def _links(page: Page) -> str:
    lines = [f'<link rel="alternate" hreflang="{code}" href="{to}">' for code, to in page.alternates]
    if page.canonical:
        lines.insert(0, f'<link rel="canonical" href="{page.canonical}">')
    if page.robots:
        lines.append(f'<meta name="robots" content="{page.robots}">')
    if page.declared == "meta":
        lines.insert(0, f'<meta http-equiv="Content-Type" content="text/html; charset={page.charset}">')
    return "".join(f"{line}\n" for line in lines)


def _link(page: Page) -> str:
    return f'<a href="{escape(page.address)}">{escape(page.name)}</a>'


def _above(address: str, site: Mapping[str, Page]) -> list[Page]:
    """The pages whose address is a leading part of this one, from the top."""
    parts = address.partition("?")[0].strip("/").split("/")
    return [site[above] for n in range(1, len(parts)) if (above := f"/{'/'.join(parts[:n])}/") in site]


def _aside(page: Page, site: Mapping[str, Page]) -> str:
    lines = [f"<p><b>{escape(key)}:</b> {escape(value)}</p>" for key, value in page.facts]
    if page.nearby:
        lines.append(f'<p class="head">{HEADS[page.lang]}</p>')
        lines += [f"<p>{_link(site[address])}</p>" for address in page.nearby]
    return "\n".join(lines)


def _cards(lines: str) -> str:
    """Lines `what | more | cost [| address]` as cards, and the notice below them."""
    cards = []
    for line in lines.strip().splitlines():
        what, more, cost, *to = (escape(part.strip()) for part in line.split("|"))
        cards.append(
            f'<div class="card"><a href="{to[0] if to else "/ru/kontakty/"}">'
            f"<h3>{what}</h3><div>{more}</div><b>{cost}</b></a></div>"
        )
    shelf = "\n".join(cards)
    return f'<div class="cards">\n{shelf}\n</div>\n<div class="notice"><p>{NOTICE}</p></div>'
