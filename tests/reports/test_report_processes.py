"""Pages of groups by several processes, and which pairs have pages of their own."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import jinja2
import pytest
from pagetwin import processes
from pagetwin.config import Settings
from pagetwin.errors import UsageError
from pagetwin.progress import Progress
from pagetwin.reports import group_pages, html
from pagetwin.reports.folding import Translated

from . import many
from .folder import chunks, page, report, said


class Counting(Progress):
    """Counts what is done of each stage."""

    def __init__(self) -> None:
        self.stages: list[list[Any]] = []

    def start(self, name: str, total: int | None = None) -> None:
        self.stages.append([name, total, 0])

    def advance(self, n: int = 1) -> None:
        self.stages[-1][2] += n


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, int], list[list[Any]]]:
    """Writes the report of seven groups with so many workers; every second group is worth a process."""
    monkeypatch.setattr(html, "_WORTH", 2)
    monkeypatch.setattr(html, "_BATCH", 3)
    many.build(tmp_path / "audit.sqlite", [3] * 7, words=20)
    settings = Settings()

    def write(folder: Path, workers: int) -> list[list[Any]]:
        progress = Counting()
        connection = sqlite3.connect(tmp_path / "audit.sqlite")
        asked = replace(
            settings,
            crawl=replace(settings.crawl, workers=workers),
            report=replace(settings.report, translated_groups=1),
        )
        html.write(connection, folder, asked, progress)
        connection.close()
        return progress.stages

    return write


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


def test_two_processes_write_what_one_writes(
    write: Callable[[Path, int], list[list[Any]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pools = []
    pool = processes.ProcessPoolExecutor

    def noting(n: int, *rest: Any) -> Any:
        pools.append(n)
        return pool(n, *rest)

    monkeypatch.setattr(processes, "ProcessPoolExecutor", noting)
    stages = [["report", 1, 1], ["report", 7, 7]]
    assert write(tmp_path / "one", 1) == stages
    assert pools == []
    one = files(tmp_path / "one")
    assert {"groups/7.html", "pairs/7-3.html", "ru/groups/1.html"} <= one.keys()
    (tmp_path / "two" / "groups").mkdir(parents=True)
    (tmp_path / "two" / "groups" / "99.html").write_text("of an older report")
    assert write(tmp_path / "two", 2) == stages
    assert pools == [2]
    assert files(tmp_path / "two") == one

    class Broken:
        def __init__(self, *_: object) -> None:
            raise BrokenProcessPool

    monkeypatch.setattr(processes, "ProcessPoolExecutor", Broken)
    assert write(tmp_path / "broken", 2) == stages
    assert files(tmp_path / "broken") == one


def test_what_a_process_cannot_write_is_one_clear_line(
    write: Callable[[Path, int], list[list[Any]]], tmp_path: Path
) -> None:
    (tmp_path / "report" / "groups" / "5.html").mkdir(parents=True)
    with pytest.raises(UsageError, match=r"5\.html.*cannot be written"):
        write(tmp_path / "report", 2)


def test_pairs_of_the_largest_groups_have_pages_and_those_of_others_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_pages, "_PAIRS_ALWAYS", 5)
    sizes = [6, 5, 5, 4, 4, 3, 2, 2]  # a page each would be three too many
    many.build(tmp_path / "audit.sqlite", sizes, words=20)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", translated_groups=2)
    assert {path.name for path in folder.glob("pairs/*")} == {f"{n}-2.html" for n in range(1, 6)}
    shown = [row[0] for row in chunks(folder, "pages")]
    held = {row[0] for row in chunks(folder, "texts-main")}
    for number in range(1, len(sizes) + 1):
        tree = page(folder, f"groups/{number}.html")
        (link,) = tree.xpath("//a[text()='compare']/@href")
        in_matrix = set(tree.xpath("//table[@class='mx']//a/@href"))
        assert in_matrix == ({link} if sizes[number - 1] > 2 else set())
        if number <= 5:
            assert link == f"../pairs/{number}-2.html"
            continue
        a, b = map(int, re.fullmatch(r"\.\./pair\.html#(\d+)-(\d+)-main", link).groups())  # type: ignore[union-attr]
        assert {a, b} <= held
        members = tree.xpath("//table[contains(@class, 'members')]/tbody/tr")[:2]
        assert [said(row.find_class("url")[0]) for row in members] == [shown[a], shown[b]]


def test_pairs_whose_texts_are_not_in_the_report_have_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_pages, "_PAIRS_ALWAYS", 1)
    many.build(tmp_path / "audit.sqlite", [2] * 4, words=20)
    folder = report(tmp_path / "audit.sqlite", tmp_path / "report", pair_texts_mb=0)
    assert {path.name for path in folder.glob("pairs/*")} == {f"{n}-2.html" for n in range(1, 5)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('{{ _("a") }}{{ _("b") }}', "&lt;A&gt;&lt;B&gt;"),
        ('<i title="{{ _("a") }}">{% set x = _("b") %}{{ x|length }}', '<i title="&lt;A&gt;">3'),
        ('{{ _("a%(n)s", n=1) }}', "&lt;A1&gt;"),
        ('{{ _("a" if 1 else "b") }} {{ "_" }}', "&lt;A&gt; _"),
        ("_(", "_("),
    ],
)
def test_a_text_is_translated_the_same_when_a_template_is_read(source: str, expected: str) -> None:
    asked = []

    def translate(text: str, **values: object) -> str:
        asked.append(text)
        return f"<{text.upper().replace('%(N)S', '%(n)s') % values}>"

    for extensions in ([], [Translated]):
        environment = jinja2.Environment(autoescape=True, extensions=extensions)
        environment.globals["_"] = translate
        template = environment.from_string(source)
        asked.clear()
        assert template.render() == expected
    assert not {"a", "b"}.intersection(asked) or "if" in source
