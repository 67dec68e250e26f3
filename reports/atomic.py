"""Files that a reader sees whole or not at all: written beside their name, then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

from ..errors import UsageError


@contextmanager
def replacing(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """A text file to write that takes the place of `path` when the block ends well, and leaves nothing when it fails.

    Line ends are written as they are given, on Windows too; folders are made as needed. Raises UsageError naming the
    file and what to do: on Windows a table that is open in Excel cannot be replaced, elsewhere the folder may be
    closed to us or the disk full.
    """
    with _beside(path) as temporary, temporary.open("w", encoding=encoding, newline="\n") as file:
        yield file


@contextmanager
def replacing_bytes(path: Path) -> Iterator[BinaryIO]:
    """The same for a file of bytes."""
    with _beside(path) as temporary, temporary.open("wb") as file:
        yield file


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Where to write what is to become `path`."""
    temporary = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        os.replace(temporary, path)
    except OSError as error:
        raise UsageError(_advice(path, error)) from None
    finally:
        # Never in the way of the error above: on Windows a file that is still held cannot be removed.
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _advice(path: Path, error: OSError) -> str:
    if isinstance(error, PermissionError) and path.exists():
        return f"{path} cannot be replaced: close it in the program that has it open (Excel?) and run this again"
    return (
        f"{path} cannot be written ({error.strerror}): check the folder and the space on the disk, then run this again"
    )
