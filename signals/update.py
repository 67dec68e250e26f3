"""Clicks before and after an update of a search engine. What follows an update is no proof that it is its cause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Period:
    """An import with numbers: its days where they are known, `phase` where the file itself says before or after, and
    `order`, the day by which imports are put in order."""

    number: int
    engine: str
    begins: str
    ends: str
    phase: str
    order: str

    @property
    def days(self) -> int:
        """Its length, 0 when it is not known."""
        return _length(self.begins, self.ends)


@dataclass(frozen=True, slots=True)
class Change:
    """Clicks of some pages before and after. `change` is a share, per day where both lengths are known; None when there
    was nothing before."""

    name: str
    pages: int
    before: int
    after: int
    change: float | None


@dataclass(frozen=True, slots=True)
class Sides:
    """The imports to compare, for each engine the newest last, and how many days they cover (0: not known)."""

    before: list[list[int]]
    after: list[list[int]]
    before_days: int = 0
    after_days: int = 0


def newest(periods: Iterable[Period]) -> list[list[int]]:
    """The imports that count now: for each engine those of its newest period, in the order of importing."""
    return [[p.number for p in found] for found in _by_engine(p for p in periods if p.phase != "before").values()]


def sides(periods: Sequence[Period], begins: str, ends: str) -> Sides | None:
    """The periods nearest to an update on either side, of engines that have both; None when no engine has.

    An import that reaches into the update stands on neither side.
    """
    before = _by_engine(p for p in periods if p.phase == "before" or (not p.phase and begins and "" < p.ends < begins))
    later = [p for p in periods if p.phase == "after" or (not p.phase and ends and p.begins > ends)]
    first = {e: min((p.order for p in later if p.engine == e), default="") for e in before}
    after = {e: [p for p in later if p.engine == e and p.order == first[e]] for e in before}
    both = [engine for engine in before if after[engine]]
    if not both:
        return None
    lengths = [{p.days for e in both for p in side[e]} for side in (before, after)]
    days = [found.pop() if len(found) == 1 else 0 for found in lengths]
    return Sides([[p.number for p in before[e]] for e in both], [[p.number for p in after[e]] for e in both], *days)


def changes(
    before: Mapping[int, int], after: Mapping[int, int], names: Mapping[int, str], days: tuple[int, int] = (0, 0)
) -> list[Change]:
    """Clicks by name (section, group, in a group or not), most before first. Pages without a name are left out; what a
    page lacks on one side is 0. `days` are the lengths of both periods."""
    sums: dict[str, list[int]] = {}
    for page in before.keys() | after.keys():
        if page in names:
            total = sums.setdefault(names[page], [0, 0, 0])
            for n, value in enumerate((1, before.get(page, 0), after.get(page, 0))):
                total[n] += value
    found = [Change(name, n, b, a, _change(b, a, days)) for name, (n, b, a) in sums.items()]
    return sorted(found, key=lambda c: (-c.before, -c.after, c.name))


def _change(before: int, after: int, days: tuple[int, int]) -> float | None:
    if not before:
        return None
    scale = days[0] / days[1] if all(days) else 1.0
    return after * scale / before - 1


def _by_engine(periods: Iterable[Period]) -> dict[str, list[Period]]:
    """Of each engine the periods that reach to the latest day."""
    found: dict[str, list[Period]] = {}
    for p in periods:
        kept = found.setdefault(p.engine, [p])
        if kept[0] is p:
            continue
        if p.order > kept[0].order:
            found[p.engine] = [p]
        elif p.order == kept[0].order:
            kept.append(p)
    return found


def _length(begins: str, ends: str) -> int:
    return (date.fromisoformat(ends) - date.fromisoformat(begins)).days + 1 if begins and ends else 0
