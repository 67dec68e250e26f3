"""What is said to the site beyond our name: a password, headers that the owner wants sent, cookies of this run.

Passwords and what is as good as one go to the origin that the user named (the first one, of several; to another goes
what stands in its own address) and to no other; other headers to every host of the site. Nothing of it is stored or
shown.
"""

from __future__ import annotations

import base64
from email.message import Message
from http.cookiejar import CookieJar
from typing import Any, cast
from urllib.parse import unquote
from urllib.request import Request

import ada_url

from ..config import CrawlSettings
from ..model import Fetch
from ..urls import identity
from .scope import belongs

Headers = list[tuple[str, str]]

_SECRET = frozenset(("authorization", "cookie"))
_MOST_COOKIES, _LONGEST_COOKIE = 200, 4_096  # about what browsers keep of a site (RFC 6265, section 6.1)


class Credentials:
    """Of one crawl. `set_home` names the site; before it nothing is sent but what stood in an address."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._user = settings.user
        self._given = [(name.strip(), value.strip()) for name, _, value in (h.partition(":") for h in settings.headers)]
        self._passwords: dict[str, str] = {}  # by origin
        self._jar = CookieJar() if settings.cookies else None
        self._home = ""
        self._sites: tuple[str, ...] = ()
        self._of_host: dict[str, Headers] = {}

    def set_home(self, url: str) -> None:
        """The origin of `url` is the site's own; a user name and password in it are sent there (RFC 7617)."""
        self._home = identity.origin(url)
        self._sites = ()
        self._add(url, self._user)

    def add_home(self, url: str) -> None:
        """The origin of `url` is a further one that the user named; it is sent what stands in its own address."""
        self._add(url, "")

    def _add(self, url: str, pair: str) -> None:
        self._sites = (*self._sites, identity.origin(url))
        self._of_host.clear()
        parsed = ada_url.URL(url)
        if parsed.username or parsed.password:
            pair = f"{unquote(parsed.username)}:{unquote(parsed.password)}"
        if pair:
            self._passwords[self._sites[-1]] = f"Basic {base64.b64encode(pair.encode()).decode()}"

    def headers(self, address: str, origin: str) -> Headers:
        """What goes with a request to `address`, which is of `origin`."""
        if origin not in self._of_host:
            self._of_host[origin] = self._for(origin)
        headers = self._of_host[origin]
        if self._jar is not None and (cookies := self._cookies(address)):
            given = [value for name, value in headers if name.lower() == "cookie"]
            headers = [(name, value) for name, value in headers if name.lower() != "cookie"]
            headers.append(("Cookie", "; ".join([*given, cookies])))
        return headers

    def learn(self, fetch: Fetch) -> None:
        """Keep the cookies of an answer, if cookies are wanted."""
        lines = [v for name, v in fetch.headers if name == "set-cookie"] if self._jar is not None else []
        if self._jar is None or not lines:
            return
        message = Message()
        for line in lines:
            if len(line) <= _LONGEST_COOKIE:
                message["Set-Cookie"] = line
        self._jar.extract_cookies(cast("Any", _Answer(message)), _asked(fetch.url))
        if len(self._jar) > _MOST_COOKIES:
            self._jar.clear()

    def _for(self, origin: str) -> Headers:
        home, ours = origin == self._home, belongs(self._sites, origin)
        headers = [(name, value) for name, value in self._given if home or (ours and name.lower() not in _SECRET)]
        if origin in self._passwords and not any(name.lower() == "authorization" for name, _ in headers):
            headers.append(("Authorization", self._passwords[origin]))
        return headers

    def _cookies(self, address: str) -> str:
        request = _asked(address)
        if self._jar is not None:
            self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""


def _asked(address: str) -> Request:
    return Request(address)  # noqa: S310 (never opened: it tells a cookie jar what was asked)


class _Answer:
    """As much of an answer as a cookie jar looks at."""

    def __init__(self, headers: Message) -> None:
        self._headers = headers

    def info(self) -> Message:
        return self._headers
