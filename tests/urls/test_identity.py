"""Identity keys: safe merges happen, addresses that a server may tell apart stay apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls import identity

SAME = [
    ("HTTP://Example.COM/a", "http://example.com/a"),
    ("https://e.com:443/", "https://e.com"),
    ("http://e.com:80/x", "http://e.com/x"),
    ("https://e.com/a/../b/./c", "https://e.com/b/c"),
    ("https://e.com/%7Euser", "https://e.com/~user"),
    ("https://e.com/%d0%ba", "https://e.com/%D0%BA"),
    ("https://e.com/каталог", "https://e.com/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3"),
    ("https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/"),
    ("https://faß.de/", "https://xn--fa-hia.de/"),
    ("https://e.com/p#part", "https://e.com/p"),
    ("https://e.com/p?", "https://e.com/p"),
    ("https://user:secret@e.com/p", "https://e.com/p"),
    ("https://e.com/%2e%2e/b", "https://e.com/b"),
]
DIFFERENT = [
    ("https://e.com/a", "https://e.com/A"),
    ("https://e.com/a", "https://e.com/a/"),
    ("https://e.com/?a=1&b=2", "https://e.com/?b=2&a=1"),
    ("https://e.com//a", "https://e.com/a"),
    ("https://e.com/a%2Fb", "https://e.com/a/b"),
    ("https://e.com/?a=1%26b", "https://e.com/?a=1&b"),
    ("https://e.com/a", "http://e.com/a"),
    ("https://e.com/a", "https://www.e.com/a"),
    ("https://e.com/a;b", "https://e.com/a"),
    ("https://e.com/?", "https://e.com/?a"),
    ("https://e.com:8443/", "https://e.com/"),
    ("https://e.com/?q=a+b", "https://e.com/?q=a%20b"),
    ("https://e.com/%%32e/x", "https://e.com/x"),
]
NONE = [
    "",
    "mailto:a@e.com",
    "//e.com/a",
    "/a",
    "ftp://e.com/",
    "http://",
    "https://",
    "https://e.com:99999/",
    "javascript:1",
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_spellings_of_one_address_share_a_key(a: str, b: str) -> None:
    assert identity.key(a) == identity.key(b) != ""


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_addresses_a_server_may_tell_apart_keep_their_own_key(a: str, b: str) -> None:
    assert identity.key(a) != identity.key(b)


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_web_address_has_no_key(text: str) -> None:
    assert identity.key(text) == ""


PIECES = st.lists(
    st.sampled_from(
        [
            "/",
            ".",
            "..",
            "%2e",
            "%2F",
            "%%",
            "%4",
            "%41",
            "%7e",
            "%D0",
            "a",
            "Z",
            "?",
            "&",
            "=",
            "#",
            "ж",
            " ",
            "\\",
            "+",
            ";",
            "%25",
        ]
    ),
    max_size=14,
).map("".join)


@given(PIECES)
def test_key_is_idempotent_and_ascii(rest: str) -> None:
    key = identity.key(f"https://Example.com/{rest}")
    assert identity.key(key) == key
    assert key.isascii()


@given(PIECES)
def test_key_keeps_the_octets_that_a_server_decodes(rest: str) -> None:
    """Escapes may change their spelling, never what they stand for: no reserved octet is decoded."""
    key = identity.key(f"https://e.com/x{rest}")
    for escape in ("%2F", "%25"):
        if (
            "?" not in rest
            and ".." not in rest
            and "%2e" not in rest.lower()
            and "#" not in rest
            and "%%" not in rest
            and "%4" not in rest
        ):
            assert key.count(escape) == rest.count(escape)


@pytest.mark.parametrize(
    ("base", "reference", "want"),
    [
        ("https://e.com/a/b", "c", "https://e.com/a/c"),
        ("https://e.com/a/b", "/c?x=1", "https://e.com/c?x=1"),
        ("https://e.com/a", "//f.com/", "https://f.com/"),
        ("https://e.com/a", "mailto:x@e.com", ""),
        ("https://e.com/a", "http://[bad", ""),
        ("https://e.com/a", " b\n", "https://e.com/b"),
    ],
)
def test_resolve(base: str, reference: str, want: str) -> None:
    assert identity.resolve(base, reference) == want


def test_credentials_are_not_shown() -> None:
    assert identity.without_credentials("https://me:pw@e.com/x") == "https://e.com/x"
    assert "pw" not in identity.without_credentials("https://me:pw@e.com:port/x")
