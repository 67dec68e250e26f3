"""The figures: what stands where, and that areas and lengths tell the truth."""

import re
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import etree
from pagetwin.reports import draw
from pagetwin.reports.language import Language
from pagetwin.reports.treemap import Area, Rect, Tile, squarify, treemap

EN = Language("en")
HOSTILE = '<script>"&'


def parsed(svg: str) -> etree._Element:
    """Well formed, so every text in it was escaped."""
    return etree.fromstring(svg)


def number(node: etree._Element, name: str) -> float:
    return float(node.get(name, "nan"))


def bars(svg: etree._Element) -> list[etree._Element]:
    return svg.xpath("//rect[@class='hi' or @class='lo']")


@given(st.lists(st.integers(0, 10**6), min_size=50, max_size=50), st.floats(0.01, 1))
def test_bars_lie_on_their_side_of_the_threshold(bins: list[int], cut: float) -> None:
    svg = parsed(draw.histogram(bins, cut, EN, label=HOSTILE, below="1", above="2"))
    assert svg.get("aria-label") == HOSTILE
    (line,) = svg.xpath("//line[@class='cut']")
    assert number(line, "x1") == pytest.approx(40 + 312 * cut, abs=0.06)
    assert len(bars(svg)) == sum(n > 0 for n in bins)
    for bar in bars(svg):
        middle = number(bar, "x") + number(bar, "width") / 2
        assert (bar.get("class") == "hi") == (middle > 40 + 312 * cut) or abs(middle - 40 - 312 * cut) < 0.2


def test_heights_are_to_scale_unless_the_scale_is_logarithmic() -> None:
    bins = [0] * 50
    bins[10], bins[30] = 200, 100
    svg = parsed(draw.histogram(bins, 0.5, EN, label="", below="", above=""))
    low, high = (number(bar, "height") for bar in bars(svg))
    assert low / high == pytest.approx(2, rel=0.01)
    assert not draw.is_log(bins, 0.5)
    bins[10] = 100_000
    assert draw.is_log(bins, 0.5)
    svg = parsed(draw.histogram(bins, 0.5, EN, label="", below="", above=""))
    low, high = (number(bar, "height") for bar in bars(svg))
    assert 1 < low / high < 3


@pytest.mark.parametrize("cut", [0.02, 0.5, 0.8, 0.95, 1.0])
def test_the_sums_beside_the_threshold_stay_inside_the_figure(cut: float) -> None:
    svg = parsed(draw.histogram([1] * 50, cut, EN, label="", below="145,131", above="8.2 M"))
    for text in svg.xpath("//text[contains(@class, 'halo')]"):
        x, width = number(text, "x"), 7.2 * len("".join(text.itertext()))
        assert (x - width if text.get("text-anchor") == "end" else x) >= -60
        assert (x if text.get("text-anchor") == "end" else x + width) <= 356


@given(st.integers(0, 10**5), st.integers(0, 10**5), st.integers(0, 10**5))
def test_the_overlap_bar_is_the_jaccard(shared: int, own_a: int, own_b: int) -> None:
    assume(shared + own_a + own_b > 0)
    svg = parsed(draw.overlap(shared, shared + own_a, shared + own_b, EN))
    (blue,) = svg.xpath("//rect[@fill='var(--s5)']")
    assert number(blue, "width") / 458 == pytest.approx(shared / (shared + own_a + own_b), abs=0.0005)


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(1, 300), st.integers(0, 500)), max_size=20))
def test_the_ribbon_draws_each_passage_in_both_texts_within_the_figure(found: list[tuple[int, int, int]]) -> None:
    words = 1 + max((max(a, b) + length for a, length, b in found), default=0)
    passages = [(n, a, length, b) for n, (a, length, b) in enumerate(found, 1)]
    svg = parsed(draw.ribbon(words, words, passages, EN))
    assert [link.get("href") for link in svg.xpath("//a")] == [f"#p{n}" for n, *_ in passages]
    blue = svg.xpath("//rect[@fill='var(--s5)']")
    assert len(blue) == 2 * len(passages)
    assert all(26 <= number(rect, "x") <= 520 - number(rect, "width") for rect in blue)


@given(st.lists(st.integers(1, 500), min_size=1, max_size=60), st.floats(20, 800), st.floats(20, 800))
def test_squares_fill_the_box_to_scale_without_overlap(sizes: list[int], width: float, height: float) -> None:
    sizes.sort(reverse=True)
    scale = width * height / sum(sizes)
    rects = list(squarify([size * scale for size in sizes], Rect(5, 7, width, height)))
    assert len(rects) == len(sizes)
    for size, rect in zip(sizes, rects, strict=True):
        assert rect.w * rect.h == pytest.approx(size * scale, rel=1e-6)
        assert rect.x >= 5 - 1e-6
        assert rect.y >= 7 - 1e-6
        assert rect.x + rect.w <= 5 + width + 1e-6
        assert rect.y + rect.h <= 7 + height + 1e-6
    for a, b in combinations(rects, 2):
        wide = min(a.x + a.w, b.x + b.w) - max(a.x, b.x)
        high = min(a.y + a.h, b.y + b.h) - max(a.y, b.y)
        assert wide <= 1e-6 or high <= 1e-6


@given(
    st.lists(st.tuples(st.integers(2, 400), st.sampled_from(["self", "agreed", "mixed", "none"])), max_size=80),
    st.integers(0, 3_000),
    st.sampled_from([(1152, 480), (388, 640)]),
)
def test_every_page_of_the_site_has_its_area_on_the_map(
    groups: list[tuple[int, str]], single: int, size: tuple[int, int]
) -> None:
    tiles = tuple(
        Tile(n, count, state, HOSTILE, HOSTILE, f"groups/{n}.html") for n, (count, state) in enumerate(groups, 1)
    )
    areas = [Area(HOSTILE, HOSTILE, sum(t.size for t in tiles) + single, single, tiles), Area("/b/", "", 900, 900, ())]
    svg = parsed(treemap(areas, *size, "wide", EN))
    drawn: dict[str, float] = {}
    for rect in svg.xpath("//rect[starts-with(@class, 'm-') and @class != 'm-mosaic']"):
        name = rect.get("class", "")
        drawn[name] = drawn.get(name, 0.0) + number(rect, "width") * number(rect, "height")
    (grey, *_) = svg.xpath("//rect[@class='m-single' and contains(@data-t, '/b/')]")
    per_page = number(grey, "width") * number(grey, "height") / 900
    for state in ("self", "agreed", "mixed", "none"):
        expected = per_page * sum(count for count, its in groups if its == state)
        assert drawn.get(f"m-{state}", 0.0) == pytest.approx(expected, rel=0.02, abs=40)  # edges have one digit
    links = {link.get("href") for link in svg.xpath("//a")}
    rest = sum(
        int(re.match(r"[\d,]+", r.get("data-t", "0"))[0].replace(",", ""))
        for r in svg.xpath("//rect[@class='m-mosaic']")
    )  # type: ignore[index]
    assert len(links) + rest == len(groups)
