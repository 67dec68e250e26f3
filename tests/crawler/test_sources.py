"""From what the user types to the site's addresses, on real servers; and one clear line where that fails."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.config import CrawlSettings
from pagetwin.crawler import sources
from pagetwin.crawler.choose import Chooser
from pagetwin.crawler.fetch import Client
from pagetwin.crawler.robots import Robots
from pagetwin.errors import PagetwinError, SiteError, UsageError
from pagetwin.model import Declared
from pagetwin.progress import Progress

from .site import Answer, MemoryFrontier, Site, to, urlset, xml


def load(
    source: str, frontier: MemoryFrontier | None = None, **changes: Any
) -> tuple[MemoryFrontier, tuple[str, ...], str]:
    """(frontier, notes, site) after all sources were read; nothing is waited for."""
    settings = CrawlSettings(**{"rate": 0.0, "retries": 0, **changes})
    frontier = frontier or MemoryFrontier()

    now = 0.0

    async def pass_by(seconds: float) -> None:
        nonlocal now
        now += seconds

    async def work() -> tuple[tuple[str, ...], str]:
        async with Client(settings, clock=lambda: now, sleep=pass_by) as client:
            start = await sources.site_of(source, client, Robots(client, settings, frontier, Progress()))
            return await sources.load([start], settings, client, frontier, Progress()), start.site

    return frontier, *asyncio.run(work())


def index(*locs: str) -> Answer:
    return xml("<sitemapindex>" + "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs) + "</sitemapindex>")


def test_a_site_finds_its_sitemaps_through_robots_txt() -> None:
    with Site() as site:
        site.pages |= {
            "/robots.txt": f"Sitemap: {site.url}/one.xml\nSitemap: /two.xml",
            "/one.xml": urlset(f"{site.url}/a", f"{site.url}/b?x=1&y=2"),
            "/two.xml": urlset(f"{site.url}/c"),
            "/sitemap.xml": urlset(f"{site.url}/never"),
        }
        frontier, notes, origin = load(f"{site.url}/")
        u = site.url
        assert frontier.urls() == {f"{u}/", f"{u}/a", f"{u}/b?x=1&y=2", f"{u}/c"}
        assert {row.declared.url: row.declared.origin for row in frontier.rows.values()} == {
            f"{u}/": "start", f"{u}/a": "sitemap", f"{u}/b?x=1&y=2": "sitemap", f"{u}/c": "sitemap",
        }  # fmt: skip
        assert (notes, origin, frontier.is_declared) == ((), u, True)
        assert {(s.url, s.kind, s.status, s.entries) for s in frontier.sources.values()} == {
            (f"{u}/robots.txt", "robots", 200, 2),
            (f"{u}/one.xml", "sitemap", 200, 2),
            (f"{u}/two.xml", "sitemap", 200, 1),
        }  # fmt: skip


def test_a_start_address_that_the_sitemap_lists_is_the_sitemaps() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = xml(
            f"<urlset><url><loc>{site.url}/</loc><lastmod>2026-01-02</lastmod></url></urlset>"
        )
        frontier, *_ = load(site.url)
        assert [row.declared for row in frontier.rows.values()] == [
            Declared(f"{site.url}/", "sitemap", 0, "2026-01-02", file=f"{site.url}/sitemap.xml")
        ]


@pytest.mark.parametrize("name", ["/sitemap.xml", "/sitemap_index.xml", "/sitemap.xml.gz"])
def test_usual_names_are_tried_when_robots_txt_names_none(name: str) -> None:
    with Site() as site:
        page = urlset(f"{site.url}/a")
        site.pages[name] = Answer(gzip.compress(page.body.encode())) if name.endswith("gz") else page  # type: ignore[union-attr]
        frontier, notes, _ = load(site.url)
        assert f"{site.url}/a" in frontier.urls()
        assert notes == ()
        assert set(frontier.sources) == {f"{site.url}/robots.txt", site.url + name}


def test_a_sitemap_address_is_all_there_is_of_the_site() -> None:
    with Site() as site:
        site.pages |= {"/robots.txt": "Sitemap: /other.xml", "/my.xml": urlset(f"{site.url}/a")}
        site.pages["/list.txt"] = Answer(f"{site.url}/b\n{site.url}/c", headers=(("Content-Type", "text/plain"),))
        assert load(f"{site.url}/my.xml")[0].urls() == {f"{site.url}/a"}
        assert load(f"{site.url}/list.txt")[0].urls() == {f"{site.url}/b", f"{site.url}/c"}
        assert "/other.xml" not in site.paths()


def test_what_an_address_without_a_telling_name_is_is_seen_from_its_content() -> None:
    with Site() as site:
        site.pages |= {
            "/sitemap.php?id=1": urlset(f"{site.url}/a"),
            "/blog/": "<!doctype html><p>Blog",
            "/sitemap.xml": urlset(f"{site.url}/b"),
        }
        assert load(f"{site.url}/sitemap.php?id=1")[0].urls() == {f"{site.url}/a"}
        assert load(f"{site.url}/blog/")[0].urls() == {f"{site.url}/blog/", f"{site.url}/b"}


def test_a_host_without_scheme_is_tried_by_https_then_by_http() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = urlset(f"{site.url}/a")
        for source in (
            f"127.0.0.1:{site.port}",
            f"127.0.0.1:{site.port}/sitemap.xml",
            f"//127.0.0.1:{site.port}/",
            f" {site.url} ",
        ):
            frontier, _, origin = load(source)
            assert origin == site.url
            assert f"{site.url}/a" in frontier.urls()


def test_indexes_are_followed_and_one_broken_child_stops_nothing() -> None:
    with Site() as site:
        u = site.url
        site.pages |= {
            "/sitemap.xml": index(f"{u}/1.xml", f"{u}/gone.xml", f"{u}/html.xml", f"{u}/cut.xml", f"{u}/moved.xml",
                                  f"{u}/2.xml.gz", f"{u}/loop.xml", f"{u}/1.xml", f"{u}/sitemap.xml", "/relative.xml",
                                  "mailto:x", f"{u}/feed.xml"),
            "/1.xml": urlset(f"{u}/a"),
            "/html.xml": "<!doctype html><title>Sorry</title>",
            "/cut.xml": Answer("<urlset><url>", length=500),
            "/moved.xml": to("/new.xml"), "/new.xml": urlset(f"{u}/b"),
            "/2.xml.gz": Answer(gzip.compress(f"<urlset><url><loc>{u}/c</loc></url></urlset>".encode())),
            "/loop.xml": to("/loop.xml"),
            "/relative.xml": urlset(f"{u}/d"),
            "/feed.xml": xml(f"<rss><channel><item><link>{u}/e</link></item></channel></rss>"),
        }  # fmt: skip
        frontier, notes, _ = load(u)
        assert frontier.urls() == {f"{u}/{path}" for path in ("", "a", "b", "c", "d", "e")}
        said = "\n".join(notes)
        for words in ("gone.xml: HTTP status 404", "html.xml: HTML where XML", "cut.xml: connection closed",
                      "loop.xml: redirect loop",
                      "1 unusable, like 'mailto:x'"):  # fmt: skip
            assert words in said
        assert len(notes) == 5
        assert site.paths().count("/1.xml") == site.paths().count("/sitemap.xml") == 1
        kinds = {s.url.removeprefix(u): s.kind for s in frontier.sources.values()}
        assert (kinds["/sitemap.xml"], kinds["/feed.xml"], kinds["/gone.xml"]) == ("index", "feed", "sitemap")


def test_a_sitemap_is_what_it_is_and_not_what_it_is_called() -> None:
    with Site() as site:
        u = site.url

        def listing(name: str) -> bytes:
            return f'<?xml version="1.0"?><urlset><url><loc>{u}/from-{name}</loc></url></urlset>'.encode()

        bodies = {
            "plain.xml.gz": listing("plain.xml.gz"),
            "packed.xml": gzip.compress(listing("packed.xml")),
            "double.xml.gz": gzip.compress(gzip.compress(listing("double.xml.gz"))),
            "garbage.xml.gz": gzip.compress(listing("garbage.xml.gz")) + b"<!-- cached -->",
            "blank.xml": b"\r\n \n" + listing("blank.xml"),
            "list.txt": f"{u}/from-list.txt\n".encode(),
            "list.xml": gzip.compress(f"{u}/from-list.xml".encode()),
        }
        site.pages |= {f"/{name}": Answer(body) for name, body in bodies.items()}
        site.pages["/sitemap.xml"] = index(f"{u}/missing.xml", *(f"{u}/{name}" for name in bodies))
        frontier, notes, _ = load(f"{u}/sitemap.xml")
    assert frontier.urls() == {f"{u}/from-{name}" for name in bodies}
    assert [note.rpartition("/")[2].partition(":")[0] for note in notes] == [
        "missing.xml",
        "garbage.xml.gz",
        "blank.xml",
    ]


def test_a_sitemap_may_take_longer_than_a_page() -> None:
    """Shops make theirs anew at each request."""
    with Site() as site:
        slow = urlset(f"{site.url}/a")
        site.pages["/sitemap.xml"] = Answer(slow.body, headers=slow.headers, delay=0.5)
        frontier, notes, _ = load(f"{site.url}/sitemap.xml", timeout=0.2, deadline=0.3)
    assert (frontier.urls(), notes) == ({f"{site.url}/a"}, ())


def test_indexes_in_indexes_end() -> None:
    with Site() as site:
        for n in range(9):
            site.pages[f"/{n}.xml"] = index(f"{site.url}/{n + 1}.xml", f"{site.url}/map{n}.xml")
            site.pages[f"/map{n}.xml"] = urlset(f"{site.url}/page{n}")
        frontier, notes, _ = load(f"{site.url}/0.xml")
        assert frontier.urls() == {f"{site.url}/page{n}" for n in range(5)}
        assert "more than 5 indexes" in notes[-1]


def test_the_number_of_children_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all indexes together: two in one, of three and nine, with room for six."""
    monkeypatch.setattr(sources, "_MOST_CHILDREN", 6)
    with Site() as site:
        u = site.url
        site.pages["/sitemap.xml"] = index(f"{u}/a.xml", f"{u}/b.xml", f"{u}/a.xml")
        site.pages["/a.xml"] = index(*(f"{u}/a{n}.xml" for n in range(3)), f"{u}/sitemap.xml")
        site.pages["/b.xml"] = index(*(f"{u}/b{n}.xml" for n in range(9)))
        site.pages |= {f"/{x}{n}.xml": urlset(f"{u}/page-{x}{n}") for x in "ab" for n in range(9)}
        frontier, notes, _ = load(f"{u}/sitemap.xml")
        assert frontier.urls() == {f"{u}/page-{name}" for name in ("a0", "a1", "a2", "b0")}
        assert notes == (f"{u}/b.xml: 8 sitemaps above the limit of 6 are not followed",)
        assert frontier.sources[f"{u}/b.xml"].entries == 9


def test_addresses_that_are_not_fetched_are_kept_with_their_reason() -> None:
    with Site() as site:
        u = site.url
        more = ("https://example.com/x", f"{u}/shop/a?sort=1", f"{u}/news/1", "/relative", "mailto:a@b.c")
        site.pages["/sitemap.xml"] = urlset(f"{u}/shop/a", *more, f"{u}/shop/b")
        frontier, notes, _ = load(f"{u}/sitemap.xml", include=("/shop/",), exclude=(r"\?sort=",))
        assert frontier.urls() == {f"{u}/shop/a", f"{u}/shop/b"}
        assert frontier.urls("skipped", "foreign_host") == {"https://example.com/x"}
        assert frontier.urls("skipped", "excluded") == {f"{u}/shop/a?sort=1", f"{u}/news/1"}
        assert "2 relative or unusable, like '/relative'" in notes[0]
        assert "1 of another site, like example.com" in notes[0]
        assert frontier.sources[f"{u}/sitemap.xml"].entries == 7


def test_the_limit_of_pages_counts_distinct_addresses() -> None:
    with Site() as site:
        u = site.url
        site.pages["/sitemap.xml"] = urlset(f"{u}/a", f"{u}/a#x", f"{u}/b", f"{u}/%62", f"{u}/c", f"{u}/d", f"{u}/a")
        frontier, *_ = load(u, max_pages=3)
        assert frontier.urls() == {f"{u}/a", f"{u}/b", f"{u}/c"}
        assert frontier.urls("skipped", "over_limit") == {f"{u}/d", f"{u}/"}
        again, *_ = load(u, frontier, max_pages=3)
        assert again.urls() == {f"{u}/a", f"{u}/b", f"{u}/c"}


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(0, 10), st.integers(1, 7))
def test_declaring_against_the_definition(numbers: list[int], limit: int, chunk: int) -> None:
    """The first `limit` distinct addresses are declared, the rest skipped, however they are cut into chunks."""
    distinct = list(dict.fromkeys(numbers))
    frontier = MemoryFrontier()
    chooser = Chooser("https://e.com/", CrawlSettings(max_pages=limit), frontier)
    for i in range(0, len(numbers), chunk):
        chooser.add(Declared(f"https://e.com/{n}", "sitemap") for n in numbers[i : i + chunk])
    want = distinct[:limit] if limit else distinct
    assert frontier.urls() == {f"https://e.com/{n}" for n in want}
    assert frontier.urls("skipped") == {f"https://e.com/{n}" for n in distinct[len(want) :]}


def error(source: str, **changes: Any) -> PagetwinError:
    with pytest.raises(PagetwinError) as caught:
        load(source, **changes)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "source", ["", "ftp://example.com/", "two words", "http://", "mailto:a@example.com", "C:\\site", "http://[::1"]
)
def test_what_is_no_web_address_is_a_usage_error(source: str) -> None:
    got = error(source)
    assert isinstance(got, UsageError)
    assert "no web address" in str(got)


def test_a_host_that_gives_no_answer() -> None:
    with Site() as site:
        pass
    for source in (site.url, f"127.0.0.1:{site.port}"):
        got = error(source)
        assert isinstance(got, SiteError)
        assert got.exit_code == 3
        assert f"http://127.0.0.1:{site.port}" in str(got)
        assert "connection refused" in str(got)
    assert f"https://127.0.0.1:{site.port}" in str(got)
    assert isinstance(error(site.url, obey_robots=False), SiteError)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_robots_txt_that_fails_ends_the_run(status: int) -> None:
    with Site({"/robots.txt": Answer("", status)}) as site:
        site.pages["/sitemap.xml"] = urlset(f"{site.url}/a")
        got = error(site.url)
        assert isinstance(got, SiteError)
        assert f"{site.url}/robots.txt" in str(got)
        assert str(status) in str(got)
        assert site.paths() == ["/robots.txt"]
        assert f"{site.url}/a" in load(site.url, obey_robots=False)[0].urls()


def test_a_robots_txt_that_forbids_everything_ends_the_run() -> None:
    with Site({"/robots.txt": "User-agent: *\nDisallow: /"}) as site:
        site.pages["/sitemap.xml"] = urlset(f"{site.url}/a")
        assert "forbids the whole site" in str(error(site.url))
        assert f"{site.url}/a" in load(site.url, obey_robots=False)[0].urls()


def test_no_sitemap_says_what_was_tried() -> None:
    with Site() as site:
        got = error(site.url)
        assert isinstance(got, SiteError)
        for name in ("/sitemap.xml", "/sitemap_index.xml", "/sitemap.xml.gz"):
            assert site.url + name in str(got)


def test_html_where_xml_should_be() -> None:
    with Site(missing=Answer("<!doctype html><div id=app></div>")) as site:
        assert f"{site.url}/sitemap.xml: HTML where XML should be" in str(error(site.url))
        assert f"{site.url}/my.xml: HTML where XML should be" in str(error(f"{site.url}/my.xml"))


@pytest.mark.parametrize("body", ["<urlset></urlset>", "<sitemapindex/>", "<urlset><url><loc> </loc></url></urlset>"])
def test_an_empty_sitemap(body: str) -> None:
    with Site({"/my.xml": xml(body)}) as site:
        assert "empty" in str(error(f"{site.url}/my.xml"))


def test_an_index_whose_children_all_fail() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = index(f"{site.url}/1.xml", f"{site.url}/2.xml")
        got = str(error(site.url))
        assert f"{site.url}/1.xml: HTTP status 404" in got
        assert "1 more" in got


def test_a_sitemap_of_another_site_names_both() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = urlset("https://www.example.com/a", "https://www.example.com/b")
        got = str(error(site.url))
        assert "www.example.com" in got
        assert f"127.0.0.1:{site.port}" in got


def test_a_sitemap_of_relative_addresses() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = urlset("/a", "/b")
        got = str(error(site.url))
        assert "absolute" in got
        assert "'/a'" in got


def test_patterns_that_leave_nothing() -> None:
    with Site() as site:
        site.pages["/sitemap.xml"] = urlset(f"{site.url}/a", f"{site.url}/b")
        got = error(site.url, include=("/shop/",))
        assert isinstance(got, UsageError)
        assert "2 addresses" in str(got)


def test_a_name_and_password_are_used_and_kept_nowhere() -> None:
    def guarded(asked: Any) -> Answer:
        return (
            urlset("http://x:y@127.0.0.1/no", f"{site.url}/a") if "authorization" in asked.headers else Answer("", 401)
        )

    with Site({"/sitemap.xml": guarded}) as site:
        frontier, notes, origin = load(f"http://me:secret@127.0.0.1:{site.port}/")
        assert f"{site.url}/a" in frontier.urls()
    kept = repr((frontier.sources, frontier.rows, notes, origin))
    assert "secret" not in kept
    assert "x:y" not in kept


def test_a_public_site_does_not_lead_inside() -> None:
    """By its own name, a server on loopback is public here; what it points at inside is not asked."""
    with Site() as inner, Site() as site:
        name = f"http://shop.example.com:{site.port}"
        site.pages |= {
            "/robots.txt": f"Sitemap: {inner.url}/s.xml\nSitemap: {name}/moved.xml\nSitemap: {name}/index.xml",
            "/moved.xml": to(f"{inner.url}/s.xml"),
            "/index.xml": index(f"{inner.url}/s.xml", f"{name}/good.xml"),
            "/good.xml": urlset(f"{name}/a", f"{inner.url}/b"),
        }
        frontier, notes, _ = load(f"{name}/", resolve=(f"shop.example.com:{site.port}:127.0.0.1",))
        assert frontier.urls() == {f"{name}/", f"{name}/a"}
        assert inner.asked == []
        assert "private" in notes[0]
