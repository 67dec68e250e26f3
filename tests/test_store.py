"""The audit file: what goes in comes out; damage, strangers, full disks and second runs end in one clear line."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.errors import AuditFileError, UsageError
from pagetwin.model import Crawled, Declared, Link, Page, SourceSeen, Task, Texts
from pagetwin.store import crawls as store_crawls
from pagetwin.store.file import APPLICATION_ID, VERSION, Store
from pagetwin.store.frontier import StoredFrontier

SITE = "http://example.com/"


def a_page(
    task: Task, text: str = "some words", found: tuple[Declared, ...] = (), outcome: str = "ok", to: str = ""
) -> Crawled:
    links = (Link("http://example.com/x", "anchor", False),)
    page = Page(task.url, 200, outcome, redirect_to=to, title="Тайтл", links=links)  # type: ignore[arg-type]
    return Crawled(task, page, Texts(text, text + "\nmore"), found)


def a_frontier(store: Store, source: str = SITE) -> StoredFrontier:
    return StoredFrontier(store, store_crawls.begin(store, source, CrawlSettings()).id)


def test_a_crawl_is_stored_and_taken_up_again(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        assert frontier.declare(Declared(f"{SITE}{n}", "sitemap", lastmod="2026-01-01") for n in range(5)) == 5
        assert frontier.declare([Declared("HTTP://EXAMPLE.com/0#top", "sitemap")]) == 0  # the same address
        assert (
            frontier.skip([Declared("http://other.org/", "sitemap"), Declared(f"{SITE}1", "sitemap")], "foreign_host")
            == 1
        )
        assert not frontier.is_declared
        frontier.all_declared()
        first = frontier.take(0, 2)
        frontier.save([a_page(first[0]), a_page(first[1], outcome="timeout")])
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        assert frontier.is_declared
        rest = frontier.take(0, 10)
        assert [t.url for t in rest] == [f"{SITE}{n}" for n in (2, 3, 4)]
        counts = frontier.counts()
        assert (counts.declared, counts.waiting, counts.done, counts.failed, counts.skipped) == (6, 3, 1, 1, 1)


def test_texts_links_and_redirects_are_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        frontier.declare([Declared(f"{SITE}a", "sitemap"), Declared(f"{SITE}b", "sitemap")])
        a, b = frontier.take(0, 9)
        target = f"{SITE}new"
        frontier.save([a_page(a, "Текст"), a_page(b, "Текст", (Declared(target, "redirect", 1),), "redirect", target)])
        db = store.connection
        assert db.execute("SELECT count(*) FROM texts").fetchone() == (2,)  # equal texts stand once
        (z,) = db.execute("SELECT z FROM texts JOIN pages ON hash = main_hash WHERE url = ?", (a.url,)).fetchone()
        assert zlib.decompress(z).decode() == "Текст"
        ((new, depth),) = [(t.url, t.depth) for t in frontier.take(0, 9)]
        assert (new, depth) == (target, 1)
        row = db.execute(
            "SELECT t.url FROM pages p JOIN addresses t ON t.id = p.redirect_to WHERE p.url = ?", (b.url,)
        ).fetchone()
        assert row == (target,)
        (links,) = db.execute(
            "SELECT z FROM links JOIN pages ON pages.id = links.version WHERE url = ?", (a.url,)
        ).fetchone()
        assert json.loads(zlib.decompress(links)) == [["http://example.com/x", "anchor", 0]]


def test_a_batch_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        frontier.declare([Declared(f"{SITE}a", "sitemap"), Declared(f"{SITE}b", "sitemap")])
        a, b = frontier.take(0, 9)
        broken = Crawled(b, None, Texts())  # type: ignore[arg-type]
        with pytest.raises(AttributeError):
            frontier.save([a_page(a), broken])
        assert store.connection.execute("SELECT count(*) FROM versions").fetchone() == (0,)
        assert len(frontier.take(0, 9)) == 2


def test_sources_are_noted_once(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        frontier.saw_source(SourceSeen(SITE + "sitemap.xml", "sitemap", 503, 0, "first try"))
        frontier.saw_source(SourceSeen(SITE + "sitemap.xml", "sitemap", 200, 7))
        assert store.connection.execute("SELECT status, entries, note FROM sources").fetchall() == [(200, 7, "")]


def test_a_finished_audit_is_followed_by_a_new_crawl(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        first = store_crawls.begin(store, SITE, CrawlSettings())
        assert store_crawls.begin(store, SITE, CrawlSettings()).id == first.id
        with store.writing() as db:
            db.execute("UPDATE crawls SET finished = 'x', audited = 'x'")
        assert store_crawls.begin(store, SITE, CrawlSettings()).id == first.id + 1


def test_addresses_of_a_source_that_was_not_read_to_its_end_are_sorted_anew(tmp_path: Path) -> None:
    """A run that ends since its patterns leave nothing must not decide for the next one, with other patterns."""
    with Store.open(tmp_path) as store:
        a_frontier(store).skip([Declared(f"{SITE}a", "sitemap")], "excluded")
        frontier = a_frontier(store)
        assert frontier.declare([Declared(f"{SITE}a", "sitemap")]) == 1
        frontier.all_declared()
        frontier = a_frontier(store)
        assert [task.url for task in frontier.take(0, 9)] == [f"{SITE}a"]


def test_another_site_in_the_folder_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store_crawls.begin(store, SITE, CrawlSettings())
        with pytest.raises(UsageError, match=r"holds an audit of http://example\.com/.*-o"):
            store_crawls.begin(store, "https://other.org/", CrawlSettings())


def test_credentials_are_not_stored(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        assert store_crawls.begin(store, "http://me:secret@example.com/", CrawlSettings()).source == SITE


def test_a_second_run_is_refused_and_harms_nothing(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from pagetwin.store.file import Store; Store.open(Path(sys.argv[1]))"
    with Store.open(tmp_path):
        second = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert "another run works in this folder" in second.stderr
    with Store.open(tmp_path) as store:
        assert store.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)


@pytest.mark.parametrize("content", [b"not a database at all, just text" * 50, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "audit.sqlite"
    path.write_bytes(content)
    with pytest.raises(AuditFileError, match=r"audit\.sqlite: damaged or not an audit file"):
        Store.open(tmp_path)
    assert path.read_bytes() == content


def test_a_file_damaged_in_the_middle_is_noticed(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        frontier.declare(Declared(f"{SITE}{n}", "sitemap") for n in range(3000))
    path = tmp_path / "audit.sqlite"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 8192] = b"\xaa" * 8192
    path.write_bytes(data)
    with pytest.raises(AuditFileError, match="damaged"):
        Store.open(tmp_path)


def test_a_foreign_database_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "audit.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE mine (x)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(AuditFileError, match="no pagetwin audit"):
        Store.open(tmp_path)
    assert path.read_bytes() == before


def test_a_newer_layout_asks_for_an_update(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(AuditFileError, match="newer pagetwin"):
        Store.open(tmp_path)


def test_a_full_disk_is_said_and_keeps_what_was_stored(tmp_path: Path) -> None:
    """max_page_count makes SQLite report SQLITE_FULL, as a full disk does."""
    with Store.open(tmp_path) as store:
        frontier = a_frontier(store)
        frontier.declare([Declared(f"{SITE}kept", "sitemap")])
        (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
        store.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(AuditFileError, match=r"audit\.sqlite: the disk is full; free some space"):
            frontier.declare(Declared(f"{SITE}{'x' * 500}{n}", "sitemap") for n in range(5000))
    with Store.open(tmp_path) as store:
        assert [t.url for t in a_frontier(store).take(0, 9)] == [f"{SITE}kept"]


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with pytest.raises(AuditFileError, match="cannot be written"):
        Store.open(tmp_path / "out")


def test_no_audit_where_one_is_needed(tmp_path: Path) -> None:
    with pytest.raises(AuditFileError, match="no audit here"):
        Store.open(tmp_path / "nothing", create=False)
    assert not (tmp_path / "nothing").exists()


def test_the_file_says_that_it_is_ours_and_readers_cannot_write(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, store.reader() as reader:
        assert reader.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader.execute("CREATE TABLE t (x)")
