"""A slow, plain comparison of all pairs by Python sets of words: what the engine must agree with."""

from __future__ import annotations

from dataclasses import dataclass

from pagetwin.config import CompareSettings
from pagetwin.model import Document, Pair


@dataclass
class Oracle:
    """Everything a Comparison holds, computed in the plainest way. Texts are split at white space."""

    pairs: list[Pair]
    shingles: list[int]
    unique: list[int]
    closest: list[int]
    closest_jaccard: list[float]
    near: list[int]
    histograms: dict[str, list[int]]


def shingle_set(text: str, w: int) -> frozenset[tuple[str, ...]]:
    words = text.split()
    if not words:
        return frozenset()
    return frozenset(tuple(words[i : i + w]) for i in range(max(len(words) - w + 1, 1)))


def judge(documents: list[Document], settings: CompareSettings) -> Oracle:
    documents = sorted(documents, key=lambda d: d.id)
    sets = {k: [shingle_set(getattr(d, k), settings.shingle) for d in documents] for k in ("main", "body")}
    n = len(documents)
    out = Oracle([], [], [], [-1] * n, [0.0] * n, [0] * n, {"jaccard": [0] * 50, "containment": [0] * 50})
    for a in range(n):
        for b in range(a + 1, n):
            kind = "body" if "body" in (documents[a].kind, documents[b].kind) else "main"
            x, y = sets[kind][a], sets[kind][b]
            if not x & y:
                continue
            pair = _pair(documents, a, b, kind, (len(x & y), len(x), len(y)), settings)
            out.histograms["jaccard"][min(50 * pair.shared // len(x | y), 49)] += 1
            out.histograms["containment"][min(50 * pair.shared // min(len(x), len(y)), 49)] += 1
            for one, other in ((a, b), (b, a)):
                if pair.jaccard > out.closest_jaccard[one]:
                    out.closest[one], out.closest_jaccard[one] = other, pair.jaccard
            if pair.jaccard >= settings.jaccard or max(pair.a_in_b, pair.b_in_a) >= settings.containment:
                out.pairs.append(pair)
                out.near[a] += 1
                out.near[b] += 1
    for document in documents:
        own = sets[document.kind][document.id]
        others = [d for d in documents if d.id != document.id and _in_run(d, document.kind)]
        out.shingles.append(len(own))
        out.unique.append(len(own.difference(*(sets[document.kind][d.id] for d in others))))
    return out


def _in_run(document: Document, kind: str) -> bool:
    return kind == "body" or document.kind == "main"


def _pair(
    documents: list[Document], a: int, b: int, text: str, counts: tuple[int, int, int], settings: CompareSettings
) -> Pair:
    shared, size_a, size_b = counts
    if getattr(documents[a], text).split() == getattr(documents[b], text).split():
        kind = "exact"
    else:
        kind = "near" if shared / (size_a + size_b - shared) >= settings.jaccard else "contained"
    return Pair(a, b, shared, size_a, size_b, text, kind)  # type: ignore[arg-type]
