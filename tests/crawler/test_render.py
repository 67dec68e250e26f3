"""Pages of scripts in a real Chromium: what it makes of them is read, and it never goes where it must not."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from browser import executable
from pagetwin import pipeline
from pagetwin.config import CrawlSettings, Settings
from pagetwin.crawler import render, rendered
from pagetwin.crawler.crawl import crawl
from pagetwin.crawler.extract import read_page
from pagetwin.errors import ConfigError
from pagetwin.model import CanonicalLink, Crawled, Fetch, Page, Render, RobotsDirective, Texts
from pagetwin.progress import Progress
from pagetwin.store import crawls as store_crawls
from pagetwin.store.file import Store

from .site import Answer, Asked, MemoryFrontier, Site, to, urlset

STORY = " ".join(f"word{n} of the story that only scripts can tell" for n in range(20))
SHELL = (
    "<!doctype html><html><head><title>App</title></head><body><div id=root></div><script src=/app.js></script></body>"
)
APP = f"""
const root = document.getElementById('root');
fetch('/api' + location.pathname).then(r => r.json()).then(data => {{
  document.title = data.title;
  root.innerHTML = '<h1>' + data.title + '</h1><main><p>{STORY}</p><p>' + data.text + '</p></main>';
  const link = document.createElement('link');
  link.rel = 'canonical'; link.href = location.href; document.head.append(link);
}});
"""
JS = (("Content-Type", "text/javascript"),)
JSON = (("Content-Type", "application/json"),)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback answers at once, so less patience is enough."""
    monkeypatch.setattr(render, "_QUIET", 0.2)
    monkeypatch.setattr(render, "_LAST_WORD", 1.0)


class Reader:
    """read_page without processes."""

    async def read(self, fetch: Fetch) -> tuple[Page, Texts]:
        return read_page(fetch)


def shell(script: str) -> str:
    return SHELL.replace("<script src=/app.js></script>", f"<script>{script}</script>")


def crawled(site: Site, **changes: Any) -> MemoryFrontier:
    paths = [path for path in site.pages if path.startswith("/p/")]
    site.pages["/sitemap.xml"] = urlset(*(site.url + path for path in paths))
    settings = CrawlSettings(
        **{"rate": 0.0, "retries": 0, "workers": 1, "render": "shells", "chromium": executable(), **changes}
    )
    frontier = MemoryFrontier()
    asyncio.run(crawl(site.url, settings, frontier, Reader(), Progress()))  # type: ignore[arg-type]
    return frontier


def item(frontier: MemoryFrontier, url: str) -> Crawled:
    return next(c for c in frontier.pages.values() if c.task.url == url)


def app(*paths: str) -> dict[str, Any]:
    data = {f"/api{p}": Answer(json.dumps({"title": f"Title {p}", "text": f"Own {p}"}), headers=JSON) for p in paths}
    return {"/app.js": Answer(APP, headers=JS), **dict.fromkeys(paths, SHELL), **data}


def test_shells_are_read_as_the_browser_leaves_them() -> None:
    plain = f"<title>Plain</title><p>{STORY}"
    with Site({**app("/p/one", "/p/two"), "/p/plain": plain}) as site:
        frontier = crawled(site)
        asked = site.paths()
        for path in ("/p/one", "/p/two"):
            got = item(frontier, site.url + path)
            assert (got.page.outcome, got.page.note) == ("ok", "rendered")
            assert got.page.title == f"Title {path}"
            assert got.page.canonicals == (CanonicalLink("head", site.url + path, site.url + path),)
            assert STORY in got.texts.body
            assert f"Own {path}" in got.texts.body
            assert got.render is not None
            assert (got.render.raw.outcome, got.render.raw.title, got.render.raw.canonicals) == ("shell", "App", ())
            assert asked.count(path) == 1, "the page itself is not asked a second time"
            assert asked.count(f"/api{path}") == 1
        assert asked.count("/app.js") == 1, "scripts that pages share are kept"
        assert item(frontier, f"{site.url}/p/plain").render is None


def test_off_is_off_and_the_limit_holds() -> None:
    paths = ("/p/one", "/p/two", "/p/three")
    with Site(app(*paths)) as site:
        assert {c.page.outcome for c in crawled(site, render="off").pages.values()} >= {"shell"}
        assert "/app.js" not in site.paths()
        pages = [c.page for c in crawled(site, render_max=1).pages.values() if "/p/" in c.task.url]
    assert sorted(page.outcome for page in pages) == ["ok", "shell", "shell"]
    assert sum("not rendered: more than 1 pages (--render-max)" in page.note for page in pages) == 2


def test_all_keeps_raw_facts_for_pages_that_need_no_browser() -> None:
    page = f"<title>Raw</title><p>{STORY}</p><script>document.title = 'Changed'</script>"
    with Site({"/p/a": page}) as site:
        got = item(crawled(site, render="all"), f"{site.url}/p/a")
    assert got.page.title == "Raw"
    assert got.render is not None
    assert got.render.page.title == "Changed"
    assert STORY in got.render.texts.body


def test_pages_that_never_finish_end_and_the_others_are_still_read() -> None:
    """One polls for ever and is read as it stands; one holds the browser, which is started anew."""
    polls = shell(f"document.body.append(`{STORY}`); setInterval(() => fetch('/tick'), 99); fetch('/slow')")
    with Site(
        {
            "/p/polls": polls,
            "/p/hangs": shell("for (;;) {}"),
            "/slow": Answer("late", delay=9),
            "/tick": Answer("{}", headers=JSON),
            **app("/p/z"),
        }
    ) as site:
        frontier = crawled(site, render_seconds=3)
        polled, hung = item(frontier, f"{site.url}/p/polls"), item(frontier, f"{site.url}/p/hangs")
        assert polled.page.outcome == "ok"
        assert "not at rest after 3 s" in polled.page.note
        assert STORY in polled.texts.body
        assert hung.page.outcome == "shell"
        assert "could not be rendered: its scripts never end" in hung.page.note
        assert item(frontier, f"{site.url}/p/z").page.outcome == "ok"


def test_a_browser_that_dies_or_grows_costs_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    def kill(asked: Asked) -> Answer:
        for process in psutil.Process().children(recursive=True):
            if "chrom" in process.name() and "--type" not in " ".join(process.cmdline()):
                process.kill()
        return Answer("{}", headers=JSON)

    monkeypatch.setattr(render.memory, "children_mb", lambda names: 5_000 * ("/big" in site.paths()))
    pages = {"/p/dies": shell("fetch('/kill')"), "/p/grows": shell("fetch('/big')")}
    with Site({**pages, "/kill": kill, "/big": Answer("late", delay=5), **app("/p/z")}) as site:
        frontier = crawled(site, concurrency=1)
        dies, grows, other = (item(frontier, site.url + path).page for path in ("/p/dies", "/p/grows", "/p/z"))
    assert dies.outcome == "shell"
    assert "could not be rendered: the browser failed" in dies.note
    assert grows.outcome == "shell"
    assert "could not be rendered: it takes more than 4000 MB" in grows.note
    assert other.outcome == "ok"


def test_nothing_else_is_ever_asked() -> None:
    """By redirect, script, frame, image, popup, socket, form or download, nor what robots.txt forbids or POST."""
    with Site() as other:
        out = other.url
        ways = {
            "/p/goes": f"location.href = '{out}/goes'",
            "/p/asks": f"""for (const to of ['/hop', '{out}/x', 'http://169.254.169.254/x', '/closed/data', '/open'])
                fetch(to).catch(() => 0); fetch('/post', {{method: 'POST', body: 'x'}}).catch(() => 0);
                navigator.sendBeacon('/beacon'); new WebSocket('{out}'.replace('http', 'ws'))""",
            "/p/shows": f"""document.body.innerHTML = '<img src={out}/img><iframe src={out}/frame></iframe>';
                window.open('{out}/popup'); window.alert('hello')""",
            "/p/loads": "const a = document.createElement('a'); a.href = '/file.zip'; a.download = 'x'; a.click()",
            "/p/reloads": "location.reload()",
        }
        pages = {path: shell(f"{script}; document.body.append(`{STORY}`)") for path, script in ways.items()}
        rules = Answer("User-agent: *\nDisallow: /closed/", headers=(("Content-Type", "text/plain"),))
        with Site({"/robots.txt": rules, "/hop": to(f"{out}/hop", 302), **pages}) as site:
            frontier = crawled(site)
            assert other.paths() == []
            asked = set(site.paths())
            assert {"/hop", "/open"} <= asked
            assert asked.isdisjoint({"/post", "/beacon", "/closed/data", "/file.zip"})
            assert all(site.paths().count(path) == 1 for path in ways)
            goes = item(frontier, f"{site.url}/p/goes").page
            assert (goes.outcome, goes.redirect_to) == ("stub", f"{out}/goes")
            assert "redirects by script" in goes.note
            assert "leads to another site" in goes.note
            others = [item(frontier, site.url + path).page for path in ways if path != "/p/goes"]
            assert {page.outcome for page in others} == {"ok"}


def test_the_audit_file_keeps_both_sides_and_compares_the_rendered_texts(tmp_path: Path) -> None:
    with Site(app("/p/one", "/p/two")) as site:
        site.pages["/sitemap.xml"] = urlset(f"{site.url}/p/one", f"{site.url}/p/two")
        crawl_settings = CrawlSettings(rate=0.0, workers=1, render="shells", chromium=executable())
        result = pipeline.audit(f"{site.url}/sitemap.xml", tmp_path, Settings(crawl=crawl_settings), Progress())
    assert result.summary["pages"]["analysed"] == 2
    assert result.summary["clusters"]["near"] == 1
    with Store.open(tmp_path, create=False) as store:
        rows = store.connection.execute(
            "SELECT kind, r.outcome, r.title, words > 0, r.body_hash IS v.body_hash, requests > 0 FROM renders r"
            " JOIN versions v ON v.id = r.version ORDER BY version, kind"
        ).fetchall()
        assert store_crawls.latest(store) is not None
    assert [row[:2] for row in rows] == [("raw", "shell"), ("rendered", "ok")] * 2
    assert {row[3:] for row in rows if row[0] == "raw"} == {(0, 0, 0)}
    assert {row[3:5] for row in rows if row[0] == "rendered"} == {(1, 1)}
    assert {row[2] for row in rows} == {"App", "Title /p/one", "Title /p/two"}


def test_a_missing_browser_is_told_before_anything_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    find = partial(render.find_browser, CrawlSettings(render="shells", chromium="/no/such/browser"))
    with pytest.raises(ConfigError, match="/no/such/browser is no executable; install it"):
        find()
    monkeypatch.setattr(render.shutil, "which", lambda name: None)
    with pytest.raises(ConfigError, match=r"none of chromium, .* is on PATH; install it .* --chromium"):
        render.find_browser(CrawlSettings(render="all"))
    monkeypatch.setattr(render.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r'needs Playwright: pip install "pagetwin\[render\]"'):
        find()
    assert render.find_browser(CrawlSettings()) == ""


RAW = Page("https://e.com/a", 200, "shell", "no words", size=9, charset="utf-8", robots=(RobotsDirective("meta", "robots", "noindex"),))  # noqa: E501  # fmt: skip


def test_which_side_is_judged() -> None:
    more = replace(RAW, outcome="ok", note="", title="T", size=99, robots=(RobotsDirective("meta", "robots", "index"),))
    page, texts = rendered.judged(Render(RAW, Texts(), more, Texts("new", "new"), note="odd"))
    assert (page.outcome, page.title, page.size, page.note, texts.main) == ("ok", "T", 9, "rendered; odd", "new")
    assert [r.content for r in page.robots] == ["noindex", "index"], "what the server forbids stays forbidden"
    page, texts = rendered.judged(Render(RAW, Texts("", "old"), replace(more, outcome="shell"), Texts("", "new")))
    assert (page.outcome, page.note, texts.body) == ("shell", "no words; rendered, and still shell", "old")
    gone, _ = rendered.judged(Render(RAW, Texts(), replace(more, outcome="soft_404"), Texts()))
    assert gone.outcome == "soft_404"
