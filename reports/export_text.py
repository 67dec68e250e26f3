"""CSV and JSON: one row after the other, so that any number of rows needs the memory of one."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from .tables import COLUMNS, Rows, write_csv


def csv(name: str, rows: Rows, sink: BinaryIO, delimiter: str, decimal: str) -> None:
    """A table as the files of the folder `csv`: with a byte order mark, by which Excel knows UTF-8."""
    with stream(sink) as file:
        write_csv(file, COLUMNS[name], rows, delimiter, decimal)


def json_list(name: str, rows: Rows, sink: BinaryIO) -> None:
    """A list with one object a line. Texts are as on the site, shares have four digits, what is unknown is null."""
    columns = COLUMNS[name]
    with stream(sink, "utf-8") as file:
        file.write("[")
        mark = "\n"
        for row in rows:
            values = (round(value, 4) if type(value) is float else value for value in row)
            file.write(mark + json.dumps(dict(zip(columns, values, strict=True)), ensure_ascii=False))
            mark = ",\n"
        file.write("\n]\n")


@contextmanager
def stream(sink: BinaryIO, encoding: str = "utf-8-sig") -> Iterator[TextIO]:
    """Text into bytes, line ends as given; the sink stays open. By its byte order mark Excel knows UTF-8."""
    file = io.TextIOWrapper(sink, encoding, newline="")
    try:
        yield file
        file.flush()
    finally:
        file.detach()
