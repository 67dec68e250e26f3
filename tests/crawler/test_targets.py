"""Targets of hreflang outside the crawl, on real servers: fetched when asked, so many, and treated as strangers."""

from __future__ import annotations

from pathlib import Path

from pagetwin.store.file import Store

from .site import Site, to, urlset
from .whole import Crawl


def page(*targets: str, body: str = "words of its own") -> str:
    links = "".join(f'<link rel=alternate hreflang=l{n} href="{url}">' for n, url in enumerate(targets))
    return f"<html><head><title>t</title>{links}</head><body><p>{body}</p><a href=/linked>to</a></body></html>"


def origins(done: Crawl) -> dict[str, tuple[str, str]]:
    query = "SELECT url, origin, state FROM frontier JOIN addresses a ON a.id = address"
    return {url: (origin, state) for url, origin, state in done.rows(query)}


def test_only_when_asked_and_one_level(tmp_path: Path) -> None:
    with Site({"/a": page("/b", "/c", "/gone", "/a"), "/b": page("/deeper"), "/c": to("/d"), "/d": page()}) as site:
        site.pages["/sitemap.xml"] = urlset(site.url + "/a")
        assert Crawl(site.url + "/sitemap.xml", tmp_path / "0").read() == {"/a"}
        done = Crawl(site.url + "/sitemap.xml", tmp_path / "1", hreflang_targets=9)
        assert done.read() == {"/a", "/b", "/d"}
        assert {url.removeprefix(site.url): origin for url, (origin, _) in origins(done).items()} == {
            "/a": "sitemap", "/b": "hreflang", "/c": "hreflang", "/d": "redirect", "/gone": "hreflang",
        }  # fmt: skip
        assert done.summary.counts.declared == 1


def test_no_more_than_the_limit_in_the_order_of_addresses(tmp_path: Path) -> None:
    with Site({f"/{n}": page() for n in range(10)}) as site:
        site.pages["/"] = page("/7", "/5", "/3", "/9")
        site.pages["/sitemap.xml"] = urlset(site.url + "/")
        done = Crawl(site.url + "/sitemap.xml", tmp_path, hreflang_targets=2, max_pages=1, exclude=("/3",))
        assert done.read() == {"/", "/5", "/7"}


def test_pages_of_another_site_are_looked_at_and_not_compared(tmp_path: Path) -> None:
    """Named by a page, and by the sitemap that may not declare it. Dead servers there do not end the crawl."""
    with Site() as ours, Site({"/de": page("x", body="Wörter"), "/": page()}) as theirs:
        theirs.pages["/robots.txt"] = "User-agent: *\nDisallow: /shut"
        targets = (f"{theirs.url}/{path}" for path in ("de", "shut"))
        dead = (f"http://127.0.0.1:9/{n}" for n in range(60))
        ours.pages |= {"/": page(*targets, *dead), "/sitemap.xml": urlset(ours.url + "/", theirs.url + "/")}
        done = Crawl(ours.url + "/sitemap.xml", tmp_path, hreflang_targets=99)
        seen = origins(done)
        assert seen[theirs.url + "/de"] == ("hreflang", "done")
        assert seen[theirs.url + "/shut"] == ("hreflang", "failed")
        assert seen[theirs.url + "/"] == ("sitemap", "skipped")  # nobody names it by hreflang
        assert theirs.paths() == ["/robots.txt", "/de"]
        assert sum(origin == "hreflang" for origin, _ in seen.values()) == 62
        row = "SELECT outcome, title, main_hash, body_hash, l.z, n.z IS NOT NULL FROM versions v LEFT JOIN links l ON"
        assert done.rows(
            f"{row} l.version = v.id LEFT JOIN annotations n ON n.version = v.id JOIN addresses a ON a.id = v.address"
            f" WHERE a.url = '{theirs.url}/de'"
        ) == [("ok", "t", None, None, None, 1)]


def test_a_foreign_entry_of_a_sitemap_that_is_a_target_stays_declared(tmp_path: Path) -> None:
    with Site() as ours, Site({"/": page()}) as theirs:
        ours.pages |= {"/": page(theirs.url), "/sitemap.xml": urlset(ours.url + "/", theirs.url + "/")}
        done = Crawl(ours.url + "/sitemap.xml", tmp_path, hreflang_targets=1)
        assert origins(done)[theirs.url + "/"] == ("sitemap", "done")


def test_links_of_targets_are_not_followed(tmp_path: Path) -> None:
    with Site(
        {"/": page("/b"), "/b": page().replace("/linked", "/other"), "/linked": page(), "/other": page()}
    ) as site:
        assert Crawl(site.url, tmp_path, hreflang_targets=9, follow=True).read() == {"/", "/b", "/linked"}


def test_the_next_crawl_asks_for_them_only_as_targets(tmp_path: Path) -> None:
    with Site({"/a": page("/b"), "/b": page()}) as site:
        site.pages["/sitemap.xml"] = urlset(site.url + "/a")
        for wanted, read in ((9, {"/a", "/b"}), (9, {"/a", "/b"}), (0, {"/a"})):
            done = Crawl(site.url + "/sitemap.xml", tmp_path, hreflang_targets=wanted)
            assert done.rows("SELECT count(*) FROM pages") == [(len(read),)]
            with Store.open(tmp_path) as store, store.writing() as db:
                db.execute("UPDATE crawls SET finished = 'x', audited = 'x'")
