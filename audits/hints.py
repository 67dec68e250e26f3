"""Hints: what different pages have in common. Each is a reason to look, never a verdict that they are duplicates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from ..model import PageState
from .rule import N_, Facts, Hit, rule

_SHOWN = 80  # characters of a text


@rule("title-equal", ("any", "info"))
def title_equal(facts: Facts) -> Iterator[Hit]:
    """Different pages have the same title. A reason to look, not a verdict: their texts may be quite different.

    Why: In search results nobody can tell such pages apart, and often a template has left a title unfilled.
    Fix: Look whether the pages are one; if not, say in each title what sets its page apart.
    Source: https://developers.google.com/search/docs/appearance/title-link
    Fires: /a and /b are open to search engines, and both are called "Shop". One note for all of them, at the first.
    Silent: All pages with that title stand in one group, which tells of them; capitals and spaces make no difference.
    """
    said = N_('%(n)s pages have the same title "%(text)s", %(url)s and %(related)s among them')
    yield from _equal(facts, lambda page: page.title, said)


@rule("description-equal", ("any", "info"))
def description_equal(facts: Facts) -> Iterator[Hit]:
    """Different pages have the same meta description. A reason to look, not a verdict.

    Why: A description tells searchers what a page is about; one text for many pages tells nothing of each.
    Fix: Look whether the pages are one; if not, describe each, or leave the description out of the others.
    Source: https://developers.google.com/search/docs/appearance/snippet
    Fires: /a and /b are open to search engines and have one description. One note for all of them, at the first.
    Silent: All pages with that description stand in one group, which tells of them.
    """
    said = N_('%(n)s pages have the same description "%(text)s", %(url)s and %(related)s among them')
    yield from _equal(facts, lambda page: page.description, said)


def _equal(facts: Facts, text_of: Callable[[PageState], str], said: str) -> Iterator[Hit]:
    alike: defaultdict[str, list[PageState]] = defaultdict(list)
    for page in facts.read:
        text = " ".join(text_of(page).casefold().split())
        if text and page.indexability == "indexable" and page.outcome != "not_html":
            alike[text].append(page)
    for pages in alike.values():
        first = min(pages, key=lambda page: page.id)
        others = [page for page in pages if _unit(facts, page) != _unit(facts, first)]
        if others:
            text = " ".join(text_of(first).split())
            text = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1].rstrip()}…"
            other = min(others, key=lambda page: page.id)
            yield Hit(first, said, other.url, values={"n": len(pages), "text": text})


def _unit(facts: Facts, page: PageState) -> tuple[bool, int]:
    """The group of a page, or the page itself."""
    group = facts.groups.get(page.id)
    return (True, group.group) if group else (False, page.id)
