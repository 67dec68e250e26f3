"""What a site answers to other spellings of its addresses, and to addresses that it does not have; on real servers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pagetwin.crawler.probes import largest, plan
from pagetwin.crawler.scope import www_twin

from .site import Answer, Site, to, urlset
from .whole import Crawl

WORDS = ("alder", "birch", "cedar", "elm", "fir", "hazel", "larch", "maple", "oak", "pine", "rowan", "spruce", "yew")


def page(name: str, head: str = "", title: str = "") -> str:
    """A page with a text of its own."""
    text = " ".join(f"{word} {name}" for word in WORDS)
    return f"<html><head><title>{title or name}</title>{head}</head><body><p>{text}</p></body></html>"


class Careless(Site):
    """Answers every path by a function of it; None is a 404."""

    def answer(self, path: str) -> Answer | str | None:
        raise NotImplementedError

    def _answer(self, handler: Any) -> None:
        if handler.path not in self.pages and (found := self.answer(handler.path)) is not None:
            self.pages[handler.path] = found
        super()._answer(handler)

    def listing(self, *paths: str) -> None:
        self.pages["/sitemap.xml"] = urlset(*(self.url + path for path in paths))


class Sloppy(Careless):
    """Answers all spellings of /s/a/ and, with a canonical, of /c/a/ and /e/a/; /d/a/ has its own, or redirects."""

    def answer(self, path: str) -> Answer | str | None:
        plain, _, query = path.partition("?")
        tidy = plain.lower().replace("//", "/").removesuffix("index.html").rstrip("/") + "/"
        if tidy == "/s/a/":
            return page("first")
        if tidy == "/c/a/":
            return page("second", f'<link rel="canonical" href="{self.url}/c/a/">')
        if tidy == "/e/a/":
            return page("fourth", f'<link rel="canonical" href="{self.url}{path}">')
        if path == "/d/a/" or path.startswith("/d/a/?"):
            return page("third" if not query else f"third{len(query)}")
        return to("/d/a/") if tidy == "/d/a/" and "//" not in plain else None


KINDS = {"slash", "index_file", "upper_case", "double_slash", "unknown_parameter", "tracking"}


def probes(done: Crawl, section: str) -> dict[str, tuple[Any, ...]]:
    """(status, same text, settled) by kind."""
    rows = done.rows("SELECT section, kind, status, same, settled FROM probes")
    return {kind: tuple(rest) for name, kind, *rest in rows if name.endswith(section)}


def test_each_section_tells_which_spellings_it_answers(tmp_path: Path) -> None:
    with Sloppy() as site:
        site.listing("/s/a/", "/c/a/", "/d/a/", "/e/a/")
        done = Crawl(f"{site.url}/sitemap.xml", tmp_path, probes=True)
        paths = site.paths()
    assert len(paths) == len(set(paths))
    assert probes(done, "/s/") == dict.fromkeys(KINDS, (200, 1, 0)) | {"missing": (404, None, 0)}
    assert probes(done, "/e/") == probes(done, "/s/")  # a canonical that repeats whatever was asked
    assert probes(done, "/c/") == dict.fromkeys(KINDS, (200, 1, 1)) | {"missing": (404, None, 0)}
    assert probes(done, "/d/") == {
        "slash": (301, None, 0), "index_file": (301, None, 0), "upper_case": (301, None, 0),
        "double_slash": (404, None, 0), "unknown_parameter": (200, 0, 0), "tracking": (200, 0, 0),
        "missing": (404, None, 0),
    }  # fmt: skip
    (target,) = done.rows("SELECT redirect_to FROM probes WHERE kind = 'slash' AND section LIKE '%/d/'")
    assert target == (f"{site.url}/d/a/",)
    assert len(done.rows("SELECT 1 FROM versions")) == 4  # what was probed is no page


def test_probes_are_few_and_can_be_switched_off(tmp_path: Path) -> None:
    with Sloppy() as site:
        site.listing("/s/a/", "/c/a/", "/d/a/")
        Crawl(site.url, tmp_path / "off")
        asked = len(site.asked)
        Crawl(site.url, tmp_path / "one", probes=True, probe_sections=1)
        assert len(site.asked) - 2 * asked == 7


def test_probes_obey_robots_txt(tmp_path: Path) -> None:
    with Sloppy() as site:
        site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /*?\nDisallow: /S/\n", headers=())
        site.listing("/s/a/")
        done = Crawl(site.url, tmp_path, probes=True)
        assert not [path for path in site.paths() if "?" in path or path.startswith("/S/")]
    rows = done.rows("SELECT kind, note FROM probes WHERE status IS NULL")
    assert {kind for kind, note in rows if note == "robots.txt forbids it"} == {
        "unknown_parameter", "tracking", "upper_case",
    }  # fmt: skip


def test_probes_cut_short_are_not_asked_again(tmp_path: Path) -> None:
    with Sloppy() as site:
        site.listing("/s/a/")
        with pytest.raises(KeyboardInterrupt):
            Crawl(site.url, tmp_path, probes=True, stop=lambda fetch: "utm_source" in fetch.url)
        first = site.paths()
        done = Crawl(site.url, tmp_path, probes=True)
        again = site.paths()[len(first) :]
    assert next(path for path in again if path != "/robots.txt") == "/s/a/?utm_source=pagetwin"
    assert len(again) == 2
    assert set(probes(done, "/s/")) == KINDS | {"missing"}


def test_a_site_that_went_down_is_left_alone(tmp_path: Path) -> None:
    with Sloppy() as site:
        site.listing("/s/a/", "/c/a/", "/d/a/")
        site.pages["/robots.txt"] = "User-agent: *"
        site.pages |= {f"/{name}/a/": page(name) for name in "scd"}
        site.answer = lambda path: Answer(raw=b"")  # type: ignore[method-assign]
        Crawl(f"{site.url}/sitemap.xml", tmp_path, probes=True)
        assert len(set(site.paths()) - {"/robots.txt", "/sitemap.xml"}) == 3 + 5


class Soft(Careless):
    """Answers 200 to everything: /shop/ with its error page, /news/ with its top page, all else with the home page."""

    def answer(self, path: str) -> Answer | str | None:
        if path in ("/robots.txt", "/sitemap.xml"):
            return None
        if path in ("/shop/shoes", "/shop/hats", "/news/today"):
            return page(path[1:].replace("/", ""))
        if path.startswith("/shop/"):
            return page("sorry", title="Our shop")
        return page("newsroom") if path.startswith("/news/") else page("home")


def test_what_a_made_up_address_shows_is_no_page(tmp_path: Path) -> None:
    with Soft() as site:
        site.listing("/", "/index.html", "/old", "/shop/shoes", "/shop/hats", "/shop/gone", "/shop/sold",
                     "/news/", "/news/today", "/news/lost")  # fmt: skip
        done = Crawl(site.url, tmp_path, probes=True)
    assert done.read() == {"/", "/index.html", "/shop/shoes", "/shop/hats", "/news/", "/news/today"}
    probed = {page for (page,) in done.rows("SELECT page FROM probes WHERE kind = 'tracking'")}
    assert probed == {f"{site.url}/shop/hats", f"{site.url}/news/", f"{site.url}/index.html"}
    soft = done.rows("SELECT url, note FROM pages WHERE outcome = 'soft_404'")
    assert {url.removeprefix(site.url) for url, _ in soft} == {"/old", "/shop/gone", "/shop/sold", "/news/lost"}
    assert all("does not exist" in note and "/pagetwin-" in note for _, note in soft)


def test_templates_that_hardly_differ_are_pages(tmp_path: Path) -> None:
    """The site makes a page for any town: its towns are real all the same."""

    class Towns(Careless):
        def answer(self, path: str) -> Answer | str | None:
            town = path.removeprefix("/to/")
            text = " ".join(["we bring it to you"] * 30)
            html = f"<title>Delivery to {town}</title><p>{text} {town}"
            return html if path.startswith("/to/") else None

    with Towns() as site:
        site.listing("/to/omsk", "/to/kazan", "/to/perm")
        done = Crawl(f"{site.url}/sitemap.xml", tmp_path, probes=True)
    assert done.read() == {"/to/omsk", "/to/kazan", "/to/perm"}
    assert probes(done, "/to/")["missing"][0] == 200


def test_redirects_of_made_up_addresses_change_nothing(tmp_path: Path) -> None:
    class Home(Careless):
        def answer(self, path: str) -> Answer | str | None:
            return page("home") if path == "/" else to("/") if "pagetwin" in path else None

    with Home({"/a": page("home")}) as site:
        site.listing("/", "/a")
        assert Crawl(site.url, tmp_path, probes=True).read() == {"/", "/a"}


def test_the_largest_sections_come_first_and_plain_pages_stand_for_them() -> None:
    shop = [(f"https://e.com/shop/{n}?a=1", 50, True) for n in range(3)] + [("https://e.com/shop/x", 50, True)]
    docs = [
        ("https://e.com/docs/", 50, True),
        ("https://e.com/docs/a.php", 50, True),
        ("https://e.com/docs/b", 3, True),
    ]
    gone = [(f"https://e.com/gone/{n}", 50, n == 2) for n in range(3)]
    pages = [*docs, ("https://e.com/", 50, True), *gone, *shop]
    assert largest(pages, 3) == ["https://e.com/shop/", "https://e.com/gone/", "https://e.com/docs/"]
    planned = plan(pages, largest(pages, 3))
    every = ["scheme", "www", "slash", "index_file", "upper_case", "double_slash", "unknown_parameter", "tracking"]
    assert [(p.section, p.kind) for p in planned] == [
        (f"https://e.com/{name}/", kind)
        for name in ("shop", "gone", "docs")
        for kind in every
        if name == "docs" or kind != "index_file"
    ]
    assert {p.page for p in planned if p.section.endswith("shop/")} == {"https://e.com/shop/x"}
    assert {p.page for p in planned if p.section.endswith("gone/")} == {"https://e.com/gone/2"}
    assert next(p.asked for p in planned if p.kind == "index_file") == "https://e.com/docs/index.php"


@pytest.mark.parametrize(
    ("url", "twin"),
    [
        ("https://example.com/a", "www.example.com"), ("https://www.example.co.uk/", "example.co.uk"),
        ("https://blog.example.com/", ""), ("http://localhost:8000/", ""), ("http://127.0.0.1/", ""),
        ("http://93.184.216.34/", ""), ("http://intranet/", ""), ("https://user.github.io/", "www.user.github.io"),
    ],
)  # fmt: skip
def test_who_has_a_twin_with_www(url: str, twin: str) -> None:
    assert www_twin(url) == twin
