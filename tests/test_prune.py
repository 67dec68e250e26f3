"""Old crawls leave the audit file: what goes, what stays, and that every table of a crawl is thought of."""

import hashlib
import io
import sqlite3
import zlib

import pytest
from pagetwin import pipeline
from pagetwin.errors import AuditFileError
from pagetwin.progress import Progress
from pagetwin.reports import export
from pagetwin.store.file import FILE, Store
from pagetwin.store.prune import prune
from support.run import pagetwin

from reports import export_fixture as fixture

OF_CRAWLS = {"sources", "robots", "sitemaps", "frontier", "versions", "sitemap_alternates", "probes", "stages"}
OF_VERSIONS = {"renders", "links", "annotations"}


def text(db, content):
    digest = hashlib.sha256(content.encode()).digest()[:16]
    db.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (digest, zlib.compress(content.encode())))
    return digest


@pytest.fixture
def out(tmp_path):
    """Four crawls with the same pages, of which the latest is the one that was analysed; each has texts of its own."""
    fixture.label(fixture.audit(tmp_path))
    db = sqlite3.connect(tmp_path / FILE)
    names = [name for (name,) in db.execute("SELECT name FROM pragma_table_info('versions')")]
    copied = ", ".join(name for name in names if name not in ("id", "crawl"))
    for crawl in (2, 3, 4):
        db.execute("INSERT INTO crawls SELECT ?, source, site, started, finished, audited, declared, ?, settings, sites"
                   " FROM crawls WHERE id = 1", (crawl, crawl - 1))  # fmt: skip
        db.execute(f"INSERT INTO versions (crawl, {copied}) SELECT ?, {copied} FROM versions WHERE crawl = 1", (crawl,))
        for table in ("sources", "frontier", "stages"):
            rest = ", ".join(
                name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,)) if name != "crawl"
            )
            db.execute(f"INSERT INTO {table} (crawl, {rest}) SELECT ?, {rest} FROM {table} WHERE crawl = 1", (crawl,))
    for crawl in (1, 2, 3, 4):
        db.execute("INSERT INTO robots VALUES (?, 'o', 'u', 200, 'ok', '', x'00')", (crawl,))
        db.execute("INSERT INTO sitemaps VALUES (?, 's', '{}')", (crawl,))
        db.execute("INSERT INTO sitemap_alternates VALUES (?, 1, 's', 1, x'00')", (crawl,))
        db.execute("INSERT INTO probes VALUES (?, 's', 'www', 'p', 'a', 200, '', 1, 0, '')", (crawl,))
        versions = [n for (n,) in db.execute("SELECT id FROM versions WHERE crawl = ? ORDER BY id LIMIT 9", (crawl,))]
        for n in versions:
            own = text(db, f"raw {crawl} {n} " + hashlib.sha512(bytes([crawl, n % 250])).hexdigest() * 40)
            db.execute("INSERT INTO links VALUES (?, x'00')", (n,))
            db.execute("INSERT INTO annotations VALUES (?, ?, '', '[]')", (n, zlib.compress(b"[]")))
            db.execute(
                "INSERT INTO renders VALUES (?, 'raw', 'ok', '', '[]', '[]', ?, NULL, 1, 0, 0, '', x'00')", (n, own)
            )
            db.execute("UPDATE versions SET body_hash = ? WHERE id = ?", (text(db, f"own {crawl} {n}"), n))
    labelled = [text(db, f"labelled {n}") for n in (1, 2)]  # given about texts that no crawl has any more
    db.execute("UPDATE labels SET hash_a = ?, hash_b = ?", labelled)
    text(db, "nobody's")
    db.commit()
    db.close()
    return tmp_path


def dump(folder):
    """Every table, as a set of rows."""
    tables = [name for (name,) in fixture.select(folder, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {t: set(fixture.select(folder, f"SELECT * FROM {t}")) for t in tables if not t.startswith("sqlite_")}


def exports(folder):
    out = {}
    for what in set(export.TABLES) - {"history"}:  # it tells of the crawls that are kept
        stdout = io.BytesIO()
        pipeline.export_table(folder, export.request(what, "json", None, None, None), stdout, Progress())
        out[what] = stdout.getvalue()
    return out


def needed(tables, folder):
    """Hashes of the texts that rows speak of, gathered by plain Python."""
    used = set()
    for table, columns in (("versions", ("main_hash", "body_hash")), ("renders", ("main_hash", "body_hash")),
                           ("labels", ("hash_a", "hash_b"))):  # fmt: skip
        names = [n for (n,) in fixture.select(folder, f"SELECT name FROM pragma_table_info('{table}')")]
        used |= {row[names.index(column)] for row in tables[table] for column in columns}
    return used - {None}


@pytest.mark.parametrize(("keep", "first"), [(1, 4), (2, 3), (3, 2), (4, 1), (9, 1)])
def test_what_goes_and_what_stays(out, keep, first):
    before, told = dump(out), exports(out)
    crawl = {row[0]: row[1] for row in before["versions"]}
    with Store.open(out, create=False) as store:
        gone = prune(store, keep)
    after = dump(out)
    for table in before.keys() - {"texts", "crawls"}:
        kept = before[table]
        if table in OF_CRAWLS:
            place = 1 if table == "versions" else 0
            assert {row[place] for row in kept} == {1, 2, 3, 4}  # else nothing is tested here
            kept = {row for row in kept if row[place] >= first}
        elif table in OF_VERSIONS:
            assert {crawl[row[0]] for row in kept} == {1, 2, 3, 4}
            kept = {row for row in kept if crawl[row[0]] >= first}
        assert after[table] == kept, table
    assert sorted(row[0] for row in after["crawls"]) == list(range(first, 5))
    assert [p for (p,) in fixture.select(out, "SELECT previous FROM crawls ORDER BY id")] == [None, *range(first, 4)]
    used = needed(after, out)
    assert after["texts"] == {row for row in before["texts"] if row[0] in used}
    assert used == {row[0] for row in after["texts"]}
    assert (gone.crawls, gone.versions) == (first - 1, len(before["versions"]) - len(after["versions"]))
    assert gone.texts == len(before["texts"]) - len(after["texts"]) > 0
    assert exports(out) == told


def test_every_table_of_a_crawl_is_known_here(out):
    """A table that comes to belong to crawls or versions has to be pruned, too."""
    of = {"crawl": set(), "version": set()}
    for table in dump(out):
        for (name,) in fixture.select(out, f"SELECT name FROM pragma_table_info('{table}')"):
            if name in of:
                of[name].add(table)
    assert of == {"crawl": OF_CRAWLS, "version": OF_VERSIONS}


def test_the_file_shrinks_by_what_was_removed(out):
    with Store.open(out, create=False) as store:
        gone = prune(store, 1)
        assert store.connection.execute("PRAGMA freelist_count").fetchone() == (0,)
        assert prune(store, 1) == type(gone)(0, 0, 0, gone.after, gone.after)
    assert gone.after < 0.7 * gone.before


def test_a_crawl_that_runs_keeps_the_one_that_it_goes_by(out):
    db = sqlite3.connect(out / FILE)
    db.execute("UPDATE crawls SET finished = NULL, audited = NULL WHERE id IN (2, 4)")
    db.commit()
    db.close()
    with Store.open(out, create=False) as store:
        assert prune(store, 1).crawls == 2
    assert fixture.select(out, "SELECT id, previous FROM crawls") == [(3, None), (4, 3)]


def test_a_failure_leaves_all_as_it_was(out):
    before = dump(out)
    with Store.open(out, create=False) as store:
        store.connection.execute("CREATE TEMP TRIGGER no BEFORE DELETE ON texts BEGIN SELECT raise(ABORT, 'no'); END")
        with pytest.raises(sqlite3.IntegrityError):
            prune(store, 1)
    assert dump(out) == before


def test_the_command_tells_it_in_numbers(out, tmp_path_factory):
    ran = pagetwin("prune", out, "--keep", "2")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("removed 2 crawls with 50 answers, and ")
    assert len(ran.stdout.splitlines()) == 1
    with Store.open(out, create=False), pytest.raises(AuditFileError, match="another run works in this folder"):
        pipeline.prune(out, 1)
    with pytest.raises(AuditFileError, match="no audit here"):
        pipeline.prune(tmp_path_factory.mktemp("empty"), 1)
