"""The group map: the whole site as one rectangle, area = pages, as SVG text.

Tiles are squarified (Bruls, Huizing, van Wijk 2000). A section of the site is a part of the map. Its groups fill it
from above, largest first; groups too small to be seen stand together, one tile for each canonical state; pages in no
open group are the rest at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from .language import Language

STATES = ("self", "agreed", "mixed", "none")
FLOOR = 26  # square pixels under which a tile cannot be seen, let alone hit
_HEAD = 22  # pixels above a section for its name
MOST = 500  # tiles of one map: about 200 bytes each, two maps a page


@dataclass(frozen=True, slots=True)
class Tile:
    """One group. `name` labels it, `about` is read out; `href` is empty when it has no page. `rest` counts groups."""

    id: int
    size: int
    state: str
    name: str = ""
    about: str = ""
    href: str = ""
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    """One section of the site: `pages` = pages in the `groups` + `single`."""

    name: str
    note: str
    pages: int
    single: int
    groups: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels."""

    x: float
    y: float
    w: float
    h: float


def treemap(areas: Sequence[Area], width: int, height: int, name: str, language: Language) -> str:
    """The map; `name` is its class. Taller than wide: sections stand under one another."""
    stacked, gap, at = height > width, 6, 0.0
    total = sum(area.pages for area in areas) or 1
    # All headings take their room first, so that a page has the same area in every section.
    heads = [_HEAD if not stacked or height * area.pages / total > 36 else 0 for area in areas]
    space = (height - sum(heads) if stacked else width) - gap * (len(areas) - 1)
    tiles: list[str] = []
    labels: list[str] = []
    for area, head in zip(areas, heads, strict=True):
        part = space * area.pages / total
        box = Rect(0, at, width, part + head) if stacked else Rect(at, 0, part, height)
        _draw(area, box, head, language, MOST // len(areas), tiles, labels)
        at += (box.h if stacked else box.w) + gap
    label = escape(language._("Group map"))
    return (
        f'<svg class="{name}" viewBox="0 0 {width} {height}" role="group" aria-label="{label}">{"".join(tiles)}'
        f'<g aria-hidden="true">{"".join(labels)}</g></svg>'
    )


def squarify(sizes: Sequence[float], box: Rect) -> Iterator[Rect]:
    """Rectangles for areas given largest first; areas that sum up to that of the box fill it."""
    x, y, w, h = box.x, box.y, box.w, box.h
    left = [size for size in sizes if size > 0]
    while left and min(w, h) > 0:
        short, row, total = min(w, h), [left[0]], left[0]
        for size in left[1:]:
            if _worst(row[0], size, total + size, short) > _worst(row[0], row[-1], total, short):
                break
            row.append(size)
            total += size
        deep, at = total / short, y if w >= h else x
        for size in row:
            long = size / deep
            yield Rect(x, at, deep, long) if w >= h else Rect(at, y, long, deep)
            at += long
        if w >= h:
            x, w = x + deep, w - deep
        else:
            y, h = y + deep, h - deep
        left = left[len(row) :]


def _worst(largest: float, smallest: float, total: float, short: float) -> float:
    """The least square ratio in a row of that total along a side of that length."""
    return max(short * short * largest / (total * total), total * total / (short * short * smallest))


def _draw(area: Area, box: Rect, head: int, language: Language, most: int, tiles: list[str], labels: list[str]) -> None:
    if head and box.w > 60:
        note = f'<tspan dx="8">{escape(area.note)}</tspan>' if box.w > 200 else ""
        title = escape(_short(area.name, int(box.w / 7.2)))
        labels.append(f'<text class="h" x="{_n(box.x)}" y="{_n(box.y + 15)}">{title}{note}</text>')
    per_page = box.w * (box.h - head) / area.pages if area.pages else 0
    low = (box.h - head) * area.single / area.pages if area.pages else 0
    shown = _merged(area.groups, per_page, most)
    room = Rect(box.x, box.y + head, box.w, box.h - head - low)
    for tile, rect in zip(shown, squarify([t.size * per_page for t in shown], room), strict=False):
        _tile(tile, rect, language, tiles, labels)
    if area.single:
        _single(area, Rect(box.x, box.y + box.h - low, box.w, low), language, tiles, labels)


def _merged(groups: Sequence[Tile], per_page: float, most: int) -> list[Tile]:
    """The groups large enough to draw, and one tile for each state that stands for the others."""
    order = sorted(groups, key=lambda t: (-t.size, t.id))
    count = sum(t.size * per_page >= FLOOR for t in order[:most])
    shown, small = order[:count], order[count:]
    for state in STATES:
        few = [t for t in small if t.state == state]
        if few:
            shown.append(Tile(0, sum(t.size for t in few), state, rest=len(few)))
    return sorted(shown, key=lambda t: -t.size)


def _tile(tile: Tile, box: Rect, language: Language, tiles: list[str], labels: list[str]) -> None:
    place = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}"'
    if tile.rest:
        about = language.n_("%(n)s small group", "%(n)s small groups", tile.rest)
        about += f"\n{language.n_('%(n)s page', '%(n)s pages', tile.size)}"
        layers = (f"m-{tile.state}", "m-mosaic")
        tiles += [f'<rect class="{name}" {place} data-t="{escape(about)}"/>' for name in layers]
        if box.w > 70 and box.h > 34:
            labels.append(
                f'<rect class="plate" x="{_n(box.x + 3)}" y="{_n(box.y + 3)}" width="{min(box.w - 6, 150):.0f}" '
                f'height="19" rx="2"/><text x="{_n(box.x + 7)}" y="{_n(box.y + 17)}"><tspan class="n">'
                f"{language.num(tile.rest)}</tspan> {escape(language._('small groups'))}</text>"
            )
        return
    rect = f'<rect class="m-{tile.state}" {place} data-g="{tile.id}"/>'
    link = f'href="{escape(tile.href)}" ' if tile.href else 'role="img" '
    tiles.append(f'<a {link}aria-label="{escape(tile.about)}">{rect}</a>')
    if box.w > 34 and box.h > 20:
        at = f'class="n t-{tile.state}" x="{_n(box.x + 6)}" y="{_n(box.y + 15)}"'
        labels.append(f"<text {at}>{language.num(tile.size)}</text>")
        room = int((box.w - 12) / 6.4)
        if box.h > 36 and room >= 6:
            place = f'class="t-{tile.state}" x="{_n(box.x + 6)}" y="{_n(box.y + 29)}"'
            labels.append(f"<text {place}>{escape(_short(tile.name, room))}</text>")


def _single(area: Area, box: Rect, language: Language, tiles: list[str], labels: list[str]) -> None:
    about = f"{area.name}\n{language.n_('%(n)s page in no open group', '%(n)s pages in no open group', area.single)}"
    tiles.append(
        f'<rect class="m-single" x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}" '
        f'data-t="{escape(about)}"/>'
    )
    if box.w > 110 and box.h > 24:
        labels.append(
            f'<text x="{_n(box.x + 7)}" y="{_n(box.y + 17)}"><tspan class="n">{language.num(area.single)}</tspan> '
            f"{escape(language._('in no open group'))}</text>"
        )
    elif box.w < 60 and box.h > 150:
        place = f'transform="translate({_n(box.x + box.w / 2 - 4)} {_n(box.y + 8)}) rotate(90)"'
        text = _short(f"{area.name} · {language.num(area.pages)}", int(box.h / 7))
        labels.append(f"<text {place}>{escape(text)}</text>")


def _short(text: str, room: int) -> str:
    """The end of a name that is too long: in addresses it is the end that differs."""
    return text if len(text) <= room else "…" + text[len(text) - room + 1 :] if room > 1 else ""


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
