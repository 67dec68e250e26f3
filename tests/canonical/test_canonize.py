"""One address for each address: every documented rule by hand for both engines, chains and circles over open inputs."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pagetwin.canonical.canonize import canonize
from pagetwin.canonical.steps import Site
from pagetwin.model import CanonicalLink, RobotsTxt
from pagetwin.urls.cleanparam import read
from pagetwin.urls.cleanparam_lint import accepted
from pagetwin.urls.robotstxt import of_engines

from .site import canonized, closed, moved, names, pages, refresh

A, B, C = "https://e.com/a", "https://e.com/b", "https://e.com/c"
PLAIN: dict[str, str] = {}


def link(source="head", raw=B, url=None, ignored=""):
    return CanonicalLink(source, raw, raw if url is None else url, ignored)


def said(found):
    """(note, honoured) of the first step."""
    return (found.path[0].note, found.path[0].honoured) if found.path else None


OK = ("", True)


@pytest.mark.parametrize(
    ("of_a", "of_b", "google", "yandex"),
    [
        # Redirects. Google: 301, 308 and a refresh at once are permanent, all else is no signal. Yandex: 301 and 302.
        (moved(B, 301), PLAIN, OK, OK),
        (moved(B, 308), PLAIN, OK, ("not_documented", True)),
        (moved(B, 302), PLAIN, ("temporary", False), OK),
        (moved(B, 303), PLAIN, ("temporary", False), ("not_documented", True)),
        (moved(B, 307), PLAIN, ("temporary", False), ("not_documented", True)),
        (refresh(B), PLAIN, OK, ("not_documented", True)),
        (refresh(B, 5), PLAIN, ("temporary", False), ("temporary", False)),
        # rel=canonical: which links are read.
        (names(B), PLAIN, OK, OK),
        (names("/b"), PLAIN, OK, OK),
        (names(link("header")), PLAIN, OK, OK),
        (names(link(), link("header")), PLAIN, OK, OK),
        (names(link("body")), PLAIN, ("in_body", False), ("in_body", False)),
        (names(link(ignored="hreflang")), PLAIN, ("attributes", False), OK),
        (names(link(raw=" ", url=A)), PLAIN, ("empty", False), ("empty", False)),
        (names(link(raw="http://[", url="")), PLAIN, ("unreadable", False), ("unreadable", False)),
        (names(B, C), PLAIN, ("several", False), ("several", False)),
        (names(B, outcome="http_error", status=404), PLAIN, None, None),
        (names(B, outcome="not_html"), PLAIN, OK, OK),
        (names(A), PLAIN, None, None),
        # A page that an engine is told to leave out has nothing to merge there.
        (names(B) | closed(), PLAIN, ("page_noindex", False), ("page_noindex", False)),
        (names(B) | closed("yandex"), PLAIN, OK, ("page_noindex", False)),
        # Its target.
        (names(B), moved(C, 302), OK, ("target_redirects", False)),
        (names(B), {"status": 404, "outcome": "http_error"}, ("target_error", False), ("target_error", False)),
        (names(B), {"status": 429, "outcome": "http_error"}, ("target_not_read", True), ("target_not_read", True)),
        (names(B), {"status": 200, "outcome": "soft_404"}, ("target_error", False), ("target_error", False)),
        (names(B), {"status": None, "outcome": "timeout"}, ("target_not_read", True), ("target_not_read", True)),
        (
            names(B),
            {"status": None, "outcome": "blocked_by_robots"},
            ("target_blocked", True),
            ("target_blocked", False),
        ),
        (names(B), closed(), ("target_noindex", False), ("target_noindex", False)),
        (names(B), closed("googlebot"), ("target_noindex", False), OK),
        (names(B), names(B), OK, OK),
    ],
)
def test_one_signal(of_a, of_b, google, yandex):
    found = canonized({A: of_a, B: of_b, C: PLAIN})
    for engine, want in (("google", google), ("yandex", yandex)):
        got = found[A, engine]
        assert said(got) == want
        leads = B if want and want[1] else A
        if leads == B:
            assert got.path[0].to == B
        assert got.url == got.main == leads
        assert got.owner == "e.com"


@pytest.mark.parametrize(
    ("page", "target", "google", "yandex"),
    [
        ("https://shop.e.com/p", "https://www.e.com/p", OK, ("other_host", False)),
        ("https://m.e.com/", "https://e.com/", OK, ("other_host", False)),
        ("https://e.net/p", "https://e.com/p", OK, ("other_host", False)),
        ("https://e.com/p", "https://e.com:8443/p", OK, ("other_host", False)),
        ("http://e.com/p", "https://e.com/p", OK, ("other_protocol", False)),
        ("https://e.com/p", "http://e.com/p", OK, ("other_protocol", False)),
    ],
)
def test_canonical_to_another_host_or_protocol(page, target, google, yandex):
    found = canonized({page: names(target), target: PLAIN})
    assert (said(found[page, "google"]), said(found[page, "yandex"])) == (google, yandex)
    assert (found[page, "google"].url, found[page, "yandex"].url) == (target, page)
    assert found[page, "google"].owner == "e.com"


def test_target_outside_the_crawl_is_where_it_leads_and_said_to_be_unseen():
    site = {A: names("https://e.com/new"), B: moved("https://other.org/b"), C: names("https://other.org/c")}
    found = canonized(site)
    assert [found[A, engine].url for engine in ("google", "yandex")] == ["https://e.com/new"] * 2
    assert said(found[A, "yandex"]) == ("target_not_read", True)
    assert [found[B, engine].url for engine in ("google", "yandex")] == ["https://other.org/b"] * 2
    assert (found[C, "google"].url, found[C, "yandex"].url) == ("https://other.org/c", C)
    assert found[B, "google"].owner == "other.org"
    assert [(s.kind, s.by, s.to) for s in found[B, "google"].path] == [
        ("CANONIZE", "redirect", "https://other.org/b"), ("OWNER", "main", "other.org"),
    ]  # fmt: skip


def test_texts_that_differ_speak_against_a_canonical_at_yandex():
    found = canonized({A: names(B), B: PLAIN}, different=[(A, B)])
    assert (found[A, "google"].url, found[A, "yandex"].url) == (B, A)
    assert said(found[A, "yandex"]) == ("texts_differ", False)


def test_chain_of_canonicals_ends_for_google_and_is_ignored_by_yandex():
    found = canonized({A: names(B), B: names(C), C: names(C)})
    assert [found[url, "google"].url for url in (A, B, C)] == [C, C, C]
    assert [found[url, "yandex"].url for url in (A, B, C)] == [A, C, C]
    assert said(found[A, "yandex"]) == ("chain", False)
    assert [step.to for step in found[A, "google"].path] == [B, C]


def test_redirect_then_canonical_is_followed_by_both():
    found = canonized({A: moved(B), B: names(C), C: PLAIN})
    assert [found[A, engine].url for engine in ("google", "yandex")] == [C, C]


def test_circles_end_nowhere_with_a_reason():
    found = canonized({A: moved(B), B: moved(A), C: moved(A)})
    for url in (A, B, C):
        for engine in ("google", "yandex"):
            got = found[url, engine]
            assert (got.url, got.main, got.owner) == ("", "", "e.com")
            assert (got.path[-1].by, got.path[-1].honoured) == ("loop", False)
    # Two canonicals in a circle are a chain to Yandex, which ignores both.
    found = canonized({A: names(B), B: names(A)})
    assert [found[A, engine].url for engine in ("google", "yandex")] == ["", A]
    # A canonical to a page that redirects back: Yandex ignores the canonical, and takes the redirect.
    found = canonized({A: moved(B), B: names(A)})
    assert [found[A, engine].url for engine in ("google", "yandex")] == ["", B]


def test_parameters_that_yandex_drops():
    campaign, session = f"{A}?utm_source=x&id=5", f"{A}?sid=1&id=5"
    site = {A + "?id=5": PLAIN, campaign: PLAIN, session: PLAIN}
    found = canonized(site)
    assert [found[campaign, engine].url for engine in ("google", "yandex")] == [campaign, f"{A}?id=5"]
    assert [found[session, engine].url for engine in ("google", "yandex")] == [session, session]
    assert [(s.by, s.note) for s in found[campaign, "yandex"].path] == [("tracking", "")]
    assert canonized(site, different=[(campaign, f"{A}?id=5")])[campaign, "yandex"].url == campaign

    clean = {"https://e.com": [read("sid&Ref /a")]}
    found = canonized(site | {f"{B}?sid=1": PLAIN, f"{A}?ref=2": PLAIN, f"{A}?Ref=2": PLAIN}, clean=clean)
    assert [found[session, engine].url for engine in ("google", "yandex")] == [session, f"{A}?id=5"]
    assert found[f"{B}?sid=1", "yandex"].url == f"{B}?sid=1"  # another path
    assert found[f"{A}?ref=2", "yandex"].url == f"{A}?ref=2"  # another case
    dropped = found[f"{A}?Ref=2", "yandex"]
    assert (dropped.url, said(dropped)) == (A, ("target_not_read", True))


def test_what_robots_txt_keeps_an_engine_from_seeing():
    text = RobotsTxt(
        "https://e.com", "https://e.com/robots.txt", 200, "ok",
        body=b"User-agent: Yandex\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /c\n\nClean-param: sid",
    )  # fmt: skip
    policies = of_engines({text.origin: text})
    clean = {text.origin: accepted(text.body.decode())}
    site = {A: moved(B), f"{A}?sid=1": PLAIN, f"{B}?sid=1": PLAIN, B: names(C), C: PLAIN, "https://e.com/d": names(A)}
    found = canonized(site, policies=policies, clean=clean)
    assert [found[A, engine].url for engine in ("google", "yandex")] == [C, A]
    assert said(found[A, "yandex"]) == ("page_blocked", False)
    assert said(found[f"{A}?sid=1", "yandex"]) == ("page_blocked", False)  # Disallow goes before Clean-param
    assert found[f"{B}?sid=1", "yandex"].url == C
    assert [said(found[B, engine]) for engine in ("google", "yandex")] == [("target_blocked", True), ("", True)]
    assert said(found["https://e.com/d", "yandex"]) == ("target_blocked", False)


def test_host_in_another_spelling():
    written = "https://E.com/a?b=/"
    found = canonized({written: PLAIN, B: names(CanonicalLink("head", "HTTPS://E.COM/c", C)), C: PLAIN})
    got = found[written, "google"]
    assert (got.url, [(s.kind, s.to) for s in got.path]) == ("https://e.com/a?b=/", [("CASE_HOST", got.url)])
    assert [(s.kind, s.to) for s in found[B, "yandex"].path] == [("CASE_HOST", C), ("CANONIZE", C)]


WWW, BARE, OLD = "https://www.e.com/a", "https://e.com/a", "http://e.com/a"
MAIN = {"http://e.com": "https://e.com", "https://www.e.com": "https://e.com"}


def test_main_host():
    found = canonized({WWW: PLAIN, BARE: PLAIN, OLD: moved(WWW)}, MAIN)
    assert [(found[url, "google"].url, found[url, "google"].main) for url in (WWW, BARE, OLD)] == [
        (WWW, BARE), (BARE, BARE), (WWW, BARE),
    ]  # fmt: skip
    assert [step.kind for step in found[OLD, "yandex"].path] == ["CANONIZE", "MIRROR"]
    # What the main host was not asked for is said to be unseen.
    found = canonized({WWW: PLAIN}, MAIN)
    assert (found[WWW, "google"].main, said(found[WWW, "google"])) == (BARE, ("target_not_read", True))


@pytest.mark.parametrize(
    ("of_main", "note"),
    [
        (moved(WWW), "main_leads_elsewhere"),
        (moved(BARE), "loop"),
        ({"status": 404, "outcome": "http_error"}, "target_error"),
        (closed(), "target_noindex"),
    ],
)
def test_main_host_that_cannot_take_the_page(of_main, note):
    found = canonized({WWW: PLAIN, BARE: of_main}, MAIN)
    assert [(found[WWW, e].main, said(found[WWW, e])) for e in ("google", "yandex")] == [(WWW, (note, False))] * 2


def test_main_host_with_another_text_or_another_address():
    found = canonized({WWW: PLAIN, BARE: PLAIN}, MAIN, different=[(WWW, BARE)])
    assert said(found[WWW, "yandex"]) == ("texts_differ", False)
    found = canonized({WWW: PLAIN, BARE: moved("https://e.com/c"), "https://e.com/c": PLAIN}, MAIN)
    assert found[WWW, "google"].main == "https://e.com/c"


def test_owner_of_the_settings():
    found = canonized({A: PLAIN, "https://e.net/a": PLAIN}, {"https://e.net": "https://e.com"}, {"e.com": "E Ltd"})
    assert {found[url, "google"].owner for url in (A, "https://e.net/a")} == {"E Ltd"}
    assert [(s.kind, s.by, s.to) for s in found[A, "google"].path] == [("OWNER", "settings", "E Ltd")]


def test_a_long_chain_is_told_by_its_beginning_and_end():
    chain = {f"https://e.com/{n:03}": moved(f"https://e.com/{n + 1:03}") for n in range(500)}
    found = canonized(chain | {"https://e.com/500": PLAIN})
    first = found["https://e.com/000", "google"]
    assert first.url == "https://e.com/500"
    assert len(first.path) < 20
    assert (first.path[-1].to, first.path[-1].note) == ("https://e.com/500", "more")


ORIGINS = ("http://e.com", "https://e.com", "https://www.e.com", "https://e.net")
URLS = [f"{origin}{path}" for origin in ORIGINS for path in ("/a", "/b", "/b?utm_source=x", "/c?sid=2")]


@st.composite
def sites(draw):
    targets = st.sampled_from([*URLS, "https://other.org/", "https://e.com/unseen?utm_term=1"])
    page = st.one_of(
        st.just(PLAIN), st.builds(moved, targets, st.sampled_from([301, 302, 307, 308])), st.builds(refresh, targets),
        st.builds(names, targets), st.builds(names, targets, targets), st.just(closed()),
        st.just({"status": 404, "outcome": "http_error"}),
    )  # fmt: skip
    return draw(st.dictionaries(st.sampled_from(URLS), page, min_size=1))


MAINS = st.dictionaries(st.sampled_from(ORIGINS[1:]), st.just(ORIGINS[0])) | st.dictionaries(
    st.sampled_from((ORIGINS[0], *ORIGINS[2:])), st.just(ORIGINS[1])
)


@given(sites(), MAINS)
def test_every_address_ends_and_stays_where_it_ends(site, main_of):
    found = canonized(site, main_of, clean={"https://e.com": [read("sid")]})
    for (url, engine), got in found.items():
        assert (got.url == "") == (got.main == "")
        if not got.url:
            assert got.path[-1].note == "loop"
            continue
        if (got.url, engine) in found:
            end = found[got.url, engine]
            assert (end.url, end.main) == (got.url, got.main)
        if (got.main, engine) in found:
            end = found[got.main, engine]
            assert (end.url, end.main) == (got.main, got.main)
        moves = [step.to for step in got.path if step.honoured and step.kind in ("CANONIZE", "MIRROR")]
        assert (moves[-1] if moves else url) == got.main


# A target outside that one page is redirected to, and that another is without its parameter.
OUTSIDE = {"https://www.e.com/b?utm_source=x": PLAIN, "http://e.com/a": moved("https://www.e.com/b", 302)}


@example(OUTSIDE, {}, random.Random(3))
@given(sites(), MAINS, st.randoms())
def test_order_changes_nothing(site, main_of, rng):
    states, outside = pages(site)
    order = list(range(len(states)))
    rng.shuffle(order)
    new = {old: n for n, old in enumerate(order)}
    mixed = [_renumbered(states[old], new) for old in order]
    straight = canonize(Site(states, outside), main_of, {})
    other = canonize(Site(mixed, {new[n]: url for n, url in outside.items()}), main_of, {})
    assert {(states[c.page].url, c.engine, c.url, c.main, c.path) for c in straight} == {
        (mixed[c.page].url, c.engine, c.url, c.main, c.path) for c in other
    }


def _renumbered(page, new):
    return dataclasses.replace(
        page,
        id=new[page.id],
        redirect_to=None if page.redirect_to is None else new[page.redirect_to],
        canonical=None if page.canonical is None else new[page.canonical],
    )
