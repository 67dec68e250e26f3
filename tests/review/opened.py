"""A review of an audit without a server: the session and a client that talks to the app."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from pagetwin.config import CompareSettings, ReviewSettings, TextSettings
from pagetwin.review.app import App, build
from pagetwin.review.session import Session
from pagetwin.review.work import Work
from pagetwin.store import review as store_review
from pagetwin.store.file import Store
from starlette.types import ASGIApp

PORT, TOKEN = 4711, "a-token-of-a-test"
HOST = f"127.0.0.1:{PORT}"


@dataclass(frozen=True)
class Client:
    """Sends requests to an app, without a network."""

    app: ASGIApp

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """One request, by default with the Host that a browser would send."""

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, **options)

        return asyncio.run(send())

    def get(self, path: str, **options: Any) -> httpx.Response:
        """A page."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """A form."""
        return self.request("POST", path, **options)


@dataclass(frozen=True)
class Opened:
    """`client` sends what a browser sends that opened the printed address."""

    store: Store
    session: Session
    work: Work
    client: Client

    def get(self, place: str = "") -> str:
        """A page, as text."""
        answer = self.client.get(f"/{TOKEN}/{place}")
        while answer.status_code == 303:
            answer = self.client.get(answer.headers["location"])
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, place: str, **form: str) -> str:
        """Send a form; the place that the browser is sent to."""
        origin = {"origin": f"http://{HOST}"}
        answer = self.client.post(f"/{TOKEN}/{place}", data=form, headers=origin)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix(f"/{TOKEN}/")


@contextmanager
def opened(out: Path, pairs: int = 24, **compare: float) -> Iterator[Opened]:
    """Open an audit for a review of so many pairs."""
    with Store.open(out) as store, store.reader() as reader, store_review.labels(store) as labels:
        settings = CompareSettings(**compare)  # type: ignore[arg-type]
        session = Session(reader, ReviewSettings(pairs=pairs), settings, TextSettings(), labels.save)
        work = Work()
        app = build(lambda root: App(session, work, out / "report", "en", root), PORT, TOKEN)
        yield Opened(store, session, work, Client(app))
