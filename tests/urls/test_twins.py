"""Twins of an address: the whole list that an owner looks at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import identity
from pagetwin.urls.twins import INDEX_FILES, KINDS, Main, main_spelling, spelt, twins

E = "https://e.com"


def by_kind(url: str, kind: str) -> list[str]:
    return [twin.url for twin in twins(url) if twin.kind == kind]


def test_the_example() -> None:
    page = spelt("http://www.example.ru/catalog/shoes", main_spelling("https,no-www,slash"))
    assert page == "https://example.ru/catalog/shoes/"
    assert {
        "http://example.ru/catalog/shoes/", "https://www.example.ru/catalog/shoes/",
        "https://example.ru/catalog/shoes", "https://example.ru/catalog/shoes/?utm_source=test",
    } <= {twin.url for twin in twins(page)}  # fmt: skip


def test_every_kind_has_its_spellings() -> None:
    page = "https://xn--e1afmkfd.xn--p1ai/%D0%BA/b/"
    assert {kind for kind in KINDS if by_kind(page, kind)} == set(KINDS) - {"home"}
    assert by_kind(page, "index_file") == [page + name for name in INDEX_FILES]
    assert by_kind(page, "upper_case") == ["https://xn--e1afmkfd.xn--p1ai/%D0%BA/B/"]
    assert by_kind(page, "double_slash") == ["https://xn--e1afmkfd.xn--p1ai/%D0%BA//b/"]
    assert by_kind(page, "percent") == ["https://xn--e1afmkfd.xn--p1ai/%d0%ba/b/", "https://xn--e1afmkfd.xn--p1ai/к/b/"]
    assert by_kind(page, "percent_legacy") == ["https://xn--e1afmkfd.xn--p1ai/%EA/b/"]
    assert by_kind(page, "idn") == ["https://пример.рф/%D0%BA/b/"]
    assert by_kind(page, "page_one") == [page + "?page=1", page + "?PAGEN_1=1"]
    assert by_kind(page, "print")[2:] == ["https://xn--e1afmkfd.xn--p1ai/print/%D0%BA/b/", page + "print/"]
    assert by_kind(page, "mobile") == ["https://m.xn--e1afmkfd.xn--p1ai/%D0%BA/b/"]


@pytest.mark.parametrize(
    ("url", "kind", "urls"),
    [
        (f"{E}/", "home", [E]), (f"{E}/", "slash", []), (f"{E}/", "upper_case", []), (f"{E}/", "double_slash", []),
        (f"{E}/a.html", "index_file", []), (f"{E}/a/index.php", "index_file", [f"{E}/a/"]),
        (f"{E}/a", "slash", [f"{E}/a/"]), (f"{E}/a?x=1", "slash", [f"{E}/a/?x=1"]),
        (f"{E}/a?x=1", "tracking", [f"{E}/a?x=1&utm_source=test"]), (f"{E}/a/", "percent", [f"{E}/%61/"]),
        (f"{E}/1/", "percent", []), (f"{E}/%61bc", "percent", []), (f"{E}/a", "idn", []),
        ("http://127.0.0.1:8000/a", "protocol", []), ("http://127.0.0.1:8000/a", "www", []),
        ("http://127.0.0.1/a", "mobile", []), ("http://localhost/a", "www", []), ("http://[::1]/a", "www", []),
        ("https://www.e.com/a", "www", [f"{E}/a"]), ("https://www.e.com/a", "mobile", ["https://m.e.com/a"]),
        (f"{E}/%D1%9F%FF", "percent_legacy", []),
    ],
)  # fmt: skip
def test_only_what_makes_sense(url: str, kind: str, urls: list[str]) -> None:
    assert by_kind(url, kind) == urls


@pytest.mark.parametrize(
    ("url", "main", "page"),
    [
        ("HTTP://E.com:80/a/../b#x", "", "http://e.com/b"), (f"{E}/a?x=1", "slash", f"{E}/a/?x=1"),
        (f"{E}/a.html", "slash", f"{E}/a.html"), (f"{E}/a/b/", "no-slash", f"{E}/a/b"), (E, "no-slash", f"{E}/"),
        (f"{E}/v1.2", "slash", f"{E}/v1.2/"), (f"{E}/a", "www,http", "http://www.e.com/a"),
        ("http://www.e.com/a", "no-www, https", f"{E}/a"), ("http://e.com:8080/a", "https,www", "http://e.com:8080/a"),
        ("http://10.0.0.1/a", "https,www", "https://10.0.0.1/a"), ("https://me:pw@e.com/a", "", f"{E}/a"),
        (f"{E}//", "no-slash", f"{E}/"), (f"{E}/a//", "no-slash", f"{E}/a"), (f"{E}/a//", "slash", f"{E}/a//"),
        ("mailto:a@e.com", "https", ""), ("e.com", "https", ""),
    ],
)  # fmt: skip
def test_the_main_spelling(url: str, main: str, page: str) -> None:
    assert spelt(url, main_spelling(main)) == page


@pytest.mark.parametrize(("text", "word"), [("https,http", "http"), ("slash,slash", "slash"), ("https,wwww", "wwww")])
def test_a_word_that_does_not_fit_is_named(text: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"^{word}$"):
        main_spelling(text)


PIECES = st.sampled_from(
    ["a", "B", "/", "1", "-", "%41", "%D0%BA", "%ff", "ж", "é", ".", "?x=1", "index.html", "//", "%", " "]
)
HOSTS = st.sampled_from(
    ["e.com", "www.e.com", "пример.рф", "faß.de", "127.0.0.1:80", "localhost:8000", "[::1]", "a.b.co.uk"]
)


@given(HOSTS, st.lists(PIECES, max_size=8).map("".join), st.booleans(), st.booleans(), st.booleans())
def test_twins_are_addresses_each_once_and_none_is_the_page(
    host: str, path: str, https: bool, www: bool, slash: bool
) -> None:
    main = Main("https" if https else "http", www, slash)
    page = spelt(f"https://{host}/{path}", main)
    if not page:
        return
    assert spelt(page, main) == page
    found = twins(page)
    urls = [twin.url for twin in found]
    assert len(urls) == len(set(urls))
    assert page not in urls
    assert all(identity.key(url) for url in urls)
    for twin in found:  # the kinds that need nothing are the same address by the standards, the others are not
        assert (twin.key == identity.key(page)) == (twin.kind in ("home", "percent", "idn")), twin
