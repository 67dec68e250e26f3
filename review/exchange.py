"""Answers from a CSV file, as `pagetwin export --what labels` writes it, or by hand: url_a, url_b, label suffice."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from ..errors import UsageError
from ..model import Answer, Label, TextKind
from ..urls import identity
from . import pages
from .pages import Page, Scorer, kind_of

NEEDED = ("url_a", "url_b", "label")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file holds: `labels` to store, and how many rows are `new`, `newer` than the answer here, `kept` (the
    answer here is as new or newer), `unknown` (a page is not in this audit and the row does not say which text it had).
    """

    labels: tuple[Label, ...]
    rows: int
    counts: Mapping[str, int]


def read(path: Path, connection: sqlite3.Connection, scorer: Scorer) -> Imported:
    """Read a file whole before anything is stored. Raises UsageError naming the file and the line at fault."""
    rows = _rows(path)
    keys = {key for _, row in rows for key in (identity.key(row["url_a"]), identity.key(row["url_b"]))}
    known = pages.read_by_key(connection, keys)
    here = {(a, b): when for a, b, when in connection.execute("SELECT key_a, key_b, labelled FROM labels")}
    labels: dict[tuple[str, str], Label] = {}
    counts = Counter(dict.fromkeys(("new", "newer", "kept", "unknown"), 0))
    for where, row in rows:
        label = _label(where, row, known, scorer)
        if label is None:
            counts["unknown"] += 1
            continue
        keys_of = (label.key_a, label.key_b)
        if keys_of in labels:
            raise UsageError(f"{where}: the pair stands on an earlier line already; leave one of them")
        before = here.get(keys_of)
        verdict = "new" if before is None else "newer" if label.labelled > before else "kept"
        counts[verdict] += 1
        if verdict != "kept":
            labels[keys_of] = label
    return Imported(tuple(labels.values()), len(rows), counts)


def _rows(path: Path) -> list[tuple[str, dict[str, str]]]:
    """(where it stands, row) for each row, after the checks that need no audit."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); check the name after --import") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8") from None
    head = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True)
    found = []
    try:
        missing = [name for name in NEEDED if name not in (reader.fieldnames or ())]
        if missing:
            raise UsageError(f"{path}, line 1: no column {' and '.join(missing)}; needed are {', '.join(NEEDED)}")
        for row in reader:
            where = f"{path}, line {reader.line_num}"
            if None in row or None in row.values():
                raise UsageError(f"{where}: {'more' if None in row else 'fewer'} cells than the first line has names")
            found.append((where, _checked(where, {name: value.strip() for name, value in row.items()})))
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num + 1}: not a CSV table ({error})") from None
    return found


def _checked(where: str, row: dict[str, str]) -> dict[str, str]:
    for name in ("url_a", "url_b"):
        if not identity.host(row[name]):
            raise UsageError(f"{where}: {name} is no web address: {row[name][:100]!r}")
    if row["label"] not in get_args(Answer):
        raise UsageError(f"{where}: label must be {', '.join(get_args(Answer))}, not {row['label'][:100]!r}")
    if row.get("text", "") not in ("", *get_args(TextKind)):
        raise UsageError(f"{where}: text must be main or body, not {row['text'][:100]!r}")
    for name in ("hash_a", "hash_b"):
        try:
            whole = len(bytes.fromhex(row.get(name, ""))) in (0, 16)
        except ValueError:
            whole = False
        if not whole:
            raise UsageError(f"{where}: {name} must be empty or 32 hexadecimal digits, not {row[name][:100]!r}")
    for name in ("jaccard", "a_in_b", "b_in_a"):
        try:
            inside = 0 <= _number(row, name) <= 1
        except ValueError:
            inside = False
        if not inside:
            raise UsageError(f"{where}: {name} must be a share from 0 to 1, not {row[name][:100]!r}")
    return {**row, "labelled": _time(where, row.get("labelled", ""))}


def _number(row: Mapping[str, str], name: str) -> float:
    return float(row.get(name, "").replace(",", ".") or 0)


def _time(where: str, text: str) -> str:
    """A time as the audit file writes it; that of now for a row without one."""
    try:
        when = datetime.fromisoformat(text) if text else datetime.now(UTC)
    except ValueError:
        raise UsageError(f"{where}: labelled must be a time like 2026-05-04T08:00:00+00:00, not {text!r}") from None
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(UTC).isoformat(timespec="seconds")


def _label(where: str, row: Mapping[str, str], known: Mapping[str, Page], scorer: Scorer) -> Label | None:
    """The answer of a row. What the row does not say of texts and scores is taken from the pages as they are now."""
    sides: Sequence[str] = sorted("ab", key=lambda side: identity.key(row[f"url_{side}"]))
    keys = [identity.key(row[f"url_{side}"]) for side in sides]
    if keys[0] == keys[1]:
        raise UsageError(f"{where}: both addresses are one page")
    given = [bytes.fromhex(row.get(f"hash_{side}", "")) for side in sides]
    a, b = (known.get(key) for key in keys)
    inside = {side: _number(row, f"{side}_in_{other}") for side, other in (("a", "b"), ("b", "a"))}
    jaccard, a_in_b, b_in_a = _number(row, "jaccard"), inside[sides[0]], inside[sides[1]]
    kind: TextKind = "body" if row.get("text") == "body" else "main"
    if not (all(given) and row.get("text")):
        if a is None or b is None:
            return None
        kind = kind_of(a, b)
        found = scorer.candidate(a, b)
        if found is None:
            return None
        given = [a.hash(kind) or b"", b.hash(kind) or b""]
        jaccard, a_in_b, b_in_a = found.jaccard, found.shared / found.size_a, found.shared / found.size_b
    answer: Answer = next(known for known in get_args(Answer) if known == row["label"])
    (url_a, url_b), (key_a, key_b), (hash_a, hash_b) = (row[f"url_{side}"] for side in sides), keys, given
    return Label(
        url_a, url_b, key_a, key_b, kind, hash_a, hash_b, jaccard, a_in_b, b_in_a, answer, _note(row), row["labelled"],
    )  # fmt: skip


def _note(row: Mapping[str, str]) -> str:
    """The note, without the mark that keeps spreadsheets from taking it for a formula."""
    note = row.get("note", "")
    return note[1:] if note.startswith("'") and note[1:].startswith(_FORMULA) else note
