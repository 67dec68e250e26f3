"""`pagetwin export`: a table of an audit as a file for other programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from ..errors import UsageError
from ..progress import Progress
from . import export_parquet, export_text, export_workbook
from .atomic import replacing_bytes
from .language import Code
from .tables import rows

# Of a workbook.
TABLES = (
    "clusters", "pairs", "pages", "superdups", "findings", "labels", "history", "carried", "selection", "hosts",
    "canonized", "mirrors",
)  # fmt: skip
ALL = "all"
WHAT = (*TABLES, "links", "hreflang", ALL)
FORMATS = ("csv", "xlsx", "json", "parquet")
DELIMITERS = {",": ",", ";": ";", "tab": "\t"}
_STDOUT = Path("-")


@dataclass(frozen=True)
class Request:
    """What to write, how, and where to: `file` is None for the standard output."""

    what: str
    format: str
    file: Path | None
    delimiter: str
    decimal: str
    language: Code = "en"


def request(
    what: str, kind: str | None, file: Path | None, delimiter: str | None, decimal: str | None, language: Code = "en"
) -> Request:
    """The options as given (None: not given) as a request; a format is told by the file's name, too.

    Raises UsageError when they do not fit together.
    """
    if kind is None:
        ending = file.suffix.lower().removeprefix(".") if file else ""
        kind = ending if ending in FORMATS else "csv"
    if what == ALL and kind != "xlsx":
        raise UsageError(f"--what {ALL} makes one workbook: add --format xlsx, or name one table")
    if file is None and kind in ("xlsx", "parquet"):
        raise UsageError(f"--format {kind} needs a file: add -o FILE (-o - writes to the standard output)")
    if kind != "csv" and (delimiter or decimal):
        raise UsageError(f"--delimiter and --decimal are for CSV: leave them out with --format {kind}")
    if decimal == "," and delimiter in (None, ","):
        raise UsageError("--decimal , needs columns that no comma parts: add --delimiter ';' or --delimiter tab")
    return Request(
        what, kind, None if file == _STDOUT else file, DELIMITERS[delimiter or ","], decimal or ".", language
    )


def write(connection: sqlite3.Connection, wanted: Request, stdout: BinaryIO, progress: Progress) -> None:
    """Write the table that is wanted, to its file (whole or not at all) or to `stdout`.

    Raises UsageError when the pages were not compared yet, a library is missing or the file cannot be written.
    """
    names = TABLES if wanted.what == ALL else (wanted.what,)
    if names not in (("labels",), ("history",)):  # they outlive crawls and analyses
        _check_compared(connection, ("audit", "hreflang") if names in (("hreflang",), ("findings",)) else ("audit",))
    tables = ((name, progress.over(rows(connection, name, wanted.language), name)) for name in names)
    with target(wanted.file, stdout) as sink:
        if wanted.format == "xlsx":
            for note in export_workbook.write(tables, sink, _created(connection)):
                progress.say(note)
            return
        name, table = next(tables)
        if wanted.format == "csv":
            export_text.csv(name, table, sink, wanted.delimiter, wanted.decimal)
        elif wanted.format == "json":
            export_text.json_list(name, table, sink)
        else:
            export_parquet.write(name, table, sink)


@contextmanager
def target(file: Path | None, stdout: BinaryIO) -> Iterator[BinaryIO]:
    """`file`, whole or not at all, or the standard output where it is None or `-`."""
    if file is None or file == _STDOUT:
        yield stdout
        stdout.flush()
    else:
        with replacing_bytes(file) as sink:
            yield sink


def _check_compared(connection: sqlite3.Connection, stages: Sequence[str]) -> None:
    """One of the stages was done: that of a whole audit, or of hreflang alone."""
    row = connection.execute(
        f"""SELECT c.finished, s.key FROM crawls c LEFT JOIN stages s ON s.crawl = c.id
        AND s.stage IN ({", ".join("?" * len(stages))}) ORDER BY c.id DESC LIMIT 1""",  # noqa: S608 (marks)
        stages,
    ).fetchone()
    if row is None or row[0] is None:
        raise UsageError("the crawl of this audit is not finished; start it again to go on from where it stopped")
    if row[1] is None:
        raise UsageError("the pages of this audit were not compared yet; run 'pagetwin analyze' on it first")


def _created(connection: sqlite3.Connection) -> datetime:
    """When the crawl began: a time that is the same for every workbook of it."""
    row = connection.execute("SELECT started FROM crawls ORDER BY id DESC LIMIT 1").fetchone()
    return datetime.fromisoformat(row[0] if row else "2000-01-01")
