"""From a public site no name leads inside, whatever it resolves to and however often that changes."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Sequence

import httpcore
import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler import crawl as crawl_module
from pagetwin.crawler.connect import Guard, Lookup, PrivateAddressError, pool
from pagetwin.crawler.crawl import crawl
from pagetwin.crawler.fetch import Client
from pagetwin.model import Fetch
from pagetwin.progress import Progress

from .site import MemoryFrontier, PlainReader, Site, to, urlset

OUT, OUT_6, IN = "93.184.216.34", "2606:4700::1111", "10.0.0.1"
SETTINGS = CrawlSettings(rate=0.0, retries=0, timeout=5.0)


def names(**answers: Sequence[str]) -> Lookup:
    """A resolver that knows these names (`shop_example` is shop.example); each question is noted in `names.asked`."""

    async def lookup(host: str, port: int) -> list[str]:
        found = answers.get(host.replace(".", "_").replace("-", "_"))
        if host[0].isdigit() or ":" in host:
            return [host]
        if found is None:
            raise socket.gaierror(-2, "Name or service not known")
        return list(found)

    return lookup


def addresses(guard: Guard, host: str) -> list[str]:
    return asyncio.run(guard.addresses(host, 80))


def get(url: str, home: str, lookup: Lookup, **changes: object) -> Fetch:
    async def work() -> Fetch:
        async with Client(CrawlSettings(**{**vars(SETTINGS), **changes}), lookup=lookup) as client:
            client.set_home(home)
            return await client.get(url)

    return asyncio.run(work())


@pytest.mark.parametrize(
    "inside",
    ["127.0.0.1", "10.0.0.1", "172.16.9.9", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1",
     "fe80::1", "fc00::1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1"],
)  # fmt: skip
def test_a_name_that_leads_inside_is_refused_and_one_that_leads_out_is_not(inside: str) -> None:
    guard = Guard(lookup=names(shop_example=[OUT, OUT_6], api_shop_example=[inside], mixed_example=[inside, OUT]))
    guard.set_home("shop.example")
    assert addresses(guard, "shop.example") == [OUT, OUT_6]
    with pytest.raises(PrivateAddressError):
        addresses(guard, "api.shop.example")
    assert addresses(guard, "mixed.example") == [OUT]


def test_a_name_that_changes_its_mind_gains_nothing() -> None:
    """DNS rebinding: public when the crawl begins, private at the next connection."""
    answers = [[OUT], [IN], [OUT, IN]]

    async def lookup(host: str, port: int) -> list[str]:
        return answers.pop(0)

    guard = Guard(lookup=lookup)
    guard.set_home("shop.example")
    assert addresses(guard, "shop.example") == [OUT]
    with pytest.raises(PrivateAddressError):
        addresses(guard, "shop.example")
    assert addresses(guard, "shop.example") == [OUT]


@pytest.mark.parametrize("home", ["intranet.example", "127.0.0.1", "localhost", "[::1]"])
def test_a_site_that_lies_inside_itself_may_lead_inside(home: str) -> None:
    guard = Guard(lookup=names(intranet_example=[IN], wiki_example=["192.168.0.7"], localhost=["127.0.0.1"]))
    guard.set_home(home)
    assert addresses(guard, home.strip("[]"))
    assert addresses(guard, "wiki.example") == ["192.168.0.7"]


def test_what_the_user_named_with_resolve_may_be_private() -> None:
    guard = Guard([IN], names())
    guard.set_home("shop.example")
    assert addresses(guard, IN) == [IN]
    with pytest.raises(PrivateAddressError):
        addresses(guard, "10.0.0.2")


def test_the_connection_goes_to_the_address_that_was_judged() -> None:
    """The name exists in no DNS: whoever looks it up again does not get there."""
    with Site({"/x": "here"}) as site:
        url = f"http://nowhere.invalid:{site.port}/x"
        got = get(url, url, names(nowhere_invalid=["127.0.0.1"]))
    assert got.body == b"here"
    assert site.asked[0].headers["host"] == f"nowhere.invalid:{site.port}"


def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    with Site({"/x": "here"}) as site:
        url = f"http://two.invalid:{site.port}/x"
        got = get(url, url, names(two_invalid=["127.0.0.9", "127.0.0.1"]))
    assert got.body == b"here"


def test_nothing_is_sent_to_an_address_that_is_refused() -> None:
    with Site({"/x": "secret"}) as site:
        lookup = names(api_shop_example=["127.0.0.1"])
        got = get(f"http://api.shop.example:{site.port}/x", "http://shop.example/", lookup, retries=3)
        assert site.asked == []
    assert (got.outcome, got.status) == ("error", None)
    assert got.note == "the name leads to a private address, where a public site may not lead"


def test_tls_is_asked_for_by_name() -> None:
    """The client's first message (RFC 8446) names the server in plain letters."""
    hello: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                hello.append(connection.recv(4096))

        thread = threading.Thread(target=answer)
        thread.start()
        url = f"https://shop.invalid:{server.getsockname()[1]}/"
        get(url, url, names(shop_invalid=["127.0.0.1"]))
        thread.join()
    assert b"shop.invalid" in hello[0]


def test_a_pool_that_cannot_be_guarded_is_a_program_error() -> None:
    with pytest.raises(TypeError):
        pool(Guard(), instead_of=object())
    assert isinstance(pool(Guard(), instead_of=httpcore.AsyncConnectionPool()), httpcore.AsyncConnectionPool)


@pytest.mark.parametrize("obey", [True, False])
def test_a_public_site_leads_nowhere_inside(monkeypatch: pytest.MonkeyPatch, obey: bool) -> None:
    """By sitemap, by a sitemap's redirect, by a page's redirect, by a name: the service inside is never asked."""
    lookup = names(inside_shop_example=["127.0.0.1"], localhost=["127.0.0.1"])
    monkeypatch.setattr(crawl_module, "Client", lambda s: Client(s, lookup=lookup))
    with Site({"/": "metadata", "/sitemap.xml": urlset()}) as service, Site() as site:
        shop, named = f"http://shop.example:{site.port}", f"http://inside.shop.example:{service.port}"
        site.pages |= {
            "/robots.txt": f"Sitemap: {shop}/sitemap.xml\nSitemap: http://127.0.0.1:{service.port}/sitemap.xml\n"
            f"Sitemap: {named}/sitemap.xml\nSitemap: {shop}/moved.xml",
            "/moved.xml": to(f"http://localhost:{service.port}/sitemap.xml"),
            "/sitemap.xml": urlset(f"{shop}/good", f"{shop}/away", f"{shop}/meta", f"{named}/", f"{service.url}/"),
            "/good": "good", "/away": to(f"{named}/x"), "/meta": to("http://169.254.169.254/latest/meta-data/"),
        }  # fmt: skip
        settings = CrawlSettings(
            rate=0.0, retries=0, workers=2, obey_robots=obey, resolve=(f"shop.example:{site.port}:127.0.0.1",)
        )
        frontier = MemoryFrontier()
        asyncio.run(crawl(f"{shop}/", settings, frontier, PlainReader(), Progress()))  # type: ignore[arg-type]
        assert service.asked == []
    assert frontier.page(f"{shop}/good").outcome == "ok"
    for url in (f"{named}/", f"{named}/x"):
        assert frontier.page(url).outcome == ("blocked_by_robots" if obey else "error")
        assert "private address" in frontier.page(url).note
    assert frontier.page(f"{shop}/meta").note == "it leads to another site"
    assert frontier.urls("skipped", "foreign_host") == {f"{service.url}/"}
    notes = {seen.url: seen.note for seen in frontier.sources.values()}
    assert "a private address" in notes[f"{service.url}/sitemap.xml"]
    assert "private address" in notes[f"{named}/sitemap.xml"]
    assert "which is not followed" in notes[f"{shop}/moved.xml"]


def test_of_several_homes_each_speaks_for_its_own_hosts() -> None:
    guard = Guard(
        lookup=names(
            shop_example=[OUT], api_shop_example=[IN], intranet_example=[IN], wiki_intranet_example=[IN], other_org=[IN]
        )
    )
    guard.set_home("shop.example")
    guard.add_home("intranet.example")
    ask = lambda host: asyncio.run(guard.addresses(host, 80))  # noqa: E731
    assert (ask("shop.example"), ask("intranet.example"), ask("wiki.intranet.example")) == ([OUT], [IN], [IN])
    for host in ("api.shop.example", "other.org"):
        with pytest.raises(PrivateAddressError):
            ask(host)
