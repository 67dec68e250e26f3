"""summary.json: every address is counted once, groups and findings as the audit file holds them."""

import json
import sqlite3
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.errors import UsageError
from pagetwin.model import OUTCOMES
from pagetwin.reports import summary

from .fixture import VERSION, build


@pytest.fixture
def audit(tmp_path):
    build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    yield connection
    connection.close()


def test_the_summary_has_the_keys_of_the_contract_and_the_numbers_of_the_file(audit):
    facts = summary.build(audit)
    assert list(facts) == [
        "pages", "similarity", "clusters", "pairs", "pairs_complete", "findings", "seconds", "peak_rss_mb", "complete",
        "sources", "robots_obeyed", "discovery", "conflicts", "leak",
    ]  # fmt: skip
    # 13 pages, 1 redirect, 11 addresses that are no pages, 3 left out; a timeout and a closed door gave no status.
    assert facts["pages"] == {
        "declared": 28,
        "fetched": 23,
        "analysed": 13,
        "skipped": {
            "excluded": 2, "http_error": 2, "blocked_by_robots": 1, "challenge": 1, "empty": 1, "foreign_host": 1,
            "not_html": 1, "redirect": 1, "shell": 1, "soft_404": 1, "stub": 1, "timeout": 1, "too_large": 1,
        },
    }  # fmt: skip
    exact = {"method": "exact", "value": 1.0, "low": 1.0, "high": 1.0}
    assert facts["similarity"] == {
        "shingle": 10, "jaccard": 0.5, "containment": 0.8, "candidates": "auto",
        "recall": {"jaccard": exact | {"lsh_alone": 0.9767}, "containment": exact | {"lsh_alone": None}},
        "pairs_left_out": 0,
    }  # fmt: skip
    # Five cities, a page inside a guide; the prices are resolved and their three members not counted.
    assert facts["clusters"] == {"exact": 0, "near": 1, "contained": 1, "resolved": 1, "pages_in_clusters": 7}
    assert (facts["pairs"], facts["pairs_complete"], facts["peak_rss_mb"], facts["complete"]) == (12, True, 120, True)
    assert facts["sources"] == {"read": 2, "failed": 1}
    assert facts["conflicts"] == {"a_code_of_tomorrow": 1, "mixed_canonicals": 1}
    assert facts["findings"] == {"canonical-to-redirect": 1, "noindex-in-sitemap": 1}
    assert list(facts["seconds"].items()) == [
        ("crawl", 0.0), ("text", 1.5), ("compare", 3.0), ("canonical", 4.5), ("audit", 6.0), ("report", 7.5),
    ]  # fmt: skip


def test_an_earlier_crawl_and_its_stages_are_not_counted(audit):
    before = summary.build(audit)
    audit.execute("UPDATE crawls SET id = 2")
    for table in ("frontier", "versions", "stages", "sources"):
        audit.execute(f"UPDATE {table} SET crawl = 2")
    audit.execute("INSERT INTO crawls SELECT 1, source, site, started, NULL, NULL, 0, NULL, '{}', '[]' FROM crawls")
    audit.execute("INSERT INTO stages VALUES (1, 'crawl', '', 99, '')")
    audit.execute(
        "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
        " SELECT 1, address, origin, depth, lastmod, 'new', '' FROM frontier"
    )
    assert summary.build(audit) == before


@pytest.mark.parametrize(
    ("settings", "obeyed"), [("{}", True), ('{"obey_robots":true}', True), ('{"obey_robots":false}', False)]
)
def test_whether_robots_txt_was_obeyed_is_told(audit, settings, obeyed):
    audit.execute("UPDATE crawls SET settings = ?", (settings,))
    assert summary.build(audit)["robots_obeyed"] is obeyed


def test_a_file_in_which_nothing_was_compared_yet_says_so(audit):
    for table in ("results", "pairs", "members", "clusters", "findings", "analysed"):
        audit.execute(f"DELETE FROM {table}")
    facts = summary.build(audit)
    assert facts["pages"]["analysed"] == 0
    assert facts["pages"]["skipped"]["no_text"] == 13
    assert facts["similarity"]["jaccard"] is None
    assert facts["peak_rss_mb"] is None
    assert (facts["pairs"], facts["pairs_complete"], facts["complete"]) == (0, False, False)


def test_the_count_of_pairs_is_the_exact_one_also_where_the_table_holds_fewer(audit):
    audit.execute("UPDATE results SET value = '5000000' WHERE name = 'pair_count'")
    audit.execute("UPDATE results SET value = 'false' WHERE name = 'pairs_complete'")
    facts = summary.build(audit)
    assert (facts["pairs"], facts["pairs_complete"]) == (5_000_000, False)


def test_a_site_of_timeouts_is_not_complete_whatever_the_file_says(audit):
    audit.execute("UPDATE versions SET outcome = 'timeout', status = NULL WHERE outcome IN ('http_error', 'empty')")
    # 28 declared, 3 out of scope, 3 + 3 without an answer: 19 of 25.
    assert summary.counts(audit).answered == 19
    assert summary.build(audit)["complete"] is False


def test_the_run_may_call_itself_incomplete(audit):
    audit.execute("UPDATE results SET value = 'false' WHERE name = 'complete'")
    assert summary.build(audit)["complete"] is False


@pytest.mark.parametrize(
    ("declared", "answered", "analysed", "complete"),
    [
        (10, 8, 1, True),
        (10, 7, 7, False),
        (10, 10, 0, False),
        (0, 0, 0, False),
        (5602, 5602, 5000, True),
        (1, 1, 1, True),
    ],
)
def test_seen_wants_four_of_five_answers_and_one_page(declared, answered, analysed, complete):
    assert summary.seen(declared, answered, analysed) is complete


_VERSION = f"INSERT INTO {VERSION} SELECT NULL, 1, ?, '', ?, ?, '', NULL, 0, 0, '', '', '', '', '', '', '', '', 0, '[]', '[]', '[]', NULL, NULL, 0, 0"  # noqa: E501
_ADDRESS = st.one_of(
    st.tuples(st.just("new"), st.just(""), st.none(), st.booleans()),
    st.tuples(
        st.just("skipped"),
        st.sampled_from(
            ["foreign_host", "excluded", "over_limit", "too_long", "too_many_redirects", "trap", "nofollow"]
        ),
        st.none(),
        st.booleans(),  # compared in an analysis of an earlier crawl
    ),
    st.tuples(
        st.sampled_from(["done", "failed"]), st.sampled_from(["", "target"]), st.sampled_from(OUTCOMES), st.booleans()
    ),
    st.tuples(st.just("failed"), st.just(""), st.none(), st.just(False)),
)
_SCHEMA = files("pagetwin").joinpath("schema.sql").read_text("utf-8")


@given(st.lists(st.tuples(st.sampled_from(["sitemap", "start", "redirect", "link", "known"]), _ADDRESS), max_size=30))
def test_every_address_is_counted_once(addresses):
    connection = _empty()
    connection.execute("INSERT INTO crawls VALUES (1, '', '', '', NULL, NULL, NULL, NULL, '{}', '[]')")
    for n, (origin, (state, reason, outcome, compared)) in enumerate(addresses, 1):
        connection.execute("INSERT INTO addresses VALUES (?, ?, '')", (n, str(n)))
        connection.execute(
            "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
            " VALUES (1, ?, ?, 0, '', ?, ?)",
            (n, origin, state, reason),
        )
        if outcome:
            connection.execute(_VERSION, (n, 200, outcome))
        if compared:
            connection.execute(
                "INSERT INTO analysed VALUES (?, '', NULL, '', 0, 'main', '', 0, 0, NULL, 0, 0, 0, 0)", (n,)
            )
    pages = summary.build(connection)["pages"]
    found = sum(origin in ("redirect", "link", "known") or reason == "target" for origin, (_, reason, *_) in addresses)
    waiting = sum(state == "new" for _, (state, *_) in addresses)
    assert pages["declared"] + found == pages["analysed"] + sum(pages["skipped"].values()) + waiting
    assert pages.get("waiting", 0) == waiting
    assert pages["analysed"] == sum(bool(outcome and compared) for _, (_, _, outcome, compared) in addresses)
    connection.close()


def _empty():
    connection = sqlite3.connect(":memory:")
    connection.executescript(_SCHEMA)
    return connection


def test_largest_are_open_groups_by_size_with_their_keepers(audit):
    assert [(url, size, kind, round(lowest, 2)) for url, size, kind, lowest in summary.largest(audit)] == [
        ("https://example.com/dostavka/moskva/", 5, "near", 0.63),
        ("https://example.com/guide/glass/", 2, "contained", 0.29),
    ]
    assert len(summary.largest(audit, 1)) == 1


def test_the_file_is_json_in_readable_utf8(tmp_path):
    path = tmp_path / "new" / "summary.json"
    summary.write({"findings": {"правило": 1}, "complete": True}, path)
    text = path.read_text("utf-8")
    assert "правило" in text
    assert text.endswith("}\n")
    assert json.loads(text) == {"findings": {"правило": 1}, "complete": True}


def test_a_failed_write_leaves_the_old_file_and_no_scraps(tmp_path):
    path = tmp_path / "summary.json"
    summary.write({"complete": True}, path)
    with pytest.raises(TypeError):
        summary.write({"pages": 1, "complete": object()}, path)
    assert json.loads(path.read_text("utf-8")) == {"complete": True}
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_a_file_is_one_clear_line(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match=r"summary\.json cannot be written") as caught:
        summary.write({}, tmp_path / "out" / "summary.json")
    assert "\n" not in str(caught.value)
