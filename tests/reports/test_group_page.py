"""The page of a group: matrix, template, causes, advice by engine; against the word sets of the fixture."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pagetwin.canonical.engines import SOURCES
from pagetwin.reports import data_groups, group_matrix, group_texts
from pagetwin.reports.data_groups import Member
from pagetwin.reports.group_texts import Texts
from pagetwin.similarity.blocks import site_blocks

from . import fixture, many
from .fixture_site import CITIES, PAGES, SITE
from .folder import changed, page, report, said


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report")
    fixture.build(place / "audit.sqlite")
    return report(place / "audit.sqlite", place / "report")


def matrix(folder: Path, name: str = "groups/1.html") -> tuple[list[str], list[list[str]], Any]:
    (table,) = page(folder, name).find_class("mx")
    rows = table.xpath("tbody/tr")
    return [said(row.find_class("url")[0]) for row in rows], [[said(c) for c in row.xpath("td")] for row in rows], table


def test_the_matrix_has_the_jaccard_of_each_page_with_each(folder: Path) -> None:
    sets = {p.path: fixture.shingles(p.text) for p in PAGES}
    names, cells, table = matrix(folder)
    assert names[0] == "/dostavka/moskva/"
    assert len(names) == 5
    for (i, a), (j, b) in product(enumerate(names), repeat=2):
        value = len(sets[a] & sets[b]) / len(sets[a] | sets[b])
        assert cells[i][j] == ("·" if i == j else f"{value:.2f}")
    steps = {cell.get("class"): float(said(cell)) for cell in table.iter("td") if cell.get("class") != "qd"}
    assert sorted(steps, key=steps.__getitem__) == sorted(steps)
    linked = [[cell.find("a") is not None for cell in row.xpath("td")] for row in table.xpath("tbody/tr")]
    assert all(has == ((i == 0) != (j == 0)) for i, row in enumerate(linked) for j, has in enumerate(row))


def test_pairs_that_are_not_stored_are_scored_from_the_texts(folder: Path, tmp_path: Path) -> None:
    for name, change in (("none", ""), ("some", " WHERE (a + b) % 2"), ("body", " WHERE shared")):
        audit = changed(fixture.build, tmp_path / f"{name}.sqlite", f"DELETE FROM pairs{change}")
        assert matrix(report(audit, tmp_path / name))[:2] == matrix(folder)[:2]


def test_a_pair_is_scored_on_bodies_where_one_page_is_judged_by_its_body(tmp_path: Path) -> None:
    """The bodies of the fixture have the title on top."""
    audit = changed(
        fixture.build, tmp_path / "audit.sqlite", "DELETE FROM pairs",
        "UPDATE analysed SET text = 'body' WHERE address = (SELECT id FROM addresses WHERE url LIKE '%/tula/')",
    )  # fmt: skip
    names, cells, _ = matrix(report(audit, tmp_path / "report"))
    pages = {p.path: p for p in PAGES}
    for (i, a), (j, b) in product(enumerate(names), repeat=2):
        title = "/dostavka/tula/" in (a, b)
        one, other = (
            fixture.shingles(f"{pages[n].title}\n{pages[n].text}" if title else pages[n].text) for n in (a, b)
        )
        if i != j:
            assert cells[i][j] == f"{len(one & other) / len(one | other):.2f}", (a, b)


def test_other_thresholds_tell_how_the_group_falls_apart(folder: Path) -> None:
    (panel,) = page(folder, "groups/1.html").xpath("//section[@aria-labelledby='h-split']")
    rows = [[said(cell) for cell in row.xpath("td")] for row in panel.xpath(".//tbody/tr")]
    assert [row[0] for row in rows] == ["0.50", "0.55", "0.60", "0.65", "0.70", "0.75", "0.80"]
    assert rows[0][1] == "5"
    assert rows[-1][1] == "5 alone"
    assert not page(folder, "groups/2.html").xpath("//section[@aria-labelledby='h-split']")


def test_steps_of_the_colour_run_from_the_threshold_to_one() -> None:
    step = group_matrix._step
    assert [step(v, 0.5) for v in (0.0, 0.499, 0.5, 0.599, 0.61, 0.71, 0.81, 0.91, 1.0)] == [
        "q0", "q0", "q1", "q1", "q2", "q3", "q4", "q5", "q5",
    ]  # fmt: skip
    assert (step(0.99, 1.0), step(1.0, 1.0)) == ("q0", "q1")


@pytest.mark.parametrize(("sizes", "expected"), [([16], True), ([17], False), ([2], False)])
def test_small_groups_have_a_matrix_and_large_ones_a_histogram(
    tmp_path: Path, sizes: list[int], expected: bool
) -> None:
    many.build(tmp_path / "audit.sqlite", sizes)
    tree = page(report(tmp_path / "audit.sqlite", tmp_path / "report"), "groups/1.html")
    assert bool(tree.find_class("mx")) == expected
    assert ("How close the members are" in said(tree)) == (sizes == [17])


def test_the_template_is_the_text_of_the_keeper_with_fields(folder: Path) -> None:
    tree = page(folder, "groups/1.html")
    (template,) = tree.find_class("tpl")
    slots = [said(slot) for slot in template.find_class("slot")]
    city, own = CITIES[0][1:]
    assert any(city in slot and slot.endswith("5 values") for slot in slots)
    assert any(own.rstrip(".") in slot for slot in slots)
    for node in [*template.iter("sup"), *template.find_class("nl"), *template.iter("summary")]:
        node.drop_tree()
    assert "".join(template.text_content().split()) == "".join(PAGES[3].text.split())
    rows = tree.xpath("//tr[.//*[@class='chips']]")
    values = {said(row.find_class("url")[0]): said(row.find_class("chips")[0]) for row in rows}
    for slug, city, own in CITIES:
        assert city in values[f"/dostavka/{slug}/"]
        assert own[:30] in values[f"/dostavka/{slug}/"]
    panel = said(tree.xpath("//section[@aria-labelledby='h-tpl0']")[0])
    assert f"of the {len(fixture_words(PAGES[3].text))} words of the page to keep stand on every page" in panel


def fixture_words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def test_what_hardly_stands_on_all_pages_is_no_template(tmp_path: Path) -> None:
    audit = changed(
        fixture.build, tmp_path / "audit.sqlite",
        "UPDATE members SET cluster = 1 WHERE cluster = 2 AND role != 'keeper'",  # an English page among Russian ones
    )  # fmt: skip
    tree = page(report(audit, tmp_path / "report"), "groups/1.html")
    assert not tree.find_class("tpl")
    assert "0 of the" in said(tree.xpath("//section[@aria-labelledby='h-tpl0']")[0])


def test_two_pages_and_copies_need_no_template(folder: Path, tmp_path: Path) -> None:
    assert not page(folder, "groups/2.html").find_class("tpl")
    audit = changed(lambda path: many.build(path, [3]), tmp_path / "same.sqlite",
                    "UPDATE versions SET main_hash = (SELECT min(main_hash) FROM versions)")  # fmt: skip
    assert not page(report(audit, tmp_path / "report"), "groups/1.html").find_class("tpl")


def test_of_a_large_group_a_sample_is_read_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_texts, "MOST", 10)
    many.build(tmp_path / "audit.sqlite", [40])
    tree = page(report(tmp_path / "audit.sqlite", tmp_path / "report"), "groups/1.html")
    assert "Seen on a sample of 10 of 40 pages." in said(tree)
    assert not tree.find_class("chips")


def test_a_template_of_a_megabyte_folds_and_is_cut(tmp_path: Path) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite")
    connection = sqlite3.connect(audit)
    with connection:
        for number, (slug, *_) in enumerate(CITIES):
            key = slug.encode().ljust(16)
            text = f"town {number} " + "\n".join(f"a{n} line <b>that</b> all & have {n}" for n in range(40_000))
            connection.execute("INSERT INTO texts VALUES (?, ?)", (key, zlib.compress(text.encode())))
            connection.execute(
                "UPDATE versions SET main_hash = ? WHERE address = (SELECT id FROM addresses WHERE url = ?)",
                (key, f"{SITE}/dostavka/{slug}/"),
            )
    connection.close()
    place = report(audit, tmp_path / "report", translated_groups=0, pair_pages_per_group=1)
    tree = page(place, "groups/1.html")
    (template,) = tree.find_class("tpl")
    assert template.find("details") is not None
    assert "<b>that</b> all & have" in template.text_content()
    assert "The rest is not shown." in said(tree)
    assert (place / "groups" / "1.html").stat().st_size < 200_000


def test_members_tell_why_they_are_here_and_what_to_do(tmp_path: Path) -> None:
    audit = changed(fixture.build, tmp_path / "audit.sqlite", "UPDATE clusters SET resolved = 0")
    place = report(audit, tmp_path / "report")
    rows = [said(row) for row in page(place, "groups/3.html").xpath("//table[contains(@class, 'members')]/tbody/tr")]
    assert rows[0].endswith("keep")
    assert "print version" in rows[1]
    assert "nothing: canonical points to the keepercompare" in rows[1]
    assert "nothing: redirects to the keeper" in rows[2]
    causes = said(page(place, "groups/3.html").xpath("//section[@aria-labelledby='h-cause']")[0])
    assert "A version for printing 1 page" in causes
    assert "Addresses that redirect 1 page" in causes
    assert "one template" not in said(page(place, "groups/1.html").find_class("members")[0])  # one cause is said once


def test_each_engine_has_its_own_facts_with_sources(folder: Path) -> None:
    tree = page(folder, "groups/1.html")
    for engine in ("google", "yandex"):
        (panel,) = tree.xpath(f"//section[@aria-labelledby='h-{engine}']")
        links = [node.get("href") for node in panel.iter("a")]
        assert links
        assert all(link in SOURCES.values() and engine in link for link in links)
        assert panel.xpath(".//tr[@class='f-do']")
    assert not page(folder, "groups/3.html").xpath("//section[@id='do']")  # settled: nothing to do


def test_untranslated_alternates_are_named(tmp_path: Path) -> None:
    audit = changed(
        fixture.build, tmp_path / "audit.sqlite",
        "UPDATE versions SET lang = 'uk' WHERE address = (SELECT id FROM addresses WHERE url LIKE '%/tver/')",
    )  # fmt: skip
    tree = page(report(audit, tmp_path / "report"), "groups/1.html")
    assert "Translation missing 1 page" in said(tree.xpath("//section[@aria-labelledby='h-cause']")[0])
    (row,) = [said(row) for row in tree.xpath("//table[contains(@class, 'members')]//tr") if "tver" in said(row)]
    assert "translate it, or redirect to the keeper" in row


def test_where_else_the_text_stands(folder: Path, tmp_path: Path) -> None:
    key = [said(item) for item in page(folder, "groups/2.html").find_class("sp-key")[0].iter("li")]
    sets = {p.path: fixture.shingles(p.text) for p in PAGES}
    guide, tips = sets["/guide/glass/"], sets["/tips/glass/"]
    one = (len(guide & tips) / len(guide) + 1) / 2
    assert key[:2] == [f"on no other page {1 - one:.0%}", f"on 1 other {one:.0%}"]
    pair = page(folder, "pairs/2-2.html").find_class("sp-key")
    assert said(pair[1]).startswith("on no other page 0%on 1 other 100%")
    audit = changed(fixture.build, tmp_path / "audit.sqlite", "DELETE FROM spread")
    assert not page(report(audit, tmp_path / "report"), "groups/2.html").find_class("sp-key")


def test_the_list_of_pages_is_linked_where_there_is_one(tmp_path: Path) -> None:
    many.build(tmp_path / "audit.sqlite", [40])
    place = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_pages_per_group=1)
    assert ((place / "pages.html").exists()) == ("pages.html#group=1" in (place / "groups/1.html").read_text("utf-8"))


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    fixture.build(tmp_path / "audit.sqlite")
    connection = sqlite3.connect(tmp_path / "audit.sqlite")
    yield connection
    connection.close()


def test_stored_pairs_among_a_few_pages(connection: sqlite3.Connection) -> None:
    addresses = [member.address for member in data_groups.members(connection, 1)]
    found = data_groups.inside(connection, addresses)
    assert len(found) == 10
    for (a, b), score in found.items():
        assert data_groups.scored(connection, a, b) == score
    assert data_groups.inside(connection, addresses[:1]) == {}


def test_equal_texts_are_read_once(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    read = data_groups.text
    monkeypatch.setattr(data_groups, "text", lambda c, member, kind: reads.append(member.url) or read(c, member, kind))

    class Site:
        blocks = frozenset[int]()

    members: list[Member] = data_groups.members(connection, 3)[:2]
    texts = Texts(connection, Site())  # type: ignore[arg-type]
    assert texts.of(members) == texts.of(members)
    assert len(reads) == len({member.main_hash for member in members}) == 1


def test_a_text_that_is_main_and_body_loses_the_site_blocks_as_body_alone(connection: sqlite3.Connection) -> None:
    (member, *_) = data_groups.members(connection, 3)
    line = data_groups.text(connection, member, "main").splitlines()[0]
    blocks = site_blocks((f"/{section}/{n}", f"{line}\n{n}{section}") for section in "ab" for n in range(5))

    class Site:
        pass

    Site.blocks = blocks  # type: ignore[attr-defined]
    texts = Texts(connection, Site())  # type: ignore[arg-type]
    one = replace(member, body_hash=member.main_hash)
    assert texts.of([one], "main")[0].startswith(line)
    assert not texts.of([one], "body")[0].startswith(line)
