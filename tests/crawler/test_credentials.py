"""Passwords, headers and cookies go where they belong, and are found nowhere afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import CrawlSettings, Settings, load, public
from pagetwin.crawler.credentials import Credentials
from pagetwin.crawler.fetch import Client
from pagetwin.errors import ConfigError
from pagetwin.model import Fetch
from pagetwin.urls import identity
from support.run import pagetwin

from .site import Answer, Asked, Site, to, urlset

HOME = "https://shop.example/"
BASIC = "Basic bWU6czNjcmV0"  # me:s3cret


def sent(url: str, home: str = HOME, **changes: Any) -> dict[str, str]:
    credentials = Credentials(CrawlSettings(**changes))
    credentials.set_home(home)
    return dict(credentials.headers(url, identity.origin(url)))


@pytest.mark.parametrize(
    ("url", "password"),
    [
        ("https://shop.example/a", BASIC),
        ("https://shop.example:443/a", BASIC),
        ("http://shop.example/a", None),
        ("https://shop.example:8443/a", None),
        ("https://www.shop.example/a", None),
        ("https://shop.example.evil.net/a", None),
    ],
)
@pytest.mark.parametrize("given_as", ["user", "address", "header"])
def test_a_password_goes_to_the_sites_own_origin_alone(url: str, password: str | None, given_as: str) -> None:
    if given_as == "address":
        assert sent(url, "https://me:s3cret@shop.example/").get("Authorization") == password
    else:
        changes = {"user": "me:s3cret"} if given_as == "user" else {"headers": (f"Authorization: {BASIC}",)}
        assert sent(url, **changes).get("Authorization") == password


@pytest.mark.parametrize(
    ("url", "value"),
    [(HOME, "a: b"), ("http://www.shop.example/", "a: b"), ("https://cdn.example/", None), ("http://10.1.1.1/", None)],
)
def test_other_headers_go_to_every_host_of_the_site(url: str, value: str | None) -> None:
    assert sent(url, headers=("X-Staging : a: b ",)).get("X-Staging") == value


def test_a_header_that_is_given_takes_the_place_of_ours() -> None:
    given = ("Authorization: Bearer t", "authorization: Bearer u")
    credentials = Credentials(CrawlSettings(user="me:s3cret", headers=given, cookies=True))
    credentials.set_home(HOME)
    assert [value for _, value in credentials.headers(HOME, HOME[:-1])] == ["Bearer t", "Bearer u"]
    credentials = Credentials(CrawlSettings(headers=("cookie: a=1",), cookies=True))
    credentials.set_home(HOME)
    credentials.learn(Fetch(HOME, 200, (("set-cookie", "b=2"),), b"", "ok"))
    assert credentials.headers(HOME, HOME[:-1]) == [("Cookie", "a=1; b=2")]


def test_headers_really_go_out() -> None:
    async def work(site: Site) -> None:
        settings = CrawlSettings(rate=0.0, retries=0, user="me:s3cret", headers=("X-Staging: yes", "Accept: text/html"))
        async with Client(settings) as client:
            client.set_home(site.url)
            await client.get(f"{site.url}/")

    with Site({"/": "x"}) as site:
        asyncio.run(work(site))
    assert site.asked[0].headers["authorization"] == BASIC
    assert site.asked[0].headers["x-staging"] == "yes"
    assert site.asked[0].headers["accept"] == "text/html"


def cookies(settings: CrawlSettings) -> list[str]:
    """What the second of two requests to each of three paths carries, after /in has set cookies."""

    async def work(site: Site) -> None:
        async with Client(settings) as client:
            for path in ("/in", "/in/deep", "/", "/gone"):
                await client.get(site.url + path)

    lines = (("Set-Cookie", "id=7; Path=/"), ("Set-Cookie", "deep=1; Path=/in"), ("Set-Cookie", f"big={'x' * 5000}"),
             ("Set-Cookie", "else=1; Domain=other.example"), ("Location", "/"))  # fmt: skip
    with Site({"/in": Answer(status=302, headers=lines), "/": "x"}) as site:
        asyncio.run(work(site))
    return [asked.headers.get("cookie", "") for asked in site.asked]


def test_cookies_are_kept_for_the_run_only_when_asked_for() -> None:
    assert cookies(CrawlSettings(rate=0.0)) == ["", "", "", ""]
    first, deep, *others = cookies(CrawlSettings(rate=0.0, cookies=True))
    assert first == ""
    assert set(deep.split("; ")) == {"id=7", "deep=1"}
    assert others == ["id=7", "id=7"]


def test_a_flood_of_cookies_does_not_grow_without_end() -> None:
    credentials = Credentials(CrawlSettings(cookies=True))
    for n in range(1000):
        headers = tuple(("set-cookie", f"c{n}_{i}={'x' * 500}") for i in range(10))
        credentials.learn(Fetch(HOME, 200, headers, b"", "ok"))
    size = sum(len(value) for _, value in credentials.headers(HOME, "https://shop.example"))
    assert 0 < size < 200 * 520 or size == 0


def test_a_proxy_by_option_is_asked_for_everything_but_overridden_hosts() -> None:
    async def work(proxy: Site, site: Site) -> list[bytes]:
        settings = CrawlSettings(
            rate=0.0,
            retries=0,
            proxy=proxy.url.removeprefix("http://"),
            resolve=(f"shop.example:{site.port}:127.0.0.1",),
        )
        async with Client(settings) as client:
            urls = ("http://elsewhere.invalid/a", f"{site.url}/", f"http://shop.example:{site.port}/")
            return [(await client.get(url)).body for url in urls]

    with Site({"/": "direct"}) as site, Site() as proxy:
        proxy.pages |= {"http://elsewhere.invalid/a": "by proxy", f"{site.url}/": "by proxy, too"}
        assert asyncio.run(work(proxy, site)) == [b"by proxy", b"by proxy, too", b"direct"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("user", "s3cret"),
        ("user", ":s3cret"),
        ("user", "me:s3c\nret"),
        ("headers", ["s3cret"]),
        ("headers", [": s3cret"]),
        ("headers", ["X-A: s3c\r\nret"]),
        ("headers", ["X A: s3cret"]),
        ("headers", ["Host: s3cret"]),
        ("headers", ["X-A: s3cret", "transfer-encoding: s3cret"]),
        ("headers", ["X-A:"]),
        ("headers", 5),
        ("proxy", 5),
        ("user", 5),
    ],
)
def test_a_bad_one_is_refused_and_not_shown(key: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=f"crawl.{key}") as error:
        load(None, {"crawl": {key: value}})
    assert "s3c" not in str(error.value)


def test_secrets_are_in_nothing_that_is_stored_or_shown() -> None:
    settings = CrawlSettings(user="me:s3cret", headers=("X-A: s3cret",), proxy="http://me:s3cret@proxy.example/")
    assert "s3cret" not in repr(Settings(crawl=settings))
    assert "s3cret" not in repr(public(settings))
    assert public(settings) == public(CrawlSettings())


@pytest.mark.parametrize(
    "written",
    ["https://me:s3cret@h.example/a@b", "//me:s3cret@h.example/", "me:s3cret@h.example", "https://me:s3/cret@h.example",
     "ftp://me:s3cret@h.example/", "https://me:s3cret@[h", "HTTP://me:s3c@ret@h.example:99999/", "https://s3cret@h/"],
)  # fmt: skip
def test_an_address_is_shown_without_its_password(written: str) -> None:
    assert "s3" not in identity.without_credentials(written)


@pytest.mark.parametrize(
    "plain", ["https://h.example/@me", "list@home.txt", "/home/a@b/pages", "C:\\a@b", "mailto", "", "a b"]
)
def test_what_has_no_password_stays_as_it_is(plain: str) -> None:
    assert identity.without_credentials(plain) == plain


@given(st.text(st.characters(exclude_characters="/?#\\")), st.text())
def test_no_password_survives_in_an_address(before: str, after: str) -> None:
    assert "pa55word" not in identity.without_credentials(f"https://{before}:pa55word@{after}")


def everything(out: Path) -> bytes:
    """All that a run left on the disk, compressed texts unpacked."""
    data = b"".join(path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file())
    with sqlite3.connect(out / "audit.sqlite") as connection:
        blobs = [row[1] for table in ("texts", "links") for row in connection.execute(f"SELECT * FROM {table}")]
        data += b"".join(zlib.decompress(blob) for blob in blobs)
    connection.close()
    return data


def test_a_whole_audit_leaves_no_password_anywhere(tmp_path: Path) -> None:
    """In the address, as options, in sitemaps, robots.txt, redirects, canonicals, links and what cannot be read."""
    out = tmp_path / "out"

    def page(asked: Asked) -> Answer:
        words = " ".join(f"word{n}" for n in range(60))
        secret = f"http://me:s3cret@{asked.headers['host']}"
        return Answer(
            f'<html><head><title>t</title><link rel=canonical href="{secret}/a"><link rel=alternate hreflang=en '
            f'href="{secret}/b"></head><body><main><p>{words}</p><a href="{secret}/c">c</a></main></body></html>',
            headers=(("Content-Type", "text/html"), ("Link", f"<{secret}/a>; rel=canonical")),
        )

    with Site({"/a": page, "/b": page}) as site:
        secret = f"http://me:s3cret@127.0.0.1:{site.port}"
        site.pages |= {
            "/robots.txt": f"Sitemap: {secret}/sitemap.xml\nSitemap: {secret}/lost.xml\nSitemap: {secret}/moved.xml",
            "/moved.xml": to(f"{secret}/moved.xml"),
            "/sitemap.xml": urlset(f"{secret}/a", f"{secret}/b", f"{secret}/c", "http://me:s3cret@[x/",
                                   "//me:s3cret@x/", "https://me:s3cret@other.example/"),
            "/c": to(f"{secret}/a"),
        }  # fmt: skip
        arguments = ["--header", "X-Token: s3cret", "--user", "you:s3cret", "--rate", "0", "-o", out]
        done = pagetwin("audit", f"{secret}/", *arguments)
        assert site.asked[-1].headers["authorization"] == BASIC
        assert site.asked[-1].headers["x-token"] == "s3cret"
        refused = pagetwin("audit", "http://me:s3cret@[::1/", "-o", tmp_path / "no")
        foreign = pagetwin("audit", "http://me:s3cret@other.example/", "-o", out)
        bad = pagetwin("audit", site.url, "--proxy", "gopher://me:s3cret@127.0.0.1:1/", "-o", tmp_path / "proxy")
    assert done.returncode == 0, done.stderr
    assert (refused.returncode, foreign.returncode, bad.returncode) == (2, 2, 2)
    assert "--proxy cannot be used" in bad.stderr
    said = "".join(run.stdout + run.stderr for run in (done, refused, foreign, bad))
    assert "s3cret" not in said
    for folder in (out, tmp_path / "proxy"):
        assert b"s3cret" not in everything(folder)
