"""One address asked, one answer kept: every trouble on the way is a value with words for it.

httpx is named in this module alone.
"""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import importlib.util
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from types import TracebackType
from typing import Self
from urllib.parse import unquote

import ada_url
import httpx

from ..config import CrawlSettings
from ..errors import ConfigError
from ..model import Fetch, Outcome
from ..urls import identity
from . import answer
from .answer import Limits
from .pace import Pace
from .resolve import Routes
from .trouble import in_words

# httpcore tries to import sniffio four times a request, and Python searches for a missing module each time: 0.3 ms.
if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]

_CONNECTIONS = 4  # of one pool: httpx slows down with more (1,140 pages/s at 4, 322 at 64, on loopback)
TRY_AGAIN = frozenset((429, 502, 503, 504))
_FIRST_WAIT = 0.5  # seconds before the first retry, doubled by each further one
_HEADERS = (
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("Accept-Encoding", "gzip, deflate"),
)

Headers = tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Lane:
    """One pool of connections and how many requests it has under way."""

    transport: httpx.AsyncHTTPTransport
    busy: int = 0


class Client:
    """Asks addresses politely: paced per origin, retried, with a deadline and a size limit. An async context manager.

    Several pools ("lanes") of a few connections each; an overridden host (`--resolve`) has its own, so that a
    connection made under one TLS name is never used for another. Transports are used without httpx.AsyncClient, which
    would keep cookies and refuse answers for what stands in their Location.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._clock, self._sleep = clock, sleep
        self._routes = Routes(settings.resolve)
        self._lanes: dict[tuple[str, str], list[_Lane]] = {}  # by (proxy, overridden origin)
        self._paces: dict[str, Pace] = {}
        self._authorization: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        for lane in (lane for lanes in self._lanes.values() for lane in lanes):
            await lane.transport.aclose()

    def pace(self, url: str) -> Pace:
        """The pace of the origin of `url`."""
        origin = identity.origin(url)
        if origin not in self._paces:
            s = self._settings
            self._paces[origin] = Pace(s.rate, s.concurrency, s.max_retry_after, self._clock, self._sleep)
        return self._paces[origin]

    def authorize(self, url: str) -> None:
        """Send the user name and password that stand in `url`, if any, with every request to its origin (RFC 7617)."""
        parsed = ada_url.URL(url)
        if parsed.username or parsed.password:
            pair = f"{unquote(parsed.username)}:{unquote(parsed.password)}"
            self._authorization[identity.origin(url)] = f"Basic {base64.b64encode(pair.encode()).decode()}"

    async def get(
        self, url: str, *, any_type: bool = False, max_bytes: int = 0, patience: float = 1.0, headers: Headers = ()
    ) -> Fetch:
        """The answer of `url`, after retries where they may help.

        `any_type` reads the body whatever Content-Type says; `max_bytes` replaces the settings' limit (a longer body
        is `too_large` and keeps its beginning); `patience` multiplies time limits; `headers` are sent beside our own.
        """
        s = self._settings
        limits = Limits(any_type, max_bytes or s.max_bytes, s.timeout * patience, s.deadline * patience)
        address = identity.resolve("", url).partition("#")[0]
        if not address:
            return Fetch(url, None, (), b"", "error", "not a web address")
        if "@" in address:
            url = address = identity.without_credentials(address)
        pace = self.pace(address)
        for attempt in range(s.retries + 1):
            async with pace.turn():
                got, again = await self._ask(address, limits, headers)
            pace.answered(got.status, got.header("retry-after"))
            if not again or attempt == s.retries:
                break
            await self._sleep(_FIRST_WAIT * 2**attempt)
        return dataclasses.replace(got, url=url)

    async def follow(
        self, url: str, hops: int, may: Callable[[str], bool], *, max_bytes: int, patience: float
    ) -> Fetch:
        """The answer at the end of at most `hops` redirects to addresses that `may` be asked, of any type.

        When the end is not reached the last redirect is returned, with a note that says why.
        """
        seen = {identity.key(url)}
        got = await self.get(url, any_type=True, max_bytes=max_bytes, patience=patience)
        while got.outcome == "redirect":
            target = got.redirect_to
            if len(seen) > hops:
                return dataclasses.replace(got, note=f"more than {hops} redirects")
            if not may(target):
                return dataclasses.replace(got, note=f"redirects to {target}, which is not followed")
            if identity.key(target) in seen:
                return dataclasses.replace(got, note=f"redirect loop at {target}")
            seen.add(identity.key(target))
            got = await self.get(target, any_type=True, max_bytes=max_bytes, patience=patience)
        return got

    async def _ask(self, address: str, limits: Limits, headers: Headers) -> tuple[Fetch, bool]:
        """One request: its answer, and whether asking again may help."""
        began = time.perf_counter()
        lane = self._lane(address)
        lane.busy += 1
        try:
            async with asyncio.timeout(limits.deadline):
                got = await self._exchange(lane.transport, self._request(address, limits, headers), address, limits)
            again = got.status in TRY_AGAIN
        except TimeoutError:
            got, again = _failed(address, "timeout", f"no complete answer within {limits.deadline:g} s"), False
        except httpx.TimeoutException as error:
            again = isinstance(error, httpx.ConnectTimeout)
            words = f"no {'connection' if again else 'data'} within {limits.timeout:g} s"
            got = _failed(address, "timeout", words)
        except (httpx.HTTPError, OSError) as error:
            words, again = in_words(error)
            got = _failed(address, "error", words)
        except httpx.InvalidURL:
            got, again = _failed(address, "error", "not a web address"), False
        finally:
            lane.busy -= 1
        return dataclasses.replace(got, seconds=time.perf_counter() - began), again

    async def _exchange(
        self, transport: httpx.AsyncHTTPTransport, request: httpx.Request, address: str, limits: Limits
    ) -> Fetch:
        response = await transport.handle_async_request(request)
        try:
            return await answer.read(address, response.status_code, response.headers.raw, response.aiter_raw(), limits)
        finally:
            await response.aclose()

    def _request(self, address: str, limits: Limits, more: Headers) -> httpx.Request:
        parsed = ada_url.URL(address)
        headers = [("Host", parsed.host), ("User-Agent", self._settings.user_agent), *_HEADERS, *more]
        if authorization := self._authorization.get(parsed.origin):
            headers.append(("Authorization", authorization))
        t = limits.timeout
        extensions: dict[str, object] = {"timeout": {"connect": t, "read": t, "write": t, "pool": None}}
        route = self._routes.of(address)
        if route.proxy:
            return httpx.Request("GET", httpx.URL(address), headers=headers, extensions=extensions)
        # The path goes out as the WHATWG standard spells it; httpx would spell stray "%" and the like in its way. (Not
        # through a proxy: there httpcore would use it for the CONNECT request, too.)
        extensions["target"] = (parsed.pathname + parsed.search).encode("ascii")
        url = _url_of_origin(parsed.origin)
        if route.ip:
            url = url.copy_with(host=route.ip)
            extensions["sni_hostname"] = parsed.hostname
        return httpx.Request("GET", url, headers=headers, extensions=extensions)

    def _lane(self, address: str) -> _Lane:
        """The least busy lane for an address."""
        route = self._routes.of(address)
        name = (route.proxy, identity.origin(address) if route.ip else "")
        if name not in self._lanes:
            count = -(-self._settings.concurrency // _CONNECTIONS)
            self._lanes[name] = [_Lane(self._transport(route.proxy)) for _ in range(count)]
        return min(self._lanes[name], key=lambda lane: lane.busy)

    def _transport(self, proxy: str) -> httpx.AsyncHTTPTransport:
        limits = httpx.Limits(max_connections=_CONNECTIONS, max_keepalive_connections=_CONNECTIONS)
        try:
            return httpx.AsyncHTTPTransport(verify=_tls(), limits=limits, proxy=proxy or None)
        except (ImportError, ValueError, httpx.InvalidURL):
            # The proxy's address may hold a password, so it is not shown.
            raise ConfigError(
                "the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY cannot be used; name an http:// one or unset it"
            ) from None


@lru_cache(maxsize=4096)
def _url_of_origin(origin: str) -> httpx.URL:
    """httpx takes as long to read an address as for all the rest of a request; `target` carries the path."""
    return httpx.URL(origin)


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """The system's or certifi's certificates; SSL_CERT_FILE names others. Loading takes 40 ms."""
    return httpx.create_ssl_context()


def _failed(address: str, outcome: Outcome, note: str) -> Fetch:
    return Fetch(address, None, (), b"", outcome, note)
