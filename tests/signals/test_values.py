"""Numbers and dates as they are written in two languages."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.signals.values import count, dates, moment, number


@pytest.mark.parametrize(
    ("text", "whole", "measured"),
    [
        ("12", 12, 12), ("1,234", 1234, 1.234), ("1 234", 1234, 1234), ("1\u00a0234\u202f567", 1_234_567, 1_234_567),
        ("1,234.5", 1234.5, 1234.5), ("1.234,5", 1234.5, 1234.5), ("3,4", 3.4, 3.4), ("3.4", 3.4, 3.4),
        ("12,5 %", 0.125, 0.125), ("4.17%", 0.0417, 0.0417), ("-2", -2, -2), ("−2", -2, -2),
        ("1,234,567", 1_234_567, 1_234_567), ("1.234.567", 1_234_567, 1_234_567), ("", None, None), ("—", None, None),
        ("1'234", 1234, 1234),
    ],
)  # fmt: skip
def test_numbers(text: str, whole: float | None, measured: float | None) -> None:
    assert number(text) == (None if whole is None else pytest.approx(whole))
    assert number(text, whole=False) == (None if measured is None else pytest.approx(measured))


@pytest.mark.parametrize("text", ["x", "1,2.3,4", "1e5", "12a", "0x10", "9" * 50, "١٢x", "--3", "1..2"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        number(text)


@pytest.mark.parametrize("text", ["-3", "2.5", "99999999999999999999"])
def test_what_cannot_be_counted_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        count(text)


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}", "{:_}"]), st.sampled_from([",", " ", "\u00a0", "."]))
def test_counts_come_back_from_any_way_to_set_thousands_apart(value: int, form: str, mark: str) -> None:
    assert count(form.format(value).replace(",", mark).replace("_", mark)) == value


@given(st.text(max_size=12))
def test_any_cell_is_a_number_nothing_or_refused(text: str) -> None:
    try:
        found = number(text)
    except ValueError:
        return
    assert found is None or found == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-09-03", ["2026-09-03"]),
        ("20260903", ["2026-09-03"]),
        ("01.09.2026-30.09.2026", ["2026-09-01", "2026-09-30"]),
        ("9/1/26 - 9/30/26", ["2026-09-01", "2026-09-30"]),
        ("1/9/2026 – 30/9/2026", ["2026-09-01", "2026-09-30"]),  # the second cannot be a month
        ("Sep 3, 2026", ["2026-09-03"]),
        ("3 сент. 2026 г.", ["2026-09-03"]),
        ("2026-13-45", []),
        ("Last 3 months", []),
    ],
)
def test_dates(text: str, found: list[str]) -> None:
    assert dates(text) == found


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_a_date_comes_back(day: date) -> None:
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%Y%m%d"):
        assert dates(day.strftime(form)) == [day.isoformat()]


def test_moments_sort_as_they_follow() -> None:
    assert moment("2026-08-28T10:00:00.000+03:00") == "2026-08-28T10:00:00"
    assert moment("2026-08-28 10:00") == "2026-08-28T10:00"
    assert moment("28.08.2026") == "2026-08-28"
    assert moment("never") == ""
