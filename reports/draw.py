"""The figures, as SVG text. Colours come from the style sheet; numbers and words from the page's language.

Every function returns one <svg> element whose texts are escaped here, so that a template may put it in as it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from .language import Language


def histogram(
    bins: Sequence[int], cut: float, language: Language, *, label: str, below: str, above: str,
    width: int = 356, height: int = 200,
) -> str:  # fmt: skip
    """Counts over 0 to 1 with the threshold `cut` as a line; `below` and `above` are the sums on its two sides.

    The scale is logarithmic where what lies above the threshold would not be seen otherwise (see `is_log`).
    """
    left, right, bottom, top = 40, 4, 24, 34
    plot_w, plot_h, floor = width - left - right, height - top - bottom, height - bottom
    highest, log, step = max(max(bins, default=0), 1), is_log(bins, cut), plot_w / len(bins)

    def y(count: float) -> float:
        share = math.log10(count + 1) / math.log10(highest * 1.02 + 1) if log else count / (highest * 1.02)
        return floor - plot_h * share

    ticks = _ticks(highest, log)
    out = [f'<line class="gridl" x1="{left}" x2="{width - right}" y1="{y(t):.1f}" y2="{y(t):.1f}"/>' for t in ticks]
    for i, count in enumerate(bins):
        if count:
            high = max(floor - y(count), 1.2)
            side = "hi" if (i + 0.5) / len(bins) > cut else "lo"
            out.append(
                f'<rect class="{side}" x="{left + i * step + 0.5:.1f}" y="{floor - high:.1f}" width="{step - 1:.1f}" '
                f'height="{high:.1f}"/>'
            )
    out += [f'<text x="{left - 7}" y="{y(t) + 4:.1f}" text-anchor="end">{language.short(t)}</text>' for t in ticks]
    out.append(f'<line class="axis" x1="{left}" x2="{width - right}" y1="{floor}" y2="{floor}"/>')
    for tenth in range(0, 11, 2):
        anchor = "start" if tenth == 0 else "end" if tenth == 10 else "middle"
        name = str(tenth // 10) if tenth in (0, 10) else language.dec(tenth / 10, 1)
        out.append(f'<text x="{left + plot_w * tenth / 10:.1f}" y="{height - 8}" text-anchor="{anchor}">{name}</text>')
    x = left + plot_w * cut
    out.append(
        f'<line class="cut" x1="{x:.1f}" x2="{x:.1f}" y1="20" y2="{floor}"/>'
        f'<rect class="flag" x="{x - 17:.1f}" y="3" width="34" height="18" rx="3"/>'
        f'<text class="flag-t" x="{x:.1f}" y="16" text-anchor="middle">{language.dec(cut)}</text>'
    )
    if x > width - 70:  # a threshold near 1 leaves no room on its right
        out.append(f'<text class="halo" x="{x - 22:.1f}" y="16" text-anchor="end">{escape(below)} '
                   f'<tspan class="strong">| {escape(above)}</tspan></text>')  # fmt: skip
    else:
        out.append(f'<text class="strong halo" x="{x + 22:.1f}" y="16">{escape(above)}</text>')
        out.append(f'<text class="halo" x="{x - 22:.1f}" y="16" text-anchor="end">{escape(below)}</text>')
    return _svg("ch", width, height, "img", label, out)


def is_log(bins: Sequence[int], cut: float) -> bool:
    """Whether a linear scale would draw everything above the threshold under a twentieth of the height."""
    above = max((n for i, n in enumerate(bins) if (i + 0.5) / len(bins) > cut), default=0)
    return 0 < above * 20 < max(bins)


def _ticks(highest: int, log: bool) -> list[int]:
    if log:
        return [t for t in (1, 100, 10_000, 1_000_000, 100_000_000) if t <= highest]
    step = 10 ** math.floor(math.log10(highest / 2)) if highest > 2 else 1
    step *= 5 if highest / step > 10 else 2 if highest / step > 5 else 1
    return list(range(step, highest + 1, step))


def spark(bins: Sequence[int], cut: float) -> str:
    """A histogram for a table cell, 100 x 22, heights by square root; its numbers stand in the cells beside it."""
    width, height = 100, 22
    highest, step = max(max(bins, default=0), 1), width / len(bins)
    out = [f'<rect class="base" x="0" y="{height - 1}" width="{width}" height="1"/>']
    for i, count in enumerate(bins):
        if count:
            side = "hi" if (i + 0.5) / len(bins) > cut else "lo"
            high = max(math.sqrt(count / highest) * (height - 2), 1)
            out.append(
                f'<rect class="{side}" x="{i * step + 0.5:.1f}" y="{height - 1 - high:.1f}" width="{step - 1:.1f}" '
                f'height="{high:.1f}"/>'
            )
    return f'<svg class="spark" viewBox="0 0 {width} {height}" aria-hidden="true">{"".join(out)}</svg>'


def overlap(shared: int, size_a: int, size_b: int, language: Language) -> str:
    """Two spans over one bar: the filled part of the whole is the Jaccard, of each span its containment."""
    width, height, y, bar = 460, 138, 52, 34
    union = max(size_a + size_b - shared, 1)
    k = (width - 2) / union
    a0, a1, b0, b1 = 1.0, 1 + size_a * k, 1 + (size_a - shared) * k, width - 1.0
    out = [
        _box(a0, y, (size_a - shared) * k, bar),
        _box(a1, y, (size_b - shared) * k, bar),
        f'<rect x="{b0:.1f}" y="{y - 1}" width="{shared * k:.1f}" height="{bar + 2}" fill="var(--s5)"/>',
    ]
    middle = y + bar / 2 + 4.5
    words = escape(language.n_("%(n)s shared", "%(n)s shared", shared))
    if shared * k > 7 * len(words):
        out.append(f'<text x="{(b0 + a1) / 2:.1f}" y="{middle}" text-anchor="middle" class="inv">{words}</text>')
    for own, x in ((size_a - shared, (a0 + b0) / 2), (size_b - shared, (a1 + b1) / 2)):
        if own * k > 40:
            out.append(f'<text x="{x:.1f}" y="{middle}" text-anchor="middle">{language.num(own)}</text>')
    for x0, x1, yy, down in ((a0, a1, y - 13, 7), (b0, b1, y + bar + 13, -7)):
        out.append(
            f'<path d="M{x0:.1f} {yy + down}V{yy}H{x1:.1f}V{yy + down}" fill="none" stroke="var(--ink)" '
            'stroke-width="1.25"/>'
        )
    ends = (("A", "B", size_a, a0, y - 22, "start"), ("B", "A", size_b, b1, y + bar + 30, "end"))
    for p, q, size, x, yy, anchor in ends:
        share = language.pct(shared / size if size else 0)
        text = escape(language._("%(v)s of %(p)s is in %(q)s", v=share, p=p, q=q))
        out.append(f'<text class="strong" x="{x}" y="{yy}" text-anchor="{anchor}">{text}</text>')
    label = language._(
        "%(s)s shared shingles; A has %(a)s, B has %(b)s",
        s=language.num(shared), a=language.num(size_a), b=language.num(size_b),
    )  # fmt: skip
    return _svg("ch lg", width, height, "img", label, out)


def ribbon(words_a: int, words_b: int, passages: Sequence[tuple[int, int, int, int]], language: Language) -> str:
    """Where the shared passages (number, start in A, words, start in B) stand in both texts, to one scale of words."""
    width, height, bar, x0, ya = 520, 132, 20, 26, 12
    yb, longest = height - 38, max(words_a, words_b, 1)
    k = (width - 34) / longest
    out = []
    for number, a, words, b in passages:
        xa, xb, w, mid = x0 + a * k, x0 + b * k, max(words * k, 2), (ya + bar + yb) / 2
        label = language._("Passage %(n)s, %(w)s words", n=number, w=language.num(words))
        out.append(
            f'<a href="#p{number}" aria-label="{escape(label)}"><path d="M{xa:.1f} {ya + bar}C{xa:.1f} {mid:.1f} '
            f"{xb:.1f} {mid:.1f} {xb:.1f} {yb}H{xb + w:.1f}C{xb + w:.1f} {mid:.1f} {xa + w:.1f} {mid:.1f} "
            f'{xa + w:.1f} {ya + bar}Z" fill="var(--s2)"/></a>'
        )
    for y, words, name in ((ya, words_a, "A"), (yb, words_b, "B")):
        out.append(_box(x0, y, words * k, bar) + f'<text class="strong" x="6" y="{y + 14.5}">{name}</text>')
    for number, a, words, b in passages:
        w = max(words * k, 2)
        for y, start in ((ya, a), (yb, b)):
            x = x0 + start * k
            out.append(f'<rect x="{x:.1f}" y="{y}" width="{w:.1f}" height="{bar}" fill="var(--s5)"/>')
            if w > 7 + 7 * len(str(number)):
                place = f'x="{x + w / 2:.1f}" y="{y + 14.5}" text-anchor="middle"'
                out.append(f'<text {place} class="inv">{number}</text>')
    step = _nice(longest / 9)
    for word in range(0, longest + 1, step):
        x, low = x0 + word * k, yb + bar + 3
        out.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{low}" y2="{low + 4}"/>')
        if word == 0 or word * k > 60:
            name = escape(language._("0 words")) if word == 0 else language.num(word)
            anchor = "middle" if word else "start"
            out.append(f'<text x="{x:.1f}" y="{height - 1}" text-anchor="{anchor}">{name}</text>')
    return _svg("ch lg", width, height, "group", language._("Where the shared passages stand"), out)


def _nice(at_least: float) -> int:
    """The smallest of 10, 20, 50, 100, ... that is not below `at_least`."""
    power: int = 10 ** max(1, math.floor(math.log10(max(at_least, 1))))
    return next(power * f for f in (1, 2, 5, 10) if power * f >= at_least)


def _box(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y}" width="{max(width, 0):.1f}" height="{height}" fill="var(--surface)" '
        'stroke="var(--edge)"/>'
    )


def _svg(name: str, width: float, height: float, role: str, label: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="{name}" viewBox="0 0 {width} {height}" role="{role}" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )
