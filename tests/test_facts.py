"""Facts beside the text of a page: from the answers of a site through its crawl to the rules and to the next crawl."""

from __future__ import annotations

from pathlib import Path

from crawler.site import Answer, Site
from crawler.whole import Crawl
from pagetwin import analysis
from pagetwin.config import load
from pagetwin.crawler.extract import read_page
from pagetwin.model import Fetch
from pagetwin.progress import Progress
from pagetwin.store.analysis import read_pages
from pagetwin.store.file import Store
from pagetwin.store.robots import read_robots
from support.tls import untrusted

FACTS = "SELECT og_url, prev_url, next_url, insecure, insecure_url, tls_fault FROM pages WHERE outcome = '{}'"


def page(url: str) -> str:
    return (
        f"<meta property=og:url content=/og><link rel=prev href=/1><link rel=next href=/3><title>T</title>"
        f"<p>{' '.join(f'word{n}' for n in range(40))}<a href={url}>x</a>"
    )


def test_facts_are_stored_and_hold_for_a_page_that_has_not_changed(tmp_path: Path) -> None:
    robots = "User-agent: Yandex\nDisallow: /2\nSitemap: /sitemap.xml"
    with Site() as site:
        urls = "".join(f"<url><loc>{site.url}/{n}</loc></url>" for n in (1, 2))
        site.pages |= {"/robots.txt": robots, "/sitemap.xml": f"<urlset>{urls}</urlset>"}
        site.pages |= {f"/{n}": Answer(page("/x"), headers=(("ETag", f'"{n}"'),)) for n in (1, 2)}
        first = Crawl(f"{site.url}/", tmp_path)
        want = [(f"{site.url}/og", f"{site.url}/1", f"{site.url}/3", 0, "", "")] * 2
        assert first.rows(FACTS.format("ok")) == want
        with Store.open(tmp_path) as store:
            (kept,) = read_robots(store).values()
            assert (kept.origin, kept.url, kept.status, kept.body.decode()) == (
                site.url, f"{site.url}/robots.txt", 200, robots,
            )  # fmt: skip
            rows = read_pages(store)
            assert {(row.og_url, row.prev_url) for row in rows if row.outcome == "ok"} == {want[0][:2]}
            analysis.analyse(store, load(None, {}), Progress())
            store.connection.execute("UPDATE crawls SET finished = started, audited = started")
        again = Crawl(f"{site.url}/", tmp_path)
    assert again.number == 2
    assert again.rows(FACTS.format("not_modified")) + again.rows(FACTS.format("ok")) == want


def test_a_header_has_http_turned_into_https() -> None:
    body = b"<script src=http://s.example/a.js></script><script src=http://s.example/b.js></script><p>Text of the page."
    headers = [(("content-type", "text/html"),)]
    headers.append((*headers[0], ("content-security-policy", "default-src 'self'; Upgrade-Insecure-Requests")))
    plain, upgraded = (read_page(Fetch("https://e.com/", 200, each, body, "ok"))[0] for each in headers)
    assert (plain.insecure, plain.insecure_url) == (2, "http://s.example/a.js")
    assert (upgraded.insecure, upgraded.insecure_url) == (0, "")


def test_the_certificate_of_a_host_is_a_fact_of_its_pages_though_none_was_asked(tmp_path: Path) -> None:
    """Its robots.txt cannot be read, so nothing may be asked."""
    shut = Site()
    shut._server.socket = untrusted(tmp_path).wrap_socket(shut._server.socket, server_side=True)
    with Site() as site, shut:
        home, there = (f"{scheme}://shop.example:{s.port}/a" for scheme, s in (("http", site), ("https", shut)))
        site.pages |= {
            "/sitemap.xml": f"<urlset><url><loc>{home}</loc></url></urlset>",
            "/a": Answer("", 301, (("Location", there),)),
        }
        routes = tuple(f"shop.example:{s.port}:127.0.0.1" for s in (site, shut))
        crawl = Crawl(home.removesuffix("a"), tmp_path / "out", resolve=routes)
    ((url, fault),) = crawl.rows("SELECT url, tls_fault FROM pages WHERE outcome = 'blocked_by_robots'")
    assert url == there
    assert "self" in fault
