"""Hosts with the same pages, and the main one of them, worked out by hand."""

from __future__ import annotations

import dataclasses

import pytest
from pagetwin.canonical import mirrors, rating
from pagetwin.config import CanonicalSettings, HostFigures
from pagetwin.model import Probe

from .site import moved, pages

E, WWW, OLD, M = "https://e.com", "https://www.e.com", "http://e.com", "https://m.e.com"
SETTINGS = CanonicalSettings()


def site(*hosts, paths=("/", "/a", "/b", "/c"), **facts):
    """The same paths on several hosts; each path has one text."""
    return {f"{host}{path}": {"title": path, **facts} for host in hosts for path in paths}


def rated(of, probes=(), settings=SETTINGS, alternates=None, **changes):
    """By host; a page's text is its title here."""
    states, outside = pages(of)
    states = [dataclasses.replace(page, **changes.get(page.url, {})) for page in states]
    texts = [page.title or None for page in states]
    listed = {p.id: (alternates or {})[p.url] for p in states if p.url in (alternates or {})}
    found = mirrors.evidence(states, texts, outside, probes, listed)
    return {host.host: host for host in rating.hosts(found, states, settings)}


def mains(*args, **facts):
    return {host.host: host.main for host in rated(*args, **facts).values()}


def test_scheme_www_mobile_and_further_domains_with_the_same_pages_are_mirrors():
    found = rated(site(E, WWW, OLD, M, "https://e.net"))
    assert {host.main for host in found.values()} == {E}
    assert (found[WWW].pages, found[WWW].same, found[WWW].redirected) == (4, 4, 0)
    # The platform's part of a name parts owners, and equal pages join them again as any two domains.
    assert len(set(mains(site("https://a.github.io", "https://b.github.io")).values())) == 1


def test_redirects_to_the_same_path_make_a_mirror_and_point_to_the_main_one():
    old = {f"{OLD}{path}": moved(f"{E}{path}") for path in ("/", "/a", "/b")}
    found = rated(site(E) | old)
    assert (found[OLD].main, found[OLD].pages, found[OLD].redirected) == (E, 0, 3)
    # Any subdomain may be sent to another: that is the owner's word.
    assert mains(site(E) | {"https://blog.e.com/a": moved(f"{E}/a")})["https://blog.e.com"] == E
    # Another path is another page; a target outside of the crawl counts.
    assert mains(site(E) | {"http://e.com/x": moved(f"{E}/a")})[OLD] == OLD
    assert mains({f"{OLD}/a": moved("https://e.org/a")}) == {OLD: "https://e.org", "https://e.org": "https://e.org"}


def test_half_of_the_smaller_host_must_agree():
    few = site(E, paths=[f"/{n}" for n in range(10)])
    assert mains(few | site(WWW, paths=["/0", "/1", "/x", "/y"]))[WWW] == E
    assert mains(few | site(WWW, paths=["/0", "/x", "/y"]))[WWW] == WWW
    strict = dataclasses.replace(SETTINGS, mirror_share=0.6)
    assert mains(few | site(WWW, paths=["/0", "/1", "/x", "/y"]), settings=strict)[WWW] == WWW
    # Missing pages count as answers, those that gave none do not.
    gone = {f"{WWW}/{n}": {"status": 404, "outcome": "http_error"} for n in range(2, 6)}
    assert mains(few | site(WWW, paths=["/0"]) | gone)[WWW] == WWW
    silent = {f"{WWW}/{n}": {"status": None, "outcome": "timeout"} for n in range(2, 6)}
    assert mains(few | site(WWW, paths=["/0"]) | silent)[WWW] == E


def test_regional_and_language_hosts_are_no_mirrors():
    found = rated(site("https://msk.e.com", "https://spb.e.com", E))
    assert {host.main for host in found.values()} == found.keys()
    assert {host.reason for host in found.values()} == {"subdomain"}
    # Their own versions are.
    four = rated(site("https://msk.e.com", "https://www.msk.e.com", "https://spb.e.com", "http://spb.e.com"))
    assert {h.host: h.main for h in four.values()} == {
        "http://spb.e.com": "https://spb.e.com", "https://spb.e.com": "https://spb.e.com",
        "https://msk.e.com": "https://msk.e.com", "https://www.msk.e.com": "https://msk.e.com",
    }  # fmt: skip
    # Other texts on regional domains.
    north = {f"https://e.org/{path}": {"title": f"north {path}"} for path in ("", "a", "b")}
    assert mains(site(E) | north)["https://e.org"] == "https://e.org"
    # html lang, and regions of one language.
    found = rated(site(E, lang="en") | site("https://e.de", lang="de"))
    assert (found["https://e.de"].main, found["https://e.de"].reason) == ("https://e.de", "language")
    assert (
        mains(site("https://e.at", lang="de-AT") | site("https://e.de", lang="de_DE"))["https://e.de"] == "https://e.de"
    )
    assert mains(site("https://e.at", lang="de") | site("https://e.de", lang="de-DE"))["https://e.de"] == "https://e.at"
    # hreflang from one to the other; an x-default says nothing of language.
    paths = ("/", "/a", "/b", "/c")
    both = {f"{E}{path}": [("en-GB", f"{E}{path}"), ("en-US", f"https://e.us{path}")] for path in paths}
    assert mains(site(E, "https://e.us"), alternates=both)["https://e.us"] == "https://e.us"
    default = {f"{E}{path}": [("en", f"{E}{path}"), ("x-default", f"https://e.us{path}")] for path in paths}
    assert mains(site(E, "https://e.us"), alternates=default)["https://e.us"] == E


def probe(kind, page, asked, status=200, **facts):
    return Probe("", kind, page, asked, status, **facts)


def test_probes_tell_of_hosts_that_the_crawl_has_no_page_of():
    found = rated(
        site(E),
        [
            probe("scheme", f"{E}/a", f"{OLD}/a", 301, redirect_to=f"{E}/a"),
            probe("www", f"{E}/a", f"{WWW}/a", same=True),
            probe("www", f"{E}/b", f"{WWW}/b", same=True),
            probe("slash", f"{E}/b", f"{E}/b/", same=True),
        ],
    )
    assert {host: (h.main, h.pages, h.same, h.redirected) for host, h in found.items()} == {
        E: (E, 4, 2, 0), OLD: (E, 0, 0, 1), WWW: (E, 2, 2, 0),
    }  # fmt: skip
    other = [probe("www", f"{E}/a", f"{WWW}/a", same=False), probe("www", f"{E}/b", f"{WWW}/b", 404)]
    assert mains(site(E), other)[WWW] == WWW
    assert mains(site(E), [probe("www", f"{E}/a", f"{WWW}/a", None)]) == {E: E}


def test_the_sum_term_by_term():
    settings = dataclasses.replace(
        SETTINGS, hosts=(HostFigures("e.com", iks=100), HostFigures("www.e.com", iks=300, citation=7))
    )
    found = rated(
        site(E, WWW), settings=settings,
        **{f"{E}/a": {"shows": 30, "clicks": 9, "in_sitemap": True, "inlinks": 4}},
        **{f"{WWW}/a": {"shows": 10, "clicks": 1}},
    )  # fmt: skip
    assert [(t.name, t.value, t.share, t.weight, t.points) for t in found[E].terms] == [
        ("shows", 30, 0.75, 2.0, 1.5), ("clicks", 9, 0.9, 4.0, 3.6), ("iks", 100, 0.25, 2.0, 0.5),
        ("citation", 0, 0.0, 1.0, 0.0), ("redirects", 0, 0.0, 4.0, 0.0), ("https", 1.0, 1.0, 2.0, 2.0),
        ("sitemap", 1, 1.0, 1.0, 1.0), ("inlinks", 4, 1.0, 0.5, 0.5),
    ]  # fmt: skip
    assert (found[E].rating, found[E].fallback) == (5.6, 3.5)
    assert (found[WWW].rating, found[WWW].fallback) == (pytest.approx(0.5 + 0.4 + 1.5 + 1.0), 2.0)
    assert found[WWW].main == E


@pytest.mark.parametrize(
    ("changes", "main"),
    [
        ({f"{WWW}/a": {"clicks": 1}}, WWW),  # what searchers do goes before https, sitemap and links
        ({f"{OLD}/a": {"shows": 1}, f"{E}/a": {"in_sitemap": True, "inlinks": 9}}, OLD),
        ({f"{WWW}/a": {"in_sitemap": True}}, WWW),
        ({f"{WWW}/a": {"inlinks": 1}}, WWW),
        ({f"{OLD}/a": {"inlinks": 1, "in_sitemap": True}}, E),  # 2 points of https against 1.5
        ({}, E),  # a tie: by name
    ],
)
def test_fallbacks_speak_where_ratings_are_equal(changes, main):
    hosts = (E, WWW, OLD) if any(url.startswith("http:") for url in changes) else (E, WWW)
    assert set(mains(site(*hosts), **changes).values()) == {main}


def test_a_host_that_only_redirects_is_not_the_main_one_whatever_its_clicks():
    old = {f"{OLD}{path}": moved(f"{E}{path}") for path in ("/", "/a", "/b", "/c")}
    assert mains(site(E) | old, **{f"{OLD}/a": {"clicks": 1000}})[OLD] == E


def test_many_hosts_with_one_path_are_not_all_held_against_one_another():
    many = site(*(f"https://r{n:03}.e.com" for n in range(300)), paths=("/", "/a"))
    states, _ = pages(many)
    found = mirrors.evidence(states, [p.title for p in states], {}, (), {})
    assert len(found.verdicts) == 299
    many = rated(site(*(f"https://e{n:03}.com" for n in range(20)), paths=("/", "/a")))
    assert {host.main for host in many.values()} == {"https://e000.com"}
