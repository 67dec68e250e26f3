"""What a crawl keeps of its sitemaps, from real answers to what rules are handed."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

from pagetwin.config import CrawlSettings
from pagetwin.crawler import sources
from pagetwin.crawler.fetch import Client
from pagetwin.crawler.robots import Robots
from pagetwin.model import SitemapFile
from pagetwin.progress import Progress
from pagetwin.store import crawls
from pagetwin.store.file import Store
from pagetwin.store.frontier import StoredFrontier
from pagetwin.store.sitemaps import read_sitemaps, read_twice

from .crawler.site import Answer, Site, urlset, xml


def load(store: Store, site: Site) -> None:
    settings = CrawlSettings(rate=0.0, retries=0)
    frontier = StoredFrontier(store, crawls.begin(store, site.url, settings).id)

    async def work() -> None:
        async with Client(settings) as client:
            start = await sources.site_of(site.url, client, Robots(client, settings, frontier, Progress()))
            await sources.load([start], settings, client, frontier, Progress())

    asyncio.run(work())


def test_facts_and_what_two_sitemaps_list_come_back(tmp_path: Path) -> None:
    with Site() as site, Store.open(tmp_path) as store:
        u = site.url
        packed = urlset(f"{u}/both", f"{u}/two#x").body
        assert isinstance(packed, str)
        site.pages |= {
            "/robots.txt": f"Sitemap: {u}/index.xml\nSitemap: {u}/feed.xml\nSitemap: {u}/page.xml",
            "/index.xml": xml(
                "<sitemapindex>" + "".join(f"<sitemap><loc>{u}/{n}.xml</loc></sitemap>" for n in ("one", "two"))
                + "</sitemapindex>"
            ),
            "/one.xml": urlset(f"{u}/both", f"{u}/one", f"{u}/one", "https://other.example/"),
            "/two.xml": Answer(gzip.compress(gzip.compress(packed.encode()))),
            "/feed.xml": xml(f"<rss><channel><item><link>{u}/one</link></item></channel></rss>"),
            "/page.xml": "<html>none",
        }  # fmt: skip
        for _ in range(2):  # read once more, it says the same
            load(store, site)
            files = {file.url.removeprefix(u): file for file in read_sitemaps(store)}
            assert set(files) == {"/index.xml", "/one.xml", "/two.xml", "/feed.xml", "/page.xml"}
            one = site.pages["/one.xml"]
            assert isinstance(one, Answer)
            assert files["/one.xml"] == SitemapFile(
                f"{u}/one.xml", "sitemap", len(one.body), 4, parent=f"{u}/index.xml",
                namespace="http://www.sitemaps.org/schemas/sitemap/0.9",
                hosts={"other.example": (1, "https://other.example/")},
            )  # fmt: skip
            assert (files["/two.xml"].layers, files["/two.xml"].faults) == (2, {"fragment": (1, f"{u}/two#x")})
            assert (files["/index.xml"].kind, files["/index.xml"].locs, files["/index.xml"].namespace) == (
                "index",
                2,
                "",
            )
            assert (files["/feed.xml"].kind, files["/page.xml"].kind) == ("feed", "html")
            assert read_twice(store) == ((f"{u}/one.xml", f"{u}/two.xml", 1, f"{u}/both"),)
