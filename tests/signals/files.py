"""Files as search engines, analytics and servers give them, written for the tests, and an audit to import them into."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from pagetwin.config import CrawlSettings
from pagetwin.model import Crawled, Declared, Page, Texts
from pagetwin.signals import find
from pagetwin.signals.records import Faults, Import, Signal, Told
from pagetwin.store import crawls as store_crawls
from pagetwin.store.file import Store
from pagetwin.store.frontier import StoredFrontier

SITE = "https://shop.example"


def zipped(path: Path, members: Mapping[str, str | bytes]) -> Path:
    """A ZIP with such members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def written(path: Path, content: str | bytes, encoding: str = "utf-8") -> Path:
    """A file with such a content, packed when its name says so."""
    data = content if isinstance(content, bytes) else content.encode(encoding)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def read(path: Path, told: Told = Told()) -> tuple[list[Import], list[list[Signal]], list[Faults]]:  # noqa: B008
    """The imports of a file, their rows and their faults."""
    found = find(path, told)
    faults = [Faults() for _ in found]
    return found, [list(each.rows(fault)) for each, fault in zip(found, faults, strict=True)], faults


def one(path: Path, told: Told = Told()) -> tuple[Import, list[Signal], Faults]:  # noqa: B008
    """The same of a file that holds one import."""
    (found,), (rows,), (faults,) = read(path, told)
    return found, rows, faults


def audit(folder: Path, paths: Iterable[str]) -> None:
    """An audit file with a finished crawl of these pages."""
    with Store.open(folder) as store:
        frontier = StoredFrontier(store, store_crawls.begin(store, f"{SITE}/", CrawlSettings()).id)
        frontier.declare(Declared(f"{SITE}{path}", "sitemap") for path in paths)
        frontier.all_declared()
        for task in frontier.take(0, 1_000):
            frontier.save([Crawled(task, Page(task.url, 200, "ok"), Texts("some words", "some words"))])
        frontier.finish(SITE)
