"""Our groups beside those of the search engines. Two views of one site: a difference is shown, and no engine is called
wrong, as it knows what we do not (queries, links from elsewhere), and may have looked on another day.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from .labels import slug

Verdict = Literal["agree", "engine-other", "engine-split", "unknown"]
ENGINES = ("google", "yandex")
_DUPLICATES = frozenset(("gsc-dup-no-canonical", "gsc-dup-google-other", "gsc-alternate", "ya-duplicate",
                         "ya-not-canonical", "ya-clean-param"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class EngineState:
    """The newest word of an engine on one address. `key`, `target` and `declared` are identity keys, the last two empty
    when it names none; `in_search` is None when its status does not say; `seen` is when its bot was there."""

    key: str
    engine: str
    status: str
    in_search: bool | None = None
    target: str = ""
    declared: str = ""
    seen: str = ""

    @property
    def chosen(self) -> str:
        """The key of the address that stands in search for this one; empty when that is not known."""
        if self.in_search:
            return self.target or self.key if self.engine == "google" else self.key
        return self.target if slug(self.engine, self.status) in _DUPLICATES | {"gsc-unknown"} else ""


@dataclass(frozen=True, slots=True)
class Beside:
    """A group of ours and what one engine makes of it: `chosen` are the addresses that it keeps for the members,
    `known` counts the members that it speaks of, `first` and `last` are days between which its bot saw them."""

    verdict: Verdict
    chosen: tuple[str, ...] = ()
    known: int = 0
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """A page that an engine takes for a duplicate of `target`, while no group of ours holds both."""

    key: str
    engine: str
    status: str
    target: str


@dataclass(frozen=True)
class Comparison:
    """All groups beside one engine. `ages` are days between the visits of its bot and our crawl (negative when the bot
    came later): least and most; None when no visit is known."""

    engine: str
    verdicts: dict[str, int]
    groups: tuple[Beside, ...]
    merged: tuple[Merged, ...]
    ages: tuple[int, int] | None = None
    statuses: dict[str, int] = field(default_factory=dict)


def group(keys: Iterable[str], keeper: str, states: Mapping[str, EngineState]) -> Beside:
    """One group beside one engine, by identity keys. `states` are the engine's alone."""
    known = [states[key] for key in keys if key in states]
    chosen = tuple(sorted({state.chosen for state in known} - {""}))
    seen = sorted(state.seen[:10] for state in known if state.seen)
    if not chosen:
        verdict: Verdict = "unknown"
    elif len(chosen) > 1:
        verdict = "engine-split"
    else:
        verdict = "agree" if chosen == (keeper,) else "engine-other"
    return Beside(verdict, chosen, len(known), *((seen[0], seen[-1]) if seen else ()))


def merged(states: Iterable[EngineState], group_of: Mapping[str, int]) -> list[Merged]:
    """The pages that an engine merges and we do not, by key. `group_of` gives our group of a key."""
    found = []
    for s in states:
        target = "" if s.in_search else s.chosen
        if not target or target == s.key:
            continue
        if s.key not in group_of or group_of[s.key] != group_of.get(target):
            found.append(Merged(s.key, s.engine, s.status, target))
    return sorted(found, key=lambda m: m.key)


def compare(
    engine: str, groups: Sequence[tuple[Sequence[str], str]], states: Mapping[str, EngineState], crawled: str
) -> Comparison:
    """Groups as (keys, key of the keeper) beside one engine. `states` by key; `crawled` is the day of our crawl."""
    found = tuple(group(keys, keeper, states) for keys, keeper in groups)
    group_of = {key: n for n, (keys, _) in enumerate(groups) for key in keys}
    verdicts = dict.fromkeys(("agree", "engine-other", "engine-split", "unknown"), 0) | Counter(
        b.verdict for b in found
    )
    seen = sorted(state.seen[:10] for state in states.values() if state.seen)
    ages = (_days(seen[-1], crawled), _days(seen[0], crawled)) if seen and crawled else None
    return Comparison(
        engine, verdicts, found, tuple(merged(states.values(), group_of)), ages,
        dict(sorted(Counter(slug(engine, s.status) for s in states.values() if s.status).items())),
    )  # fmt: skip


def duplicates(statuses: Iterable[tuple[str, int]]) -> tuple[int, int]:
    """(addresses excluded as duplicates by Yandex, all that it speaks of), from numbers by status; '' is in search."""
    total = excluded = 0
    for status, n in statuses:
        total += n
        excluded += n if slug("yandex", status) == "ya-duplicate" else 0
    return excluded, total


def canonicals(states: Iterable[EngineState], declared: Mapping[str, str]) -> tuple[int, int]:
    """(pages whose canonical at Google equals the one they declare, pages of which both are known). `declared` are
    those that our crawl read, by key; what Google itself read goes before them."""
    equal = total = 0
    for s in states:
        names = s.declared or declared.get(s.key, "")
        if s.engine == "google" and s.target and names:
            total += 1
            equal += s.target == names
    return equal, total


def _days(earlier: str, later: str) -> int:
    return (date.fromisoformat(later[:10]) - date.fromisoformat(earlier[:10])).days
