"""The sample site as records: reads `site/`, where every sentence was written for it, into pages by address.

A file has header lines `key: value`, an empty line, and the page's own HTML. Its place gives its address
(`site/ru/kontakty.html` is `/ru/kontakty/`), unless it names one. `_town.html` is written once for each line of
`_town.csv`. Addresses are path and query; who serves the pages puts scheme and host before them.
"""

from __future__ import annotations

import csv
import dataclasses
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

Layout = Literal["article", "catalogue", "print", "old", "raw"]


@dataclass(frozen=True)
class Page:
    """One address of the site and all it takes to answer for it.

    `declared` tells where the charset is named: HTTP header, meta element, or nowhere. `name` is the
    short title for menus and links. `facts` are lines for the side column, `nearby` addresses to link to there.
    """

    address: str
    content: str
    title: str = ""
    h1: str = ""
    name: str = ""
    description: str = ""
    lang: str = "en"
    layout: Layout = "article"
    changed: str = "2026-01-01"
    status: int = 200
    charset: str = "utf-8"
    declared: Literal["header", "meta", "no"] = "header"
    canonical: str = ""
    canonical_header: str = ""
    robots: str = ""
    location: str = ""
    alternates: tuple[tuple[str, str], ...] = ()
    nearby: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


# Addresses without a page of their own that the sitemap still lists, as it does all others.
PAGELESS = (
    Page("/en/blog/2024/first-long-ride/", "", status=301, location="/en/guides/first-long-ride/"),
    Page("/en/todays-offer/", "", status=302, location="/en/shop/saddle-bag/"),
    Page("/en/shop/brass-bell/", "", status=404),
)


@cache
def pages() -> dict[str, Page]:
    """Every address that the site knows, with its page; read once."""
    found = [page for name, text in _texts(files(__package__) / "site", "") for page in _read(name, text)]
    return {page.address: page for page in (*found, *PAGELESS)}


@cache
def resource(name: str) -> str:
    """A frame, style sheet or script of the site as text."""
    return (files(__package__) / "site" / name).read_text("utf-8")


def _texts(folder: Traversable, path: str) -> list[tuple[str, str]]:
    """(address by place, text) of every page file below `folder`, in name order."""
    found: list[tuple[str, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        stem, _, suffix = entry.name.rpartition(".")
        if entry.is_dir():
            found += _texts(entry, f"{path}/{entry.name}")
        elif suffix == "csv":
            template = (folder / f"{stem}.html").read_text("utf-8")
            rows = csv.DictReader(entry.read_text("utf-8").splitlines())
            found += [(f"{path}/", template.format_map(row)) for row in rows]
        elif suffix == "html" and not stem.startswith("_"):
            found.append((f"{path}/" if stem == "index" else f"{path}/{stem}/", entry.read_text("utf-8")))
    return found


def _read(place: str, text: str) -> list[Page]:
    """The page of one file, and the further addresses that answer with it."""
    head, _, content = text.partition("\n\n")
    keys = {key: value.strip() for key, _, value in (line.partition(":") for line in head.splitlines())}
    also, print_address, print_line = (keys.pop(key, "") for key in ("also", "print", "print-line"))
    page = _page(place, content, keys)
    found = [page, *(dataclasses.replace(page, address=address) for address in also.split())]
    if print_address:
        line = f"<p>{print_line}</p>\n" if print_line else ""
        found.append(dataclasses.replace(page, address=print_address, layout="print", content=line + content))
    return found


def _page(place: str, content: str, keys: dict[str, str]) -> Page:
    values: dict[str, object] = {key.replace("-", "_"): value for key, value in keys.items()}
    values.setdefault("address", place)
    values.setdefault("lang", "ru" if place.startswith("/ru/") else "en")
    codes = keys.get("alternates", "").split()
    values["alternates"] = tuple(zip(codes[::2], codes[1::2], strict=True))
    values["nearby"] = tuple(keys.get("nearby", "").split())
    facts = [fact.partition("|") for fact in keys.get("facts", "").split(";") if fact.strip()]
    values["facts"] = tuple((key.strip(), value.strip()) for key, _, value in facts)
    return Page(content=content, **values)  # type: ignore[arg-type]
