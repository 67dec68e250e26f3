"""One address asked, one answer kept: every trouble on the way is a value with words for it.

httpx is named in this module alone.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
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
from urllib.request import getproxies, proxy_bypass

import ada_url
import httpx

from ..config import CrawlSettings
from ..errors import ConfigError
from ..model import Fetch, Outcome
from ..urls import identity
from . import resolve
from .inflate import unpack
from .pace import Pace
from .scope import is_private
from .trouble import in_words

# httpcore tries to import sniffio four times a request, and Python searches for a missing module each time: 0.3 ms.
if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]

_CONNECTIONS = 4  # of one pool: httpx slows down with more (1,140 pages/s at 4, 322 at 64, on loopback)
_TRY_AGAIN = frozenset((429, 502, 503, 504))
_FIRST_WAIT = 0.5  # seconds before the first retry, doubled by each further one
_DRAINED = 65_536  # bytes of a redirect's body that are read to keep its connection
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_HEADERS = (
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
    ("Accept-Encoding", "gzip, deflate"),
)


@dataclass(slots=True)
class _Lane:
    """One pool of connections and how many requests it has under way."""

    transport: httpx.AsyncHTTPTransport
    busy: int = 0


@dataclass(frozen=True, slots=True)
class _Limits:
    any_type: bool
    max_bytes: int
    timeout: float
    deadline: float

    @property
    def httpx_timeout(self) -> dict[str, float | None]:
        return {"connect": self.timeout, "read": self.timeout, "write": self.timeout, "pool": None}


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
        self._overrides = resolve.parse(settings.resolve)
        self._proxies = getproxies()
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

    async def get(self, url: str, *, any_type: bool = False, max_bytes: int = 0, patience: float = 1.0) -> Fetch:
        """The answer of `url`, after retries where they may help.

        `any_type` reads the body whatever Content-Type says; `max_bytes` replaces the settings' limit (a longer body
        is `too_large` and keeps its beginning); `patience` multiplies time limits.
        """
        s = self._settings
        limits = _Limits(any_type, max_bytes or s.max_bytes, s.timeout * patience, s.deadline * patience)
        address = identity.resolve("", url).partition("#")[0]
        if not address:
            return Fetch(url, None, (), b"", "error", "not a web address")
        if "@" in address:
            url = address = identity.without_credentials(address)
        pace = self.pace(address)
        for attempt in range(s.retries + 1):
            async with pace.turn():
                answer, again = await self._ask(address, limits)
            pace.answered(answer.status, answer.header("retry-after"))
            if not again or attempt == s.retries:
                break
            await self._sleep(_FIRST_WAIT * 2**attempt)
        return dataclasses.replace(answer, url=url)

    async def follow(
        self, url: str, hops: int, may: Callable[[str], bool], *, max_bytes: int, patience: float
    ) -> Fetch:
        """The answer at the end of at most `hops` redirects to addresses that `may` be asked, of any type.

        When the end is not reached the last redirect is returned, with a note that says why.
        """
        seen = {identity.key(url)}
        answer = await self.get(url, any_type=True, max_bytes=max_bytes, patience=patience)
        while answer.outcome == "redirect":
            target = answer.redirect_to
            if len(seen) > hops:
                return dataclasses.replace(answer, note=f"more than {hops} redirects")
            if not may(target):
                return dataclasses.replace(answer, note=f"redirects to {target}, which is not followed")
            if identity.key(target) in seen:
                return dataclasses.replace(answer, note=f"redirect loop at {target}")
            seen.add(identity.key(target))
            answer = await self.get(target, any_type=True, max_bytes=max_bytes, patience=patience)
        return answer

    async def _ask(self, address: str, limits: _Limits) -> tuple[Fetch, bool]:
        """One request: its answer, and whether asking again may help."""
        began = time.perf_counter()
        lane = self._lane(address)
        lane.busy += 1
        try:
            async with asyncio.timeout(limits.deadline):
                answer = await self._exchange(lane.transport, address, limits)
            again = answer.status in _TRY_AGAIN
        except TimeoutError:
            answer, again = _failed(address, "timeout", f"no complete answer within {limits.deadline:g} s"), False
        except httpx.TimeoutException as error:
            again = isinstance(error, httpx.ConnectTimeout)
            words = f"no {'connection' if again else 'data'} within {limits.timeout:g} s"
            answer = _failed(address, "timeout", words)
        except (httpx.HTTPError, OSError) as error:
            words, again = in_words(error)
            answer = _failed(address, "error", words)
        except httpx.InvalidURL:
            answer, again = _failed(address, "error", "not a web address"), False
        finally:
            lane.busy -= 1
        return dataclasses.replace(answer, seconds=time.perf_counter() - began), again

    async def _exchange(self, transport: httpx.AsyncHTTPTransport, address: str, limits: _Limits) -> Fetch:
        response = await transport.handle_async_request(self._request(address, limits))
        try:
            return await _read(response, address, limits)
        finally:
            await response.aclose()

    def _request(self, address: str, limits: _Limits) -> httpx.Request:
        parsed = ada_url.URL(address)
        extensions: dict[str, object] = {"timeout": limits.httpx_timeout}
        headers = [("Host", parsed.host), ("User-Agent", self._settings.user_agent), *_HEADERS]
        url = httpx.URL(address) if self._proxy(address) else _url_of_origin(parsed.origin)
        if not self._proxy(address):
            # The path goes out as the WHATWG standard spells it; httpx would spell stray "%" and the like in its way.
            # (Not through a proxy: there httpcore would use it for the CONNECT request, too.)
            extensions["target"] = (parsed.pathname + parsed.search).encode("ascii")
        if ip := resolve.address_for(self._overrides, address):
            url = url.copy_with(host=ip)
            extensions["sni_hostname"] = parsed.hostname
        if authorization := self._authorization.get(parsed.origin):
            headers.append(("Authorization", authorization))
        return httpx.Request("GET", url, headers=headers, extensions=extensions)

    def _lane(self, address: str) -> _Lane:
        """The least busy lane for an address."""
        overridden = resolve.address_for(self._overrides, address)
        route = (self._proxy(address), identity.origin(address) if overridden else "")
        if route not in self._lanes:
            count = -(-self._settings.concurrency // _CONNECTIONS)
            self._lanes[route] = [_Lane(self._transport(route[0])) for _ in range(count)]
        return min(self._lanes[route], key=lambda lane: lane.busy)

    def _proxy(self, address: str) -> str:
        """The proxy that the environment names for an address (HTTPS_PROXY and kin); never one for local hosts."""
        proxy = self._proxies.get(address.partition(":")[0]) or self._proxies.get("all", "")
        if not proxy or resolve.address_for(self._overrides, address) or is_private(address):
            return ""
        if proxy_bypass(identity.host(address)):
            return ""
        return proxy if "://" in proxy else f"http://{proxy}"

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


async def _read(response: httpx.Response, address: str, limits: _Limits) -> Fetch:
    headers = tuple((_text(name).lower(), _text(value)) for name, value in response.headers.raw)
    answer = Fetch(address, response.status_code, headers, b"", "ok")
    if response.status_code in _REDIRECTS:
        with contextlib.suppress(httpx.HTTPError):
            await unpack(response.aiter_raw(), (), _DRAINED)
        return _redirect(answer)
    if response.status_code >= 300:
        answer = dataclasses.replace(answer, outcome="http_error", note=f"HTTP status {response.status_code}")
    elif not (limits.any_type or _may_be_page(answer.header("content-type"))):
        return dataclasses.replace(answer, outcome="not_html", note=f"Content-Type {answer.header('content-type')}")
    codings = [value for name, value in headers if name == "content-encoding"]
    unpacked = await unpack(response.aiter_raw(), codings, limits.max_bytes)
    answer = dataclasses.replace(answer, body=unpacked.data)
    return dataclasses.replace(answer, outcome=unpacked.trouble, note=unpacked.note) if unpacked.trouble else answer


def _redirect(answer: Fetch) -> Fetch:
    target = identity.resolve(answer.url, answer.header("location")) if answer.header("location") else ""
    if not target:
        note = f"HTTP status {answer.status} without a usable Location"
        return dataclasses.replace(answer, outcome="http_error", note=note)
    return dataclasses.replace(answer, outcome="redirect", redirect_to=identity.without_credentials(target))


def _may_be_page(content_type: str) -> bool:
    """False only where the header clearly names something that is neither HTML nor XML nor text."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind.count("/") != 1 or kind.startswith(("text/", "multipart/")) or kind.endswith(("xml", "/html", "/*"))


def _failed(address: str, outcome: Outcome, note: str) -> Fetch:
    return Fetch(address, None, (), b"", outcome, note)


def _text(raw: bytes) -> str:
    """A header as text: UTF-8 where it is that, else byte by byte."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")
