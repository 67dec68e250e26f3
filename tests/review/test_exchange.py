"""Answers from a file: every row is accounted for, every fault is named with its line, and then nothing is stored."""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from pagetwin.config import Settings
from pagetwin.errors import UsageError
from pagetwin.pipeline import import_labels
from pagetwin.store.file import FILE

from .audit import SITE

A, B, C = f"{SITE}/s1/g1-0", f"{SITE}/s1/g1-1", f"{SITE}/s1/g1-2"


def stored(out: Path) -> list[dict[str, Any]]:
    connection = sqlite3.connect(out / FILE)
    connection.row_factory = sqlite3.Row
    found = [dict(row) for row in connection.execute("SELECT * FROM labels ORDER BY key_a, key_b")]
    connection.close()
    return found


def a_file(folder: Path, text: str) -> Path:
    path = folder / "labels.csv"
    path.write_text(text, "utf-8-sig", newline="\n")
    return path


def read(out: Path, text: str) -> str:
    return import_labels(out, a_file(out.parent, text), Settings())


def test_three_columns_suffice(out: Path) -> None:
    line = read(out, f"url_a,url_b,label\n{B},{A},same\n{A},{C},different\n{A},https://other.example/,same\n")
    assert "3 answers read: 2 new, 0 in place of older ones, 0 left out" in line
    assert line.endswith("1 left out (their pages are not in this audit)")
    rows = stored(out)
    assert [(row["key_a"], row["key_b"], row["label"], row["text"]) for row in rows] == [
        (A, B, "same", "main"), (A, C, "different", "main"),
    ]  # fmt: skip
    connection = sqlite3.connect(out / FILE)
    score = connection.execute(
        "SELECT 1.0 * p.shared / (size_a + size_b - shared), 1.0 * shared / size_a FROM pairs p JOIN addresses a"
        " ON a.id = p.a JOIN addresses b ON b.id = p.b WHERE a.key = ? AND b.key = ?", (A, B),
    ).fetchone()  # fmt: skip
    connection.close()
    assert (rows[0]["jaccard"], rows[0]["a_in_b"]) == score


@pytest.mark.parametrize(("delimiter", "decimal"), [(",", "."), (";", ","), ("\t", ".")])
def test_what_was_written_comes_back(out: Path, tmp_path: Path, delimiter: str, decimal: str) -> None:
    row = {
        "url_a": "https://gone.example/b", "url_b": "https://gone.example/a", "text": "body", "label": "unsure",
        "hash_a": "00" * 16, "hash_b": "ff" * 16, "jaccard": "0.625", "a_in_b": "0.75", "b_in_a": "0.5",
        "note": "'=SUM(A1)\nsecond line; “quoted”, 1 \U0001f6b2", "labelled": "2026-05-04T08:00:00+00:00", "more": "x",
    }  # fmt: skip
    shown = {key: value.replace(".", decimal) if key in ("jaccard", "a_in_b") else value for key, value in row.items()}
    path = tmp_path / "labels.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, shown, delimiter=delimiter)
        writer.writeheader()
        writer.writerow(shown)
    import_labels(out, path, Settings())
    (found,) = stored(out)
    assert found == {  # in the order of the keys
        "url_a": row["url_b"], "url_b": row["url_a"], "key_a": row["url_b"], "key_b": row["url_a"], "text": "body",
        "hash_a": b"\xff" * 16, "hash_b": bytes(16), "jaccard": 0.625, "a_in_b": 0.5, "b_in_a": 0.75,
        "label": "unsure", "note": row["note"][1:], "labelled": row["labelled"],
    }  # fmt: skip


def test_the_newer_answer_stays(out: Path) -> None:
    head = "url_a,url_b,label,labelled\n"
    read(out, f"{head}{A},{B},same,2026-05-04T08:00:00+00:00\n")
    assert "1 left out (those here are as new or newer)" in read(out, f"{head}{A},{B},unsure,2026-05-04T07:00:00Z\n")
    assert "1 left out (those here are as new or newer)" in read(out, f"{head}{A},{B},unsure,2026-05-04T10:00+02:00\n")
    assert [row["label"] for row in stored(out)] == ["same"]
    assert "1 in place of older ones" in read(out, f"{head}{B},{A},different,2026-05-04T08:00:01Z\n")
    assert [row["label"] for row in stored(out)] == ["different"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("url_a,label\n", "line 1: no column url_b; needed are url_a, url_b, label"),
        ("", "line 1: no column url_a and url_b and label"),
        (f"url_a,url_b,label\n{A},{B},same\n{A},{C},perhaps\n", "line 3: label must be same, different, unsure"),
        (f"url_a,url_b,label\n{A},{B},same\nnowhere,{C},same\n", "line 3: url_a is no web address: 'nowhere'"),
        (f"url_a,url_b,label\n{A},{B}\n", "line 2: fewer cells"),
        (f"url_a,url_b,label\n{A},{B},same,1\n", "line 2: more cells"),
        (f"url_a,url_b,label\n{A},{A}#top,same\n", "line 2: both addresses are one page"),
        (f"url_a,url_b,label\n{A},{B},same\n{B},{A},same\n", "line 3: the pair stands on an earlier line"),
        (f"url_a,url_b,label,hash_a\n{A},{B},same,xyz\n", "line 2: hash_a must be empty or 32 hexadecimal digits"),
        (f"url_a,url_b,label,hash_b\n{A},{B},same,abcd\n", "line 2: hash_b must be empty or 32 hexadecimal digits"),
        (f"url_a,url_b,label,jaccard\n{A},{B},same,1.5\n", "line 2: jaccard must be a share from 0 to 1"),
        (f"url_a,url_b,label,a_in_b\n{A},{B},same,nan\n", "line 2: a_in_b must be a share from 0 to 1"),
        (f"url_a,url_b,label,text\n{A},{B},same,title\n", "line 2: text must be main or body"),
        (f"url_a,url_b,label,labelled\n{A},{B},same,monday\n", "line 2: labelled must be a time like"),
        (f'url_a,url_b,label,note\n{A},{B},same,"x\ny"\n{A},{C},x,\n', "line 4: label must be"),
        (f'url_a,url_b,label\n{A},{B},"same"x\n', "line 2: not a CSV table"),
    ],
)
def test_a_fault_is_named_with_its_line_and_nothing_is_stored(out: Path, text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(out, text)
    message = str(caught.value)
    assert message.startswith(str(out.parent / "labels.csv"))
    assert words in message
    assert "\n" not in message
    assert stored(out) == []


def test_files_that_are_none(out: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"nothing\.csv: cannot be read"):
        import_labels(out, tmp_path / "nothing.csv", Settings())
    (tmp_path / "old.csv").write_bytes("url_a,url_b,label\nhttp://a/,http://b/,да".encode("cp1251"))
    with pytest.raises(UsageError, match=r"old\.csv: byte \d+ is not UTF-8"):
        import_labels(out, tmp_path / "old.csv", Settings())
