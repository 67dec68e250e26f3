"""The stages in order: crawl, compare, choose, judge, report. Only this module knows both the audit file and them."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from . import importing
from .config import Settings, public, stage_key
from .crawler import given as sources_given
from .crawler import readers
from .crawler.extract import read_page
from .crawler.workers import Workers
from .errors import AuditFileError, UsageError
from .memory import PeakMemory
from .model import Counts, Texts
from .progress import Progress
from .reports import changes, console, data, export, export_text, hreflang_files, html, rule_files, summary, tables
from .reports import hreflang as report_hreflang
from .signals.records import Told
from .store import analysis as store_analysis
from .store import crawls as store_crawls
from .store import frontier as store_frontier
from .store import prune as store_prune
from .store import review as store_review
from .store import signals as store_signals
from .store.file import FILE, Store, now, reading, translated
from .store.probes import StoredProbes
from .urls import identity
from .workbench import audit as workbench_audit
from .workbench import evidence, proposing, tools_page


@dataclass(frozen=True)
class Result:
    """What a run leaves: where the report is, the closing words, and whether the site was seen well enough."""

    report: Path
    closing: str
    complete: bool
    why_incomplete: str
    summary: dict[str, Any]


def default_folder(source: str) -> Path:
    """`pagetwin-HOST` in the current folder, for a file or folder `pagetwin-NAME`."""
    if path := readers.path_of(source):
        return Path(f"pagetwin-{path.name if path.is_dir() else path.name.partition('.')[0]}")
    host = identity.host(source if "//" in source else f"https://{source}")
    if not host:
        shown = identity.without_credentials(source)
        raise UsageError(f"'{shown}' is no web address; give a site like https://example.com/ or a sitemap address")
    return Path(f"pagetwin-{host.strip('[]').replace(':', '-')}")


def audit(source: str | Sequence[str], out: Path, settings: Settings, progress: Progress) -> Result:
    """All stages for one source, or several in one crawl. A run that was cut short goes on where it stopped."""
    with PeakMemory() as memory, Store.open(out) as store:
        current = _crawl(store, source, settings, progress)
        _analyze(store, current, settings, progress)
        return _report(store, current, settings, progress, memory)


def crawl_only(source: str | Sequence[str], out: Path, settings: Settings, progress: Progress) -> None:
    """Only the crawl."""
    with Store.open(out) as store:
        _crawl(store, source, settings, progress)


def hreflang(source: str | Sequence[str], out: Path, settings: Settings, progress: Progress) -> Result:
    """Crawl, judge hreflang, and write its report alone, in a folder of its own; no texts are compared."""
    with PeakMemory() as memory, Store.open(out) as store:
        current = _crawl(store, source, settings, progress)
        if not store.stage_key(current.id, "audit"):  # else a whole audit was cut short behind its analysis
            _judge_hreflang(store, current)
        memory.sample()
        with store.writing() as db:
            complete = summary.counts(db).answered_enough
            store_analysis.write_results(store, {"peak_rss_mb": memory.mb, "complete": complete})
        with store.reader() as reader:
            hreflang_files.write(reader, store.folder / "rules", settings.report)
            report = html.write_hreflang(reader, store.folder / "hreflang", settings)
            closing = report_hreflang.closing(reader, settings.report.language)
        _finish(store, current)
        return Result(report, closing, complete, _unseen(), {})


def analyze(out: Path, settings: Settings, progress: Progress) -> Result:
    """Everything behind the crawl."""
    with PeakMemory() as memory, Store.open(out, create=False) as store:
        current = _crawled(store)
        _analyze(store, current, settings, progress)
        return _report(store, current, settings, progress, memory)


def report(out: Path, settings: Settings, progress: Progress) -> Result:
    """Only report and tables."""
    with PeakMemory() as memory, Store.open(out, create=False) as store:
        current = _crawled(store)
        if not store.stage_key(current.id, "audit"):
            raise UsageError(f"{out}: the pages were not compared yet; run 'pagetwin analyze {out}' first")
        return _report(store, current, settings, progress, memory)


def export_table(out: Path, wanted: export.Request, stdout: BinaryIO, progress: Progress) -> None:
    """A table as a file for other programs; it may be asked for while another run works."""
    with reading(out) as connection:
        export.write(connection, wanted, stdout, progress)


def diff(out: Path, first: str, last: str, everything: bool, delimiter: str, sink: BinaryIO) -> str:
    """Write as CSV what became of the pages from one crawl to another; gives a line with the counts."""
    with reading(out) as connection:
        before, after = changes.chosen(changes.crawls(connection), first, last)
        counts: Counter[str] = Counter()
        rows = changes.diff(connection, before.number, after.number, everything, counts)
        with export_text.stream(sink) as file:
            tables.write_csv(file, changes.DIFF, rows, delimiter)
    return changes.told(before, after, counts)


def texts(out: Path) -> Iterator[tuple[str, str, Texts]]:
    """Address, title and texts of every page of an audit that can be compared."""
    with Store.open(out, create=False) as store:
        _crawled(store)
        rows = [row for row in store_analysis.read_pages(store) if row.outcome in ("ok", "not_modified")]
        rows = [row for row in rows if row.main_words + row.body_words]
        for row, both in zip(rows, store_analysis.read_texts(store, rows), strict=True):
            yield row.url, row.title, both


def prune(out: Path, keep: int) -> str:
    """Only the `keep` latest finished crawls stay in the audit file; says in a line what was removed."""
    with Store.open(out, create=False) as store:
        gone = store_prune.prune(store, keep)
    return (
        f"removed {gone.crawls:,} crawls with {gone.versions:,} answers, and {gone.texts:,} texts that nothing needs;"
        f" {FILE}: {gone.before / 1e6:,.1f} MB before, {gone.after / 1e6:,.1f} MB now"
    )


def review(out: Path, settings: Settings, say: Callable[[str], None], open_browser: bool) -> None:
    """Let the owner judge pairs in the browser, and take over the threshold that follows; until Ctrl-C."""
    from .review import serve, session  # here: no other command needs a web server

    with _open_review(out, settings) as (store, current, reader, settings), store_review.labels(store) as labels:
        from . import analysis

        computed: dict[tuple[float, float], tuple[store_analysis.Analysis, dict[str, float]]] = {}

        def preview(jaccard: float, containment: float, progress: Progress) -> Counts:
            chosen = (jaccard, containment)
            if chosen not in computed:
                computed.clear()  # one at a time: they are large
                computed[chosen] = analysis.analyse(store, settings.with_thresholds(*chosen), progress)
            return store_analysis.counts(computed[chosen][0])

        def adopt(jaccard: float, containment: float, answers: int, progress: Progress) -> Counts:
            found = preview(jaccard, containment, progress)
            chosen = settings.with_thresholds(jaccard, containment)
            with PeakMemory() as memory:
                _store_analysis(store, current, chosen, *computed[jaccard, containment])
                store_review.adopt(store, jaccard, containment, answers)
                _report(store, current, chosen, progress, memory)
            return found

        begun = session.Session(reader, settings.review, settings.compare, settings.text, labels.save)
        serve.run(begun, serve.Hands(preview, adopt), store.folder / "report", settings, say, open_browser)


def import_labels(out: Path, file: Path, settings: Settings) -> str:
    """Read answers from a file into the audit; a line that accounts for each of its rows."""
    from .review import exchange, pages

    with _open_review(out, settings) as (store, _, reader, settings), store_review.labels(store) as labels:
        site = data.site(reader, settings.compare)
        scorer = pages.Scorer(reader, settings.compare, settings.text, site.blocks)
        found = exchange.read(file, reader, scorer)
        labels.save(found.labels)
    n = found.counts
    return (
        f"{file}: {found.rows} answers read: {n['new']} new, {n['newer']} in place of older ones, {n['kept']} left out"
        f" (those here are as new or newer), {n['unknown']} left out (their pages are not in this audit)"
    )


@contextmanager
def _open_review(
    out: Path, settings: Settings
) -> Iterator[tuple[Store, store_crawls.Crawl, sqlite3.Connection, Settings]]:
    """An analysed audit, with the settings that it was compared with."""
    with Store.open(out, create=False) as store, store.reader() as reader:
        current = _crawled(store)
        if not store.stage_key(current.id, "audit"):
            raise UsageError(f"{out}: the pages were not compared yet; run 'pagetwin analyze {out}' first")
        (used,) = reader.execute("SELECT value FROM results WHERE name = 'compare'").fetchone()
        known = {f.name for f in fields(settings.compare)}
        compare = replace(settings.compare, **{k: v for k, v in json.loads(used).items() if k in known})
        yield store, current, reader, replace(settings, compare=compare)


def import_signals(
    out: Path,
    files: Sequence[Path],
    told: Told,
    update: tuple[str, str],
    unmatched: Path | None,
    say: Callable[[str], None],
) -> None:
    """Read exports of search engines, tables and logs into the audit; says what became of every row."""
    with Store.open(out, create=False) as store:
        if importing.read(store, files, told, update, unmatched, say):
            say(f"run 'pagetwin analyze {out}' to have it count in the choice of pages to keep and in the report")


def adopted(out: Path) -> dict[str, float]:
    """Thresholds that the owner took over from a review of this audit, by the names of their settings."""
    return store_review.adopted(out)


def status(out: Path) -> str:
    """How far an audit is, from a read-only connection: it may be asked while another run works."""
    path = out / FILE
    if not path.exists():
        raise AuditFileError(f"{out}: no audit here ({FILE} is missing)")
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        with translated(path):
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'crawls'").fetchone():
                return "nothing crawled yet"  # killed as the file was made
            row = connection.execute(
                "SELECT id, source, finished, audited FROM crawls ORDER BY id DESC LIMIT 1"
            ).fetchone()
            if row is None:
                return "nothing crawled yet"
            states = dict(
                connection.execute("SELECT state, count(*) FROM frontier WHERE crawl = ? GROUP BY state", row[:1])
            )
            imported = importing.overview(connection)
    finally:
        connection.close()
    stage = "done" if row[3] else "crawled, not yet compared" if row[2] else "crawling or cut short"
    counts = ", ".join(f"{states.get(s, 0):,} {words}" for s, words in _STATES.items())
    return f"{row[1]}: {stage}; {counts}{imported}"


_STATES = {"done": "fetched", "new": "waiting", "failed": "gave no answer", "skipped": "left out"}


def _crawled(store: Store) -> store_crawls.Crawl:
    current = store_crawls.latest(store)
    if current is None or not current.finished:
        raise UsageError(f"{store.folder}: the crawl is not finished; start it again to go on from where it stopped")
    return current


def _crawl(store: Store, source: str | Sequence[str], settings: Settings, progress: Progress) -> store_crawls.Crawl:
    given = sources_given.understand([source] if isinstance(source, str) else source, settings.crawl)
    current = store_crawls.begin_all(store, given.named, settings.crawl)
    if current.finished:
        return current
    began = time.monotonic()
    frontier = store_frontier.StoredFrontier(store, current.id, settings.crawl)
    book = StoredProbes(store, current.id)

    async def work() -> list[tuple[str, str]]:
        reader = partial(read_page, settings=settings.crawl)
        async with Workers(settings.crawl.workers, settings.crawl.page_seconds, reader) as workers:
            return await given.crawl(settings.crawl, frontier, workers, progress, book)

    sites = asyncio.run(work())
    frontier.finish(sites[0][1], sites if len(sites) > 1 else ())
    store.stage_done(current.id, "crawl", stage_key("", public(settings.crawl), current.id), time.monotonic() - began)
    finished = store_crawls.latest(store)
    assert finished is not None
    return finished


def _analyze(store: Store, current: store_crawls.Crawl, settings: Settings, progress: Progress) -> None:
    """Text choice to findings; skipped when it was done with these settings."""
    if store.stage_key(current.id, "audit") == _analysis_key(store, current, settings):
        return
    from . import analysis  # here, not above: a crawl needs neither the memory nor the second that scipy takes to load

    _store_analysis(store, current, settings, *analysis.analyse(store, settings, progress))


def _judge_hreflang(store: Store, current: store_crawls.Crawl) -> None:
    key, began = stage_key(store.stage_key(current.id, "crawl")), time.monotonic()
    if store.stage_key(current.id, "hreflang") != key:
        from . import analysis  # as above

        store_analysis.write(store, analysis.hreflang_alone(store))
        store.stage_done(current.id, "hreflang", key, time.monotonic() - began)


def _store_analysis(
    store: Store,
    current: store_crawls.Crawl,
    settings: Settings,
    result: store_analysis.Analysis,
    seconds: dict[str, float],
) -> None:
    key = _analysis_key(store, current, settings)
    store_analysis.write(store, result)
    for stage, took in seconds.items():
        store.stage_done(current.id, stage, key, took)


def _analysis_key(store: Store, current: store_crawls.Crawl, settings: Settings) -> str:
    imported = store_signals.fingerprint(store.connection)  # nothing where there is none: the key is as it was
    return stage_key(
        store.stage_key(current.id, "crawl"),
        settings.text,
        settings.compare,
        settings.canonical,
        settings.selection,
        *imported,
    )


def _report(
    store: Store, current: store_crawls.Crawl, settings: Settings, progress: Progress, memory: PeakMemory
) -> Result:
    began = time.monotonic()
    rules = _rules(store, settings)
    memory.sample()
    with store.writing():
        complete = summary.counts(store.connection).complete
        store_analysis.write_results(store, {"peak_rss_mb": memory.mb, "complete": complete, **rules})
    with store.reader() as reader:
        html.write(reader, store.folder / "report", settings, progress, tools_page.page)
        tables.write(reader, store.folder / "csv", settings.report)
    store.stage_done(current.id, "report", stage_key("", settings.report), time.monotonic() - began)
    with store.reader() as reader:
        facts = summary.build(reader)
        summary.write(facts, store.folder / "summary.json")
        closing = console.closing(facts, store.folder, summary.largest(reader), settings.report.language)
    _finish(store, current)
    unseen = [each["site"] for each in facts.get("sites", ()) if not each["complete"]]
    return Result(store.folder / "report" / "index.html", closing, bool(facts["complete"]), _unseen(unseen), facts)


def _finish(store: Store, current: store_crawls.Crawl) -> None:
    with store.writing() as db:  # the last word: an audit that is called done has all its files
        db.execute("UPDATE crawls SET audited = ? WHERE id = ?", (now(), current.id))


def _unseen(sites: Sequence[str] = ()) -> str:
    of = f" of {', '.join(sites)}" if sites else ""
    return f"fewer than 80 % of the declared addresses{of} gave an answer; the results speak only of what was seen"


def _rules(store: Store, settings: Settings) -> dict[str, Any]:
    """Write the folder of rules; what the report tells of them."""
    found = workbench_audit.parameters(store.folder)
    text = proposing.proposed(found, "text", settings.report.language)
    with store.reader() as reader:
        counts = rule_files.write(reader, store.folder / "rules", settings.report, text)
        hreflang_files.write(reader, store.folder / "rules", settings.report)
    lines = [(line.origin, line.path, line.names) for line in evidence.proposals(found)]
    return {"rules": {**counts, "clean_param": len(lines)}, "clean_param": lines}
