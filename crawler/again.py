"""Whether a page is still what the crawl before got: conditional requests (RFC 9110, section 13) and hashes.

Facts of a page come from its body and from a few headers. A page is used again without being read when the server says
304, or sends the very same bytes, and those headers are the same, too: an X-Robots-Tag may change beside an old body.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from .. import __version__
from ..config import CrawlSettings, stage_key
from ..model import Declared, Fetch, Known, Page, Task
from .frontier import Frontier

if TYPE_CHECKING:  # workers import this module, and need no network
    from .fetch import Client

READER = 4  # raise it with every change in what reading makes of the same bytes (charset, extract, kinds, parse)
_LIBRARIES = ("trafilatura", "selectolax")  # they decide about texts
POLICY = "content-security-policy"
FACTS = frozenset((
    "link", "x-robots-tag", "refresh", "cf-mitigated", "x-vercel-mitigated", "x-amzn-waf-action",
))  # fmt: skip


@lru_cache(maxsize=1)
def reader(settings: CrawlSettings) -> str:
    """Who reads pages now, and by which settings. What was read otherwise is read anew."""
    way = stage_key("", settings.content_include, settings.content_exclude, *settings.content, settings.render)
    return "; ".join([f"pagetwin {__version__}/{READER}/{way}", *(f"{name} {version(name)}" for name in _LIBRARIES)])


def content_hash(fetch: Fetch) -> bytes:
    """Of the body and its Content-Type, 16 bytes; empty when there is no body."""
    if not fetch.body:
        return b""
    return hashlib.sha256(fetch.header("content-type").encode() + b"\0" + fetch.body).digest()[:16]


def header_hash(fetch: Fetch) -> bytes:
    """Of the other headers that facts come from, 8 bytes; empty when there are none."""
    lines = [f"{name}: {value}" for name, value in fetch.headers if name in FACTS]
    lines += ["upgrades"] * upgrades(fetch)
    return hashlib.sha256("\n".join(lines).encode()).digest()[:8] if lines else b""


def upgrades(fetch: Fetch) -> bool:
    """Whether a header has http turned into https (Upgrade Insecure Requests, W3C).

    The rest of such headers may be another in each answer, and means nothing to us.
    """
    policies = (value for name, value in fetch.headers if name == POLICY)
    return any("upgrade-insecure-requests" in value.lower() for value in policies)


async def ask(client: Client, task: Task) -> Fetch:
    """The answer of an address; `not_modified` when the server says that the known page still holds."""
    conditions = _conditions(task.known) if task.known else ()
    fetch = await client.get(task.url, headers=conditions)
    if not (conditions and task.known and fetch.status == 304):
        return fetch
    if header_hash(fetch) != task.known.header_hash:  # what it says in them now is to be read beside the body
        return await client.get(task.url)
    return dataclasses.replace(fetch, outcome="not_modified", note="")


def repeated(known: Known | None, fetch: Fetch) -> Page | None:
    """The page in short (Page.repeats) when the answer is the known one; None when it has to be read."""
    if known is None:
        return None
    not_modified = fetch.outcome == "not_modified"
    same = known.content_hash, known.header_hash
    if not not_modified and (fetch.outcome != "ok" or (content_hash(fetch), header_hash(fetch)) != same):
        return None
    return Page(
        fetch.url,
        known.status,
        fetch.outcome,
        seconds=fetch.seconds,
        etag=fetch.header("etag") or known.etag * not_modified,
        last_modified=fetch.header("last-modified") or known.last_modified * not_modified,
        repeats=known.version,
    )


def known(frontier: Frontier) -> Iterator[Declared]:
    """The pages that only the crawl before knew; asked once they show whether they are gone, moved or forgotten."""
    return (Declared(url, "known") for url in frontier.known())


def _conditions(known: Known) -> tuple[tuple[str, str], ...]:
    """If-None-Match and If-Modified-Since with what the server itself sent, as it sent it."""
    said = (("If-None-Match", known.etag), ("If-Modified-Since", known.last_modified))
    return tuple((name, value) for name, value in said if value and value.isascii() and value.isprintable())
