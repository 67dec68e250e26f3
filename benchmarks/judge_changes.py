"""What another rule would have made of the judged pairs: python benchmarks/judge_changes.py NAME=AUDIT_FOLDER ...

For each rule: how many of the false pairs at the default thresholds it removes, how many of the true ones it loses, and
the precision that is left. It needs the audits that the pairs were drawn from, whose texts judged.csv names by hash;
pairs of sites that are not given, or with texts that the audit does not hold any more, are counted and left out.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from judge import VERDICTS, Row, named, read
from judge_sample import open_audit, path_of, site_blocks
from numpy.typing import NDArray
from pagetwin.similarity.blocks import Blocks, without_blocks
from pagetwin.similarity.measure import containment, jaccard, wilson
from pagetwin.similarity.shingles import shingle_sets
from pagetwin.similarity.words import Hashes, tokens, word_hashes

_SHINGLE = 10  # the default
_PAGES = """SELECT p.url, p.title, n.text, CASE n.text WHEN 'main' THEN p.main_hash ELSE p.body_hash END AS hash
  FROM pages p JOIN analysed n ON n.address = p.address WHERE n.text <> ''"""

Scores = tuple[float, float]  # Jaccard, and the larger containment


@dataclass(frozen=True)
class Judged:
    """A judged pair with what the rules ask. `rare[k]` is scored without the shingles on more than k pages."""

    verdict: str
    scores: Scores
    masked: Scores  # with every number made one
    rare: dict[int, Scores]
    words: int  # of the shorter text
    told_apart: bool


def told_apart(titles: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether titles of one kind name two things: they share a word, and each has one that its own text alone holds."""
    words = [set(tokens(text)) for text in texts]
    named_by = [set(tokens(title)) for title in titles]
    own = [(named_by[a] - named_by[b]) & (words[a] - words[b]) for a, b in ((0, 1), (1, 0))]
    return any(word.isalpha() for word in named_by[0] & named_by[1]) and all(own)


def pairs_of(rows: Sequence[Row], audit: sqlite3.Connection) -> Iterator[Judged]:
    """The pairs of one site, scored anew."""
    blocks = site_blocks(audit)
    pages = audit.execute(_PAGES).fetchall()
    titles = {path_of(page["url"]): page["title"] for page in pages}
    on_pages = np.unique(
        np.concatenate(_sets([_text(audit, page["hash"], page["text"], blocks) for page in pages])), return_counts=True
    )
    for row in rows:
        hashes = [bytes.fromhex(row[f"hash_{side}"]) for side in "ab"]
        if not all(audit.execute("SELECT 1 FROM texts WHERE hash = ?", (h,)).fetchone() for h in hashes):
            continue
        texts = [_text(audit, text_hash, row["text"], blocks) for text_hash in hashes]
        sets = _sets(texts)
        counts = [_counts(one, *on_pages) for one in sets]
        yield Judged(
            row["verdict"],
            _scores(sets),
            _scores(_sets([re.sub(r"\d+", "0", text) for text in texts])),
            {k: _scores([one[n <= k] for one, n in zip(sets, counts, strict=True)]) for k in (10, 20, 50)},
            min(len(tokens(text)) for text in texts),
            told_apart([titles[row[f"url_{side}"]] for side in "ab"], texts),
        )


def _text(audit: sqlite3.Connection, text_hash: bytes, kind: str, blocks: Blocks) -> str:
    z = audit.execute("SELECT z FROM texts WHERE hash = ?", (text_hash,)).fetchone()["z"]
    text = zlib.decompress(z).decode()
    return without_blocks(text, blocks) if kind == "body" else text


def _sets(texts: Sequence[str]) -> list[Hashes]:
    return shingle_sets(*word_hashes(texts), _SHINGLE)


def _counts(one: Hashes, shingles: Hashes, pages: NDArray[np.int64]) -> NDArray[np.int64]:
    """On how many pages each shingle of a set stands."""
    place = np.minimum(np.searchsorted(shingles, one), len(shingles) - 1)
    return np.where(shingles[place] == one, pages[place], 1)


def _scores(sets: Sequence[Hashes]) -> Scores:
    a, b = sets
    shared = len(np.intersect1d(a, b))
    return float(jaccard(shared, len(a), len(b))), float(containment(shared, min(len(a), len(b))))


def _over(scores: Scores, least_jaccard: float = 0.5, least_containment: float = 0.8) -> bool:
    return scores[0] >= least_jaccard or scores[1] >= least_containment


RULES: dict[str, Callable[[Judged], bool]] = {
    "the default thresholds": lambda _: True,
    "Jaccard from 0.6": lambda pair: _over(pair.scores, 0.6),
    "Jaccard from 0.7": lambda pair: _over(pair.scores, 0.7),
    "containment from 0.9": lambda pair: _over(pair.scores, 0.5, 0.9),
    "no containment": lambda pair: pair.scores[0] >= 0.5,
    "both texts of 50 words or more": lambda pair: pair.words >= 50,
    "both texts of 100 words or more": lambda pair: pair.words >= 100,
    "not where numbers alone differ": lambda pair: pair.masked[0] < 1 or pair.scores[0] == 1,
    "without shingles on more than 50 pages": lambda pair: pair.scores[0] == 1 or _over(pair.rare[50]),
    "without shingles on more than 20 pages": lambda pair: pair.scores[0] == 1 or _over(pair.rare[20]),
    "without shingles on more than 10 pages": lambda pair: pair.scores[0] == 1 or _over(pair.rare[10]),
    "not where titles tell them apart": lambda pair: not pair.told_apart,
    "not where titles tell them apart, Jaccard from 0.6": lambda pair: not pair.told_apart and _over(pair.scores, 0.6),
}  # fmt: skip


def main() -> None:
    rows = [row for row in read() if named(row)]
    audits = {name: open_audit(Path(folder)) for name, _, folder in (part.partition("=") for part in sys.argv[1:])}
    pairs = [pair for name, audit in audits.items() for pair in pairs_of([r for r in rows if r["site"] == name], audit)]
    print(f"{len(pairs)} of {len(rows)} judged pairs at the default thresholds\n")
    print("| rule | false removed | true lost | unsure removed | precision | 95 % |\n|---|---:|---:|---:|---:|---|")
    before = {verdict: sum(pair.verdict == verdict for pair in pairs) for verdict in VERDICTS}
    for name, keeps in RULES.items():
        left = {verdict: sum(pair.verdict == verdict and keeps(pair) for pair in pairs) for verdict in VERDICTS}
        false, true, unsure = (f"{before[v] - left[v]} of {before[v]}" for v in ("different", "same", "unsure"))
        low, high = wilson(left["same"], left["same"] + left["different"])
        precision = left["same"] / max(left["same"] + left["different"], 1)
        print(f"| {name} | {false} | {true} | {unsure} | {precision:.2f} | {low:.2f} to {high:.2f} |")


if __name__ == "__main__":
    main()
