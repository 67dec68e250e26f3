"""The texts of an audit as Parquet, for a job on a cluster."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..store.analysis import read_pages, read_texts
from ..store.file import Store
from .storage import Storage

_ROWS = 1_000


def export(audit: Path | None, path: str, storage: Storage) -> str:
    """Write url, title, main and body of every page that can be compared to a path; returns the path."""
    import pyarrow
    from pyarrow import parquet

    assert audit is not None
    kinds = [(name, pyarrow.string()) for name in ("url", "title", "main", "body")]
    schema = pyarrow.schema(kinds)
    with Store.open(audit, create=False) as store, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts" / "pages.parquet"
        file.parent.mkdir()
        with parquet.ParquetWriter(file, schema) as writer:
            rows = 0
            for batch in _batches(store):
                writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
                rows += len(batch)
        if not rows:
            raise UsageError(f"{audit}: no pages with text; finish the crawl first")
        storage.copy(file.parent, path)
    return path


def _batches(store: Store) -> Iterator[list[dict[str, Any]]]:
    rows = [
        row for row in read_pages(store) if row.outcome in ("ok", "not_modified") and row.main_words + row.body_words
    ]
    for start in range(0, len(rows), _ROWS):
        some = rows[start : start + _ROWS]
        texts = read_texts(store, some)
        yield [
            {"url": row.url, "title": row.title, "main": text.main, "body": text.body}
            for row, text in zip(some, texts, strict=True)
        ]
