"""Where a connection goes: to the host itself, by a proxy, or where `--resolve` says.

`--resolve HOST:PORT:ADDR` is as in curl: the connection goes to ADDR, everything else still speaks of HOST.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.request import getproxies, proxy_bypass

import ada_url

from ..errors import ConfigError
from ..urls import identity
from .scope import is_private

# An IPv6 address stands in brackets; ADDR may go without them, being the last.
_ENTRY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]+):(?P<port>\d{1,5}):(?P<address>\[[^\]]*\]|[^\[\]]+)")

_PORTS = {"http:": 80, "https:": 443}

Overrides = Mapping[tuple[str, int], str]


def parse(entries: Iterable[str]) -> Overrides:
    """{(host, port): IP address} with hosts as `urls.identity.host` writes them. Of two entries the later one holds.

    Raises ConfigError that quotes the entry.
    """
    overrides = {}
    for entry in entries:
        match = _ENTRY.fullmatch(entry.strip())
        host = identity.host(f"http://{match['host']}/") if match else ""
        if match is None or not host or not 0 < int(match["port"]) < 65536:
            raise _malformed(entry)
        try:
            address = str(ipaddress.ip_address(match["address"].strip("[]")))
        except ValueError:
            raise _malformed(entry) from None
        overrides[host, int(match["port"])] = address
    return overrides


@dataclass(frozen=True, slots=True)
class Route:
    """`ip`: the address to connect to instead of looking the name up; `proxy`: an address. Both may be empty."""

    ip: str = ""
    proxy: str = ""


class Routes:
    """The routes of all origins. `proxy` is the user's own choice and serves every host but overridden ones.

    Raises ConfigError for a malformed override.
    """

    def __init__(self, overrides: Iterable[str], proxy: str = "") -> None:
        self._overrides = parse(overrides)
        self._chosen = _with_scheme(proxy)
        self._proxies = getproxies()
        self._known: dict[str, Route] = {}

    @property
    def overrides(self) -> frozenset[str]:
        """The IP addresses that the user named."""
        return frozenset(self._overrides.values())

    def of(self, url: str) -> Route:
        """How the origin of `url` is reached."""
        origin = identity.origin(url)
        if origin not in self._known:
            ip = self._ip(url)
            self._known[origin] = Route(ip, "" if ip else self._proxy(url))
        return self._known[origin]

    def _ip(self, url: str) -> str:
        parsed = ada_url.URL(url)
        return self._overrides.get((parsed.hostname, int(parsed.port or _PORTS[parsed.protocol])), "")

    def _proxy(self, url: str) -> str:
        """The user's, or what HTTPS_PROXY and its kin name; these never for hosts that only this machine knows."""
        if self._chosen:
            return self._chosen
        proxy = self._proxies.get(url.partition(":")[0]) or self._proxies.get("all", "")
        if not proxy or is_private(url) or proxy_bypass(identity.host(url)):
            return ""
        return _with_scheme(proxy)


def _with_scheme(proxy: str) -> str:
    return proxy if "://" in proxy or not proxy else f"http://{proxy}"


def _malformed(entry: str) -> ConfigError:
    return ConfigError(
        f"resolve: '{entry}' is not HOST:PORT:ADDR with an IP address, like example.com:443:127.0.0.1 or"
        " example.com:443:[::1]"
    )
