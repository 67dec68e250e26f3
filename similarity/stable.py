"""Numbers of groups that stay from one analysis to the next, while a group is recognisably the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence


def numbers(groups: Sequence[Collection[int]], known: Mapping[int, Collection[int]]) -> list[int]:
    """A number for each of the groups; `known` has the members of every number that was ever given, as last seen.

    A group takes over the number with which it has most members in common, if that has no better successor, and if
    more than half of the smaller of the two are common to both. So when a group is split, its largest part keeps the
    number; when groups are merged, that of the largest stays; one that comes back has its old number. Of equal overlaps
    the more alike counts, then the group with the lowest member, then the lower number. The others get numbers above
    all that were given, in the order of `groups`. A page is in one group at most, but may be known from several.
    """
    known_by: dict[int, list[int]] = {}
    for number, members in known.items():
        for member in members:
            known_by.setdefault(member, []).append(number)
    common = Counter(
        (place, number) for place, group in enumerate(groups) for m in group for number in known_by.get(m, ())
    )
    ranked = sorted(
        (-shared, len(groups[place]) + len(known[number]), min(groups[place]), number, place)
        for (place, number), shared in common.items()
        if 2 * shared > min(len(groups[place]), len(known[number]))
    )
    given: dict[int, int] = {}
    taken: set[int] = set()
    for *_, number, place in ranked:
        if place not in given and number not in taken:
            given[place] = number
            taken.add(number)
    last = max(known, default=0)
    found = []
    for place in range(len(groups)):
        if place not in given:
            last += 1
            given[place] = last
        found.append(given[place])
    return found
