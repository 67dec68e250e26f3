"""Pages on any storage that Spark reads, by the project's own readers: Parquet, JSON Lines, WARC.

What a row or record is, and how its markup becomes two texts, is told by crawler/; here it is only done in many tasks.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from .. import words
from ..config import CrawlSettings
from ..crawler.extract import read_page
from ..crawler.readers import warc
from ..crawler.readers.common import Faults, Item, row_item
from ..errors import UsageError
from ..model import Fetch, Page, Texts
from ..similarity.spark import sql
from ..similarity.spark.sql import Frame
from ..similarity.spark.stages import Stages
from ..urls import identity
from .storage import told

_OURS = {
    "given": "string", "url": "string", "key": "string", "path": "string", "why": "string",
    "title": "string", "main": "string", "body": "string",
    "main_words": "long", "body_words": "long", "main_hash": "binary", "body_hash": "binary",
}  # fmt: skip
_TEXTS = ("url", "html", "text", "title", "main", "body")
_WARC = re.compile(r"\.warc(?:\.gz)?$", re.IGNORECASE)
_JSON = re.compile(r"\.(?:jsonl|ndjson|json)(?:\.(?:gz|bz2|zst))?$", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """A source as a table of `columns`: those of _TEXTS that it has, by their names in it, and `further` ones."""

    rows: Frame
    columns: Mapping[str, str]
    further: tuple[str, ...]
    kind: str


def source(session: Any, path: str, first: str) -> Source:
    """What stands at a path (a file, a folder or a pattern), by the name of its first file.

    Raises UsageError where it cannot be read, or has no pages.
    """
    try:
        if _WARC.search(first):
            rows = session.read.format("binaryFile").load(path).select("path", "content")
            return Source(rows, {}, (), "warc")
        kind = "jsonl" if _JSON.search(first) else "parquet"
        rows = session.read.json(path) if kind == "jsonl" else session.read.parquet(path)
    except Exception as error:  # py4j's, known only where it is installed
        raise UsageError(f"{path}: cannot be read as Parquet, JSONL or WARC ({told(error)})") from None
    lower = {name.lower(): name for name in rows.columns}
    known = {name: lower[name] for name in _TEXTS if name in lower}
    if "url" not in known or not {"html", "text", "main"} & known.keys():
        raise UsageError(
            f"{path}: a table needs columns 'url' and 'text' or 'html', this one has: {', '.join(rows.columns)[:200]}"
        )
    further = tuple(name for name in rows.columns if name not in known.values() and name != "_corrupt_record")
    return Source(rows, known, further, kind)


def read(stages: Stages, found: Source, settings: CrawlSettings) -> Frame:
    """Rows with the columns of _OURS, a number `uid` and the further columns of the source; `why` says what is wrong
    with a row or page that cannot be compared.
    """
    if found.kind == "warc":
        rows, work = found.rows, partial(_archives, settings=settings)
    else:
        names = {f"c{n}": name for n, name in enumerate((*found.columns.values(), *found.further))}
        rows = found.rows.select(*(sql.col(f"`{name}`").alias(alias) for alias, name in names.items()))
        aliases = {name: f"c{n}" for n, name in enumerate(found.columns)}
        work = partial(_rows, aliases=aliases, further=len(found.columns), settings=settings)
    schema = _schema(rows, 0 if found.kind == "warc" else len(found.columns), found.further)
    texts = rows.mapInArrow(work, schema).withColumn("uid", sql.monotonically_increasing_id())
    return stages.keep("read", lambda: texts)


def _schema(rows: Frame, skip: int, further: tuple[str, ...]) -> str:
    fields = [f"`{name}` {kind}" for name, kind in _OURS.items()]
    if further:
        kinds = rows.schema.fields[skip:]
        fields += [f"`{kept(name)}` {kind.dataType.simpleString()}" for name, kind in zip(further, kinds, strict=True)]
    return ", ".join(fields)


def kept(name: str) -> str:
    """The name that a further column has in our tables."""
    return f"input_{name}" if name in (*_OURS, "uid", "page") else name.replace("`", "_")


def _rows(batches: Iterator[Any], aliases: Mapping[str, str], further: int, settings: CrawlSettings) -> Iterator[Any]:
    import pyarrow

    for table in batches:
        cells = {name: table.column(alias).to_pylist() for name, alias in aliases.items()}
        found = []
        for number in range(table.num_rows):
            row = {name: values[number] for name, values in cells.items()}
            faults = Faults()
            if isinstance(row.get("main"), str):
                found.append(
                    _told(_url(row["url"]), "", Texts(row["main"], row.get("body") or ""), row.get("title") or "")
                )
            elif item := row_item(row, "row", settings, faults):
                found.append(_page(item, settings))
            else:
                found.append({"why": faults.note.removeprefix("1 left out (row: ").removesuffix(")")})
        rest = [table.column(n) for n in range(further, table.num_columns)]
        yield pyarrow.RecordBatch.from_arrays(
            [*_columns(found), *rest], names=[*_OURS, *(f"f{n}" for n in range(len(rest)))]
        )


def _archives(batches: Iterator[Any], settings: CrawlSettings) -> Iterator[Any]:
    import pyarrow

    for table in batches:
        for content in table.column("content"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "archive.warc"
                path.write_bytes(content.as_py())
                found = []
                for item in warc.read(path, settings, Faults()):
                    found.append(_page(item, settings))
                    if len(found) == 200:
                        yield pyarrow.RecordBatch.from_arrays(_columns(found), names=list(_OURS))
                        found = []
                yield pyarrow.RecordBatch.from_arrays(_columns(found), names=list(_OURS))


def _columns(rows: list[dict[str, Any]]) -> list[Any]:
    import pyarrow

    kinds = {"string": pyarrow.string(), "long": pyarrow.int64(), "binary": pyarrow.binary()}
    return [pyarrow.array([row.get(name) for row in rows], kinds[kind]) for name, kind in _OURS.items()]


def _url(given: Any) -> str:
    return identity.without_credentials(identity.resolve("", given)) if isinstance(given, str) else ""


def _page(item: Item, settings: CrawlSettings) -> dict[str, Any]:
    url = _url(item.url)
    if not url:
        return _told("", "", Texts(), "") | {"given": item.url}
    answer = _now(item.load(url))
    page, texts = read_page(answer, settings) if isinstance(answer, Fetch) else answer
    return _told(url, _unfit(page), texts, page.title) | {"given": item.url}


def _told(url: str, why: str, texts: Texts, title: str) -> dict[str, Any]:
    if not url:
        return {"why": "no absolute web address"}
    key = identity.key(url)
    main, body = words.count(texts.main), words.count(texts.body)
    return {
        "given": url, "url": url, "key": key, "path": urlsplit(key).path, "title": title,
        "why": why or ("" if main + body else "no text"),
        "main": texts.main, "body": texts.body, "main_words": main, "body_words": body,
        "main_hash": _hash(texts.main), "body_hash": _hash(texts.body),
    }  # fmt: skip


def _unfit(page: Page) -> str:
    return "" if page.outcome == "ok" else page.outcome


def _hash(text: str) -> bytes | None:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[:16] if text else None


def _now(work: Any) -> Any:
    """What an item gives: sources on storage never wait, so no event loop is needed."""
    assert isinstance(work, Coroutine)
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("a source on storage waited")
