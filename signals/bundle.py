"""A file to import, packed or not: its members as streams of bytes, with limits for what unpacks to far more."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from ..errors import UsageError

HEAD = 65_536  # bytes by which a kind is recognised
_MEMBERS = 200  # of a ZIP or folder; exports have about ten
# Tables and logs pack 3 to 50 times. More than RATIO counts only beyond FREE bytes, as a small file may well do it.
_RATIO, _FREE = 300, 100_000_000
_PACKED = ".gz, .zip or as it is"


class Bundle:
    """A file (one member without a name), or the members of a ZIP or folder, by name. Use it as a context."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._zip: zipfile.ZipFile | None = None
        try:
            self.names = self._names()
        except OSError as error:
            raise self._unreadable(error) from None

    def _names(self) -> list[str]:
        if self.path.is_dir():
            names = sorted(p.name for p in self.path.iterdir() if p.is_file() and not p.name.startswith("."))
        elif not self.path.is_file():
            raise UsageError(f"{self.path}: no such file; check the name")
        else:
            with self.path.open("rb") as file:
                magic = file.read(8)
            if magic.startswith(b"\xd0\xcf\x11\xe0"):
                raise UsageError(f"{self.path}: an Excel workbook; save it as CSV and import that")
            if not magic.startswith(b"PK"):
                return [""]
            names = self._zipped()
        if len(names) > _MEMBERS:
            raise UsageError(f"{self.path}: {len(names):,} files in it, at most {_MEMBERS} are read; pick the exports")
        return names

    def _zipped(self) -> list[str]:
        try:
            self._zip = zipfile.ZipFile(self.path)
        except (zipfile.BadZipFile, ValueError, NotImplementedError):
            raise UsageError(f"{self.path}: a damaged ZIP; download or copy it anew") from None
        names = [i.filename for i in self._zip.infolist() if not i.is_dir() and not i.filename.startswith("__MACOSX/")]
        if "[Content_Types].xml" in names:
            raise UsageError(f"{self.path}: an Excel workbook; save it as CSV, or export a ZIP of CSV files")
        if any(i.flag_bits & 1 for i in self._zip.infolist()):
            raise UsageError(f"{self.path}: a ZIP with a password; unpack it and import the files")
        return sorted(names)

    def __enter__(self) -> Bundle:
        return self

    def __exit__(self, *_: object) -> None:
        if self._zip is not None:
            self._zip.close()

    def place(self, name: str) -> str:
        """The member as it is named to the user."""
        return f"{self.path}: {name}" if name else str(self.path)

    @contextmanager
    def open(self, name: str = "") -> Iterator[IO[bytes]]:
        """The bytes of a member, unpacked if they are gzip. Raises UsageError for damage and for bombs."""
        try:
            with self._raw(name) as raw:
                file = io.BufferedReader(cast("io.RawIOBase", raw)) if not hasattr(raw, "peek") else raw
                if file.peek(2)[:2] == b"\x1f\x8b":
                    file = cast("IO[bytes]", gzip.GzipFile(fileobj=file))
                yield cast("IO[bytes]", io.BufferedReader(_Limited(file, self.place(name), self._size(name))))
        except (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile):
            raise UsageError(f"{self.place(name)}: damaged or cut short; download or copy it anew") from None
        except (NotImplementedError, RuntimeError):
            raise UsageError(f"{self.place(name)}: packed in a way that is not known here; give {_PACKED}") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def head(self, name: str = "") -> bytes:
        """The first bytes of a member, unpacked."""
        with self.open(name) as file:
            return file.read(HEAD)

    def digest(self) -> str:
        """SHA-256 of all bytes, packed as they are."""
        found = hashlib.sha256()
        paths = [self.path / name for name in self.names] if self.path.is_dir() else [self.path]
        try:
            for path in paths:
                with path.open("rb") as file:
                    while piece := file.read(1 << 20):
                        found.update(piece)
        except OSError as error:
            raise self._unreadable(error) from None
        return found.hexdigest()

    @contextmanager
    def _raw(self, name: str) -> Iterator[IO[bytes]]:
        if self._zip is not None and name:
            with zipfile.ZipFile(self.path) as archive, archive.open(name) as file:  # also when ours is closed
                yield file
        else:
            with (self.path / name if name else self.path).open("rb") as file:
                yield file

    def _size(self, name: str) -> int:
        return (self.path / name if name and self._zip is None else self.path).stat().st_size

    def _unreadable(self, error: OSError) -> UsageError:
        return UsageError(f"{self.path}: cannot be read ({error.strerror or error}); check the name and the rights")


class _Limited(io.RawIOBase):
    """A stream that ends with an error when far more comes out than was packed."""

    def __init__(self, file: IO[bytes], place: str, packed: int) -> None:
        self._file, self._place, self._left = file, place, max(_FREE, packed * _RATIO)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._file.read(len(buffer))
        self._left -= len(data)
        if self._left < 0:
            raise UsageError(f"{self._place}: unpacks to more than {_RATIO} times its size; no export does that")
        buffer[: len(data)] = data
        return len(data)
