"""The texts of an audit as Parquet, for a job on a cluster."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from .. import pipeline
from ..errors import UsageError
from .storage import Storage

_ROWS = 1_000


def export(audit: Path | None, path: str, storage: Storage) -> str:
    """Write url, title, main and body of every page that can be compared to a path; returns the path."""
    import pyarrow
    from pyarrow import parquet

    assert audit is not None
    kinds = [(name, pyarrow.string()) for name in ("url", "title", "main", "body")]
    schema = pyarrow.schema(kinds)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts" / "pages.parquet"
        file.parent.mkdir()
        with parquet.ParquetWriter(file, schema) as writer:
            rows = 0
            for batch in _batches(audit):
                writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
                rows += len(batch)
        if not rows:
            raise UsageError(f"{audit}: no pages with text; finish the crawl first")
        storage.copy(file.parent, path)
    return path


def _batches(audit: Path) -> Iterator[list[dict[str, Any]]]:
    rows = pipeline.texts(audit)
    while some := list(islice(rows, _ROWS)):
        yield [{"url": url, "title": title, "main": texts.main, "body": texts.body} for url, title, texts in some]
