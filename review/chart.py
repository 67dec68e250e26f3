"""The answers as a figure: dots, shares by band with their intervals, the rising fit, both thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ..reports.language import Language
from .fit import Point, bands, rising

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 280, 44, 12, 30, 30
_NEAR = 24  # units between two thresholds below which one has no room for its words


@dataclass(frozen=True, slots=True)
class _Scale:
    """Similarities from `first` to `last`, and shares from 0 to 1, as places."""

    first: float
    last: float

    def x(self, value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (value - self.first) / (self.last - self.first)

    def y(self, share: float) -> float:
        return _TOP + 14 + (_HEIGHT - _TOP - _BOTTOM - 28) * (1 - share)


def chart(points: Sequence[Point], now: float, proposed: float | None, language: Language, label: str) -> str:
    """One <svg> with its texts escaped; the x axis runs over the tenths that the answers and thresholds lie in."""
    marks = [*(x for x, _ in points), now, now if proposed is None else proposed]
    first, last = int(min(marks) * 10) / 10, int(max(marks) * 10 + 1) / 10
    scale = _Scale(min(first, 0.8), min(max(last, first + 0.2), 1.0))
    parts = (
        *_axes(scale, language), *_bands(points, scale), *_fit(points, scale), *_dots(points, scale),
        *_cuts(scale, now, proposed, language),
    )  # fmt: skip
    head = f'<svg class="ch" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(label)}">'
    return f"{head}{''.join(parts)}</svg>"


def _axes(scale: _Scale, language: Language) -> Iterator[str]:
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = scale.y(share)
        yield f'<line class="gridl" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(language.pct(share))}</text>'
    for tenth in range(round(scale.first * 10), round(scale.last * 10) + 1):
        place = f'x="{scale.x(tenth / 10):.1f}" y="{_HEIGHT - 8}" text-anchor="middle"'
        yield f"<text {place}>{escape(language.dec(tenth / 10, 1))}</text>"


def _bands(points: Sequence[Point], scale: _Scale) -> Iterator[str]:
    for band in bands(points):
        left, right, top = scale.x(band.low), scale.x(band.high), scale.y(band.same / band.asked)
        middle, (low, high) = (left + right) / 2, (scale.y(end) for end in band.interval)
        yield (
            f'<rect x="{left + 2:.1f}" width="{right - left - 4:.1f}" y="{top:.1f}" height="{scale.y(0) - top:.1f}" '
            f'fill="var(--s2)"/><path d="M{middle:.1f} {low:.1f}V{high:.1f}M{middle - 5:.1f} {low:.1f}h10'
            f'M{middle - 5:.1f} {high:.1f}h10" stroke="var(--ink-3)" stroke-width="1.25" fill="none"/>'
        )


def _fit(points: Sequence[Point], scale: _Scale) -> Iterator[str]:
    steps = rising(points)
    starts = [scale.first, *(step.first for step in steps[1:]), scale.last]
    line = "L".join(
        f"{scale.x(start):.1f} {scale.y(step.share):.1f}H{scale.x(end):.1f}"
        for step, start, end in zip(steps, starts, starts[1:], strict=False)
    )
    if line:
        yield f'<path d="M{line}" fill="none" stroke="var(--accent)" stroke-width="2.25"/>'


def _dots(points: Sequence[Point], scale: _Scale) -> Iterator[str]:
    for n, (value, same) in enumerate(sorted(points)):
        look = ("s5", "s5") if same else ("surface", "diff-line")
        y = scale.y(same) + (-9 if same else 9) + (n % 3 - 1) * 3  # apart, so that equal ones are seen
        fill = 'fill="var(--{})" stroke="var(--{})" stroke-width="1.8"'.format(*look)
        yield f'<circle cx="{scale.x(value):.1f}" cy="{y:.1f}" r="4" {fill}/>'


def _cuts(scale: _Scale, now: float, proposed: float | None, language: Language) -> Iterator[str]:
    """The threshold of now dashed, the proposed one with a flag."""
    span, x = f'y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"', scale.x(now)
    if proposed != now:
        yield f'<line class="cut" x1="{x:.1f}" x2="{x:.1f}" {span} stroke-dasharray="2 3"/>'
    if proposed is None or abs(scale.x(proposed) - x) > _NEAR:
        left = x > _WIDTH / 2 if proposed is None else proposed > now
        place = f'x="{x + (-5 if left else 5):.1f}" y="{_TOP - 8}" text-anchor="{"end" if left else "start"}"'
        yield f'<text class="halo" {place}>{escape(language._("now %(t)s", t=language.dec(now)))}</text>'
    if proposed is not None:
        x = scale.x(proposed)
        yield (
            f'<line class="cut" x1="{x:.1f}" x2="{x:.1f}" {span}/>'
            f'<rect class="flag" x="{x - 19:.1f}" y="{_TOP - 22}" width="38" height="19" rx="3"/>'
            f'<text class="flag-t" x="{x:.1f}" y="{_TOP - 8}" text-anchor="middle">'
            f"{escape(language.dec(proposed))}</text>"
        )
