"""Who owns a host: its registrable domain, or whoever the settings name.

By the Public Suffix List with its private section, so that two users of one hosting domain are two owners
(https://publicsuffix.org/list/).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from publicsuffixlist import PublicSuffixList

from . import identity


@lru_cache(maxsize=4096)
def domain(host: str) -> str:
    """The registrable domain of a host name; the host itself where there is none (one-word names, IP addresses, public
    suffixes).
    """
    if host.rpartition(".")[2].isdigit():  # an IPv4 address (WHATWG URL Standard: a host that ends in a number)
        return host
    return _suffixes().privatesuffix(host) or host


def owner(url: str, owners: Mapping[str, str] | None = None) -> str:
    """The owner of an address. `owners` gives names by host or domain; the longest that fits goes before the list."""
    host = identity.host(url).rstrip(".")
    return named(host, owners or {}) or domain(host)


def named(host: str, owners: Mapping[str, str]) -> str:
    """The name that the settings give for a host or one of the domains above it; empty for none."""
    while host:
        if host in owners:
            return owners[host]
        host = host.partition(".")[2]
    return ""


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
