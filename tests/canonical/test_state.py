"""Indexability, robots per engine, permanent redirects and links to a page."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.canonical import state
from pagetwin.model import OUTCOMES, CanonicalLink, PageState, RobotsDirective

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
A, B = "https://e.com/a", "https://e.com/b"
BOTH, GOOGLE, YANDEX, NEITHER = ("google", "yandex"), ("google",), ("yandex",), ()


def meta(content: str, bot: str = "robots") -> RobotsDirective:
    return RobotsDirective("meta", bot, content)


def header(content: str, bot: str = "robots") -> RobotsDirective:
    return RobotsDirective("header", bot, content)


def denied(*directives: RobotsDirective) -> tuple[str, ...]:
    return tuple(engine for engine in BOTH if state.robots_verdict(directives, engine, NOW))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("directives", "want"),
    [
        ([], NEITHER),
        ([meta("noindex")], BOTH),
        ([meta("NOINDEX, Follow")], BOTH),
        ([meta("none")], BOTH),
        ([meta("nofollow")], NEITHER),
        ([meta("index, follow")], NEITHER),
        ([meta("no-index")], NEITHER),
        ([header("noindex")], BOTH),
        # Opposite rules: Google takes the stricter word, Yandex the allowing one.
        ([meta("index"), meta("noindex")], GOOGLE),
        ([meta("noindex, all")], GOOGLE),
        ([meta("noindex"), meta("index", "yandex")], GOOGLE),
        ([meta("noindex"), meta("index", "googlebot")], BOTH),
        # An allowing word in a header is not documented for Yandex.
        ([meta("noindex"), header("all")], BOTH),
        ([header("noindex"), meta("all")], GOOGLE),
        # Each engine answers to its own name and to the general one alone.
        ([meta("noindex", "googlebot")], GOOGLE),
        ([meta("noindex", "Googlebot")], GOOGLE),
        ([header("none", "yandex")], YANDEX),
        ([meta("noindex", "googlebot-news")], NEITHER),
        ([meta("noindex", "bingbot")], NEITHER),
        # follow allows following links, not indexing.
        ([meta("noindex"), meta("follow")], BOTH),
    ],
)
def test_robots_verdict(directives: list[RobotsDirective], want: tuple[str, ...]) -> None:
    assert denied(*directives) == want


@pytest.mark.parametrize(
    ("content", "want"),
    [
        ("unavailable_after: 2026-11-19", GOOGLE),
        ("unavailable_after: 2026-11-21", NEITHER),
        ("unavailable_after: 2026-11-20T11:59:00Z", GOOGLE),
        ("unavailable_after: 2026-11-20T13:59:00+02:00", GOOGLE),
        ("unavailable_after: 2026-11-20T14:01:00+02:00", NEITHER),
        ("Unavailable_After: Fri, 25 Jun 2010 15:00:00 GMT", GOOGLE),
        ("unavailable_after: Friday, 25-Jun-10 15:00:00 PST", GOOGLE),
        ("unavailable_after: Sat, 25 Jun 2050 15:00:00 GMT", NEITHER),
        ("unavailable_after: soon", NEITHER),
        ("unavailable_after:", NEITHER),
        # Words around a date with commas are still read.
        ("unavailable_after: Sat, 25 Jun 2050 15:00:00 GMT, noindex", BOTH),
        ("noindex, unavailable_after: Sat, 25 Jun 2050 15:00:00 GMT", BOTH),
        ("unavailable_after: 2050-01-01, none", BOTH),
        ("unavailable_after: soon, noindex", BOTH),
        ("nofollow, unavailable_after: 2020-01-01, noarchive", GOOGLE),
    ],
)
def test_unavailable_after(content: str, want: tuple[str, ...]) -> None:
    assert denied(meta(content)) == want


@given(st.lists(st.builds(meta, st.text(alphabet="noindexafterul_: ,0123456789TZ-", max_size=40)), max_size=4))
def test_more_lines_never_open_a_page_for_google(directives: list[RobotsDirective]) -> None:
    closed = [state.robots_verdict(directives[:n], "google", NOW) for n in range(len(directives) + 1)]
    assert closed == sorted(closed)


def page(outcome: str = "ok", status: int | None = 200, **values: object) -> PageState:
    return PageState(**{"id": 1, "url": A, "key": A, "status": status, "outcome": outcome} | values)  # type: ignore[arg-type]


def canonical(url: str, source: str = "head") -> tuple[CanonicalLink, ...]:
    return (CanonicalLink(source, url, url),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given_page", "want"),
    [
        (page(), "indexable"),
        (page("not_modified", 304), "indexable"),
        (page(canonicals=canonical(A)), "indexable"),
        (page(canonicals=canonical("HTTPS://E.com/a#top")), "indexable"),
        (page(canonicals=canonical(B)), "canonicalised"),
        (page(canonicals=canonical(B, "header")), "canonicalised"),
        (page(canonicals=canonical(B, "body")), "indexable"),
        (page(canonicals=canonical(B) + canonical(A)), "indexable"),
        (page(robots=(meta("noindex"),)), "noindex"),
        (page(robots=(meta("noindex", "yandex"),)), "noindex"),
        (page(robots=(meta("noindex", "googlebot"),)), "noindex"),
        (page(robots=(meta("noindex"),), canonicals=canonical(B)), "noindex"),
        (page("redirect", 301, redirect_to=2), "redirect"),
        (page("redirect", 302), "redirect"),
        (page("stub", redirect_to=2), "redirect"),
        (page("stub"), "not_a_page"),
        (page("blocked_by_robots", None), "blocked"),
        (page("http_error", 404), "error"),
        (page("http_error", 404, robots=(meta("noindex"),)), "error"),
        (page("timeout", None), "error"),
        (page("soft_404"), "not_a_page"),
        (page("challenge", 403), "not_a_page"),
        (page("not_html"), "not_a_page"),
    ],
)
def test_indexability(given_page: PageState, want: str) -> None:
    assert state.judged(given_page, {A: 1, B: 2}, NOW).indexability == want


def test_every_outcome_has_an_indexability() -> None:
    for outcome in OUTCOMES:
        state.judged(page(outcome), {}, NOW)


def test_judged_names_the_canonical_by_id_where_it_was_seen() -> None:
    seen = state.judged(page(canonicals=canonical(B + "#x")), {A: 1, B: 2}, NOW)
    assert (seen.canonical_url, seen.canonical) == (B, 2)
    unseen = state.judged(page(canonicals=canonical("https://f.com/")), {A: 1, B: 2}, NOW)
    assert (unseen.canonical_url, unseen.canonical) == ("https://f.com/", None)
    itself = state.judged(page(canonicals=canonical(A)), {A: 1}, NOW)
    assert itself.canonical == itself.id
    none = state.judged(page(), {A: 1}, NOW)
    assert (none.canonical_url, none.canonical) == ("", None)


def test_judged_names_the_engines_that_are_told_off() -> None:
    assert state.judged(page(robots=(meta("index"), meta("noindex"))), {}, NOW).denied == GOOGLE


def test_permanent_redirects_end_at_the_first_temporary_one() -> None:
    hops = [
        page("redirect", 301, id=1, redirect_to=2),
        page("redirect", 308, id=2, redirect_to=3),
        page("stub", 200, id=3, redirect_to=4, refresh_delay=0),
        page("redirect", 302, id=4, redirect_to=5),
        page(id=5),
        page("redirect", 301, id=6, redirect_to=7),
        page("redirect", 301, id=7, redirect_to=6),
        page("redirect", 301, id=8),
    ]
    assert state.permanent_ends(hops) == {1: 4, 2: 4, 3: 4, 4: 4, 5: 5, 6: None, 7: None, 8: 8}


def test_a_refresh_that_waits_is_not_permanent() -> None:
    """Google: an instant meta refresh is taken as permanent, a delayed one as temporary."""
    stubs = [
        page("stub", id=1, redirect_to=9, refresh_delay=0),
        page("stub", id=2, redirect_to=9, refresh_delay=5),
        page(id=3, redirect_to=None, refresh_delay=0),
    ]
    assert state.permanent_ends(stubs) == {1: 9, 2: 2, 3: 3}
