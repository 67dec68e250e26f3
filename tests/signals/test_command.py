"""`pagetwin import` as a user runs it: what it says, what it changes in the audit, what it never does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.run import pagetwin, summary, table

from .files import written, zipped

SITE = "https://shop.example"
TEXT = " ".join(f"word{n}" for n in range(120))
OTHER = " ".join(f"thing{n}" for n in range(120))


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An audit of a group of three equal pages, another of two, and a page alone."""
    folder = tmp_path_factory.mktemp("audit")
    pages = {"/blue": TEXT, "/blue-2": TEXT, "/x/blue": TEXT, "/red": OTHER, "/red-2": OTHER, "/alone": TEXT[::-1]}
    lines = [json.dumps({"url": SITE + path, "text": text}) for path, text in pages.items()]
    source = written(folder / "pages.jsonl", "\n".join(lines))
    run = pagetwin("audit", source, "-o", folder / "out", "-q")
    assert run.returncode == 0, run.stderr
    return folder / "out"


def keepers(out: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in table(out, "clusters"):
        found.setdefault(row["keeper"].removeprefix(SITE), set()).add(row["url"].removeprefix(SITE))
    return found


def test_imports_choose_the_keeper_and_fill_the_tables(audited: Path, tmp_path: Path) -> None:
    assert keepers(audited) == {"/blue": {"/blue", "/blue-2", "/x/blue"}, "/red": {"/red", "/red-2"}}
    before = zipped(tmp_path / "before.zip", {
        "Chart.csv": "Date,Clicks\n2026-08-25,1\n2026-09-23,1\n",
        "Pages.csv": f"Top pages,Clicks,Impressions,CTR,Position\n{SITE}/x/blue,90,900,9%,3\n{SITE}/alone,10,20,1%,4\n",
    })  # fmt: skip
    after = zipped(tmp_path / "after.zip", {
        "Chart.csv": "Date,Clicks\n2026-10-09,1\n2026-11-07,1\n",
        "Pages.csv": "Top pages,Clicks,Impressions,CTR,Position\n"
        f'{SITE}/x/blue,45,900,5%,3\n{SITE}/blue,"1,000",9000,1%,2\n{SITE}/alone,11,20,1%,4\n{SITE}/lost,3,20,1%,4\n',
    })  # fmt: skip
    yandex = written(
        tmp_path / "y.csv",
        "updateDate,url,httpCode,status,target,lastAccess,title,event\n"
        f"2026-11-20,{SITE}/x/blue,200,SEARCHABLE,,2026-11-19,Blue,ADD\n"
        f"2026-11-20,{SITE}/blue,200,DUPLICATE,{SITE}/x/blue,2026-11-19,Blue,DELETE\n"
        f"2026-11-20,{SITE}/alone,200,DUPLICATE,{SITE}/red,2026-11-19,Alone,DELETE\n",
        "cp1251",
    )
    days = "2026-09-24..2026-10-08"
    run = pagetwin("import", audited, before, after, yandex, "--update", days, "--unmatched", tmp_path / "rest.csv")
    assert run.returncode == 0, run.stderr
    assert "4 rows read: 3 addresses of this audit, 1 that it did not ask for (kept)" in run.stdout
    assert "run 'pagetwin analyze" in run.stdout
    assert f"{SITE}/lost" in (tmp_path / "rest.csv").read_text("utf-8-sig")

    assert pagetwin("analyze", audited, "-q").returncode == 0
    # In search comes before most clicks, and both before the shorter address.
    assert keepers(audited) == {"/x/blue": {"/blue", "/blue-2", "/x/blue"}, "/red": {"/red", "/red-2"}}
    clicks = {row["url"].removeprefix(SITE): row["clicks"] for row in table(audited, "clusters")}
    assert clicks == {"/blue": "1000", "/blue-2": "", "/x/blue": "45", "/red": "", "/red-2": ""}

    engines, update = summary(audited)["engines"], summary(audited)["update"]
    assert engines["yandex"]["verdicts"] == {"agree": 1, "engine-other": 0, "engine-split": 0, "unknown": 1}
    assert [m["key"] for m in engines["yandex"]["merged"]] == [f"{SITE}/alone"]
    assert (engines["yandex"]["excluded_as_duplicates"], engines["yandex"]["all_known"]) == (2, 3)
    sums = {c["name"]: (c["pages"], c["before"], c["after"]) for c in update["pages"]}
    assert sums == {"in groups": (2, 90, 1045), "rest": (1, 10, 11)}
    assert (update["before_days"], update["after_days"]) == (30, 30)

    again = pagetwin("import", audited, after, yandex)
    assert again.stdout.count("imported already, nothing changed") == 2
    assert "analyze" not in again.stdout
    status = pagetwin("status", audited).stdout
    assert "imported before.zip: Search Console, performance, 2026-08-25 to 2026-09-23: 2 addresses, 2 of" in status
    assert "imported y.csv: Yandex Webmaster" in status


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.csv"], "no such file"),
        (["--update", "soon", "nothing.csv"], "--update 'soon': write two days"),
        (["--period", "2026-02-01..2026-01-01", "nothing.csv"], "ends before it begins"),
    ],
)
def test_what_cannot_be_read_is_one_line(audited: Path, arguments: list[str], said: str) -> None:
    run = pagetwin("import", audited, *arguments)
    assert run.returncode == 2
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_without_an_audit_there_is_nothing_to_import_into(tmp_path: Path) -> None:
    run = pagetwin("import", tmp_path / "none", written(tmp_path / "t.csv", f"url,clicks\n{SITE}/a,1\n"))
    assert run.returncode == 2
    assert "no audit here" in run.stderr
