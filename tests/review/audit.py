"""A small analysed audit with pairs of all similarities, made by the program itself from a JSONL file."""

from __future__ import annotations

import json
import random
from pathlib import Path

from pagetwin.config import Settings, load
from pagetwin.pipeline import audit
from pagetwin.progress import Progress

SITE = "https://example.com"
SCRIPT = "<script>document.title='run'</script> \"q\" '&amp; \u202eabc\u202c \U0001f6b2"
GROUPS, SIZE = 10, 4


def texts(seed: int = 1) -> dict[str, str]:
    """Pages in groups of one template each: member n differs from the first in more and more places. Some pages stand
    whole or for the most part inside a longer one.
    """
    rng = random.Random(seed)
    names = ["".join(rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(3)) for _ in range(900)]
    found = {}
    for group in range(GROUPS):
        base = [rng.choice(names) for _ in range(300)]
        for member in range(SIZE):
            words = list(base)
            for place in rng.sample(range(300), member * (group + 1)):
                words[place] = rng.choice(names)
            if group == 0:
                words[150] = SCRIPT
            found[f"/s{group % 5}/g{group}-{member}"] = " ".join(words)
        part = base[: 60 + 8 * group] + [rng.choice(names) for _ in range(60 - 5 * group)]
        found[f"/s{group % 5}/g{group}-part"] = " ".join(part)
    return found


def make(folder: Path, out: Path, changed: dict[str, str] | None = None, **compare: float) -> Path:
    """Audit the pages (some with another text, or none when it is empty) into `out`."""
    pages = {**texts(), **(changed or {})}
    source = folder / "pages.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for path, text in pages.items():
            if text:
                print(json.dumps({"url": SITE + path, "text": text}), file=file)
    audit(str(source), out, settings(**compare), Progress())
    return out


def settings(**compare: float) -> Settings:
    """Settings of these audits."""
    return load(None, {"crawl": {"base_url": SITE, "workers": 1}, "compare": {"shingle": 5, **compare}})
