"""One review: the pairs that were shown, the answers, and what follows from them. Knows nothing of the web."""

from __future__ import annotations

import dataclasses
import math
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ..config import CompareSettings, ReviewSettings, TextSettings
from ..model import Answer, Counts, Label
from ..reports import data
from . import carry, pages, pool
from .carry import Kept
from .choose import MEASURES, Asked, Candidate, Measure, Plan, following, points
from .fit import Fit, Point, fit
from .pages import Page, Scorer, kind_of

MORE = 12  # pairs that "more pairs" adds


@dataclass(slots=True)
class Item:
    """A pair that is or was shown. `note` is what stands in the field, stored with the answer."""

    pair: Candidate
    label: Label | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Thresholds that fit the answers. A measure without a fit keeps its own; so does containment when its is weak.

    `raised`: containment follows Jaccard, for at a Jaccard of t two pages of equal length contain one another by
    2 t / (1 + t), and a containment threshold below that would let in pairs that the Jaccard threshold keeps out.
    """

    jaccard: float
    containment: float
    raised: bool
    fits: Mapping[Measure, Fit]

    @property
    def weak(self) -> bool:
        """Whether to advise against it."""
        return "jaccard" in self.fits and self.fits["jaccard"].weak


class Session:
    """The state of a review. `save` stores answers at once."""

    def __init__(
        self, connection: sqlite3.Connection, settings: ReviewSettings, compare: CompareSettings, reading: TextSettings,
        save: Callable[[Sequence[Label]], None],
    ) -> None:  # fmt: skip
        self.connection, self._save = connection, save
        self._compare, self.reading = compare, reading
        self.site = data.site(connection, compare)
        used = dataclasses.replace(
            compare, shingle=self.site.shingle, shingle_unspaced=self.site.shingle_unspaced
        )  # the pages were compared with these
        self._scorer = Scorer(connection, used, reading, self.site.blocks)
        self._pool = pool.read(connection, self._scorer, compare.seed)
        kept = carry.read(connection, self._scorer)
        self.items = [Item(k.pair, k.label, k.label.note) for k in kept if k.pair is not None]
        self.stale: list[Kept] = [k for k in kept if k.pair is None]
        self.carried = len(self.items)
        self.total = max(settings.pairs, len(self.items))
        self._grow()

    # Pairs ----------------------------------------------------------------------------------------------------------

    @property
    def answered(self) -> list[Item]:
        """Items with an answer."""
        return [item for item in self.items if item.label is not None]

    @property
    def finished(self) -> bool:
        """Whether every pair has an answer; there may be fewer pairs than wished for."""
        return all(item.label is not None for item in self.items)

    def pages(self, item: Item) -> tuple[Page, Page]:
        """Both pages of a pair."""
        found = pages.read_by_key(self.connection, item.pair.keys)
        return found[item.pair.key_a], found[item.pair.key_b]

    def answer(self, number: int, answer: Answer, note: str) -> None:
        """Store the answer to the pair with this number (from 0), over an earlier one."""
        item = self.items[number]
        a, b = self.pages(item)
        kind, pair = kind_of(a, b), item.pair
        hash_a, hash_b = a.hash(kind), b.hash(kind)
        assert hash_a is not None
        assert hash_b is not None
        label = Label(
            a.url, b.url, a.key, b.key, kind, hash_a, hash_b,
            pair.jaccard, pair.shared / pair.size_a, pair.shared / pair.size_b,
            answer, note, datetime.now(UTC).isoformat(timespec="seconds"),
        )  # fmt: skip
        self._save([label])
        item.label, item.note = label, note
        self.stale = [k for k in self.stale if (k.label.key_a, k.label.key_b) != pair.keys]
        self._grow()

    def annotate(self, number: int, note: str) -> None:
        """Keep a note; it is stored when the pair has an answer."""
        item = self.items[number]
        if item.label is not None and note != item.note:
            item.label = dataclasses.replace(item.label, note=note)
            self._save([item.label])
        item.note = note

    def next_open(self, number: int) -> int | None:
        """The number of the pair to show after this one; None when all are answered."""
        free = [n for n, item in enumerate(self.items) if item.label is None]
        return next((n for n in free if n > number), free[0] if free else None)

    def more(self) -> None:
        """Ask about MORE pairs."""
        self.total = len(self.items) + MORE
        self._grow()

    def _grow(self) -> None:
        if self.finished:
            found = following(self._pool, self._asked(), self._plan())
            if found is None:
                self.total = len(self.items)
            else:
                self.items.append(Item(found))

    def _plan(self) -> Plan:
        return Plan(self.total, self.site.jaccard, self.site.containment, self._compare.seed)

    def _asked(self) -> list[Asked]:
        return [carry.asked(item.label, item.pair) for item in self.items if item.label is not None]

    # What follows ---------------------------------------------------------------------------------------------------

    def points(self, measure: Measure) -> list[Point]:
        """The clear answers about a measure."""
        return points(self._asked(), measure)

    def proposal(self) -> Proposal | None:
        """The thresholds that the answers so far speak for; None while they speak for none."""
        now = (self.site.jaccard, self.site.containment)
        found = {m: fit(self.points(m), cut) for m, cut in zip(MEASURES, now, strict=True)}
        fits = {measure: each for measure, each in found.items() if each is not None}
        return proposal(fits, *now) if fits else None

    def counts(self) -> Counts:
        """What the thresholds of now give."""
        groups, pages_in, largest = self.connection.execute(
            "SELECT count(*), coalesce(sum(size), 0), coalesce(max(size), 0) FROM clusters"
        ).fetchone()
        return Counts(self.site.pair_count, groups, pages_in, largest)

    def adopted(self) -> None:
        """Other thresholds hold now: pairs to come are chosen around them."""
        self.site = data.site(self.connection, self._compare)
        self._pool = pool.read(self.connection, self._scorer, self._compare.seed)


def proposal(fits: Mapping[Measure, Fit], jaccard: float, containment: float) -> Proposal:
    """The thresholds to propose, from the fits and the thresholds of now."""
    outer, inner = fits.get("jaccard"), fits.get("containment")
    wanted = outer.threshold if outer else jaccard
    inside = inner.threshold if inner and not inner.weak else containment
    least = math.ceil(200 * wanted / (1 + wanted) - 1e-9) / 100
    raised = inside < least and (wanted, inside) != (jaccard, containment)
    return Proposal(wanted, least if raised else inside, raised, fits)
