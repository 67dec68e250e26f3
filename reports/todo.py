"""What to do first: at most ten tasks, causes before consequences, larger before smaller. Facts in, tasks out.

Whoever thins out the sitemap before the server knows one spelling of an address does it twice. So tasks stand in the
order of LEVELS, and only within a level by their size: pages touched times clicks where clicks are known, else pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

Code = Literal[
    "unseen", "unread", "shells", "charset", "spellings", "redirects", "missing", "stubs", "https", "parameters",
    "canonical-broken", "canonical-mixed", "copies", "versions", "folders", "hosts", "translations", "template",
    "contained", "thin", "undecided", "sitemap", "links",
]  # fmt: skip

# What is above makes what is below: an unread sitemap all numbers too small, a missing redirect pairs of equal texts,
# a template groups whose canonicals nobody can set right.
LEVELS: tuple[tuple[Code, ...], ...] = (
    ("unseen", "unread", "shells", "charset"),
    ("spellings", "redirects", "missing", "stubs", "https"),
    ("parameters",),
    ("canonical-broken", "canonical-mixed"),
    ("copies", "versions", "folders", "hosts", "translations"),
    ("template",),
    ("contained", "thin"),
    ("undecided",),
    ("sitemap", "links"),
)
MOST = 10
_SECTIONS, _SHARE = 3, 0.05  # sections with a task of their own, each with that share of the pages; the others together

_LEVEL: dict[Code, int] = {code: level for level, codes in enumerate(LEVELS) for code in codes}
# Causes as canonical/cause.py names them (address variants told apart); any other is alike by its template.
_CAUSES: dict[str, Code] = {
    "redirect": "redirects", "address variant": "spellings", "parameters": "parameters", "print version": "versions",
    "AMP version": "versions", "mobile version": "versions", "same text": "copies", "two folders": "folders",
    "another host": "hosts", "translation missing": "translations", "contained": "contained",
}  # fmt: skip
_SETTLED_BY_CAUSE = frozenset(("redirects", "spellings", "parameters", "copies"))  # no canonical is left to choose
_RULES: dict[str, Code] = {
    "charset-conflict": "charset", "redirect-loop": "redirects", "redirect-chain": "redirects",
    "redirect-temporary": "redirects", "site-answers-missing": "missing", "noindex-in-sitemap": "sitemap",
    "canonical-vs-sitemap": "sitemap", "orphan-page": "links", "sitemap-missing-page": "links",
}  # fmt: skip
# In a group without canonicals, which is a task of its own; and where the links are to be changed.
_NOT_BROKEN = frozenset(("canonical-missing", "canonical-vs-internal-links"))


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """An open group. `pages` are its compared pages, `work` those with something still to do, by cause; ids."""

    id: int
    state: str
    section: str | None
    pages: frozenset[int]
    work: Mapping[str, frozenset[int]]


@dataclass(frozen=True, slots=True)
class Facts:
    """What an audit found, as ids of pages. `unseen` declared addresses gave no answer, `unread` sitemaps gave nothing.

    `findings` are pages by rule; `spellings` and `parameters` those for which the server also answers other spellings
    or parameters, by its probes; `shells`, `missing` and `stubs` are addresses that are no page without a browser, no
    page though they answer 200, and a meta refresh. `clicks` are clicks by page, None where none are known.
    """

    unseen: int = 0
    unread: int = 0
    groups: Sequence[GroupFacts] = ()
    findings: Mapping[str, Set[int]] | None = None
    spellings: Set[int] = frozenset()
    parameters: Set[int] = frozenset()
    shells: Set[int] = frozenset()
    missing: Set[int] = frozenset()
    stubs: Set[int] = frozenset()
    thin: Set[int] = frozenset()
    clicks: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do. `pages` are touched by it (addresses or sitemaps of the first two codes).

    `groups` of them, the largest `group` by number; `section` belongs to `template` alone, None: the smaller ones.
    """

    code: Code
    pages: int
    clicks: int | None = None
    groups: int = 0
    group: int | None = None
    section: str | None = None


def tasks(facts: Facts) -> tuple[Task, ...]:
    """The tasks in the order in which to do them. Of more than MOST the smallest fall out, but never those of the crawl
    itself: they say how far all others can be believed."""
    found = sorted(_found(facts), key=_weight)
    crawl = [task for task in found if _LEVEL[task.code] == 0]
    rest = [task for task in found if _LEVEL[task.code] > 0]
    return tuple(sorted([*crawl, *rest[: MOST - len(crawl)]], key=lambda task: (_LEVEL[task.code], _weight(task))))


def _weight(task: Task) -> tuple[int, int, int, str]:
    """The largest first; equal ones in the order of LEVELS, then by section."""
    size = task.pages if task.clicks is None else task.pages * task.clicks
    place = LEVELS[_LEVEL[task.code]].index(task.code)
    return -size, -task.pages, _LEVEL[task.code] * MOST + place, task.section or ""


def _found(facts: Facts) -> Iterator[Task]:
    if facts.unseen:
        yield Task("unseen", facts.unseen)
    if facts.unread:
        yield Task("unread", facts.unread)
    pages: dict[Code, set[int]] = {
        "shells": set(facts.shells), "spellings": set(facts.spellings), "missing": set(facts.missing),
        "stubs": set(facts.stubs), "parameters": set(facts.parameters), "thin": set(facts.thin),
    }  # fmt: skip
    for rule, touched in (facts.findings or {}).items():
        if code := _of_rule(rule):
            pages.setdefault(code, set()).update(touched)
    groups: dict[Code, list[tuple[GroupFacts, Set[int]]]] = {}
    for group in facts.groups:
        for code, touched in _of_group(group):
            groups.setdefault(code, []).append((group, touched))
    templates = groups.pop("template", [])
    for code in sorted(pages.keys() | groups.keys()):
        yield from _task(code, pages.get(code, set()), groups.get(code, []), facts)
    yield from _templates(templates, facts)


def _of_rule(rule: str) -> Code | None:
    if rule in _RULES:
        return _RULES[rule]
    if rule.startswith("https-"):
        return "https"
    if rule.startswith("canonical-") and rule not in _NOT_BROKEN:
        return "canonical-broken"
    return "sitemap" if rule.startswith("sitemap-url-") else None


def _of_group(group: GroupFacts) -> Iterator[tuple[Code, Set[int]]]:
    """The tasks that a group belongs to, and its pages that they touch."""
    by_code: dict[Code, set[int]] = {}
    for cause, touched in group.work.items():
        by_code.setdefault(_CAUSES.get(cause, "template"), set()).update(touched)
    for code, few in by_code.items():
        # A template is judged with all its pages, the one to keep among them.
        yield code, group.pages if code == "template" else few
    if group.state == "mixed":
        yield "canonical-mixed", group.pages
    elif group.state in ("self", "none"):
        left = set[int]().union(*(few for code, few in by_code.items() if code not in _SETTLED_BY_CAUSE))
        if left:
            yield "undecided", left


def _templates(found: Sequence[tuple[GroupFacts, Set[int]]], facts: Facts) -> Iterator[Task]:
    """A task for each of the largest sections, one for all others."""
    by_section: dict[str | None, list[tuple[GroupFacts, Set[int]]]] = {}
    for one in found:
        by_section.setdefault(one[0].section, []).append(one)
    other = by_section.pop(None, [])
    sizes = {section: sum(len(pages) for _, pages in few) for section, few in by_section.items()}
    order = sorted(by_section, key=lambda section: (-sizes[section], section or ""))
    apart = [section for section in order[:_SECTIONS] if sizes[section] >= _SHARE * sum(sizes.values())]
    for section in apart:
        yield from _task("template", set(), by_section.pop(section), facts, section)
    other += [one for few in by_section.values() for one in few]
    yield from _task("template", set(), other, facts)


def _task(
    code: Code, pages: set[int], groups: Sequence[tuple[GroupFacts, Set[int]]], facts: Facts, section: str | None = None
) -> Iterator[Task]:
    touched = pages.union(*(few for _, few in groups))
    if touched:
        largest = max(groups, key=lambda one: (len(one[1]), -one[0].id), default=None)
        clicks = None if facts.clicks is None else sum(facts.clicks.get(page, 0) for page in touched)
        yield Task(code, len(touched), clicks, len(groups), largest[0].id if largest else None, section)
