"""The state of one address: which engine may index it, which canonical it names, where it leads.

Sources: Google, robots meta tag specifications (https://developers.google.com/search/docs/crawling-indexing/
robots-meta-tag) and consolidate duplicate URLs (.../consolidate-duplicate-urls); Yandex, robots meta tag
(https://yandex.ru/support/webmaster/en/controlling-robot/meta-robots) and rel=canonical
(https://yandex.ru/support/webmaster/ru/robot-workings/canonical).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from ..model import Engine, Indexability, Outcome, PageState, RobotsDirective, SearchEngine
from ..urls import identity
from ..urls.robotsmeta import ALLOW, BOTS, DENY, read
from ..urls.targets import chains, effective_canonical

__all__ = ["chains", "effective_canonical", "indexability", "judged", "permanent_ends", "robots_verdict"]


_BY_OUTCOME: dict[Outcome, Indexability] = {
    "redirect": "redirect",
    "blocked_by_robots": "blocked",
    "http_error": "error", "timeout": "error", "too_large": "error", "error": "error",
    "not_html": "not_a_page", "challenge": "not_a_page", "soft_404": "not_a_page", "empty": "not_a_page",
    "shell": "not_a_page", "stub": "not_a_page",
}  # fmt: skip


def judged(page: PageState, id_of: Mapping[str, int], now: datetime) -> PageState:
    """The page with `denied`, `canonical_url`, `canonical` and `indexability` filled in.

    `id_of` gives the ids of the crawl by identity key. `now` is the time of the crawl, with a time zone.
    """
    denied = tuple(engine for engine in BOTS if robots_verdict(page.robots, engine, now))
    url = effective_canonical(page.canonicals) if page.canonicals else ""
    key = page.key if url == page.url else identity.key(url)
    found = indexability(page, denied, key)
    if not (denied or url) and found == page.indexability:
        return page  # most pages of many a site: a copy costs more than all of the above
    return dataclasses.replace(
        page,
        denied=denied,
        canonical_url=url,
        canonical=page.id if key == page.key else id_of.get(key),
        indexability=found,
    )


def indexability(page: PageState, denied: Collection[Engine], canonical_key: str) -> Indexability:
    """Whether search engines may show this address, and if not, the first reason.

    One engine told not to index it is enough for `noindex`: the owner closed the page on purpose, and a group is to
    name what is left to do (the rules still tell the engines apart). noindex comes before a canonical elsewhere,
    because a page that is taken out passes nothing on. A canonical of another identity key makes it `canonicalised`,
    whatever its target answers; the rules speak of bad targets.
    """
    if page.outcome == "stub" and page.redirect_to is not None:
        return "redirect"
    if page.outcome not in ("ok", "not_modified"):
        return _BY_OUTCOME[page.outcome]
    if denied:
        return "noindex"
    return "canonicalised" if canonical_key not in ("", page.key) else "indexable"


def robots_verdict(directives: Iterable[RobotsDirective], engine: SearchEngine, now: datetime) -> bool:
    """Whether the directives together mean noindex for an engine.

    Google: the most restrictive of the lines to every bot and to googlebot; an `unavailable_after` in the past counts.
    Yandex: an allowing word wins over denying ones, over the lines to every bot and to yandex together; in a header
    it documents no allowing words.
    """
    deny = allow = False
    for directive in directives:
        if directive.bot.lower() not in BOTS[engine]:
            continue
        words, until, _ = read(directive.content)
        deny = deny or not DENY.isdisjoint(words)
        if engine == "google":
            deny = deny or (until is not None and until < now)
        elif directive.source == "meta":
            allow = allow or not ALLOW.isdisjoint(words)
    return deny and not allow


def permanent_ends(pages: Iterable[PageState]) -> dict[int, int | None]:
    """The end of each page's chain of redirects that all are permanent; a temporary one ends it.

    Permanent for canonicalisation are 301, 308 and a meta refresh without delay (Google, redirects and Search:
    https://developers.google.com/search/docs/crawling-indexing/301-redirects).
    """
    return chains({p.id: p.redirect_to if _is_permanent(p) else None for p in pages})


def _is_permanent(page: PageState) -> bool:
    """A refresh that waits is temporary, so that its page stays (the same source)."""
    return page.status in (301, 308) or (page.outcome == "stub" and page.refresh_delay == 0)
