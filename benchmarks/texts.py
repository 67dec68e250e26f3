"""Texts to compare: corpora, audits, and pages made by a seed (python benchmarks/texts.py SOURCE prints them as JSON).

A source is one of
    NAME.jsonl.gz or NAME.jsonl    lines {"url": ..., "text": ...}
    a folder                       of such files, each a source of its own; or of an audit (its main texts)
    templates:N                    10 templates, N pages of each, with slots and random edits
    directory:N                    N pages of a directory: a template for each of N/140 trades, a few words of their own
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstv" for vowel in "aeiou"]
# Share of replicas with each rate of changed words. A shingle of 10 words survives a rate p with (1 - p)^10: against
# the page that they were made from, J is 1, 0.83, 0.43 and 0.01.
NOISE = ((0.10, 0.0), (0.30, 0.01), (0.30, 0.05), (0.30, 0.35))


class Page(NamedTuple):
    """A page as far as comparisons need it."""

    url: str
    text: str


def sources(names: Sequence[str], seed: int) -> list[tuple[str, Callable[[], list[Page]]]]:
    """Each source with its name and a function that reads or makes it."""
    found: list[tuple[str, Callable[[], list[Page]]]] = []
    for name in names:
        kind, _, size = name.partition(":")
        if kind in MADE and size.isdecimal():
            found.append((name, partial(_made, kind, int(size), seed)))
        elif (Path(name) / "audit.sqlite").is_file():
            found.append((Path(name).name, partial(of_audit, Path(name))))
        else:
            files = sorted(Path(name).glob("*.jsonl*")) if Path(name).is_dir() else [Path(name)]
            if not files or not all(file.is_file() for file in files):
                sys.exit(f"{name}: no such texts; give a file NAME.jsonl.gz, a folder of them or of an audit, "
                         f"{' or '.join(f'{made}:PAGES' for made in MADE)}")  # fmt: skip
            found += [(file.name.partition(".")[0], partial(of_file, file)) for file in files]
    return found


def of_file(path: Path) -> list[Page]:
    """The pages of a file of JSON lines, packed or not."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Page(row["url"], row["text"] or "") for row in rows]


def of_audit(folder: Path) -> list[Page]:
    """The main texts of an audit, in the order of addresses."""
    from pagetwin.store.analysis import read_pages, read_texts
    from pagetwin.store.file import Store

    with Store.open(folder, create=False) as store:
        rows = [row for row in read_pages(store) if row.main_words]
        return [Page(row.url, text.main) for row, text in zip(rows, read_texts(store, rows), strict=True)]


def _made(kind: str, size: int, seed: int) -> list[Page]:
    return [Page(f"https://made.example/{n}", text) for n, text in enumerate(MADE[kind](size, random.Random(seed)))]


def templates(pages: int, rng: random.Random) -> Iterator[str]:
    """10 templates of 400 words, `pages` of each: 3 slots filled from 50 values, 3 with words of the page's own, and of
    the other words one in 200 changed at random. Two pages of one template have a Jaccard of 0.5 to 0.7 (w = 10).
    """
    words = vocabulary(rng)
    values = [f"{rng.choice(words)} {rng.choice(words)}" for _ in range(50)]
    for template in [_sentence(400, words, rng) for _ in range(10)]:
        for _ in range(pages):
            page = [rng.choice(words) if rng.random() < 1 / 200 else word for word in template]
            for place in range(30, 400, 66):
                page[place] = rng.choice(values) if place % 4 == 0 else " ".join(rng.choices(words, k=3))
            yield " ".join(page)


def directory(pages: int, rng: random.Random) -> Iterator[str]:
    """A directory of firms: 100 words on all pages, 160 of the trade, about 25 of the firm's own (name, street, phone).
    About 140 firms a trade; two of one trade have a Jaccard around 0.75, two of different trades around 0.18 (w = 10).
    """
    words = vocabulary(rng)
    common = _sentence(100, words, rng)
    trades = [_sentence(160, words, rng) for _ in range(-(-pages // 140))]
    for _ in range(pages):
        name = " ".join(rng.choices(words, k=2))
        street = f"{rng.choice(words)} {rng.randrange(1, 200)} {rng.choice(words)}"
        trade = rng.choice(trades)
        own = f"{street} phone {rng.randrange(10**6)} {' '.join(rng.choices(words, k=8))}"
        parts = (name, *common[:50], *trade[:80], name, own, *trade[80:], name, *common[50:])
        yield " ".join(parts)


MADE: dict[str, Callable[[int, random.Random], Iterator[str]]] = {"templates": templates, "directory": directory}


def replicas(texts: Sequence[str], pages: int, seed: int) -> Iterator[str]:
    """`pages` texts: the given ones in random order, then again and again with noise.

    Each copy draws a rate from NOISE; so many of its words (as white space parts them) are replaced by words from
    random places of the given texts. So there are exact copies, near duplicates, and pages of which little is left.
    """
    rng = random.Random(seed)
    order = rng.sample(range(len(texts)), len(texts))
    shares, rates = zip(*NOISE, strict=True)
    others: list[str] = []
    for number in range(pages):
        text = texts[order[number % len(order)]]
        if number < len(order):
            yield text
            continue
        rate = rng.choices(rates, shares)[0]
        words = text.split()
        changed = sum(rng.random() < rate for _ in words) if rate else 0
        for place in rng.sample(range(len(words)), changed):
            others = others or texts[rng.randrange(len(texts))].split()[::7] or ["word"]
            words[place] = others.pop()
        yield " ".join(words)


def vocabulary(rng: random.Random, size: int = 5_000) -> list[str]:
    """Made-up words of two to four syllables."""
    return ["".join(rng.choices(SYLLABLES, k=rng.randrange(2, 5))) for _ in range(size)]


def _sentence(length: int, words: Sequence[str], rng: random.Random) -> list[str]:
    """Some words are frequent, most are rare."""
    return [words[int(len(words) * rng.random() ** 3)] for _ in range(length)]


def main() -> None:
    """Print the pages of the sources given; with LIMIT only so many of each."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else None
    for _, read in sources(sys.argv[1:2], seed=1):
        for page in islice(read(), limit):
            print(json.dumps(page._asdict(), ensure_ascii=False))


if __name__ == "__main__":
    main()
