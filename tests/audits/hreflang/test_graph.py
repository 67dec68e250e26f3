"""The graph holds what was written, and its verdicts on pairs are those that a walk over plain sets gives."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.audits.hreflang import SOURCES, STATES, build, verdicts
from pagetwin.audits.rule import Facts
from pagetwin.model import Annotation
from support.hreflang import E, P, address, facts


def states(found: Facts) -> dict[tuple[str, str], str]:
    """The verdict on each pair of a page and what it lists."""
    table = verdicts(found.hreflang, found)
    return {
        (address(found, page), address(found, target)): STATES[state]
        for page, target, state in zip(table.page.tolist(), table.target.tolist(), table.state.tolist(), strict=True)
    }


def test_edges_say_what_was_written() -> None:
    said = [
        Annotation(1, "head", "DE", "/de#top", "https://e.com/de#top", 7),
        Annotation(0, "sitemap", "en", "https://f.com/b", "https://f.com/b", attrs="rel"),
        Annotation(0, "head", "fr", "https://f.com/a", "https://f.com/a"),
        Annotation(0, "body", "en", "mailto:a", ""),
        Annotation(1, "header", "en", "HTTPS://F.com/a", "https://f.com/a"),
    ]
    graph = build(said, {"https://e.com/de": 0, "https://e.com/en": 1}, 2)
    assert len(graph) == 5
    assert graph.page.tolist() == [0, 0, 0, 1, 1]
    assert graph.unseen == ("https://f.com/a", "https://f.com/b")
    assert graph.target.tolist() == [3, 2, -1, 0, 2]
    assert [graph.written[code] for code in graph.code] == ["en", "fr", "en", "DE", "en"]
    assert [SOURCES[n] for n in graph.source] == ["sitemap", "head", "body", "head", "header"]
    assert [graph.hrefs[n] for n in graph.raw] == ["", "", "mailto:a", "/de#top", "HTTPS://F.com/a"]
    assert [graph.notes[n] for n in graph.attrs] == ["rel", "", "", "", ""]
    assert graph.line.tolist() == [0, 0, 0, 7, 0]
    assert graph.effective.tolist() == [True, True, False, True, True]


def test_a_graph_of_nothing_is_empty() -> None:
    found = facts(P("/a"))
    assert len(found.hreflang.entries.page) == len(found.edges.page) == len(verdicts(found.hreflang, found).page) == 0


def test_one_set_out_of_three_sources_with_each_entry_once() -> None:
    graph = facts(
        P(
            "/a",
            head={"de": "/b", "DE": "/b", "en": "/a"},
            header={"de": "/b#x"},
            sitemap={"fr": "/c"},
            body={"x": "/d"},
        )
    ).hreflang
    entries = graph.entries
    names = [(graph.codes.names[code], int(bits)) for code, bits in zip(entries.code, entries.sources, strict=True)]
    assert names == [("en", 1), ("de", 0b101), ("fr", 0b1000)]


def test_pairs_are_judged_one_by_one() -> None:
    """Google processes the pages that point to each other, so a page that omits another spoils no third."""
    a, b, c = {"en": "/a", "de": "/b", "fr": "/c"}, {"en": "/a", "de": "/b"}, {"fr": "/c"}
    found = states(facts(P("/a", a), P("/b", b), P("/c", c)))
    assert found == {
        ("/a", "/a"): "self", ("/b", "/b"): "self", ("/c", "/c"): "self",
        ("/a", "/b"): "confirmed", ("/b", "/a"): "confirmed", ("/a", "/c"): "return-missing",
    }  # fmt: skip


BOTH = {"en": "/a", "de": "/b"}
STATE = [
    ("confirmed", [P("/b", BOTH)]),
    ("confirmed", [P("/b", header=BOTH)]),
    ("confirmed", [P("/b", sitemap={"en": "/a#top"})]),
    ("return-missing", [P("/b", {"de": "/b"})]),
    ("return-missing", [P("/b", body=BOTH)]),
    ("return-missing", [P("/b")]),
    ("return-alias", [P("/b", {"en": "/a/"}), P("/a/", to="/a", status=301)]),
    ("return-alias", [P("/b", {"en": "/a?x=1"}), P("/a?x=1", canonical="/a")]),
    ("return-alias", [P("/b", {"en": "http://www.e.com/A/"})]),
    ("target-4xx", [P("/b", status=404)]),
    ("target-5xx", [P("/b", status=503)]),
    ("target-redirect", [P("/b", status=301, to="/c"), P("/c", {"en": "/a"})]),
    ("target-redirect", [P("/b", outcome="stub", to="/c", delay=0), P("/c")]),
    ("target-noindex", [P("/b", BOTH, noindex="yandex")]),
    ("target-noncanonical", [P("/b", BOTH, canonical="/c")]),
    ("target-noncanonical", [P("/b", BOTH, canonical="https://f.com/unseen")]),
    ("confirmed", [P("/b", BOTH, canonical="/c"), P("/c", mobile=E + "/b")]),
    ("target-blocked", [P("/b", sitemap=BOTH, status=None, outcome="blocked_by_robots")]),
    ("target-not-html", [P("/b", outcome="not_html")]),
    ("return-missing", [P("/b", header={"de": "/b"}, outcome="not_html")]),
    ("confirmed", [P("/b", header=BOTH, outcome="not_html")]),
    ("unknown", []),
    ("unknown", [P("/b", status=None, outcome="timeout")]),
    ("unknown", [P("/b", status=429)]),
    ("unknown", [P("/b", outcome="challenge", status=403)]),
    ("unknown", [P("/b", outcome="shell")]),
    ("confirmed", [P("/b", sitemap=BOTH, status=None, outcome="timeout")]),
]


@pytest.mark.parametrize(("state", "others"), STATE)
def test_state_of_a_pair(state: str, others: list[P]) -> None:
    assert states(facts(P("/a", BOTH), *others))["/a", "/b"] == state


def test_what_does_not_answer_needs_no_link_back() -> None:
    found = facts(P("/a", sitemap=BOTH, status=404), P("/b", {"de": "/b"}))
    assert states(found)["/a", "/b"] == "unknown"


def test_a_copy_whose_canonical_is_listed_back_is_no_missing_return() -> None:
    found = facts(P("/a", BOTH), P("/a?utm=1", BOTH, canonical="/a"), P("/b", BOTH))
    assert states(found)["/a?utm=1", "/b"] == "return-alias"
    assert states(found)["/a", "/b"] == "confirmed"


PAGES = 6
said = st.tuples(
    st.integers(0, PAGES - 1),
    st.sampled_from(SOURCES),
    st.sampled_from(["en", "EN", "de", "fr-FR", "x-default"]),
    st.integers(0, PAGES + 1),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(said, max_size=30), st.randoms(use_true_random=False))
def test_confirmed_is_what_plain_sets_say(edges: list[tuple[int, str, str, int]], chance: random.Random) -> None:
    urls = [f"{E}/{n}" for n in range(PAGES + 2)]
    found = [Annotation(page, source, code, urls[target], urls[target]) for page, source, code, target in edges]  # type: ignore[arg-type]
    id_of = {url: n for n, url in enumerate(urls[:PAGES])}
    pages = facts(*(P(url) for url in urls[:PAGES])).pages
    graph = build(found, id_of, PAGES)
    shuffled = build(chance.sample(found, len(found)), id_of, PAGES)
    for column in ("page", "target", "code", "sources"):
        assert np.array_equal(getattr(graph.entries, column), getattr(shuffled.entries, column))
    listed: dict[int, set[int]] = {n: set() for n in range(PAGES)}
    for page, source, _, target in edges:
        if source != "body":
            listed[page].add(target)
    expected = {}
    for page, target in ((page, target) for page, targets in listed.items() for target in targets):
        kind = "unknown" if target >= PAGES else "confirmed" if page in listed[target] else "return-missing"
        expected[f"/{page}", f"/{target}"] = "self" if page == target else kind
    assert states(Facts(pages, hreflang=graph)) == expected
