"""Identity keys: safe merges happen, addresses that a server may tell apart stay apart."""

from urllib.parse import unquote_to_bytes, urlsplit

import idna
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


# Rewritings of an address that change nothing, and ones that a server may see. Each is (sound address, rewritten one).
PATH = st.lists(
    st.sampled_from(["a", "Z", "/b", "/c/", "~", "-", "%2F", "%D0%BA", "%25", "%41", ";", "=", "+", ",", "//"]),
    min_size=1, max_size=8,
).map("".join)  # fmt: skip
QUERY = st.lists(st.sampled_from(["a=1", "b=2", "A=1", "q=%20", "q=+", "x", "y=", "z=%26"]), max_size=4).map("&".join)
UNRESERVED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"


def address(path: str, query: str) -> str:
    return f"https://e.com/{path}" + (f"?{query}" if query else "")


def escaped(text: str, places: list[bool]) -> str:
    """Letters outside of escapes written as escapes, where `places` says so."""
    out, at = [], 0
    while at < len(text):
        step = 3 if text[at] == "%" else 1
        piece = text[at : at + step]
        out.append(f"%{ord(piece):02x}" if piece in UNRESERVED and places[at % len(places)] else piece)
        at += step
    return "".join(out)


@given(PATH, QUERY, st.lists(st.booleans(), min_size=1, max_size=7))
def test_rewritings_that_the_standards_call_the_same_share_the_key(path: str, query: str, places: list[bool]) -> None:
    key = identity.key(address(path, query))
    plain = address(path, query)
    for other in (
        plain.replace("https://e.com/", "HTTPS://E.COM:443/./"), plain.replace("e.com/", "e.com/up/../"),
        plain + "#part",
        plain.replace("%D0%BA", "к"), plain.replace("%D0%BA", "%d0%bA"),
        address(escaped(path, places), escaped(query, places)),
    ):  # fmt: skip
        assert identity.key(other) == key, other


def octets(key: str) -> tuple[str, tuple[bytes, ...], bytes]:
    """What a server can tell of a key, worked out by the standard library: host, segments and query, decoded."""
    parts = urlsplit(key)
    return (
        f"{parts.scheme}://{parts.netloc}",
        tuple(unquote_to_bytes(segment) for segment in parts.path.split("/")),
        unquote_to_bytes(parts.query.replace("&", "\0and").replace("=", "\0is").replace("+", "\0plus")),
    )


@given(PATH, QUERY, PATH, QUERY)
def test_two_addresses_share_a_key_only_if_a_server_sees_the_same_octets(p: str, q: str, r: str, s: str) -> None:
    """Also of near relatives of the first: each differs from it in something that a server may tell apart."""
    first = address(p, q)
    relatives = [
        address(r, s), address(p.swapcase(), q), address(p + "/", q), address("/" + p, q),
        address(p.replace("%2F", "/"), q),
        address(p, q.replace("+", "%20")), address(p, "&".join(reversed(q.split("&")))),
        address(p, q.replace("%26", "&")),
        first.replace("https", "http"), first.replace("e.com", "www.e.com"), first.replace("e.com", "e.com:8443"),
        address(p.replace(";", "%3B"), q), address(p.replace("%25", "%2525"), q),
    ]  # fmt: skip
    for other in relatives:
        if identity.key(first) == identity.key(other):
            assert octets(first) == octets(other), other


@given(PATH, QUERY)
def test_the_key_stands_for_the_very_same_octets(path: str, query: str) -> None:
    plain = address(path, query)
    assert octets(identity.key(plain)) == octets(plain)


LETTERS = st.text(alphabet="abcxyzßñéкириллицаёжταβγ漢字日本", min_size=1, max_size=10)


@given(LETTERS)
def test_hosts_in_letters_are_those_of_idna_2008(label: str) -> None:
    """Against the package idna, for labels that it allows."""
    try:
        want = idna.encode(f"{label}.example", uts46=True).decode()
    except idna.IDNAError:
        return
    assert identity.key(f"https://{label}.example/") == f"https://{want}/" == identity.key(f"https://{want}/")


@pytest.mark.parametrize(
    ("raw", "url", "oddities"),
    [
        ("https://e.com/a", "https://e.com/a", ()),
        ("https://e.com\\a\\b?c=\\", "https://e.com/a/b?c=\\", ("backslash",)),
        ("https://e.com/a?x=\\#\\", "https://e.com/a?x=\\#\\", ()),
        ("https://e.com/#!/a", "https://e.com/#!/a", ("route",)), ("https://e.com/#a/b", "https://e.com/#a/b", ()),
        ("https://e.com/?a=1&amp;b=2", "https://e.com/?a=1&amp;b=2", ("escaped_and",)),
        (" https://e.com/a\n", "https://e.com/a", ("white_space",)),
        ("https://e.com./a", "https://e.com./a", ("final_dot",)), ("https://e.com/a.", "https://e.com/a.", ()),
        ("https://e.com/a?", "https://e.com/a?", ("empty_query",)), ("mailto:a@e.com", "", ()),
    ],
)  # fmt: skip
def test_what_is_odd_about_a_spelling_is_noted_and_the_raw_one_kept(
    raw: str, url: str, oddities: tuple[str, ...]
) -> None:
    read = identity.read(raw)
    assert (read.raw, read.url, read.oddities) == (raw, url, oddities)
    assert read.key == identity.key(url)


def test_a_relative_spelling_is_read_on_its_page() -> None:
    assert identity.read("..\\b", "https://e.com/a/c/") == (
        "..\\b", "https://e.com/a/b", "https://e.com/a/b", ("backslash",),
    )  # fmt: skip
