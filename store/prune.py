"""Old crawls leave the audit file, and the room that they took is given back."""

from __future__ import annotations

from dataclasses import dataclass

from .file import Store, translated

# Everything older than the crawls to keep. A crawl that is not finished counts with the one before it, which it needs.
_OLD = "(SELECT id FROM crawls WHERE id < ?)"
_OLDEST = "SELECT id FROM crawls WHERE finished IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?"
_OF_CRAWLS = ("sources", "robots", "sitemaps", "frontier", "sitemap_alternates", "probes", "stages")
_OF_VERSIONS = ("renders", "links", "annotations")
_HASHES = {
    "versions": ("main_hash", "body_hash"),
    "renders": ("main_hash", "body_hash"),
    "labels": ("hash_a", "hash_b"),
}


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed, and the size of the audit file before and after, in bytes."""

    crawls: int
    versions: int
    texts: int
    before: int
    after: int


def prune(store: Store, keep: int) -> Pruned:
    """Keep the `keep` latest finished crawls (one at least) and what is newer; remove what only older ones need.

    Addresses stay, as do the results of the latest analysis, the owner's answers and the texts that they were given
    about.
    """
    before = _size(store)
    with store.writing() as db:
        row = db.execute(_OLDEST, (keep - 1,)).fetchone()
        oldest = row if row else (0,)
        for table in _OF_VERSIONS:
            db.execute(
                f"DELETE FROM {table} WHERE version IN (SELECT id FROM versions WHERE crawl IN {_OLD})",  # noqa: S608 (constants)
                oldest,
            )
        versions = db.execute(f"DELETE FROM versions WHERE crawl IN {_OLD}", oldest).rowcount  # noqa: S608 (constants)
        for table in _OF_CRAWLS:
            db.execute(f"DELETE FROM {table} WHERE crawl IN {_OLD}", oldest)  # noqa: S608 (constants)
        db.execute(f"UPDATE crawls SET previous = NULL WHERE previous IN {_OLD}", oldest)  # noqa: S608 (constants)
        crawls = db.execute("DELETE FROM crawls WHERE id < ?", oldest).rowcount
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        used = " UNION ".join(
            f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL"  # noqa: S608 (constants)
            for table, columns in _HASHES.items()
            if table in tables
            for column in columns
        )
        texts = db.execute(f"DELETE FROM texts WHERE hash NOT IN ({used})").rowcount  # noqa: S608 (constants)
    with translated(store.path):
        if store.connection.execute("PRAGMA freelist_count").fetchone() != (0,):
            store.connection.execute("VACUUM")
    return Pruned(crawls, versions, texts, before, _size(store))


def _size(store: Store) -> int:
    with translated(store.path):
        store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return store.path.stat().st_size
