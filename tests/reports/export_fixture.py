"""The small audit with texts that no table is made for, and some of the owner's answers."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

from pagetwin.store.file import APPLICATION_ID, FILE

from .fixture import build

NASTY = (
    "<script>alert(1)</script>",
    "She said \"no\", 'no' & <b>no</b>; \\ ]]>",
    "first\r\nsecond\nthird\rfourth",
    "\u202eright to left\u202c \u200fעברית\u200f العربية",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f69a e\u0301",
    "слово " * 180_000,  # more than 1 MB on one line
    "=HYPERLINK(\"http://x.example\",\"click\")",
    "+1",
    "-",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "nul \x00, bell \x07, escape \x1b[31m, \ufffe\uffff",
    "_x0041_ &amp; &#65;",
    "  spaces around  ",
    "0012",
    "1e5",
    "TRUE",
    "http://title.example/",
)  # fmt: skip

# The agreed layout of the review's answers; an audit file that has the table already keeps its own.
_LABELS = """
CREATE TABLE IF NOT EXISTS labels (
  url_a TEXT, url_b TEXT, key_a TEXT, key_b TEXT, text TEXT, hash_a BLOB, hash_b BLOB, jaccard REAL, a_in_b REAL,
  b_in_a REAL, label TEXT, note TEXT, labelled TEXT, PRIMARY KEY (key_a, key_b)
)"""
LABEL_COLUMNS = "url_a, url_b, key_a, key_b, text, hash_a, hash_b, jaccard, a_in_b, b_in_a, label, note, labelled"
LABEL_NOTES = ("=1+1", 'a "note"\nof two lines')


def audit(folder: Path) -> Path:
    """Make an audit in `folder`: as many pages as there are texts have one as title; returns the folder."""
    path = folder / FILE
    build(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    ids = [row[0] for row in connection.execute("SELECT v.id FROM versions v ORDER BY v.address")]
    assert len(ids) >= len(NASTY)
    connection.executemany("UPDATE versions SET title = ? WHERE id = ?", zip(NASTY, ids, strict=False))
    connection.commit()
    connection.close()
    return folder


def label(folder: Path) -> None:
    """Answers to the first two pairs."""
    connection = sqlite3.connect(folder / FILE)
    connection.execute(_LABELS)
    pairs = connection.execute(
        """SELECT x.url, y.url, x.key, y.key FROM pairs p JOIN addresses x ON x.id = p.a JOIN addresses y ON y.id = p.b
        ORDER BY x.key, y.key LIMIT 2"""
    ).fetchall()
    # The second pair first: the order of rows is that of keys, not that of answers.
    for pair, answer, note in zip(reversed(pairs), ("same", "unsure"), LABEL_NOTES, strict=True):
        hashes = (hashlib.sha256(url.encode()).digest()[:16] for url in pair[:2])
        row = (*pair, "main", *hashes, 0.61234, 0.75, 0.5, answer, note, "2026-05-04T08:00:00+00:00")
        connection.execute(f"INSERT INTO labels ({LABEL_COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
    connection.commit()
    connection.close()


def select(folder: Path, query: str) -> list[tuple[object, ...]]:
    """What plain SQL says."""
    connection = sqlite3.connect(folder / FILE)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()
