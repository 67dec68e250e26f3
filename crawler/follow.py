"""Which of the addresses that pages link to are fetched: one level of links after another, and no trap to its end.

A level is judged only when all pages of the one above were answered, and in the order of keys. So depth is the
shortest way, and neither limits nor budgets depend on which answer came first.
"""

from __future__ import annotations

import re
from collections import Counter

from ..config import CrawlSettings
from ..urls import traps
from .frontier import Frontier
from .scope import Sites, belongs


class Follower:
    """Leads a crawl from the links of its pages to further pages of the site."""

    def __init__(self, site: Sites, settings: CrawlSettings, frontier: Frontier) -> None:
        self._site, self._settings, self._frontier = site, settings, frontier
        self._include = [re.compile(pattern) for pattern in settings.include]
        self._exclude = [re.compile(pattern) for pattern in settings.exclude]
        self._families: Counter[int] = Counter()  # by hash: there may be as many as addresses
        self._counted = False

    def next_level(self) -> int:
        """Add the addresses that the pages read last link to; how many are to be fetched. 0: there is no more."""
        if not self._counted:  # those of an earlier run count, too
            for key in self._frontier.linked():
                self._count(key)
            self._counted = True
        level, counts = self._frontier.deepest(), self._frontier.counts()
        most = self._settings.max_pages
        room = max(0, most - counts.waiting - counts.done - counts.failed) if most else None

        def judge(key: str, nofollow: bool) -> str | None:
            nonlocal room
            reason = self._fate(key, nofollow, level + 1)
            if reason == "" and room == 0:
                return "over_limit"
            if reason == "":
                self._count(key)
                room = None if room is None else room - 1
            return reason

        return self._frontier.follow(level, judge)

    def _fate(self, key: str, nofollow: bool, level: int) -> str | None:
        """Why an address is skipped; "" when it is not; None when it is none of this site's."""
        if not belongs(self._site, key):
            return None
        if traps.is_file(key):
            return "file"
        if (self._include and not _found(self._include, key)) or _found(self._exclude, key):
            return "excluded"
        if nofollow and not self._settings.follow_nofollow:
            return "nofollow"
        if self._settings.depth and level > self._settings.depth:
            return "too_deep"
        if traps.repeats(key) or self._is_used_up(traps.family(key)):
            return "trap"
        return ""

    def _is_used_up(self, family: traps.Family) -> bool:
        s = self._settings
        budget = {"calendar": s.calendar_budget, "facets": s.facet_budget, "plain": s.pattern_budget}[family.kind]
        return budget > 0 and self._families[hash(family.pattern)] >= budget

    def _count(self, key: str) -> None:
        pattern = traps.family(key).pattern
        if pattern != key:  # else it has no other address
            self._families[hash(pattern)] += 1


def _found(patterns: list[re.Pattern[str]], key: str) -> bool:
    return any(pattern.search(key) for pattern in patterns)
