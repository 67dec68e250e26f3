"""Numbers of groups stay with them."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.similarity.stable import numbers

Groups = list[set[int]]


class History:
    """Analyses one after another, each remembered as the audit file does."""

    def __init__(self) -> None:
        self.known: dict[int, set[int]] = {}

    def then(self, *groups: set[int]) -> list[int]:
        found = numbers(groups, self.known)
        self.known |= dict(zip(found, groups, strict=True))
        return found


def test_the_first_numbers_follow_the_order() -> None:
    assert History().then({5, 6, 7}, {1, 2}) == [1, 2]
    assert History().then() == []


def test_a_group_keeps_its_number_while_it_grows_shrinks_and_changes_place() -> None:
    h = History()
    h.then({1, 2, 3}, {10, 11})
    assert h.then({10, 11, 12, 13, 14}, {1, 2, 3}) == [2, 1]
    assert h.then({1, 3}, {10, 11, 12}) == [1, 2]
    assert h.then({50, 51}, {1, 3}) == [3, 1]


def test_split_merge_vanish_and_come_back() -> None:
    h = History()
    assert h.then({1, 2, 3, 4, 5, 6, 7}) == [1]
    assert h.then({1, 2, 3}, {4, 5, 6, 7}) == [2, 1]  # the larger part keeps it
    assert h.then({1, 2, 3, 4, 5, 6, 7}) == [1]  # merged: the number of the larger stays
    assert h.then({1, 2, 3}, {4, 5, 6, 7}) == [2, 1]  # and 2 is known again
    assert h.then({20, 21}) == [3]  # both vanish; a new group has a number that was never used
    assert h.then({4, 5, 6, 7}, {20, 21}, {1, 2, 9}) == [1, 3, 2]


def test_a_few_common_pages_do_not_make_it_the_same_group() -> None:
    h = History()
    h.then({1, 2}, {3, 4, 5, 6})
    assert h.then({1, 7}, {3, 4, 8, 9, 10}) == [3, 4]  # half is not more than half


def test_of_equal_parts_the_one_with_the_lowest_member_keeps_the_number() -> None:
    for parts in (({3, 4}, {1, 2}), ({1, 2}, {3, 4})):
        h = History()
        h.then({1, 2, 3, 4})
        assert dict(zip(map(min, parts), h.then(*parts), strict=True)) == {1: 1, 3: 2}


def test_a_part_without_its_first_choice_takes_its_second() -> None:
    """{4, 5, 6} has most in common with 1, which has a better successor; then it is 2 again."""
    h = History()
    h.known = {1: {1, 2, 3, 4, 5, 6, 7}, 2: {4, 5}}
    assert h.then({1, 2, 3, 7}, {4, 5, 6}) == [1, 2]


@st.composite
def histories(draw: st.DrawFn) -> list[Groups]:
    """Ways to group some of 14 pages, one after another."""
    labels = st.lists(st.integers(0, 5), min_size=14, max_size=14)
    return [
        [group for n in range(5) if len(group := {page for page, g in enumerate(row) if g == n}) > 1]
        for row in draw(st.lists(labels, min_size=1, max_size=6))
    ]


@given(histories(), st.randoms())
@settings(max_examples=150, deadline=None)
def test_the_order_of_groups_decides_only_new_numbers_and_none_is_given_twice(
    history: list[Groups], r: random.Random
) -> None:
    h = History()
    for groups in history:
        before = dict(h.known)
        mixed = r.sample(groups, len(groups))
        again = dict(
            zip(map(min, mixed), numbers(mixed, dict(r.sample(list(before.items()), len(before)))), strict=True)
        )
        found = h.then(*groups)
        last = max(before, default=0)
        assert len(set(found)) == len(found)
        assert sorted(n for n in found if n > last) == [last + 1 + n for n in range(sum(n > last for n in found))]
        for group, number in zip(groups, found, strict=True):
            assert again[min(group)] == number if number <= last else again[min(group)] > last
            if number <= last:
                assert 2 * len(group & before[number]) > min(len(group), len(before[number]))
            mine = [n for n, members in before.items() if 2 * len(group & members) > min(len(group), len(members))]
            # nobody is passed over: what it could have taken went to one with as much in common at least
            for other in mine:
                if number > last or len(group & before[other]) > len(group & before[number]):
                    assert other in found
                    assert len(groups[found.index(other)] & before[other]) >= len(group & before[other])


def test_the_same_groups_keep_their_numbers_forever() -> None:
    h = History()
    groups = [{n, n + 1, n + 2} for n in range(0, 90, 3)]
    first = h.then(*groups)
    for _ in range(3):
        assert h.then(*groups) == first
