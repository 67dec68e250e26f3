"""robots.txt (RFC 9309) as text: what it lets a robot ask, how slowly, and where the sitemaps are.

Protego matches addresses with rules. It is handed only the rules of one robot, written anew, because it splits groups
at lines that RFC 9309 says do not split them, takes U+2028 for the end of a line, and loses the first line to a BOM.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote

from protego import Protego

from ..model import Fetch, RobotsTxt, SearchEngine
from . import identity

MAX_BYTES = 512_000  # RFC 9309, section 2.5: at least 500 KiB are read; so much and no more is what Google reads

# What a field may be called, misspellings included that Google's parser takes.
_FIELDS = {
    "user-agent": "agent", "useragent": "agent", "user agent": "agent", "allow": "allow", "disallow": "disallow",
    "dissallow": "disallow", "dissalow": "disallow", "disalow": "disallow", "diasllow": "disallow",
    "disallaw": "disallow", "sitemap": "sitemap", "site-map": "sitemap", "crawl-delay": "delay",
}  # fmt: skip
_PLAIN = frozenset(("user-agent", "allow", "disallow", "sitemap", "crawl-delay"))
_LINE_ENDS_OF_STR = re.compile("[\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")  # for str.splitlines, not for RFC 9309


@dataclass(frozen=True, slots=True)
class Bot:
    """A robot: the product tokens (RFC 9309, section 2.2.1) whose groups it obeys, in lower case, the first before the
    second, and what its documentation says beyond the RFC.

    `lenient`: misspelt fields and a missing colon count (Google's parser, github.com/google/robotstxt). `empty_allows`:
    an empty `Disallow` is `Allow: /` (Yandex's parser, github.com/ydb-platform/ydb, library/cpp/robots_txt).
    """

    tokens: tuple[str, ...]
    lenient: bool = True
    empty_allows: bool = False


OURS = Bot(("pagetwin",))
BOTS: dict[SearchEngine, Bot] = {
    "google": Bot(("googlebot",)),
    "yandex": Bot(("yandexbot", "yandex"), lenient=False, empty_allows=True),
}


@dataclass(frozen=True, slots=True)
class Policy:
    """What one origin's robots.txt says to us.

    `state`: `rules` were read; `open`, there are none (4xx); `closed`, it could not be read, so nothing may be asked
    (RFC 9309, section 2.3.1.4). `status` is None when nothing answered. `crawl_delay` in seconds; `sitemaps` are
    absolute. `note` says what was wrong. `forbids_all`: a rule shuts the whole site and none opens a part of it.
    `tls_fault` as in model.Fetch.
    """

    state: Literal["rules", "open", "closed"]
    status: int | None = 200
    note: str = ""
    crawl_delay: float = 0.0
    sitemaps: tuple[str, ...] = ()
    forbids_all: bool = False
    tls_fault: str = ""
    rules: Protego | None = field(default=None, repr=False, compare=False)

    def allowed(self, url: str) -> bool:
        """Whether an address of this origin may be asked."""
        if self.state == "closed":
            return False
        return self.rules is None or bool(self.rules.can_fetch(url, "*"))


def policy_of(fetch: Fetch) -> Policy:
    """What an answer to /robots.txt means (RFC 9309, section 2.3.1). `fetch` is the end of its redirects."""
    if fetch.outcome in ("ok", "too_large"):
        return parse(fetch.body, fetch.url)
    if fetch.outcome == "redirect":
        return Policy("open", fetch.status, f"{fetch.note}; taken as having no robots.txt")
    if fetch.status is not None and fetch.status < 500 and fetch.status != 429 and fetch.outcome == "http_error":
        return Policy("open", fetch.status)
    return Policy("closed", fetch.status, f"could not be read: {fetch.note}", tls_fault=fetch.tls_fault)


def parse(body: bytes, url: str, bot: Bot = OURS) -> Policy:
    """The rules for a robot in the bytes of a robots.txt at `url`; those for `*` where no group names it."""
    text = body[:MAX_BYTES].decode("utf-8-sig", "replace")
    groups: dict[str, dict[tuple[str, str], None]] = {}  # agent: its rules
    delays: dict[str, float] = {}
    sitemaps: dict[str, None] = {}
    agents: list[str] = []  # of the group that is being read
    in_rules = False
    for name, value in _directives(text, bot.lenient):
        if name == "agent":
            agents, in_rules = ([] if in_rules else agents), False
            agents.append(_agent(value))
            groups.setdefault(agents[-1], {})
        elif name == "sitemap":
            sitemaps[identity.resolve(url, value) if value else ""] = None
        elif name == "delay":
            for agent in agents:
                delays.setdefault(agent, _seconds(value))
        elif agents:
            in_rules = True
            for agent in agents:
                groups[agent][_rule(name, value, bot)] = None
    ours = next((token for token in bot.tokens if token in groups), "*")
    rules = groups.get(ours, {})
    note = "HTML where robots.txt should be, so no rules" if not groups and _is_html(text) else ""
    if len(body) > MAX_BYTES:
        note = f"longer than {MAX_BYTES:,} bytes; the rest was not read"
    return Policy(
        "rules",
        200,
        note,
        delays.get(ours, 0.0),
        tuple(address for address in sitemaps if address),
        _forbids_all(rules),
        rules=Protego.parse("\n".join(["User-agent: *", *(f"{name}: {value}" for name, value in rules)])),
    )


def of_engine(text: RobotsTxt, engine: SearchEngine) -> Policy | None:
    """What a stored robots.txt says to the robot of an engine; None where nothing can be said, as the server failed.

    A server that fails shuts a site for Google for a while, and nobody outside knows for how long. Yandex takes a
    robots.txt that does not answer 200, or is longer than 500 KB, for none at all.
    """
    whole = text.outcome == "ok"
    if whole or (text.outcome == "too_large" and engine == "google"):
        return parse(text.body, text.url, BOTS[engine])
    failed = text.status is None or text.status >= 500 or text.status == 429
    return None if failed and engine == "google" else Policy("open", text.status)


def of_engines(texts: Mapping[str, RobotsTxt]) -> dict[str, dict[SearchEngine, Policy]]:
    """What the robots.txt of each origin says to each engine, where that is known."""
    found: dict[str, dict[SearchEngine, Policy]] = {}
    for origin, text in texts.items():
        for engine in BOTS:
            policy = of_engine(text, engine)
            if policy is not None:
                found.setdefault(origin, {})[engine] = policy
    return found


def _directives(text: str, lenient: bool) -> Iterator[tuple[str, str]]:
    """(field, value) of the lines that matter; where `lenient`, a colon may be missing between two words."""
    for line in re.split(r"\r\n|\r|\n", text):
        line = line.partition("#")[0].strip()
        name, _, value = line.partition(":")
        name = name.strip().lower()
        known = _FIELDS.get(name) if lenient or name in _PLAIN else None
        words = line.split()
        if known is None and lenient and len(words) == 2:
            known, value = _FIELDS.get(words[0].lower()), words[1]
        if known is not None:
            yield known, _LINE_ENDS_OF_STR.sub(lambda match: quote(match[0]), value.strip())


def _agent(value: str) -> str:
    """The product token that is named, in lower case, or `*`. `pagetwin/1.0` names `pagetwin` (RFC 9309, 2.2.1)."""
    if value.split()[:1] == ["*"]:
        return "*"
    match = re.match(r"[A-Za-z_-]*", value)
    return match[0].lower() if match else ""


def _rule(name: str, value: str, bot: Bot) -> tuple[str, str]:
    """A rule as this robot reads it."""
    opens = name == "disallow" and not value and bot.empty_allows
    return ("allow", "/") if opens else (name, value)


def _seconds(value: str) -> float:
    try:
        seconds = float(value.replace(",", "."))
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


def _forbids_all(rules: Collection[tuple[str, str]]) -> bool:
    """Whether everything is shut and nothing opened."""
    opened = any(name == "allow" and value for name, value in rules)
    return not opened and any(name == "disallow" and value in ("/", "*", "/*") for name, value in rules)


def _is_html(text: str) -> bool:
    return bool(re.search(r"<(!doctype html|html|head|body)\b", text[:2000], re.IGNORECASE))
