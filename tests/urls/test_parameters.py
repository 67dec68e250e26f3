"""The data file of parameter names, and the classes that it gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import parameters


def test_every_name_has_a_known_class_and_a_source_and_stands_once_in_order() -> None:
    names = [entry.name for entry in parameters.table()]
    assert names == sorted(set(names))
    assert all(name == name.lower() and name.count("*") == name.endswith("*") and len(name) > 0 for name in names)
    assert {entry.kind for entry in parameters.table()} == set(parameters.CLASSES) - {"unknown"}
    assert all(entry.source.startswith("https://") for entry in parameters.table())
    assert set(parameters.DROPPED_BY_YANDEX) <= set(names)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("utm_source", "tracking"), ("UTM_Any", "tracking"), ("yclid", "tracking"), ("PHPSESSID", "session"),
        ("ASPSESSIONIDAB", "session"), ("sid", "referral"), ("sort", "sort"), ("filter[price]", "filter"),
        ("filter%5Bprice%5D", "filter"), ("PAGEN_2", "page"), ("print", "print"), ("utm", "unknown"), ("", "unknown"),
        ("pageant", "unknown"), ("xutm_source", "unknown"),
    ],
)  # fmt: skip
def test_kind(name: str, kind: str) -> None:
    assert parameters.kind(name) == kind


@given(st.text(max_size=12))
def test_the_longest_entry_that_fits_is_taken(name: str) -> None:
    """Against a walk over the whole table."""
    for text in (name, f"utm_{name}", f"ga_{name}"):
        lower = parameters.unquote_plus(text).lower()
        fitting = [e for e in parameters.table() if e.name == lower]
        fitting += sorted(
            (e for e in parameters.table() if e.name.endswith("*") and lower.startswith(e.name[:-1])),
            key=lambda e: -len(e.name),
        )
        assert parameters.known(text) == (fitting[0] if fitting else None)


def test_split_keeps_what_is_written() -> None:
    assert list(parameters.split("a=1&&b&c=2=3&%D0%BA=")) == [("a", "1"), ("b", ""), ("c", "2=3"), ("%D0%BA", "")]
