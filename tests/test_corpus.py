"""From the audit file to a comparison: what is kept from one analysis to the next changes nothing but the time."""

from __future__ import annotations

import dataclasses
import hashlib
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin import processes
from pagetwin.cache import Cache
from pagetwin.config import CompareSettings, CrawlSettings, Settings, TextSettings
from pagetwin.corpus import Corpus
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity import shingled, tally
from pagetwin.similarity.cluster import group
from pagetwin.similarity.engine import Comparison
from pagetwin.similarity.local import compare
from pagetwin.similarity.ragged import ragged
from pagetwin.similarity.shingled import Cutting
from pagetwin.similarity.text import TextChoice
from pagetwin.store import shingles as store_shingles
from pagetwin.store.analysis import PageRow
from pagetwin.store.file import Store

from .similarity.test_local import documents_of


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]


def a_row(number: int, document: Document) -> PageRow:
    def hashed(text: str) -> bytes | None:
        return digest(text) if text else None

    return PageRow(
        number, f"/{number:04}", f"http://example.com/{number:04}", 200, "ok", redirect_to=None, refresh_delay=None,
        charset_conflict="", title="", description="", lang="", og_url="", prev_url="", insecure=0, insecure_url="",
        tls_fault="", amp=False, in_sitemap=True, canonicals=(), robots=(), alternates=(),
        main_hash=hashed(document.main), body_hash=hashed(document.body), main_words=len(document.main.split()),
        body_words=len(document.body.split()),
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Callable[[Sequence[Document]], Store]]:
    """An audit file with the texts of documents."""
    stores = []

    def build(documents: Sequence[Document]) -> Store:
        stores.append(stored(tmp_path / str(len(stores)), documents))
        return stores[-1]

    yield build
    for store in stores:
        store.close()


def stored(path: Path, documents: Sequence[Document]) -> Store:
    store = Store.open(path)
    add(store, documents)
    return store


def add(store: Store, documents: Sequence[Document]) -> None:
    texts = {text for document in documents for text in (document.main, document.body) if text}
    with store.writing() as db:
        rows = ((digest(text), zlib.compress(text.encode())) for text in texts)
        db.executemany("INSERT OR IGNORE INTO texts VALUES (?, ?)", rows)


def run(store: Store, documents: Sequence[Document], asked: CompareSettings, cache: str = "cache") -> Comparison:
    rows = [a_row(n, document) for n, document in enumerate(documents)]
    kept = Cache(store.folder / cache, "1")
    corpus = Corpus(store, rows, Settings(crawl=CrawlSettings(workers=1), compare=asked), kept)
    return corpus.compared([TextChoice(d.kind) for d in documents], frozenset(), Progress())


def plain(found: Comparison, asked: CompareSettings) -> dict[str, Any]:
    """All of a comparison that can be compared."""
    columns = {
        field.name: getattr(record, field.name).tolist()
        for record in (found.pairs, found.pages)
        for field in dataclasses.fields(record)
    }
    rest = (found.pair_count, found.complete, found.histograms, found.recall, found.left_out)
    return {**columns, "rest": rest, "groups": group(len(found.pages.shingles), found, asked)}


thresholds = st.sampled_from([0.1, 0.2, 0.25, 0.3, 0.45, 0.5, 0.6, 0.8, 0.95, 1.0])
asked_for = st.builds(
    CompareSettings,
    shingle=st.just(2),
    jaccard=thresholds,
    containment=thresholds,
    candidates=st.sampled_from(["auto", "auto", "exact", "lsh"]),
    join_budget=st.sampled_from([20_000_000_000, 20_000_000_000, 0]),
    pair_limit=st.sampled_from([2_000_000, 15]),
    seed=st.sampled_from([1, 1, 2]),
)


@given(
    st.integers(0, 10**6),
    st.integers(0, 30),
    st.sampled_from([0, 0.3]),
    st.sampled_from([10**6, 40, 5]),
    st.lists(asked_for, min_size=2, max_size=4),
)
@settings(max_examples=12, deadline=None)
def test_a_run_from_the_cache_equals_a_fresh_one(
    seed: int, pages: int, body: float, wide: int, runs: list[CompareSettings]
) -> None:
    documents = documents_of(seed, pages, body)
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryDirectory() as folder,
        stored(Path(folder), documents) as store,
    ):
        patch.setattr(tally, "WIDE_PAIRS", wide)
        for number, asked in enumerate(runs):
            got = plain(run(store, documents, asked), asked)
            assert got == plain(run(store, documents, asked, f"fresh{number}"), asked)
            assert got == plain(compare(documents, asked, TextSettings(), Progress()), asked)


def test_another_threshold_reads_no_text_and_joins_nothing(
    folder: Callable[[Sequence[Document]], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = documents_of(3, 40, 0.3)
    store = folder(documents)
    first = run(store, documents, CompareSettings(shingle=2))

    def never(*_: object) -> None:
        raise AssertionError

    for module, name in (("store.shingles.TextFile", "read"), ("similarity.local", "join")):
        monkeypatch.setattr(f"pagetwin.{module}.{name}", never)
    monkeypatch.setattr("pagetwin.similarity.local.classes", never)
    second = run(store, documents, CompareSettings(shingle=2, jaccard=0.7, containment=0.95))
    assert 0 < second.pair_count < first.pair_count
    assert second.histograms == first.histograms


def test_each_text_is_read_once_and_after_a_change_only_the_new_ones(
    folder: Callable[[Sequence[Document]], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [Document(n, "body" if n % 3 else "main", f"main {n} a b c", f"body {n} d e f") for n in range(30)]
    store = folder(documents)
    read: list[bytes] = []
    original = store_shingles.TextFile.read

    def noting(self: store_shingles.TextFile, wanted: Iterable[bytes]) -> Iterator[str]:
        hashes = list(wanted)
        read.extend(hashes)
        return original(self, hashes)

    monkeypatch.setattr(store_shingles.TextFile, "read", noting)
    run(store, documents, CompareSettings(shingle=2))
    want = [d.main for d in documents if d.kind == "main"] + [d.body for d in documents]
    assert sorted(read) == sorted(map(digest, want))
    read.clear()
    changed = [dataclasses.replace(d, body="quite new") if d.id == 4 else d for d in documents]
    add(store, changed)
    asked = CompareSettings(shingle=2)
    assert plain(run(store, changed, asked), asked) == plain(compare(changed, asked, TextSettings(), Progress()), asked)
    assert read == [digest("quite new")]


@pytest.mark.parametrize("damage", ["cut", "flip", "text", "empty", "delete"])
def test_a_damaged_cache_is_made_anew(folder: Callable[[Sequence[Document]], Store], damage: str) -> None:
    documents = documents_of(5, 30, 0.3)
    store, asked = folder(documents), CompareSettings(shingle=2, jaccard=0.4)
    want = plain(run(store, documents, asked), asked)
    parts = sorted((store.folder / "cache").iterdir())
    assert len(parts) >= 8
    sizes = [part.stat().st_size for part in parts]
    for part in parts:
        content = part.read_bytes()
        middle = len(content) // 2
        flipped = (
            content[:middle] + bytes(255 - byte for byte in content[middle : middle + 40]) + content[middle + 40 :]
        )
        made = {"cut": content[:middle], "flip": flipped, "text": b"something else", "empty": b""}
        if damage == "delete":
            part.unlink()
        else:
            part.write_bytes(made[damage])
    assert plain(run(store, documents, asked), asked) == want
    assert [part.stat().st_size for part in sorted((store.folder / "cache").iterdir())] == sizes


def test_the_cache_does_not_grow_with_the_settings_that_were_tried(
    folder: Callable[[Sequence[Document]], Store],
) -> None:
    documents = documents_of(6, 30, 0.3)
    store = folder(documents)
    sizes = []
    for w in (2, 3, 2):
        run(store, documents, CompareSettings(shingle=w))
        sizes.append({part.name: part.stat().st_size for part in (store.folder / "cache").iterdir()})
    assert sizes[0] == sizes[2]
    assert sizes[0].keys() == sizes[1].keys()


def test_a_cache_that_cannot_be_written_is_no_trouble(folder: Callable[[Sequence[Document]], Store]) -> None:
    documents = documents_of(7, 20, 0.3)
    store, asked = folder(documents), CompareSettings(shingle=2)
    (store.folder / "cache").write_text("a file, not a folder")
    got = plain(run(store, documents, asked), asked)
    assert got == plain(compare(documents, asked, TextSettings(), Progress()), asked)


def test_processes_give_what_one_gives(
    folder: Callable[[Sequence[Document]], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = documents_of(8, 60, 0)
    store = folder(documents)
    texts = sorted({d.main for d in documents if d.main})
    file = store_shingles.TextFile(store.path, Cutting(CompareSettings(shingle=2), TextSettings()))
    monkeypatch.setattr(store_shingles, "PART", 100)
    monkeypatch.setattr(store_shingles, "WORTH", 10)
    pools = []
    pool = processes.ProcessPoolExecutor

    def noting(number: int, *rest: Any) -> Any:
        pools.append(number)
        return pool(number, *rest)

    monkeypatch.setattr(processes, "ProcessPoolExecutor", noting)

    def cut(workers: int) -> list[list[int]]:
        hashes, words = [digest(text) for text in texts], [len(text.split()) for text in texts]
        cache = Cache(store.folder / f"cache{workers}", "1")
        found = store_shingles.cut(file, "shingles", hashes, words, workers, cache, Progress())
        return [a.tolist() for a in (found.sets.values, found.sets.starts, found.alike, found.words)]

    want = shingled.shingled(texts, file.cutting)
    one = cut(1)
    assert one == [a.tolist() for a in (want.sets.values, want.sets.starts, want.alike, want.words)]
    assert pools == []
    assert cut(2) == one
    assert pools == [2]

    class Broken:
        def __init__(self, *_: object) -> None:
            raise BrokenProcessPool

    monkeypatch.setattr(processes, "ProcessPoolExecutor", Broken)
    assert cut(3) == one


def test_rows_are_taken_in_any_order() -> None:
    rows = [np.array(row, np.uint64) for row in ([1, 2], [], [3], [4, 5, 6])]
    whole = ragged(rows)
    for order in ([0, 1, 2, 3], [3, 0], [1, 3], [2, 2, 1], []):
        taken = whole.take(np.array(order, np.int64))
        assert [row.tolist() for row in taken] == [rows[n].tolist() for n in order]
        assert [taken[n].tolist() for n in range(len(taken))] == [rows[n].tolist() for n in order]
