"""Which addresses belong to the site, and which must never be asked for it.

A site is its registrable domain (Public Suffix List with the private section, so that two users of one hosting domain
are two sites). Hosts that have no such domain (IP addresses, `localhost`, one-word names) are only themselves.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache

import ada_url

from ..urls import identity
from ..urls.owner import domain

_LOOPBACK = frozenset(("localhost", "127.0.0.1", "[::1]"))
_LOCAL_SUFFIXES = (".localhost", ".local", ".internal", ".home.arpa")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


Sites = str | tuple[str, ...]  # the site of an audit, or all of them


def belongs(site: Sites, url: str) -> bool:
    """Whether `url` is part of the site at `site`, of one of them where they are several.

    The scheme does not matter, nor does the port where a name is registered; an IP address or loopback name is one
    site per port (default ports count as equal). localhost, 127.0.0.1 and [::1] are one host.
    """
    theirs = _place(url)
    return theirs != ("", "") and any(_place(each) == theirs for each in _each(site))


def which(sites: tuple[str, ...], url: str) -> str:
    """The site that an address is part of; the first one where it is part of none."""
    return next((site for site in sites if belongs(site, url)), sites[0])


def _each(site: Sites) -> tuple[str, ...]:
    return (site,) if isinstance(site, str) else site


def may_visit(site: str, url: str) -> bool:
    """Whether `url` may be asked at all: a public site never leads into private, loopback or link-local hosts.

    Judged by the written host. Other spellings of an IP address (`2130706433`, `0x7f.1`) are read as browsers read
    them; what a name resolves to is not looked up.
    """
    return bool(identity.host(url)) and (belongs(site, url) or not is_private(url) or is_private(site))


def is_private(url: str) -> bool:
    """Whether the host can only be reached from inside: not a global IP address, a loopback or a local name."""
    host = identity.host(url).rstrip(".")
    ip = _ip(host)
    if ip is not None:
        return not ip.is_global
    return "." not in host or host.endswith(_LOCAL_SUFFIXES)


def www_twin(url: str) -> str:
    """The host of `url` with `www.` before it, or without; empty where nobody would look for such a twin."""
    host = identity.host(url).rstrip(".")
    if is_private(url) or _ip(host) is not None:
        return ""
    bare = host.removeprefix("www.")
    return "" if domain(bare) != bare else bare if bare != host else f"www.{host}"


@lru_cache(maxsize=4096)
def _place(url: str) -> tuple[str, str]:
    """What two addresses of one site share: (registrable domain or host, port where it matters)."""
    host = identity.host(url).rstrip(".")
    if host in _LOOPBACK or _ip(host) is not None:
        return ("localhost" if host in _LOOPBACK else host, str(ada_url.URL(url).port))
    return (domain(host), "")


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The IP address that a host is; for an IPv6 address that wraps an IPv4 one, the inner address."""
    try:
        ip = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in _NAT64:
            return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        return ip.ipv4_mapped or ip.sixtofour or ip
    return ip
