"""Several sources in one audit: one crawl, one comparison, and each site kept to its own rules."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from crawler.site import Answer, Page_, Site, to, urlset
from pagetwin import pipeline
from pagetwin.config import Settings, load
from pagetwin.errors import SiteError, UsageError
from pagetwin.progress import Progress
from support.inline import InlineWorkers
from support.revised import prose
from support.run import pagetwin, summary, table

QUICK = {"rate": 0.0, "retries": 0, "workers": 1, "probes": False}


def settings(**more: object) -> Settings:
    return load(None, {"crawl": {**QUICK, **more}})


def html(words: str, links: str = "") -> Page_:
    return f"<html><head><title>{words[:9]}</title></head><body><main><p>{words}</p></main>{links}</body></html>"


def fill(site: Site, pages: dict[str, Page_], robots: str = "") -> None:
    site.pages |= {"/robots.txt": robots or Answer("", 404), **pages}
    site.pages["/sitemap.xml"] = urlset(*(site.url + path for path in pages))


@pytest.fixture
def sites(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Site, Site]]:
    """Two sites on two ports: a page of the second says what one of the first says, one leads there by a redirect."""
    monkeypatch.setattr(pipeline, "Workers", InlineWorkers)
    with Site() as one, Site() as two:
        fill(one, {"/": html(prose(1)), "/a": html(prose(2)), "/closed": html(prose(3))})
        fill(
            two,
            {
                "/": html(prose(4)),
                "/b": html(prose(7)),
                "/c": html(prose(8)),
                "/copy": html(prose(2)),
                "/old": to(f"{one.url}/moved"),
                "/closed": html(prose(5)),
            },
            robots="User-agent: *\nDisallow: /closed",
        )
        one.pages["/moved"] = html(prose(6))
        yield one, two


def audit(out: Path, *given: str, **more: object) -> pipeline.Result:
    return pipeline.audit(given, out, settings(**more), Progress())


def crawls(out: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(out / "audit.sqlite")) as db:
        return db.execute("SELECT source, site, sites, previous FROM crawls ORDER BY id").fetchall()


def test_pages_of_two_sites_are_one_audit(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites
    done = audit(tmp_path, f"{two.url}/", f"{one.url}/sitemap.xml")
    outcome = {row["url"]: row["outcome"] for row in table(tmp_path, "pages")}
    assert outcome == {
        f"{one.url}/": "ok", f"{one.url}/a": "ok", f"{one.url}/closed": "ok", f"{one.url}/moved": "ok",
        f"{two.url}/": "ok", f"{two.url}/b": "ok", f"{two.url}/c": "ok", f"{two.url}/copy": "ok",
        f"{two.url}/old": "redirect",
        f"{two.url}/closed": "blocked_by_robots",
    }  # fmt: skip
    (pair,) = table(tmp_path, "pairs")
    assert ({pair["url_a"], pair["url_b"]}, pair["kind"]) == ({f"{one.url}/a", f"{two.url}/copy"}, "exact")
    assert done.complete
    assert summary(tmp_path)["sites"] == [
        {"site": two.url, "sources": [f"{two.url}/"], "asked": 6, "answered": 5, "complete": True},
        {"site": one.url, "sources": [f"{one.url}/sitemap.xml"], "asked": 3, "answered": 3, "complete": True},
    ]
    assert f"Sites:     {two.url}, {one.url}" in done.closing
    hosts = f"127.0.0.1:{two.port}, 127.0.0.1:{one.port}"
    assert hosts in (tmp_path / "report" / "index.html").read_text("utf-8")
    named = ", ".join(sorted((f"{two.url}/", f"{one.url}/sitemap.xml")))
    assert pipeline.status(tmp_path).startswith(f"{named}: done")


def test_the_order_of_sources_changes_nothing_and_another_set_is_another_audit(
    sites: tuple[Site, Site], tmp_path: Path
) -> None:
    one, two = sites
    audit(tmp_path, one.url, two.url)
    again = audit(tmp_path, two.url, one.url).summary["again"]
    assert (again["unchanged"], again["new"]) == (8, 0)
    assert [row[0] for row in crawls(tmp_path)] == [", ".join(sorted((one.url, two.url)))] * 2
    for other in ([one.url], [one.url, f"http://localhost:{two.port}/", "http://127.0.0.1:9/"]):
        with pytest.raises(UsageError, match=r"holds an audit of .*choose another with -o"):
            audit(tmp_path, *other)
    audit(tmp_path / "single", one.url)
    with pytest.raises(UsageError, match=f"holds an audit of {one.url}, not of .*{two.url}"):
        audit(tmp_path / "single", one.url, two.url)


def test_a_run_cut_short_goes_on_in_any_order(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites

    class Cut(Progress):
        def advance(self, n: int = 1) -> None:
            if any(asked.path == "/copy" for asked in two.asked):
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pipeline.audit([one.url, two.url], tmp_path, settings(concurrency=1, batch=1), Cut())
    one.asked.clear()
    assert audit(tmp_path, two.url, one.url).complete
    assert len(crawls(tmp_path)) == 1
    assert "/a" not in one.paths()  # it was stored before
    assert len(table(tmp_path, "pages")) == 10


def test_a_single_source_leaves_no_trace_of_several(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, _ = sites
    done = audit(tmp_path, one.url, one.url)
    assert crawls(tmp_path) == [(one.url, one.url, "[]", None)]
    assert "sites" not in summary(tmp_path)
    assert "Sites:" not in done.closing


def test_a_second_source_that_cannot_be_reached_is_named(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, _ = sites
    with Site() as gone:
        pass
    with pytest.raises(SiteError, match=f"the site cannot be reached .*{gone.url}"):
        audit(tmp_path, one.url, gone.url)
    assert not any(asked.path == "/a" for asked in one.asked)
    ran = pagetwin("audit", one.url, gone.url, "-o", tmp_path / "b", "--rate", "0", "-q")
    assert ran.returncode == 3
    assert gone.url in ran.stderr
    with pytest.raises(UsageError, match="'http://' is no web address"):
        audit(tmp_path / "c", one.url, "http://")


def test_a_site_that_gives_no_answers_is_never_hidden_by_the_others(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites
    fill(one, {f"/{n}": html(prose(n)) for n in range(40)})
    fill(two, {f"/{n}": Answer(raw=b"") for n in range(5)})
    done = audit(tmp_path, one.url, two.url)
    pages = summary(tmp_path)["pages"]
    assert pages["analysed"] > 0.8 * pages["declared"]
    assert not done.complete
    assert two.url in done.why_incomplete
    assert one.url not in done.why_incomplete
    assert f"too few addresses answered of {two.url}" in done.closing


def test_fifty_pages_in_a_row_are_counted_by_site(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites
    fill(one, {f"/{n}": html(prose(1, f"x{n}")) for n in range(60)})
    fill(two, {f"/{n}": Answer("down", 500) for n in range(60)})
    with pytest.raises(SiteError, match=f"50 addresses in a row gave no page, the last one {two.url}"):
        audit(tmp_path, one.url, two.url)


def test_passwords_are_for_the_first_site_alone(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites
    audit(tmp_path, one.url, two.url, user="me:s3cret", headers=("Cookie: a=1", "X-Audit: yes"))
    assert all("authorization" in asked.headers and asked.headers["cookie"] == "a=1" for asked in one.asked)
    assert not any({"authorization", "cookie"} & set(asked.headers) for asked in two.asked)
    assert {asked.headers.get("x-audit") for asked in (*one.asked, *two.asked)} == {"yes"}


def test_a_site_and_a_folder_are_compared_and_nothing_of_the_folder_is_asked(
    sites: tuple[Site, Site], tmp_path: Path
) -> None:
    one, two = sites
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in ("twin", "gone"):
        (folder / f"{name}.html").write_text(str(html(prose(2, name))), "utf-8")
    base = f"{two.url}/here/"
    audit(tmp_path / "out", str(folder), one.url, base_url=base)
    assert {row["url"] for row in table(tmp_path / "out", "pages") if row["url"].startswith(two.url)} == {
        f"{base}twin.html", f"{base}gone.html",
    }  # fmt: skip
    assert {pair["kind"] for pair in table(tmp_path / "out", "pairs")} == {"near"}
    assert not two.asked
    (folder / "gone.html").unlink()
    audit(tmp_path / "out", one.url, str(folder), base_url=base)
    assert not two.asked
    found = {row["url"]: row["outcome"] for row in table(tmp_path / "out", "pages")}
    assert f"{base}gone.html" not in found
    assert found[f"{base}twin.html"] == "ok"
    with closing(sqlite3.connect(tmp_path / "out" / "audit.sqlite")) as db:
        (given,) = db.execute("SELECT sites FROM crawls WHERE id = 2").fetchone()
    assert json.loads(given) == [[one.url, one.url], [str(folder), two.url]]


def test_two_folders_would_share_their_addresses(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.html").write_text("<p>x")
    with pytest.raises(UsageError, match="would both hold the pages of http://localhost/"):
        audit(tmp_path / "out", str(tmp_path / "a"), str(tmp_path / "b"))


def test_the_folder_is_named_after_the_first_source(sites: tuple[Site, Site], tmp_path: Path) -> None:
    one, two = sites
    listed = tmp_path / "list.txt"
    listed.write_text(f"{two.url}/copy\n{one.url}/a\n", "utf-8")
    audit(tmp_path / "out", str(listed), f"{one.url}/sitemap.xml")
    assert {row["url"] for row in table(tmp_path / "out", "pages")} == {
        f"{two.url}/copy", f"{one.url}/a", f"{one.url}/", f"{one.url}/closed",
    }  # fmt: skip
    ran = pagetwin("crawl", "--help")
    assert "SOURCE..." in ran.stdout
