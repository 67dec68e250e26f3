"""What belongs to a site, and what a public site may never lead to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.crawler.resolve import Routes, parse
from pagetwin.crawler.scope import belongs, is_private, may_visit
from pagetwin.errors import ConfigError

ONE_SITE = [
    ("https://example.com/", "https://example.com/a"),
    ("https://example.com/", "http://www.example.com/"),
    ("https://example.com/", "https://shop.example.com:8443/"),
    ("https://example.com./", "https://example.com/"),
    ("https://EXAMPLE.com/", "https://www.Example.COM/"),
    ("https://a.example.co.uk/", "https://b.example.co.uk/"),
    ("https://пример.рф/", "https://www.xn--e1afmkfd.xn--p1ai/"),
    ("https://me.github.io/", "https://me.github.io/x"),
    ("http://93.184.216.34/", "https://93.184.216.34/"),
    ("http://localhost:8108/", "http://127.0.0.1:8108/"),
    ("http://127.0.0.1:8108/", "http://[::1]:8108/"),
    ("http://2130706433:8108/", "http://localhost:8108/"),
    ("http://intranet/", "http://intranet:81/"),
]
TWO_SITES = [
    ("https://example.com/", "https://example.org/"),
    ("https://example.com/", "https://badexample.com/"),
    ("https://example.com/", "https://example.com.evil.net/"),
    ("https://a.github.io/", "https://b.github.io/"),
    ("https://github.io/", "https://a.github.io/"),
    ("https://co.uk/", "https://example.co.uk/"),
    ("https://shop.spb.ru/", "https://other.spb.ru/"),
    ("http://93.184.216.34/", "http://93.184.216.35/"),
    ("http://93.184.216.34/", "http://93.184.216.34:8080/"),
    ("http://127.0.0.1:8108/", "http://127.0.0.1:8109/"),
    ("http://127.0.0.1:8108/", "http://127.0.0.2:8108/"),
    ("http://localhost/", "http://localhost:8080/"),
    ("https://example.com/", "http://localhost/"),
    ("https://0.1.net/", "http://127.0.0.1/"),
    ("http://intranet/", "http://wiki/"),
    ("nonsense", "nonsense"),
    ("", ""),
]


@pytest.mark.parametrize(("site", "url"), ONE_SITE)
def test_one_site(site: str, url: str) -> None:
    assert belongs(site, url)
    assert belongs(url, site)


@pytest.mark.parametrize(("site", "url"), TWO_SITES)
def test_two_sites(site: str, url: str) -> None:
    assert not belongs(site, url)
    assert not belongs(url, site)


PRIVATE = [
    "http://127.0.0.1/", "http://127.9.9.9/", "http://localhost/", "http://LOCALHOST:80/", "http://a.localhost/",
    "http://[::1]/", "http://10.0.0.1/", "http://172.16.0.1/", "http://192.168.1.1/", "http://169.254.169.254/",
    "http://100.64.0.1/", "http://0.0.0.0/", "http://[fe80::1]/", "http://[fc00::1]/", "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::10.0.0.1]/", "http://[2002:0a00:0001::]/", "http://2130706433/", "http://0x7f.1/",
    "http://0177.0.0.1/", "http://127.1/", "http://１２７.0.0.1/", "http://intranet/", "http://router.local/",
    "http://db.internal/", "http://localhost./",
]  # fmt: skip
PUBLIC = [
    "http://example.com/",
    "http://8.8.8.8/",
    "http://[2606:4700::1111]/",
    "http://[64:ff9b::8.8.8.8]/",
    "http://172.32.0.1/",
]


@pytest.mark.parametrize("url", PRIVATE)
def test_a_public_site_never_leads_inside(url: str) -> None:
    assert is_private(url)
    assert not may_visit("https://example.com/", url)
    assert not may_visit("http://8.8.8.8/", url)
    assert may_visit("http://192.168.7.7/", url)


@pytest.mark.parametrize("url", PUBLIC)
def test_public_hosts_may_be_visited_from_anywhere(url: str) -> None:
    assert not is_private(url)
    assert may_visit("https://example.org/", url)
    assert may_visit("http://127.0.0.1:8000/", url)


@given(st.integers(0, 2**32 - 1))
def test_every_spelling_of_an_ip_address_is_judged_alike(number: int) -> None:
    parts = number.to_bytes(4, "big")
    spellings = [f"{number}", hex(number), ".".join(map(str, parts)), ".".join(map(oct, parts)).replace("0o", "0")]
    assert len({is_private(f"http://{spelling}/") for spelling in spellings}) == 1


@pytest.mark.parametrize("url", ["", "nonsense", "mailto:a@example.com", "http://"])
def test_what_is_no_address_is_not_visited(url: str) -> None:
    assert not may_visit("https://example.com/", url)


@pytest.mark.parametrize(
    ("entry", "url", "address"),
    [
        ("example.com:443:127.0.0.1", "https://example.com/a", "127.0.0.1"),
        ("Example.COM:443:127.0.0.1", "https://example.com:443/a", "127.0.0.1"),
        ("example.com:80:[::1]", "http://example.com/", "::1"),
        ("example.com:80:::1", "http://example.com/", "::1"),
        ("пример.рф:8080:10.0.0.1", "http://пример.рф:8080/", "10.0.0.1"),
        ("[2001:db8::1]:80:127.0.0.1", "http://[2001:db8:0::1]/", "127.0.0.1"),
        ("example.com:443:127.0.0.1", "http://example.com/", ""),
        ("example.com:443:127.0.0.1", "https://www.example.com/", ""),
    ],
)
def test_overrides_hold_for_one_host_and_port(entry: str, url: str, address: str) -> None:
    assert Routes([entry]).of(url).ip == address


@pytest.mark.parametrize(
    "entry",
    ["", "example.com", "example.com:443", "example.com:443:", "example.com:443:other.example",
     "example.com:0:127.0.0.1", "example.com:70000:127.0.0.1", "example.com:x:127.0.0.1", "::1:80:127.0.0.1",
     "example.com:443:127.0.0.256",
     "http://example.com:443:127.0.0.1", "a b:443:127.0.0.1", "example.com:443:[127.0.0.1", "example.com:443:[::1]x"],
)  # fmt: skip
def test_a_malformed_override_is_quoted_in_the_error(entry: str) -> None:
    with pytest.raises(ConfigError, match="HOST:PORT:ADDR") as error:
        parse(["good.example:80:127.0.0.1", entry])
    assert f"'{entry}'" in str(error.value)
    assert "\n" not in str(error.value)
