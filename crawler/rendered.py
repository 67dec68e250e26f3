"""Which pages are opened in a browser, what they may ask for there, and which facts and texts then stand for them."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self

from ..config import CrawlSettings
from ..model import Fetch, Outcome, Page, Render, Texts
from .fetch import Client
from .render import Chromium
from .robots import Robots
from .scope import Sites, belongs

_MOST_REQUESTS = 100  # of one page
_HOPS = 5  # redirects of one request
_CACHE = 50_000_000  # bytes of scripts that are kept, since the pages of a site share them
_OPENED: dict[str, tuple[Outcome, ...]] = {"off": (), "shells": ("shell",), "all": ("shell", "ok", "empty")}
# Of these a browser has made no page.
_NO_BETTER: frozenset[Outcome] = frozenset(("shell", "empty", "error", "not_html"))

Read = Callable[[Fetch], Awaitable[tuple[Page, Texts]]]


class Renderer:
    """Opens the pages that the settings name, one at a time. An async context manager; without any, no browser starts.

    What their scripts ask for of the site's own hosts is fetched by the crawl's client, and so paced, limited, kept to
    robots.txt and out of private addresses like every other request.
    """

    def __init__(self, site: Sites, settings: CrawlSettings, client: Client, robots: Robots, read: Read) -> None:
        self._site, self._settings, self._client, self._robots, self._read = site, settings, client, robots, read
        self._left = settings.render_max or -1
        self._lock = asyncio.Lock()
        self._chromium = Chromium(settings, self._ask)
        self._asked = 0  # requests of the page that is open
        self._scripts: dict[str, Fetch] = {}
        self._kept = 0

    async def __aenter__(self) -> Self:
        if self._settings.render != "off":
            await self._chromium.start()  # now, so that one that cannot start ends the crawl before it begins
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._chromium.close()

    def wants(self, page: Page) -> bool:
        """Whether a page is one to open."""
        return page.outcome in _OPENED[self._settings.render]

    async def read(self, fetch: Fetch, page: Page, texts: Texts) -> tuple[Page, Texts, Render | None]:
        """Facts and texts to judge a page by, and both sides of it when it could be rendered. Trouble is a note."""
        if self._left == 0:
            said = f"not rendered: more than {self._settings.render_max} pages (--render-max)"
            return (noted(page, said) if page.outcome == "shell" else page), texts, None
        self._left -= 1
        async with self._lock:
            self._asked = 0
            visit = await self._chromium.open(fetch)
            requests = self._asked
        if visit.leads_to:
            return redirected(page, visit.leads_to), texts, None
        if not visit.html:
            return noted(page, f"could not be rendered: {visit.note}"), texts, None
        new, new_texts = await self._read(as_fetch(fetch, visit.html))
        render = Render(page, texts, new, new_texts, visit.seconds, requests, visit.note)
        return *judged(render), render

    async def _ask(self, url: str, is_script: bool) -> Fetch | None:
        """What the site answers to a script; None for what is not asked."""
        if is_script and url in self._scripts:
            return self._scripts[url]
        if self._asked >= _MOST_REQUESTS or not self._is_ours(url) or not (await self._robots.policy(url)).allowed(url):
            return None
        self._asked += 1
        got = await self._client.follow(url, _HOPS, self._is_ours, max_bytes=self._settings.max_bytes, patience=1.0)
        if is_script and got.outcome == "ok" and self._kept + len(got.body) <= _CACHE:
            self._scripts[url] = got
            self._kept += len(got.body)
        return got if got.outcome in ("ok", "http_error") else None

    def _is_ours(self, url: str) -> bool:
        return belongs(self._site, url)


def as_fetch(fetch: Fetch, html: str) -> Fetch:
    """What a browser holds as an answer that can be read like one."""
    headers = tuple((name, value) for name, value in fetch.headers if name != "content-type")
    body = html.encode("utf-8", "replace")
    return dataclasses.replace(fetch, headers=(*headers, ("content-type", "text/html; charset=utf-8")), body=body)


def judged(render: Render) -> tuple[Page, Texts]:
    """The rendered side of a page that was a shell and has become more; the raw side of all others.

    Robots directives of both sides hold: an engine that reads noindex in what the server sends need not render.
    """
    raw, page = render.raw, render.page
    if raw.outcome not in ("shell", "empty"):
        return raw, render.raw_texts
    if page.outcome in _NO_BETTER:
        return noted(raw, f"rendered, and still {page.outcome}", render.note), render.raw_texts
    said = "" if page.charset_conflict else page.note  # a browser writes UTF-8, whatever the page declares
    new = dataclasses.replace(
        page,
        note="; ".join(filter(None, ("rendered", render.note, said))),
        seconds=raw.seconds,
        size=raw.size,
        content_type=raw.content_type,
        charset=raw.charset,
        charset_conflict=raw.charset_conflict,
        robots=tuple(dict.fromkeys(raw.robots + page.robots)),
    )
    return new, render.texts


def redirected(page: Page, target: str) -> Page:
    """A shell whose scripts lead elsewhere is a redirect, at once (so Google takes it); any other page stays."""
    if page.outcome not in ("shell", "empty"):
        return noted(page, f"its scripts lead to {target}")
    said = f"redirects by script to {target}"
    return dataclasses.replace(page, outcome="stub", note=said, redirect_to=target, refresh_delay=0)


def noted(page: Page, *notes: str) -> Page:
    """The page with more said about it."""
    return dataclasses.replace(page, note="; ".join(filter(None, (page.note, *notes))))
