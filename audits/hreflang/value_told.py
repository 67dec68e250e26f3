"""What is wrong with the codes of a page, by page: the ground of the rules on values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ...model import PageState
from ..rule import Facts, Hit, Verdict
from .edges import rows
from .spots import url
from .values import Fault, read

_SHOWN = 5  # codes in one message


class Told(NamedTuple):
    """A page, its codes with one fault (as written, with what to write in their place), the address of the first, and
    how many entries have it.
    """

    page: PageState
    codes: str
    target: str
    n: int
    verdict: Verdict

    def hit(self, message: str) -> Hit:
        """The finding, with a message that has places for `codes` and `n`."""
        return Hit(self.page, message, self.target, (self.verdict,), {"codes": self.codes, "n": self.n})


def told(facts: Facts, name: str) -> Iterator[Told]:
    """One for each page where a code has the fault that the rule `name` tells."""
    graph = facts.hreflang
    faults = {n: fault for n, code in enumerate(graph.written) for fault in read(code).faults if fault.rule == name}
    if not faults:
        return
    faulty = np.zeros(len(graph.written), np.bool_)
    faulty[list(faults)] = True
    chosen = rows(faulty[graph.code])
    width = len(graph.written)
    pairs, first, counts = np.unique(
        graph.page[chosen].astype(np.int64) * width + graph.code[chosen], return_index=True, return_counts=True
    )
    found = zip(pairs.tolist(), chosen[first].tolist(), counts.tolist(), strict=True)
    for page, few in groupby(found, key=lambda row: row[0] // width):
        of_page = list(few)
        codes = [_meant(graph.written[pair % width], faults[pair % width]) for pair, _, _ in of_page[:_SHOWN]]
        fault = faults[of_page[0][0] % width]
        target = int(graph.target[of_page[0][1]])
        yield Told(
            facts.pages[page],
            ", ".join(codes) + (", …" if len(of_page) > _SHOWN else ""),
            url(facts, target) if target >= 0 else "",
            sum(n for _, _, n in of_page),
            (fault.engine, fault.severity),
        )


def _meant(code: str, fault: Fault) -> str:
    written = f"“{code}”"
    return f"{written} → {fault.fixed}" if fault.fixed and fault.fixed != code else written
