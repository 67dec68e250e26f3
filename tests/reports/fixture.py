"""A small finished audit file for the tests of everything that reads one: written by plain SQL from schema.sql.

One site of 13 compared pages. Group 1 is near (five city pages from one Russian template), group 2 contained (a short
page inside a long one, hostile titles), group 3 exact and resolved (a redirect and a canonicalised copy). The pairs are
scored here by plain sets of word shingles, so that every number in the file follows from its texts.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

from pagetwin.urls.identity import key

from .fixture_site import CITIES, DAY, NOT_PAGES, PAGES, REDIRECTS, SHINGLE, SITE, SKIPPED, Page

# Of the table versions, those that have no default.
VERSION = (
    "versions (id, crawl, address, fetched, status, outcome, note, redirect_to, seconds, size, content_type, charset,"
    " etag, last_modified, title, description, h1, lang, amp, canonicals, robots, alternates, main_hash, body_hash,"
    " main_words, body_words)"
)


def build(path: Path) -> None:
    """Write the audit file to `path`, which must not exist."""
    connection = sqlite3.connect(path)
    try:
        connection.executescript(files("pagetwin").joinpath("schema.sql").read_text("utf-8"))
        connection.execute("PRAGMA user_version = 1")
        ids = _addresses(connection)
        _crawl(connection, ids)
        _texts(connection, ids)
        scores = _scores()
        _pages(connection, ids, scores)
        _clusters(connection, ids, scores)
        _addresses_of_engines(connection, ids)
        _carried(connection)
        _results(connection, scores)
        connection.commit()
    finally:
        connection.close()


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """The set of windows of SHINGLE words; a shorter text is one shingle of its own words."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold().replace("ё", "е")).split()
    return frozenset(tuple(words[i : i + SHINGLE]) for i in range(max(1, len(words) - SHINGLE + 1)))


_Scores = dict[tuple[str, str], tuple[int, int, int]]  # (path, path) -> shared, size of the first, of the second


def _scores() -> _Scores:
    sets = {page.path: shingles(page.text) for page in PAGES}
    out: _Scores = {}
    for a, b in combinations(sets, 2):
        shared = len(sets[a] & sets[b])
        out[a, b] = shared, len(sets[a]), len(sets[b])
        out[b, a] = shared, len(sets[b]), len(sets[a])
    return out


def _jaccard(score: tuple[int, int, int]) -> float:
    shared, a, b = score
    return shared / (a + b - shared)


def _addresses(connection: sqlite3.Connection) -> dict[str, int]:
    """Address ids by path (or whole address), given in an order that is not that of the keys."""
    paths = [page.path for page in PAGES] + [r[0] for r in REDIRECTS] + [p[0] for p in NOT_PAGES]
    urls = {p: SITE + p for p in paths} | {url: url for url, _ in SKIPPED}
    order = sorted(urls, key=lambda p: hashlib.md5(p.encode()).digest())
    ids = {p: n for n, p in enumerate(order, 1)}
    rows = ((n, key(urls[p]), urls[p]) for p, n in ids.items())
    connection.executemany("INSERT INTO addresses VALUES (?, ?, ?)", rows)
    return ids


def _crawl(connection: sqlite3.Connection, ids: dict[str, int]) -> None:
    in_sitemap = {p.path for p in PAGES if p.in_sitemap} | {p[0] for p in NOT_PAGES} | {u for u, _ in SKIPPED}
    times = (f"{DAY}T08:00:00Z", f"{DAY}T08:01:10Z", f"{DAY}T08:01:15Z")
    row: tuple[Any, ...] = (f"{SITE}/", SITE, *times, len(in_sitemap))
    connection.execute("INSERT INTO crawls VALUES (1, ?, ?, ?, ?, ?, ?, NULL, '{}', '[]')", row)
    sources: list[tuple[str, str, int | None, int, str]] = [
        (f"{SITE}/robots.txt", "robots", 200, 2, ""),
        (f"{SITE}/sitemap.xml", "index", 200, 2, ""),
        (f"{SITE}/sitemap-1.xml", "sitemap", 200, len(in_sitemap), "line 40: <loc> without an address, left out"),
        (f"{SITE}/sitemap-2.xml.gz", "sitemap", 404, 0, "not found"),
    ]
    connection.executemany("INSERT INTO sources VALUES (1, ?, ?, ?, ?, ?)", sources)
    skipped = dict(SKIPPED)
    failed = {p[0] for p in NOT_PAGES if p[2] in ("timeout", "challenge")}
    for path, number in ids.items():
        state = "skipped" if path in skipped else "failed" if path in failed else "done"
        origin = "sitemap" if path in in_sitemap else "start"
        row = (number, origin, 0, DAY if path in in_sitemap else "", state, skipped.get(path, ""))
        connection.execute(
            "INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason) VALUES (1, ?, ?, ?, ?, ?, ?)",
            row,
        )
    for n, stage in enumerate(("crawl", "text", "compare", "canonical", "audit", "report")):
        connection.execute("INSERT INTO stages VALUES (1, ?, ?, ?, ?)", (stage, f"{n:016x}", 1.5 * n, times[2]))


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]


def _texts(connection: sqlite3.Connection, ids: dict[str, int]) -> None:
    texts = sorted({t for page in PAGES for t in (page.text, _body(page))})
    connection.executemany("INSERT INTO texts VALUES (?, ?)", ((_hash(t), zlib.compress(t.encode())) for t in texts))
    for page in PAGES:
        canonical = SITE + (page.path if page.canonical == "self" else page.canonical) if page.canonical else ""
        links = [{"source": "head", "raw": canonical, "url": canonical}] if canonical else []
        robots = [{"source": "meta", "bot": "robots", "content": "noindex"}] if page.indexability == "noindex" else []
        _version(
            connection, ids[page.path], 200, "ok", title=page.title, description=f"About {page.title}",
            h1=page.title, lang=page.lang, canonicals=json.dumps(links), robots=json.dumps(robots),
            main_hash=None if page.kind == "body" else _hash(page.text), body_hash=_hash(_body(page)),
            main_words=0 if page.kind == "body" else len(page.text.split()), body_words=len(_body(page).split()),
        )  # fmt: skip
    for path, target, status in REDIRECTS:
        _version(connection, ids[path], status, "redirect", redirect_to=ids[target])
    for path, code, outcome, note in NOT_PAGES:
        _version(connection, ids[path], code, outcome, note=note)


def _body(page: Page) -> str:
    return page.text if page.kind == "body" else f"{page.title}\n{page.text}"


_EMPTY: dict[str, Any] = {
    "note": "", "redirect_to": None, "seconds": 0.05, "size": 4000, "content_type": "text/html", "charset": "utf-8",
    "etag": "", "last_modified": "", "title": "", "description": "", "h1": "", "lang": "", "amp": 0,
    "canonicals": "[]", "robots": "[]", "alternates": "[]", "main_hash": None, "body_hash": None,
    "main_words": 0, "body_words": 0,
}  # fmt: skip


def _version(connection: sqlite3.Connection, address: int, status: int | None, outcome: str, **facts: Any) -> None:
    row = {"crawl": 1, "address": address, "fetched": f"{DAY}T08:00:30Z", "status": status, "outcome": outcome}
    row |= _EMPTY | facts
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO versions ({names}) VALUES ({marks})", tuple(row.values()))


def _pages(connection: sqlite3.Connection, ids: dict[str, int], scores: _Scores) -> None:
    sets = {page.path: shingles(page.text) for page in PAGES}
    near = {pair for pair, s in scores.items() if _jaccard(s) >= 0.5 or s[0] / min(s[1], s[2]) >= 0.8}
    for page in PAGES:
        others = {q: scores[page.path, q] for q in sets if q != page.path and scores[page.path, q][0]}
        closest = max(others, key=lambda q: _jaccard(others[q])) if others else None
        elsewhere = frozenset().union(*(s for q, s in sets.items() if q != page.path))
        mine, score = sets[page.path], others[closest] if closest else (0, 1, 1)
        canonical = page.path if page.canonical == "self" else page.canonical
        connection.execute(
            "INSERT INTO analysed VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                ids[page.path], page.indexability, ids[canonical] if canonical else None,
                SITE + canonical if canonical else "", page.inlinks, page.kind,
                "no main text was found" if page.kind == "body" else "", len(page.text.split()), len(mine),
                ids[closest] if closest else None, _jaccard(score), score[0] / min(score[1:]),
                sum(a == page.path for a, _ in near), len(mine - elsewhere) / len(mine),
            ),
        )  # fmt: skip
        on = [sum(shingle in s for s in sets.values()) - 1 for shingle in mine]
        shares = [sum(low <= n <= high for n in on) / len(on) for low, high in ((1, 1), (2, 5), (6, 20), (21, 999))]
        connection.execute("INSERT INTO spread VALUES (?, '', ?, ?, ?, ?, 0, 0)", (ids[page.path], *shares))
    for path, *_ in REDIRECTS:
        connection.execute(
            "INSERT INTO analysed VALUES (?, 'redirect', NULL, '', 2, '', '', 0, 0, NULL, 0, 0, 0, 0)", (ids[path],)
        )
    for a, b in sorted(near):
        if a < b:
            shared, size_a, size_b = scores[a, b]
            kind = "exact" if shared == size_a == size_b else "near" if _jaccard(scores[a, b]) >= 0.5 else "contained"
            row = (ids[a], ids[b], shared, size_a, size_b, "main", kind)
            connection.execute("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _reason(good: bool, code: str, **values: str | int | float) -> dict[str, Any]:
    return {"good": good, "code": code, "values": values}


def _clusters(connection: sqlite3.Connection, ids: dict[str, int], scores: _Scores) -> None:
    cities = tuple(f"/dostavka/{slug}/" for slug, *_ in CITIES)
    open_reasons = [
        _reason(True, "answers_200", status=200), _reason(True, "self_canonical"), _reason(True, "https"),
        _reason(True, "in_sitemap"), _reason(True, "most_inlinks", n=9),
    ]  # fmt: skip
    groups: tuple[tuple[str, tuple[tuple[str, str], ...], int, list[Any], list[Any]], ...] = (
        ("near", tuple((c, "keeper" if c == cities[0] else "near") for c in cities), 0, open_reasons, []),
        ("contained", (("/guide/glass/", "keeper"), ("/tips/glass/", "contained")), 0,
         [*open_reasons[:3], _reason(True, "contains_others", n=1)],
         [_reason(False, "mixed_canonicals", n=2), _reason(False, "a_code_of_tomorrow", n=3)]),
        ("exact", (("/prices/", "keeper"), ("/prices/?print=1", "canonicalised"), ("/old-prices/", "redirect")), 1,
         [_reason(True, "only_member_open"), _reason(True, "redirect_target", n=1),
          _reason(True, "canonical_target", n=1)], []),
    )  # fmt: skip
    for number, (kind, members, resolved, reasons, conflicts) in enumerate(groups, 1):
        keeper = members[0][0]
        centre = members[-1][0] if number == 1 else keeper  # a representative that is not the keeper
        inside = sorted(_jaccard(scores[a, b]) for (a, _), (b, _) in combinations(members, 2) if (a, b) in scores)
        connection.execute(
            "INSERT INTO clusters VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)",
            (
                number, kind, len(members), inside[0], inside[len(inside) // 2], ids[centre], ids[keeper], resolved,
                json.dumps(reasons), json.dumps(conflicts),
            ),
        )  # fmt: skip
        for path, role in members:
            to_keeper, to_centre = scores.get((path, keeper)), scores.get((path, centre))
            same = path == keeper
            connection.execute(
                "INSERT INTO members VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    number, ids[path], role, 1.0 if path == centre else _jaccard(to_centre) if to_centre else 0.0,
                    1.0 if same else _jaccard(to_keeper) if to_keeper else 0.0,
                    1.0 if same else to_keeper[0] / to_keeper[1] if to_keeper else 0.0,
                    1.0 if same else to_keeper[0] / to_keeper[2] if to_keeper else 0.0,
                ),
            )  # fmt: skip
    connection.execute(
        "INSERT INTO superdups SELECT d.key, d.url, k.key, k.url, CASE m.role WHEN 'redirect' THEN NULL"
        " ELSE m.jaccard_to_keeper END, iif(m.role = 'redirect', m.role, c.kind), 'shorter_url', 'out'"
        " FROM members m JOIN clusters c ON c.id = m.cluster JOIN addresses d ON d.id = m.address"
        " JOIN addresses k ON k.id = c.keeper WHERE m.address <> c.keeper"
    )
    connection.execute(
        "INSERT INTO findings VALUES ('canonical-to-redirect', 'any', 'warning', ?, ?, ?, '{}')",
        (ids["/old-prices/"], f"{SITE}/prices/", '=HYPERLINK("http://x") in a message <b>that is text</b>'),
    )
    connection.execute(
        "INSERT INTO findings VALUES ('noindex-in-sitemap', 'google', 'info', ?, '', 'Listed, yet noindex', '{}')",
        (ids["/contacts/"],),
    )


def _addresses_of_engines(connection: sqlite3.Connection, ids: dict[str, int]) -> None:
    """The site and its www host, whose pages redirect; one canonical that Yandex does not honour."""
    for page in PAGES:
        for engine in ("google", "yandex"):
            own, to = SITE + page.path, f"{SITE}/prices/"
            leads = page.path == "/prices/?print=1"
            step = {"kind": "CANONIZE", "by": "canonical", "to": to, "honoured": engine == "google", "note": ""}
            if leads and engine == "yandex":
                step["note"] = "texts_differ"
            end = to if leads and engine == "google" else own
            kinds, path = "CANONIZE" if end != own else "", json.dumps([step] if leads else [])
            row = (ids[page.path], engine, end, end, "example.com", kinds, path)
            connection.execute("INSERT INTO canonized VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    names = {"shows": 2, "clicks": 4, "iks": 2, "citation": 1, "redirects": 4, "https": 2, "sitemap": 1, "inlinks": 0.5}
    main = {"clicks": (30, 0.75), "iks": (120, 1), "redirects": (2, 1), "https": (1, 1), "sitemap": (12, 1)}
    www = {"clicks": (10, 0.25), "https": (1, 1)}
    for host, values, sums in ((SITE, main, (5, 7)), ("https://www.example.com", www, (1, 2))):
        terms = [
            {"name": n, "value": value, "share": share, "weight": weight, "points": share * weight}
            for n, weight in names.items() for value, share in [values.get(n, (0, 0.0))]
        ]  # fmt: skip
        row = (host, SITE, 13 * (host == SITE), 0, 2 * (host != SITE), *sums, json.dumps(terms), "")
        connection.execute("INSERT INTO mirrors VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("INSERT INTO mirrors VALUES ('https://de.example.com', ?, 1, 0, 0, 0, 0, '[]', 'language')",
                       ("https://de.example.com",))  # fmt: skip


def _carried(connection: sqlite3.Connection) -> None:
    """Links and dates of the groups, as no clicks are known; scores of their keepers and of pages in none."""
    connection.execute(
        """INSERT INTO carried SELECT keeper, NULL, 0, 0, NULL, 0, 0, 12, 3, 2, 1, '[["example.com", 12]]',
        '[["example.com", 12]]', '[["Доставка", 7], ["=1+1", 2]]', ?1, ?1, '', NULL, size, 40 FROM clusters""",
        (DAY,),
    )
    connection.execute("INSERT INTO page_dates SELECT address, ?1, ?1, '' FROM members", (DAY,))
    connection.execute("INSERT INTO hosts VALUES ('example.com', 'example.com', 30, 8, 5, NULL, NULL, NULL, 0)")
    connection.execute(
        """INSERT INTO selection SELECT n.address, round(n.unique_share, 3),
        CASE WHEN n.unique_share > 0.6 THEN 'strong' WHEN n.unique_share > 0.4 THEN 'fair' ELSE 'weak' END,
        n.unique_share, 0.5, 0.25, NULL, NULL, 1 FROM analysed n LEFT JOIN members m ON m.address = n.address
        WHERE n.text <> '' AND coalesce(m.role, 'keeper') = 'keeper'"""
    )


def _results(connection: sqlite3.Connection, scores: _Scores) -> None:
    once = [s for (a, b), s in scores.items() if a < b and s[0]]
    best: dict[str, float] = {}
    for (a, _), s in scores.items():
        best[a] = max(best.get(a, 0.0), _jaccard(s))
    jaccard, containment = [_jaccard(s) for s in once], [s[0] / min(s[1:]) for s in once]
    results: dict[str, Any] = {
        "compare": {"shingle": SHINGLE, "jaccard": 0.5, "containment": 0.8, "candidates": "auto"},
        "recall": {
            "jaccard": {"method": "exact", "value": 1.0, "low": 1.0, "high": 1.0, "lsh_alone": 0.9767},
            "containment": {"method": "exact", "value": 1.0, "low": 1.0, "high": 1.0, "lsh_alone": None},
        },
        "histograms": {"jaccard": _bins(jaccard), "containment": _bins(containment), "closest": _bins(best.values())},
        "pair_count": sum(j >= 0.5 or c >= 0.8 for j, c in zip(jaccard, containment, strict=True)),
        "pairs_complete": True,
        "complete": True,
        "peak_rss_mb": 120,
        "leak": {"inlinks": {"total": 60, "elsewhere": 6, "addresses": 4, "settled": 3}},
    }
    connection.executemany("INSERT INTO results VALUES (?, ?)", ((k, json.dumps(v)) for k, v in results.items()))


def _bins(values: Any) -> list[int]:
    out = [0] * 50
    for value in values:
        out[min(int(value * 50 + 1e-9), 49)] += 1
    return out
