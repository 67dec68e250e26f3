"""hreflang as it should be: one whole set for the pages that belong together, made of what they say already.

Codes are those that were probably meant, targets the addresses that answer and are canonical; what is gone or closed is
left out, each page lists itself and all others. Nothing is guessed: where two pages of a cluster claim one code, or the
language of a page is not told, its set is left to the owner.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from ..rule import Facts
from .codes import Bools, Ints
from .edges import OPEN, STATES, contains
from .graph import Longs
from .spots import url
from .values import X_DEFAULT, language, read

Set = tuple[tuple[str, str], ...]  # (code, address), x-default last
_LIVE = (OPEN, STATES.index("target-not-html"), STATES.index("unknown"))


@lru_cache(maxsize=4096)
def meant(code: str) -> str:
    """What to write in place of a code; '' where nobody can know."""
    value = read(code)
    grave = next((f for f in value.faults if f.severity == "error" and f.engine != "yandex"), None)
    proposed = grave.fixed if grave else next((f.fixed for f in value.faults if f.fixed), value.code)
    return "" if any(f.severity == "error" for f in read(proposed).faults) else proposed


def corrected(facts: Facts) -> dict[int, Set]:
    """The set of each page that should have one; pages that belong together share it. Linear in the entries."""
    work = _Entries(facts)
    own = _own(facts, work)
    labels = _clusters(work, own)
    members: dict[int, list[int]] = defaultdict(list)
    for page in own:
        members[int(labels[page])].append(page)
    default, others = _votes(work, labels, own)
    spoken: dict[int, str] = {}  # the language under which a page that is no member is listed
    found: dict[int, Set] = {}
    for label, pages in members.items():
        made = _set(facts, pages, own, default.get(label), others.get(label, ()), spoken)
        if len({address for _, address in made}) > 1:
            found.update(dict.fromkeys(pages, made))
    return found


class _Entries:
    """The entries that can be kept, in columns: of pages that may have a set, each target where it leads, the code as
    meant. `codes` are their names, `member` tells which nodes may have a set.
    """

    def __init__(self, facts: Facts) -> None:
        graph, edges = facts.hreflang, facts.edges
        state = edges.node_state
        self.nodes = len(state)
        lead = edges.stands_for.copy()
        away = (state[lead] == STATES.index("target-noncanonical")) & (edges.canonical[lead] >= graph.pages)
        lead[away] = edges.canonical[lead][away]
        itself = lead == np.arange(self.nodes)
        self.member = (state == OPEN) & itself & (np.arange(self.nodes) < graph.pages)
        names = [meant(name) for name in graph.codes.names]
        self.codes = sorted(set(names) - {""})
        place = {name: n for n, name in enumerate(self.codes)}
        code_of = np.array([place.get(name, -1) for name in names], np.int32)
        entries = graph.entries
        target, code = lead[entries.target], code_of[entries.code] if len(code_of) else entries.code
        kept = self.member[entries.page] & (code >= 0) & np.isin(state[target], _LIVE) & itself[target]
        self.page, self.target, self.code = entries.page[kept], target[kept], code[kept]
        defaults = np.array([name == X_DEFAULT for name in self.codes], np.bool_)
        self.default = defaults[self.code] if len(defaults) else np.zeros(len(self.code), np.bool_)

    def key(self, page: Ints, node: Ints) -> Longs:
        """One number for each pair of nodes."""
        return page.astype(np.int64) * max(self.nodes, 1) + node

    def named(self, chosen: Bools) -> Iterator[tuple[int, int, str]]:
        """(page, target, code) of the chosen entries."""
        columns = (self.page[chosen].tolist(), self.target[chosen].tolist(), self.code[chosen].tolist())
        return ((page, target, self.codes[code]) for page, target, code in zip(*columns, strict=True))


def _own(facts: Facts, work: _Entries) -> dict[int, tuple[str, ...]]:
    """The codes of each page: as it lists itself, else as most others list it, else by its lang attribute."""
    itself = work.page == work.target
    own: dict[int, set[str]] = defaultdict(set)
    for page, _, code in work.named(itself & ~work.default):
        own[page].add(code)
    doubtful = {page for page, codes in own.items() if len({language(code) for code in codes}) > 1}
    told = np.zeros(work.nodes, np.bool_)
    told[[page for page in own if page not in doubtful]] = True
    votes: dict[int, Counter[str]] = defaultdict(Counter)
    asked = ~itself & ~work.default & work.member[work.target] & ~told[work.target]
    for _, target, code in work.named(asked):
        votes[target][code] += 1
    found = {page: tuple(sorted(codes)) for page, codes in own.items() if page not in doubtful}
    silent = set(np.unique(np.r_[work.page, work.target[work.member[work.target]]]).tolist()) - found.keys()
    for page in sorted(silent):
        said = votes[page].most_common() if page in votes else []
        best = min((code for code, n in said if n == said[0][1]), default="")
        code = best or meant(facts.pages[page].lang.replace("_", "-"))
        if code and code != X_DEFAULT and (page not in doubtful or code in own[page]):
            found[page] = (code,)
    return found


def _clusters(work: _Entries, own: Mapping[int, tuple[str, ...]]) -> Ints:
    """The cluster of each node: pages that list each other, and a page alone with the only cluster that it lists or
    that lists it. Pages that list two pages of one code for themselves are kept out: they join what is apart.
    """
    has_own = np.zeros(work.nodes, np.bool_)
    has_own[list(own)] = True
    among = (work.page != work.target) & has_own[work.page] & has_own[work.target]
    every = np.unique(work.key(work.page[among], work.target[among]))
    pairs = np.unique(work.key(work.page[among & ~work.default], work.target[among & ~work.default]))
    page, target = np.divmod(pairs, max(work.nodes, 1))
    both = contains(every, work.key(target, page))
    hub = np.zeros(work.nodes, np.bool_)
    hub[_hubs(page[both].tolist(), target[both].tolist(), own)] = True
    kept = both & ~hub[page] & ~hub[target]
    labels = _parts(page[kept], target[kept], work.nodes)
    alone = np.bincount(labels, minlength=1)[labels] == 1 if work.nodes else hub
    loose = ~both & ~hub[page] & ~hub[target]
    joins = list(_joins(page[loose].tolist(), target[loose].tolist(), labels, alone, own))
    first = np.array([x for x, _ in joins], np.int64)
    second = np.array([y for _, y in joins], np.int64)
    return _parts(np.r_[page[kept], first], np.r_[target[kept], second], work.nodes)


def _hubs(page: list[int], target: list[int], own: Mapping[int, tuple[str, ...]]) -> list[int]:
    listed = Counter((one, code) for one, other in zip(page, target, strict=True) for code in own[other])
    listed.update((one, code) for one in set(page) for code in own[one])
    return sorted({one for (one, _), n in listed.items() if n > 1})


def _joins(
    page: list[int], target: list[int], labels: Ints, alone: Bools, own: Mapping[int, tuple[str, ...]]
) -> Iterator[tuple[int, int]]:
    """Pairs that join a page alone to a cluster: the only one around it, and no other page claims its code there."""
    out: dict[int, dict[int, int]] = defaultdict(dict)
    back: dict[int, dict[int, int]] = defaultdict(dict)
    for one, other in zip(page, target, strict=True):
        if alone[one]:
            out[one].setdefault(int(labels[other]), other)
        if alone[other]:
            back[other].setdefault(int(labels[one]), one)
    wanted = {}
    for one in sorted(out.keys() | back.keys()):
        around = out.get(one) or back[one]
        if len(around) == 1:
            wanted[one] = next(iter(around.items()))
    claims = Counter((label, code) for one, (label, _) in wanted.items() for code in own[one])
    for one, (label, other) in wanted.items():
        if all(claims[label, code] == 1 for code in own[one]):
            yield one, other


def _votes(
    work: _Entries, labels: Ints, own: Mapping[int, tuple[str, ...]]
) -> tuple[dict[int, int], dict[int, list[tuple[str, int]]]]:
    """By cluster: the target of x-default that most pages name, and for each code the target that is no member."""
    counts: dict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    foreign = ~work.member[work.target] | work.default
    for page, target, code in work.named(foreign):
        if page in own:
            counts[int(labels[page])][code, target] += 1
    default, others = {}, {}
    for label, votes in counts.items():
        best: dict[str, int] = {}
        for (code, target), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
            best.setdefault(code, target)
        if X_DEFAULT in best:
            default[label] = best.pop(X_DEFAULT)
        others[label] = sorted(best.items())
    return default, others


def _set(
    facts: Facts,
    pages: list[int],
    own: Mapping[int, tuple[str, ...]],
    default: int | None,
    others: list[tuple[str, int]] | tuple[()],
    spoken: dict[int, str],
) -> Set:
    """The set of a cluster; empty where two of its pages claim one code."""
    by_code: dict[str, int] = {}
    for page in pages:
        for code in own[page]:
            if by_code.setdefault(code, page) != page:
                return ()
    for code, target in others:
        if code not in by_code and spoken.setdefault(target, language(code)) == language(code):
            by_code[code] = target
    entries = [(code, url(facts, node)) for code, node in sorted(by_code.items())]
    return tuple(entries if default is None else [*entries, (X_DEFAULT, url(facts, default))])


def _parts(page: Ints | Longs, target: Ints | Longs, nodes: int) -> Ints:
    if not nodes:
        return np.zeros(0, np.int32)
    _, labels = connected_components(coo_matrix((np.ones(len(page), np.bool_), (page, target)), (nodes, nodes)), False)
    return labels.astype(np.int32)
