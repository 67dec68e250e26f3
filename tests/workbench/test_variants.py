"""`pagetwin variants`: the list without a request, and what a real server answers to each address."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from crawler.site import Answer, Site, to
from pagetwin.model import CanonicalLink, Page, RobotsDirective, Texts
from pagetwin.urls.twins import KINDS, Twin, twins
from pagetwin.workbench import documented, judging

from .command import pagetwin

PAGE = "https://example.ru/catalog/shoes/"
TEXT = " ".join(f"word{n}" for n in range(60))


def test_the_list_needs_no_request() -> None:
    """The host does not exist."""
    run = pagetwin("variants", "http://www.no-such-host.invalid/catalog/shoes", "--main", "https,no-www,slash")
    assert run.returncode == 0, run.stderr
    assert "Page: https://no-such-host.invalid/catalog/shoes/\n" in run.stdout
    for address in ("http://no-such-host.invalid/catalog/shoes/", "https://www.no-such-host.invalid/catalog/shoes/"):
        assert f"  {address}\n" in run.stdout
    assert "https://yandex.ru/support/webmaster/en/yandex-indexing/about-doubles" in run.stdout


def test_formats_and_languages() -> None:
    records = json.loads(pagetwin("variants", PAGE, "--format", "json", "--language", "ru").stdout)
    assert [record["address"] for record in records] == [twin.url for twin in twins(PAGE)]
    assert all(record["source"].startswith("https://") for record in records)
    (slash,) = [record for record in records if record["kind"] == "slash"]
    assert slash["code"] == "redirect"
    assert "301" in slash["advice"]
    assert "Redirect" not in slash["advice"]
    lines = pagetwin("variants", PAGE, "--format", "csv").stdout.splitlines()
    assert lines[0] == "kind,address,code,advice,source"
    assert len(lines) == 1 + len(records)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ftp://e.com/"], "'ftp://e.com/' is no web address"),
        ([PAGE, "--main", "https,wwww"], "--main: 'wwww' does not fit"),
        (["http://127.0.0.1:9/a", "--probe"], "without the page there is nothing to compare"),
    ],
)
def test_errors_are_one_line(arguments: list[str], words: str) -> None:
    run = pagetwin("variants", *arguments, "-q", "--rate", "0")
    assert run.returncode in (2, 3)
    assert words in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_odd_spellings_are_said() -> None:
    run = pagetwin("variants", "https://example.ru\\catalog\\?a=1&amp;b=2#!/x")
    assert run.stdout.count("\n", 0, run.stdout.index("kind ")) == 5
    assert "backslash" in run.stdout


class Careless(Site):
    """Answers many spellings of /docs/a/; /closed is forbidden."""

    def _answer(self, handler: Any) -> None:
        path, _, query = handler.path.partition("?")
        main = f'<link rel="canonical" href="{self.url}/docs/a/">'
        text = f"<html><head>{{}}</head><body><p>{TEXT}</p></body></html>"
        found: dict[str, Answer | str] = {
            "/docs/a/": text.format("" if "utm" in query or "PAGEN" in query else main), "/docs/a": text.format(main),
            "/docs/a/index.html": to("/docs/a/"), "/docs/a/index.php": to("/docs/a/", 302),
            "/docs/a/default.asp": to("/docs/"), "/DOCS/A/": text.format(""), "/docs//a/": text.format(main),
            "/docs/a/print/": f"<html><body><p>{TEXT}</p><p>{'and much more of another kind ' * 20}</p></body></html>",
            "/docs/a/amp/": text.format('<meta name="robots" content="noindex">'),
            "/amp/docs/a/": "<html><body><p>Something quite different stands here, of a few words.</p></body></html>",
            "/docs/a/home.php": Answer("busy", 500),
        }  # fmt: skip
        if query == "print=1":
            found = {}
        if path in found:
            self.pages[handler.path] = found[path]
        super()._answer(handler)


def test_every_answer_is_judged() -> None:
    with Careless() as site:
        site.pages["/robots.txt"] = Answer(
            "User-agent: *\nDisallow: /print/\n", headers=(("Content-Type", "text/plain"),)
        )
        run = pagetwin("variants", f"{site.url}/docs/a/", "--probe", "--format", "json", "--rate", "0", "-q")
        asked = site.paths()
    assert run.returncode == 0, run.stderr
    records = json.loads(run.stdout)
    verdict = {record["address"].removeprefix(site.url): record["verdict"] for record in records}
    assert {
        "/docs/a": "canonical_weak", "/docs/a/index.html": "redirect", "/docs/a/index.php": "redirect_temporary",
        "/docs/a/default.asp": "redirect_elsewhere", "/DOCS/A/": "duplicate", "/docs//a/": "canonical",
        "/docs/a/?utm_source=test": "duplicate", "/docs/a/?pagetwin=1": "canonical", "/%64ocs/a/": "same_address",
        "/docs/a/?PAGEN_1=1": "duplicate", "/docs/a/?print=1": "not_there", "/print/docs/a/": "not_asked",
        "/docs/a/print/": "duplicate", "/docs/a/amp/": "noindex", "/amp/docs/a/": "other_text",
        "/docs/a/home.php": "no_answer", "/docs/a/index.htm": "not_there",
    }.items() <= verdict.items()  # fmt: skip
    assert "/print/docs/a/" not in asked  # robots.txt
    assert "/%64ocs/a/" not in asked  # the same address
    by_path = {record["address"].removeprefix(site.url): record for record in records}
    assert by_path["/docs/a/index.php"]["target"] == f"{site.url}/docs/a/"
    assert by_path["/docs/a"]["canonical"] == f"{site.url}/docs/a/"
    assert by_path["/DOCS/A/"]["code"] == "redirect"
    assert by_path["/docs/a/index.html"]["code"] == "nothing"
    assert by_path["/docs/a/print/"]["jaccard"] < 0.9


def test_the_table_says_what_to_set_up() -> None:
    with Careless() as site:
        run = pagetwin("variants", f"{site.url}/docs/a/index.html", "--probe", "--rate", "0")
    assert run.returncode == 0, run.stderr
    assert f"{site.url}/docs/a/index.html redirects to {site.url}/docs/a/, which is taken as the page" in run.stderr
    before, after = run.stdout.split("To set up:\n")
    assert f"{site.url}/DOCS/A/" in before
    assert [line.partition(":")[0] for line in after.splitlines() if not line.startswith(" ")] == [
        "final slash", "index file", "capitals", "campaign tag", "first page of a list", "print version",
    ]  # fmt: skip


def test_a_public_page_leads_to_no_private_host() -> None:
    """The public name leads to this machine by --resolve; from there, a redirect leads to the machine itself."""
    with Site() as site:
        port = site.url.rpartition(":")[2]
        site.pages["/a/"] = to(f"{site.url}/secret")
        run = pagetwin(
            "variants", f"http://public.example:{port}/a/", "--probe", "--rate", "0", "-q",
            "--resolve", f"public.example:{port}:127.0.0.1",
        )  # fmt: skip
        asked = site.paths()
    assert run.returncode == 3
    assert "a private address, which a public site may not lead to" in run.stderr
    assert asked == ["/robots.txt", "/a/"]


NOW = datetime(2026, 1, 1, tzinfo=UTC)
OURS = Texts(body=TEXT)


def judged(kind: Any, url: str, page: Page, text: str = TEXT) -> str:
    return judging.judge(Twin(kind, url), PAGE, OURS, page, Texts(body=text), NOW).verdict


def test_two_canonicals_settle_nothing_and_yandex_alone_may_close() -> None:
    def link(url: str) -> CanonicalLink:
        return CanonicalLink("head", url, url)

    url = "https://example.ru/CATALOG/SHOES/"
    assert judged("upper_case", url, Page(url, 200, "ok", canonicals=(link(PAGE),))) == "canonical"
    assert judged("upper_case", url, Page(url, 200, "ok", canonicals=(link(PAGE), link(url)))) == "duplicate"
    closed = RobotsDirective("meta", "yandex", "noindex")
    assert judged("upper_case", url, Page(url, 200, "ok", robots=(closed,))) == "noindex"
    assert judged("upper_case", url, Page(url, 200, "ok"), text="") == "other_text"
    stub = Page(url, 200, "stub", redirect_to=PAGE, refresh_delay=0)
    assert judged("upper_case", url, stub) == "redirect"
    assert judged("upper_case", url, Page(url, 200, "stub", redirect_to=PAGE, refresh_delay=5)) == "redirect_temporary"


def seen(kind: Any, url: str, verdict: Any, jaccard: float = 1.0) -> judging.Seen:
    return judging.Seen(Twin(kind, url), verdict, 200, same=True, jaccard=jaccard)


@pytest.mark.parametrize(("answer", "ignored"), [("duplicate", "ignored"), ("other_text", "duplicate")])
def test_where_unknown_parameters_are_ignored_guesses_tell_nothing_more(answer: str, ignored: str) -> None:
    found = judging.settle([
        seen("parameter", f"{PAGE}?pagetwin=1", answer), seen("tracking", f"{PAGE}?utm_source=test", "duplicate"),
        seen("print", f"{PAGE}?print=Y", "duplicate"), seen("print", f"{PAGE}?print=1", "duplicate", 0.95),
        seen("page_one", f"{PAGE}?PAGEN_1=1", "duplicate"), seen("print", f"{PAGE}print/", "duplicate"),
        seen("amp", f"{PAGE}?amp=1", "canonical"),
    ])  # fmt: skip
    assert [one.verdict for one in found] == [
        answer, "duplicate", ignored, "duplicate", ignored, "duplicate", "canonical",
    ]  # fmt: skip


def test_every_kind_and_verdict_has_its_words() -> None:
    assert set(documented.ADVICE) == set(documented.NAMES) == set(KINDS)
    assert set(documented.VERDICTS) == set(judging.Verdict.__args__)  # type: ignore[attr-defined]
    assert {advice.code for advice in documented.ADVICE.values()} == {"redirect", "canonical", "nothing"}
    assert all(advice.source.startswith("https://") for advice in documented.ADVICE.values())
