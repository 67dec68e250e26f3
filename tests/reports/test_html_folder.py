"""The report folder as files: what stands in it, that all links lead somewhere, that no page text gets out of hand."""

import re
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from pagetwin.canonical.engines import SOURCES as ENGINES
from pagetwin.errors import AuditFileError, UsageError
from pagetwin.reports.terms import SOURCES
from pagetwin.similarity.blocks import site_blocks

from . import fixture, many
from .fixture_site import EMOJI, FORMULA, NOT_PAGES, PAGES, REDIRECTS, RTL, SCRIPT, SHINGLE, SITE, SKIPPED
from .folder import changed, page, report, said

LIMIT = 2_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report")
    fixture.build(place / "audit.sqlite")
    return report(place / "audit.sqlite", place / "report")


def pages(folder: Path) -> Iterator[tuple[Path, Any]]:
    for path in sorted(folder.rglob("*.html")):
        yield path, page(folder, path.relative_to(folder).as_posix())


def test_a_page_for_each_group_and_each_pair_of_texts(folder: Path) -> None:
    names = {path.relative_to(folder).as_posix() for path, _ in pages(folder)}
    assert {name for name in names if not name.startswith("ru/")} == {
        "index.html", "methods.html", "findings.html", "pages.html", "pairs.html", "pair.html", "groups.html",
        "groups/1.html", "groups/2.html", "groups/3.html",
        "pairs/1-2.html", "pairs/1-3.html", "pairs/1-4.html", "pairs/1-5.html", "pairs/2-2.html", "pairs/3-2.html",
    }  # fmt: skip


def test_all_links_lead_to_files_and_places_of_the_folder(folder: Path) -> None:
    seen = 0
    for path, tree in pages(folder):
        for node in tree.iter("a", "link", "script", "img", "use"):
            target = node.get("href") or node.get("src") or ""
            parts = urlsplit(target)
            if parts.scheme in ("http", "https"):
                assert node.tag == "a"
                assert (
                    target.startswith(SITE) or target in (*ENGINES.values(), *SOURCES) or node.get("class") == "source"
                )
                assert "noreferrer" in node.get("rel")
            elif parts.scheme != "data" and target:
                there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                assert there.is_file(), (path, target)
                # There a script reads it.
                if parts.fragment and there.name not in ("pair.html", "findings.html", "pages.html"):
                    assert page(there.parent, there.name).get_element_by_id(parts.fragment) is not None
                seen += 1
    assert seen > 100


def test_every_page_forbids_the_network_and_inline_scripts(folder: Path) -> None:
    for path, tree in pages(folder):
        (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";")}
        assert rules["default-src"] == ["'none'"]
        assert rules["script-src"] == ["'self'"], path
        assert rules["style-src"] == ["'self'", "'unsafe-inline'"]
        for script in tree.iter("script"):
            assert script.get("src") or script.get("type") == "application/json"
        assert not tree.xpath("//@*[starts-with(name(), 'on')]")


def test_hostile_titles_are_text(folder: Path) -> None:
    members = page(folder, "groups/2.html").find_class("title")
    assert [node.text_content() for node in members] == [SCRIPT, FORMULA]
    head = said(page(folder, "pairs/2-2.html").find_class("side-h")[0])
    assert SCRIPT in head


@pytest.mark.parametrize("title", [EMOJI, RTL])
def test_titles_of_any_script_are_kept_and_isolated(tmp_path: Path, title: str) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite")
    with sqlite3.connect(audit) as connection:
        connection.execute("UPDATE versions SET title = ? WHERE title = ?", (title, SCRIPT))
    connection.close()
    (node, *_) = page(report(audit, tmp_path / "report"), "groups/2.html").find_class("title")
    assert node.tag == "bdi"
    assert node.text_content() == " ".join(title.split())


def test_members_carry_their_exact_measures(folder: Path) -> None:
    """Against the word sets of the fixture, and in the order of closeness."""
    keeper, *others = [(p.path, fixture.shingles(p.text)) for p in PAGES if p.path.startswith("/dostavka/")]
    expected = []
    for path, words in sorted(others, key=lambda item: -len(item[1] & keeper[1]) / len(item[1] | keeper[1])):
        shared = len(words & keeper[1])
        expected.append((path, f"{shared / len(words | keeper[1]):.2f}", f"{shared / len(words):.0%}",
                         f"{shared / len(keeper[1]):.0%}"))  # fmt: skip
    rows = page(folder, "groups/1.html").xpath("//table[contains(@class, 'members')]/tbody/tr")
    found = [(said(r.find_class("url")[0]), *(said(cell) for cell in r.xpath("td")[3:6])) for r in rows[1:]]
    assert found == expected
    assert said(rows[0]).startswith("/dostavka/moskva/")


def test_a_pair_page_shows_both_texts_whole_with_marks(folder: Path) -> None:
    tree = page(folder, "pairs/1-2.html")
    same = tree.find_class("same")
    assert len(same) >= 2
    assert {"Москва", "Тверь"} <= {said(mark) for mark in tree.find_class("own")}
    for column, name in ((0, "moskva"), (-1, "tver")):
        text = next(p.text for p in PAGES if p.path == f"/dostavka/{name}/")
        shown = []
        for row in tree.find_class("drow")[1:]:
            cell = row.find_class("txt")[column]
            for label in [*cell.find_class("who"), *cell.find_class("fold"), *cell.xpath(".//small")]:
                label.drop_tree()
            shown.append(cell.text_content().replace(" · ", " "))
        assert "".join("".join(shown).split()) == "".join(text.split())


def test_numbers_of_a_pair_page_are_those_of_the_pair(folder: Path) -> None:
    sets = {p.path: fixture.shingles(p.text) for p in PAGES}
    a, b = sets["/guide/glass/"], sets["/tips/glass/"]
    facts = [said(node) for node in page(folder, "pairs/2-2.html").xpath("//dl[contains(@class, 'pairfacts')]/div")]
    assert facts == [
        f"Jaccard {len(a & b) / len(a | b):.2f}", f"A in B {len(a & b) / len(a):.0%}", "B in A 100%",
        f"Jaccard without numbers and names {len(a & b) / len(a | b):.2f}",
        f"shared shingles {len(a & b)} of {len(a | b)}",
    ]  # fmt: skip
    assert said(page(folder, "pairs/2-2.html").find(".//h1")) == "100% of page B stands inside page A"
    assert f"{SHINGLE} words or more in a row" in said(page(folder, "pairs/2-2.html").find_class("keyline")[0])


def test_pages_of_one_template_are_closer_without_the_name_of_the_city(folder: Path) -> None:
    facts = [said(node) for node in page(folder, "pairs/1-2.html").xpath("//dl[contains(@class, 'pairfacts')]/div")]
    without = float(facts[3].removeprefix("Jaccard without numbers and names "))
    assert without > float(facts[0].removeprefix("Jaccard "))


def test_a_pair_below_the_thresholds_has_the_numbers_of_its_texts(folder: Path, tmp_path: Path) -> None:
    """Such pairs are not stored; here none is."""
    audit = changed(fixture.build, tmp_path / "audit.sqlite", "DELETE FROM pairs")
    other = report(audit, tmp_path / "report")
    for name in ("pairs/1-2.html", "pairs/2-2.html", "pairs/3-2.html"):
        facts = [said(page(place, name).find_class("pairfacts")[0]) for place in (folder, other)]
        assert facts[0] == facts[1], name


def test_body_texts_are_shown_as_they_were_compared(tmp_path: Path) -> None:
    """Without the lines that stand on the whole site; here a title, which the fixture writes above each body."""
    blocks = site_blocks((f"/{section}/{n}", f"Prices (print)\n{n}{section}") for section in "ab" for n in range(5))
    assert len(blocks) == 1
    body, found = "UPDATE pairs SET text = 'body'", f"INSERT INTO results VALUES ('site_blocks', '{[*blocks]}')"
    for name, statements, shown in (("whole", [body], True), ("less", [body, found], False)):
        audit = changed(fixture.build, tmp_path / f"{name}.sqlite", *statements)
        tree = page(report(audit, tmp_path / name), "pairs/3-2.html")
        texts = [said(node) for node in tree.xpath("//div[@class='diff']//div[@dir='auto']")]
        assert any("(print)" in text for text in texts) == shown
        label = "body text without what stands on the whole site"
        assert (label in said(tree.find_class("side-h")[1])) != shown


def test_a_settled_group_says_why_nothing_is_to_be_done(folder: Path) -> None:
    text = said(page(folder, "groups/3.html").find(".//main"))
    assert "Nothing: this group is settled" in text
    assert "Only one of its pages is open to search engines" in text
    assert "canonical elsewhere: 1, redirect: 1" in text
    assert "no text of its own" in text  # the redirect


def test_every_address_left_out_is_counted_with_a_reason(folder: Path) -> None:
    tree = page(folder, "index.html")
    rows = tree.xpath("//section[@id='left']//tbody/tr")
    counts = {said(row.xpath("td")[0]): int(said(row.xpath("td")[1])) for row in rows}
    assert sum(counts.values()) == len(NOT_PAGES) + len(REDIRECTS) + len(SKIPPED)
    assert counts["error answers"] == 2
    assert counts["excluded by you"] == 2
    assert all(len(said(row.xpath("td")[2])) > 40 for row in rows)  # explained, not only named
    examples = said(tree.get_element_by_id("left"))
    assert "/calendar/2031/" in examples
    assert "cf-mitigated: challenge" in examples


def test_sources_are_listed_and_what_was_wrong_comes_first(folder: Path) -> None:
    rows = [said(row) for row in page(folder, "index.html").xpath("//section[@id='sources']//tbody/tr")]
    assert len(rows) == 4
    assert "line 40: <loc> without an address" in rows[0]
    assert "404" in rows[1]


def test_an_older_report_leaves_no_page_behind_and_other_files_stay(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report")
    (folder / "groups" / "99.html").write_text("old", "utf-8")
    (folder / "groups-7.html").write_text("old", "utf-8")
    (folder / "groups" / "notes.html").write_text("mine", "utf-8")
    report(tmp_path / "audit.sqlite", folder, group_pages=1)
    names = {path.relative_to(folder).as_posix() for path, _ in pages(folder)}
    assert "groups/notes.html" in names
    old = {name for name in names if re.search(r"groups/\d|groups-|pairs/[23]", name)}
    assert old == {"groups/1.html", "ru/groups/1.html"}


def test_limits_are_kept_and_said(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", group_pages=1, pair_pages_per_group=2)
    assert {p.name for p in folder.glob("groups/*")} == {"1.html"}
    assert {p.name for p in folder.glob("pairs/*")} == {"1-2.html", "1-3.html"}
    start = said(page(folder, "index.html").get_element_by_id("groups"))
    assert "2 more groups are too much for this report; they stand in csv/clusters.csv" in start
    assert len(page(folder, "groups/1.html").xpath("//table//a[text()='compare']")) == 2


def test_a_large_group_shows_its_closest_pages(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [300])
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_pages_per_group=3)
    tree = page(folder, "groups/1.html")
    rows = tree.xpath("//table[contains(@class, 'members')]/tbody/tr")
    values = [float(said(row.xpath("td")[3])) for row in rows[1:]]
    assert len(values) == 25
    assert values == sorted(values, reverse=True)
    assert values[0] == 0.89  # the highest that `many` gives
    text = said(tree.find(".//main"))
    assert "The closest 25 of 299 other pages. All of them stand in csv/clusters.csv, group 1." in text
    assert "How close the members are" in text


def test_no_file_grows_beyond_its_limit(tmp_path: Path) -> None:
    """A title, an address and texts of a megabyte, in two groups; all that escaping can do to them."""
    audit = changed(fixture.build, tmp_path / "audit.sqlite")
    with sqlite3.connect(audit) as connection:
        connection.execute("UPDATE versions SET title = ?, note = ?", ("<&" * 500_000, "\u4e00" * 500_000))
        connection.execute("UPDATE addresses SET url = url || ? WHERE url LIKE '%dostavka%'", ("%D0%B0" * 150_000,))
        for path, text in (("tips", "& ' " * 250_000), ("guide", "< " * 400_000 + "end")):
            _put_text(connection, path, text)
    connection.close()
    folder = report(audit, tmp_path / "report")
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*.*")}
    assert max(sizes.values()) < LIMIT, max(sizes, key=sizes.__getitem__)
    pair = said(page(folder, "pairs/2-2.html").find(".//main"))
    assert "only their beginnings stand here" in pair
    assert pair.rstrip().find("The rest is not shown.") > 0
    assert sizes["pairs/2-2.html"] > 100_000  # cut, not dropped


def _put_text(connection: sqlite3.Connection, path: str, text: str) -> None:
    key = path.encode().ljust(16)
    connection.execute("INSERT INTO texts VALUES (?, ?)", (key, zlib.compress(text.encode())))
    connection.execute(
        """UPDATE versions SET main_hash = ? WHERE address IN
        (SELECT id FROM addresses WHERE url = ?)""",
        (key, f"{SITE}/{path}/glass/"),
    )


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    fixture.build(tmp_path / "audit.sqlite")
    (tmp_path / "report").write_text("a file in the way", "utf-8")
    with pytest.raises(UsageError, match=r"report.*cannot be written"):
        report(tmp_path / "audit.sqlite", tmp_path / "report")


def test_an_audit_without_a_crawl_is_one_clear_line(tmp_path: Path) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite", "DELETE FROM crawls")
    with pytest.raises(AuditFileError, match="no crawl"):
        report(audit, tmp_path / "report")
