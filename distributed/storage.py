"""Files on whatever storage Spark is configured for, by Hadoop's own client: a local path, HDFS, an object store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import UsageError


class Storage:
    """The file systems that a session knows."""

    def __init__(self, session: Any) -> None:
        self._context = session.sparkContext
        self._hadoop = self._context._jvm.org.apache.hadoop.fs

    def files(self, path: str) -> list[tuple[str, int, int]]:
        """Name, bytes and time of change of the files with data at a path (a file, a folder or a pattern), in order.

        Raises UsageError where there are none or it cannot be read.
        """
        try:
            system, place = self._system(path)
            found = list(self._below(system, system.globStatus(place) or ()))
        except Exception as error:  # py4j's, known only where it is installed
            raise UsageError(f"{path}: cannot be read ({told(error)}); check --input") from None
        if not found:
            raise UsageError(f"{path}: no files here; check --input")
        return found

    def write(self, path: str, text: str) -> None:
        """A small file, in place of what was there."""
        system, place = self._system(path)
        stream = system.create(place, True)
        stream.write(bytearray(text.encode()))
        stream.close()

    def copy(self, folder: Path, path: str) -> None:
        """A local folder to a path, in place of what was there."""
        system, place = self._system(path)
        system.delete(place, True)
        system.copyFromLocalFile(False, True, self._hadoop.Path(folder.resolve().as_uri()), place)

    def _system(self, path: str) -> tuple[Any, Any]:
        place = self._hadoop.Path(path)
        return place.getFileSystem(self._context._jsc.hadoopConfiguration()), place

    def _below(self, system: Any, statuses: Any) -> Iterator[tuple[str, int, int]]:
        for status in sorted(statuses, key=lambda each: str(each.getPath())):
            name = str(status.getPath().getName())
            if name.startswith(("_", ".")):
                continue
            if status.isDirectory():
                yield from self._below(system, system.listStatus(status.getPath()))
            else:
                yield name, int(status.getLen()), int(status.getModificationTime())


def told(error: Exception) -> str:
    """What an error of Spark or Hadoop says, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = next((line for line in lines if not line.startswith("An error occurred while calling")), "")
    return (named or type(error).__name__).removeprefix(": ")[:200]
