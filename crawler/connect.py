"""Connections that never lead from a public site into private, loopback or link-local addresses.

The name is looked up here, every address of it is judged, and the connection goes to an address that was judged: a
name that answers differently when it is asked again (DNS rebinding) gains nothing. TLS still speaks of the name. A
proxy looks names up by itself, so behind one only the written host is judged (scope.may_visit).

httpcore, on which httpx stands, is named in this module alone.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

import httpcore

from .scope import belongs, is_private

Lookup = Callable[[str, int], Awaitable[list[str]]]

_PATIENCE = 2.0  # seconds for an address as long as there are others to try


class PrivateAddressError(OSError):
    """A name of a public site leads inside. Its text names the address."""


async def look_up(host: str, port: int) -> list[str]:
    """The IP addresses of a name in the system's order. Raises socket.gaierror."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]).partition("%")[0] for *_, address in found))


class Guard:
    """Which addresses may be connected to. `overrides` are the addresses that the user named with --resolve.

    A home is a host that the user named: an audit of it may lead inside if and only if it lies inside itself. That is
    settled when it is first connected to, for good. Of several, each speaks for the hosts of its own site, and a host
    of none of these sites may lie inside only if all homes do: a public site is no way into another's network.
    """

    def __init__(self, overrides: Collection[str] = (), lookup: Lookup = look_up) -> None:
        self._overrides, self._lookup = frozenset(overrides), lookup
        self._homes: dict[str, bool | None] = {}  # whether each lies inside; None until that is settled

    def set_home(self, host: str) -> None:
        """Name the host that the user named. A written IP address or local name is settled at once."""
        if host.strip("[]") not in self._homes:
            self._homes.clear()
            self.add_home(host)

    def add_home(self, host: str) -> None:
        """Name a further host that the user named."""
        self._homes.setdefault(host.strip("[]"), is_private(f"http://{host}/") or None)

    async def addresses(self, host: str, port: int) -> list[str]:
        """Where `host` may be connected to. Raises PrivateAddressError or socket.gaierror."""
        if host in self._overrides:
            return [host]
        found = await self._lookup(host, port)
        outside = [ip for ip in found if not is_private(_url(ip))]
        if host in self._homes and self._homes[host] is None:
            self._homes[host] = not outside
        if self._may_lie_inside(host):
            return found
        if not outside:
            raise PrivateAddressError(f"{host} is at {', '.join(found[:3])}")
        return outside

    def _may_lie_inside(self, host: str) -> bool:
        own = [host] if host in self._homes else [h for h in self._homes if belongs(_url(h), _url(host))]
        return bool(self._homes) and all(self._homes[home] for home in own or self._homes)


def _url(ip: str) -> str:
    return f"http://[{ip}]/" if ":" in ip else f"http://{ip}/"


class _Backend(httpcore.AsyncNetworkBackend):
    """httpcore's own network, for connections that the guard lets pass."""

    def __init__(self, guard: Guard) -> None:
        self._guard, self._network = guard, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        try:
            async with asyncio.timeout(timeout):
                *others, last = await self._guard.addresses(host, port)
                for ip in others:
                    try:
                        return await self._network.connect_tcp(ip, port, _PATIENCE, local_address, socket_options)
                    except (httpcore.ConnectError, httpcore.ConnectTimeout):
                        continue
                return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout from error

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


def pool(guard: Guard, instead_of: object, **options: Any) -> httpcore.AsyncConnectionPool:
    """A pool of connections that pass the guard; options as those of httpcore.AsyncConnectionPool.

    httpx has no parameter for the network below its pool, so its pool is replaced. Raises TypeError when `instead_of`
    is none: a guard that guards nothing must not go unnoticed.
    """
    if not isinstance(instead_of, httpcore.AsyncConnectionPool):
        raise TypeError("this httpx has another pool than the one that the guard is put under")
    return httpcore.AsyncConnectionPool(network_backend=_Backend(guard), **options)
