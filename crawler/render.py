"""An installed Chromium that opens pages whose scripts fill them in. Playwright is named in this module alone.

The browser has no way to the network of its own. It is given the page as it was fetched, so opening it costs no second
request; what its scripts ask for by GET goes to `ask` (rendered.py). All else is refused: navigation away, other
methods, images, fonts, frames, sockets, downloads, popups.
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
from typing import TYPE_CHECKING

from .. import memory
from ..config import CrawlSettings
from ..errors import ConfigError
from ..model import Fetch
from ..urls import identity

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
_DROPPED = frozenset(("content-encoding", "content-length", "transfer-encoding", "set-cookie"))

Ask = Callable[[str, bool], Awaitable[Fetch | None]]  # (address, whether it is a script); None: refused


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
class Visit:
    """One page in the browser: `html` is what it held in the end, empty when it could not be had, for `note`'s reason.

    `leads_to`: where its scripts went on to. `seconds` it took. The rest is for the time while it is open.
    """

    fetch: Fetch
    html: str = ""
    note: str = ""
    leads_to: str = ""
    seconds: float = 0.0
    is_served: bool = False
    is_over: bool = False
    under_way: int = 0
    ends: float = field(default_factory=time.monotonic)
    quiet_since: float = field(default_factory=time.monotonic)


class Chromium:
    """A browser that opens one page at a time, each in a context of its own; started anew after some, or after trouble.

    `ask` answers what scripts ask for; it is cancelled when the page's time is over.
    """

    def __init__(self, settings: CrawlSettings, ask: Ask) -> None:
        self._settings, self._ask = settings, ask
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._pages = 0

    async def start(self) -> Browser:
        """Start the browser. Raises ConfigError when it cannot be."""
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
            raise ConfigError(f"{path} cannot be started ({_line(error)}); name another with --chromium") from None
        self._pages = 0
        return self._browser

    async def close(self) -> None:
        """End the browser and what drives it."""
        await self._stop()
        if self._playwright is not None:
            await _within(_LAST_WORD, self._playwright.stop())

    async def open(self, fetch: Fetch) -> Visit:
        """What a fetched page becomes. Trouble is a note."""
        from playwright.async_api import Error

        visit, began = Visit(fetch), time.monotonic()
        try:
            await self._look(self._browser or await self.start(), visit)
        except (Error, ConfigError) as error:
            visit.note = f"the browser failed ({_line(error)})"
        except TimeoutError:
            visit.note = "its scripts never end"
        self._pages += 1
        is_tired = self._pages >= _PAGES or self._memory() > self._settings.render_memory
        if is_tired or not (visit.html or visit.leads_to):
            await self._stop()
        visit.seconds = time.monotonic() - began
        return visit

    async def _look(self, browser: Browser, visit: Visit) -> None:
        """Open the page, wait until it rests, and take what it holds."""
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
            visit.ends = time.monotonic() + self._settings.render_seconds
            try:
                async with asyncio.timeout(self._settings.render_seconds):
                    await page.goto(visit.fetch.url, wait_until="domcontentloaded", timeout=0)
                    await self._rest(visit)
            except TimeoutError:
                visit.note = f"not at rest after {self._settings.render_seconds:g} s; read as it stood"
            if not (visit.leads_to or visit.is_over):
                async with asyncio.timeout(_LAST_WORD):
                    visit.html = await page.content()
        finally:
            await _within(_LAST_WORD, context.close())

    async def _rest(self, visit: Visit) -> None:
        """Until nothing was asked for a moment, the page leads away, or the browser grows too large."""
        most = 2 * self._settings.render_memory
        looked = time.monotonic()
        while not visit.leads_to and (visit.under_way or time.monotonic() < visit.quiet_since + _QUIET):
            await asyncio.sleep(0.05)
            if time.monotonic() > looked + 1:
                looked = time.monotonic()
                if self._memory() > most:
                    visit.note, visit.is_over = f"it takes more than {most} MB", True
                    return

    async def _answer(self, route: Route, visit: Visit) -> None:
        """One request of the page: answered or refused."""
        from playwright.async_api import Error

        request = route.request
        visit.under_way += 1
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
            visit.under_way -= 1
            visit.quiet_since = time.monotonic()

    async def _navigate(self, route: Route, request: Request, visit: Visit) -> None:
        """The page itself is given once; where it goes on to is noted, and not followed."""
        is_main = request.frame.parent_frame is None
        if is_main and not visit.is_served:
            visit.is_served = True
            content_type = visit.fetch.header("content-type") or "text/html"
            await route.fulfill(status=200, content_type=content_type, body=visit.fetch.body)
            return
        if is_main and identity.key(request.url) not in ("", identity.key(visit.fetch.url)):
            visit.leads_to = visit.leads_to or identity.without_credentials(request.url)
        await route.abort()

    async def _fetch(self, request: Request, visit: Visit) -> Fetch | None:
        if request.method != "GET" or request.resource_type not in ("script", "xhr", "fetch"):
            return None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(visit.ends - time.monotonic()):
                return await self._ask(request.url, request.resource_type == "script")
        return None

    def _memory(self) -> int:
        return memory.children_mb(("chrom", "msedge"))

    async def _stop(self) -> None:
        browser, self._browser = self._browser, None
        if browser is not None:
            await _within(_LAST_WORD, browser.close())


def _headers(got: Fetch, page: str) -> dict[str, str]:
    """The headers that a script may see. `ask` alone leads to the site, so every script may read what it got."""
    kept = {name: value for name, value in got.headers if name not in _DROPPED}
    return kept | {"access-control-allow-origin": identity.origin(page), "access-control-allow-credentials": "true"}


def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


async def _within(seconds: float, ending: Awaitable[None]) -> None:
    """Wait for an end, but not for ever: what hangs is left to the browser's own end."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(ending, seconds)
