"""A second audit asks only for what has changed, and comes to what an audit from nothing comes to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from crawler.site import Answer, Site
from pagetwin import analysis, pipeline
from pagetwin.config import Settings, load
from pagetwin.crawler import again, workers
from pagetwin.crawler.fetch import Client
from pagetwin.errors import PagetwinError
from pagetwin.model import Fetch, Known, Task
from pagetwin.progress import Progress
from support.inline import InlineWorkers
from support.revised import Revised, prose
from support.run import summary, table

QUICK = load(None, {"crawl": {"rate": 0.0, "retries": 0, "workers": 1, "probes": False}})


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Revised]:
    """Eight pages: two groups of three near-duplicates, one page that links to all others, one without validators."""
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)
    with Site() as server:
        revised = Revised(server)
        for n in range(6):
            revised.put(f"/{n}", prose(n // 3, f"mark{n}"), validators="etag" if n % 2 else "date")
        revised.put("/all", prose(7), links=[f"/{n}" for n in range(6)])
        revised.put("/plain", prose(8), validators="none")
        revised.move("/old", "/moved")
        revised.put("/moved", prose(9), declared=False)
        yield revised


def audit(site: Revised, out: Path, settings: Settings = QUICK) -> pipeline.Result:
    site.forget()
    return pipeline.audit(site.site.url + "/", out, settings, Progress())


def tables(out: Path, *names: str) -> dict[str, bytes]:
    return {name: (out / "csv" / f"{name}.csv").read_bytes() for name in names or ("clusters", "pairs", "findings")}


def with_outcome_ok(out: Path) -> list[dict[str, str]]:
    return [row | {"outcome": row["outcome"].replace("not_modified", "ok")} for row in table(out, "pages")]


def outcomes(site: Revised, out: Path) -> dict[str, str]:
    return {row["url"].removeprefix(site.site.url): row["outcome"] for row in table(out, "pages")}


def test_without_a_change_nothing_is_read_and_the_results_are_the_same(site: Revised, tmp_path: Path) -> None:
    first = audit(site, tmp_path)
    assert "again" not in first.summary
    assert not site.conditional
    before, pages = tables(tmp_path), table(tmp_path, "pages")
    second = audit(site, tmp_path)
    validated = {"/0", "/1", "/2", "/3", "/4", "/5", "/all", "/moved"}
    assert tables(tmp_path) == before
    assert with_outcome_ok(tmp_path) == pages
    assert max(int(row["inlinks"]) for row in pages) == 1  # the links of /all were kept
    assert set(InlineWorkers.read_urls) == {site.site.url + "/old", site.site.url + "/"}  # neither is a page
    assert set(site.conditional) == validated
    assert site.unconditional == ["/plain"]
    assert {path for path, outcome in outcomes(site, tmp_path).items() if outcome == "not_modified"} == validated
    assert summary(tmp_path)["again"] == {"not_modified": 8, "unchanged": 1, "changed": 0, "new": 0, "gone": 0}
    assert "Again:     since the audit before: not modified: 8, the same bytes: 1" in second.closing
    russian = load(None, {"crawl": {"rate": 0.0, "retries": 0, "probes": False}, "report": {"language": "ru"}})
    third = audit(site, tmp_path, russian)  # copies of copies
    assert "Повторно:  с прошлого аудита: не изменялись: 8, те же байты: 1" in third.closing
    pipeline.report(tmp_path, load(None, {}), Progress())  # its sentences were in Russian
    assert tables(tmp_path) == before


def test_after_changes_it_equals_an_audit_from_nothing(site: Revised, tmp_path: Path) -> None:
    site.put("/gone", prose(10))
    site.put("/forgotten", prose(11))
    site.put("/leaving", prose(12))
    declared = audit(site, tmp_path / "a").summary["pages"]["declared"]
    site.put("/1", prose(3, "other"))  # leaves its group
    site.put("/plain", prose(0, "joins"))  # joins it
    site.put("/new", prose(1, "new"))
    site.remove("/gone")
    site.undeclare("/forgotten")
    site.undeclare("/leaving")
    site.move("/leaving", "/0")
    site.undeclare("/leaving")
    second = audit(site, tmp_path / "a").summary
    assert second["again"] == {"not_modified": 8, "unchanged": 0, "changed": 2, "new": 1, "gone": 1}
    assert second["pages"]["declared"] == declared - 3 + 1
    found = outcomes(site, tmp_path / "a")
    assert (found["/gone"], found["/forgotten"], found["/leaving"]) == ("http_error", "not_modified", "redirect")
    in_sitemap = {row["url"].removeprefix(site.site.url): row["in_sitemap"] for row in table(tmp_path / "a", "pages")}
    assert (in_sitemap["/forgotten"], in_sitemap["/0"]) == ("0", "1")
    audit(site, tmp_path / "b")
    assert tables(tmp_path / "a", "pairs") == tables(tmp_path / "b", "pairs")
    members = [[row for row in table(tmp_path / x, "clusters") if "leaving" not in row["url"]] for x in "ab"]
    assert {row["url"] for row in members[0]} == {row["url"] for row in members[1]}
    # Deleted and moved pages were asked once, a page that still answers is part of the site.
    audit(site, tmp_path / "a")
    assert not {"/gone", "/leaving"} & set(site.site.paths())
    assert "/forgotten" in site.conditional


def test_a_known_page_without_an_answer_is_asked_again(site: Revised, tmp_path: Path) -> None:
    site.put("/away", prose(10))
    audit(site, tmp_path)
    site.undeclare("/away")
    there = site.site.pages["/away"]
    site.site.pages["/away"] = Answer(raw=b"")  # it hangs up
    audit(site, tmp_path)
    assert outcomes(site, tmp_path)["/away"] == "error"
    site.site.pages["/away"] = there
    audit(site, tmp_path)
    assert outcomes(site, tmp_path)["/away"] == "ok"


def test_a_header_that_changed_beside_an_old_body_is_read(site: Revised, tmp_path: Path) -> None:
    audit(site, tmp_path)
    site.headers["/1"] = (("X-Robots-Tag", "noindex"),)  # with the old ETag: the server says 304
    audit(site, tmp_path)
    states = {row["url"][-2:]: row["indexability"] for row in table(tmp_path, "pages")}
    assert (states["/1"], states["/2"]) == ("noindex", "indexable")
    assert site.unconditional.count("/1") == 1
    audit(site, tmp_path)  # now it is known
    assert "/1" not in site.unconditional
    assert outcomes(site, tmp_path)["/1"] == "not_modified"


@pytest.mark.parametrize("why", ["refresh", "another reader"])
def test_all_is_read_anew(site: Revised, tmp_path: Path, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    audit(site, tmp_path)
    before = tables(tmp_path, "clusters", "pairs", "pages", "findings")
    if why == "another reader":
        monkeypatch.setattr(again, "reader", lambda _: "an update")
    settings = load(None, {"crawl": {"rate": 0.0, "retries": 0, "probes": False, "refresh": why == "refresh"}})
    result = audit(site, tmp_path, settings)
    assert not site.conditional
    assert {site.site.url + path for path in (*site.texts, "/plain")} <= set(InlineWorkers.read_urls)
    assert tables(tmp_path, *before) == before
    assert result.summary["again"] == {"not_modified": 0, "unchanged": 9, "changed": 0, "new": 0, "gone": 0}
    audit(site, tmp_path)
    assert len(site.conditional) == 8


def test_another_source_in_the_same_folder_revives_nothing(site: Revised, tmp_path: Path) -> None:
    audit(site, tmp_path)
    site.declared = ["/0", "/1"]
    site.forget()
    pipeline.audit(site.site.url + "/sitemap.xml", tmp_path, QUICK, Progress())
    assert sorted(site.conditional) == ["/0", "/1"]
    assert not site.unconditional


def test_a_304_that_nobody_asked_for_is_an_error(site: Revised, tmp_path: Path) -> None:
    audit(site, tmp_path)
    site.site.pages["/plain"] = Answer(status=304, headers=())
    audit(site, tmp_path)
    assert outcomes(site, tmp_path)["/plain"] == "http_error"


def test_the_same_analysis_is_not_done_twice(site: Revised, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit(site, tmp_path)
    before = tables(tmp_path)
    monkeypatch.setattr(analysis, "analyse", lambda *_: pytest.fail("analysed twice"))
    pipeline.analyze(tmp_path, QUICK, Progress())
    assert tables(tmp_path) == before


KNOWN = Known(7, 200, '"a"', "Mon, 01 Jun 2026 10:00:00 GMT", b"c", b"")


@pytest.mark.parametrize(
    ("known", "sent"),
    [
        (KNOWN, {"if-none-match": '"a"', "if-modified-since": "Mon, 01 Jun 2026 10:00:00 GMT"}),
        (Known(7, 200, 'W/"ä"', "yesterday", b"", b""), {"if-modified-since": "yesterday"}),
        (Known(7, 200, '"a"\r\nX: y', "", b"", b""), {}),
        (None, {}),
    ],
)
def test_conditions_are_what_the_server_said_where_it_can_be_sent(known: Known | None, sent: dict[str, str]) -> None:
    async def go(url: str) -> Fetch:
        async with Client(QUICK.crawl) as client:
            return await again.ask(client, Task(1, url, known=known))

    with Site({"/": "hello"}) as server:
        asyncio.run(go(server.url + "/"))
        headers = server.asked[0].headers
    assert {name: value for name, value in headers.items() if name.startswith("if-")} == sent


def fetched(body: bytes = b"<p>text", headers: tuple[tuple[str, str], ...] = (("content-type", "text/html"),)) -> Fetch:
    return Fetch("http://example.com/", 200, headers, body, "ok")


ONE = fetched()
HTML = ("content-type", "text/html")


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (fetched(headers=(HTML, ("date", "today"), ("set-cookie", "a=b"), ("etag", '"new"'))), True),
        (fetched(b"<p>Text"), False),
        (fetched(headers=(("content-type", "text/html; charset=koi8-r"),)), False),
        (fetched(headers=(HTML, ("x-robots-tag", "noindex"))), False),
        (fetched(headers=(HTML, ("content-security-policy", "script-src 'nonce-4711'"))), True),
        (fetched(headers=(HTML, ("content-security-policy", "upgrade-insecure-requests"))), False),
        (fetched(headers=(HTML, ("link", '<http://example.com/x>; rel="canonical"'))), False),
    ],
)
def test_what_decides_about_facts_decides_about_sameness(other: Fetch, same: bool) -> None:
    known = Known(7, 200, "", "", again.content_hash(ONE), again.header_hash(ONE))
    page = again.repeated(known, other)
    assert (page is not None) is same
    assert page is None or page.repeats == 7


def test_workers_get_every_header_that_is_hashed() -> None:
    assert again.FACTS < workers._READ


@pytest.mark.parametrize("validators", ["etag", "none"])
def test_a_second_crawl_that_was_stopped_goes_on(
    site: Revised, tmp_path: Path, validators: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(20, 30):
        site.put(f"/{n}", prose(n), validators=validators)
    audit(site, tmp_path)
    before = tables(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(again, "ask", _stopping(again.ask, 8))
        with pytest.raises(PagetwinError, match="stopped"):
            audit(site, tmp_path)
    audit(site, tmp_path)
    assert tables(tmp_path) == before
    assert summary(tmp_path)["again"]["not_modified"] == (18 if validators == "etag" else 8)


def _stopping(ask: Callable[..., object], after: int) -> Callable[..., object]:
    left = iter(range(after))

    async def asking(*arguments: object) -> object:
        if next(left, None) is None:
            raise PagetwinError("stopped")
        return await ask(*arguments)  # type: ignore[misc]

    return asking
