"""robots.txt (RFC 9309): what may be asked, how slowly, and where the sitemaps are.

Protego matches addresses with rules. It is handed only the lines that matter, written anew, because it splits groups
at lines that RFC 9309 says do not split them, takes U+2028 for the end of a line, and loses the first line to a BOM.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol
from urllib.parse import quote

from protego import Protego

from ..config import CrawlSettings
from ..model import Fetch, SourceSeen
from ..progress import Progress
from ..urls import identity
from .fetch import Client
from .scope import may_visit

TOKEN = "pagetwin"  # noqa: S105 (RFC 9309, section 2.2.1: the product token that groups are matched with)
MAX_BYTES = 512_000  # RFC 9309, section 2.5: at least 500 KiB are read; so much and no more is what Google reads
MAX_REDIRECTS = 5  # RFC 9309, section 2.3.1.2

# What a field may be called, misspellings included that Google's parser takes.
_FIELDS = {
    "user-agent": "agent", "useragent": "agent", "user agent": "agent", "allow": "allow", "disallow": "disallow",
    "dissallow": "disallow", "dissalow": "disallow", "disalow": "disallow", "diasllow": "disallow",
    "disallaw": "disallow", "sitemap": "sitemap", "site-map": "sitemap", "crawl-delay": "delay",
}  # fmt: skip
_LINE_ENDS_OF_STR = re.compile("[\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")  # for str.splitlines, not for RFC 9309
_OTHER = "other/"  # a name that no product token can have


@dataclass(frozen=True, slots=True)
class Policy:
    """What one origin's robots.txt says to us.

    `state`: `rules` were read; `open`, there are none (4xx); `closed`, it could not be read, so nothing may be asked
    (RFC 9309, section 2.3.1.4). `status` is None when nothing answered. `crawl_delay` in seconds; `sitemaps` are
    absolute. `note` says what was wrong. `forbids_all`: a rule shuts the whole site and none opens a part of it.
    """

    state: Literal["rules", "open", "closed"]
    status: int | None = 200
    note: str = ""
    crawl_delay: float = 0.0
    sitemaps: tuple[str, ...] = ()
    forbids_all: bool = False
    rules: Protego | None = field(default=None, repr=False, compare=False)

    def allowed(self, url: str) -> bool:
        """Whether an address of this origin may be asked."""
        if self.state == "closed":
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, TOKEN))


def policy_of(fetch: Fetch) -> Policy:
    """What an answer to /robots.txt means (RFC 9309, section 2.3.1). `fetch` is the end of its redirects."""
    if fetch.outcome in ("ok", "too_large"):
        return parse(fetch.body, fetch.url)
    if fetch.outcome == "redirect":
        return Policy("open", fetch.status, f"{fetch.note}; taken as having no robots.txt")
    if fetch.status is not None and fetch.status < 500 and fetch.status != 429 and fetch.outcome == "http_error":
        return Policy("open", fetch.status)
    return Policy("closed", fetch.status, f"could not be read: {fetch.note}")


def parse(body: bytes, url: str, token: str = TOKEN) -> Policy:
    """The rules for `token` in the bytes of a robots.txt at `url`; those for `*` where no group names it."""
    text = body[:MAX_BYTES].decode("utf-8-sig", "replace")
    lines: list[str] = []
    groups: dict[str, set[tuple[str, str]]] = {}  # agent: its rules
    delays: dict[str, float] = {}
    sitemaps: dict[str, None] = {}
    agents: list[str] = []  # of the group that is being read
    in_rules = False
    for name, value in _directives(text):
        if name == "agent":
            agents, in_rules = ([] if in_rules else agents), False
            agents.append(_agent(value, token))
            groups.setdefault(agents[-1], set())
            lines.append(f"User-agent: {agents[-1]}")
        elif name == "sitemap":
            sitemaps[identity.resolve(url, value) if value else ""] = None
        elif name == "delay":
            for agent in agents:
                delays.setdefault(agent, _seconds(value))
        elif agents:
            in_rules = True
            lines.append(f"{name}: {value}")
            for agent in agents:
                groups[agent].add((name, value))
    ours = token if token in groups else "*"
    note = "HTML where robots.txt should be, so no rules" if not groups and _is_html(text) else ""
    if len(body) > MAX_BYTES:
        note = f"longer than {MAX_BYTES:,} bytes; the rest was not read"
    return Policy(
        "rules",
        200,
        note,
        delays.get(ours, 0.0),
        tuple(address for address in sitemaps if address),
        _forbids_all(groups.get(ours, set())),
        Protego.parse("\n".join(lines)),
    )


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
        self._frontier.saw_source(SourceSeen(url, "robots", fetch.status, len(policy.sitemaps), policy.note))
        self._keep_delay(origin, policy)
        if self._settings.obey_robots:
            return policy
        return Policy("open", policy.status, policy.note, policy.crawl_delay, policy.sitemaps)

    def _keep_delay(self, origin: str, policy: Policy) -> None:
        most = self._settings.max_crawl_delay
        self._client.pace(origin).keep_apart(min(policy.crawl_delay, most))
        if policy.crawl_delay > most:
            self._progress.say(
                f"{origin}/robots.txt asks for {policy.crawl_delay:g} s between two requests; {most:g} s are kept"
                " (max_crawl_delay)"
            )


def _directives(text: str) -> Iterator[tuple[str, str]]:
    """(field, value) of the lines that matter; a colon may be missing between two words."""
    for line in re.split(r"\r\n|\r|\n", text):
        line = line.partition("#")[0].strip()
        name, _, value = line.partition(":")
        known = _FIELDS.get(name.strip().lower())
        words = line.split()
        if known is None and len(words) == 2:
            known, value = _FIELDS.get(words[0].lower()), words[1]
        if known is not None:
            yield known, _LINE_ENDS_OF_STR.sub(lambda match: quote(match[0]), value.strip())


def _agent(value: str, token: str) -> str:
    """`token`, `*`, or a stand-in for every other agent. `pagetwin/1.0` names `pagetwin` (RFC 9309, 2.2.1)."""
    if value.split()[:1] == ["*"]:
        return "*"
    match = re.match(r"[A-Za-z_-]*", value)
    return token if match and match[0].lower() == token else _OTHER


def _seconds(value: str) -> float:
    try:
        seconds = float(value.replace(",", "."))
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


def _forbids_all(rules: set[tuple[str, str]]) -> bool:
    """Whether everything is shut and nothing opened."""
    opened = any(name == "allow" and value for name, value in rules)
    return not opened and any(name == "disallow" and value in ("/", "*", "/*") for name, value in rules)


def _is_html(text: str) -> bool:
    return bool(re.search(r"<(!doctype html|html|head|body)\b", text[:2000], re.IGNORECASE))
