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
    """The owner of an address; `owners` as in `of_host`."""
    return of_host(identity.host(url), owners or {})


def of_host(host: str, owners: Mapping[str, str]) -> str:
    """The owner of a host. `owners` gives names by host or domain; the longest that fits goes before the list."""
    host = above = host.rstrip(".")
    while above:
        if above in owners:
            return owners[above]
        above = above.partition(".")[2]
    return domain(host)


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
