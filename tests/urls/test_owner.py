"""Registrable domains by the Public Suffix List, its private part among them, and names from the settings."""

import pytest
from pagetwin.urls.owner import domain, owner


@pytest.mark.parametrize(
    ("host", "want"),
    [
        ("www.example.com", "example.com"),
        ("m.shop.example.co.uk", "example.co.uk"),
        ("example.com", "example.com"),
        # Platforms: each user is an owner, the platform itself is one, too.
        ("alice.github.io", "alice.github.io"),
        ("www.alice.github.io", "alice.github.io"),
        ("github.io", "github.io"),
        ("xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"),
        # No domain at all.
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("", ""),
    ],
)
def test_domain(host, want):
    assert domain(host) == want


def test_owner_is_the_domain_unless_the_settings_name_one():
    owners = {"example.com": "Example Ltd", "shop.example.com": "Shop GmbH", "example.net": "Example Ltd"}
    assert owner("https://www.example.com/a") == "example.com"
    assert owner("https://www.example.com/a", owners) == "Example Ltd"
    assert owner("http://EXAMPLE.net:8080/", owners) == "Example Ltd"
    assert owner("https://m.shop.example.com./", owners) == "Shop GmbH"  # the longest name, and no final dot
    assert owner("https://notexample.com/", owners) == "notexample.com"
    assert owner("https://alice.github.io/", {"github.io": "GitHub"}) == "GitHub"
