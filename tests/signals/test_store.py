"""Imports in the audit file: every row accounted for, nothing twice, joined by identity key, newest word first."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pagetwin import importing
from pagetwin.errors import UsageError
from pagetwin.signals import update
from pagetwin.signals.records import Faults, Import, Signal, Told
from pagetwin.store import signals as store_signals
from pagetwin.store.file import Store

from .files import SITE, audit, written, zipped
from .test_shapes import CHART, LOG, PAGES, STATES, WEBMASTER

NONE = ("", "")


def brought(
    out: Path, *files: Path, told: Told = Told(), days: tuple[str, str] = NONE, unmatched: Path | None = None  # noqa: B008
) -> list[str]:  # fmt: skip
    said: list[str] = []
    with Store.open(out) as store:
        importing.read(store, files, told, days, unmatched, said.append)
    return said


def rows(out: Path, query: str) -> list[tuple]:
    with Store.open(out) as store, store.reader() as reader:
        return reader.execute(query).fetchall()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    audit(tmp_path / "out", ["/a", "/b", "/p", "/p?sort=1"])
    return tmp_path / "out"


def test_rows_are_joined_by_identity_key(out: Path, tmp_path: Path) -> None:
    table = (
        "url,clicks\nHTTPS://Shop.Example:443/a#part,1\nhttps://shop.example/a,2\n/b,3\nshop.example/p,4\n"
        "https://shop.example/gone,5\nmailto:x,6\nhttps://user:secret@shop.example/b,x\n"
    )
    (said,) = brought(out, written(tmp_path / "t.csv", table))
    assert said == (
        f"{tmp_path / 't.csv'}: table (table): 7 rows read: 3 addresses of this audit, 1 that it did not ask for"
        " (kept), 1 repeated, 2 faulty (line 7: 'mailto:x' is no web address; line 8: 'x' is no number)"
    )
    assert rows(out, "SELECT key, clicks FROM signals ORDER BY key") == [
        (f"{SITE}/a", 3), (f"{SITE}/b", 3), (f"{SITE}/gone", 5), (f"{SITE}/p", 4),
    ]  # fmt: skip


def test_what_was_not_crawled_is_kept_and_listed(out: Path, tmp_path: Path) -> None:
    listed = tmp_path / "rest.csv"
    brought(out, written(tmp_path / "t.csv", f"url,clicks\n{SITE}/x,5\n{SITE}/a,1\n{SITE}/y,9\n"), unmatched=listed)
    lines = listed.read_text("utf-8-sig").splitlines()
    assert lines[0] == "file,kind,url,clicks,shows,visits,status"
    assert lines[1:] == [f"t.csv,table,{SITE}/y,9,,,", f"t.csv,table,{SITE}/x,5,,,"]
    audit_again = rows(out, "SELECT count(*) FROM signals")
    assert audit_again == [(3,)]


def test_the_same_file_twice_changes_nothing(out: Path, tmp_path: Path) -> None:
    files = [
        written(tmp_path / "pages.csv", PAGES),
        written(tmp_path / "y.csv", WEBMASTER),
        written(tmp_path / "i.json", json.dumps(STATES)),
        written(tmp_path / "log", LOG),
        zipped(tmp_path / "e.zip", {"Chart.csv": CHART, "Pages.csv": PAGES}),
    ]
    brought(out, *files)
    before = [rows(out, f"SELECT * FROM {table}") for table in ("imports", "signals")]
    copy = written(tmp_path / "copy of pages.csv", PAGES)
    assert all("imported already" in line for line in brought(out, *files, copy))
    assert [rows(out, f"SELECT * FROM {table}") for table in ("imports", "signals")] == before
    assert len(before[0]) == 5


def test_of_yandex_the_newest_row_of_an_address_stands(out: Path, tmp_path: Path) -> None:
    """In any order of rows; a word that nobody knows is kept as it stands."""
    lines = WEBMASTER.splitlines(keepends=True)
    for n, order in enumerate(([1, 2, 3, 4], [3, 4, 2, 1])):
        said = brought(out, written(tmp_path / f"{n}.csv", lines[0] + "".join(lines[i] for i in order)))
        assert "4 rows read: 2 addresses of this audit, 1 that it did not ask for (kept), 1 repeated" in said[0]
    found = rows(out, "SELECT import, key, status, in_search, target FROM signals ORDER BY import, key")
    expected = [
        (f"{SITE}/p", "SEARCHABLE", 1, ""), (f"{SITE}/p?sort=1", "DUPLICATE", 0, f"{SITE}/p"),
        (f"{SITE}/q", "LOW_DEMAND2", 0, ""),
    ]  # fmt: skip
    assert [row[1:] for row in found] == expected * 2


def test_the_newest_word_of_each_engine(out: Path, tmp_path: Path) -> None:
    """By the day of the row, then the day of the import, then the order of importing."""
    reason = {"Table.csv": f"URL,Last crawled\n{SITE}/a,2026-11-18\n"}
    old = {
        "Chart.csv": "Date,Affected pages\n2026-01-01,1\n",
        "Metadata.csv": "Property,Value\nIssue,Page with redirect\n",
    }
    brought(out, written(tmp_path / "i.json", json.dumps(STATES)), zipped(tmp_path / "z.zip", reason | old))
    brought(out, written(tmp_path / "y.csv", WEBMASTER))
    late = {"url": f"{SITE}/p", "event": "REMOVED_FROM_SEARCH", "excluded_url_status": "LOW_QUALITY",
            "event_date": "2026-11-21T00:00:00.000+03:00"}  # fmt: skip
    early = late | {"url": f"{SITE}/p?sort=1", "event_date": "2026-01-01T00:00:00.000+03:00"}
    brought(out, written(tmp_path / "s.json", json.dumps({"count": 2, "samples": [late, early]})))
    with Store.open(out) as store:
        found = {(s.engine, s.key): (s.status, s.in_search) for _, s in store_signals.states(store.connection)}
    assert found[("google", f"{SITE}/a")] == ("Submitted and indexed", True)
    assert found[("google", f"{SITE}/b")] == ("Duplicate, Google chose different canonical than user", False)
    assert found[("yandex", f"{SITE}/p")] == ("LOW_QUALITY", False)
    assert found[("yandex", f"{SITE}/p?sort=1")] == ("DUPLICATE", False)
    assert len(found) == 4  # /q was not crawled
    with Store.open(out) as store:
        assert dict(store_signals.statuses(store.connection, "yandex")) == {
            "LOW_QUALITY": 1, "DUPLICATE": 1, "LOW_DEMAND2": 1,
        }  # fmt: skip


def clicks(out: Path) -> dict[str, tuple[int | None, int | None]]:
    with Store.open(out) as store:
        db = store.connection
        found = store_signals.traffic(db, update.newest(store_signals.periods(db)))
        return {
            url.removeprefix(SITE): found[n] for n, url in db.execute("SELECT id, url FROM addresses") if n in found
        }


def test_clicks_are_those_of_the_newest_period_of_each_source(out: Path, tmp_path: Path) -> None:
    def table(name: str, text: str, period: str = "", source: str = "") -> None:
        told = Told(source=source, begins=period and f"{period}-01", ends=period and f"{period}-28")
        brought(out, written(tmp_path / name, "url,clicks\n" + text), told=told)

    table("1", "/a,100\n/b,50\n", "2026-05", "google")
    table("2", "/a,7\n", "2026-06", "google")
    assert clicks(out) == {"/a": (7, None)}  # what the newest period does not name is not known
    table("3", "/b,2\n/a,8\n", "2026-06", "google")  # another export of that period completes the first
    assert clicks(out) == {"/a": (8, None), "/b": (2, None)}
    table("4", "/a,1000\n", "2026-04", "google")  # imported later, but older
    assert clicks(out) == {"/a": (8, None), "/b": (2, None)}
    table("5", "/a,3\n/p,1\n", "2026-05", "yandex")
    assert clicks(out) == {"/a": (11, None), "/b": (2, None), "/p": (1, None)}


def test_a_table_that_nobody_named_counts_where_no_engine_does(out: Path, tmp_path: Path) -> None:
    """It may hold the clicks of Search Console once more; they are not added up."""
    brought(out, written(tmp_path / "t.csv", "url,clicks\n/a,100\n/b,50\n"))
    assert clicks(out) == {"/a": (100, None), "/b": (50, None)}
    brought(out, written(tmp_path / "g.csv", "url,clicks\n/a,90\n"), told=Told(source="google"))
    brought(out, written(tmp_path / "y.csv", "url,clicks\n/a,7\n/p,2\n"), told=Told(source="yandex"))
    assert clicks(out) == {"/a": (97, None), "/b": (50, None), "/p": (2, None)}


def test_two_periods_are_stored_apart_and_compared(out: Path, tmp_path: Path) -> None:
    def export(name: str, first: str, last: str, clicks: int) -> Path:
        chart = f"Date,Clicks,Impressions\n{first},1,1\n{last},1,1\n"
        pages = f"Top pages,Clicks,Impressions,CTR,Position\n{SITE}/a,{clicks},100,1%,3\n"
        return zipped(tmp_path / name, {"Chart.csv": chart, "Pages.csv": pages})

    said = brought(
        out,
        export("before.zip", "2026-08-25", "2026-09-23", 300),
        export("after.zip", "2026-10-09", "2026-10-23", 120),
        export("across.zip", "2026-09-20", "2026-10-20", 999),
        days=("2026-09-24", "2026-10-08"),
    )
    sides = [line.partition(": ")[2] for line in said if "update" in line]
    assert sides == [
        "stands before the update", "stands after the update", "reaches into the update; it stands on neither side",
    ]  # fmt: skip
    with Store.open(out) as store:
        db = store.connection
        found = update.sides(store_signals.periods(db), *store_signals.last_update(db))
        assert found is not None
        before, after = (store_signals.traffic(db, side) for side in (found.before, found.after))
    assert [list(side.values()) for side in (before, after)] == [[(300, 100)], [(120, 100)]]
    assert (found.before_days, found.after_days) == (30, 15)


def test_bot_visits_are_added_up_by_bot(out: Path, tmp_path: Path) -> None:
    said = brought(out, written(tmp_path / "log", LOG))
    assert "unverified" in said[0]
    assert "5 rows read: 1 addresses of this audit, 1 that it did not ask for (kept), 1 repeated, 1 of other" in said[0]
    assert rows(out, "SELECT key, bot, visits, status, seen FROM signals ORDER BY key") == [
        (f"{SITE}/a?x=1", "Googlebot", 2, "404", "2026-11-20T11:00:01"),
        (f"{SITE}/b", "YandexBot", 1, "304", "2026-11-20T10:00:02"),
    ]


@pytest.mark.parametrize("text", ["2026-09-24..2026-09-01", "yesterday", "2026-09-24..", "2026-13-01"])
def test_days_that_are_none(text: str) -> None:
    if text.endswith(".."):
        assert importing.days(text, "--update") == ("2026-09-24", "2026-09-24")
        return
    with pytest.raises(UsageError, match="--update"):
        importing.days(text, "--update")


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["/a", "/b", "/A", "/a#x", "/%61", "/gone", "nothing at all", "https://other.example/"]),
        st.none() | st.integers(0, 1_000),
        st.none() | st.integers(0, 1_000),
    ),
    max_size=30,
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS)
def test_every_row_is_accounted_for_and_no_click_is_lost(
    tmp_path_factory: pytest.TempPathFactory, given_rows: list
) -> None:
    folder = tmp_path_factory.mktemp("out")
    audit(folder, ["/a", "/b"])

    def read(_: Faults) -> object:
        return iter([Signal(url, n, clicks, shows) for n, (url, clicks, shows) in enumerate(given_rows, 1)])

    with Store.open(folder) as store:
        account = store_signals.add(store, Import("table", "x", read), "f", "d", "", SITE)  # type: ignore[arg-type]
        total = dict(store.connection.execute("SELECT key, clicks FROM signals"))
    assert account is not None
    parts = (account.joined, account.unmatched, account.repeated, account.faulty, account.aside)
    assert account.read == len(given_rows) == sum(parts)
    expected: Counter[str] = Counter()
    for url, n, _ in given_rows:
        if url != "nothing at all":
            key = {"/a#x": "/a", "/%61": "/a"}.get(url, url)
            expected[key if "//" in key else SITE + key] += n or 0
    assert {key: n or 0 for key, n in total.items()} == dict(expected)
    assert account.joined == len({"/a", "/b"} & {key.removeprefix(SITE) for key in total})


def test_a_file_that_is_told_otherwise_is_counted_once(out: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "t.csv", f"url,clicks\n{SITE}/a,5\n")
    brought(out, path)
    brought(out, path, told=Told(source="google"))
    assert "imported already" in brought(out, path)[0]  # nothing told takes nothing back
    assert rows(out, "SELECT engine, (SELECT count(*) FROM signals) FROM imports") == [("google", 1)]
    assert clicks(out) == {"/a": (5, None)}


def test_a_folder_of_logs_is_read_file_by_file(out: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for n in range(2):
        written(folder / f"access.log.{n}.gz", LOG)
    assert len(brought(out, folder)) == 2
    assert rows(out, "SELECT sum(visits) FROM signals WHERE bot = 'Googlebot'") == [(4,)]


def test_any_table_in_a_zip(out: Path, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.csv": f"url,clicks\n{SITE}/a,5\n", "b.txt": "hello\n"})
    brought(out, path, told=Told(url_column="address"))  # of one table alone
    assert rows(out, "SELECT engine, kind FROM imports") == [("table", "table")]


def test_what_a_file_says_cannot_command_the_terminal(out: Path, tmp_path: Path) -> None:
    said = brought(out, written(tmp_path / "t.csv", f"url,clicks\n\x1b[31mred,5\nx@y:z,1\n{SITE}/a,\x1b[2J\n"))
    reason = {"Metadata.csv": "Property,Value\nIssue,\x1b[31mred\n", "Table.csv": f"URL,Last crawled\n{SITE}/a,\n"}
    said += brought(out, zipped(tmp_path / "z.zip", reason))
    assert len(said) == 2
    assert all(line.isprintable() for line in said)
    with pytest.raises(UsageError) as error:
        brought(out, written(tmp_path / "u.csv", f'url,"a\nb\x1b"\n{SITE}/a,5\n'))
    assert str(error.value).isprintable()
