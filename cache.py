"""Arrays kept beside the audit file, so that another threshold need not begin with the texts.

A file for each part, replaced whole; so the folder holds what belongs to the latest analysis and no more. It may be
deleted at any time, and what cannot be read, or was made of something else, counts as not there.
"""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FOLDER = "cache"
LARGEST = 4_000_000_000  # bytes of one part; what is larger is made anew each time

Arrays = Mapping[str, NDArray[Any]]


class Cache:
    """Parts in a folder. `version` and the key of a part must be the same at reading as at writing."""

    def __init__(self, folder: Path, version: str) -> None:
        self._folder, self._version = folder, version

    def get(self, part: str, key: str) -> Arrays | None:
        """The arrays of a part; None if they are not there, damaged, or of another key."""
        try:
            with np.load(self._path(part), allow_pickle=False) as file:
                if str(file["key"]) != self._marked(key):
                    return None
                return {name: file[name] for name in file.files if name != "key"}
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError):
            return None

    def put(self, part: str, key: str, arrays: Arrays) -> None:
        """Keep a part in place of what was there. A disk that is full, or a folder without rights, is no trouble."""
        path = self._path(part)
        if sum(array.nbytes for array in arrays.values()) > LARGEST:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            half = path.with_suffix(".part")  # there is one writer: the audit file is locked
            with half.open("wb") as file:
                np.savez(file, key=np.array(self._marked(key)), **arrays)  # type: ignore[arg-type]
            half.replace(path)

    def shelf(self, key: str) -> Shelf:
        """All parts that hang on one key."""
        return Shelf(self, key)

    def _path(self, part: str) -> Path:
        return self._folder / f"{part}.npz"

    def _marked(self, key: str) -> str:
        return f"{self._version} {key}"


class Shelf:
    """The parts of one key (similarity.known.Shelf)."""

    def __init__(self, cache: Cache, key: str) -> None:
        self._cache, self._key = cache, key

    def get(self, part: str, /) -> Arrays | None:
        """The arrays of a part, or None."""
        return self._cache.get(part, self._key)

    def put(self, part: str, arrays: Arrays, /) -> None:
        """Keep a part."""
        self._cache.put(part, self._key, arrays)
