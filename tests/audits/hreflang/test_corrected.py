"""What is proposed instead of the annotations that were found: the rules find no fault with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pagetwin import audits
from pagetwin.audits.hreflang.corrected import corrected, meant
from pagetwin.audits.rule import Facts
from support.hreflang import E, P, facts

Found = dict[str, dict[str, str]]


def fixed(*site: P) -> Found:
    """The corrected sets by path: code -> path."""
    found = facts(*site)
    return {
        found.pages[page].url.removeprefix(E): {code: address.removeprefix(E) for code, address in entries}
        for page, entries in corrected(found).items()
    }


CODES = {"en-UK": "en-GB", "en_US": "en-US", "eng": "en", "x_default": "x-default", "de": "de", "zz": "", "en-EU": "en"}


@pytest.mark.parametrize("code", CODES)
def test_codes_as_they_were_meant(code: str) -> None:
    assert meant(code) == CODES[code]


def test_what_is_wrong_is_mended_and_what_is_gone_is_left_out() -> None:
    whole = {"en-GB": "/en", "de": "/de", "fr": "/fr", "x-default": "/en"}
    found = fixed(
        P(
            "/en",
            head={"en-UK": "/en", "de": "/old-de", "fr": "/fr?x", "es": "/gone", "it": "/hidden", "x-default": "/en"},
        ),
        P("/de", head={"de": "/de", "en_GB": "/en", "x-default": "/en"}),
        P("/old-de", status=301, to="/de"),
        P("/fr", head={"en-GB": "/en", "de": "/de"}, lang="fr"),
        P("/fr?x", canonical="/fr"),
        P("/gone", status=404),
        P("/hidden", noindex="robots"),
    )
    assert found == {"/en": whole, "/de": whole, "/fr": whole}


def test_a_link_back_is_added_where_one_cluster_alone_asks_for_it() -> None:
    pair = {"en": "/en", "de": "/de"}
    found = fixed(P("/en", head={**pair, "fr": "/fr"}), P("/de", head=pair), P("/fr", lang="fr"))
    assert found == {path: {**pair, "fr": "/fr"} for path in ("/en", "/de", "/fr")}


def test_a_page_that_everybody_lists_gets_no_link_back() -> None:
    site = [P("/home", head={"es": "/home"})]
    for n in range(3):
        said = {"en": f"/en{n}", "de": f"/de{n}", "es": "/home"}
        site += [P(f"/en{n}", head=said), P(f"/de{n}", head=said)]
    found = fixed(*site)
    assert found == {f"/{c}{n}": {"en": f"/en{n}", "de": f"/de{n}"} for n in range(3) for c in ("en", "de")}


def test_an_address_that_was_not_seen_is_kept() -> None:
    said = {"en": "/en", "de": "https://f.de/"}
    assert fixed(P("/en", head=said)) == {"/en": said}


def test_two_pages_of_one_code_are_left_to_the_owner() -> None:
    assert fixed(P("/a", head={"en": "/a", "de": "/c"}), P("/b", head={"en": "/b", "de": "/c"}),
                 P("/c", head=(("de", "/c"), ("en", "/a"), ("en", "/b")))) == {}  # fmt: skip


# A page that is cut off, and whose language nothing tells, keeps what it has: these are the kinds that are mended.
MENDED = frozenset(
    f"hreflang-{name}" for name in (
        "bad-syntax", "underscore", "region-reserved", "region-unknown", "lang-unknown", "lang-three-letter",
        "bad-x-default", "self-missing", "self-conflict", "duplicate-code", "duplicate-entry", "url-many-langs",
        "xdefault-multiple", "return-missing", "orphan-member", "return-lang-inconsistent", "incoming-conflict",
        "target-4xx", "target-5xx", "target-redirect", "target-noindex", "target-noncanonical", "return-noindex",
        "self-noncanonical", "canonical-cross-locale", "return-to-alias",
    )
)  # fmt: skip
NAMES = "abcdef"
entries = st.lists(
    st.tuples(st.sampled_from(["en", "en-UK", "en_GB", "de", "fr", "zz", "x-default"]), st.sampled_from(NAMES + "xy")),
    max_size=6,
)
kinds = st.sampled_from(["ok"] * 8 + ["gone", "moved", "noindex", "elsewhere", "elsewhere unseen", "late"])


def page(name: str, said: list[tuple[str, str]], kind: str, lang: str) -> P:
    p = P(f"/{name}", head=tuple((code, f"/{target}") for code, target in said), lang=lang)
    if kind == "gone":
        p.status = 404
    elif kind == "moved" and name != "a":
        p.status, p.to = 301, "/a"
    elif kind == "noindex":
        p.noindex = "robots"
    elif kind.startswith("elsewhere") and name != "b":
        p.canonical = "/x" if kind == "elsewhere unseen" else "/b"
    elif kind == "late":
        p.status, p.outcome = None, "timeout"
    return p


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(entries, kinds, st.sampled_from(["", "", "en", "fr"])), min_size=1, max_size=len(NAMES)))
def test_rules_find_no_fault_with_corrected_sets(drawn: list[tuple[list[tuple[str, str]], str, str]]) -> None:
    site = [page(name, *one) for name, one in zip(NAMES, drawn, strict=False)]
    before = fixed(*site)
    again = [replace(p, head=tuple(before.get(p.url, {}).items())) for p in site]
    after: Facts = facts(*again)
    told = [(f.rule, f.url, f.message, f.values) for f in audits.run(after) if f.severity != "info"]
    assert [each for each in told if each[0] in MENDED] == []
    for path, entries in before.items():
        assert path in entries.values()
        assert all(meant(code) == code for code in entries)
    assert fixed(*again) == before  # nothing more to correct
