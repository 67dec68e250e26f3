"""Pages for tests of addresses: one line each, ids in the order of keys."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pagetwin.canonical import state
from pagetwin.canonical.canonize import Canonized, canonize
from pagetwin.canonical.steps import Site
from pagetwin.model import CanonicalLink, PageState, RobotsDirective
from pagetwin.urls.identity import key, resolve

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def moved(to: str, status: int = 301) -> dict[str, Any]:
    return {"to": to, "status": status, "outcome": "redirect"}


def refresh(to: str, delay: int = 0) -> dict[str, Any]:
    return {"to": to, "outcome": "stub", "refresh_delay": delay}


def names(*targets: str | CanonicalLink, **facts: Any) -> dict[str, Any]:
    return {"canonicals": targets, **facts}


def closed(bot: str = "robots", **facts: Any) -> dict[str, Any]:
    return {"robots": (RobotsDirective("meta", bot, "noindex"),), **facts}


def pages(site: Mapping[str, Mapping[str, Any]]) -> tuple[list[PageState], dict[int, str]]:
    """The pages of a site, as analysis.py makes them, and the targets of redirects outside."""
    order = sorted(site, key=key)
    id_of = {key(url): n for n, url in enumerate(order)}
    found, outside = [], {}
    for n, url in enumerate(order):
        facts = dict(site[url])
        to = facts.pop("to", "")
        if to and key(to) not in id_of:
            outside[n] = to
        raw = facts.pop("canonicals", ())
        links = tuple(c if isinstance(c, CanonicalLink) else CanonicalLink("head", c, resolve(url, c)) for c in raw)
        values = {"status": 200, "outcome": "ok"} | facts
        page = PageState(n, url, key(url), redirect_to=id_of.get(key(to)) if to else None, canonicals=links, **values)
        found.append(state.judged(page, id_of, NOW))
    return found, outside


def canonized(
    site: Mapping[str, Mapping[str, Any]],
    main_of: Mapping[str, str] | None = None,
    owners: Mapping[str, str] | None = None,
    **facts: Any,
) -> dict[tuple[str, str], Canonized]:
    """By address and engine; `different` are pairs of addresses whose texts are not alike."""
    states, outside = pages(site)
    id_of = {page.url: page.id for page in states}
    alike = {(id_of[a], id_of[b]): False for a, b in facts.pop("different", ())}
    found = canonize(Site(states, outside, alike, **facts), main_of or {}, owners or {})
    return {(states[c.page].url, c.engine): c for c in found}
