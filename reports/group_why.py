"""Why the pages of a group are alike, what to do with each, and what Google and Yandex say about that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..canonical.advice import Advice, advice
from ..canonical.cause import Cause, Head, Likeness, cause
from ..canonical.engines import SOURCES, both, facts
from ..urls.targets import chains
from . import engine_texts, sentences
from .data import Site
from .data_groups import Member
from .heads import head
from .language import Language

_CHOICE: frozenset[Cause] = frozenset(  # fold in, or enrich
    ("same text", "another host", "contained", "template", "similar text")
)
_CAUSES = 3  # of a group about which something is said


class Verdict(NamedTuple):
    """Of a member, in the language of the report: why it is here, and the next step."""

    cause: str
    step: str


def causes(members: Sequence[Member], size: int, site: Site) -> list[Cause]:
    """The cause of each member; the keeper comes first and has none."""
    keeper = members[0]
    of_keeper = _head(keeper)
    return [
        cause(
            m.url, keeper.url, Likeness(m.jaccard, m.in_keeper, m.keeper_in) if m.text else None, size,
            site.jaccard, site.containment, head=_head(m), of_keeper=of_keeper,
        ) for m in members
    ]  # fmt: skip


def steps(members: Sequence[Member], found: Sequence[Cause]) -> list[Advice]:
    """The next step for each member. A redirect to a page of a group is a member of it, so all hops are here."""
    keeper = members[0]
    ends = chains({m.address: m.redirect_to for m in members if m.redirect_to is not None})
    return [
        advice(
            member.url, keeper.url, why, member.indexability,
            redirects_to_keeper=ends.get(member.address) == keeper.address,
            names_keeper=member.canonical is not None
            and keeper.address in (member.canonical, ends.get(member.canonical)),
        ) for member, why in zip(members, found, strict=True)
    ]  # fmt: skip


def verdicts(found: Sequence[Cause], steps: Sequence[Advice], language: Language) -> list[Verdict]:
    """What stands beside each member."""
    pairs = zip(found, steps, strict=True)
    return [Verdict(sentences.cause(why, language), sentences.advice(step, language)) for why, step in pairs]


def values(found: Sequence[Cause], settled: bool, language: Language) -> dict[str, Any]:
    """For the page of the group: its causes, most frequent first, and facts about the engines."""
    counts = Counter(why for why in found if why).most_common()
    _ = language._
    named = [(*map(_, engine_texts.CAUSES.get(why, (why, ""))), n) for why, n in counts]
    shown = [] if settled else facts(why for why, _n in counts[:_CAUSES])
    by_engine = []
    for engine, name in engine_texts.ENGINES.items():
        rows = [
            (kind, _(engine_texts.KINDS[kind]), _(engine_texts.FACTS[text]), SOURCES.get(source, ""))
            for its, kind, text, source in shown
            if its == engine
        ]
        if rows:
            by_engine.append((engine, _(name), rows))
    for_both = [
        (_(engine_texts.BOTH[text]), [
            (_(name), SOURCES[source]) for name, source in zip(engine_texts.ENGINES.values(), sources, strict=True)
        ]) for text, sources in (() if settled else both(why for why, _n in counts[:_CAUSES]))
    ]  # fmt: skip
    return {"causes": named, "engines": by_engine, "both": for_both, "choice": bool(counts) and counts[0][0] in _CHOICE}


def _head(member: Member) -> Head:
    return head(member.title, member.lang, member.amp, member.annotations)
