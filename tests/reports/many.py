"""An audit file of any size for the tests of the report: groups of given sizes, made of a few small texts."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from .fixture import VERSION

SITE = "https://many.example.com"
_KINDS = ("near", "exact", "contained")
_WORDS = [
    "parcel",
    "van",
    "glass",
    "paper",
    "box",
    "road",
    "town",
    "desk",
    "phone",
    "map",
    "yard",
    "bell",
    "price",
    "week",
    "noon",
    "bicycle",
]


def build(path: Path, sizes: Sequence[int], single: int = 0, *, words: int = 60, unseen: int = 0) -> None:
    """Groups of these sizes (largest first), `single` pages in no group, `unseen` addresses that were never asked."""
    connection = sqlite3.connect(path)
    connection.executescript(files("pagetwin").joinpath("schema.sql").read_text("utf-8"))
    pages = [(group, n) for group, size in enumerate(sizes, 1) for n in range(size)]
    pages += [(0, n) for n in range(single)]
    urls = [_url(group, n) for group, n in pages] + [f"{SITE}/waiting/{n}/" for n in range(unseen)]
    ids = {page: number for number, page in enumerate(pages, 1)}
    many = connection.executemany
    many("INSERT INTO addresses VALUES (?, ?, ?)", ((n, url, url) for n, url in enumerate(urls, 1)))
    finished = None if unseen else "2026-05-04T09:00:00Z"
    crawl = (f"{SITE}/", SITE, "2026-05-04T08:00:00Z", finished, len(urls))
    connection.execute("INSERT INTO crawls VALUES (1, ?, ?, ?, ?, NULL, ?, NULL, '{}', '[]')", crawl)
    many("INSERT INTO frontier (crawl, address, origin, depth, lastmod, state, reason)"
         " VALUES (1, ?, 'sitemap', 0, '', ?, '')",
         ((n, "done" if n <= len(pages) else "new") for n in range(1, len(urls) + 1)))  # fmt: skip
    texts = [_text(n, words) for n in range(16)]
    many("INSERT INTO texts VALUES (?, ?)", ((_hash(n), zlib.compress(text.encode())) for n, text in enumerate(texts)))
    many(
        f"""INSERT INTO {VERSION} VALUES (?, 1, ?, '2026-05-04T08:30:00Z', 200, 'ok', '', NULL, 0.1, 4000, 'text/html',
        'utf-8', '', '', ?, '', '', 'en', 0, '[]', '[]', '[]', ?, NULL, ?, 0)""",
        ((ids[p], ids[p], f"Page {p[1]} of {p[0]}", _hash(p[1] % 16), words) for p in pages),
    )
    many(
        "INSERT INTO analysed VALUES (?, 'indexable', ?, ?, ?, 'main', '', ?, ?, ?, ?, ?, ?, ?)",
        (_analysed(p, ids, sizes, words) for p in pages),
    )
    first = {group: ids[group, 0] for group in range(1, len(sizes) + 1)}
    reasons = json.dumps([{"good": True, "code": "answers_200", "values": {"status": 200}}])
    many(
        "INSERT INTO clusters VALUES (?, ?, ?, 0.5, 0.7, 0, ?, ?, ?, ?, '[]')",
        ((g, _KINDS[g % 3], size, first[g], first[g], int(g % 10 == 0), reasons) for g, size in enumerate(sizes, 1)),
    )
    many(
        "INSERT INTO members VALUES (?, ?, ?, 0.6, ?, 0.75, 0.75)",
        ((g, ids[g, n], "near" if n else "keeper", 1.0 if n == 0 else 0.5 + n % 40 / 100) for g, n in pages if g),
    )
    many(
        "INSERT INTO pairs VALUES (?, ?, 30, 40, 40, 'main', 'near')",
        ((first[g], ids[g, n]) for g, n in pages if g and n),
    )
    _results(connection, complete=not unseen)
    connection.commit()
    connection.close()


def _url(group: int, n: int) -> str:
    return f"{SITE}/{'abcdefghij'[group % 10]}/{group}-{n}/" if group else f"{SITE}/single/{n}/"


def _hash(n: int) -> bytes:
    return bytes([n]) * 16


def _text(n: int, words: int) -> str:
    return "\n".join(
        " ".join(_WORDS[(i + (n if i % 31 == 7 else 0)) % len(_WORDS)] for i in range(line, min(line + 12, words)))
        for line in range(0, words, 12)
    )


def _analysed(
    page: tuple[int, int], ids: dict[tuple[int, int], int], sizes: Sequence[int], words: int
) -> tuple[object, ...]:
    """Canonicals by group: each itself, all the first, none, or at odds."""
    group, n = page
    target = {0: page, 1: (group, 0), 2: None, 3: (group, min(n, 1)) if n % 2 else page}[group % 4] if group else page
    others = sizes[group - 1] - 1 if group else 0
    canonical = ids[target] if target else None
    url = _url(*target) if target else ""
    closest = ids[group, 0 if n else min(1, others)] if others else None
    return ids[page], canonical, url, n % 7, words, 40, closest, 0.6 if others else 0.1, 0.75, others, n % 10 / 10


def _results(connection: sqlite3.Connection, *, complete: bool) -> None:
    bins = [max(0, 500_000 // (n * n + 1)) for n in range(50)]
    values = {
        "compare": {"shingle": 10, "jaccard": 0.5, "containment": 0.8, "candidates": "lsh"},
        "recall": {"jaccard": {"method": "sample", "value": 0.9996, "low": 0.997, "high": 0.9999, "lsh_alone": None}},
        "histograms": {"jaccard": bins, "containment": bins, "closest": bins[::-1]},
        "pair_count": 3_000_000,
        "pairs_complete": False,
        "pairs_left_out": 12,
        "complete": complete,
    }
    connection.executemany("INSERT INTO results VALUES (?, ?)", ((k, json.dumps(v)) for k, v in values.items()))
