"""Audits in the process of the test: pages are read at once, not in worker processes that take seconds to start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch, Page, Texts


class InlineWorkers:
    """Stands in for crawler.workers.Workers (put it in place of pipeline.Workers). `read_urls` is what was read."""

    read_urls: list[str]

    def __init__(
        self, count: int = 0, page_seconds: float = 0.0, reader: Callable[[Fetch], tuple[Page, Texts]] = read_page
    ) -> None:
        self._reader = reader
        type(self).read_urls = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None: ...

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        await asyncio.sleep(0)
        type(self).read_urls.append(fetch.url)
        return self._reader(fetch)
