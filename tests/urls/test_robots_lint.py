"""The lines of a robots.txt: each fault where it stands, and none where a line is as documented."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pagetwin.urls.robots_lint import faults

CLEAN = b"""# rules
User-agent: *
Disallow: /admin
Allow: /*.pdf$
Disallow: /%D0%BA
Crawl-delay: 2
Disallow:

User-agent: Yandex
User-agent: Googlebot
Clean-param: utm_source&utm_medium /
Disallow: /*?
Host: example.com
Sitemap: https://example.com/sitemap.xml
"""


def told(text: str | bytes) -> list[tuple[str, int]]:
    return [(line.fault, line.number) for line in faults(text.encode() if isinstance(text, str) else text)]


def test_a_plain_file_has_no_faults() -> None:
    assert told(CLEAN) == []
    assert told(CLEAN.replace(b"\n", b"\r\n")) == []
    assert told(b"") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Disallow: /a\nUser-agent: *\nDisallow: /b", [("rule-before-ua", 1)]),
        ("User-agent: *\nDisallow: admin", [("no-slash", 2)]),
        ("User-agent: *\nDisallow: *admin", []),
        ("User-agent: *\nDissallow: /a", [("typo", 2)]),
        ("Useragent: *\nDisallow: /a", [("typo", 1)]),
        ("User-agent: *\nDisallow /a", [("missing-colon", 2)]),
        ("User-agent: *\nThis is prose", [("unknown-field", 2)]),
        ("User-agent: *\nBlock: /a", [("unknown-field", 2)]),
        ("User-agent: *\nNoindex: /a", [("noindex-field", 2)]),
        ("User-agent: *\nAllow: /a\nUser-agent: b\nAllow: /c\nUser-agent: *\nAllow: /d", [("multiple-star", 5)]),
        ("User-agent: *\nUser-agent: b\nDisallow: /a", []),
        ("User-agent: *\nDisallow: /" + "a" * 1024, [("rule-long", 2)]),
        ("User-agent: *\nDisallow: /" + "a" * 1023, []),
        ("User-agent: *\nDisallow: /(a|b)", [("special-char", 2)]),
        ("User-agent: *\nDisallow: /a b", [("special-char", 2)]),
        ("User-agent: *\nDisallow: /a$b", [("special-char", 2)]),
        ("User-agent: *\nDisallow: /a(b)$", []),
        ("User-agent: *\nDisallow: /*?utm_source=", [("disallow-params", 2)]),
        ("User-agent: *\nAllow: /*?page=", []),
        ("User-agent: *\nDisallow: /*?*", []),
        ("Sitemap: /sitemap.xml", [("sitemap-relative", 1)]),
        ("Sitemap: sitemap.xml", [("sitemap-relative", 1)]),
        ("Sitemap: https://пример.рф/sitemap.xml", [("cyrillic-host", 1)]),
        ("Host: пример.рф", [("cyrillic-host", 1)]),
        ("Host: example.com", []),
        ("\ufeffUser-agent: *\nDisallow: /a", [("bom", 0)]),
        ("User-agent: * # all\nDisallow: /a#admin b", []),
    ],
)  # fmt: skip
def test_each_fault_is_told_at_its_line(text: str, found: list[tuple[str, int]]) -> None:
    assert told(text) == found


def test_other_encodings_are_told_with_the_line() -> None:
    assert told("User-agent: *\nDisallow: /каталог".encode("cp1251")) == [("not-utf8", 2)]


@given(st.binary(max_size=300))
def test_any_bytes_are_read(body: bytes) -> None:
    numbers = [line.number for line in faults(body)]
    lines = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
    assert all(0 <= n <= lines for n in numbers)
