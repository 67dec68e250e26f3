"""hreflang in the audit file: what pages say comes back page by page, in their order and no other."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pagetwin.config import CrawlSettings
from pagetwin.crawler import sitemap, sources
from pagetwin.model import Annotation, Crawled, Declared, HeadEnd, LinkFault, Listed, Page, Render, Task, Texts
from pagetwin.store import crawls as store_crawls
from pagetwin.store.analysis import read_pages
from pagetwin.store.annotations import annotations, head_ends, link_faults
from pagetwin.store.file import Store
from pagetwin.store.frontier import StoredFrontier
from pagetwin.store.renders import read_hreflang

SITE = "https://e.com/"
END = HeadEnd("div", 7, 2, closed=9)
FAULT = LinkFault("relative", "/de")


def said(name: str, *codes: str) -> tuple[Annotation, ...]:
    return tuple(
        Annotation(-1, "head", code, f"/{code}/{name}", f"{SITE}{code}/{name}", n) for n, code in enumerate(codes, 1)
    )


def page_of(store: Store) -> dict[int, int]:
    return {row.address: n for n, row in enumerate(read_pages(store))}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path) as store:
        yield store


def crawl(store: Store, pages: dict[str, Page]) -> StoredFrontier:
    """Pages of a crawl, saved in the order given."""
    frontier = StoredFrontier(store, store_crawls.begin(store, SITE, CrawlSettings()).id)
    frontier.declare(Declared(url, "sitemap") for url in pages)
    tasks = {task.url: task for task in frontier.take(0, 1000)}
    frontier.save([Crawled(tasks[url], page, Texts()) for url, page in pages.items()])
    return frontier


def a_page(name: str, *codes: str, **facts: object) -> tuple[str, Page]:
    return SITE + name, Page(SITE + name, 200, "ok", hreflang=said(name, *codes), **facts)  # type: ignore[arg-type]


def test_annotations_come_in_the_order_of_pages(store: Store) -> None:
    odd = Annotation(-1, "header", "de-ÄÖ", "//e.com/\udcff", "", attrs="media")
    last = Page(SITE + "z", 503, "http_error", hreflang=(odd,), link_faults=(FAULT,))
    crawl(store, dict([(SITE + "z", last), a_page("b", "de", "en", head_end=END), a_page("c"), a_page("a", "fr")]))
    assert [(a.page, a.hreflang, a.raw, a.line) for a in annotations(store, page_of(store))] == [
        (0, "fr", "/fr/a", 1), (1, "de", "/de/b", 1), (1, "en", "/en/b", 2), (3, "de-ÄÖ", "//e.com/?", 0),
    ]  # fmt: skip
    assert [(a.source, a.attrs) for a in annotations(store, page_of(store))][-1] == ("header", "media")
    assert list(head_ends(store, page_of(store))) == [(1, END)]
    assert list(link_faults(store, page_of(store))) == [(3, (FAULT,))]


def test_a_page_that_is_used_again_says_what_it_said(store: Store) -> None:
    url, page = a_page("a", "de", head_end=END)
    crawl(store, {url: page})
    with store.writing() as db:
        db.execute("UPDATE crawls SET finished = 'x', audited = 'x'")
    before = list(annotations(store, page_of(store)))
    (version,) = store.connection.execute("SELECT id FROM versions").fetchone()
    crawl(store, {url: Page(url, 200, "not_modified", repeats=version)})
    assert store.connection.execute("SELECT count(*) FROM annotations").fetchone() == (2,)
    assert list(annotations(store, page_of(store))) == before
    assert list(head_ends(store, page_of(store))) == [(0, END)]


def test_a_page_that_is_asked_once_more_does_not_keep_what_it_said_before(store: Store) -> None:
    url, page = a_page("a", "de")
    frontier = crawl(store, {url: page})
    frontier.save([Crawled(Task(1, url), Page(url, 200, "ok"), Texts())])
    assert list(annotations(store, page_of(store))) == []


def test_only_pages_of_the_latest_crawl_that_are_asked_for(store: Store) -> None:
    crawl(store, dict([a_page("a", "de"), a_page("b", "en")]))
    (address,) = [row.address for row in read_pages(store) if row.url == SITE + "b"]
    assert [(a.page, a.hreflang) for a in annotations(store, {address: 7})] == [(7, "en")]


def test_reading_needs_the_memory_of_one_page(store: Store) -> None:
    codes = [f"de-{n}" for n in range(100)]
    crawl(store, dict(a_page(f"{n:03}", *codes) for n in range(300)))
    ids = page_of(store)
    tracemalloc.start()
    try:
        assert sum(1 for _ in annotations(store, ids)) == 30_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000  # all of them: about 10 MB
    finally:
        tracemalloc.stop()


def listed(sitemap: str, entry: int, url: str, *codes: str) -> Declared:
    links = tuple(Annotation(-1, "sitemap", code, f"/{code}", f"{SITE}{code}", attrs="rel") for code in codes)
    return Declared(url, "sitemap", listed=Listed(SITE + sitemap, entry, links))


def test_what_sitemaps_say_comes_behind_what_the_page_says(store: Store) -> None:
    pages = dict([a_page("a", "de"), a_page("b")])
    frontier = crawl(store, pages)
    frontier.declare([listed("2.xml", 10, SITE + "a", "fr"), listed("2.xml", 9, SITE + "a", "en", "pl")])
    frontier.declare([listed("1.xml", 7, SITE + "b", "de"), listed("1.xml", 8, SITE + "a", "it")])
    frontier.skip([listed("1.xml", 11, SITE + "excluded", "de")], "excluded")
    frontier.declare([listed("1.xml", 8, SITE + "a", "it")])  # read twice, as after a kill
    assert [(a.page, a.source, a.hreflang, a.file, a.attrs) for a in annotations(store, page_of(store))] == [
        (0, "head", "de", "", ""),
        (0, "sitemap", "it", SITE + "1.xml", "rel"), (0, "sitemap", "en", SITE + "2.xml", "rel"),
        (0, "sitemap", "pl", SITE + "2.xml", "rel"), (0, "sitemap", "fr", SITE + "2.xml", "rel"),
        (1, "sitemap", "de", SITE + "1.xml", "rel"),
    ]  # fmt: skip


def test_links_of_a_sitemap_are_not_kept_in_memory(store: Store) -> None:
    link = '<xhtml:link rel="alternate" hreflang="l{0}" href="https://e.com/l{0}/{1}"/>'
    units = (f"<url><loc>{SITE}{n}</loc>{''.join(link.format(k, n) for k in range(20))}</url>" for n in range(500))
    body = f'<urlset xmlns="s" xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(units)}</urlset>'.encode()
    tracemalloc.start()
    try:
        found = (sources.declared("s", n, entry) for n, entry in enumerate(sitemap.read(body).entries, 1))
        assert sum(len(d.listed.links) for d in found if d.listed) == 10_000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000  # all of them: about 4 MB
    finally:
        tracemalloc.stop()


def test_what_scripts_alone_say(store: Store) -> None:
    url, raw = a_page("a", "de", "EN")
    frontier = StoredFrontier(store, store_crawls.begin(store, SITE, CrawlSettings()).id)
    frontier.declare([Declared(url, "sitemap")])
    (task,) = frontier.take(0, 9)
    sent = [link._replace(hreflang=link.hreflang.swapcase(), line=link.line + 9) for link in raw.hreflang]
    page = replace(raw, hreflang=(*sent, *said("a", "fr")))
    frontier.save([Crawled(task, raw, Texts(), render=Render(raw, Texts(), page, Texts()))])
    assert [(a.page, a.hreflang, a.url) for a in read_hreflang(store, page_of(store))] == [(0, "fr", f"{SITE}fr/a")]
