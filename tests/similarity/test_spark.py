"""The Spark engine against the local one and brute force: equal pairs and groups, number for number."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Document
from pagetwin.progress import Progress
from pagetwin.similarity import minhash
from pagetwin.similarity.cluster import group
from pagetwin.similarity.engine import Comparison
from pagetwin.similarity.local import compare as compare_here
from pagetwin.similarity.spark.engine import LIMITS, Compared, Limits, compare
from pagetwin.similarity.spark.sql import session as start
from pagetwin.similarity.spark.stages import Stages
from support.spark import CONF, frame, groups_of, needs_spark, pairs_of

from .oracle import judge
from .test_local import texts_of

READING = TextSettings()
Run = Callable[..., tuple[Compared, Comparison]]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    needs_spark()
    started = start("local[2]", CONF)
    yield started
    started.stop()


@pytest.fixture
def both(session: Any, tmp_path: Path) -> Run:
    """The same documents through both engines; their pairs, counts and groups have to be equal."""

    def run(documents: list[Document], asked: CompareSettings, limits: Limits = LIMITS) -> tuple[Compared, Comparison]:
        by_body = any(document.kind == "body" for document in documents)
        stages = Stages(session, tmp_path.as_uri())
        there = compare(stages, frame(session, documents), by_body, asked, READING, limits)
        here = compare_here(documents, asked, READING, Progress())
        assert pairs_of(there) == list(here.pairs)
        assert (there.graph.pairs, there.complete, there.left_out) == (here.pair_count, here.complete, here.left_out)
        assert groups_of(there) == group(len(documents), here, asked)
        return there, here

    return run


def mixed(seed: int, n: int) -> list[Document]:
    """Pages with two texts each, some judged by the one and some by the other, in a scattered order."""
    r = random.Random(seed)
    main, body = texts_of(seed, n), texts_of(seed + 1000, n)
    documents = [Document(i, "body" if r.random() < 0.3 else "main", main[i], body[i]) for i in range(n)]
    r.shuffle(documents)
    return documents


def templates(seed: int, families: int, pages: int, changed: int) -> list[Document]:
    """Families of pages that share most of a text; `changed` words of 120 are each page's own, some pages are equal."""
    r = random.Random(seed)
    texts = []
    for family in range(families):
        words = [f"f{family}w{r.randrange(500)}" for _ in range(120)]
        for _ in range(pages):
            own = list(words)
            for _ in range(r.choice((0, changed, changed))):
                own[r.randrange(len(own))] = f"own{r.randrange(10**6)}"
            texts.append(" ".join(own[: r.choice((60, 120, 120))]))
    r.shuffle(texts)
    return [Document(n, "main", text, text) for n, text in enumerate(texts)]


def test_exact_candidates_give_what_brute_force_gives(both: Run) -> None:
    documents, asked = mixed(1, 90), CompareSettings(shingle=2, candidates="exact")
    there, _ = both(documents, asked)
    assert pairs_of(there) == judge(documents, asked).pairs
    assert there.way == {"main": "exact", "body": "exact"}


def test_auto_is_exact_while_that_is_cheap_and_no_page_is_judged_by_its_body(both: Run) -> None:
    documents, asked = [d for d in mixed(2, 120) if d.kind == "main"], CompareSettings(shingle=3)
    documents = [Document(n, "main", d.main, d.body) for n, d in enumerate(documents)]
    there, _ = both(documents, asked)
    assert pairs_of(there) == judge(documents, asked).pairs
    assert there.way == {"main": "exact"}


def test_auto_beyond_the_budget_proposes_what_the_local_engine_proposes(both: Run) -> None:
    there, here = both(mixed(3, 120), CompareSettings(shingle=2, join_budget=0))
    assert there.way["main"] == "LSH + SimHash + prefixes"
    assert here.recall["jaccard"].method == "sample"


def test_a_crowd_is_cut_short_alike(both: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Buckets too large to meet whole, and so few sets to a block that pairs stand in several cells."""
    monkeypatch.setattr(minhash, "PAIRS", 0)
    monkeypatch.setattr(minhash, "CROWD", 60)
    documents, asked = templates(4, 2, 140, 3), CompareSettings(shingle=4, candidates="lsh")
    there, _ = both(documents, asked, Limits(block=32))
    assert there.left_out > 0
    assert there.notes
    first: dict[str, int] = {}
    for document in documents:
        first.setdefault(document.main, document.id)
    once = set(first.values())  # recall is counted in pairs of different texts, and all of those few are drawn
    true = {(p.a, p.b) for p in judge(documents, asked).pairs if p.a in once and p.b in once}
    found = {(p.a, p.b) for p in pairs_of(there) if p.a in once and p.b in once}
    recall = there.recall["main"]
    print(f"recall against the exact result: {recall.value:.4f} of {recall.pairs} pairs")
    assert found < true
    assert (recall.found, recall.pairs) == (len(found), len(true))


def test_stars_by_component_are_those_of_the_whole_and_only_the_closest_pairs_are_written(both: Run) -> None:
    asked = CompareSettings(shingle=4, candidates="exact", pair_limit=300, closest=4)
    there, _ = both(templates(5, 4, 40, 3), asked, Limits(driver=100))
    assert there.graph.count > 100
    assert not there.complete


def test_what_was_done_is_not_done_again(session: Any, tmp_path: Path) -> None:
    documents, asked, said = templates(5, 2, 10, 2), CompareSettings(shingle=4, candidates="lsh"), []
    stages = Stages(session, tmp_path.as_uri(), said.append)
    first = pairs_of(compare(stages, frame(session, documents), False, asked, READING))
    assert "main-candidates" in said
    for path in tmp_path.glob("edges/*"):  # as if the job had been stopped while it wrote them
        path.unlink()
    said.clear()
    assert pairs_of(compare(stages, frame(session, documents), False, asked, READING)) == first
    assert said == ["edges"]
