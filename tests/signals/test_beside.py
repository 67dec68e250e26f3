"""Our groups beside the engines', and periods around an update: worked examples, and what must hold of all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.signals.beside import EngineState, canonicals, compare, duplicates, group, merged
from pagetwin.signals.update import Period, changes, newest, sides


def google(key: str, target: str, **more: object) -> EngineState:
    said = "Submitted and indexed" if key == target else "Duplicate, Google chose different canonical than user"
    return EngineState(key, "google", said, key == target, target, **more)  # type: ignore[arg-type]


def yandex(key: str, status: str, target: str = "", **more: object) -> EngineState:
    return EngineState(key, "yandex", status, status == "SEARCHABLE", target, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("states", "verdict", "chosen"),
    [
        ([], "unknown", ()),
        ([google("a", "a")], "agree", ("a",)),
        ([google("a", "a"), google("b", "a")], "agree", ("a",)),
        ([google("b", "a")], "agree", ("a",)),
        ([google("a", "b"), google("b", "b")], "engine-other", ("b",)),
        ([google("b", "x")], "engine-other", ("x",)),
        ([google("a", "a"), google("b", "b")], "engine-split", ("a", "b")),
        ([yandex("a", "SEARCHABLE"), yandex("b", "DUPLICATE", "a")], "agree", ("a",)),
        ([yandex("a", "DUPLICATE", "b"), yandex("b", "SEARCHABLE")], "engine-other", ("b",)),
        ([yandex("a", "SEARCHABLE"), yandex("b", "SEARCHABLE"), yandex("c", "LOW_DEMAND")], "engine-split", ("a", "b")),
        ([yandex("a", "LOW_DEMAND"), yandex("b", "HTTP_ERROR", "b")], "unknown", ()),
        ([yandex("a", "REDIRECT_NOTSEARCHABLE", "z")], "unknown", ()),  # a redirect is no choice among duplicates
    ],
)
def test_a_group_beside_an_engine(states: list[EngineState], verdict: str, chosen: tuple[str, ...]) -> None:
    found = group(["a", "b", "c"], "a", {s.key: s for s in states})
    assert (found.verdict, found.chosen, found.known) == (verdict, chosen, len(states))


def test_what_an_engine_merges_and_we_do_not() -> None:
    states = [
        yandex("a", "SEARCHABLE"), yandex("b", "DUPLICATE", "a"), yandex("c", "DUPLICATE", "z"),
        yandex("d", "Удалено: Дубль", "a"), yandex("e", "DUPLICATE"), google("f", "f"),
    ]  # fmt: skip
    found = merged(states, {"a": 0, "b": 0, "c": 1})
    assert [(m.key, m.target) for m in found] == [("c", "z"), ("d", "a")]


def test_all_groups_with_their_ages() -> None:
    states = [
        yandex("a", "SEARCHABLE", seen="2026-11-01"), yandex("b", "DUPLICATE", "a", seen="2026-10-01T08:00"),
        yandex("c", "SEARCHABLE", seen="2026-11-25"),
    ]  # fmt: skip
    ours = [(["a", "b"], "a"), (["c", "d"], "d"), (["e", "f"], "e")]
    found = compare("yandex", ours, {s.key: s for s in states}, "2026-11-20")
    assert found.verdicts == {"agree": 1, "engine-other": 1, "engine-split": 0, "unknown": 1}
    assert found.ages == (-5, 50)
    assert (found.groups[0].first, found.groups[0].last) == ("2026-10-01", "2026-11-01")
    assert found.statuses == {"ya-duplicate": 1, "ya-searchable": 2}


def test_shares_of_the_site() -> None:
    assert duplicates([("", 60), ("DUPLICATE", 20), ("Удалено: Дубль", 5), ("LOW_DEMAND", 15)]) == (25, 100)
    states = [
        google("a", "a", declared="a"), google("b", "a", declared="b"), google("c", "a"), google("d", "d"),
        google("e", "e"),
    ]  # fmt: skip
    assert canonicals(states, {"c": "a", "d": "x"}) == (2, 4)  # of e nobody knows what it declares


KEYS = st.sampled_from("abcdef")
STATES = st.dictionaries(KEYS, st.tuples(KEYS, st.booleans()))


@given(STATES, st.lists(KEYS, min_size=1, max_size=6, unique=True))
def test_each_group_has_one_verdict_in_any_order(raw: dict, keys: list[str]) -> None:
    states = {key: google(key, target if other else key) for key, (target, other) in raw.items()}
    found = group(keys, keys[0], states)
    assert found == group(keys[::-1], keys[0], dict(reversed(states.items())))
    assert (found.verdict == "agree") == (found.chosen == (keys[0],))
    assert (found.verdict == "engine-split") == (len(found.chosen) > 1)


def period(n: int, begins: str, ends: str, engine: str = "google", phase: str = "", order: str = "") -> Period:
    return Period(n, engine, begins, ends, phase, order or ends)


def test_the_periods_nearest_to_an_update() -> None:
    known = [
        period(1, "2026-07-01", "2026-07-31"), period(2, "2026-08-25", "2026-09-23"),
        period(3, "2026-09-20", "2026-10-20"), period(4, "2026-10-09", "2026-10-23"),
        period(5, "2026-11-01", "2026-11-15"), period(6, "2026-08-25", "2026-09-23"),
        period(7, "2026-08-25", "2026-09-23", "yandex"),
    ]  # fmt: skip
    found = sides(known, "2026-09-24", "2026-10-08")
    assert found is not None
    assert (found.before, found.after) == ([[2, 6]], [[4]])  # yandex has one side only
    assert (found.before_days, found.after_days) == (30, 15)
    assert sides(known[:2], "2026-09-24", "2026-10-08") is None
    assert newest(known) == [[5], [7]]


def test_a_file_that_names_its_sides_needs_no_days() -> None:
    known = [
        period(1, "", "", phase="after", order="2026-11-01"),
        period(2, "", "", phase="before", order="2026-11-01"),
    ]
    found = sides(known, "", "")
    assert found is not None
    assert (found.before, found.after, found.before_days) == ([[2]], [[1]], 0)
    assert newest(known) == [[1]]


def test_changes_by_name_are_told_per_day() -> None:
    before, after = {1: 300, 2: 30, 3: 5}, {1: 75, 2: 30, 4: 8}
    found = changes(before, after, {1: "shop", 2: "shop", 3: "blog", 4: "new"}, (30, 15))
    assert [(c.name, c.pages, c.before, c.after) for c in found] == [
        ("shop", 2, 330, 105), ("blog", 1, 5, 0), ("new", 1, 0, 8),
    ]  # fmt: skip
    assert [c.change for c in found] == [pytest.approx(210 / 330 - 1), -1.0, None]


@given(st.dictionaries(st.integers(0, 20), st.integers(0, 99)), st.dictionaries(st.integers(0, 20), st.integers(0, 99)))
def test_no_click_is_lost_between_names(before: dict[int, int], after: dict[int, int]) -> None:
    found = changes(before, after, {n: str(n % 3) for n in range(21)})
    assert sum(c.before for c in found) == sum(before.values())
    assert sum(c.after for c in found) == sum(after.values())
    assert sum(c.pages for c in found) == len(before.keys() | after.keys())
