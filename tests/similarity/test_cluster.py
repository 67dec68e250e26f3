"""Groups: every member is verified against its representative, no chains, no dependence on order or limits."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pagetwin.config import CompareSettings, TextSettings
from pagetwin.model import Cluster, Document
from pagetwin.progress import Progress
from pagetwin.similarity import cluster as module
from pagetwin.similarity import score
from pagetwin.similarity.cluster import group
from pagetwin.similarity.local import compare

from .oracle import shingle_set
from .test_local import documents_of


def groups_of(documents: list[Document], asked: CompareSettings) -> list[Cluster]:
    return group(len(documents), compare(documents, asked, TextSettings(), Progress()), asked)


def pages(*texts: str) -> list[Document]:
    return [Document(n, "main", text, "") for n, text in enumerate(texts)]


def jaccard(documents: list[Document], a: int, b: int, w: int) -> float:
    kind = "body" if "body" in (documents[a].kind, documents[b].kind) else "main"
    x, y = (shingle_set(getattr(documents[n], kind), w) for n in (a, b))
    return len(x & y) / max(len(x | y), 1)


def words(first: int, last: int) -> str:
    return " ".join(f"w{n}" for n in range(first, last))


def test_a_chain_is_no_group() -> None:
    """Windows that slide over a text: neighbours are alike, the ends share nothing. B is the centre of A and C."""
    documents = pages(words(0, 100), words(30, 130), words(60, 160), words(90, 190))
    asked = CompareSettings(shingle=1)
    assert round(jaccard(documents, 0, 1, 1), 2) == 0.54
    found = groups_of(documents, asked)
    assert [(c.representative, c.members) for c in found] == [(1, (0, 1, 2))]
    assert found[0].lowest == pytest.approx(40 / 160)
    assert found[0].median == pytest.approx(70 / 130)


def test_the_longer_city_page_stays_with_its_template() -> None:
    text = [f"w{n}" for n in range(64)]
    changed = [*text[:32], "other", *text[33:]]
    longer = [*changed, *(f"more{n}" for n in range(32))]
    (found,) = groups_of(pages(*(" ".join(t) for t in (text, changed, longer))), CompareSettings())
    assert (found.kind, found.representative, found.members) == ("contained", 0, (0, 1, 2))
    assert round(found.lowest, 2) == 0.46


def test_kind_is_the_loosest_relation() -> None:
    text, edited = words(0, 60), words(0, 30) + " x " + words(31, 60)
    assert [c.kind for c in groups_of(pages(text, text), CompareSettings())] == ["exact"]
    assert [c.kind for c in groups_of(pages(text, text, edited), CompareSettings())] == ["near"]


def plain_stars(documents: list[Document], asked: CompareSettings) -> list[tuple[int, tuple[int, ...]]]:
    pairs = compare(documents, asked, TextSettings(), Progress()).pairs
    partners: dict[int, set[int]] = {d.id: set() for d in documents}
    for pair in pairs:
        partners[pair.a].add(pair.b)
        partners[pair.b].add(pair.a)
    taken: set[int] = set()
    stars = []
    for page in sorted(partners, key=lambda p: (-len(partners[p]), p)):
        members = partners[page] - taken
        if page not in taken and members:
            stars.append((page, tuple(sorted(members | {page}))))
            taken |= members | {page}
    return sorted(stars)


@given(st.integers(0, 10**6), st.integers(0, 40), st.sampled_from([0, 0.3]), st.data())
@settings(max_examples=40, deadline=None)
def test_groups_are_stars_with_true_figures_whatever_the_order(
    seed: int, n: int, body: float, data: st.DataObject
) -> None:
    documents = documents_of(seed, n, body)
    asked = CompareSettings(shingle=2)
    found = groups_of(documents, asked)
    assert [(c.representative, c.members) for c in found] == plain_stars(documents, asked)
    assert groups_of(data.draw(st.permutations(documents)), asked) == found
    for c in found:
        values = [jaccard(documents, a, b, 2) for a in c.members for b in c.members if a < b]
        assert (c.lowest, c.median) == pytest.approx((min(values), statistics.median(values)))
        assert not c.sampled


@pytest.mark.parametrize("scored", [1, 300, 10**6])
@pytest.mark.parametrize("body", [0, 0.4])
@pytest.mark.parametrize("seed", range(4))
def test_groups_are_the_same_when_most_pairs_were_dropped(
    monkeypatch: pytest.MonkeyPatch, seed: int, body: float, scored: int
) -> None:
    documents = documents_of(seed, 70, body)
    asked = CompareSettings(shingle=2, jaccard=0.3)
    few = CompareSettings(shingle=2, jaccard=0.3, pair_limit=10, closest=2)
    monkeypatch.setattr(module, "SCORED", scored)
    monkeypatch.setattr(score, "SQUARE", 2)
    assert groups_of(documents, few) == groups_of(documents, asked) != []


def test_copies_stay_exact_when_most_pairs_were_dropped() -> None:
    text = words(0, 40)
    documents = pages(*[text] * 30)
    (found,) = groups_of(documents, CompareSettings(pair_limit=5, closest=2))
    assert (found.kind, found.representative, len(found.members)) == ("exact", 0, 30)


def test_large_groups_are_sampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ALL_PAIRS", 20)
    monkeypatch.setattr(module, "SAMPLED_PAIRS", 400)
    r = random.Random(1)
    texts = []
    for _ in range(60):
        text = words(0, 60).split()
        for _ in range(r.randint(1, 3)):
            text[r.randrange(60)] = "edit"
        texts.append(" ".join(text))
    asked = CompareSettings(shingle=3, jaccard=0.4)
    (sampled,) = groups_of(pages(*texts), asked)
    values = [jaccard(pages(*texts), a, b, 3) for a in range(60) for b in range(a)]
    assert sampled.sampled
    assert min(values) <= sampled.lowest < 0.9 * statistics.median(values)
    assert sampled.median == pytest.approx(statistics.median(values), abs=0.02)
    assert groups_of(pages(*texts), asked) == [sampled]


def test_many_small_groups_and_a_large_one_keep_their_own_figures() -> None:
    texts = [words(100 * n, 100 * n + 40 + extra) for n in range(30) for extra in (0, n + 1)]
    texts += [words(9000, 9060) + f" own{n}" for n in range(60)]
    found = groups_of(pages(*texts), CompareSettings(shingle=1))
    assert [c.lowest for c in found[:30]] == pytest.approx([40 / (41 + n) for n in range(30)])
    assert (found[30].lowest, found[30].median) == pytest.approx((60 / 62, 60 / 62))
