"""The CSV tables: the audit file as rows to sort and filter in a spreadsheet.

Rows stream from SQL to disk, so a table of two million pairs needs no more memory than one of ten. Order follows
identity keys, never the order of arrival.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from ..canonical.advice import advice
from ..canonical.cause import Likeness, cause
from ..config import CompareSettings, ReportSettings
from ..model import Pair, Role, Severity
from ..urls.targets import chains
from . import changes, sentences, tables_addresses, tables_hreflang, tables_signals
from .atomic import replacing
from .cells import Cell, cells
from .heads import head
from .language import Code, Language

Rows = Iterator[Sequence[Cell]]

WRITTEN = ("pages", "pairs", "clusters", "findings")  # with every report, into csv/; others are exported

COLUMNS: dict[str, tuple[str, ...]] = {
    "pages": (
        "url", "final_url", "status", "outcome", "indexability", "title", "description", "words", "text", "text_note",
        "cluster", "closest_match", "closest_jaccard", "closest_containment", "near_duplicates", "unique_share",
        "canonical", "in_sitemap", "inlinks",
    ),
    "pairs": (
        "url_a", "url_b", "jaccard", "a_in_b", "b_in_a", "shared", "shingles_a", "shingles_b", "text", "kind", "label",
    ),
    "clusters": (
        "cluster", "kind", "size", "lowest", "median", "url", "role", "keeper", "representative",
        "jaccard_to_representative", "jaccard_to_keeper", "in_keeper", "keeper_in", "words", "unique_share", "title",
        "canonical", "indexability", "clicks", "cause", "advice", "conflicts",
    ),
    "superdups": (
        "duplicate_url", "duplicate_key", "main_url", "main_key", "score", "how", "why", "audit", "main_audit",
    ),
    "findings": ("rule", "engine", "severity", "url", "related", "message"),
    "labels": (
        "url_a", "url_b", "label", "note", "jaccard", "a_in_b", "b_in_a", "text", "hash_a", "hash_b", "labelled",
    ),
    "history": changes.HISTORY,
    "carried": tables_signals.CARRIED,
    "canonized": tables_addresses.CANONIZED,
    "mirrors": tables_addresses.MIRRORS,
    "selection": tables_signals.SELECTION,
    "hosts": tables_signals.HOSTS,
    "links": tables_signals.LINKS,
    "hreflang": tables_hreflang.HREFLANG,
}  # fmt: skip

# `t` is the row of `analysed` only where the page was compared: what was not measured stays an empty cell.
_PAGES = """
SELECT p.address, p.url, p.redirect_to, p.status, p.outcome, n.indexability, p.title, p.description,
       t.words, t.text, n.text_note, m.cluster, c.url, t.closest_jaccard, t.closest_containment, t.near_duplicates,
       t.unique_share, n.canonical_url, p.in_sitemap, n.inlinks
FROM pages p
LEFT JOIN analysed n ON n.address = p.address
LEFT JOIN analysed t ON t.address = p.address AND t.text <> ''
LEFT JOIN members m ON m.address = p.address
LEFT JOIN addresses c ON c.id = t.closest
ORDER BY p.key"""

# CROSS JOIN keeps this order of loops: addresses come from their index by key, so that only the pairs of one page
# are ever sorted, not all of them.
_PAIRS = """
SELECT p.a, p.b, x.url, y.url, p.shared, p.size_a, p.size_b, p.text, p.kind
FROM addresses x CROSS JOIN pairs p ON p.a = x.id CROSS JOIN addresses y ON y.id = p.b
ORDER BY x.key, y.key"""

_CLUSTERS = """
SELECT c.id, c.kind, c.size, c.lowest, c.median, m.address, c.keeper, a.url, m.role, k.url, r.url,
       m.jaccard_to_representative, m.jaccard_to_keeper, m.in_keeper, m.keeper_in, t.words, t.unique_share, p.title,
       n.canonical, n.canonical_url, n.indexability, s.clicks, json_array_length(c.conflicts),
       p.lang, p.amp, (SELECT z FROM annotations WHERE version = p.id),
       h.title, h.lang, h.amp, (SELECT z FROM annotations WHERE version = h.id)
FROM clusters c CROSS JOIN members m ON m.cluster = c.id
JOIN addresses a ON a.id = m.address JOIN addresses k ON k.id = c.keeper JOIN addresses r ON r.id = c.representative
LEFT JOIN analysed n ON n.address = m.address
LEFT JOIN analysed t ON t.address = m.address AND t.text <> ''
LEFT JOIN versions p ON p.address = m.address AND p.crawl = (SELECT max(id) FROM crawls)
LEFT JOIN versions h ON h.address = c.keeper AND h.crawl = (SELECT max(id) FROM crawls)
LEFT JOIN page_signals s ON s.address = m.address
ORDER BY c.id, instr(?, m.role), a.key"""

_FINDINGS = """
SELECT f.rule, f.engine, f.severity, a.url, f.related, f.message, f.details
FROM findings f JOIN addresses a ON a.id = f.address
ORDER BY instr(?, f.severity), f.rule, a.key, f.engine, f.related, f.message, f.details"""

_SUPERDUPS = """
SELECT duplicate_url, duplicate_key, main_url, main_key, score, how, why, audit, audit
FROM superdups ORDER BY duplicate_key"""

_LABELS = """
SELECT url_a, url_b, label, note, jaccard, a_in_b, b_in_a, text, lower(hex(hash_a)), lower(hex(hash_b)), labelled
FROM labels ORDER BY key_a, key_b"""

_LABEL_OF_PAIR = """
SELECT a.id, b.id, l.label FROM labels l JOIN addresses a ON a.key = l.key_a JOIN addresses b ON b.key = l.key_b"""


def write(connection: sqlite3.Connection, folder: Path, settings: ReportSettings) -> None:
    """Write pages.csv, pairs.csv, clusters.csv and findings.csv, each whole or not at all.

    Sentences (text_note, advice, message) are in the language of the report; all other words are fixed, so that
    scripts can rely on them.

    Raises UsageError naming a file that cannot be written.
    """
    for name in WRITTEN:
        found = rows(connection, name, settings.language)
        _write(folder / f"{name}.csv", COLUMNS[name], found, settings.delimiter)


def rows(connection: sqlite3.Connection, name: str, code: Code) -> Rows:
    """The rows of a table as they are read, with the columns of COLUMNS, in an order that two runs share: pages by
    key; pairs and labels by both keys; clusters by group, role, key; findings by severity, rule, key."""
    return _TABLES[name](connection, Language(code))


def write_csv(
    file: TextIO, columns: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str, decimal: str = "."
) -> None:
    """Write rows as CSV that spreadsheets show and do not run; `file` must leave line ends as they are given."""
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(cells(row, decimal) for row in rows)


def _write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Cell]], delimiter: str) -> None:
    with replacing(path, "utf-8-sig") as file:
        write_csv(file, columns, rows, delimiter)


def _pages(connection: sqlite3.Connection, language: Language) -> Rows:
    ends, urls = _redirect_ends(connection)
    note = COLUMNS["pages"].index("text_note") - 4
    for address, url, redirect_to, status, outcome, *rest in connection.execute(_PAGES):
        moved = redirect_to is not None or outcome == "redirect"
        rest[note] = rest[note] and sentences.note(rest[note], language)
        yield url, urls.get(ends.get(address)) if moved else url, status, outcome, *rest


def _pairs(connection: sqlite3.Connection, _: Language) -> Rows:
    labels = {(a, b): label for a, b, label in _if_there(connection, "labels", _LABEL_OF_PAIR)}
    for a, b, url_a, url_b, shared, size_a, size_b, text, kind in connection.execute(_PAIRS):
        pair = Pair(0, 0, shared, size_a, size_b)
        label = labels.get((a, b))
        yield url_a, url_b, pair.jaccard, pair.a_in_b, pair.b_in_a, shared, size_a, size_b, text, kind, label


def _clusters(connection: sqlite3.Connection, language: Language) -> Rows:
    ends, _ = _redirect_ends(connection)
    near, inside = _thresholds(connection)
    for row in connection.execute(_CLUSTERS, (" ".join(Role.__args__),)):  # type: ignore[attr-defined]
        number, kind, size, lowest, median, address, keeper_id, url, role, keeper, representative = row[:11]
        to_representative, *to_keeper, words, unique_share, title, canonical, canonical_url, indexability = row[11:21]
        likeness = None if words is None else Likeness(*to_keeper)
        why = cause(
            url, keeper, likeness, size, near, inside, head=head(title, *row[23:26]), of_keeper=head(*row[26:])
        )  # fmt: skip
        step = advice(
            url, keeper, why, indexability,
            redirects_to_keeper=ends.get(address) == keeper_id,
            names_keeper=canonical is not None and keeper_id in (canonical, ends.get(canonical)),
        )  # fmt: skip
        measures = (None,) * 4 if likeness is None else (to_representative, *to_keeper)
        yield (
            number, kind, size, lowest, median, url, role, keeper, representative, *measures, words, unique_share,
            title, canonical_url, indexability, row[21], why, sentences.advice(step, language), row[22],
        )  # fmt: skip


def _findings(connection: sqlite3.Connection, language: Language) -> Rows:
    order = " ".join(Severity.__args__)  # type: ignore[attr-defined]
    for rule, engine, severity, url, related, message, details in connection.execute(_FINDINGS, (order,)):
        yield rule, engine, severity, url, related, sentences.finding(message, url, related, details, language)


def _labels(connection: sqlite3.Connection, _: Language) -> Rows:
    return _if_there(connection, "labels", _LABELS)


def _if_there(connection: sqlite3.Connection, table: str, query: str) -> Rows:
    """The query's rows; none in an audit file that has no such table."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone()
    return connection.execute(query) if found else iter(())


_TABLES: dict[str, Callable[[sqlite3.Connection, Language], Rows]] = {
    "pages": _pages, "pairs": _pairs, "clusters": _clusters, "findings": _findings, "labels": _labels,
    "superdups": lambda connection, _: _if_there(connection, "superdups", _SUPERDUPS),
    "history": lambda connection, _: changes.over_crawls(connection),
    "carried": lambda connection, _: tables_signals.carried(connection),
    "canonized": lambda connection, _: tables_addresses.canonized(connection),
    "mirrors": lambda connection, _: tables_addresses.mirrors(connection),
    "selection": lambda connection, _: tables_signals.selection(connection),
    "hosts": lambda connection, _: tables_signals.hosts(connection),
    "links": lambda connection, _: tables_signals.links(connection),
    "hreflang": lambda connection, _: tables_hreflang.hreflang(connection),
}  # fmt: skip


def _thresholds(connection: sqlite3.Connection) -> tuple[float, float]:
    """Jaccard and containment that the groups were made with."""
    row = connection.execute("SELECT value FROM results WHERE name = 'compare'").fetchone()
    used = json.loads(row[0]) if row else {}
    default = CompareSettings()
    return used.get("jaccard", default.jaccard), used.get("containment", default.containment)


def _redirect_ends(connection: sqlite3.Connection) -> tuple[dict[int, int | None], dict[int | None, str]]:
    """Where the redirects of the latest crawl end: {address: last address or None for a circle}, {target: its url}."""
    hops: dict[int, int | None] = {}
    urls: dict[int | None, str] = {}
    query = "SELECT p.address, a.id, a.url FROM pages p JOIN addresses a ON a.id = p.redirect_to"
    for address, target, url in connection.execute(query):
        hops[address] = target
        urls[target] = url
    return chains(hops), urls
