"""The texts of the latest crawl: which of them each page is judged by, and what they share.

What hangs on the texts alone is taken from the cache where it stands there, and kept there where it does not.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from .audits.hreflang.detect import Detected
from .cache import Cache
from .config import CompareSettings, Settings
from .model import TextKind, Texts
from .progress import Progress
from .similarity import known
from .similarity.blocks import Blocks
from .similarity.engine import Comparison, Ints
from .similarity.local import compare_sets
from .similarity.sets import Sets, equal, grouped
from .similarity.shingled import Cutting, Shingled
from .similarity.text import TextChoice, TextFacts, choose, find_blocks
from .similarity.trust import Site, settle
from .store.analysis import PageRow, read_texts
from .store.file import Store
from .store.languages import languages
from .store.shingles import TextFile, cut


@dataclass(frozen=True)
class Corpus:
    """The pages that have a text; a document id is a place in `rows`."""

    store: Store
    rows: Sequence[PageRow]
    settings: Settings
    cache: Cache

    def choices(self, progress: Progress) -> tuple[Blocks, list[TextChoice]]:
        """The blocks that stand on the whole site, and the text that each page is judged by.

        Bodies deny pairs of main texts at the start values of the thresholds, whatever the owner's are: the choice
        hangs on the texts alone, so another threshold neither makes it anew nor turns it.
        """
        start = CompareSettings()
        compare = replace(self.settings.compare, jaccard=start.jaccard, containment=start.containment)
        key = _key((self.settings.text, compare), ((row.key, row.main_hash, row.body_hash) for row in self.rows))
        if stored := self.cache.get("choice", key):
            notes, blocks = json.loads(stored["json"].tobytes())
            kinds = [TextChoice(**note) for note in notes]
            return frozenset(blocks), [kinds[n] for n in stored["choices"].tolist()]

        def read(ids: Sequence[int]) -> Iterator[Texts]:
            return read_texts(self.store, (self.rows[n] for n in ids))

        facts = [
            TextFacts(n, urlsplit(row.key).path, row.main_hash, row.body_hash, row.main_words, row.body_words)
            for n, row in enumerate(self.rows)
        ]
        blocks = find_blocks(facts, read)
        site = Site(facts, read, blocks, compare, self.settings.text)
        chosen = choose(facts, read, self.settings.text, blocks)
        chosen = settle(chosen, lambda some: self._compared(some, blocks, compare, progress), site)
        number = {choice: n for n, choice in enumerate(dict.fromkeys(chosen))}
        notes = json.dumps([[dataclasses.asdict(choice) for choice in number], sorted(blocks)]).encode()
        choices = np.array([number[choice] for choice in chosen], np.int64)
        self.cache.put("choice", key, {"json": np.frombuffer(notes, np.uint8), "choices": choices})
        return blocks, chosen

    def compared(self, chosen: Sequence[TextChoice], blocks: Blocks, progress: Progress) -> Comparison:
        """All pages compared by the shingles of their texts, less the blocks."""
        return self._compared(chosen, blocks, self.settings.compare, progress)

    def languages(self, chosen: Sequence[TextChoice], docs: Iterable[int], progress: Progress) -> dict[int, Detected]:
        """The language of the text that each of these documents is judged by."""
        hashes = {doc: getattr(self.rows[doc], f"{chosen[doc].kind}_hash") for doc in docs}
        wanted = list(dict.fromkeys(digest for digest in hashes.values() if digest is not None))
        if not wanted:
            return {}
        file = TextFile(self.store.path, Cutting(self.settings.compare, self.settings.text))
        found = languages(file, wanted, self.settings.crawl.workers, self.cache, progress)
        return {doc: found[digest] for doc, digest in hashes.items() if digest is not None}

    def _compared(
        self, chosen: Sequence[TextChoice], blocks: Blocks, settings: CompareSettings, progress: Progress
    ) -> Comparison:
        cutting = Cutting(settings, self.settings.text)
        by_body = {doc: choice.kind == "body" for doc, choice in enumerate(chosen)}
        bodies = TextFile(self.store.path, cutting, blocks)
        texts = ((row.main_hash, row.body_hash, by_body[doc]) for doc, row in enumerate(self.rows))
        shelf = self.cache.shelf(_key(bodies.key(), texts))

        def kinds() -> Iterator[Sets]:
            yield self._sets("main", TextFile(self.store.path, cutting), by_body, shelf, progress)
            if any(by_body.values()):
                yield self._sets("body", bodies, by_body, shelf, progress)

        return compare_sets(kinds(), by_body, settings, self.settings.text, progress, shelf)

    def _sets(
        self, kind: TextKind, file: TextFile, by_body: Mapping[int, bool], shelf: known.Shelf, progress: Progress
    ) -> Sets:
        hash_of = {
            doc: digest
            for doc, row in enumerate(self.rows)
            if (kind == "body" or not by_body[doc]) and (digest := getattr(row, f"{kind}_hash")) is not None
        }
        words = {digest: getattr(self.rows[doc], f"{kind}_words") for doc, digest in hash_of.items()}
        hashes, workers = list(words), self.settings.crawl.workers

        def texts() -> Shingled:
            return cut(file, f"shingles-{kind}", hashes, list(words.values()), workers, self.cache, progress)

        def read(numbers: Ints) -> Iterator[str]:
            return file.read(hashes[n] for n in numbers.tolist())

        stored = known.get_sets(shelf, kind, lambda: texts().sets, read)
        if stored is not None:
            return stored
        found = texts()
        number = {digest: n for n, digest in enumerate(hashes)}
        text_of = np.array([number[digest] for digest in hash_of.values()], np.int64)
        judged = np.array([by_body[doc] == (kind == "body") for doc in hash_of], bool)
        same = equal(found, read, file.cutting)
        made = grouped(np.array(list(hash_of), np.int64), text_of, judged, found.sets, same, read)
        known.put_sets(shelf, kind, made)
        return made


def _key(settings: Any, facts: Iterable[tuple[Any, ...]]) -> str:
    digest = hashlib.sha256(repr(settings).encode())
    digest.update(repr(list(facts)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
