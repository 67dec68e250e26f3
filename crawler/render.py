"""Pages that scripts fill in, opened in an installed Chromium. Playwright is named in this module alone.

The browser has no way to the network of its own. It is given the page as it was fetched, so opening it costs no second
request; what its scripts ask for (scripts and data by GET, of the site's own hosts, open to us in robots.txt) is
fetched by the crawl's client and so paced, limited and kept out of private addresses like every other request. All else
is refused: other sites, other methods, images, fonts, frames, sockets, downloads, popups.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from .. import memory
from ..config import CrawlSettings
from ..errors import ConfigError
from ..model import Fetch, Page, Render, Texts
from ..urls import identity
from . import rendered
from .fetch import Client
from .robots import Robots
from .scope import belongs

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright, Request, Route

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_ARGUMENTS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",  # whatever slips past the route finds no address
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--js-flags=--max-old-space-size=512",
)  # fmt: skip
# Ways out that no route catches.
_SCRIPT = "for (const n of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete window[n]"
_QUIET = 0.5  # seconds without a request after which a page is done
_LAST_WORD = 3.0  # seconds to hand over what it holds; a page that takes longer hangs
_PAGES = 50  # after which the browser is started anew
_MOST_REQUESTS = 100  # of one page
_HOPS = 5  # redirects of one request
_CACHE = 50_000_000  # bytes of scripts that are kept, since the pages of a site share them
_DROPPED = frozenset(
    ("content-encoding", "content-length", "transfer-encoding", "set-cookie", "content-security-policy")
)

Read = Callable[[Fetch], Awaitable[tuple[Page, Texts]]]


def find_browser(settings: CrawlSettings) -> str:
    """The executable to use; empty when nothing is to be rendered.

    Raises ConfigError when Playwright or Chromium is missing.
    """
    if settings.render == "off":
        return ""
    if importlib.util.find_spec("playwright") is None:
        raise ConfigError('--render needs Playwright: pip install "pagetwin[render]", or leave out --render')
    if settings.chromium:
        found = shutil.which(settings.chromium) or (settings.chromium if Path(settings.chromium).is_file() else "")
        trouble = f"{settings.chromium} is no executable"
    else:
        found = next(filter(None, map(shutil.which, _NAMES)), "")
        trouble = f"none of {', '.join(_NAMES)} is on PATH"
    if not found:
        raise ConfigError(
            f"--render needs Chromium: {trouble}; install it (apt install chromium, or Chrome or Edge) or name its"
            " executable with --chromium"
        )
    return found


@dataclass(slots=True)
class _Visit:
    """One page in the browser. `is_over`: it is given up, for the reason in `note`."""

    fetch: Fetch
    ends: float  # time.monotonic
    served: bool = False
    leads_to: str = ""
    requests: int = 0
    open: int = 0
    quiet_since: float = field(default_factory=time.monotonic)
    note: str = ""
    is_over: bool = False


class Renderer:
    """Opens pages one at a time. An async context manager; starts no browser when rendering is off."""

    def __init__(self, site: str, settings: CrawlSettings, client: Client, robots: Robots, read: Read) -> None:
        self._site, self._settings, self._client, self._robots, self._read = site, settings, client, robots, read
        self._left = settings.render_max or -1
        self._lock = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._pages = 0
        self._scripts: dict[str, Fetch] = {}
        self._kept = 0

    async def __aenter__(self) -> Self:
        if self._settings.render != "off":
            await self._start()  # now, so that a browser that cannot start ends the crawl before it begins
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self._stop()
        if self._playwright is not None:
            await _within(_LAST_WORD, self._playwright.stop())

    def wants(self, page: Page) -> bool:
        """Whether a page is one to open."""
        wanted = {"off": (), "shells": ("shell",), "all": ("shell", "ok", "empty")}
        return page.outcome in wanted[self._settings.render]

    async def read(self, fetch: Fetch, page: Page, texts: Texts) -> tuple[Page, Texts, Render | None]:
        """Facts and texts to judge a page by, and both sides of it when it could be rendered. Trouble is a note."""
        if self._left == 0:
            said = f"not rendered: more than {self._settings.render_max} pages (--render-max)"
            return (rendered.noted(page, said) if page.outcome == "shell" else page), texts, None
        self._left -= 1
        async with self._lock:
            began = time.monotonic()
            visit = _Visit(fetch, began + self._settings.render_seconds)
            html = await self._open(visit)
            seconds = time.monotonic() - began
        if visit.leads_to:
            return rendered.redirected(page, visit.leads_to), texts, None
        if not html:
            return rendered.noted(page, f"could not be rendered: {visit.note}"), texts, None
        new, new_texts = await self._read(rendered.as_fetch(fetch, html))
        render = Render(page, texts, new, new_texts, seconds, visit.requests, visit.note)
        return *rendered.judged(render), render

    async def _open(self, visit: _Visit) -> str:
        """What the page holds when its scripts are done; empty, with a note in `visit`, when it cannot be had."""
        from playwright.async_api import Error

        html = ""
        try:
            browser = self._browser or await self._start()
            html = await self._html(browser, visit)
        except (Error, ConfigError) as error:
            visit.note = f"the browser failed ({str(error).splitlines()[0]})"
        except TimeoutError:
            visit.note = "its scripts never end"
        self._pages += 1
        tired = self._pages >= _PAGES or self._memory() > self._settings.render_memory
        if tired or not (html or visit.leads_to):
            await self._stop()
        return html

    async def _html(self, browser: Browser, visit: _Visit) -> str:
        context = await browser.new_context(
            user_agent=self._settings.user_agent, viewport={"width": 1280, "height": 5000}, accept_downloads=False,
            service_workers="block",
        )  # fmt: skip
        try:
            await context.add_init_script(_SCRIPT)
            await context.route("**/*", lambda route: route.abort())
            await context.route_web_socket("**/*", lambda socket: socket.close())
            page = await context.new_page()
            page.on("popup", lambda popup: popup.close())
            await page.route("**/*", lambda route: self._answer(route, visit))
            try:
                async with asyncio.timeout(visit.ends - time.monotonic()):
                    await page.goto(visit.fetch.url, wait_until="domcontentloaded", timeout=0)
                    await self._rest(visit)
            except TimeoutError:
                visit.note = f"not at rest after {self._settings.render_seconds:g} s; read as it stood"
            async with asyncio.timeout(_LAST_WORD):
                return "" if visit.leads_to or visit.is_over else await page.content()
        finally:
            await _within(_LAST_WORD, context.close())

    async def _rest(self, visit: _Visit) -> None:
        """Until nothing was asked for a moment, the page leads away, or the browser grows too large."""
        looked = time.monotonic()
        while not visit.leads_to and (visit.open or time.monotonic() < visit.quiet_since + _QUIET):
            await asyncio.sleep(0.05)
            if time.monotonic() > looked + 1:
                looked = time.monotonic()
                if self._memory() > 2 * self._settings.render_memory:
                    visit.note, visit.is_over = f"it takes more than {2 * self._settings.render_memory} MB", True
                    return

    async def _answer(self, route: Route, visit: _Visit) -> None:
        """One request of the page: answered or refused."""
        from playwright.async_api import Error

        request = route.request
        visit.open += 1
        try:
            with contextlib.suppress(Error):  # the page is closed already
                if request.is_navigation_request():
                    await self._navigate(route, request, visit)
                elif request.resource_type == "stylesheet":  # scripts may wait for it, text does not need it
                    await route.fulfill(status=200, content_type="text/css", body="")
                elif (got := await self._fetch(request, visit)) is None:
                    await route.abort()
                else:
                    await route.fulfill(status=got.status or 200, headers=_headers(got, visit.fetch.url), body=got.body)
        finally:
            visit.open -= 1
            visit.quiet_since = time.monotonic()

    async def _navigate(self, route: Route, request: Request, visit: _Visit) -> None:
        """The page itself is given once; where it goes on to is noted, and not followed."""
        is_main = request.frame.parent_frame is None
        if is_main and not visit.served:
            visit.served = True
            content_type = visit.fetch.header("content-type") or "text/html"
            await route.fulfill(status=200, content_type=content_type, body=visit.fetch.body)
            return
        if is_main and identity.key(request.url) not in ("", identity.key(visit.fetch.url)):
            visit.leads_to = visit.leads_to or identity.without_credentials(request.url)
        await route.abort()

    async def _fetch(self, request: Request, visit: _Visit) -> Fetch | None:
        """What the site answers; None for what is not asked."""
        url = request.url
        is_script = request.resource_type == "script"
        if request.method != "GET" or not (is_script or request.resource_type in ("xhr", "fetch")):
            return None
        if is_script and url in self._scripts:
            return self._scripts[url]
        if visit.requests >= _MOST_REQUESTS or not belongs(self._site, url):
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(visit.ends - time.monotonic()):
                if not (await self._robots.policy(url)).allowed(url):
                    return None
                visit.requests += 1
                limit = self._settings.max_bytes
                got = await self._client.follow(url, _HOPS, self._is_ours, max_bytes=limit, patience=1.0)
                if is_script and got.outcome == "ok" and self._kept + len(got.body) <= _CACHE:
                    self._scripts[url] = got
                    self._kept += len(got.body)
                return got if got.outcome in ("ok", "http_error") else None
        return None

    def _is_ours(self, url: str) -> bool:
        return belongs(self._site, url)

    def _memory(self) -> int:
        return memory.children_mb(("chrom", "msedge"))

    async def _start(self) -> Browser:
        from playwright.async_api import Error, async_playwright

        path = find_browser(self._settings)
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        is_root = getattr(os, "geteuid", lambda: 1)() == 0  # Chromium's sandbox does not work for root
        try:
            self._browser = await self._playwright.chromium.launch(
                executable_path=path, args=list(_ARGUMENTS), chromium_sandbox=not is_root, handle_sigint=False,
                handle_sigterm=False,
            )  # fmt: skip
        except Error as error:
            raise ConfigError(
                f"{path} cannot be started ({str(error).splitlines()[0]}); name another with --chromium"
            ) from None
        self._pages = 0
        return self._browser

    async def _stop(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            await _within(_LAST_WORD, browser.close())


def _headers(got: Fetch, page: str) -> dict[str, str]:
    """The headers that a script may see. Ours is the only way to the site, so every script may read what it got."""
    kept = {name: value for name, value in got.headers if name not in _DROPPED}
    return kept | {"access-control-allow-origin": identity.origin(page), "access-control-allow-credentials": "true"}


async def _within(seconds: float, ending: Awaitable[None]) -> None:
    """Wait for an end, but not for ever: what hangs is left to the browser's own end."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(ending, seconds)
