from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical.selection import TERMS, TIERS, Facts, select
from pagetwin.config import SelectionSettings

SETTINGS = SelectionSettings()
FACTS = st.builds(
    Facts, st.floats(0, 1), st.integers(0, 10**6), st.integers(0, 10**6), st.none() | st.integers(0, 10**9),
    st.none() | st.integers(0, 50), st.booleans(),
)  # fmt: skip
WEIGHTS = st.fixed_dictionaries({f"{name}_weight": st.floats(0, 100) for name in TERMS}).map(
    lambda weights: replace(SETTINGS, **{**weights, "status_weight": 1 + weights["status_weight"]})
)


def test_a_score_by_hand() -> None:
    """Half of the text its own, half of the words that are enough, one link of three that are, no clicks known."""
    settings = replace(SETTINGS, enough_words=200, enough_inlinks=3, far=4)
    found = select(Facts(0.5, 100, 1, None, 1, True), settings)
    terms = {"unique_share": 0.5, "words": 0.5, "inlinks": math.log(2) / math.log(4), "clicks": None, "depth": 0.75}
    assert {name: getattr(found.terms, name) for name in terms} == pytest.approx(terms)
    assert found.terms.status == 1
    assert found.score == pytest.approx((3 * 0.5 + 2 * 0.5 + 2 * 0.5 + 1 * 0.75 + 2 * 1) / 10)
    assert found.tier == "strong"


@given(FACTS, WEIGHTS)
def test_score_and_terms_stay_between_0_and_1_and_tiers_follow_the_cuts(facts: Facts, settings) -> None:
    found = select(facts, settings)
    known = [value for name in TERMS if (value := getattr(found.terms, name)) is not None]
    assert all(0 <= value <= 1 for value in known)
    assert min(known) - 1e-9 <= found.score <= max(known) + 1e-9
    assert found.tier == TIERS[(found.score < settings.strong) + (found.score < settings.fair)]
    assert (found.terms.clicks is None, found.terms.depth is None) == (facts.clicks is None, facts.depth is None)


@given(FACTS, st.sampled_from(("unique_share", "words", "inlinks", "clicks", "open")))
def test_more_of_anything_never_lowers_a_score(facts: Facts, name: str) -> None:
    more = {"unique_share": 1.0, "words": facts.words * 2 + 1, "inlinks": facts.inlinks + 1,
            "clicks": (facts.clicks or 0) + 1, "open": True}  # fmt: skip
    before = replace(facts, clicks=facts.clicks or 0)
    assert select(replace(before, **{name: more[name]}), SETTINGS).score >= select(before, SETTINGS).score - 1e-12


@pytest.mark.parametrize("name", TERMS)
def test_the_weight_of_one_term_alone_makes_it_the_score(name: str) -> None:
    weights = {f"{term}_weight": float(term == name) for term in TERMS}
    found = select(Facts(0.3, 60, 2, 4, 3, False), replace(SETTINGS, **weights))
    assert found.score == pytest.approx(getattr(found.terms, name))
