"""Parquet with columns `url` and `text` or `html`, and perhaps `title`. pyarrow is named in this module alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...config import CrawlSettings
from ...errors import UsageError
from .common import Faults, Item, row_item

KIND = "parquet"
_COLUMNS = ("url", "html", "text", "title")
_ROWS = 64  # in memory at once


def knows(path: Path, head: bytes) -> bool:  # noqa: ARG001 (the shape of all readers)
    """By its first bytes."""
    return head.startswith(b"PAR1")


def read(path: Path, settings: CrawlSettings, faults: Faults) -> Iterator[Item]:
    """Its pages; a row that is none is a fault. Raises UsageError when it is damaged or columns are missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError(
            f"{path}: Parquet is read by pyarrow, which is not installed; run: python -m pip install pyarrow"
        ) from None
    row = 0
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            wanted = _wanted(path, file.schema_arrow.names)
            if note := (file.schema_arrow.metadata or {}).get(b"pagetwin"):  # what distributed/report.py says of it
                faults.aside = [note.decode()]
            for batch in file.iter_batches(batch_size=_ROWS, columns=list(wanted.values())):
                for index in range(batch.num_rows):
                    row += 1
                    cells = {name: _cell(batch.column(column)[index]) for name, column in wanted.items()}
                    if item := row_item(cells, f"row {row}", settings, faults):
                        yield item
    except (pyarrow.ArrowException, OSError) as error:
        said = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise UsageError(f"{path}: row {row + 1}: cannot be read ({said}); make or copy the file anew") from None


def _wanted(path: Path, names: list[str]) -> dict[str, str]:
    """Our columns by the names that the file has for them."""
    lower = {name.lower(): name for name in names}
    found = {name: lower[name] for name in _COLUMNS if name in lower}
    if "url" in found and ("html" in found or "text" in found):
        return found
    raise UsageError(
        f"{path}: a table needs columns 'url' and 'text' or 'html', this one has: {', '.join(names)[:200]}"
    )


def _cell(value: object) -> object:
    try:
        return value.as_py()  # type: ignore[attr-defined]
    except UnicodeDecodeError:  # nothing checks what was put into a column of texts
        return None
