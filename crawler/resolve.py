"""`--resolve HOST:PORT:ADDR` as in curl: the connection goes to ADDR, everything else still speaks of HOST."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Mapping

import ada_url

from ..errors import ConfigError
from ..urls import identity

# An IPv6 address stands in brackets; ADDR may go without them, being the last.
_ENTRY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]+):(?P<port>\d{1,5}):(?P<address>\[[^\]]*\]|[^\[\]]+)")

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


def address_for(overrides: Overrides, url: str) -> str:
    """The IP address to connect to for `url` (no brackets); empty when the name is to be looked up as usual."""
    if not overrides:
        return ""
    parsed = ada_url.URL(url)
    port = int(parsed.port or (443 if parsed.protocol == "https:" else 80))
    return overrides.get((parsed.hostname, port), "")


def _malformed(entry: str) -> ConfigError:
    return ConfigError(
        f"resolve: '{entry}' is not HOST:PORT:ADDR with an IP address, like example.com:443:127.0.0.1 or"
        " example.com:443:[::1]"
    )
