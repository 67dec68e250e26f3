"""lastmod against a grammar written out, and facts that stay small whatever stands in the file."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler.sitemap import Entry
from pagetwin.crawler.sitemap_facts import Gauge, w3c
from pagetwin.crawler.sitemap_form import Form

DIGITS = "0123456789"
YEAR, TWO = st.integers(0, 9999).map(lambda n: f"{n:04}"), st.integers(0, 99).map(lambda n: f"{n:02}")
ZONE = st.one_of(st.just("Z"), st.tuples(st.sampled_from("+-"), TWO, TWO).map(lambda z: f"{z[0]}{z[1]}:{z[2]}"))
SECOND = st.one_of(st.just(""), TWO.map(":{}".format), st.tuples(TWO, TWO).map(lambda s: f":{s[0]}.{s[1]}"))
TIME = st.tuples(TWO, TWO, SECOND, st.one_of(ZONE, st.just(""))).map(lambda t: f"T{t[0]}:{t[1]}{t[2]}{t[3]}")
DATES = st.one_of(
    YEAR,
    st.tuples(YEAR, TWO).map("-".join),
    st.tuples(YEAR, TWO, TWO).map("-".join),
    st.tuples(YEAR, TWO, TWO, TIME).map(lambda d: "-".join(d[:3]) + d[3]),
)
MANGLED = st.tuples(
    DATES, st.integers(0, 40), st.sampled_from(["", " ", "t", "z", "٣", "+", "-", "1", ":00", "\n"])
).map(lambda m: m[0][: m[1]] + m[2] + m[0][m[1] :])


class _Text:
    """Takes the grammar of https://www.w3.org/TR/NOTE-datetime off the front of a text, piece by piece."""

    def __init__(self, text: str) -> None:
        self.rest = text

    def number(self, size: int, low: int, high: int) -> int:
        digits, self.rest = self.rest[:size], self.rest[size:]
        assert len(digits) == size
        assert set(digits) <= set(DIGITS)
        assert low <= int(digits) <= high
        return int(digits)

    def sign(self, signs: str) -> str:
        first, self.rest = self.rest[:1], self.rest[1:]
        assert first
        assert first in signs
        return first

    def begins(self, sign: str) -> bool:
        return self.rest.startswith(sign)


def oracle(text: str) -> float | None:
    """Seconds since year 1 in UTC; None for what the grammar has not."""
    try:
        return _seconds(_Text(text))
    except AssertionError:
        return None


def _seconds(text: _Text) -> float:
    year, month, day = text.number(4, 1, 9999), 1, 1
    seconds = 0
    if text.rest:
        text.sign("-")
        month = text.number(2, 1, 12)
    if text.rest:
        text.sign("-")
        day = text.number(2, 1, calendar.monthrange(year, month)[1])
    if text.rest:
        text.sign("T")
        seconds += 3600 * text.number(2, 0, 23)
        text.sign(":")
        seconds += 60 * text.number(2, 0, 59)
        if text.begins(":"):
            text.sign(":")
            seconds += text.number(2, 0, 59)
            if text.begins("."):
                text.sign(".")
                text.number(1, 0, 9)
                while text.rest and text.rest[0] in DIGITS:
                    text.number(1, 0, 9)
        zone = text.sign("Z+-")
        if zone != "Z":
            hours = text.number(2, 0, 23)
            text.sign(":")
            ahead = 3600 * hours + 60 * text.number(2, 0, 59)
            seconds += ahead if zone == "-" else -ahead
    assert not text.rest
    return (datetime(year, month, day) - datetime(1, 1, 1)) / timedelta(seconds=1) + seconds


@given(st.one_of(DATES, MANGLED, st.text(max_size=30)))
def test_lastmod_is_what_the_grammar_of_the_w3c_says(text: str) -> None:
    when, said = w3c(text), oracle(text)
    assert (when is None) == (said is None)
    if when is not None:
        assert (when - datetime(1, 1, 1, tzinfo=UTC)) / timedelta(seconds=1) == said
        assert isinstance(when > datetime(2026, 11, 20, tzinfo=UTC), bool)


def test_forms_that_pythons_own_parser_takes_or_refuses_wrongly() -> None:
    assert all(w3c(text) for text in ("2024", "2024-05", "2024-05-06T07:08Z", "2024-02-29"))
    assert not any(
        w3c(text) for text in ("20240506", "2024-W05-1", "2024-05-06T07:08", "2023-02-29", "2024-05-06 07:08Z")
    )


def test_the_record_stays_small() -> None:
    gauge = Gauge("sitemap", ["https://e.com/sitemap.xml"], datetime.now(UTC))
    loc = "https://{}.example/" + "б" * 3000
    entries = [Entry(loc.format(n), "x" * 5000) for n in range(500)]
    assert list(gauge.watch(entries)) == entries
    file = gauge.file(Form(), "https://e.com/sitemap.xml", parent="", guessed=False, cut=False)
    assert file.locs == 500
    assert len(str(file)) < 20_000
