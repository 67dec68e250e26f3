"""What the start page says first: how bad it is and how sure, in every kind of audit."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.reports import group_pages, sections
from pagetwin.reports.data_groups import Group, canonical_state

from . import fixture, many
from .fixture_site import NOT_PAGES, PAGES, REDIRECTS
from .folder import changed, chunks, page, report, said

_NO_GROUPS = "DELETE FROM members; DELETE FROM clusters; DELETE FROM pairs;"
_ONE_GROUP = "DELETE FROM members WHERE cluster > 1; DELETE FROM clusters WHERE id > 1;"
_NOTHING_SEEN = (
    _NO_GROUPS + "DELETE FROM analysed; UPDATE versions SET outcome = 'challenge', status = 403;"
    "UPDATE results SET value = 'false' WHERE name = 'complete';"
)
_CUT_SHORT = (
    "UPDATE crawls SET finished = NULL, declared = 250;"
    "UPDATE frontier SET state = 'new' WHERE address IN (SELECT id FROM addresses WHERE url LIKE '%gone%');"
)


_ALL_READ = "UPDATE sources SET note = '';"


def start(tmp_path: Path, *statements: str, **settings: Any) -> Any:
    audit = changed(fixture.build, tmp_path / "audit.sqlite", _ALL_READ, *statements)
    return page(report(audit, tmp_path / "report", **settings), "index.html")


def seen(tree: Any) -> str:
    return said(tree.find_class("seen-state")[0])


def test_many_groups(tmp_path: Path) -> None:
    tree = start(tmp_path)
    assert said(tree.get_element_by_id("verdict")) == "7 of 13 pages nearly repeat another page"
    assert seen(tree) == "Complete"
    text = said(tree.find_class("hero")[0])
    assert "They form 2 groups; the largest has 5 pages." in text
    assert "In 2 groups every page names itself canonical" in text
    assert "1 more group is settled" in text
    assert "no verdict of Google or Yandex; neither publishes a threshold" in text
    assert "Jaccard 0.50 and containment 0.80 over shingles of 10 words" in text
    assert (
        said(tree.get_element_by_id("recall"))
        == "All pairs were counted exactly; one LSH pass alone would have found 97.7% of them."
    )
    funnel = {said(node[0]): said(node[1]) for node in tree.find_class("funnel")[0]}
    assert funnel == {
        "Listed by the source": "25", "Fetched": "23", "Texts compared": "13", "In an open group": "7",
    }  # fmt: skip


def test_no_group(tmp_path: Path) -> None:
    tree = start(tmp_path, _NO_GROUPS)
    assert said(tree.get_element_by_id("verdict")) == "No page repeats another"
    assert not tree.xpath("//section[@id='groups']")
    assert len(tree.find_class("fig")) == 3  # the histograms stay
    assert not (tmp_path / "report" / "groups.html").exists()
    assert not tree.xpath("//a[@href='groups.html']")


def test_one_group(tmp_path: Path) -> None:
    tree = start(tmp_path, _ONE_GROUP)
    assert said(tree.get_element_by_id("verdict")) == "5 of 13 pages nearly repeat another page"
    assert "They form one group." in said(tree.find_class("hero")[0])


def test_only_settled_groups(tmp_path: Path) -> None:
    tree = start(tmp_path, "UPDATE clusters SET resolved = 1;")
    assert said(tree.get_element_by_id("verdict")) == "Where pages repeat each other, all is settled"
    assert "There are 3 groups: a redirect, a canonical or noindex" in said(tree.find_class("hero")[0])
    assert said(tree.get_element_by_id("h-groups")) == "Settled groups"


def test_a_crawl_cut_short_never_looks_whole(tmp_path: Path) -> None:
    tree = start(tmp_path, _CUT_SHORT)
    assert seen(tree) == "In part"
    assert said(tree.get_element_by_id("verdict")) == "7 of 13 pages that were seen nearly repeat another page"
    note = said(tree.get_element_by_id("incomplete"))
    answered = len(PAGES) + len(REDIRECTS) + len(NOT_PAGES) - 3  # a time-out, robots.txt and a challenge tell nothing
    assert f"Only {answered / 250:.0%} of the addresses that the source names gave an answer" in note
    assert "so what is said here may well be too little" in note
    assert "2 addresses are still waiting" in note
    assert not tree.find_class("seen")[0].find_class("ok")
    first = tree.xpath("//section[@id='left']//tbody/tr")[0]
    assert said(first.xpath("td")[0]) == "not asked yet"


def test_a_crawl_cut_short_without_groups_does_not_praise(tmp_path: Path) -> None:
    tree = start(tmp_path, _CUT_SHORT, _NO_GROUPS)
    assert said(tree.get_element_by_id("verdict")) == "No page of those that were seen repeats another"


@pytest.mark.parametrize(
    ("language", "note", "state"),
    [
        ("en", "2 of 3 sitemaps could not be read, so the pages that they name were not seen.", "In part"),
        ("ru", "2 из 3 карт сайта прочитать не удалось, поэтому названных в них страниц никто не видел.", "Частично"),
    ],
)
def test_a_run_that_lost_sitemaps_never_looks_green(tmp_path: Path, language: str, note: str, state: str) -> None:
    lost = "UPDATE sources SET entries = 0, note = 'HTTP status 500' WHERE url LIKE '%sitemap-%';"
    tree = start(tmp_path, _NO_GROUPS, lost, language=language)
    assert said(tree.get_element_by_id("unread")).startswith(note)
    assert seen(tree) == state
    assert not tree.find_class("seen")[0].find_class("ok")
    assert not tree.xpath("//*[@id='incomplete']")
    if language == "en":
        assert said(tree.get_element_by_id("verdict")) == "No page of those that were seen repeats another"


@pytest.mark.parametrize(("language", "words"), [("en", "was not obeyed"), ("ru", "не соблюдался")])
def test_a_crawl_that_ignored_robots_txt_says_so(tmp_path: Path, language: str, words: str) -> None:
    ignored = """UPDATE crawls SET settings = '{"obey_robots":false}'"""
    tree = start(tmp_path, ignored, language=language)
    assert f"robots.txt {words}" in said(tree.find_class("seen")[0])


def test_a_crawl_that_obeyed_robots_txt_says_nothing_of_it(tmp_path: Path) -> None:
    assert not start(tmp_path).xpath("//*[@id='robots']")


def test_a_site_that_was_not_seen_is_not_judged(tmp_path: Path) -> None:
    tree = start(tmp_path, _NOTHING_SEEN)
    assert said(tree.get_element_by_id("verdict")) == "The site could not be seen"
    assert seen(tree) == "Not seen"
    assert not tree.find_class("strip")
    assert not tree.find_class("fig")
    assert "blocked" in said(tree.get_element_by_id("left"))


def test_results_of_no_comparison_at_all(tmp_path: Path) -> None:
    """A crawl whose analysis never ran: nothing is claimed, nothing breaks."""
    tree = start(tmp_path, _NOTHING_SEEN, "DELETE FROM results; UPDATE crawls SET declared = NULL;")
    assert seen(tree) == "Not seen"
    assert "not known" in said(tree.find_class("funnel")[0])


def test_only_exact_copies(tmp_path: Path) -> None:
    tree = start(tmp_path, "UPDATE clusters SET kind = 'exact';")
    assert said(tree.get_element_by_id("verdict")) == "7 of 13 pages say the same as another, word for word"


def test_recall_from_a_sample_shows_its_interval(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3, 2], 10)
    tree = page(report(tmp_path / "audit.sqlite", tmp_path / "report"), "index.html")
    words = said(tree.get_element_by_id("recall"))
    assert words.startswith("About 99.9% of all pairs were found")  # 0.9996 is not 100 %
    assert "(interval of 95%: 99.7% to 99.9%)" in words


def test_ten_thousand_groups(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [40, 30, *[3] * 98, *[2] * 9_900], 20_000, words=20)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", group_pages=50, pair_pages_per_group=0)
    tree = page(folder, "index.html")
    assert said(tree.get_element_by_id("verdict")) == "45% of the pages nearly repeat another page"
    assert len(tree.xpath("//details[@id='groups']//tbody/tr")) == 12
    assert "9,950 more groups are too much for this report" in said(tree.get_element_by_id("groups"))
    tiles = tree.xpath("//div[@data-map]/svg[@class='wide']//rect[@data-g]")
    assert 2 <= len(tiles) <= 900
    assert tree.xpath("//div[@data-map]/svg[@class='wide']//rect[contains(@class, 'm-mosaic')]")
    assert max(path.stat().st_size for path in folder.rglob("*.*")) < 2_000_000


def test_a_long_list_of_groups_begins_in_the_page_and_goes_on_in_chunks(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3] * 60, words=20)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_pages_per_group=0)
    listed = [a.get("href") for a in page(folder, "groups.html").xpath("//table//td[1]/a")]
    assert len(listed) == 50
    assert {path.name for path in folder.glob("groups*.html")} == {"groups.html"}
    settled_last = sorted(range(1, 61), key=lambda n: (n % 10 == 0, n % 10, f"{n}-0/"))  # then by address
    assert [row[1] for row in chunks(folder, "groups")] == settled_last
    assert listed == [f"groups/{row[1]}.html" for row in chunks(folder, "groups")[:50]]


@given(st.lists(st.integers(2, 40), max_size=200), st.integers(0, 5_000), st.integers(1, 30))
def test_pair_pages_keep_to_the_time_of_the_report(sizes: list[int], single: int, most: int) -> None:
    """As many as fit and no more, by trying every number."""
    groups = [_group(n, size) for n, size in enumerate(sizes, 1)]
    compared = sum(sizes) + single
    allowed = max(500, compared // 8 + len(sizes) // 3)
    fits = [n for n in range(1, most + 1) if sum(min(size - 1, n) for size in sizes) <= allowed]
    assert group_pages.pairs_per_group(groups, compared, most) == max(fits, default=1)


_SELF, _NONE = object(), None


@pytest.mark.parametrize(
    ("names", "state"),
    [
        ((1, 1, 1), "agreed"),
        ((_NONE, 1, 1), "agreed"),  # the page that the others name need not name itself
        ((_SELF, _SELF, _SELF), "self"),
        ((_NONE, _NONE), "none"),
        ((1, _NONE, 1), "mixed"),  # one of the others is silent
        ((2, 1, 1), "mixed"),
        ((1, 2), "self"),
        (("https://elsewhere.example/", "https://elsewhere.example/"), "agreed"),
        ((_SELF, _SELF, 1), "mixed"),
    ],
)
def test_what_the_canonicals_of_a_group_say_together(names: tuple[Any, ...], state: str) -> None:
    members = [(n, n if name is _SELF else name) for n, name in enumerate(names, 1)]
    assert canonical_state(members) == state


_PATHS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=4)


@given(st.lists(st.tuples(_PATHS, st.integers(0, 3), st.floats(0, 1), st.floats(0, 1)), max_size=60))
def test_sections_and_parts_of_the_map_hold_every_page_once(rows: list[tuple[list[str], int, float, float]]) -> None:
    lines = [(f"https://example.com/{'/'.join(path)}", group, unique, jaccard) for path, group, unique, jaccard in rows]
    sizes = {number: sum(group == number for _, group, _, _ in lines) for number in (1, 2, 3)}
    groups = [_group(number, size) for number, size in sizes.items() if size]
    parts = sections.sections(lines, groups)
    assert sum(part.pages for part in parts) == len(lines)
    assert sum(part.grouped for part in parts) == sum(sizes.values())
    assert all(sum(part.closest) == part.pages for part in parts)
    assert len({part.name for part in parts}) == len(parts)
    shown = sections.areas(lines, groups)
    assert sorted(group.id for *_, here in shown for group in here) == [group.id for group in groups]
    assert sum(pages for _, pages, _, _ in shown) == len(lines)
    assert all(pages == single + sum(group.compared for group in here) for _, pages, single, here in shown)


def _group(number: int, size: int) -> Group:
    return Group(
        number, "near", size, 0.5, 0.6, False, False, keeper=1, keeper_url="https://example.com/", representative=1,
        open=size, compared=size, copies=0, foldable=size - 1, state="self",
    )  # fmt: skip


def test_a_site_whose_groups_reach_across_sections_is_one_part_of_the_map() -> None:
    lines = [(f"https://example.com/{language}/{n}", n, 1.0, 0.9) for language in ("en", "ru") for n in range(1, 5)]
    assert [part[0] for part in sections.areas(lines, [_group(n, 2) for n in range(1, 5)])] == ["/"]
    lines = [(f"https://example.com/{'en' if n < 3 else 'ru'}/{n}{x}", n, 1.0, 0.9) for n in range(1, 5) for x in "ab"]
    assert [part[0] for part in sections.areas(lines, [_group(n, 2) for n in range(1, 5)])] == ["/en/", "/ru/"]


def test_sections_look_behind_a_folder_that_holds_nearly_all() -> None:
    lines = [(f"https://example.com/shop/{name}/{n}", 0, 1.0, 0.0) for name in ("red", "blue") for n in range(20)]
    lines += [("https://example.com/", 0, 1.0, 0.0)]
    assert [part.name for part in sections.sections(lines, [])] == ["/shop/blue/", "/shop/red/", ""]


def test_threshold_counts_come_from_the_bins_when_not_all_pairs_are_stored(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [3, 2], 10)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    with sqlite3.connect(tmp_path / "audit.sqlite") as connection:
        (text,) = connection.execute("SELECT value FROM results WHERE name = 'histograms'").fetchone()
    connection.close()
    expected = sum(json.loads(text)["jaccard"][25:])
    labels = [node.get("aria-label") for node in page(folder, "index.html").find_class("ch")]
    assert f"{expected:,} pairs at or above the threshold" in labels
