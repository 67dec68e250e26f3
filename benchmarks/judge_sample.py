"""The judged set: draw pairs of audits, read them without their scores, note verdicts.

    python benchmarks/judge_sample.py draw SHEET NAME=AUDIT_FOLDER ... --each 3
    python benchmarks/judge_sample.py show SHEET 1 12 NAME=AUDIT_FOLDER ...
    python benchmarks/judge_sample.py note SHEET < LINES        # NUMBER VERDICT WHY

`draw` takes pairs of every band of `judge.py` by turns from the sites, kinds of text and languages, each page once and
at most two pairs of a group and band. Pairs below the thresholds are only there when the audits were analysed with
lower ones (`pagetwin analyze OUT --jaccard 0.3 --containment 0.6`). `show` prints the texts of pairs, shortened where
they are alike, and no score; `note` writes what was judged. The sheet is the CSV that `judge.py` reads, at first
without verdicts. The pairs in judged.csv were drawn site by site, with `--each 3`.
"""

from __future__ import annotations

import argparse
import csv
import difflib
import json
import random
import sqlite3
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from judge import COLUMNS, VERDICTS, band, read
from pagetwin.similarity.blocks import Blocks, without_blocks
from pagetwin.similarity.measure import containment, jaccard

_PER_GROUP = 2
_MOST_WORDS = 50  # of a stretch that differs or is alike, before it is shortened ...
_DIFFERENT = 500  # ... and of all that differs in a pair
_PAIRS = """
  SELECT p.a, p.b, p.shared, p.size_a, p.size_b, p.text, a.url AS url_a, b.url AS url_b,
    hex(CASE p.text WHEN 'main' THEN a.main_hash ELSE a.body_hash END) AS hash_a,
    hex(CASE p.text WHEN 'main' THEN b.main_hash ELSE b.body_hash END) AS hash_b,
    a.lang AS lang, coalesce(ma.cluster, -p.a) AS group_a, coalesce(mb.cluster, -p.b) AS group_b
  FROM pairs p JOIN pages a ON a.address = p.a JOIN pages b ON b.address = p.b
  LEFT JOIN members ma ON ma.address = p.a LEFT JOIN members mb ON mb.address = p.b"""

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "show", "note"))
    parser.add_argument("sheet", type=Path)
    parser.add_argument("rest", nargs="*", help="for show: first and last pair; then NAME=AUDIT_FOLDER ...")
    parser.add_argument("--each", type=int, default=3, help="pairs of a band")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after", type=Path, help="for draw: pairs that were drawn before; their pages are not again")
    options = parser.parse_args()
    audits = {name: open_audit(Path(folder)) for name, _, folder in (r.partition("=") for r in options.rest) if folder}
    if options.what == "draw":
        pairs = [pair for name, audit in audits.items() for pair in _pairs(name, audit)]
        before = read(options.after) if options.after else []
        _write(options.sheet, draw(pairs, options.each, random.Random(options.seed), before))
    elif options.what == "show":
        first, last = map(int, options.rest[:2])
        for number, row in list(enumerate(read(options.sheet), 1))[first - 1 : last]:
            print("\n".join(_shown(number, row, audits[row["site"]])))
    else:
        rows = read(options.sheet)
        _note(rows, sys.stdin)
        _write(options.sheet, rows)


def draw(pairs: Iterable[Row], each: int, rng: random.Random, before: Iterable[Row] = ()) -> list[Row]:
    """So many pairs of each band, from its strata (site, kind of text, language) by turns; in random order.

    Pages of pairs that were drawn `before` are not drawn again.
    """
    strata: defaultdict[str, defaultdict[tuple[str, ...], list[Row]]] = defaultdict(lambda: defaultdict(list))
    for pair in sorted(pairs, key=lambda pair: (pair["site"], pair["url_a"], pair["url_b"])):
        strata[band(pair)][pair["site"], pair["text"], pair["lang"]].append(pair)
    drawn: list[Row] = []
    used = Counter[tuple[Any, ...]]((row["site"], row[f"url_{side}"]) for row in before for side in "ab")
    for name in sorted(strata, key=lambda name: sum(map(len, strata[name].values()))):  # the rarest band chooses first
        queues = sorted(strata[name].items())
        rng.shuffle(queues)
        for _, queue in queues:
            rng.shuffle(queue)
        wanted = each
        while wanted and any(queue for _, queue in queues):
            for _, queue in queues:
                while wanted and queue:
                    pair = queue.pop()
                    if _is_new(pair, used):
                        drawn.append(pair)
                        wanted -= 1
                        break
    rng.shuffle(drawn)
    return drawn


def _is_new(pair: Row, used: Counter[tuple[Any, ...]]) -> bool:
    """Whether no page of it was drawn before, nor too much of its groups in its band; if so, they count as drawn."""
    pages = [(pair["site"], pair["url_a"]), (pair["site"], pair["url_b"])]
    groups = {(pair["site"], pair["group_a"], band(pair)), (pair["site"], pair["group_b"], band(pair))}
    if any(used[page] for page in pages) or any(used[group] >= _PER_GROUP for group in groups):
        return False
    used.update([*pages, *groups])
    return True


def open_audit(folder: Path) -> sqlite3.Connection:
    audit = sqlite3.connect(f"{(folder / 'audit.sqlite').resolve().as_uri()}?mode=ro", uri=True)
    audit.row_factory = sqlite3.Row
    return audit


def site_blocks(audit: sqlite3.Connection) -> Blocks:
    """The lines of body texts that the analysis left out of the comparison."""
    return frozenset(json.loads(audit.execute("SELECT value FROM results WHERE name = 'site_blocks'").fetchone()[0]))


def _pairs(site: str, audit: sqlite3.Connection) -> Iterator[Row]:
    for found in audit.execute(_PAIRS):
        shared, size_a, size_b = found["shared"], found["size_a"], found["size_b"]
        yield {
            **found,
            "site": site,
            "url_a": path_of(found["url_a"]),
            "url_b": path_of(found["url_b"]),
            "hash_a": found["hash_a"].lower(),
            "hash_b": found["hash_b"].lower(),
            "jaccard": f"{jaccard(shared, size_a, size_b):.4f}",
            "a_in_b": f"{containment(shared, size_a):.4f}",
            "b_in_a": f"{containment(shared, size_b):.4f}",
            "verdict": "",
            "why": "",
        }


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def _write(sheet: Path, rows: list[Row]) -> None:
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _note(rows: list[Row], lines: Iterable[str]) -> None:
    for line in lines:
        if line.strip():
            number, verdict, why = line.split(maxsplit=2)
            if verdict not in VERDICTS:
                raise SystemExit(f"{line.strip()}: the verdict must be one of {', '.join(VERDICTS)}")
            rows[int(number) - 1].update(verdict=verdict, why=why.strip())


def _shown(number: int, row: Row, audit: sqlite3.Connection) -> Iterator[str]:
    """A pair as it is read: addresses, titles, and the texts by stretches that are alike or differ."""
    blocks = site_blocks(audit) if row["text"] == "body" else frozenset()
    texts = []
    yield f"\n##### {number} {row['site']} {row['text']}"
    for side in "ab":
        path = row[f"url_{side}"]
        page = next(p for p in audit.execute("SELECT url, title, lang FROM pages") if path_of(p["url"]) == path)
        yield f"{side.upper()} {path} [{page['lang']}] {page['title']}"
        z = audit.execute("SELECT z FROM texts WHERE hash = ?", (bytes.fromhex(row[f"hash_{side}"]),)).fetchone()["z"]
        texts.append(without_blocks(zlib.decompress(z).decode(), blocks).split())
    yield f"words: {len(texts[0])} and {len(texts[1])}"
    left = _DIFFERENT
    for alike, one, other in _stretches(*texts):
        if alike:
            yield f"  = {_shortened(one, 16)}"
            continue
        most = _MOST_WORDS if left > 0 else 8
        yield from (f"  {mark} {_shortened(words, most)}" for mark, words in (("-", one), ("+", other)) if words)
        left -= min(len(one), most) + min(len(other), most)


def _stretches(a: list[str], b: list[str]) -> Iterator[tuple[bool, list[str], list[str]]]:
    """The words of two texts by turns alike and different; chance agreement inside a difference is part of it."""
    a_from = b_from = 0
    for match in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        before = max(match.a - a_from, match.b - b_from)
        if match.size and match.size < min(8, before):
            continue
        if before:
            yield False, a[a_from : match.a], b[b_from : match.b]
        if match.size:
            yield True, a[match.a : match.a + match.size], b[match.b : match.b + match.size]
        a_from, b_from = match.a + match.size, match.b + match.size


def _shortened(words: list[str], most: int) -> str:
    if len(words) <= most:
        return " ".join(words)
    return f"{' '.join(words[: most // 2])} [{len(words) - most} words] {' '.join(words[-most // 2 :])}"


if __name__ == "__main__":
    main()
