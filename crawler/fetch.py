"""One address asked, one answer kept: every trouble on the way is a value with words for it.

httpx is named in this module alone.
"""

from __future__ import annotations

import asyncio
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

import ada_url
import httpx

from ..config import CrawlSettings
from ..errors import ConfigError
from ..model import Fetch, Outcome
from ..urls import identity
from . import answer
from .answer import Limits
from .connect import Guard, Lookup, look_up, pool
from .credentials import Credentials
from .outage import Outage, is_refusal
from .pace import SLOW_DOWN, Pace
from .resolve import Routes
from .trouble import in_words, tls_fault

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
        lookup: Lookup = look_up,
    ) -> None:
        self._settings = settings
        self._clock, self._sleep = clock, sleep
        self._routes = Routes(settings.resolve, settings.proxy)
        self._guard = Guard(self._routes.overrides, lookup)
        self._lanes: dict[tuple[str, str], list[_Lane]] = {}  # by (proxy, overridden origin)
        self._paces: dict[str, Pace] = {}
        self._outages: dict[str, Outage] = {}
        self._credentials = Credentials(settings)
        self._at_home = False

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

    def set_home(self, url: str) -> None:
        """The site that the user named: it alone is sent passwords, and may lie where no public site may lead."""
        self._at_home = True
        self._credentials.set_home(url)
        self._guard.set_home(identity.host(url))

    def add_home(self, url: str) -> None:
        """A further site that the user named; `--user` and secret headers are not for it."""
        self._credentials.add_home(url)
        self._guard.add_home(identity.host(url))

    def gone(self, url: str) -> str:
        """Why the origin of `url` was given up, in words; empty when it was not."""
        return self._outage(url).over

    def _outage(self, url: str) -> Outage:
        return self._outages.setdefault(identity.origin(url), Outage(self._clock))

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
        if not self._at_home:
            self.set_home(address)
        pace, outage = self.pace(address), self._outage(address)
        attempt = 0
        while True:
            async with pace.turn():
                got, again = await self._ask(address, limits, headers)
            told = got.status is not None or got.outcome == "timeout"
            pace.answered(got.status, got.header("retry-after"), seconds=got.seconds if told else 0.0)
            if got.status is not None:
                outage.answered(put_off=got.status in SLOW_DOWN)
            elif is_refusal(got.note) and (wait := outage.refused()):
                pace.pause(wait)  # all addresses of the origin wait together, and none of them is to blame
                continue
            if not again or attempt == s.retries or outage.over:
                return dataclasses.replace(got, url=url)
            await self._sleep(_FIRST_WAIT * 2**attempt)
            attempt += 1

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
            self._credentials.learn(got)
        except TimeoutError:
            got, again = _failed(address, "timeout", f"no complete answer within {limits.deadline:g} s"), False
        except httpx.TimeoutException as error:
            again = isinstance(error, httpx.ConnectTimeout)
            words = f"no {'connection' if again else 'data'} within {limits.timeout:g} s"
            got = _failed(address, "timeout", words)
        except (httpx.HTTPError, OSError) as error:
            words, again = in_words(error)
            got = dataclasses.replace(_failed(address, "error", words), tls_fault=tls_fault(error))
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

    def _request(self, address: str, limits: Limits, conditions: Headers) -> httpx.Request:
        parsed = ada_url.URL(address)
        headers = [("Host", parsed.host), ("User-Agent", self._settings.user_agent), *_HEADERS, *conditions]
        if more := self._credentials.headers(address, parsed.origin):
            given = {name.lower() for name, _ in more}
            headers = [*(header for header in headers if header[0].lower() not in given), *more]
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
            transport = httpx.AsyncHTTPTransport(verify=_tls(), limits=limits, proxy=proxy or None)
        except (ImportError, ValueError, httpx.InvalidURL):
            # The proxy's address may hold a password, so it is not shown.
            where = "--proxy" if self._settings.proxy else "HTTPS_PROXY, HTTP_PROXY or ALL_PROXY"
            raise ConfigError(f"the proxy in {where} cannot be used; name an http:// one or leave it out") from None
        if not proxy:
            transport._pool = pool(
                self._guard,
                instead_of=transport._pool,
                ssl_context=_tls(),
                max_connections=limits.max_connections,
                max_keepalive_connections=limits.max_keepalive_connections,
                keepalive_expiry=limits.keepalive_expiry,
            )
        return transport


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
