"""Writes a report for a test and reads its pages back."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import html as parser
from pagetwin.config import Settings
from pagetwin.progress import Progress
from pagetwin.reports import html


def report(audit: Path, folder: Path, **settings: Any) -> Path:
    """The report of an audit file, read as the program reads it; `settings` are those of [report]."""
    connection = sqlite3.connect(f"{audit.resolve().as_uri()}?mode=ro", uri=True)
    try:
        defaults = Settings()
        html.write(connection, folder, replace(defaults, report=replace(defaults.report, **settings)), Progress())
    finally:
        connection.close()
    return folder


def changed(build: Callable[[Path], None], path: Path, *statements: str) -> Path:
    """An audit file, changed by SQL."""
    build(path)
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.executescript(statement)
    connection.close()
    return path


def page(folder: Path, name: str) -> Any:
    """A page of a report as a tree."""
    return parser.document_fromstring((folder / name).read_text("utf-8"))


def said(node: Any) -> str:
    """The text of an element as people read it: white space collapsed, no-break spaces plain."""
    return " ".join(node.text_content().split())


def chunks(folder: Path, name: str) -> list[list[Any]]:
    """The rows of a list from its scripts, in order."""
    rows: list[list[Any]] = []
    for n in range(len(list(folder.glob(f"data/{name}-[0-9]*.js")))):
        text = (folder / "data" / f"{name}-{n}.js").read_text("utf-8")
        call = re.fullmatch(rf'PT\.chunk\("{name}",{n},(\[.*\])\);\n', text, re.DOTALL)
        assert call, (name, n)
        rows += json.loads(call[1])
    return rows
