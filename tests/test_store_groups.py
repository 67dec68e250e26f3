"""Numbers of groups from one audit and analysis to the next, as a user sees them in clusters.csv."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from pagetwin import pipeline
from pagetwin.config import load
from pagetwin.progress import Progress
from pagetwin.reports import data_groups, summary
from support.inline import InlineWorkers
from support.run import table


def text(topic: str, own: str = "") -> str:
    return " ".join([*(f"{topic}{n}" for n in range(40)), own])


def audit(folder: Path, pages: dict[str, str], jaccard: float = 0.5) -> dict[str, set[str]]:
    """Members by number of group, after an audit of these pages."""
    source = folder / "site.jsonl"
    lines = [json.dumps({"url": f"https://example.com/{name}", "text": page}) for name, page in pages.items()]
    source.write_text("\n".join(lines), "utf-8")
    settings = load(None, {"crawl": {"workers": 1}, "compare": {"jaccard": jaccard, "containment": 1.0}})
    pipeline.audit(str(source), folder / "out", settings, Progress())
    return groups(folder)


def groups(folder: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in table(folder / "out", "clusters"):
        found.setdefault(row["cluster"], set()).add(row["url"].rpartition("/")[2])
    return found


@pytest.fixture(autouse=True)
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)


def test_numbers_stay_and_the_report_is_sorted_by_size(tmp_path: Path) -> None:
    pages = {f"a{n}": text("a", f"own{n}") for n in range(3)} | {f"b{n}": text("b", f"own{n}") for n in range(2)}
    pages |= {"c0": text("c"), "single": text("s")}
    first = audit(tmp_path, pages)
    assert first == {"1": {"a0", "a1", "a2"}, "2": {"b0", "b1"}}
    pages |= {f"b{n}": text("b", f"own{n}") for n in range(2, 6)} | {f"c{n}": text("c", f"own{n}") for n in range(1, 4)}
    second = audit(tmp_path, pages)
    assert {number: len(members) for number, members in second.items()} == {"1": 3, "2": 6, "3": 4}
    assert list(second) == ["1", "2", "3"]  # the table keeps its order
    with sqlite3.connect(tmp_path / "out" / "audit.sqlite") as connection:
        assert [group.id for group in data_groups.groups(connection)] == [2, 3, 1]
        assert [size for _, size, *_ in summary.largest(connection)] == [6, 4, 3]
    gone = {name: page for name, page in pages.items() if name[0] != "b"}
    assert set(audit(tmp_path, gone)) == {"1", "3"}
    assert audit(tmp_path, pages) == second


def test_another_threshold_and_back(tmp_path: Path) -> None:
    pages = {f"a{n}": text("a", f"own{n} other{n} more{n} last{n}") for n in range(4)} | {
        "b0": text("b"),
        "b1": text("b"),
    }
    first = audit(tmp_path, pages)
    assert first == {"1": {"a0", "a1", "a2", "a3"}, "2": {"b0", "b1"}}
    assert audit(tmp_path, pages, jaccard=0.99) == {"2": {"b0", "b1"}}
    assert audit(tmp_path, pages) == first


def test_the_order_of_the_pages_changes_no_number(tmp_path: Path) -> None:
    """Equal sizes throughout: only the keys of the pages are left to decide."""
    pages = {f"{topic}{n}": text(topic, f"own{n}") for topic in "dbca" for n in range(2)}
    names = list(pages)
    found = []
    for order in (names, names[::-1], sorted(names, key=lambda name: name[::-1])):
        folder = tmp_path / order[0]
        folder.mkdir(exist_ok=True)
        shuffled = {name: pages[name] for name in order}
        split = {name: page for name, page in shuffled.items() if name[0] != "b"} | {"b0": text("a"), "b1": text("d")}
        found.append((audit(folder, shuffled), audit(folder, split)))
    assert found[0] == found[1] == found[2]
    assert list(found[0][0]) == ["1", "2", "3", "4"]
    assert found[0][0]["1"] == {"a0", "a1"}
