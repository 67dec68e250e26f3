"""What imported signals add to an analysis: clicks, status in search, our groups beside the engines'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from .groups import PageGroup
from .model import PageState
from .signals import beside, update
from .signals.beside import EngineState
from .store import signals as store_signals
from .store.analysis import PageSignals
from .store.file import Store
from .urls import identity
from .urls.sections import sections

_SHOWN = 200  # rows of a result that a report can show; the counts beside them are of all


@dataclass(frozen=True)
class Known:
    """What the imports say, by page id: clicks and shows, and the newest word of each engine."""

    traffic: Mapping[int, tuple[int | None, int | None]] = field(default_factory=dict)
    states: Mapping[str, Mapping[int, EngineState]] = field(default_factory=dict)

    def page(self, page: int) -> dict[str, Any]:
        """The fields of a PageState."""
        clicks, shows = self.traffic.get(page, (None, None))
        return {"clicks": clicks, "shows": shows, "in_search": self.in_search(page)}

    def in_search(self, page: int) -> bool | None:
        """In search by the newest status of any engine; None when none says."""
        said = [s.in_search for states in self.states.values() if (s := states.get(page)) and s.in_search is not None]
        return any(said) if said else None


def known(store: Store, page_of: Mapping[int, int]) -> Known:
    """`page_of` gives the page id of a row id of the file."""
    db = store.connection
    counted = store_signals.traffic(db, update.newest(store_signals.periods(db)))
    states: dict[str, dict[int, EngineState]] = {}
    for address, state in store_signals.states(db):
        states.setdefault(state.engine, {})[page_of[address]] = state
    return Known({page_of[address]: values for address, values in counted.items()}, states)


def rows(pages: Sequence[PageState], address: Sequence[int]) -> list[PageSignals]:
    """What is stored of each page: only where anything is known."""
    return [
        PageSignals(address[p.id], p.clicks, p.shows, None if p.in_search is None else int(p.in_search))
        for p in pages
        if not (p.clicks is None and p.shows is None and p.in_search is None)
    ]


def results(
    store: Store, found: Known, pages: Sequence[PageState], groups: Sequence[PageGroup], address: Sequence[int]
) -> dict[str, Any]:
    """Site-wide results: `engines` (signals/beside.py) and `update` (signals/update.py), each only where known."""
    compared = _engines(store, found, pages, groups) if found.states else {}
    changed = _update(store, pages, groups, address)
    return ({"engines": compared} if compared else {}) | ({"update": changed} if changed else {})


def _engines(store: Store, found: Known, pages: Sequence[PageState], groups: Sequence[PageGroup]) -> dict[str, Any]:
    (crawled,) = store.connection.execute("SELECT substr(started, 1, 10) FROM crawls ORDER BY id DESC").fetchone()
    ours = [([pages[m.address].key for m in g.members], pages[g.choice.keeper].key) for g in groups]
    declared = {page.key: _declared(page, pages) for page in pages if page.canonical_url}
    told: dict[str, Any] = {"crawled": crawled, "pages_in_groups": sum(len(keys) for keys, _ in ours)}
    for engine, by_page in sorted(found.states.items()):
        states = {state.key: state for state in by_page.values()}
        seen = beside.compare(engine, ours, states, crawled)
        differing = [(g, b) for g, b in zip(groups, seen.groups, strict=True) if b.verdict.startswith("engine")]
        told[engine] = {
            "known": len(states),
            "verdicts": seen.verdicts,
            "ages": seen.ages,
            "statuses": seen.statuses,
            "groups": [{"keeper": pages[g.choice.keeper].url, **asdict(b)} for g, b in differing[:_SHOWN]],
            "merged_more": len(seen.merged),
            "merged": [asdict(m) for m in seen.merged[:_SHOWN]],
        }
        if engine == "yandex":
            shares = beside.duplicates(store_signals.statuses(store.connection, engine))
            told[engine]["excluded_as_duplicates"], told[engine]["all_known"] = shares
        else:
            equal, both = beside.canonicals(states.values(), declared)
            told[engine]["canonical_as_declared"], told[engine]["canonicals_known"] = equal, both
    return told


def _declared(page: PageState, pages: Sequence[PageState]) -> str:
    return pages[page.canonical].key if page.canonical is not None else identity.key(page.canonical_url)


def _update(
    store: Store, pages: Sequence[PageState], groups: Sequence[PageGroup], address: Sequence[int]
) -> dict[str, Any]:
    db = store.connection
    begins, ends = store_signals.last_update(db)
    found = update.sides(store_signals.periods(db), begins, ends)
    if found is None:
        return {}
    before, after = (
        {a: clicks or 0 for a, (clicks, _) in store_signals.traffic(db, side).items()}
        for side in (found.before, found.after)
    )
    days = (found.before_days, found.after_days)
    in_group = {address[m.address]: n for n, g in enumerate(groups) for m in g.members if not g.resolved}
    grouped = {a: "in groups" if a in in_group else "rest" for a in address}
    by_section = dict(zip(address, sections(page.url for page in pages), strict=True))
    keepers = {a: pages[groups[n].choice.keeper].url for a, n in in_group.items()}
    return {
        "begins": begins,
        "ends": ends,
        "before_days": days[0],
        "after_days": days[1],
        **{
            name: [asdict(c) for c in update.changes(before, after, names, days)[:_SHOWN]]
            for name, names in (("pages", grouped), ("sections", by_section), ("groups", keepers))
        },
    }
