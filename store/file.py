"""The audit file: opening, locking, migrating, transactions. All trouble with it becomes one clear AuditFileError.

One process writes (a lock file per OUT); anyone may read meanwhile (WAL). The modules beside this one hold
the SQL of their stages; nothing else writes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from filelock import FileLock, Timeout

from ..errors import AuditFileError

APPLICATION_ID = 0x50475457  # "PGTW": tells our files from any other SQLite database
VERSION = 1
# Numbered steps from layout N to N + 1, each one SQL script; step 0 makes the first layout from schema.sql.
MIGRATIONS: dict[int, str] = {}
FILE = "audit.sqlite"
_NO_AUDIT = f"no audit here ({FILE} is missing); run 'pagetwin audit SITE -o {{}}' first"
_FULL = "the disk is full; free some space and start again, all that was stored is kept"


class Store:
    """An open audit file. `connection` is the single writer; use `writing()` around every change."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: FileLock) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.connection = connection
        self._lock = lock

    @classmethod
    def open(cls, folder: Path, *, create: bool = True) -> Store:
        """Open OUT, making it when `create`; raises AuditFileError when it is locked, damaged, foreign or too new."""
        path = folder / FILE
        if not create and not path.exists():
            raise AuditFileError(f"{folder}: {_NO_AUDIT.format(folder)}")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(folder / "audit.lock", timeout=0)
            lock.acquire()
        except Timeout:
            raise AuditFileError(
                f"{folder}: another run works in this folder (an open review is one, too); "
                "wait for its end or choose another with -o"
            ) from None
        except OSError as error:
            raise AuditFileError(
                f"{folder}: cannot be written ({error.strerror}); choose another folder with -o"
            ) from None
        try:
            return cls(folder, _connect(path), lock)
        except BaseException:
            lock.release()
            raise

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is stored, or nothing."""
        with translated(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    @contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """A second connection that cannot write, for reports and rules; for one thread at a time, whichever it is."""
        connection = sqlite3.connect(
            f"{self.path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
        )
        try:
            with translated(self.path):
                yield connection
        finally:
            connection.close()

    def close(self) -> None:
        """Fold the write-ahead log into the file, close it, let others in."""
        try:
            with translated(self.path):
                self.connection.execute("PRAGMA optimize")
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            self.connection.close()
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if kind is None:
            self.close()
            return
        self.connection.close()  # the first error is the one to hear of; the log is folded in at the next opening
        self._lock.release()
        if isinstance(error, sqlite3.DatabaseError):  # of a reading that stood in no transaction
            with translated(self.path):
                raise error

    # Stages: what was done with which settings.

    def stage_key(self, crawl: int, stage: str) -> str:
        """The key that `stage` was last done with in this crawl; empty when it was not."""
        row = self.connection.execute("SELECT key FROM stages WHERE crawl = ? AND stage = ?", (crawl, stage)).fetchone()
        return row[0] if row else ""

    def stage_done(self, crawl: int, stage: str, key: str, seconds: float) -> None:
        """Note that `stage` is done; the stages behind it keep their own notes."""
        with self.writing() as db:
            db.execute("INSERT OR REPLACE INTO stages VALUES (?, ?, ?, ?, ?)", (crawl, stage, key, seconds, now()))


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write and takes no lock, on one state of the file, whoever writes meanwhile.

    Raises AuditFileError when there is no audit, or it is damaged, foreign or too new.
    """
    path = folder / FILE
    if not path.exists():
        raise AuditFileError(f"{folder}: {_NO_AUDIT.format(folder)}")
    with translated(path):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            _check_kind(path, connection)
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()


def now() -> str:
    """UTC time as the audit file writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def as_json(value: Any) -> str:
    """Compact JSON with readable letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into AuditFileError with the file's name and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorname", "")
        if code.startswith("SQLITE_FULL") or "disk is full" in str(error):
            raise AuditFileError(f"{path}: {_FULL}") from None
        if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise AuditFileError(f"{path}: {_damaged(str(error))}") from None
        if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise AuditFileError(f"{path}: another program holds the file; close it and start again") from None
        if code.startswith(("SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")):
            raise AuditFileError(
                f"{path}: cannot be read or written ({error}); check the disk and the rights"
            ) from None
        raise


def _damaged(detail: str) -> str:
    return f"damaged or not an audit file ({detail}); move it away to start anew, or restore it from a copy"


def _connect(path: Path) -> sqlite3.Connection:
    with translated(path):
        connection = sqlite3.connect(path, isolation_level=None, timeout=10)
        try:
            _check(path, connection)
            # WAL: readers never wait for the crawl. NORMAL: a power cut may lose the last batch, never the file.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute("PRAGMA cache_size = -16000")
            _migrate(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Ours and sound, or empty."""
    if _check_kind(path, connection):
        problems = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        if problems != ["ok"]:
            raise AuditFileError(f"{path}: {_damaged(problems[0])}")


def _check_kind(path: Path, connection: sqlite3.Connection) -> bool:
    """Ours (True), or empty (False). A file with other tables is somebody else's and is not touched."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (tables or application):
        raise AuditFileError(f"{path}: a SQLite file, but no pagetwin audit; choose another folder with -o")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise AuditFileError(
            f"{path}: written by a newer pagetwin (layout {version}, known {VERSION}); update pagetwin"
        )
    return bool(tables)


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    while version < VERSION:
        step = MIGRATIONS[version] if version else files("pagetwin").joinpath("schema.sql").read_text("utf-8")
        version = version + 1 if version else VERSION  # schema.sql is always the newest layout
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version}"
        connection.executescript(f"BEGIN IMMEDIATE; {step}; {marks}; COMMIT;")
