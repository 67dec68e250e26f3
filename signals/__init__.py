"""What search engines, analytics and server logs say of addresses: which kind a file is, and what reads it.

A reader is a module with `LOOKED_FOR` (for the line that is said of an unknown file) and `imports(bundle, told)`, which
gives the imports that a file holds, or None when the file is of another kind. Kinds are told by content, never by the
name of a file. To add one: such a module, and its name in READERS.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

from ..errors import UsageError
from . import inspection, logs, search_console, table, yandex
from .bundle import Bundle
from .records import Import, Told


class Reader(Protocol):
    """What each module of READERS has."""

    @property
    def LOOKED_FOR(self) -> str:  # noqa: N802 (a constant of a module)
        """What it knows a file by."""

    def imports(self, bundle: Bundle, told: Told) -> list[Import] | None:
        """What the file holds; None when it is of another kind. Raises UsageError for a kind without addresses."""


READERS: tuple[Reader, ...] = (inspection, search_console, yandex, table, logs)  # the surest signs first


def find(path: Path, told: Told) -> list[Import]:
    """The imports that a file, ZIP or folder holds, of different kinds or periods.

    Raises UsageError, naming the file, when it cannot be read or nobody knows it.
    """
    with Bundle(path) as bundle:
        if bundle.names != [""]:  # columns that are told are those of one table
            told = replace(told, url_column="", clicks_column="", shows_column="")
        for reader in READERS:
            if found := reader.imports(bundle, told):
                return found
    looked = "; ".join(reader.LOOKED_FOR for reader in READERS)
    raise UsageError(f"{path}: no signals that can be read here. Looked for: {looked}")
