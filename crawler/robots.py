"""The robots.txt of the origins of a crawl: each asked once, obeyed, and kept for the rules (urls/robotstxt.py)."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import defaultdict
from typing import Protocol

from ..config import CrawlSettings
from ..model import RobotsTxt, SourceSeen
from ..progress import Progress
from ..urls import identity
from ..urls.robotstxt import MAX_BYTES, Policy, policy_of
from .fetch import Client
from .scope import may_visit

MAX_REDIRECTS = 5  # RFC 9309, section 2.3.1.2


class Book(Protocol):
    """The part of the frontier that is told of each robots.txt."""

    def saw_source(self, seen: SourceSeen) -> None:
        """Note a robots.txt that was read."""


class Robots:
    """The policies of all origins of a crawl, each read once and told to the frontier."""

    def __init__(self, client: Client, settings: CrawlSettings, frontier: Book, progress: Progress) -> None:
        self._client, self._settings, self._frontier, self._progress = client, settings, frontier, progress
        self._known: dict[str, Policy] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def policy(self, url: str) -> Policy:
        """The policy for the origin of `url`."""
        origin = identity.origin(url)
        if origin not in self._known:
            async with self._locks[origin]:
                if origin not in self._known:
                    self._known[origin] = await self._read(origin)
        return self._known[origin]

    async def _read(self, origin: str) -> Policy:
        url = f"{origin}/robots.txt"
        fetch = await self._client.follow(
            url, MAX_REDIRECTS, lambda target: may_visit(origin, target), max_bytes=MAX_BYTES + 1, patience=1.0
        )
        policy = policy_of(fetch)
        if identity.origin(fetch.url) != origin:
            policy = dataclasses.replace(policy, tls_fault="")  # of the host that it redirects to
        kept = RobotsTxt(origin, fetch.url, fetch.status, fetch.outcome, fetch.header("content-type"), fetch.body)
        self._frontier.saw_source(SourceSeen(url, "robots", fetch.status, len(policy.sitemaps), policy.note, kept))
        self._keep_delay(origin, policy)
        if self._settings.obey_robots:
            return policy
        return dataclasses.replace(policy, state="open", rules=None, forbids_all=False)

    def _keep_delay(self, origin: str, policy: Policy) -> None:
        most = self._settings.max_crawl_delay
        self._client.pace(origin).keep_apart(min(policy.crawl_delay, most))
        if policy.crawl_delay > most:
            self._progress.say(
                f"{origin}/robots.txt asks for {policy.crawl_delay:g} s between two requests; {most:g} s are kept"
                " (max_crawl_delay)"
            )
