"""A browser for all tests of a file, and for each of them a context that tells what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ..browser import Watched, browser, watched


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    with browser() as it:
        yield it


@pytest.fixture
def chromium(running: Any) -> Iterator[Watched]:
    with watched(running) as it:
        yield it
