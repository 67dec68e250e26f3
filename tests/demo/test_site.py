"""The sample site holds what `planted.py` says of it, measured here by other means than the program's own."""

import gzip
import http.client
import itertools
import re
import subprocess
import sys
import urllib.robotparser
from collections.abc import Iterator
from functools import cache
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
import trafilatura
from lxml import html as lxml_html
from pagetwin.demo.pages import pages
from pagetwin.demo.planted import ANSWERED, APART, COUNTED, GROUPS, SHELVES, TOWNS
from pagetwin.demo.serve import answer, serve
from pagetwin.errors import UsageError

ORIGIN = "http://127.0.0.1:8000"
STATUS = {"/en/blog/2024/first-long-ride/": 301, "/en/todays-offer/": 302, "/en/shop/brass-bell/": 404}
READABLE = [address for address in pages() if address not in STATUS]


@pytest.fixture(scope="module")
def connection(address: str) -> Iterator[http.client.HTTPConnection]:
    """One connection for all requests of this file: without keep-alive and right lengths it would not last."""
    opened = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    yield opened
    opened.close()


def ask(connection: http.client.HTTPConnection, target: str, method: str = "GET", **headers: str):
    connection.request(method, target, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answered = connection.getresponse()
    return answered, answered.read()


@cache
def source(address: str) -> str:
    return answer(address, ORIGIN).body.decode(pages()[address].charset)


@cache
def words(address: str, kind: str) -> tuple[str, ...]:
    """The words of the main text as trafilatura has it, or of the body without its furniture, by lxml."""
    if kind == "main":
        text = trafilatura.extract(source(address), include_comments=False) or ""
    else:
        body = lxml_html.fromstring(source(address).encode(), parser=lxml_html.HTMLParser(encoding="utf-8")).find(
            "body"
        )
        for node in body.xpath(
            ".//nav|.//header|.//footer|.//aside|.//form|.//script|.//style|.//template|.//noscript"
        ):
            node.drop_tree()
        text = " ".join(body.itertext())
    return tuple(re.findall(r"[^\W_]+", text.casefold()))


@cache
def shingles(address: str, kind: str) -> frozenset[tuple[str, ...]]:
    found = words(address, kind)
    return frozenset(found[start : start + 10] for start in range(max(1, len(found) - 9)))


def measures(a: str, b: str, kind: str) -> tuple[float, float, float]:
    """Jaccard, containment of a in b, containment of b in a."""
    one, two = shingles(a, kind), shingles(b, kind)
    return len(one & two) / len(one | two), len(one & two) / len(one), len(one & two) / len(two)


def test_sitemap_lists_every_address_of_the_site_with_the_day_of_its_change(connection, address: str) -> None:
    tag = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    index = ElementTree.fromstring(ask(connection, "/sitemap.xml")[1])
    parts = [node.text for node in index.iter(f"{tag}loc")]
    assert [part.rpartition(".")[2] for part in parts] == ["gz", "xml"]
    listed = {}
    for part in parts:
        assert part.startswith(address)
        raw = ask(connection, urlsplit(part).path)[1]
        tree = ElementTree.fromstring(gzip.decompress(raw) if part.endswith(".gz") else raw)
        listed |= {url.find(f"{tag}loc").text: url.find(f"{tag}lastmod").text for url in tree}
    assert listed == {address.rstrip("/") + page.address: page.changed for page in pages().values()}


def test_every_address_answers_as_planned(connection) -> None:
    assert {target: ask(connection, target)[0].status for target in pages()} == {
        **dict.fromkeys(pages(), 200),
        **STATUS,
    }


@pytest.mark.parametrize(("target", "leads_to"), [
    ("/en/blog/2024/first-long-ride/", "en/guides/first-long-ride/"),
    ("/en/todays-offer/", "en/shop/saddle-bag/"),
])  # fmt: skip
def test_redirects_lead_to_an_absolute_address(connection, address: str, target: str, leads_to: str) -> None:
    assert ask(connection, target)[0].headers["Location"] == address + leads_to


def test_site_is_of_the_size_of_a_small_shop_in_two_languages() -> None:
    texts = {words(address, "body") for address in READABLE}
    assert len(pages()) >= 60
    assert 50 <= len(texts) <= 70
    assert min(sum(address.startswith(prefix) for address in READABLE) for prefix in ("/ru/", "/en/")) >= 30


def test_all_links_are_absolute_and_lead_to_pages_that_answer(connection, address: str) -> None:
    for target in READABLE:
        page = ask(connection, target)[1].decode(pages()[target].charset)
        for link in re.findall(r'(?:href|src)="([^"]*)"', page):
            assert link.startswith(address), (target, link)
            assert "/" + link.replace("&amp;", "&").removeprefix(address) in {*READABLE, "/static/planner.js"}
    assert b"innerHTML" in ask(connection, "/static/planner.js")[1]


def test_addresses_follow_the_host_that_was_asked_for(connection) -> None:
    page = ask(connection, "/en/terms-of-sale/", Host="staging.example:8080")[1].decode()
    assert '<link rel="canonical" href="http://staging.example:8080/en/terms-of-sale/">' in page
    assert "127.0.0.1" not in page


def test_a_host_that_is_none_does_not_get_into_the_page(connection, address: str) -> None:
    page = ask(connection, "/en/terms-of-sale/", Host='"><script>')[1].decode()
    assert f'<link rel="canonical" href="{address}en/terms-of-sale/">' in page
    assert "<script>" not in page


def test_unknown_parameters_change_nothing_and_unknown_paths_are_404(connection) -> None:
    assert ask(connection, "/en/about/?fresh=1")[1] == ask(connection, "/en/about/")[1]
    assert ask(connection, "/en/nowhere/")[0].status == 404


def test_head_has_the_length_of_get_and_no_body(connection) -> None:
    got, body = ask(connection, "/ru/remont/")
    head, nothing = ask(connection, "/ru/remont/", "HEAD")
    assert head.headers["Content-Length"] == got.headers["Content-Length"] == str(len(body))
    assert nothing == b""


def test_a_known_version_is_not_sent_again(connection) -> None:
    first = ask(connection, "/ru/remont/")[0].headers
    assert first["Last-Modified"] == "Sat, 14 Feb 2026 06:00:00 GMT"
    for header in ({"If_None_Match": first["ETag"]}, {"If_Modified_Since": first["Last-Modified"]}):
        again, body = ask(connection, "/ru/remont/", **header)
        assert (again.status, body) == (304, b"")
    changed = ask(connection, "/ru/remont/", If_None_Match='"other"', If_Modified_Since=first["Last-Modified"])
    assert changed[0].status == 200


def test_robots_txt_names_the_sitemap_and_forbids_the_cart_alone(connection, address: str) -> None:
    robots = urllib.robotparser.RobotFileParser()
    robots.parse(ask(connection, "/robots.txt")[1].decode().splitlines())
    assert robots.site_maps() == [f"{address}sitemap.xml"]
    assert [target for target in pages() if not robots.can_fetch("pagetwin", target)] == ["/en/cart/"]


def test_planted_cases_speak_of_addresses_of_the_site() -> None:
    named = {address for group in GROUPS for address in group.addresses} | {case.address for case in ANSWERED}
    named |= {address for case in APART for address in case.addresses}
    assert named <= set(pages())
    grouped = [address for group in GROUPS for address in group.addresses]
    assert len(grouped) == len(set(grouped))
    assert not {address for case in APART for address in case.addresses} & set(grouped)


@pytest.mark.parametrize("kind", ["main", "body"])
@pytest.mark.parametrize("case", COUNTED, ids=lambda case: case.name)
def test_delivery_pages_have_the_numbers_of_the_example(case, kind: str) -> None:
    a, b = shingles(case.a, kind), shingles(case.b, kind)
    assert (len(a), len(b), len(a & b)) == (case.size_a, case.size_b, case.shared)


def test_the_example_gives_its_published_shares() -> None:
    kazan, perm, omsk = (f"/ru/dostavka/{town}/" for town in ("kazan", "perm", "omsk"))
    assert [round(value, 2) for value in measures(kazan, perm, "main")] == [0.69, 0.82, 0.82]
    assert [round(value, 2) for value in measures(kazan, omsk, "main")] == [0.46, 0.82, 0.52]


def test_town_pages_are_alike_without_one_containing_another() -> None:
    for a, b in itertools.combinations(TOWNS, 2):
        jaccard, a_in_b, b_in_a = measures(a, b, "main")
        assert 0.55 <= jaccard <= 0.85
        assert max(a_in_b, b_in_a) < 0.8


def test_short_page_stands_inside_the_long_one() -> None:
    jaccard, inside, outside = measures("/en/faq/inseam/", "/en/guides/fitting-a-bicycle/", "main")
    assert jaccard < 0.3
    assert inside > 0.95
    assert outside < 0.3


def test_product_differs_between_its_categories_by_crumbs_alone() -> None:
    one, two = "/ru/katalog/gorodskie/dorozhnyy-114/", "/ru/katalog/skidki/dorozhnyy-114/"
    crumbs = re.compile(r'<nav class="crumbs">.*?</nav>')
    assert source(one) != source(two)
    assert crumbs.sub("", source(one)) == crumbs.sub("", source(two))
    assert "Городские" in crumbs.search(source(one))[0]
    assert "Скидки" in crumbs.search(source(two))[0]
    assert "canonical" not in source(one) + source(two)


def test_shelves_are_swallowed_by_one_notice_while_their_bodies_differ() -> None:
    assert len(SHELVES) == 8
    assert len({words(address, "main") for address in SHELVES}) == 1
    for address in SHELVES:
        assert len(words(address, "main")) < 0.2 * len(words(address, "body"))
    for a, b in itertools.combinations(SHELVES, 2):
        assert measures(a, b, "main") == (1, 1, 1)
        assert max(measures(a, b, "body")) < 0.2


@pytest.mark.parametrize("pair", [case.addresses for case in APART if "headings" in case.name])
def test_look_alikes_share_headings_and_no_sentence(pair: tuple[str, str]) -> None:
    headings = [re.findall("<h2>(.*?)</h2>", source(address)) for address in pair]
    assert headings[0] == headings[1] != []
    for kind in ("main", "body"):
        assert measures(*pair, kind) == (0, 0, 0)


def test_short_pages_are_shorter_than_a_shingle_and_share_nothing() -> None:
    one, two = next(case.addresses for case in APART if "eight words" in case.name)
    for kind in ("main", "body"):
        assert len(words(one, kind)) == len(words(two, kind)) == 8
        assert not set(words(one, kind)) & set(words(two, kind))


@pytest.mark.parametrize(("target", "in_header", "in_meta"), [
    ("/arhiv/2008/osennie-gonki.html", False, True),
    ("/arhiv/2009/pravila-prokata.html", True, False),
    ("/arhiv/2010/pravila-prokata.html", False, False),
])  # fmt: skip
def test_archive_is_windows_1251_declared_in_three_ways(
    connection, target: str, in_header: bool, in_meta: bool
) -> None:
    got, raw = ask(connection, target)
    with pytest.raises(UnicodeDecodeError):
        raw.decode("utf-8")
    assert pages()[target].title in raw.decode("windows-1251")
    assert ("windows-1251" in got.headers["Content-Type"]) is in_header
    assert (b"charset=windows-1251" in raw) is in_meta


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case.name)
def test_special_addresses_show_what_they_are(case) -> None:
    answered = answer(case.address, ORIGIN)
    text = answered.body.decode()
    link = dict(answered.headers).get("Link", "")
    shown = {
        "redirect": answered.status in (301, 302),
        "stub": 'http-equiv="refresh"' in text and len(words(case.address, "body")) < 5,
        "soft_404": answered.status == 200 and bool(re.search("<title>(Page not found|Страница не найдена)<", text)),
        "http_error": answered.status == 404,
        "shell": "<script src=" in text and not words(case.address, "body"),
        "noindex": '<meta name="robots" content="noindex' in text,
        "canonicalised": f'rel="canonical" href="{ORIGIN}/en/shop/pannier/">' in text
        or link == f'<{ORIGIN}/en/shop/pannier/>; rel="canonical"',
        "indexable": f'rel="canonical" href="{ORIGIN}{case.address}">' in text,
        "blocked_by_robots": case.address == "/en/cart/",
    }
    assert shown[case.indexability if case.outcome == "ok" else case.outcome]
    assert answered.status == 200 or case.outcome in ("redirect", "http_error")


def test_no_pages_are_alike_but_those_planted() -> None:
    """On the text that can be trusted, each page of a group is close to another of it, and no others are."""
    aside = {case.address for case in ANSWERED if case.outcome != "ok"}
    kind = {address: "body" if address in SHELVES else "main" for address in READABLE if address not in aside}
    close = set()
    for a, b in itertools.combinations(sorted(kind), 2):
        jaccard, *inside = measures(a, b, "body" if "body" in (kind[a], kind[b]) else "main")
        if jaccard >= 0.5 or max(inside) >= 0.8:
            close.add((a, b))
    assert close == {pair for g in GROUPS for pair in itertools.combinations(sorted(g.addresses & set(kind)), 2)}


def test_site_is_quiet_and_gone_after_use(capfd) -> None:
    with serve() as address:
        opened = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
        assert ask(opened, "/en/nowhere/")[0].status == 404
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection(urlsplit(address).netloc, timeout=10).connect()
    opened.close()
    assert capfd.readouterr() == ("", "")


def test_a_taken_port_is_one_clear_line(address: str) -> None:
    port = urlsplit(address).port
    with pytest.raises(UsageError, match=f"port {port} on 127.0.0.1 cannot be used"), serve(port):
        pass
    command = [sys.executable, "-m", "pagetwin.demo"]
    for arguments, words_of_error in (([str(port)], "cannot be used"), (["a", "b"], "'a b' is not a port")):
        ended = subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=30)
        assert ended.returncode == 2
        assert len(ended.stderr.splitlines()) == 1
        assert words_of_error in ended.stderr


def test_site_can_be_shown_by_itself() -> None:
    shown = subprocess.Popen([sys.executable, "-m", "pagetwin.demo"], stdout=subprocess.PIPE, text=True)
    try:
        line = shown.stdout.readline()
        opened = http.client.HTTPConnection(re.search(r"http://([\d.:]+)/ ", line)[1], timeout=10)
        assert ask(opened, "/ru/")[0].status == 200
        opened.close()
    finally:
        shown.terminate()
        shown.communicate(timeout=10)


def test_language_versions_point_to_each_other() -> None:
    sets = {address: page.alternates for address, page in pages().items() if page.alternates}
    assert len(sets) >= 10
    for address, alternates in sets.items():
        assert address in dict(alternates).values()
        assert all(sets[other] == alternates for _, other in alternates)
        for code, other in alternates:
            assert f'<link rel="alternate" hreflang="{code}" href="{ORIGIN}{other}">' in source(address)
