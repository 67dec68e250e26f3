"""What keeps other sites and other users of this machine out of a review.

A page of another site can make the browser send requests here, and by rebinding its name it can even make them look as
if they stayed on its own site. So every request must name this very host (Host), come from no other site (Origin,
Sec-Fetch-Site), and know the secret token that stands in the address; nobody else is given an answer to read (no CORS).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # the address holds the token
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
# The tools beside the report have their scripts inside and a policy that names these by their hashes, stricter than
# the one above; only that it is in no frame a page cannot say itself.
_TOOLS = re.compile(r"/[^/]+/report/(?:[a-z]+/)?tools\.html")
_TOOLS_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
_READS = ("GET", "HEAD")


class Guard:
    """An ASGI app around the review: refuses with a word on why, or passes on and adds headers to the answer."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app, self._token = app, token
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                if not why and _TOOLS.fullmatch(scope["path"]):
                    headers["content-security-policy"] = _TOOLS_POLICY
            await send(message)

        why = self._refusal(scope["method"], scope["path"], Headers(scope=scope))
        app = PlainTextResponse(f"pagetwin review: refused: {why}\n", 403) if why else self._app
        await app(scope, receive, guarded)

    def _refusal(self, method: str, path: str, headers: Headers) -> str:
        """Why a request is not answered; empty when it is."""
        if headers.get("host", "") not in self._hosts:
            return "the request names another host than 127.0.0.1 with the port of this review"
        origin = headers.get("origin")
        own = _is_one_of(origin, self._hosts)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") or (origin is not None and not own):
            return "the request comes from another site"
        if method not in _READS and not own:
            return "the request does not say which site it comes from (Origin)"
        if not secrets.compare_digest(path.split("/", 2)[1].encode(), self._token.encode()):
            return "the token is missing or wrong; open the address that `pagetwin review` has printed"
        return ""


def _is_one_of(origin: str | None, hosts: Iterable[str]) -> bool:
    return origin in {f"http://{host}" for host in hosts}
