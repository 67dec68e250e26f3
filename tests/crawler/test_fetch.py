"""Each answer a server can give, good or hostile, becomes one Fetch with the right outcome and words."""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx
from pagetwin.config import CrawlSettings
from pagetwin.crawler.fetch import Client
from pagetwin.crawler.inflate import unpack
from pagetwin.crawler.trouble import in_words
from pagetwin.errors import ConfigError
from pagetwin.model import Fetch
from support.tls import untrusted

from .site import Answer, Site, to

FAST = {"rate": 0.0, "retries": 0}


def settings(**changes: Any) -> CrawlSettings:
    return CrawlSettings(**{**FAST, **changes})


def run(work: Callable[[Client], Awaitable[Any]], waits: list[float] | None = None, **changes: Any) -> Any:
    """The result of `work` with a client whose waits are noted and not waited."""

    async def sleep(seconds: float) -> None:
        if waits is not None:
            waits.append(seconds)

    async def all_of_it() -> Any:
        async with Client(settings(**changes), sleep=sleep) as client:
            return await work(client)

    return asyncio.run(all_of_it())


def get(url: str, waits: list[float] | None = None, any_type: bool = False, **changes: Any) -> Fetch:
    return run(lambda client: client.get(url, any_type=any_type), waits, **changes)


def test_a_page_comes_with_its_headers_in_order_and_as_sent() -> None:
    headers = (("Content-Type", "text/html"), ("Link", "<a>; rel=next"), ("X-Robots-Tag", "noindex"), ("Link", "<b>"))
    with Site({"/a?x=1": Answer("<p>hello", headers=headers)}) as site:
        got = get(f"{site.url}/a?x=1#part")
    assert (got.status, got.outcome, got.body, got.note) == (200, "ok", b"<p>hello", "")
    assert [value for name, value in got.headers if name == "link"] == ["<a>; rel=next", "<b>"]
    assert got.url == f"{site.url}/a?x=1#part"
    assert got.seconds > 0
    assert site.asked[0].headers["user-agent"].startswith("pagetwin/")


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/%zz|a", "/%zz|a"),
        ("/a%2fb%7e", "/a%2fb%7e"),
        ("/ж б", "/%D0%B6%20%D0%B1"),
        ("/?q='[x]'", "/?q=%27[x]%27"),
        ("/a/../b", "/b"),
    ],
)
def test_the_path_goes_out_as_browsers_spell_it(path: str, sent: str) -> None:
    with Site() as site:
        get(site.url + path)
    assert site.paths() == [sent]


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("/b", "{site}/b"),
        ("b?x=1", "{site}/dir/b?x=1"),
        ("//example.com/ж", "http://example.com/%D0%B6"),
        ("https://me:secret@example.com/", "https://example.com/"),
        ("http://10.0.0.1/", "http://10.0.0.1/"),
    ],
)
def test_a_redirect_is_an_answer_of_its_own(location: str, target: str) -> None:
    with Site({"/dir/a": to(location.encode().decode("latin-1"))}) as site:
        got = get(f"{site.url}/dir/a")
    assert (got.status, got.outcome) == (301, "redirect")
    assert got.redirect_to == target.format(site=site.url)
    assert len(site.asked) == 1


@pytest.mark.parametrize("headers", [(), (("Location", "javascript:1"),), (("Location", ""),)])
def test_a_redirect_to_nowhere_is_an_http_error(headers: tuple[tuple[str, str], ...]) -> None:
    with Site({"/": Answer(status=302, headers=headers)}) as site:
        got = get(f"{site.url}/")
    assert (got.outcome, got.redirect_to) == ("http_error", "")
    assert "Location" in got.note


@pytest.mark.parametrize("status", [404, 410, 403, 500])
def test_an_error_status_is_kept_with_its_body_and_not_asked_again(status: int) -> None:
    with Site({"/": Answer("<p>gone", status)}) as site:
        got = get(f"{site.url}/", retries=2)
        assert len(site.asked) == 1
    assert (got.outcome, got.status, got.body) == ("http_error", status, b"<p>gone")


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_passing_trouble_is_asked_again_with_growing_waits(status: int) -> None:
    answers = [Answer("", status), Answer("", status), Answer("<p>there")]
    waits: list[float] = []
    with Site({"/": lambda asked: answers.pop(0)}) as site:
        got = get(f"{site.url}/", waits, retries=2, max_retry_after=0)
    assert (got.outcome, got.body) == ("ok", b"<p>there")
    assert [wait for wait in waits if wait in (0.5, 1.0)] == [0.5, 1.0]


def test_retries_end() -> None:
    with Site({"/": Answer("", 503)}) as site:
        got = get(f"{site.url}/", retries=2, max_retry_after=0)
        assert len(site.asked) == 3
    assert (got.outcome, got.status) == ("http_error", 503)


PACKED = b"<p>" + b"word " * 1000


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", gzip.compress(PACKED)),
        ("x-gzip", gzip.compress(PACKED)),
        ("deflate", zlib.compress(PACKED)),
        ("deflate", zlib.compress(PACKED)[2:-4]),
        ("gzip, gzip", gzip.compress(gzip.compress(PACKED))),
        ("identity", PACKED),
        ("gzip", PACKED),
        ("gzip", gzip.compress(PACKED[:2000]) + gzip.compress(PACKED[2000:])),
        ("gzip", gzip.compress(PACKED) + b"junk behind it"),
    ],
    ids=["gzip", "x-gzip", "zlib", "raw deflate", "twice", "identity", "mislabelled", "two members", "garbage behind"],
)
def test_bodies_are_unpacked(coding: str, body: bytes) -> None:
    headers = (("Content-Type", "text/html"), ("Content-Encoding", coding))
    with Site({"/": Answer(body, headers=headers)}) as site:
        got = get(f"{site.url}/")
    assert (got.outcome, got.body) == ("ok", PACKED)


@pytest.mark.parametrize(
    ("coding", "body", "words"),
    [
        ("br", b"\x1b\x0f", "Content-Encoding br"),
        ("gzip", gzip.compress(PACKED)[:-20], "ends too early"),
        ("gzip", gzip.compress(PACKED)[:12] + b"\xff" * 40, "damaged"),
    ],
)
def test_a_body_that_cannot_be_unpacked_is_an_error(coding: str, body: bytes, words: str) -> None:
    with Site({"/": Answer(body, headers=(("Content-Encoding", coding),))}) as site:
        got = get(f"{site.url}/")
    assert got.outcome == "error"
    assert words in got.note


def test_a_bomb_is_stopped_at_the_limit() -> None:
    bomb = gzip.compress(gzip.compress(bytes(20_000_000), 9), 9)
    with Site({"/": Answer(bomb, headers=(("Content-Encoding", "gzip, gzip"),))}) as site:
        got = get(f"{site.url}/", max_bytes=100_000)
    assert got.outcome == "too_large"
    assert len(got.body) == 100_000


def test_a_bomb_takes_no_memory_on_the_way() -> None:
    bomb = gzip.compress(bytes(60_000_000), 9)

    async def chunks() -> AsyncIterator[bytes]:
        yield bomb

    tracemalloc.start()
    got = asyncio.run(unpack(chunks(), ["gzip"], 100_000))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert got.trouble == "too_large"
    assert most < 5_000_000


@pytest.mark.parametrize(("size", "outcome"), [(1000, "ok"), (1001, "too_large")])
def test_the_size_limit_is_exact(size: int, outcome: str) -> None:
    with Site({"/": Answer(b"a" * size)}) as site:
        assert get(f"{site.url}/", max_bytes=1000).outcome == outcome


def test_an_endless_answer_ends() -> None:
    """A stream that trickles on keeps every read short; only the total deadline ends it."""

    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"4\r\nmore\r\n")
            await asyncio.sleep(0.02)

    async def work() -> Fetch:
        server = await asyncio.start_server(trickle, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Client(settings(deadline=0.3, timeout=5.0)) as client:
            got = await client.get(f"http://127.0.0.1:{port}/")
        server.close()
        return got

    got = asyncio.run(work())
    assert got.outcome == "timeout"
    assert "0.3 s" in got.note


def test_silence_is_a_timeout_and_not_asked_again() -> None:
    with Site({"/": Answer("late", delay=0.4)}) as site:
        got = get(f"{site.url}/", timeout=0.1, retries=2)
        assert len(site.asked) == 1
    assert (got.outcome, got.status) == ("timeout", None)


def test_half_a_body_is_an_error_and_asked_again() -> None:
    with Site({"/": Answer("half of it", length=20)}) as site:
        got = get(f"{site.url}/", retries=1)
        assert len(site.asked) == 2
    assert (got.outcome, got.note) == ("error", "connection closed in mid body")


def test_a_refused_connection_is_said_in_words() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        got = get(f"http://127.0.0.1:{unused.getsockname()[1]}/")
    assert (got.outcome, got.status, got.note) == ("error", None, "connection refused")


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), ("name not found", True)),
        (ssl.SSLCertVerificationError("certificate verify failed"), ("certificate not valid", False)),
        (ssl.SSLError("wrong version number"), ("TLS handshake failed", False)),
        (ConnectionResetError(), ("connection reset", True)),
        (OSError("secret"), ("connection failed (RuntimeError)", True)),
    ],
)
@pytest.mark.parametrize("inside", ["cause", "context", "group"])
def test_network_errors_are_said_in_words_however_deep_they_sit(
    cause: Exception, words: tuple[str, bool], inside: str
) -> None:
    error = RuntimeError("http://me:secret@example.com/")
    middle = OSError("middle")
    error.__cause__ = middle
    if inside == "cause":
        middle.__cause__ = cause
    elif inside == "context":
        middle.__context__ = cause
    else:
        middle.__cause__ = ExceptionGroup("several", [OSError(), cause])
    assert in_words(error) == words


def test_a_certificate_that_is_not_valid_is_a_fact_of_its_own(tmp_path: Path) -> None:
    server = Site({"/a": "text"})
    server._server.socket = untrusted(tmp_path).wrap_socket(server._server.socket, server_side=True)
    with server as site:
        got = get(f"https://127.0.0.1:{site.port}/a")
        plain = get(f"http://127.0.0.1:{site.port}/a")
    assert (got.outcome, got.status) == ("error", None)
    assert "self" in got.tls_fault  # OpenSSL 1.1 writes "self signed", 3 "self-signed"
    assert got.note == f"certificate not valid: {got.tls_fault}"
    assert (plain.outcome, plain.tls_fault) == ("error", "")


def test_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*args: object, **kwargs: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    got = get("http://nowhere.example/")
    assert (got.outcome, got.note) == ("error", "name not found")


def test_a_server_without_tls() -> None:
    with Site() as site:
        got = get(site.url.replace("http:", "https:"), retries=2)
    assert (got.outcome, got.note) == ("error", "TLS handshake failed")


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "ALL_PROXY"])
def test_a_proxy_of_the_environment_serves_public_hosts_alone(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    with Site({"http://example.com/a?b": "by proxy"}) as proxy, Site({"/": "direct"}) as site:
        for name in ("no_proxy", "NO_PROXY", "http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv(variable, proxy.url)
        assert get("http://example.com/a?b").body == b"by proxy"
        assert get(f"{site.url}/").body == b"direct"
        assert (
            get(f"http://example.com:{site.port}/", resolve=(f"example.com:{site.port}:127.0.0.1",)).body == b"direct"
        )
    assert len(proxy.asked) == 1


def test_a_proxy_that_cannot_be_used_is_a_config_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "gopher://me:secret@127.0.0.1:1")
    with pytest.raises(ConfigError, match="HTTP_PROXY") as error:
        get("http://example.com/")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (b"", "error"),
        (b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * 200_000 + b"\r\n\r\nhello", "error"),
        (b"SSH-2.0-OpenSSH\r\n", "error"),
        (b"HTTP/1.1 200 OK\r\nX-\x00Bad: 1\r\n\r\n", "error"),
        (b"HTTP/1.1 200 OK\r\nX-Name: caf\xe9\r\nX-Utf: \xd0\xb6\r\nContent-Length: 2\r\n\r\nok", "ok"),
        (b"HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "ok"),
        (b"HTTP/1.0 200 OK\n\nok", "ok"),
    ],
    ids=["nothing", "long header", "not http", "nul in name", "odd bytes", "no reason", "bare newlines"],
)
def test_odd_answers_end_as_values(raw: bytes, outcome: str) -> None:
    with Site({"/": Answer(raw=raw)}) as site:
        got = get(f"{site.url}/")
    assert got.outcome == outcome
    assert bool(got.note) == (outcome == "error")
    if outcome == "ok":
        assert got.body == b"ok"
    if got.header("x-name"):
        assert (got.header("x-name"), got.header("x-utf")) == ("café", "ж")


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        ("image/png", "not_html"),
        ("application/pdf", "not_html"),
        ("application/octet-stream", "not_html"),
        ("text/html", "ok"),
        ("text/plain; charset=x", "ok"),
        ("application/xhtml+xml", "ok"),
        ("application/rss+xml", "ok"),
        ("TEXT/HTML", "ok"),
        ("", "ok"),
        ("html", "ok"),
    ],
)
def test_a_body_that_is_clearly_no_page_is_not_read(kind: str, outcome: str) -> None:
    with Site({"/": Answer(b"data", headers=(("Content-Type", kind), ("X-Robots-Tag", "noindex")))}) as site:
        got = get(f"{site.url}/")
        every = get(f"{site.url}/", any_type=True)
    assert (got.outcome, got.body) == (outcome, b"data" if outcome == "ok" else b"")
    assert got.header("x-robots-tag") == "noindex"
    assert every.body == b"data"


def test_cookies_are_not_kept() -> None:
    with Site({"/": Answer("x", headers=(("Set-Cookie", "id=1; Path=/"),))}) as site:

        async def twice(client: Client) -> None:
            await client.get(f"{site.url}/")
            await client.get(f"{site.url}/")

        run(twice)
    assert len(site.asked) == 2
    assert all("cookie" not in asked.headers for asked in site.asked)


def test_credentials_are_sent_to_their_origin_alone_and_never_shown() -> None:
    with Site({"/": to("http://me:secret@127.0.0.1/x")}) as site, Site({"/": "x"}) as other:

        async def work(client: Client) -> list[Fetch]:
            client.set_home(f"http://me:p%40ss@127.0.0.1:{site.port}/")
            return [await client.get(f"http://me:secret@127.0.0.1:{s.port}/") for s in (site, other)]

        fetches = run(work)
    assert site.asked[0].headers["authorization"] == "Basic bWU6cEBzcw=="  # me:p@ss
    assert "authorization" not in other.asked[0].headers
    assert "secret" not in repr([(fetch.url, fetch.note, fetch.redirect_to) for fetch in fetches])


@pytest.mark.parametrize("url", ["ftp://example.com/", "nonsense", "http://", "http://[::1", ""])
def test_what_cannot_be_asked_is_an_error_value(url: str) -> None:
    assert get(url).outcome == "error"


def test_resolve_sends_the_connection_elsewhere_and_keeps_the_name() -> None:
    with Site({"/x": "staging"}) as site:
        changes = {"resolve": (f"shop.example:{site.port}:127.0.0.1",)}
        got = get(f"http://shop.example:{site.port}/x", **changes)
    assert got.body == b"staging"
    assert site.asked[0].headers["host"] == f"shop.example:{site.port}"


def test_resolve_keeps_the_name_for_tls() -> None:
    with respx.mock:
        route = respx.get("https://127.0.0.1/x").mock(return_value=httpx.Response(200, text="x"))
        got = get("https://shop.example/x", resolve=("shop.example:443:127.0.0.1",))
        request = route.calls[0].request
    assert got.outcome == "ok"
    assert request.headers["host"] == "shop.example"
    assert request.extensions["sni_hostname"] == "shop.example"
    assert request.extensions["target"] == b"/x"


def test_a_connection_of_one_overridden_host_is_not_used_for_another() -> None:
    """It may have been made for the other's TLS name."""
    with Site({"/": "x"}) as site:
        names = [f"{name}.example:{site.port}" for name in ("a", "b")]

        async def work(client: Client) -> None:
            for name in names * 2:
                await client.get(f"http://{name}/")

        run(work, resolve=tuple(f"{name}:127.0.0.1" for name in names), concurrency=1)
    first, second, *again = [asked.connection for asked in site.asked]
    assert first != second
    assert again == [first, second]


def test_resolve_is_checked_before_anything_is_asked() -> None:
    with pytest.raises(ConfigError, match="nonsense"):
        Client(settings(resolve=("nonsense",)))


def follow(url: str, hops: int = 5, may: Callable[[str], bool] = lambda url: True) -> Fetch:
    return run(lambda client: client.follow(url, hops, may, max_bytes=1000, patience=1.0))


def test_redirects_are_followed_up_to_the_limit() -> None:
    pages = {f"/{n}": to(f"/{n + 1}") for n in range(5)} | {"/5": "end"}
    with Site(pages) as site:
        assert follow(f"{site.url}/0").body == b"end"
        short = follow(f"{site.url}/0", hops=4)
    assert (short.outcome, short.note) == ("redirect", "more than 4 redirects")


def test_a_redirect_loop_and_a_forbidden_target_are_not_followed() -> None:
    with Site({"/a": to("/b"), "/b": to("/a"), "/away": to("http://10.0.0.1/")}) as site:
        loop = follow(f"{site.url}/a")
        away = follow(f"{site.url}/away", may=lambda url: "10.0.0.1" not in url)
    assert "loop" in loop.note
    assert "http://10.0.0.1/" in away.note
    assert site.paths() == ["/a", "/b", "/away"]


def test_no_more_requests_at_once_than_allowed() -> None:
    with Site({"/": Answer("x", delay=0.02)}) as site:

        async def work(client: Client) -> list[Fetch]:
            return await asyncio.gather(*(client.get(f"{site.url}/") for _ in range(30)))

        assert {fetch.outcome for fetch in run(work, concurrency=6)} == {"ok"}
    assert site.most_at_once == 6


def test_what_is_asked_for() -> None:
    with Site({"/": "x"}) as site:
        get(f"{site.url}/")
    assert site.asked[0].headers["accept-encoding"] == "gzip, deflate"
    assert site.asked[0].headers["accept"].startswith("text/html")
