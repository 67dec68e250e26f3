"""What links may lead to without end, told by the address."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import identity
from pagetwin.urls.traps import family, is_file, repeats

E = "https://e.com"


@pytest.mark.parametrize(
    ("path", "pattern", "kind"),
    [
        ("/", "/", "plain"),
        ("/news/421", "/news/{n}", "plain"),
        ("/p/item-17.html", "/p/item-{n}.html", "plain"),
        ("/o/123e4567-e89b-12d3-a456-426614174000", "/o/{id}", "plain"),
        ("/list?page=7", "/list?page", "plain"),
        ("/list?size=4&color=red", "/list?color&size", "facets"),
        ("/shop/shoes?color=red&size=4", "/shop/*?color&size", "facets"),
        ("/shop/hats/?size=4&Color=red", "/shop/*?color&size", "facets"),
        ("/shop/hats/?PHPSESSID=1a2b", "/*?session", "facets"),
        ("/a;jsessionid=1a2b", "/*?session", "facets"),
        ("/cal/2026/11/", "/cal/{n}/{n}/", "calendar"),
        ("/cal/2026/11/30", "/cal/{n}/{n}/{n}", "calendar"),
        ("/cal/2026/nov", "/cal/{n}/nov", "calendar"),
        ("/events/2026-11-30", "/events/{date}", "calendar"),
        ("/events?month=2026-11", "/events?month", "calendar"),
        ("/events?from=2026-11-30", "/events?from", "calendar"),
        ("/events?year=1999&month=4", "/events?month&year", "calendar"),
        ("/2026/11/30/a-title", "/{n}/{n}/{n}/a-title", "plain"),
        ("/2026/", "/{n}/", "plain"),
        ("/models/1999/99/", "/models/{n}/{n}/", "plain"),
    ],
)
def test_addresses_of_one_pattern_are_one_family(path: str, pattern: str, kind: str) -> None:
    found = family(identity.key(E + path))
    assert (found.pattern, found.kind) == (E + pattern, kind)


@pytest.mark.parametrize(
    "path",
    ["/a/b/a/b/a/b", "/a/b/c/a/b/c/", "/x/a/y/a/z/a", "/en/about/en/about/page", "/" + "a/" * 3, "/" + "x1/y2/" * 500],
)
def test_paths_that_go_in_circles(path: str) -> None:
    assert repeats(E + path)


@pytest.mark.parametrize(
    "path", ["/", "/a", "/a/a", "/a/b/a", "/2011/11/11/11", "/11/11/11/11/", "/1/2/1/2", "/docs/en/docs/ru", "/a/b/b/c"]
)
def test_paths_that_do_not(path: str) -> None:
    assert not repeats(E + path)


@given(st.lists(st.sampled_from("abc123/?&=-_.% ф"), max_size=60).map("".join))
def test_any_address_has_a_family_that_its_values_do_not_change(path: str) -> None:
    key = identity.key(f"{E}/{path}")
    repeats(key)
    assert family(key).pattern.startswith(E + "/")
    one, other = (family(f"{E}/list/{n}/x{n}?q={n}").pattern for n in (len(path), 2 * len(path) + 1))
    assert one == other


def test_files_are_told_by_their_name() -> None:
    assert is_file(f"{E}/a/Photo.JPG")
    assert is_file(f"{E}/a.zip?x=1")
    assert not is_file(f"{E}/a.html")
    assert not is_file(f"{E}/jpg")
    assert not is_file(f"{E}/?file=a.jpg")
    assert not is_file(f"{E}/manual.pdf")  # is asked: owners want to know
