"""A folder of HTML files, such as a static build before it is deployed: every page file is a page.

Its address is the base address and its path; `index.html` is its folder. Hidden files and folders are no pages, as no
server would show them. Links to files inside the folder are pages; what leads out of it is not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

from ...config import CrawlSettings
from ...model import Fetch
from .common import Answer, Faults, Item, page_of, unreadable

KIND = "folder"
BASE = "http://localhost/"  # when no address is given
_TYPES = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}
_INDEX = frozenset(f"index{suffix}" for suffix in _TYPES)


def knows(path: Path, head: bytes) -> bool:  # noqa: ARG001 (the shape of all readers)
    """Whether it is a folder."""
    return path.is_dir()


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
    """Its pages, in the order of their names. Raises UsageError when the folder itself cannot be listed."""
    base = (settings.base_url or BASE).rstrip("/") + "/"
    root = Path(os.path.realpath(path))
    try:
        os.listdir(root)
    except OSError as error:
        raise unreadable(path, error) from None
    for parts in _files(root, (), faults):
        *folders, name = parts
        shown = [*folders, ""] if name in _INDEX else parts
        # Names need not be Unicode; a server that shows them sends their bytes.
        address = base + "/".join(quote(os.fsencode(part)) for part in shown)
        yield Item(address, partial(_load, root.joinpath(*parts), settings.max_bytes))


def _files(root: Path, inside: tuple[str, ...], faults: Faults) -> Iterator[tuple[str, ...]]:
    """The paths of page files below `root`, as parts."""
    folder = root.joinpath(*inside)
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        faults.add("/".join(inside), f"cannot be listed ({error.strerror})")
        return
    for entry in entries:
        parts = (*inside, entry.name)
        if entry.name.startswith("."):
            continue
        if os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir():  # isdir takes links in a circle
            if _is_itself(folder, entry.name):
                yield from _files(root, parts, faults)
            else:
                faults.aside.append(f"{'/'.join(parts)} is a link to a folder, which is not followed")
        elif os.path.splitext(entry.name)[1].lower() in _TYPES:
            if not entry.is_symlink() or Path(os.path.realpath(entry.path)).is_relative_to(root):
                yield parts
            else:
                faults.aside.append(f"{'/'.join(parts)} is a link that leads out of the folder")


def _is_itself(folder: Path, name: str) -> bool:
    """Whether a folder stands where it seems to: no symbolic link, nor a junction of Windows."""
    real = os.path.realpath(folder / name)
    return os.path.normcase(real) == os.path.normcase(folder / name)


async def _load(file: Path, most: int, url: str) -> Answer:
    try:
        if file.exists() and not file.is_file():  # to open a pipe is to wait for somebody
            return Fetch(url, None, (), b"", "error", "no regular file")
        with file.open("rb") as opened:
            body = opened.read(most + 1)
    except OSError as error:
        return Fetch(url, None, (), b"", "error", f"the file cannot be read ({error.strerror})")
    return page_of(url, body, _TYPES[file.suffix.lower()], most)
