"""The pages of one group: its members beside the keeper, and the keeper side by side with the closest of them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from ..config import TextSettings
from ..similarity.compare import Same, SideBySide, apart, side_by_side
from . import (
    carried,
    data_groups,
    draw,
    group_matrix,
    group_rules,
    group_texts,
    group_why,
    sentences,
    sides,
    words,
)
from .data import BINS, Site, counted
from .data_groups import Group, Member, Scored
from .language import Language
from .show import lang

Page = tuple[str, str, dict[str, Any]]  # path in the folder, template, values

_MEMBERS = 25  # members on the page of a group, beside the keeper
_PAIRS_ALWAYS = 500  # pair pages that a report may always have
_SPREAD = 500  # members whose text is followed over the site, the closest ones; SQL takes so many at a time
_PASSAGES = 200  # drawn in the figure of a pair; more would be finer than its lines


class Pairs(NamedTuple):
    """The pairs that a report shows side by side: `most` of a group. Those of the groups `made` have pages made
    beforehand, those of others are drawn in the page where it can: `held` has the rows of the pages whose texts are
    there, by kind of text and address.
    """

    most: int
    made: frozenset[int]
    held: Mapping[str, Mapping[int, int]]


def pairs(groups: Sequence[Group], compared: int, most: int, held: Mapping[str, Mapping[int, int]]) -> Pairs:
    """Which pairs have pages made beforehand: those of the first groups, which are the largest, as many as may be."""
    made = frozenset(group.id for group in groups[: _allowed(groups, compared)])
    return Pairs(pairs_per_group(groups, compared, most), made, held if len(made) < len(groups) else {})


def pairs_per_group(groups: Sequence[Group], compared: int, most: int) -> int:
    """How many pair pages each group may have, up to `most`, so that the report keeps its time on a large site.

    The same for all groups and at least one: with some 3 ms a pair page, 0.5 ms a compared page and 1 ms a group.
    """
    allowed = _allowed(groups, compared)
    sizes = Counter(min(max(group.compared - 1, 0), most) for group in groups)
    total, bigger = 0, len(groups)
    for per_group in range(1, most + 1):
        bigger -= sizes[per_group - 1]
        total += bigger  # one more page for each group that has one more pair
        if total > allowed:
            return max(per_group - 1, 1)
    return most


def _allowed(groups: Sequence[Group], compared: int) -> int:
    return max(_PAIRS_ALWAYS, compared // 8 + len(groups) // 3)


def pages(
    connection: sqlite3.Connection, site: Site, group: Group, pairs: Pairs, reading: TextSettings, language: Language
) -> Iterator[Page]:
    """The page of the group, then its pair pages, closest first."""
    members = data_groups.members(connection, group.id)
    keeper, shown = members[0], members[: _MEMBERS + 1]
    paired = [m for m in shown[1:] if m.text and keeper.text][: pairs.most]
    made = {m.address: f"pairs/{group.id}-{n}.html" for n, m in enumerate(paired, 2)}
    drawn = {} if group.id in pairs.made else _drawn(connection, keeper, paired, pairs)
    links = made | drawn
    chosen, against = data_groups.reasons(connection, group.id)
    others = [m for m in members[1:] if m.text]
    texts = group_texts.Texts(connection, site)
    causes = group_why.causes(members, group.size, site)
    steps = group_why.steps(members, causes)
    causes_of_paired = [why for m, why in zip(members, causes, strict=True) if m.address in links]
    few = 1 < len(others) < group_matrix.MOST
    matrix = group_matrix.matrix(connection, texts, members, links, site, reading) if few else []
    yield f"groups/{group.id}.html", "group.html.j2", {
        "g": group, "total": len(members),
        "shown": [
            (m, links.get(m.address), verdict)
            for m, verdict in zip(shown, group_why.verdicts(causes, steps, language), strict=False)
        ],
        "roles": list(Counter(m.role for m in members).items()), "below": sum(_below(m, site) for m in others),
        "reasons": [(r.good, words.reason(r, language)) for r in chosen]
        + [(False, words.reason(r, language)) for r in against],
        "unique": median([m.unique for m in members if m.text] or [0.0]),
        "spread": data_groups.spread(connection, [m.address for m in members if m.text][:_SPREAD]),
        "paired": len(paired), "comparable": len(others), "lang_keeper": lang(keeper.lang),
        "template": group_texts.common(texts, members, reading),
        "matrix": matrix,
        "splits": group_matrix.splits(matrix, site.jaccard) if matrix and group.kind == "near" else [],
        "closeness": "" if few or len(others) < 2 else _closeness(others, site, language),
        "rules": group_rules.blocks(connection, group.id, members, causes, steps, language),
        **group_why.values(causes, group.resolved, language),
        **carried.group(connection, keeper.address, [m.address for m in shown], language),
        "url_of": {m.address: m.url for m in shown},
    }  # fmt: skip
    static = [(m, cause) for m, cause in zip(paired, causes_of_paired, strict=True) if m.address not in drawn]
    names = [made[member.address] for member, _ in static]
    for (name, after), (member, cause) in zip(pairwise([*names, ""]), static, strict=True):
        values = pair_values(connection, texts, site, keeper, member, reading, language)
        yield name, "pair.html.j2", {"g": group, "next": after, "cause": sentences.cause(cause, language), **values}


def _drawn(
    connection: sqlite3.Connection, keeper: Member, others: Sequence[Member], pairs: Pairs
) -> dict[int, str]:  # fmt: skip
    """Where the pairs of the keeper with others are drawn, by address, for those whose texts the report holds."""
    links = {}
    for other in others:
        kind = _kind(data_groups.scored(connection, keeper.address, other.address), keeper, other)
        rows = pairs.held.get(kind, {})
        if keeper.address in rows and other.address in rows:
            links[other.address] = f"pair.html#{rows[keeper.address]}-{rows[other.address]}-{kind}"
    return links


def _kind(score: Scored | None, a: Member, b: Member) -> str:
    """The kind of text by which a pair is judged."""
    return score.text if score else "main" if a.text == b.text == "main" else "body"


def _below(member: Member, site: Site) -> bool:
    """Whether a member meets no threshold with the keeper; it then does with the representative."""
    return member.jaccard < site.jaccard and max(member.in_keeper, member.keeper_in) < site.containment


def _closeness(members: Sequence[Member], site: Site, language: Language) -> str:
    bins = counted((member.jaccard for member in members), BINS)
    above = sum(member.jaccard >= site.jaccard for member in members)
    return draw.histogram(
        bins, site.jaccard, language, label=language._("How close the members are"), width=540, height=210,
        above=language.n_("%(n)s page", "%(n)s pages", above), below=language.num(len(members) - above),
    )  # fmt: skip


def pair_values(
    connection: sqlite3.Connection, known: group_texts.Texts, site: Site, a: Member, b: Member,
    reading: TextSettings, language: Language,
) -> dict[str, Any]:  # fmt: skip
    """The values of a pair page. A pair below the thresholds is not stored; its numbers then come from its texts."""
    score = data_groups.scored(connection, a.address, b.address)
    kind = _kind(score, a, b)
    texts = known.of((a, b), kind)
    text_a, text_b = (text[: sides.TEXT_LIMIT] if score else text for text in texts)
    if score and text_a and text_a == text_b:  # equal texts, of which sites are full, need no search
        side = SideBySide(score.shared, score.size_a, score.size_b, (Same(text_a, text_b, len(text_a.split())),), ())
    else:
        side = side_by_side(text_a, text_b, site.shingle, reading, site.shingle_unspaced)
    score = score or Scored(side.shared, side.size_a, side.size_b, kind)
    moved = apart(side)
    rows, short = sides.cut(sides.rows(side, moved))
    found, words_a, words_b = sides.passages(side, moved)
    union = score.size_a + score.size_b - score.shared
    jaccard = score.shared / union if union else 0.0
    _ = language._
    return {
        "a": a, "b": b, "kind": kind, "trimmed": kind == "body" and bool(site.blocks), "s": score, "jaccard": jaccard,
        "case": _case(score, jaccard, site),
        "spreads": [(who, data_groups.spread(connection, [m.address])) for who, m in (("A", a), ("B", b))],
        "lang_a": lang(a.lang), "lang_b": lang(b.lang), "rows": rows, "moved": len(moved),
        "cut": short or [text_a, text_b] != texts,
        "figure_overlap": draw.overlap(score.shared, score.size_a, score.size_b, language),
        "figure_ribbon": draw.ribbon(words_a, words_b, found[:_PASSAGES], language),
        "facts": [
            (_("Jaccard"), language.dec(jaccard)),
            (_("A in B"), language.pct(score.shared / score.size_a if score.size_a else 0)),
            (_("B in A"), language.pct(score.shared / score.size_b if score.size_b else 0)),
            *sides.masked_facts(text_a, text_b, site, reading, language),
            (_("shared shingles"), _("%(s)s of %(u)s", s=language.num(score.shared), u=language.num(union))),
        ],
    }  # fmt: skip


def _case(score: Scored, jaccard: float, site: Site) -> str:
    """Which sentence says it best: exact, a in b, b in a, or near."""
    if score.shared == score.size_a == score.size_b:
        return "exact"
    in_b, in_a = score.shared / max(score.size_a, 1), score.shared / max(score.size_b, 1)
    if jaccard < site.jaccard and max(in_a, in_b) >= site.containment:
        return "b in a" if in_a >= in_b else "a in b"
    return "near"
