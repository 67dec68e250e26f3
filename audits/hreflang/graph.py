"""Annotations as a graph in columns: nodes are addresses, each annotation a directed edge with its code and source.

Two million annotations are common (100,000 pages with 20 alternates), so an edge is a row of numbers and not an object.
Everything that is written the same on many pages is kept once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ...model import Annotation
from ...urls import identity
from .codes import Bools, Codes, Ints, table

SOURCES = ("head", "body", "header", "sitemap")
Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Entries:
    """The effective sets: what head, header and sitemap of each page say together, every entry once.

    Columns sorted by page, target and code. `code` is a row of `Graph.codes`; `sources` has bit n for SOURCES[n].
    """

    page: Ints
    target: Ints
    code: Ints
    sources: Bytes

    def of(self, page: int) -> range:
        """The rows of a page."""
        start, end = np.searchsorted(self.page, np.array((page, page + 1), np.int32)).tolist()
        return range(start, end)


@dataclass(frozen=True, eq=False)
class Graph:
    """All annotations of a crawl: columns of one length, sorted by page, on each page in the order they were read in.

    Nodes are numbers: page ids below `pages`, then the keys in `unseen`: targets that are no addresses of the crawl.
    `target` is -1 where there is no address to speak of. `code` is a place in `written`, `source` in SOURCES, `raw` in
    `hrefs`: an address as written where it is odd, that is relative or otherwise not spelled like its key; the place 0
    is an empty text and stands for all others. `attrs` is a place in `notes`, `file` in `files`; `line` is 0
    where there is none.
    """

    pages: int
    page: Ints
    code: Ints
    target: Ints
    source: Bytes
    raw: Ints
    line: Ints
    attrs: Ints
    file: Ints
    written: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    hrefs: tuple[str, ...] = ("",)
    notes: tuple[str, ...] = ("",)
    files: tuple[str, ...] = ("",)

    def __len__(self) -> int:
        return len(self.page)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self.pages + len(self.unseen)

    @cached_property
    def codes(self) -> Codes:
        """What the codes mean."""
        return table(self.written)

    @cached_property
    def effective(self) -> Bools:
        """Which annotations engines read: those with an address that do not stand in the body."""
        return np.asarray((self.source != SOURCES.index("body")) & (self.target >= 0), np.bool_)

    @cached_property
    def entries(self) -> Entries:
        """The effective sets."""
        read = np.flatnonzero(self.effective)
        page, target, code = self.page[read], self.target[read], self.codes.of[self.code[read]]
        bit = np.left_shift(1, self.source[read]).astype(np.uint8)
        order = np.lexsort((code, target, page))
        page, target, code = page[order], target[order], code[order]
        new = np.ones(len(order), np.bool_)
        new[1:] = (page[1:] != page[:-1]) | (target[1:] != target[:-1]) | (code[1:] != code[:-1])
        first = np.flatnonzero(new)
        sources = np.bitwise_or.reduceat(bit[order], first) if len(first) else bit
        return Entries(page[first], target[first], code[first], sources)

    @cached_property
    def own(self) -> Bools:
        """Which entries lead to their own page."""
        return np.equal(self.entries.page, self.entries.target)

    @cached_property
    def languages(self) -> Ints:
        """The language of each entry, -1 for x-default and for what is none: a place in `codes.languages`."""
        return self.codes.language[self.entries.code]

    @cached_property
    def by_code(self) -> Longs:
        """One number for each page and code of the entries."""
        return self.entries.page.astype(np.int64) * max(len(self.codes.names), 1) + self.entries.code

    def key(self, page: Ints, node: Ints) -> Longs:
        """One number for each pair of a page and a node; ascending as (page, node)."""
        return page.astype(np.int64) * max(self.nodes, 1) + node


def build(annotations: Iterable[Annotation], id_of: Mapping[str, int], pages: int) -> Graph:
    """The graph of annotations in any order of pages; `id_of` has the page id of each identity key of the crawl.

    `pages` is one more than the largest id. Time and memory are linear in the annotations. What comes out does not
    depend on the order of pages.
    """
    columns = {name: array("i") for name in ("page", "code", "target", "raw", "line", "attrs", "file")}
    page, code, target, raw, line, attrs, file = (columns[name].append for name in columns)
    source = bytearray()
    written, hrefs, notes, files = _Table(), _Table(""), _Table(""), _Table("")
    nodes = _Nodes(id_of, pages)
    number = {name: n for n, name in enumerate(SOURCES)}
    for each in annotations:
        node, plain = nodes.find(each.url)
        page(each.page)
        code(written[each.hreflang])
        target(node)
        raw(0 if plain and each.raw == each.url else hrefs[each.raw])
        line(each.line)
        attrs(notes[each.attrs])
        file(files[each.file])
        source.append(number[each.source])
    of = {name: np.array(values, np.int32) for name, values in columns.items()}
    order = np.argsort(of["page"], kind="stable")
    names, places = _sorted(written)
    unseen, numbers = _sorted(nodes.unseen)
    target_of = of["target"]
    beyond = target_of >= pages
    target_of[beyond] = numbers[target_of[beyond] - pages] + pages
    return Graph(
        pages,
        of["page"][order],
        places[of["code"]][order],
        target_of[order],
        np.frombuffer(bytes(source), np.uint8)[order],
        of["raw"][order],
        of["line"][order],
        of["attrs"][order],
        of["file"][order],
        names,
        unseen,
        tuple(hrefs),
        tuple(notes),
        tuple(files),
    )


class _Table(dict[str, int]):
    """Numbers for texts, in the order in which they come."""

    def __init__(self, *known: str) -> None:
        super().__init__((name, n) for n, name in enumerate(known))

    def __missing__(self, name: str) -> int:
        self[name] = number = len(self)
        return number


class _Nodes:
    """Numbers for addresses. Most are spelled like their key, so that nothing has to be parsed for them."""

    def __init__(self, id_of: Mapping[str, int], pages: int) -> None:
        self._id_of = id_of
        self._pages = pages
        self._spelled: dict[str, int] = {"": -1}
        self.unseen = _Table()

    def find(self, url: str) -> tuple[int, bool]:
        """The node of a resolved address (-1 for none), and whether it is spelled like its key."""
        node = self._id_of.get(url)
        if node is not None:
            return node, True
        if url in self.unseen:
            return self._pages + self.unseen[url], True
        node = self._spelled.get(url)
        if node is None:
            node = self._by_key(url)
        return node, url in self.unseen

    def _by_key(self, url: str) -> int:
        key = identity.key(url)
        node = self._id_of.get(key) if key else -1
        if node is None:
            node = self._pages + self.unseen[key]
        if url != key:
            self._spelled[url] = node
        return node


def _sorted(names: Mapping[str, int]) -> tuple[tuple[str, ...], Ints]:
    """The names in order, and for each number the place of its name there."""
    order: Sequence[str] = sorted(names)
    places = np.zeros(len(order), np.int32)
    for place, name in enumerate(order):
        places[names[name]] = place
    return tuple(order), places


EMPTY = build((), {}, 0)
