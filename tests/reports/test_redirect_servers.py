"""Redirects by the servers themselves: nginx and Apache take the files, and every request ends in one hop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pagetwin.canonical.remedies import Remedy
from pagetwin.reports import redirect_files
from pagetwin.reports.language import Language
from webservers import Server, apache, nginx

SITE = "https://example.com"
LONG = f"{'x' * 99}/" * 17
MOVED = {
    # host, protocol, both
    f"https://www.example.com/{LONG}": f"{SITE}/{LONG}",
    "http://example.com/": f"{SITE}/",
    "http://www.example.com/shop?id=1": f"{SITE}/shop?id=1",
    # slash, index file, parameters
    f"{SITE}/about/": f"{SITE}/about",
    f"{SITE}/index.php": f"{SITE}/",
    f"{SITE}/shop/index.html": f"{SITE}/shop/",
    f"{SITE}/list?b=2&a=1": f"{SITE}/list?a=1&b=2",
    f"{SITE}/news?utm_source=x": f"{SITE}/news",
    # Cyrillic
    f"{SITE}/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/": f"{SITE}/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3",
    "http://xn--e1afmkfd.xn--p1ai/%D1%8F": "https://xn--e1afmkfd.xn--p1ai/%D1%8F?%D0%BA=%D1%8F",
    # capitals alone: nginx looks words up regardless of case
    f"{SITE}/Big": f"{SITE}/big",
    f"{SITE}/HELP": f"{SITE}/support",
    # signs that mean something to a server
    f"{SITE}/$host;%22'/$1": f"{SITE}/$uri'$1%22",
    f"{SITE}/q?a=$scheme;%7D}}{{b}}\\\\|^`": f"{SITE}/q?${{HOME}}%{{ENV:PATH}}%1$0\\x",
    f"{SITE}/a.b+c*(d)[e]~f!?^$|": f"{SITE}/a,b&c=d@e:f",
}
KEPT = (f"{SITE}/help", f"{SITE}/a_b+c*(d)[e]~f!?^$|", f"{SITE}/about/us", f"{SITE}/news?utm_source=y",
        "http://example.com/other")  # fmt: skip
LINES = [Remedy("redirect", url, target, 1, "same text", 1.0) for url, target in MOVED.items()]


@pytest.fixture(scope="module")
def running_nginx() -> Iterator[Server]:
    found = redirect_files.for_nginx(redirect_files.entries(LINES), [*MOVED.values(), *KEPT])
    with nginx(redirect_files.nginx(found, 0, Language("ru"))) as server:
        yield server


@pytest.fixture(scope="module", params=[False, True], ids=["host", "htaccess"])
def running_apache(request: pytest.FixtureRequest) -> Iterator[Server]:
    with apache(redirect_files.apache(redirect_files.entries(LINES), 0, Language("ru")), htaccess=request.param) as it:
        yield it


@pytest.mark.parametrize("source", MOVED)
def test_nginx_sends_each_address_to_its_page_in_one_hop(running_nginx: Server, source: str) -> None:
    assert running_nginx.get(source) == (301, MOVED[source])
    assert running_nginx.get(MOVED[source]) == (200, "")
    assert running_nginx.get(source, "HEAD") == (301, MOVED[source])
    assert running_nginx.get(source, "POST")[0] == 200


@pytest.mark.parametrize("url", KEPT)
def test_nginx_leaves_other_addresses_alone(running_nginx: Server, url: str) -> None:
    assert running_nginx.get(url) == (200, "")


@pytest.mark.parametrize("source", MOVED)
def test_apache_sends_each_address_to_its_page_in_one_hop(running_apache: Server, source: str) -> None:
    assert running_apache.get(source) == (301, MOVED[source])
    assert running_apache.get(MOVED[source])[1] == ""
    assert running_apache.get(source, "HEAD") == (301, MOVED[source])
    assert running_apache.get(source, "POST")[1] == ""


@pytest.mark.parametrize("url", KEPT)
def test_apache_leaves_other_addresses_alone(running_apache: Server, url: str) -> None:
    assert running_apache.get(url)[1] == ""


def test_files_without_redirects_can_be_included_all_the_same() -> None:
    with nginx(redirect_files.nginx([], 0, Language("en"))) as server:
        assert server.get(f"{SITE}/") == (200, "")
    with apache(redirect_files.apache([], 0, Language("en")), htaccess=True) as server:
        assert server.get(f"{SITE}/")[1] == ""
